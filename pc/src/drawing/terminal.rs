use damiera::rules::{Cell, Colour, Piece, Position, Rank};

/// Width of a square in columns; it is two lines high, which makes it about square.
///
/// ```text
///   12         the number
///     ●●       one disc is a man; a king is two, as on the board
/// ```
const CELL: usize = 5;

/// Draws the board as seen by White, and a line with the side to move or the result.
pub(crate) fn draw(position: &Position, colours: bool) -> String {
    let paint = if colours { COLOURS } else { PLAIN };
    let edge = "─".repeat(8 * CELL);
    let mut text = format!(" ┌{edge}┐\n");
    for row in 0..8 {
        for lower in [false, true] {
            text += " │";
            for cell in (0..8).filter_map(|column| Cell::new(row, column)) {
                text += &paint.cell(position, cell, lower);
            }
            text += paint.end;
            text += "│\n";
        }
    }
    text += &format!(" └{edge}┘\n");
    text += &match position.outcome() {
        Some(outcome) => format!("  {outcome}\n"),
        None => format!("  {} to move\n", position.turn()),
    };
    text
}

/// How squares and pieces look.
struct Paint {
    light: &'static str,
    /// Character that fills a light square.
    fill: &'static str,
    dark: &'static str,
    number: &'static str,
    white: &'static str,
    black: &'static str,
    white_disc: &'static str,
    black_disc: &'static str,
    end: &'static str,
}

/// Light squares are dotted, so that the board is visible without colours.
const PLAIN: Paint = Paint {
    light: "",
    fill: "░",
    dark: "",
    number: "",
    white: "",
    black: "",
    white_disc: "○",
    black_disc: "●",
    end: "",
};

/// From the palette of 256 colours.
const COLOURS: Paint = Paint {
    light: "\x1b[48;5;223m",
    fill: " ",
    dark: "\x1b[48;5;94m",
    number: "\x1b[38;5;179m",
    white: "\x1b[1;38;5;231m",
    black: "\x1b[1;38;5;16m",
    white_disc: "●",
    black_disc: "●",
    end: "\x1b[0m",
};

impl Paint {
    /// Returns one of the two lines of a cell.
    fn cell(&self, position: &Position, cell: Cell, lower: bool) -> String {
        let Some(square) = cell.dark() else {
            return format!("{}{}{}", self.end, self.light, self.fill.repeat(CELL));
        };
        let start = format!("{}{}", self.end, self.dark);
        match position.piece_at(square) {
            Some(piece) if lower => format!("{start}{}", self.piece(piece)),
            None if lower => format!("{start}{:CELL$}", ""),
            _ => format!("{start}{}{:<CELL$}", self.number, square.number()),
        }
    }

    fn piece(&self, piece: Piece) -> String {
        let (paint, disc) = match piece.colour {
            Colour::White => (self.white, self.white_disc),
            Colour::Black => (self.black, self.black_disc),
        };
        match piece.rank {
            Rank::Man => format!("{paint}  {disc}  "),
            Rank::King => format!("{paint}  {disc}{disc} "),
        }
    }
}
