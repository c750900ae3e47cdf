//! What the referee has to say during a game, with the clocks in a strip below.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::before::{self, BESIDE};
use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::clocks::{self, STRIP};
use super::digits::{self, Glyph};
use super::marks::{self, Counted, Notation};
use super::pen::{BOLD, LARGE, LIT, Line, PLAIN, Pen, SMALL, TINY, line, rectangle, width};
use super::texts;
use crate::event::Reason;
use crate::game::snapshot::{
    Arbiter, Claim, ClaimStage, Claimed, Crowning, Flag, GameResult, Info, Irregularity, Language,
    Notice, Restore, Snapshot,
};
use crate::rules::{Cell, Colour, Square, Squares};
use crate::sense::Cells;

const FULL: (i32, i32) = (0, WIDTH as i32);

pub(super) fn irregularity<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    irregular: &Irregularity,
) -> Result<(), D::Error> {
    let article = irregular.breach.article(irregular.edition);
    let title = match irregular.breach.priority() {
        Some(priority) => line(format_args!("{article} ({priority})")),
        None => line(format_args!("{article}")),
    };
    let offender = pen.say(texts::colour(irregular.offender));
    pen.title(&title, offender)?;
    let words = pen.say(texts::breach(irregular.breach));
    pen.wrapped(PLAIN, (1, 12), WIDTH as i32 - 1, words)?;
    places(pen, 32, irregular.squares, irregular.light)?;
    pen.words(SMALL, (1, 40), texts::CORRECT)?;
    if irregular.can_keep {
        let keep = pen.say(texts::KEEP);
        pen.right(SMALL, (WIDTH as i32 - 1, 40), LIT, keep)?;
    }
    clocks::strip(pen, snapshot, &irregular.clocks)
}

pub(super) fn notice<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    notice: &Notice,
) -> Result<(), D::Error> {
    let title = pen.say(texts::NOTICE);
    pen.title(title, &line(format_args!("{}", notice.article)))?;
    let words = pen.say(texts::notice(notice.article));
    pen.wrapped(PLAIN, (1, 14), WIDTH as i32 - 1, words)?;
    places(pen, 37, notice.squares, notice.light)?;
    clocks::strip(pen, snapshot, &notice.clocks)
}

/// The squares by their numbers, and the light one by its row and column.
fn places<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    y: i32,
    squares: Squares,
    light: Option<Cell>,
) -> Result<(), D::Error> {
    let mut x = 1;
    let light = light.map(|cell| light_square(pen.language, cell)).unwrap_or_default();
    if !squares.is_empty() {
        let word = pen.say(texts::SQUARES);
        pen.text(SMALL, (x, y), LIT, word)?;
        x += width(SMALL, word) + 5;
        let room = (WIDTH as i32 - x - width(SMALL, &light) - 5) / 5;
        let text = marks::numbers(squares, room.max(0) as usize);
        pen.text(SMALL, (x, y), LIT, &text)?;
    }
    pen.right(SMALL, (WIDTH as i32 - 1, y), LIT, &light)
}

/// A light square has no number: its row and column, both from 1, at square 1.
fn light_square(language: Language, cell: Cell) -> Line {
    let (row, column) = (cell.row() + 1, cell.column() + 1);
    line(format_args!("{} {row}/{column}", texts::LIGHT_SQUARE.say(language)))
}

pub(super) fn restore<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    restore: &Restore,
) -> Result<(), D::Error> {
    before::map(pen, snapshot, &restore.map)?;
    pen.words(BOLD, (BESIDE, 0), texts::PUT_RIGHT)?;
    if let Some(article) = restore.article {
        pen.text(SMALL, (BESIDE, 13), LIT, &line(format_args!("({article})")))?;
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
        let numbers = marks::numbers(dark(cells), 8);
        // Light squares have no number: then the word, and the map shows where.
        let words = if numbers.is_empty() { pen.say(text) } else { &numbers };
        pen.text(SMALL, (BESIDE + 11, y), LIT, words)?;
        y += 9;
    }
    let own = snapshot.own();
    for (colour, y) in [(own.opponent(), 40), (own, 52)] {
        let area = rectangle(BESIDE - 1, y, WIDTH as i32 - BESIDE + 1, 12);
        clocks::row(pen, snapshot, &restore.clocks, colour, area)?;
    }
    Ok(())
}

/// The cells that are squares of the game.
fn dark(cells: Cells) -> Squares {
    let is_in = |square: &Square| cells.contains(square.cell());
    Square::all().filter(is_in).collect()
}

pub(super) fn arbiter<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    arbiter: &Arbiter,
) -> Result<(), D::Error> {
    let title = pen.say(texts::ARBITER);
    pen.title(title, "")?;
    let words = pen.say(texts::ASK_ARBITER);
    pen.wrapped(PLAIN, (1, 12), WIDTH as i32 - 1, words)?;
    places(pen, 40, arbiter.squares, None)?;
    clocks::strip(pen, snapshot, &arbiter.clocks)
}

pub(super) fn crowning<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    crowning: &Crowning,
) -> Result<(), D::Error> {
    pen.words(LARGE, (1, 1), texts::KING)?;
    let square = pen.say(texts::ON_SQUARE);
    let colour = pen.say(texts::colour(crowning.colour));
    pen.text(PLAIN, (1, 20), LIT, &line(format_args!("{colour}, {square}")))?;
    let number = crowning.square.number();
    let number = if number > 9 {
        [Glyph::Digit(number / 10), Glyph::Digit(number % 10)]
    } else {
        [Glyph::Space, Glyph::Digit(number)]
    };
    digits::draw(pen, &number, rectangle(92, 1, 36, 28), LIT)?;
    pen.words(PLAIN, (1, 35), texts::STACK)?;
    clocks::strip(pen, snapshot, &crowning.clocks)
}

pub(super) fn claim<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    claim: &Claim,
) -> Result<(), D::Error> {
    let by = match (claim.stage, claim.by) {
        // Whose it is, a button will tell.
        (ClaimStage::Confirm, _) => texts::GAME,
        (_, Some(by)) => texts::colour(by),
        (_, None) => texts::ARBITER,
    };
    let (by, what) = (pen.say(by), pen.say(texts::claimed(claim.what)));
    pen.title(by, "")?;
    pen.text(BOLD, (1, 12), LIT, what)?;
    match claim.what {
        Claimed::Repetition(times) => {
            let (word, of) = (pen.say(texts::TIMES), pen.say(texts::OF));
            pen.text(PLAIN, (1, 26), LIT, &line(format_args!("{times} {word} {of} 4")))?;
        }
        Claimed::CountOfMoves(Some(count)) => {
            pen.text(PLAIN, (1, 26), LIT, &line(format_args!("{}", Counted(count))))?;
        }
        Claimed::Agreement(confirmed) | Claimed::TakeBack(confirmed) => {
            let own = snapshot.own();
            for (colour, x) in [(own, 1), (own.opponent(), WIDTH as i32 / 2)] {
                let name = pen.say(texts::colour(colour));
                let done = if confirmed[colour as usize] { texts::YES } else { texts::NOT_YET };
                let done = pen.say(done);
                pen.text(PLAIN, (x, 26), LIT, &line(format_args!("{name} {done}")))?;
            }
        }
        Claimed::Resignation | Claimed::King(_) | Claimed::CountOfMoves(None) => {}
    }
    let stage = match (claim.stage, claim.what) {
        (ClaimStage::Confirm, Claimed::Agreement(_) | Claimed::TakeBack(_)) => texts::CONFIRM_BOTH,
        (ClaimStage::Confirm, Claimed::Resignation) => texts::CONFIRM_RESIGNATION,
        (ClaimStage::Confirm, _) => texts::CONFIRM_ANY,
        (ClaimStage::Checking, _) => texts::CHECKING,
        (ClaimStage::Accepted, _) => texts::ACCEPTED,
        (ClaimStage::Refused(_), _) => texts::REFUSED,
    };
    let stage = pen.say(stage);
    let stage = match claim.stage {
        ClaimStage::Refused(Some(time)) => {
            line(format_args!("{stage}, {} {time}", pen.say(texts::CHARGED)))
        }
        _ => line(format_args!("{stage}")),
    };
    pen.text(SMALL, (1, 39), LIT, &stage)?;
    clocks::strip(pen, snapshot, &claim.clocks)
}

pub(super) fn flag<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    flag: &Flag,
) -> Result<(), D::Error> {
    clocks::both(pen, snapshot, &flag.clocks)?;
    let first = pen.say(texts::colour(flag.first));
    pen.fill(rectangle(0, 50, WIDTH as i32, 14), LIT)?;
    marks::flag(pen, (3, 53), LIT.invert())?;
    let words = pen.say(texts::FELL_FIRST);
    pen.text(BOLD, (14, 51), LIT.invert(), first)?;
    pen.right(SMALL, (WIDTH as i32 - 2, 54), LIT.invert(), words)
}

pub(super) fn result<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    result: &GameResult,
) -> Result<(), D::Error> {
    let title = pen.say(texts::RESULT);
    let article = result.reason.article().map(|article| line(format_args!("{article}")));
    pen.title(title, &article.unwrap_or_default())?;
    let words = match (result.winner, result.reason) {
        (Some(Colour::White), _) => texts::WHITE_WINS,
        (Some(Colour::Black), _) => texts::BLACK_WINS,
        (None, Reason::BrokenOff) => texts::BROKEN_OFF,
        (None, _) => texts::DRAWN,
    };
    let words = pen.say(words);
    pen.centred(LARGE, FULL, 12, LIT, words)?;
    let words = pen.say(texts::reason(result.reason));
    pen.centred(PLAIN, FULL, 29, LIT, words)?;
    let moves = pen.say(texts::MOVES);
    pen.centred(SMALL, FULL, 40, LIT, &line(format_args!("{} {moves}", result.moves)))?;
    clocks::strip(pen, snapshot, &result.clocks)
}

pub(super) fn info<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    info: &Info,
) -> Result<(), D::Error> {
    let (title, moves) = (pen.say(texts::GAME), pen.say(texts::MOVES));
    let [white, black] = info.moves;
    pen.title(&line(format_args!("{title} {}", info.game)), "")?;
    let moves = line(format_args!("{moves} {white}-{black}"));
    pen.right(SMALL, (WIDTH as i32 - 1, 2), LIT.invert(), &moves)?;
    let mut y = 12;
    if let Some(opening) = info.opening {
        let (word, balance) = (pen.say(texts::OPENING), opening.balance());
        let number = opening.number();
        pen.text(SMALL, (1, y), LIT, &line(format_args!("{word} {number} ({balance})")))?;
    } else {
        pen.words(SMALL, (1, y), texts::FREE_OPENING)?;
    }
    y += 9;
    for played in info.last.into_iter().flatten() {
        let whole = line(format_args!("{}", Notation { played, numbered: true }));
        let font = if width(SMALL, &whole) < WIDTH as i32 { SMALL } else { TINY };
        pen.text(font, (1, y), LIT, &whole)?;
        y += 9;
    }
    if let Some(count) = info.count {
        let word = pen.say(texts::COUNT);
        pen.text(SMALL, (1, STRIP - 9), LIT, &line(format_args!("{word} {}", Counted(count))))?;
    }
    if let Some(times) = info.repetition {
        let word = pen.say(texts::REPEATED);
        let text = line(format_args!("{word} {times}"));
        pen.right(SMALL, (WIDTH as i32 - 1, STRIP - 9), LIT, &text)?;
    }
    clocks::strip(pen, snapshot, &info.clocks)
}
