//! Small signs and the notation of moves.

use core::fmt;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::pen::{Line, Pen, rectangle};
use crate::game::snapshot::Played;
use crate::rules::{Colour, CountOfMoves, Squares};

/// A piece seen from above, seven pixels wide: a disc for White, a ring for
/// Black.
///
/// On a lit ground the two would change places, so the disc is then drawn as the
/// hole it is on paper: what is lit is White.
pub(super) fn piece<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    (x, y): (i32, i32),
    colour: Colour,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    disc(pen, (x, y), 7, ink)?;
    if (colour == Colour::White) != ink.is_on() {
        disc(pen, (x + 1, y + 1), 5, ink.invert())?;
    }
    Ok(())
}

/// A filled disc; its corners are cut so that five and seven pixels look round.
pub(super) fn disc<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    (x, y): (i32, i32),
    size: i32,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let cut = if size >= 6 { 2 } else { 1 };
    for row in 0..size {
        let from_edge = row.min(size - 1 - row);
        let inset = (cut - from_edge).max(0);
        pen.fill(rectangle(x + inset, y + row, size - 2 * inset, 1), ink)?;
    }
    Ok(())
}

/// A flag on its pole, six pixels wide.
pub(super) fn flag<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    (x, y): (i32, i32),
    ink: BinaryColor,
) -> Result<(), D::Error> {
    pen.fill(rectangle(x, y, 1, 8), ink)?;
    for (row, wide) in [2, 4, 5, 4, 2].into_iter().enumerate() {
        pen.fill(rectangle(x + 1, y + row as i32, wide, 1), ink)?;
    }
    Ok(())
}

impl Played {
    /// With both ends only.
    pub(super) const fn short(self) -> Self {
        Self { whole: false, ..self }
    }
}

/// A move as the score sheet writes it: `22-18`, `30x21x14`, and with the number
/// of its move `12. 22-18` for White, `12... 10-14` for Black.
pub(super) struct Notation {
    pub(super) played: Played,
    pub(super) numbered: bool,
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Played { by, number, played, whole } = self.played;
        if self.numbered {
            let dots = if by == Colour::White { "." } else { "..." };
            write!(f, "{number}{dots} ")?;
        }
        write!(f, "{}", played.from())?;
        let sign = if played.is_capture() { 'x' } else { '-' };
        if whole {
            played.path().try_for_each(|stop| write!(f, "{sign}{stop}"))
        } else {
            write!(f, "{sign}{}", played.to())
        }
    }
}

/// A count of moves: `12-11/40`, or `12/40` where one player's are counted.
pub(super) struct Counted(pub(super) CountOfMoves);

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = [Colour::White, Colour::Black].map(|colour| self.0.moves(colour));
        match (white, black) {
            (Some(white), Some(black)) => write!(f, "{white}-{black}")?,
            (one, other) => write!(f, "{}", one.or(other).unwrap_or_default())?,
        }
        write!(f, "/{}", self.0.limit())
    }
}

/// Squares by their numbers, as many as a number of characters holds; two dots
/// say that there are more.
pub(super) fn numbers(squares: Squares, room: usize) -> Line {
    let mut text = Line::new();
    for square in squares.iter() {
        let end = text.len();
        let one = super::pen::line(format_args!(" {square}"));
        let one = if end == 0 { one.trim_start_matches(' ') } else { &one };
        let last = squares.iter().last() == Some(square);
        let needed = end + one.len() + if last { 0 } else { 2 };
        if needed > room || text.push_str(one).is_err() {
            // Room for them was kept at each step.
            let _ = text.push_str("..");
            break;
        }
    }
    text
}
