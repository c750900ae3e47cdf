//! Small symbols: pieces, discs and the flag.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::painter::{Painter, rectangle};
use crate::rules::Colour;

/// Draws a piece as seen from above, seven pixels wide: a disc for White, a ring for Black.
///
/// On a lit ground disc and ring change places, so that White is the one with the lit middle on
/// any ground.
pub(super) fn draw_piece<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    (x, y): (i32, i32),
    colour: Colour,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    draw_disc(painter, (x, y), 7, ink)?;
    if (colour == Colour::White) != ink.is_on() {
        draw_disc(painter, (x + 1, y + 1), 5, ink.invert())?;
    }
    Ok(())
}

/// Draws a filled disc; its corners are cut so that five and seven pixels look round.
pub(super) fn draw_disc<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    (x, y): (i32, i32),
    size: i32,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let cut = if size >= 6 { 2 } else { 1 };
    for row in 0..size {
        let from_edge = row.min(size - 1 - row);
        let inset = (cut - from_edge).max(0);
        painter.fill(rectangle(x + inset, y + row, size - 2 * inset, 1), ink)?;
    }
    Ok(())
}

/// Draws a flag on its pole, six pixels wide.
pub(super) fn draw_flag<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    (x, y): (i32, i32),
    ink: BinaryColor,
) -> Result<(), D::Error> {
    painter.fill(rectangle(x, y, 1, 8), ink)?;
    for (row, width) in [2, 4, 5, 4, 2].into_iter().enumerate() {
        painter.fill(rectangle(x + 1, y + row as i32, width, 1), ink)?;
    }
    Ok(())
}
