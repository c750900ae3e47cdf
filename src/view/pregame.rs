//! The screens before the first move: version, set-up of the pieces, ready to start; and the
//! screen of a game that was interrupted.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark, SIDE_X};
use super::canvas::WIDTH;
use super::clocks;
use super::font::{BOLD, LARGE, PLAIN, SMALL};
use super::notation;
use super::painter::{DARK, LIT, Painter, line, rectangle};
use super::texts;
use crate::event::Cause;
use crate::menu::snapshot::{Label, Map, Played, Ready, Resume, SetUp};
use crate::rules::{Balance, Colour, Opening};

/// Draws the name and the version of the firmware.
pub(super) fn draw_start<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    version: &Label,
) -> Result<(), D::Error> {
    // Two rows of squares, as on a board.
    for column in 0..8 {
        painter.fill(rectangle(16 * column, 0, 8, 8), LIT)?;
        painter.fill(rectangle(16 * column + 8, 8, 8, 8), LIT)?;
    }
    painter.draw_line("DAMIERA", LARGE.centred(19))?;
    painter.draw_text(texts::SUBTITLE, PLAIN.centred(39))?;
    painter.draw_line(version.as_str(), SMALL.centred(54))
}

/// Draws the board with its pieces, the missing ones and those where none belongs.
pub(super) fn draw_map<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    map: &Map,
) -> Result<(), D::Error> {
    let turned = painter.snapshot.own() == Colour::Black;
    board::draw(painter, turned, |cell| {
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

/// Draws the board with the pieces to set up, and how many are missing or too many.
pub(super) fn draw_set_up<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    set_up: &SetUp,
) -> Result<(), D::Error> {
    draw_map(painter, &set_up.map)?;
    painter.draw_text(texts::SET_UP, BOLD.at(SIDE_X, 0))?;
    if let Some(article) = set_up.notice {
        let notice = painter.translate(texts::notice(article));
        let y = painter.draw_wrapped(notice, PLAIN.at(SIDE_X, 13))?;
        painter.draw_line(&line!("({article})"), SMALL.at(SIDE_X, y))?;
    } else {
        painter.draw_text(texts::THE_PIECES, PLAIN.at(SIDE_X, 13))?;
    }
    let (missing, extra) = (set_up.map.missing.len(), set_up.map.extra.len());
    let mut y = 64;
    // A board that is turned explains why reeds have not been felt.
    if !set_up.silent.is_empty() && set_up.notice.is_none() {
        y -= 9;
        let text = painter.translate(texts::NOT_FELT);
        painter.draw_line(&line!("{text} {}", set_up.silent.len()), SMALL.at(SIDE_X, y))?;
    }
    for (number, mark, text) in
        [(extra, Mark::Extra, texts::EXTRA), (missing, Mark::Missing, texts::MISSING)]
    {
        if number > 0 {
            y -= 9;
            board::draw_mark(painter, (SIDE_X, y), mark, LIT)?;
            let text = painter.translate(text);
            painter.draw_line(&line!("{text} {number}"), SMALL.at(SIDE_X + 11, y))?;
        }
    }
    if missing + extra == 0 {
        painter.draw_text(texts::ALL_SET, SMALL.at(SIDE_X, y - 9))?;
    }
    Ok(())
}

/// Draws the time control, the opening, and whose press starts the game.
pub(super) fn draw_ready<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    ready: &Ready,
) -> Result<(), D::Error> {
    painter.draw_title(texts::READY)?;
    painter.draw_header_right(ready.control.as_str())?;
    match ready.opening {
        Some(opening) => draw_opening(painter, opening, ready.on_board)?,
        None => painter.draw_text(texts::FREE_OPENING, BOLD.centred(24))?,
    }
    let hint = if ready.opening.is_some() && ready.on_board < 3 {
        texts::PLAY_OPENING
    } else if ready.starter == Colour::White {
        texts::WHITE_PRESSES
    } else {
        texts::BLACK_PRESSES
    };
    painter.draw_text(hint, SMALL.centred(54))
}

/// Draws the number of an opening, its balance, and its half-moves: those on the board dark on a
/// lit ground.
fn draw_opening<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    opening: Opening,
    on_board: u8,
) -> Result<(), D::Error> {
    let word = painter.translate(texts::OPENING);
    painter.draw_line(word, PLAIN.at(1, 16))?;
    painter.draw_line(&line!("{}", opening.number()), LARGE.at(6 + PLAIN.width(word), 12))?;
    let right = BOLD.right(WIDTH as i32 - 2, 14);
    match opening.balance() {
        Balance::Even => painter.draw_text(texts::EVEN, right)?,
        balance => painter.draw_line(&line!("{balance}"), right)?,
    }
    let mut x = 1;
    for (index, played) in opening.moves().into_iter().enumerate() {
        let by = if index % 2 == 0 { Colour::White } else { Colour::Black };
        let played = Played { by, number: index as u16 / 2 + 1, played, whole: false };
        if by == Colour::White {
            painter.draw_line(&line!("{}.", played.number), SMALL.at(x, 35))?;
            x += 11;
        }
        let half_move = notation::bare_move(&played);
        let width = PLAIN.width(&half_move);
        let is_on_board = index < usize::from(on_board);
        if is_on_board {
            painter.fill(rectangle(x - 1, 33, width + 1, 11), LIT)?;
        }
        let ink = if is_on_board { DARK } else { LIT };
        painter.draw_line(&half_move, PLAIN.at(x, 34).ink(ink))?;
        x += width + 3;
    }
    Ok(())
}

/// Draws the interrupted game, and why it was interrupted.
pub(super) fn draw_resume<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    resume: &Resume,
) -> Result<(), D::Error> {
    painter.draw_title(texts::RESUME)?;
    painter.draw_header_right(&line!("{}", resume.game))?;
    let cause = match resume.cause {
        Cause::Power => texts::AFTER_POWER_CUT,
        Cause::Fault => texts::AFTER_FAULT,
    };
    painter.draw_text(cause, PLAIN.at(1, 13))?;
    if let Some(played) = &resume.last {
        painter.draw_line(&notation::numbered_move(&played.short()), BOLD.at(1, 24))?;
    }
    painter.draw_text(texts::RESUME_HINT, SMALL.at(1, 39))?;
    clocks::draw_strip(painter, &resume.clocks)
}
