//! Small signs and the notation of moves.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::pen::{Pen, rectangle};
use crate::menu::snapshot::Played;
use crate::rules::{Article, Colour, CountOfMoves, Square, Squares};

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

/// Writes a move with its number, as the score sheet does: `12. 22-18` for White,
/// `12... 10-14` for Black.
pub(super) fn notation<'a, 'b, D>(pen: &'a mut Pen<'b, D>, played: &Played) -> &'a mut Pen<'b, D> {
    let dots = if played.by == Colour::White { ". " } else { "... " };
    ends(pen.number(played.number.into()).write(dots), played)
}

/// Writes a move without its number: `22-18`, or `30x21x14` if all of it is wanted.
#[inline(never)]
pub(super) fn ends<'a, 'b, D>(pen: &'a mut Pen<'b, D>, played: &Played) -> &'a mut Pen<'b, D> {
    let Played { played, whole, .. } = played;
    let sign = if played.is_capture() { 'x' } else { '-' };
    square(pen, played.from());
    if !whole {
        return square(pen.sign(sign), played.to());
    }
    for stop in played.path() {
        square(pen.sign(sign), stop);
    }
    pen
}

fn square<'a, 'b, D>(pen: &'a mut Pen<'b, D>, square: Square) -> &'a mut Pen<'b, D> {
    pen.number(square.number().into())
}

/// Writes a count of moves: `12-11/40`, or `12/40` where one player's are counted.
#[inline(never)]
pub(super) fn counted<'a, 'b, D>(
    pen: &'a mut Pen<'b, D>,
    count: &CountOfMoves,
) -> &'a mut Pen<'b, D> {
    let [white, black] = [Colour::White, Colour::Black].map(|colour| count.moves(colour));
    pen.number(white.or(black).unwrap_or_default().into());
    if let (Some(_), Some(black)) = (white, black) {
        pen.sign('-').number(black.into());
    }
    pen.sign('/').number(count.limit().into())
}

/// Writes the number of a rule in brackets.
#[inline(never)]
pub(super) fn bracketed<'a, 'b, D>(
    pen: &'a mut Pen<'b, D>,
    article: Article,
) -> &'a mut Pen<'b, D> {
    pen.sign('(').show(&article).sign(')')
}

/// Writes squares by their numbers, as many as a number of characters holds; two dots
/// say that there are more.
pub(super) fn numbers<D>(pen: &mut Pen<'_, D>, squares: Squares, room: usize) {
    let mut written = 0;
    for one in squares.iter() {
        let digits = if one.number() > 9 { 2 } else { 1 };
        let needed = if written == 0 { digits } else { written + 1 + digits };
        let last = squares.iter().last() == Some(one);
        if needed + if last { 0 } else { 2 } > room {
            // Room for them was kept at each step.
            pen.write("..");
            return;
        }
        if written > 0 {
            pen.sign(' ');
        }
        square(pen, one);
        written = needed;
    }
}
