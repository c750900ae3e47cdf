//! The clocks: large while the game is on, a strip below everything else.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::before::BESIDE;
use super::canvas::WIDTH;
use super::digits;
use super::marks;
use super::pen::{Area, BOLD, COUNTER, DARK, LIT, Pen, SMALL, TINY, rectangle};
use super::texts;
use crate::menu::snapshot::{ClockFace, Clocks, Running};
use crate::rules::Colour;

/// How high the digits of the clock that runs are.
pub const RUNNING_DIGITS: u32 = 39;
/// How high the digits of the clock that waits are.
pub const WAITING_DIGITS: u32 = 24;
/// How high the digits of both are while neither runs.
pub const HALTED_DIGITS: u32 = 32;

/// How wide the part of the clock that runs is, and of the one that waits.
const PARTS: (i32, i32) = (82, 46);
/// How wide either part is while neither runs: a line stands between them.
const HALTED_PART: i32 = 62;
/// Where the clocks end and the line below them begins.
const BOTTOM: i32 = 50;
/// The middle of the digits' height, in all three sizes.
const AXIS: i32 = 28;
/// Pixels that stay free at either side of the digits: of the clock that runs,
/// whose frame needs some of them, and of the others.
const MARGINS: (i32, i32) = (4, 3);

/// Both clocks, the last move and the counters.
///
/// The clock that runs is a lit block with dark digits, two thirds of the width;
/// the other is small, on a dark ground. So its side is seen even where no digit
/// can be read.
pub(super) fn running<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    both(pen, &game.clocks)?;
    below(pen, game)
}

/// Both clocks standing, and a word that says so.
pub(super) fn paused<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    both(pen, &Clocks { running: None, ..game.clocks })?;
    // Whose turn it is when the clocks go on.
    let column = if game.turn == pen.snapshot.own() { 0 } else { WIDTH as i32 - HALTED_PART };
    pen.fill(rectangle(column, BOTTOM - 4, HALTED_PART, 2), LIT)?;
    pen.fill(rectangle(0, BOTTOM, WIDTH as i32, 14), LIT)?;
    pen.words(texts::PAUSED, BOLD.at(2, BOTTOM + 1).dark())?;
    pen.words(texts::HOLD_MENU, SMALL.right(WIDTH as i32 - 2, BOTTOM + 4).dark())
}

/// Both clocks, the own one at the left.
pub(super) fn both<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = pen.snapshot.own();
    let all = WIDTH as i32;
    let (left, right) = match clocks.running {
        Some(colour) if colour == own => PARTS,
        Some(_) => (PARTS.1, PARTS.0),
        None => (HALTED_PART, HALTED_PART),
    };
    // Two times side by side would read as one number.
    pen.fill(rectangle(left + 1, 0, all - left - right - 2, BOTTOM - 5), LIT)?;
    part(pen, clocks, own, rectangle(0, 0, left, BOTTOM))?;
    part(pen, clocks, own.opponent(), rectangle(all - right, 0, right, BOTTOM))
}

/// One of both clocks, in its part of the display.
#[inline(never)]
fn part<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    clocks: &Clocks,
    colour: Colour,
    part: Area,
) -> Result<(), D::Error> {
    let face = clocks.of(colour);
    let (x, wide) = (part.x(), part.width());
    let runs = clocks.running == Some(colour);
    let height = match clocks.running {
        None => HALTED_DIGITS,
        Some(_) if runs => RUNNING_DIGITS,
        Some(_) => WAITING_DIGITS,
    } as i32;
    // Little time: the block blinks to a frame, which still says who runs.
    let lit = runs && !(face.low && pen.snapshot.blink);
    let ink = if lit { DARK } else { LIT };
    if lit {
        pen.fill(part, LIT)?;
    } else if runs {
        pen.frame(part, 2)?;
        pen.fill(rectangle(x, 0, wide, 8), LIT)?;
    }
    header(pen, colour, face, part, if runs { DARK } else { LIT })?;
    let margin = if runs { MARGINS.0 } else { MARGINS.1 };
    let area = rectangle(x + margin, AXIS - height / 2, wide - 2 * margin, height);
    // Tenths matter while they run, and to an arbiter who corrects them.
    let without = face.flagged || (clocks.running.is_some() && !runs);
    digits::time(pen, &face.time, face.time.tenths.filter(|_| !without));
    digits::draw(pen, area, ink, digits::NOWHERE)
}

/// Whose clock it is, and the signs that concern it.
fn header<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    colour: Colour,
    face: &ClockFace,
    part: Area,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let x = part.x();
    marks::piece(pen, (x + 1, 1), colour, ink)?;
    // The name ends here; what has no room any more is left out.
    let end = x + 9 + pen.say(texts::colour(colour)).width(SMALL);
    pen.put(SMALL.at(x + 9, 0).ink(ink))?;
    // From the right: the flag, little time, the period, the delay.
    let mut right = x + part.width() - 1;
    if face.flagged {
        return marks::flag(pen, (right - 6, 0), ink);
    }
    if face.low {
        pen.fill(rectangle(right - 3, 1, 2, 4), ink)?;
        pen.fill(rectangle(right - 3, 6, 2, 2), ink)?;
        right -= 6;
    }
    for (wanted, period) in [(face.period.is_some(), face.period), (face.delaying, None)] {
        if !wanted {
            continue;
        }
        match period {
            Some(period) => pen.sign('P').number(period.into()),
            None => pen.sign('+'),
        };
        let left = right - pen.width(SMALL);
        if left > end {
            pen.put(SMALL.right(right, 0).ink(ink))?;
            right = left - 2;
        }
        pen.forget();
    }
    Ok(())
}

/// The line below the clocks: the last move and the counters.
fn below<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    let mut room = WIDTH as i32 - 2;
    for row in 0..2 {
        match (row, game.repetition, &game.count) {
            (0, ..) if game.adjusting => pen.say(texts::ADJUSTING),
            (0, Some(times), _) => pen.say(texts::REPEATED).sign(' ').number(times.into()),
            (1, _, Some(count)) => marks::counted(pen, count),
            _ => continue,
        };
        room = room.min(WIDTH as i32 - 6 - pen.width(COUNTER));
        pen.put(COUNTER.right(WIDTH as i32 - 1, BOTTOM + 7 * row))?;
    }
    let Some(played) = &game.last else {
        return pen.words(texts::FIRST_MOVE, SMALL.at(1, BOTTOM + 4));
    };
    marks::notation(pen, played);
    for (font, drop) in [(BOLD, 1), (SMALL, 4), (TINY, 5)] {
        if pen.width(font) <= room {
            return pen.put(font.at(1, BOTTOM + drop));
        }
    }
    // A capture that fits no line: its ends still tell which piece moved.
    pen.forget();
    marks::notation(pen, &played.short()).put(SMALL.at(1, BOTTOM + 4))
}

/// Where the strip begins.
pub(super) const STRIP: i32 = 49;

/// Both clocks in one line, for the screens that speak of something else: time
/// goes on meanwhile.
pub(super) fn strip<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = pen.snapshot.own();
    let half = WIDTH as i32 / 2;
    for (colour, x) in [(own, 0), (own.opponent(), half)] {
        row(pen, clocks, colour, rectangle(x, STRIP, half, 15))?;
    }
    Ok(())
}

/// Both clocks one below the other, right of a board.
#[inline(never)]
pub(super) fn beside<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = pen.snapshot.own();
    for (colour, y) in [(own.opponent(), 40), (own, 52)] {
        let area = rectangle(BESIDE - 1, y, WIDTH as i32 - BESIDE + 1, 12);
        row(pen, clocks, colour, area)?;
    }
    Ok(())
}

/// One clock as a line of text.
fn row<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    clocks: &Clocks,
    colour: Colour,
    area: Area,
) -> Result<(), D::Error> {
    let face = clocks.of(colour);
    let runs = clocks.running == Some(colour);
    let lit = runs && !(face.low && pen.snapshot.blink);
    let ink = if lit { DARK } else { LIT };
    if lit {
        pen.fill(area, LIT)?;
    } else if runs {
        pen.frame(area, 1)?;
    }
    let (x, wide) = (area.x(), area.width());
    let middle = area.y() + (area.height() - 13) / 2;
    marks::piece(pen, (x + 3, middle + 3), colour, ink)?;
    // Beside the piece, and beside the flag if there is one.
    let room = wide - if face.flagged { 23 } else { 14 };
    let fits = pen.show(&face.time).width(BOLD) <= room;
    let (font, drop) = if fits { (BOLD, 0) } else { (SMALL, 3) };
    pen.put(font.right(x + wide - 3, middle + drop).ink(ink))?;
    if face.flagged {
        marks::flag(pen, (x + 12, middle + 3), ink)?;
    }
    Ok(())
}
