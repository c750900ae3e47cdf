//! The board in the left half of the display, eight pixels a square.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::painter::{DARK, LIT, Painter, rectangle};
use super::symbols;
use crate::rules::Cell;

/// Pixels of a square.
const SQUARE: i32 = 8;

/// Column where the texts right of the board begin.
pub(super) const SIDE_X: i32 = 67;

/// The symbol on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    None,
    /// A disc.
    Piece,
    /// A ring: a piece is missing here.
    Missing,
    /// A cross: a piece is here and should not be.
    Extra,
    /// A dot: a reed that works and is open, or a black piece of a composed position.
    Dot,
}

/// Draws the board. Light squares are sprinkled, dark ones dark, so that a piece is lit on a dark
/// ground. Faults blink: rings come and go, crosses change to dark ones on a lit ground.
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    turned: bool,
    mark: impl Fn(Cell) -> Mark,
) -> Result<(), D::Error> {
    let blink = painter.snapshot.blink;
    for cell in Cell::all() {
        let seen = if turned { cell.turned() } else { cell };
        let x = SQUARE * i32::from(seen.column());
        let y = SQUARE * i32::from(seen.row());
        let mark = mark(cell);
        if cell.dark().is_none() && mark == Mark::None {
            for (dx, dy) in [(1, 1), (5, 1), (3, 3), (7, 3), (1, 5), (5, 5), (3, 7), (7, 7)] {
                painter.fill(rectangle(x + dx, y + dy, 1, 1), LIT)?;
            }
        }
        match mark {
            Mark::Missing if blink => {}
            Mark::Extra if blink => {
                painter.fill(rectangle(x, y, SQUARE, SQUARE), LIT)?;
                draw_mark(painter, (x, y), mark, DARK)?;
            }
            _ => draw_mark(painter, (x, y), mark, LIT)?,
        }
    }
    Ok(())
}

/// Draws one of the marks alone, as in a legend.
pub(super) fn draw_mark<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    (x, y): (i32, i32),
    mark: Mark,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    match mark {
        Mark::None => Ok(()),
        Mark::Piece => symbols::draw_disc(painter, (x + 1, y + 1), 6, ink),
        Mark::Missing => {
            symbols::draw_disc(painter, (x, y), 8, ink)?;
            symbols::draw_disc(painter, (x + 2, y + 2), 4, ink.invert())
        }
        Mark::Extra => {
            for step in 0..6 {
                painter.fill(rectangle(x + step, y + 1 + step, 2, 1), ink)?;
                painter.fill(rectangle(x + 6 - step, y + 1 + step, 2, 1), ink)?;
            }
            Ok(())
        }
        Mark::Dot => painter.fill(rectangle(x + 3, y + 3, 2, 2), ink),
    }
}
