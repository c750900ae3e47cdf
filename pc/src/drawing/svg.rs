use std::fmt::{self, Write};

use damiera::rules::{Cell, Colour, Piece, Position, Rank, Square};

/// The side of a square in pixels, as all lengths here.
const SIDE: u32 = 64;
/// The width of the frame around the squares.
const FRAME: u32 = 26;
const BOARD: u32 = 8 * SIDE;
const WHOLE: u32 = BOARD + 2 * FRAME;

const WOOD: &str = "#5f432f";
const LIGHT: &str = "#f2dfbd";
const DARK: &str = "#a87349";

/// One disc for each colour: its top and, a little lower, its edge. Plain attributes, for viewers
/// without style sheets.
const DISCS: &str = r##"<defs>
<g id="white">
<circle cy="3" r="20" fill="#b9ac92" stroke="#6e6350"/>
<circle cy="-2" r="20" fill="#fdf9ef" stroke="#8d8069"/>
<circle cy="-2" r="14.5" fill="none" stroke="#d8ccb3" stroke-width="1.5"/>
<circle cy="-2" r="9" fill="none" stroke="#d8ccb3" stroke-width="1.5"/>
</g>
<g id="black">
<circle cy="3" r="20" fill="#1b1715" stroke="#6a6059"/>
<circle cy="-2" r="20" fill="#35302c" stroke="#6a6059"/>
<circle cy="-2" r="14.5" fill="none" stroke="#5f5750" stroke-width="1.5"/>
<circle cy="-2" r="9" fill="none" stroke="#5f5750" stroke-width="1.5"/>
</g>
</defs>
"##;

/// Draws a position as SVG without external fonts, style sheets or scripts.
pub(crate) fn draw(position: &Position) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write(position, &mut text);
    text
}

fn write(position: &Position, out: &mut String) -> fmt::Result {
    write!(out, r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WHOLE} {WHOLE}" "#)?;
    writeln!(out, r#"width="{WHOLE}" height="{WHOLE}" role="img">"#)?;
    writeln!(out, "<title>{position}</title>")?;
    out.push_str(DISCS);
    writeln!(out, r#"<rect width="{WHOLE}" height="{WHOLE}" rx="8" fill="{WOOD}"/>"#)?;
    write!(out, r#"<rect x="{FRAME}" y="{FRAME}" width="{BOARD}" height="{BOARD}" "#)?;
    writeln!(out, r#"fill="{LIGHT}"/>"#)?;
    write_dark_squares(out)?;
    write_numbers(out)?;
    for square in Square::all() {
        if let Some(piece) = position.piece_at(square) {
            write_piece(piece, square, out)?;
        }
    }
    write_turn(position.turn(), out)?;
    writeln!(out, "</svg>")
}

/// The upper left corner of a cell.
fn corner(cell: Cell) -> (u32, u32) {
    (FRAME + u32::from(cell.column()) * SIDE, FRAME + u32::from(cell.row()) * SIDE)
}

/// Writes one path for all 32 squares.
fn write_dark_squares(out: &mut String) -> fmt::Result {
    write!(out, r#"<path fill="{DARK}" d=""#)?;
    for square in Square::all() {
        let (x, y) = corner(square.cell());
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    writeln!(out, r#""/>"#)
}

fn write_numbers(out: &mut String) -> fmt::Result {
    writeln!(out, r#"<g fill="{LIGHT}" font-family="sans-serif" font-size="11">"#)?;
    for square in Square::all() {
        let (x, y) = corner(square.cell());
        writeln!(out, r#"<text x="{}" y="{}">{square}</text>"#, x + 3, y + 12)?;
    }
    writeln!(out, "</g>")
}

/// A man is one disc, a king two; the upper disc leaves the number of the square visible.
fn write_piece(piece: Piece, square: Square, out: &mut String) -> fmt::Result {
    let discs: &[u32] = match piece.rank {
        Rank::Man => &[33],
        Rank::King => &[40, 30],
    };
    let (x, y) = corner(square.cell());
    let (x, id) = (x + SIDE / 2, id(piece.colour));
    for lower in discs {
        writeln!(out, r##"<use href="#{id}" x="{x}" y="{}"/>"##, y + lower)?;
    }
    Ok(())
}

/// A small disc on the frame, at the side of the player on move.
fn write_turn(turn: Colour, out: &mut String) -> fmt::Result {
    let x = WHOLE - FRAME / 2;
    let y = match turn {
        Colour::White => WHOLE - FRAME - SIDE / 2,
        Colour::Black => FRAME + SIDE / 2,
    };
    let id = id(turn);
    writeln!(out, r#"<circle cx="{x}" cy="{y}" r="11" fill="{LIGHT}"/>"#)?;
    writeln!(out, r##"<use href="#{id}" transform="translate({x} {y}) scale(0.4)"/>"##)
}

fn id(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}
