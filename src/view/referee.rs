//! What the referee has to say during a game, with the clocks in a strip below.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::before::{self, BESIDE};
use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::clocks::{self, STRIP};
use super::digits;
use super::faults;
use super::marks;
use super::pen::{BOLD, LARGE, LIT, PLAIN, Pen, SMALL, TINY, rectangle};
use super::texts;
use crate::event::Reason;
use crate::menu::snapshot::{
    Arbiter, Claim, ClaimStage, Claimed, Crowning, Flag, GameResult, Info, Irregularity, Notice,
    Restore,
};
use crate::rules::{Cell, Colour, Squares};

pub(super) fn irregularity<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    irregular: &Irregularity,
) -> Result<(), D::Error> {
    pen.show(&irregular.breach.article(irregular.edition));
    if let Some(priority) = irregular.breach.priority() {
        marks::bracketed(pen.sign(' '), priority);
    }
    pen.head()?;
    pen.say(texts::colour(irregular.offender)).aside()?;
    pen.say(texts::breach(irregular.breach)).wrap(PLAIN.at(1, 12))?;
    places(pen, 32, irregular.squares, irregular.light)?;
    pen.words(texts::CORRECT, SMALL.at(1, 40))?;
    if irregular.can_keep {
        pen.words(texts::KEEP, SMALL.right(WIDTH as i32 - 1, 40))?;
    }
    clocks::strip(pen, &irregular.clocks)
}

pub(super) fn notice<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    notice: &Notice,
) -> Result<(), D::Error> {
    pen.title(texts::NOTICE)?;
    pen.show(&notice.article).aside()?;
    pen.say(texts::notice(notice.article)).wrap(PLAIN.at(1, 14))?;
    places(pen, 37, notice.squares, notice.light)?;
    clocks::strip(pen, &notice.clocks)
}

/// The squares by their numbers, and the light one by its row and column.
fn places<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    y: i32,
    squares: Squares,
    light: Option<Cell>,
) -> Result<(), D::Error> {
    if let Some(cell) = light {
        // A light square has no number: its row and column, both from 1, at square 1.
        faults::name(pen.say(texts::LIGHT_SQUARE).sign(' '), cell);
    }
    let end = WIDTH as i32 - pen.width(SMALL) - 5;
    pen.put(SMALL.right(WIDTH as i32 - 1, y))?;
    if squares.is_empty() {
        return Ok(());
    }
    let x = 1 + pen.say(texts::SQUARES).width(SMALL) + 5;
    pen.put(SMALL.at(1, y))?;
    marks::numbers(pen, squares, ((end - x) / 5).max(0) as usize);
    pen.put(SMALL.at(x, y))
}

pub(super) fn restore<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    restore: &Restore,
) -> Result<(), D::Error> {
    before::map(pen, &restore.map)?;
    pen.words(texts::PUT_RIGHT, BOLD.at(BESIDE, 0))?;
    if let Some(article) = restore.article {
        marks::bracketed(pen, article).put(SMALL.at(BESIDE, 13))?;
    }
    let mut y = 22;
    for (mark, cells, text) in [
        (Mark::Missing, restore.map.missing, texts::PUT),
        (Mark::Extra, restore.map.extra, texts::TAKE),
    ] {
        if cells.is_empty() {
            continue;
        }
        board::sign(pen, (BESIDE, y), mark, LIT)?;
        let squares = cells.dark();
        // Light squares have no number: then the word, and the map shows where.
        if squares.is_empty() {
            pen.say(text);
        } else {
            marks::numbers(pen, squares, 8);
        }
        pen.put(SMALL.at(BESIDE + 11, y))?;
        y += 9;
    }
    clocks::beside(pen, &restore.clocks)
}

pub(super) fn arbiter<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    arbiter: &Arbiter,
) -> Result<(), D::Error> {
    pen.title(texts::ARBITER)?;
    pen.say(texts::ASK_ARBITER).wrap(PLAIN.at(1, 12))?;
    places(pen, 40, arbiter.squares, None)?;
    clocks::strip(pen, &arbiter.clocks)
}

pub(super) fn crowning<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    crowning: &Crowning,
) -> Result<(), D::Error> {
    pen.words(texts::KING, LARGE.at(1, 1))?;
    pen.say(texts::colour(crowning.colour)).write(", ").say(texts::ON_SQUARE);
    pen.put(PLAIN.at(1, 20))?;
    let number = crowning.square.number();
    if number < 10 {
        pen.sign(' ');
    }
    pen.number(number.into());
    digits::draw(pen, rectangle(92, 1, 36, 28), LIT, digits::NOWHERE)?;
    pen.words(texts::STACK, PLAIN.at(1, 35))?;
    clocks::strip(pen, &crowning.clocks)
}

pub(super) fn claim<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    claim: &Claim,
) -> Result<(), D::Error> {
    pen.title(match (claim.stage, claim.by) {
        // Whose it is, a button will tell.
        (ClaimStage::Confirm, _) => texts::GAME,
        (_, Some(by)) => texts::colour(by),
        (_, None) => texts::ARBITER,
    })?;
    pen.words(texts::claimed(claim.what), BOLD.at(1, 12))?;
    match claim.what {
        Claimed::Repetition(times) => {
            pen.number(times.into()).sign(' ').say(texts::TIMES).sign(' ').say(texts::OF);
            pen.write(" 4");
        }
        Claimed::CountOfMoves(Some(count)) => {
            marks::counted(pen, &count);
        }
        Claimed::Agreement(confirmed) | Claimed::TakeBack(confirmed) => {
            let own = pen.snapshot.own();
            for (colour, x) in [(own, 1), (own.opponent(), WIDTH as i32 / 2)] {
                let done = if confirmed[colour as usize] { texts::YES } else { texts::NOT_YET };
                pen.say(texts::colour(colour)).sign(' ').say(done).put(PLAIN.at(x, 26))?;
            }
        }
        Claimed::Resignation | Claimed::King(_) | Claimed::CountOfMoves(None) => {}
    }
    pen.put(PLAIN.at(1, 26))?;
    pen.say(match (claim.stage, claim.what) {
        (ClaimStage::Confirm, Claimed::Agreement(_) | Claimed::TakeBack(_)) => texts::CONFIRM_BOTH,
        (ClaimStage::Confirm, Claimed::Resignation) => texts::CONFIRM_RESIGNATION,
        (ClaimStage::Confirm, _) => texts::CONFIRM_ANY,
        (ClaimStage::Checking, _) => texts::CHECKING,
        (ClaimStage::Accepted, _) => texts::ACCEPTED,
        (ClaimStage::Refused(_), _) => texts::REFUSED,
    });
    if let ClaimStage::Refused(Some(time)) = &claim.stage {
        pen.write(", ").say(texts::CHARGED).sign(' ').show(time);
    }
    pen.put(SMALL.at(1, 39))?;
    clocks::strip(pen, &claim.clocks)
}

pub(super) fn flag<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    flag: &Flag,
) -> Result<(), D::Error> {
    clocks::both(pen, &flag.clocks)?;
    pen.fill(rectangle(0, 50, WIDTH as i32, 14), LIT)?;
    marks::flag(pen, (3, 53), LIT.invert())?;
    pen.words(texts::colour(flag.first), BOLD.at(14, 51).dark())?;
    pen.words(texts::FELL_FIRST, SMALL.right(WIDTH as i32 - 2, 54).dark())
}

pub(super) fn result<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    result: &GameResult,
) -> Result<(), D::Error> {
    pen.title(texts::RESULT)?;
    if let Some(article) = result.reason.article() {
        pen.show(&article).aside()?;
    }
    let words = match (result.winner, result.reason) {
        (Some(Colour::White), _) => texts::WHITE_WINS,
        (Some(Colour::Black), _) => texts::BLACK_WINS,
        (None, Reason::BrokenOff) => texts::BROKEN_OFF,
        (None, _) => texts::DRAWN,
    };
    pen.words(words, LARGE.centred(12))?;
    pen.words(texts::reason(result.reason), PLAIN.centred(29))?;
    pen.number(result.moves.into()).sign(' ').say(texts::MOVES).put(SMALL.centred(40))?;
    clocks::strip(pen, &result.clocks)
}

pub(super) fn info<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    info: &Info,
) -> Result<(), D::Error> {
    pen.say(texts::GAME).sign(' ').number(info.game).head()?;
    let [white, black] = info.moves;
    pen.say(texts::MOVES).sign(' ').number(white.into()).sign('-').number(black.into());
    pen.put(SMALL.right(WIDTH as i32 - 1, 2).dark())?;
    let mut y = 12;
    if let Some(opening) = info.opening {
        pen.say(texts::OPENING).sign(' ').number(opening.number().into());
        pen.write(" (").show(&opening.balance()).sign(')');
    } else {
        pen.say(texts::FREE_OPENING);
    }
    pen.put(SMALL.at(1, y))?;
    y += 9;
    for played in info.last.iter().flatten() {
        let fits = marks::notation(pen, played).width(SMALL) < WIDTH as i32;
        let font = if fits { SMALL } else { TINY };
        pen.put(font.at(1, y))?;
        y += 9;
    }
    if let Some(count) = &info.count {
        marks::counted(pen.say(texts::COUNT).sign(' '), count).put(SMALL.at(1, STRIP - 9))?;
    }
    if let Some(times) = info.repetition {
        pen.say(texts::REPEATED).sign(' ').number(times.into());
        pen.put(SMALL.right(WIDTH as i32 - 1, STRIP - 9))?;
    }
    clocks::strip(pen, &info.clocks)
}
