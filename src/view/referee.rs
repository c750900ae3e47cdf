//! The messages of the referee during a game, with the clocks in a strip below.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;
use heapless::Vec;

use super::board::{self, Mark, SIDE_X};
use super::canvas::WIDTH;
use super::clocks::{self, STRIP};
use super::digits::{self, Digits};
use super::font::{BOLD, LARGE, PLAIN, SMALL, TINY};
use super::notation;
use super::painter::{DARK, LIT, Painter, line, rectangle};
use super::pregame;
use super::symbols;
use super::texts;
use crate::event::Reason;
use crate::menu::snapshot::{
    Arbiter, Claim, ClaimStage, Claimed, Crowning, Flag, GameResult, Info, Irregularity, Notice,
    Restore,
};
use crate::rules::{Cell, Colour, Squares};

/// Draws an irregularity and the opponent's choice.
pub(super) fn draw_irregularity<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    irregular: &Irregularity,
) -> Result<(), D::Error> {
    let article = irregular.breach.article(irregular.edition);
    match irregular.breach.priority() {
        Some(priority) => painter.draw_header(&line!("{article} ({priority})"))?,
        None => painter.draw_header(&line!("{article}"))?,
    }
    painter.draw_header_right(painter.translate(texts::colour(irregular.offender)))?;
    let breach = painter.translate(texts::breach(irregular.breach));
    painter.draw_wrapped(breach, PLAIN.at(1, 12))?;
    draw_squares(painter, 32, irregular.squares, irregular.light)?;
    painter.draw_text(texts::CORRECT, SMALL.at(1, 40))?;
    if irregular.can_keep {
        painter.draw_text(texts::KEEP, SMALL.right(WIDTH as i32 - 1, 40))?;
    }
    clocks::draw_strip(painter, &irregular.clocks)
}

/// Draws a notice that asks for no choice.
pub(super) fn draw_notice<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    notice: &Notice,
) -> Result<(), D::Error> {
    painter.draw_title(texts::NOTICE)?;
    if let Some(article) = notice.article.in_edition(notice.edition) {
        painter.draw_header_right(&line!("{article}"))?;
    }
    let text = painter.translate(texts::notice(notice.article));
    painter.draw_wrapped(text, PLAIN.at(1, 14))?;
    draw_squares(painter, 37, notice.squares, notice.light)?;
    clocks::draw_strip(painter, &notice.clocks)
}

/// Draws squares by their numbers, and at the right a light cell by its row and column.
fn draw_squares<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    y: i32,
    squares: Squares,
    light: Option<Cell>,
) -> Result<(), D::Error> {
    let mut end = WIDTH as i32 - 5;
    if let Some(cell) = light {
        let word = painter.translate(texts::LIGHT_SQUARE);
        let line = line!("{word} {}", notation::cell(cell));
        painter.draw_line(&line, SMALL.right(WIDTH as i32 - 1, y))?;
        end -= SMALL.width(&line);
    }
    if squares.is_empty() {
        return Ok(());
    }
    let word = painter.translate(texts::SQUARES);
    painter.draw_line(word, SMALL.at(1, y))?;
    let x = 6 + SMALL.width(word);
    let characters = (end - x).max(0) / SMALL.character_width();
    let numbers = notation::squares(squares, characters as usize);
    painter.draw_line(&numbers, SMALL.at(x, y))
}

/// Draws the pieces to put back and to take off.
pub(super) fn draw_restore<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    restore: &Restore,
) -> Result<(), D::Error> {
    pregame::draw_map(painter, &restore.map)?;
    painter.draw_text(texts::PUT_RIGHT, BOLD.at(SIDE_X, 0))?;
    if let Some(article) = restore.article {
        painter.draw_line(&line!("({article})"), SMALL.at(SIDE_X, 13))?;
    }
    let mut y = 22;
    for (mark, cells, text) in [
        (Mark::Missing, restore.map.missing, texts::PUT),
        (Mark::Extra, restore.map.extra, texts::TAKE),
    ] {
        if cells.is_empty() {
            continue;
        }
        board::draw_mark(painter, (SIDE_X, y), mark, LIT)?;
        let squares = cells.dark();
        let anchor = SMALL.at(SIDE_X + 11, y);
        // Light squares have no number: a word instead, and the map shows where.
        if squares.is_empty() {
            painter.draw_text(text, anchor)?;
        } else {
            painter.draw_line(&notation::squares(squares, 8), anchor)?;
        }
        y += 9;
    }
    clocks::draw_beside_board(painter, &restore.clocks)
}

/// Draws that the arbiter has to decide, and the squares in doubt.
pub(super) fn draw_arbiter<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    arbiter: &Arbiter,
) -> Result<(), D::Error> {
    painter.draw_title(texts::ARBITER)?;
    painter.draw_wrapped(painter.translate(texts::ASK_ARBITER), PLAIN.at(1, 12))?;
    draw_squares(painter, 40, arbiter.squares, None)?;
    clocks::draw_strip(painter, &arbiter.clocks)
}

/// Draws the square of a new king, on which a second piece has to be put.
pub(super) fn draw_crowning<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    crowning: &Crowning,
) -> Result<(), D::Error> {
    painter.draw_text(texts::KING, LARGE.at(1, 1))?;
    let colour = painter.translate(texts::colour(crowning.colour));
    let square = painter.translate(texts::ON_SQUARE);
    painter.draw_line(&line!("{colour}, {square}"), PLAIN.at(1, 20))?;
    let number = crowning.square.number();
    let digits = if number < 10 { Digits::new().gap() } else { Digits::new() };
    let digits = digits.number(number.into());
    digits::draw(painter, &digits, rectangle(92, 1, 36, 28), LIT, None)?;
    painter.draw_text(texts::STACK, PLAIN.at(1, 35))?;
    clocks::draw_strip(painter, &crowning.clocks)
}

/// Draws a claim or an offer, and its stage.
pub(super) fn draw_claim<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    claim: &Claim,
) -> Result<(), D::Error> {
    painter.draw_title(match (claim.stage, claim.by) {
        // The button that confirms will tell whose claim it is.
        (ClaimStage::Confirm, _) => texts::GAME,
        (_, Some(by)) => texts::colour(by),
        (_, None) => texts::ARBITER,
    })?;
    painter.draw_text(texts::claimed(claim.what), BOLD.at(1, 12))?;
    if let Claimed::Restart(article, _) = claim.what {
        painter.draw_line(&line!("{article}"), BOLD.right(WIDTH as i32 - 1, 12))?;
    }
    draw_claimed(painter, claim.what, claim.stage)?;
    let stage = painter.translate(match (claim.stage, claim.what) {
        (ClaimStage::Confirm, Claimed::Agreement(_) | Claimed::TakeBack(_)) => texts::CONFIRM_BOTH,
        (ClaimStage::Confirm, Claimed::Restart(..)) => texts::CONFIRM_BOTH_OR_ARBITER,
        (ClaimStage::Refused(_), Claimed::Restart(..)) => texts::TOO_LATE,
        (ClaimStage::Confirm, Claimed::AnnulSeconds | Claimed::NotCrowned) => {
            texts::CONFIRM_OPPONENT
        }
        (ClaimStage::Confirm, Claimed::Resignation) => texts::CONFIRM_RESIGNATION,
        (ClaimStage::Confirm, _) => texts::CONFIRM_ANY,
        (ClaimStage::Checking, _) => texts::CHECKING,
        (ClaimStage::Accepted, _) => texts::ACCEPTED,
        (ClaimStage::Refused(_), _) => texts::REFUSED,
    });
    let line = match claim.stage {
        // Nothing is charged for asking to begin again.
        ClaimStage::Refused(Some(time)) if !matches!(claim.what, Claimed::Restart(..)) => {
            line!("{stage}, {} {time}", painter.translate(texts::CHARGED))
        }
        _ => line!("{stage}"),
    };
    painter.draw_line(&line, SMALL.at(1, 39))?;
    clocks::draw_strip(painter, &claim.clocks)
}

/// Draws the details of a claim: counters, or which player has confirmed.
fn draw_claimed<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    claimed: Claimed,
    stage: ClaimStage,
) -> Result<(), D::Error> {
    match claimed {
        Claimed::Repetition(times) => {
            let [word, of] = [texts::TIMES, texts::OF].map(|text| painter.translate(text));
            painter.draw_line(&line!("{times} {word} {of} 4"), PLAIN.at(1, 26))
        }
        Claimed::CountOfMoves(Some(count)) => {
            painter.draw_line(&notation::count_of_moves(&count), PLAIN.at(1, 26))
        }
        Claimed::Restart(..) if stage != ClaimStage::Confirm => Ok(()),
        Claimed::Agreement(confirmed)
        | Claimed::TakeBack(confirmed)
        | Claimed::Restart(_, confirmed) => {
            let own = painter.snapshot.own();
            for (colour, x) in [(own, 1), (own.opponent(), WIDTH as i32 / 2)] {
                let name = painter.translate(texts::colour(colour));
                let has_confirmed = confirmed[colour as usize];
                let answer = if has_confirmed { texts::YES } else { texts::NOT_YET };
                let line = line!("{name} {}", painter.translate(answer));
                painter.draw_line(&line, PLAIN.at(x, 26))?;
            }
            Ok(())
        }
        Claimed::Resignation
        | Claimed::King(_)
        | Claimed::CountOfMoves(None)
        | Claimed::AnnulSeconds
        | Claimed::NotCrowned
        | Claimed::CrownLate => Ok(()),
    }
}

/// Draws whose flag fell first, below both clocks.
pub(super) fn draw_flag<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    flag: &Flag,
) -> Result<(), D::Error> {
    clocks::draw_both(painter, &flag.clocks)?;
    painter.fill(rectangle(0, 50, WIDTH as i32, 14), LIT)?;
    symbols::draw_flag(painter, (3, 53), DARK)?;
    painter.draw_text(texts::colour(flag.first), BOLD.at(14, 51).dark())?;
    painter.draw_text(texts::FELL_FIRST, SMALL.right(WIDTH as i32 - 2, 54).dark())
}

/// Draws the result of a game and its reason.
pub(super) fn draw_result<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    result: &GameResult,
) -> Result<(), D::Error> {
    painter.draw_title(texts::RESULT)?;
    if let Some(article) = result.reason.article(result.edition) {
        painter.draw_header_right(&line!("{article}"))?;
    }
    let text = match (result.winner, result.reason) {
        (Some(Colour::White), _) => texts::WHITE_WINS,
        (Some(Colour::Black), _) => texts::BLACK_WINS,
        (None, Reason::BrokenOff) => texts::BROKEN_OFF,
        (None, _) => texts::DRAWN,
    };
    painter.draw_text(text, LARGE.centred(12))?;
    painter.draw_text(texts::reason(result.reason), PLAIN.centred(29))?;
    let moves = line!("{} {}", result.moves, painter.translate(texts::MOVES));
    painter.draw_line(&moves, SMALL.centred(40))?;
    clocks::draw_strip(painter, &result.clocks)
}

/// Draws the number of the game, its moves, its opening, the last two half-moves and the counters.
/// After a capture, its whole path and the order in which its pieces came off (5.10, 5.12) take the
/// lines of both half-moves.
pub(super) fn draw_info<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    info: &Info,
) -> Result<(), D::Error> {
    painter.draw_header(&line!("{} {}", painter.translate(texts::GAME), info.game))?;
    let [white, black] = info.moves;
    let moves = line!("{} {white}-{black}", painter.translate(texts::MOVES));
    painter.draw_line(&moves, SMALL.right(WIDTH as i32 - 1, 2).dark())?;
    let opening = match info.opening {
        Some(opening) => {
            let word = painter.translate(texts::OPENING);
            line!("{word} {} ({})", opening.number(), opening.balance())
        }
        None => line!("{}", painter.translate(texts::FREE_OPENING)),
    };
    painter.draw_line(&opening, SMALL.at(1, 12))?;
    let removed = notation::in_order(info.removed.iter());
    let [before, last] = info.last;
    let moves = [before.filter(|_| removed.is_empty()), last];
    let mut lines = moves.iter().flatten().map(notation::numbered_move).collect::<Vec<_, 3>>();
    if !removed.is_empty() {
        // 5.12: as many lines as two moves take.
        let _ = lines.push(line!("{} {removed}", painter.translate(texts::TAKEN_OFF)));
    }
    for (line, y) in lines.iter().zip((21..).step_by(9)) {
        let (font, x) = if SMALL.width(line) < WIDTH as i32 { (SMALL, 1) } else { (TINY, 0) };
        painter.draw_line(line, font.at(x, y))?;
    }
    if let Some(count) = &info.count {
        let count = notation::count_of_moves(count);
        let line = line!("{} {count}", painter.translate(texts::COUNT));
        painter.draw_line(&line, SMALL.at(1, STRIP - 9))?;
    }
    if let Some(times) = info.repetition {
        let line = line!("{} {times}", painter.translate(texts::REPEATED));
        painter.draw_line(&line, SMALL.right(WIDTH as i32 - 1, STRIP - 9))?;
    }
    clocks::draw_strip(painter, &info.clocks)
}
