//! Moves, counts, articles and squares as short lines of text, the same in both languages.

use core::fmt::Write;

use super::canvas::WIDTH;
use super::font::TINY;
use super::painter::{Line, line};
use crate::menu::snapshot::Played;
use crate::rules::{Cell, Colour, CountOfMoves, Square, Squares};

impl Played {
    /// The same move, written with its first and last square only.
    pub(super) const fn short(self) -> Self {
        Self { whole: false, ..self }
    }
}

/// A move with its number as on a score sheet: `12. 22-18` for White, `12... 10-14` for Black.
pub(super) fn numbered_move(played: &Played) -> Line {
    let dots = if played.by == Colour::White { "." } else { "..." };
    let line = line!("{}{dots} {}", played.number, bare_move(played));
    // The longest path of all leaves no space for its number.
    if TINY.width(&line) > WIDTH as i32 { bare_move(played) } else { line }
}

/// A move without its number: `22-18`, or `30x21x14` if its whole path is written.
pub(super) fn bare_move(played: &Played) -> Line {
    let Played { played, whole, .. } = played;
    let sign = if played.is_capture() { 'x' } else { '-' };
    if !whole {
        return line!("{}{sign}{}", played.from(), played.to());
    }
    let mut line = line!("{}", played.from());
    for stop in played.path() {
        // Fails only when the line is full, as in `line!`.
        let _ = write!(line, "{sign}{stop}");
    }
    line
}

/// A count of moves: `12-11/40`, or `12/40` if the moves of one player are counted.
pub(super) fn count_of_moves(count: &CountOfMoves) -> Line {
    let [white, black] = [Colour::White, Colour::Black].map(|colour| count.moves(colour));
    let limit = count.limit();
    match (white, black) {
        (Some(white), Some(black)) => line!("{white}-{black}/{limit}"),
        (one, other) => line!("{}/{limit}", one.or(other).unwrap_or_default()),
    }
}

/// A cell by the number of its square, a light one by its row and column, both from 1.
pub(super) fn cell(cell: Cell) -> Line {
    match cell.dark() {
        Some(square) => line!("{square}"),
        None => line!("{}/{}", cell.row() + 1, cell.column() + 1),
    }
}

/// The numbers of squares, as many as fit in a number of characters; two dots stand for the rest.
pub(super) fn squares(squares: Squares, characters: usize) -> Line {
    let mut line = Line::new();
    for square in squares.iter() {
        let space = if line.is_empty() { "" } else { " " };
        let next = line!("{space}{square}");
        // Behind every number but the last there must be space for the dots.
        let dots = if squares.iter().last() == Some(square) { 0 } else { 2 };
        if line.len() + next.len() + dots > characters {
            // Fails only when the line is full, as in `line!`.
            let _ = line.push_str("..");
            return line;
        }
        let _ = line.push_str(&next);
    }
    line
}

/// The numbers of squares in this order.
pub(super) fn in_order(squares: impl Iterator<Item = Square>) -> Line {
    let mut line = Line::new();
    for square in squares {
        let space = if line.is_empty() { "" } else { " " };
        // Fails only when the line is full, as in `line!`.
        let _ = write!(line, "{space}{square}");
    }
    line
}
