//! Strips of boards with the steps of the hands, one below the other, with their sentences.

use std::fmt::{self, Write};

use damiera::rules::{Cell, Colour, Piece, Rank, Square};

use crate::explain::{Explanation, Frame};

/// The side of a square in pixels, as all lengths here.
const SIDE: u32 = 36;
const BOARD: u32 = 8 * SIDE;
/// The boards of a row: most strips are one row, and on an A4 page across a square is 7 mm wide.
const COLUMNS: usize = 4;
/// Room beside a board for pieces in hand.
const TRAY: u32 = 40;
const GAP: u32 = 12;
const MARGIN: u32 = 24;
const WIDTH: u32 = 2 * MARGIN + COLUMNS as u32 * (BOARD + TRAY) + (COLUMNS as u32 - 1) * GAP;
/// Height of a line of text.
const LINE: u32 = 21;
/// Characters of a line: the mean width of a character is below half of 15 pixels.
const LINE_LENGTH: usize = 165;

const LIGHT: &str = "#fffdf7";
const DARK: &str = "#d9c6a5";
const INK: &str = "#1d1d1b";
const STEP: &str = "#14508c";
const OFF: &str = "#b3261e";
const NOISE: &str = "#7a5a00";

/// Draws explanations as SVG without external fonts, style sheets or scripts.
pub(crate) fn draw(explanations: &[&Explanation]) -> String {
    let mut body = String::new();
    let mut top = MARGIN;
    for explanation in explanations {
        // Writing to a String cannot fail.
        let _ = write_explanation(explanation, &mut top, &mut body);
    }
    let height = top + MARGIN;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" fill=\"{INK}\">\n\
         <defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"8\" refY=\"5\" markerWidth=\"5\" \
         markerHeight=\"5\" orient=\"auto\"><path d=\"M0 0L10 5L0 10z\" fill=\"{STEP}\"/></marker>\
         </defs>\n<rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n{body}</svg>\n"
    )
}

fn write_explanation(of: &Explanation, top: &mut u32, out: &mut String) -> fmt::Result {
    *top += 20;
    writeln!(
        out,
        r#"<text x="{MARGIN}" y="{top}" font-size="20" font-weight="bold">{}</text>"#,
        escaped(&of.heading)
    )?;
    *top += 16;
    for row in of.strip.frames.chunks(COLUMNS) {
        for (index, frame) in row.iter().enumerate() {
            let x = MARGIN + index as u32 * (BOARD + TRAY + GAP);
            write_frame(frame, x, *top, out)?;
        }
        let lines = row.iter().map(|frame| frame.captions.len()).max().unwrap_or(0) as u32;
        *top += BOARD + 8 + lines * LINE + 12;
    }
    for sentence in &of.sentences {
        write_lines(sentence, 15, "", top, out)?;
    }
    *top += 4;
    for quoted in &of.articles {
        let text = format!("{}  «{}»", quoted.article, quoted.text);
        write_lines(&text, 14, r##" fill="#444" font-style="italic""##, top, out)?;
    }
    *top += 22;
    Ok(())
}

/// Writes text that is broken at spaces.
fn write_lines(
    text: &str,
    size: u32,
    attributes: &str,
    top: &mut u32,
    out: &mut String,
) -> fmt::Result {
    let mut line = String::new();
    let mut lines = Vec::new();
    for word in text.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > LINE_LENGTH {
            lines.push(std::mem::take(&mut line));
            line.push_str("   ");
        } else if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    for line in lines {
        *top += LINE;
        writeln!(
            out,
            r#"<text x="{MARGIN}" y="{top}" font-size="{size}" xml:space="preserve"{attributes}>{}</text>"#,
            escaped(&line)
        )?;
    }
    Ok(())
}

fn write_frame(frame: &Frame, x: u32, y: u32, out: &mut String) -> fmt::Result {
    writeln!(out, r#"<g transform="translate({x} {y})">"#)?;
    writeln!(
        out,
        r#"<rect width="{BOARD}" height="{BOARD}" fill="{LIGHT}" stroke="{INK}" stroke-width="2"/>"#
    )?;
    write!(out, r#"<path fill="{DARK}" d=""#)?;
    for square in Square::all() {
        let (x, y) = corner(square.cell());
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    writeln!(out, r#""/>"#)?;
    for cell in &frame.marked {
        let (x, y) = corner(*cell);
        let side = SIDE - 4;
        writeln!(
            out,
            r##"<rect x="{}" y="{}" width="{side}" height="{side}" fill="#ffe08a" stroke="{OFF}" stroke-width="3"/>"##,
            x + 2,
            y + 2
        )?;
    }
    for (piece, cell) in &frame.pieces {
        let (x, y) = centre(*cell);
        write_piece(*piece, x, y + 2, "", out)?;
    }
    for (piece, cell, _) in &frame.off {
        let (x, y) = centre(*cell);
        write_piece(*piece, x, y + 2, r#" opacity="0.45""#, out)?;
        writeln!(
            out,
            r#"<path d="M{} {}l22 22m0 -22l-22 22" stroke="{OFF}" stroke-width="3.5"/>"#,
            x - 11,
            y - 9
        )?;
    }
    // Over the pieces, which cover the corner.
    for square in Square::all() {
        let (x, y) = corner(square.cell());
        writeln!(
            out,
            r##"<text x="{}" y="{}" font-size="11" stroke="{DARK}" stroke-width="2.5" paint-order="stroke">{square}</text>"##,
            x + 1,
            y + 10
        )?;
    }
    for cell in &frame.unknown {
        let (x, y) = centre(*cell);
        writeln!(
            out,
            r##"<circle cx="{x}" cy="{}" r="13" fill="#fff" stroke="{OFF}" stroke-width="2.5" stroke-dasharray="4 3"/>"##,
            y + 2
        )?;
        writeln!(
            out,
            r#"<text x="{x}" y="{}" font-size="18" font-weight="bold" text-anchor="middle" fill="{OFF}">?</text>"#,
            y + 8
        )?;
    }
    for (cell, _) in &frame.left {
        let (x, y) = centre(*cell);
        writeln!(
            out,
            r#"<circle cx="{x}" cy="{}" r="15.5" fill="none" stroke="{STEP}" stroke-width="2.5" stroke-dasharray="5 3"/>"#,
            y + 2
        )?;
    }
    for (from, to, _) in &frame.arrows {
        let ((x, y), (to_x, to_y)) = (centre(*from), centre(*to));
        writeln!(
            out,
            r#"<circle cx="{x}" cy="{}" r="13" fill="none" stroke="{STEP}" stroke-width="2" stroke-dasharray="4 3"/>"#,
            y + 2
        )?;
        // From edge to edge of the discs.
        let (across, down) = (f64::from(to_x) - f64::from(x), f64::from(to_y) - f64::from(y));
        let length = across.hypot(down).max(1.0);
        let point = |distance: f64| {
            let part = distance / length;
            (f64::from(x) + across * part, f64::from(y) + 2.0 + down * part)
        };
        let ((x, y), (to_x, to_y)) = (point(12.0), point(length - 15.0));
        writeln!(
            out,
            r#"<path d="M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}" stroke="{STEP}" stroke-width="4" marker-end="url(#head)"/>"#
        )?;
    }
    for (cell, duration) in &frame.noise {
        let (x, y) = centre(*cell);
        writeln!(
            out,
            r#"<path d="M{} {}q5 -7 10 0t10 0t10 0" fill="none" stroke="{NOISE}" stroke-width="2.5"/>"#,
            x - 15,
            y - 8
        )?;
        writeln!(
            out,
            r##"<text x="{x}" y="{}" font-size="11" font-weight="bold" text-anchor="middle" fill="{NOISE}" stroke="#fff" stroke-width="3" paint-order="stroke">{}</text>"##,
            y + 18,
            escaped(duration)
        )?;
    }
    for (from, to, number) in &frame.arrows {
        let ((x, y), (to_x, to_y)) = (centre(*from), centre(*to));
        write_badge(*number, x.midpoint(to_x) + 11, y.midpoint(to_y) + 2, STEP, out)?;
    }
    for (cell, number) in &frame.left {
        let (x, y) = centre(*cell);
        write_badge(*number, x + 13, y - 11, STEP, out)?;
    }
    for (_, cell, number) in &frame.off {
        let (x, y) = centre(*cell);
        write_badge(*number, x + 13, y - 11, OFF, out)?;
    }
    for (index, piece) in frame.in_hand.iter().enumerate() {
        write_piece(*piece, BOARD + TRAY / 2, 20 + 42 * index as u32, "", out)?;
    }
    for (index, caption) in frame.captions.iter().enumerate() {
        let bold = !caption.starts_with(|first: char| first.is_ascii_digit() || first == '?');
        let weight = if bold { "bold" } else { "normal" };
        writeln!(
            out,
            r#"<text x="0" y="{}" font-size="15" font-weight="{weight}" xml:space="preserve">{}</text>"#,
            BOARD + 8 + 15 + index as u32 * LINE,
            escaped(caption)
        )?;
    }
    writeln!(out, "</g>")
}

/// A man is one disc, a king two, as on the board. Colours differ in print without colours too.
fn write_piece(piece: Piece, x: u32, y: u32, attributes: &str, out: &mut String) -> fmt::Result {
    let (fill, ring) = match piece.colour {
        Colour::White => ("#ffffff", "#555"),
        Colour::Black => ("#3a3633", "#bbb"),
    };
    let discs: &[u32] = match piece.rank {
        Rank::Man => &[0],
        Rank::King => &[0, 6],
    };
    writeln!(out, "<g{attributes}>")?;
    for higher in discs {
        let y = y + 2 - higher;
        writeln!(
            out,
            r##"<circle cx="{x}" cy="{y}" r="13" fill="{fill}" stroke="#111" stroke-width="1.8"/><circle cx="{x}" cy="{y}" r="8.5" fill="none" stroke="{ring}"/>"##
        )?;
    }
    writeln!(out, "</g>")
}

/// The number of a step in a disc.
fn write_badge(number: u32, x: u32, y: u32, colour: &str, out: &mut String) -> fmt::Result {
    writeln!(
        out,
        r##"<circle cx="{x}" cy="{y}" r="9" fill="{colour}" stroke="#fff" stroke-width="1.5"/><text x="{x}" y="{}" font-size="12" font-weight="bold" text-anchor="middle" fill="#fff">{number}</text>"##,
        y + 4
    )
}

fn corner(cell: Cell) -> (u32, u32) {
    (u32::from(cell.column()) * SIDE, u32::from(cell.row()) * SIDE)
}

fn centre(cell: Cell) -> (u32, u32) {
    let (x, y) = corner(cell);
    (x + SIDE / 2, y + SIDE / 2)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
