//! Before the first move: the board wakes up, the pieces come to their squares,
//! everything is ready; and the game that a power cut interrupted.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::clocks;
use super::marks::Notation;
use super::pen::{BOLD, DARK, LARGE, LIT, PLAIN, Pen, SMALL, line, rectangle, width};
use super::texts;
use crate::event::Cause;
use crate::game::snapshot::{Label, Map, Played, Ready, Resume, SetUp, Snapshot};
use crate::rules::{Balance, Colour};

/// Where the column beside the board begins.
pub(super) const BESIDE: i32 = 67;

pub(super) fn start<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    version: &Label,
) -> Result<(), D::Error> {
    let across = (0, WIDTH as i32);
    // A row of squares with pieces: the damiera at a glance.
    for column in 0..8 {
        pen.fill(rectangle(32 * column / 2, 0, 8, 8), LIT)?;
        pen.fill(rectangle(32 * column / 2 + 8, 8, 8, 8), LIT)?;
    }
    pen.centred(LARGE, across, 19, LIT, "DAMIERA")?;
    let subtitle = pen.say(texts::SUBTITLE);
    pen.centred(PLAIN, across, 39, LIT, subtitle)?;
    pen.centred(SMALL, across, 54, LIT, version.as_str())
}

/// The board with what is missing and what is too much.
pub(super) fn map<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    map: &Map,
) -> Result<(), D::Error> {
    let turned = snapshot.own() == Colour::Black;
    board::draw(pen, turned, snapshot.blink, |cell| {
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
    snapshot: &Snapshot,
    set_up: &SetUp,
) -> Result<(), D::Error> {
    map(pen, snapshot, &set_up.map)?;
    pen.words(BOLD, (BESIDE, 0), texts::SET_UP)?;
    if let Some(article) = set_up.notice {
        let words = pen.say(texts::notice(article));
        let y = pen.wrapped(PLAIN, (BESIDE, 13), WIDTH as i32 - BESIDE, words)?;
        pen.text(SMALL, (BESIDE, y), LIT, &line(format_args!("({article})")))?;
    } else {
        pen.words(PLAIN, (BESIDE, 13), texts::THE_PIECES)?;
    }
    let (missing, extra) = (set_up.map.missing.len(), set_up.map.extra.len());
    let mut y = 64;
    // A board that is turned explains more than its silent reeds do.
    if !set_up.silent.is_empty() && set_up.notice.is_none() {
        y -= 9;
        let words = pen.say(texts::NOT_FELT);
        let number = set_up.silent.len();
        pen.text(SMALL, (BESIDE, y), LIT, &line(format_args!("{words} {number}")))?;
    }
    for (number, mark, text) in
        [(extra, Mark::Extra, texts::EXTRA), (missing, Mark::Missing, texts::MISSING)]
    {
        if number > 0 {
            y -= 9;
            board::sign(pen, (BESIDE, y), mark, LIT)?;
            let words = pen.say(text);
            pen.text(SMALL, (BESIDE + 11, y), LIT, &line(format_args!("{words} {number}")))?;
        }
    }
    if missing + extra == 0 {
        pen.words(SMALL, (BESIDE, y - 9), texts::ALL_SET)?;
    }
    Ok(())
}

pub(super) fn ready<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    ready: &Ready,
) -> Result<(), D::Error> {
    let word = pen.say(texts::READY);
    pen.title(word, ready.control.as_str())?;
    let mut to_play = false;
    if let Some(opening) = ready.opening {
        let words = pen.say(texts::OPENING);
        pen.text(PLAIN, (1, 16), LIT, words)?;
        let at = 1 + width(PLAIN, words) + 5;
        pen.text(LARGE, (at, 12), LIT, &line(format_args!("{}", opening.number())))?;
        let balance = opening.balance();
        let balance = match balance {
            Balance::Even => line(format_args!("{}", pen.say(texts::EVEN))),
            _ => line(format_args!("{balance}")),
        };
        pen.right(BOLD, (WIDTH as i32 - 2, 14), LIT, &balance)?;
        // The half-moves, what is on the board already crossed to a lit ground.
        let mut x = 1;
        for (index, played) in opening.moves().into_iter().enumerate() {
            let by = if index % 2 == 0 { Colour::White } else { Colour::Black };
            let played = Played { by, number: index as u16 / 2 + 1, played, whole: false };
            if by == Colour::White {
                let number = line(format_args!("{}.", played.number));
                pen.text(SMALL, (x, 35), LIT, &number)?;
                x += 11;
            }
            let text = line(format_args!("{}", Notation { played, numbered: false }));
            let on_board = index < usize::from(ready.on_board);
            if on_board {
                pen.fill(rectangle(x - 1, 33, width(PLAIN, &text) + 1, 11), LIT)?;
            }
            let ink = if on_board { DARK } else { LIT };
            pen.text(PLAIN, (x, 34), ink, &text)?;
            x += width(PLAIN, &text) + 3;
        }
        to_play = ready.on_board < 3;
    } else {
        let words = pen.say(texts::FREE_OPENING);
        pen.centred(BOLD, (0, WIDTH as i32), 24, LIT, words)?;
    }
    let hint = match ready.starter {
        _ if to_play => texts::PLAY_OPENING,
        Colour::White => texts::WHITE_PRESSES,
        Colour::Black => texts::BLACK_PRESSES,
    };
    let hint = pen.say(hint);
    pen.centred(SMALL, (0, WIDTH as i32), 54, LIT, hint)
}

pub(super) fn resume<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    resume: &Resume,
) -> Result<(), D::Error> {
    let word = pen.say(texts::RESUME);
    pen.title(word, &line(format_args!("{}", resume.game)))?;
    pen.words(
        PLAIN,
        (1, 13),
        match resume.cause {
            Cause::Power => texts::AFTER_POWER_CUT,
            Cause::Fault => texts::AFTER_FAULT,
        },
    )?;
    if let Some(played) = resume.last {
        let text = line(format_args!("{}", Notation { played: played.short(), numbered: true }));
        pen.text(BOLD, (1, 24), LIT, &text)?;
    }
    pen.words(SMALL, (1, 39), texts::RESUME_HINT)?;
    clocks::strip(pen, snapshot, &resume.clocks)
}
