//! The clocks: large in a running game, a strip below other screens.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;

use super::board::SIDE_X;
use super::canvas::WIDTH;
use super::digits::{self, Digits};
use super::font::{BOLD, COUNTER, SMALL, TINY};
use super::notation;
use super::painter::{DARK, LIT, Painter, line, rectangle};
use super::symbols;
use super::texts;
use crate::menu::snapshot::{ClockFace, Clocks, Running};
use crate::rules::Colour;

/// Height in pixels of the digits of the running clock.
pub const RUNNING_DIGITS: u32 = 39;
/// Height in pixels of the digits of the waiting clock.
pub const WAITING_DIGITS: u32 = 24;
/// Height in pixels of the digits of both clocks while neither runs.
pub const HALTED_DIGITS: u32 = 32;

/// Widths in pixels of the running clock's part and of the waiting clock's part.
const PARTS: (i32, i32) = (82, 46);
/// Width in pixels of either part while neither clock runs: a line stands between them.
const HALTED_PART: i32 = 62;
/// Row where the clocks end and the line below them begins.
const BOTTOM: i32 = 50;
/// Row of the middle of the digits, in all three sizes.
const AXIS: i32 = 28;
/// Pixels that stay free at either side of the digits: of the running clock, whose frame needs
/// some of them, and of the others.
const MARGINS: (i32, i32) = (4, 3);

/// Draws both clocks, the last move and the counters.
///
/// The running clock is a lit block with dark digits, two thirds of the width; the other is small,
/// on a dark ground. So the running side is seen even from where no digit can be read.
pub(super) fn draw_running<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    draw_both(painter, &game.clocks)?;
    draw_bottom_line(painter, game)
}

/// Draws both clocks stopped, and that the game is paused.
pub(super) fn draw_paused<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    draw_both(painter, &Clocks { running: None, ..game.clocks })?;
    // A bar below the clock that will run.
    let column = if game.turn == painter.snapshot.own() { 0 } else { WIDTH as i32 - HALTED_PART };
    painter.fill(rectangle(column, BOTTOM - 4, HALTED_PART, 2), LIT)?;
    painter.fill(rectangle(0, BOTTOM, WIDTH as i32, 14), LIT)?;
    painter.draw_text(texts::PAUSED, BOLD.at(2, BOTTOM + 1).dark())?;
    painter.draw_text(texts::HOLD_MENU, SMALL.right(WIDTH as i32 - 2, BOTTOM + 4).dark())
}

/// Draws both clocks, the reader's own at the left.
pub(super) fn draw_both<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = painter.snapshot.own();
    let width = WIDTH as i32;
    let (left, right) = match clocks.running {
        Some(colour) if colour == own => PARTS,
        Some(_) => (PARTS.1, PARTS.0),
        None => (HALTED_PART, HALTED_PART),
    };
    // Without a line between them two times would read as one number.
    painter.fill(rectangle(left + 1, 0, width - left - right - 2, BOTTOM - 5), LIT)?;
    draw_part(painter, clocks, own, rectangle(0, 0, left, BOTTOM))?;
    draw_part(painter, clocks, own.opponent(), rectangle(width - right, 0, right, BOTTOM))
}

/// Draws one player's clock in its part of the display.
fn draw_part<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    clocks: &Clocks,
    colour: Colour,
    part: Rectangle,
) -> Result<(), D::Error> {
    let face = clocks.of(colour);
    let (x, width) = (part.top_left.x, part.size.width as i32);
    let runs = clocks.running == Some(colour);
    let height = match clocks.running {
        None => HALTED_DIGITS,
        Some(_) if runs => RUNNING_DIGITS,
        Some(_) => WAITING_DIGITS,
    } as i32;
    // With little time left the block blinks to a frame, which still shows that this clock runs.
    let lit = runs && !(face.low && painter.snapshot.blink);
    let ink = if lit { DARK } else { LIT };
    if lit {
        painter.fill(part, LIT)?;
    } else if runs {
        painter.frame(part, 2)?;
        painter.fill(rectangle(x, 0, width, 8), LIT)?;
    }
    draw_heading(painter, colour, face, part, if runs { DARK } else { LIT })?;
    let margin = if runs { MARGINS.0 } else { MARGINS.1 };
    let area = rectangle(x + margin, AXIS - height / 2, width - 2 * margin, height);
    // Tenths are shown of the running clock, and of both to an arbiter who corrects them.
    let shows_tenths = !face.flagged && (runs || clocks.running.is_none());
    let digits = Digits::time(&face.time, face.time.tenths.filter(|_| shows_tenths));
    digits::draw(painter, &digits, area, ink, None)
}

/// Draws the player's colour above a clock, and from the right its flag, low time, period and
/// delay, as far as there is space for them.
fn draw_heading<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    colour: Colour,
    face: &ClockFace,
    part: Rectangle,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let x = part.top_left.x;
    symbols::draw_piece(painter, (x + 1, 1), colour, ink)?;
    let name = painter.translate(texts::colour(colour));
    painter.draw_line(name, SMALL.at(x + 9, 0).ink(ink))?;
    let name_end = x + 9 + SMALL.width(name);
    let mut right = x + part.size.width as i32 - 1;
    if face.flagged {
        return symbols::draw_flag(painter, (right - 6, 0), ink);
    }
    if face.low {
        painter.fill(rectangle(right - 3, 1, 2, 4), ink)?;
        painter.fill(rectangle(right - 3, 6, 2, 2), ink)?;
        right -= 6;
    }
    let period = face.period.map(|period| line!("P{period}"));
    let delay = face.delaying.then(|| line!("+"));
    for sign in [period, delay].into_iter().flatten() {
        let left = right - SMALL.width(&sign);
        if left > name_end {
            painter.draw_line(&sign, SMALL.right(right, 0).ink(ink))?;
            right = left - 2;
        }
    }
    Ok(())
}

/// Draws the line below the clocks: the last move and the counters.
fn draw_bottom_line<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    game: &Running,
) -> Result<(), D::Error> {
    let upper = match (game.uncrowned, game.repetition) {
        _ if game.adjusting => Some(line!("{}", painter.translate(texts::ADJUSTING))),
        (Some(square), _) => Some(line!("{} {square}", painter.translate(texts::TO_CROWN))),
        (None, Some(times)) => Some(line!("{} {times}", painter.translate(texts::REPEATED))),
        (None, None) => None,
    };
    let lower = game.count.as_ref().map(notation::count_of_moves);
    let mut move_width = WIDTH as i32 - 2;
    for (counter, y) in [(upper, BOTTOM), (lower, BOTTOM + 7)] {
        if let Some(counter) = counter {
            move_width = move_width.min(WIDTH as i32 - 6 - COUNTER.width(&counter));
            painter.draw_line(&counter, COUNTER.right(WIDTH as i32 - 1, y))?;
        }
    }
    let Some(played) = &game.last else {
        return painter.draw_text(texts::FIRST_MOVE, SMALL.at(1, BOTTOM + 4));
    };
    let line = notation::numbered_move(played);
    for (font, y) in [(BOLD, BOTTOM + 1), (SMALL, BOTTOM + 4), (TINY, BOTTOM + 5)] {
        if font.width(&line) <= move_width {
            return painter.draw_line(&line, font.at(1, y));
        }
    }
    // A capture whose path fits in no font: its ends still tell which piece moved.
    painter.draw_line(&notation::numbered_move(&played.short()), SMALL.at(1, BOTTOM + 4))
}

/// Row where the strip of both clocks begins.
pub(super) const STRIP: i32 = 49;

/// Draws both clocks side by side at the bottom, for the screens about another subject.
pub(super) fn draw_strip<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = painter.snapshot.own();
    let half = WIDTH as i32 / 2;
    draw_small(painter, clocks, own, rectangle(0, STRIP, half, 15))?;
    draw_small(painter, clocks, own.opponent(), rectangle(half, STRIP, half, 15))
}

/// Draws both clocks one below the other, right of a board.
pub(super) fn draw_beside_board<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    clocks: &Clocks,
) -> Result<(), D::Error> {
    let own = painter.snapshot.own();
    let (x, width) = (SIDE_X - 1, WIDTH as i32 - SIDE_X + 1);
    draw_small(painter, clocks, own.opponent(), rectangle(x, 40, width, 12))?;
    draw_small(painter, clocks, own, rectangle(x, 52, width, 12))
}

/// Draws one player's clock as a line of text.
fn draw_small<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    clocks: &Clocks,
    colour: Colour,
    area: Rectangle,
) -> Result<(), D::Error> {
    let face = clocks.of(colour);
    let runs = clocks.running == Some(colour);
    let lit = runs && !(face.low && painter.snapshot.blink);
    let ink = if lit { DARK } else { LIT };
    if lit {
        painter.fill(area, LIT)?;
    } else if runs {
        painter.frame(area, 1)?;
    }
    let Point { x, y } = area.top_left;
    let (width, height) = (area.size.width as i32, area.size.height as i32);
    let y = y + (height - 13) / 2;
    symbols::draw_piece(painter, (x + 3, y + 3), colour, ink)?;
    let time = line!("{}", face.time);
    // Beside the piece, and beside the flag if there is one.
    let fits = BOLD.width(&time) <= width - if face.flagged { 23 } else { 14 };
    let right = x + width - 3;
    let anchor = if fits { BOLD.right(right, y) } else { SMALL.right(right, y + 3) };
    painter.draw_line(&time, anchor.ink(ink))?;
    if face.flagged {
        symbols::draw_flag(painter, (x + 12, y + 3), ink)?;
    }
    Ok(())
}
