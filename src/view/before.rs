//! Before the first move: the board wakes up, the pieces come to their squares,
//! everything is ready; and the game that a power cut interrupted.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::clocks;
use super::marks;
use super::pen::{BOLD, DARK, LARGE, LIT, PLAIN, Pen, SMALL, rectangle};
use super::texts;
use crate::event::Cause;
use crate::menu::snapshot::{Label, Map, Played, Ready, Resume, SetUp};
use crate::rules::{Balance, Colour};

/// Where the column beside the board begins.
pub(super) const BESIDE: i32 = 67;

pub(super) fn start<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    version: &Label,
) -> Result<(), D::Error> {
    // A row of squares with pieces: the damiera at a glance.
    for column in 0..8 {
        pen.fill(rectangle(32 * column / 2, 0, 8, 8), LIT)?;
        pen.fill(rectangle(32 * column / 2 + 8, 8, 8, 8), LIT)?;
    }
    pen.write("DAMIERA").put(LARGE.centred(19))?;
    pen.words(texts::SUBTITLE, PLAIN.centred(39))?;
    pen.write(version.as_str()).put(SMALL.centred(54))
}

/// The board with what is missing and what is too much.
pub(super) fn map<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    map: &Map,
) -> Result<(), D::Error> {
    let turned = pen.snapshot.own() == Colour::Black;
    board::draw(pen, turned, &|cell| {
        if map.missing.contains(cell) {
            Mark::Missing
        } else if map.extra.contains(cell) {
            Mark::Extra
        } else if map.present.contains(cell) {
            Mark::Piece
        } else {
            Mark::None
        }
    })
}

pub(super) fn set_up<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    set_up: &SetUp,
) -> Result<(), D::Error> {
    map(pen, &set_up.map)?;
    pen.words(texts::SET_UP, BOLD.at(BESIDE, 0))?;
    if let Some(article) = set_up.notice {
        let y = pen.say(texts::notice(article)).wrap(PLAIN.at(BESIDE, 13))?;
        marks::bracketed(pen, article).put(SMALL.at(BESIDE, y))?;
    } else {
        pen.words(texts::THE_PIECES, PLAIN.at(BESIDE, 13))?;
    }
    let (missing, extra) = (set_up.map.missing.len() as u32, set_up.map.extra.len() as u32);
    let mut y = 64;
    // A board that is turned explains more than its silent reeds do.
    if !set_up.silent.is_empty() && set_up.notice.is_none() {
        y -= 9;
        let number = set_up.silent.len() as u32;
        pen.say(texts::NOT_FELT).sign(' ').number(number).put(SMALL.at(BESIDE, y))?;
    }
    for (number, mark, text) in
        [(extra, Mark::Extra, texts::EXTRA), (missing, Mark::Missing, texts::MISSING)]
    {
        if number > 0 {
            y -= 9;
            board::sign(pen, (BESIDE, y), mark, LIT)?;
            pen.say(text).sign(' ').number(number).put(SMALL.at(BESIDE + 11, y))?;
        }
    }
    if missing + extra == 0 {
        pen.words(texts::ALL_SET, SMALL.at(BESIDE, y - 9))?;
    }
    Ok(())
}

pub(super) fn ready<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    ready: &Ready,
) -> Result<(), D::Error> {
    pen.title(texts::READY)?;
    pen.write(ready.control.as_str()).aside()?;
    let mut to_play = false;
    if let Some(opening) = ready.opening {
        let at = 1 + pen.say(texts::OPENING).width(PLAIN) + 5;
        pen.put(PLAIN.at(1, 16))?;
        pen.number(opening.number().into()).put(LARGE.at(at, 12))?;
        match opening.balance() {
            Balance::Even => pen.say(texts::EVEN),
            balance => pen.show(&balance),
        };
        pen.put(BOLD.right(WIDTH as i32 - 2, 14))?;
        // The half-moves, what is on the board already crossed to a lit ground.
        let mut x = 1;
        for (index, played) in opening.moves().into_iter().enumerate() {
            let by = if index % 2 == 0 { Colour::White } else { Colour::Black };
            let played = Played { by, number: index as u16 / 2 + 1, played, whole: false };
            if by == Colour::White {
                pen.number(played.number.into()).sign('.').put(SMALL.at(x, 35))?;
                x += 11;
            }
            let wide = marks::ends(pen, &played).width(PLAIN);
            let on_board = index < usize::from(ready.on_board);
            if on_board {
                pen.fill(rectangle(x - 1, 33, wide + 1, 11), LIT)?;
            }
            let ink = if on_board { DARK } else { LIT };
            pen.put(PLAIN.at(x, 34).ink(ink))?;
            x += wide + 3;
        }
        to_play = ready.on_board < 3;
    } else {
        pen.words(texts::FREE_OPENING, BOLD.centred(24))?;
    }
    let hint = match ready.starter {
        _ if to_play => texts::PLAY_OPENING,
        Colour::White => texts::WHITE_PRESSES,
        Colour::Black => texts::BLACK_PRESSES,
    };
    pen.words(hint, SMALL.centred(54))
}

pub(super) fn resume<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    resume: &Resume,
) -> Result<(), D::Error> {
    pen.title(texts::RESUME)?;
    pen.number(resume.game).aside()?;
    let cause = match resume.cause {
        Cause::Power => texts::AFTER_POWER_CUT,
        Cause::Fault => texts::AFTER_FAULT,
    };
    pen.words(cause, PLAIN.at(1, 13))?;
    if let Some(played) = &resume.last {
        marks::notation(pen, &played.short()).put(BOLD.at(1, 24))?;
    }
    pen.words(texts::RESUME_HINT, SMALL.at(1, 39))?;
    clocks::strip(pen, &resume.clocks)
}
