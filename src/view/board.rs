//! The board on the display, eight pixels a square.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::marks;
use super::pen::{DARK, LIT, Pen, rectangle};
use crate::rules::Cell;

/// Pixels of a square.
const SQUARE: i32 = 8;

/// What is drawn on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// Nothing.
    None,
    /// A piece.
    Piece,
    /// A ring: a piece should be here.
    Missing,
    /// A cross: this should not be here.
    Extra,
    /// A dot: seen, and nothing to say about it.
    Dot,
}

/// Draws the board in the left half. Light squares are sprinkled, dark ones
/// dark, so that a piece is lit on a dark ground. What is wrong blinks: rings
/// come and go, crosses change to dark ones on a lit ground.
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    turned: bool,
    mark: &dyn Fn(Cell) -> Mark,
) -> Result<(), D::Error> {
    let blink = pen.snapshot.blink;
    for cell in Cell::all() {
        let seen = if turned { cell.turned() } else { cell };
        let x = SQUARE * i32::from(seen.column());
        let y = SQUARE * i32::from(seen.row());
        let mark = mark(cell);
        if cell.dark().is_none() && mark == Mark::None {
            for (dx, dy) in [(1, 1), (5, 1), (3, 3), (7, 3), (1, 5), (5, 5), (3, 7), (7, 7)] {
                pen.fill(rectangle(x + dx, y + dy, 1, 1), LIT)?;
            }
        }
        match mark {
            Mark::Missing if blink => {}
            Mark::Extra if blink => {
                pen.fill(rectangle(x, y, SQUARE, SQUARE), LIT)?;
                sign(pen, (x, y), mark, DARK)?;
            }
            _ => sign(pen, (x, y), mark, LIT)?,
        }
    }
    Ok(())
}

/// One of the marks alone, as in a legend.
pub(super) fn sign<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    (x, y): (i32, i32),
    mark: Mark,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    match mark {
        Mark::None => Ok(()),
        Mark::Piece => marks::disc(pen, (x + 1, y + 1), 6, ink),
        Mark::Missing => {
            marks::disc(pen, (x, y), 8, ink)?;
            marks::disc(pen, (x + 2, y + 2), 4, ink.invert())
        }
        Mark::Extra => {
            for step in 0..6 {
                pen.fill(rectangle(x + step, y + 1 + step, 2, 1), ink)?;
                pen.fill(rectangle(x + 6 - step, y + 1 + step, 2, 1), ink)?;
            }
            Ok(())
        }
        Mark::Dot => pen.fill(rectangle(x + 3, y + 3, 2, 2), ink),
    }
}
