//! Faults of the board, and the pages for whoever repairs it.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::before::BESIDE;
use super::board::{self, Mark};
use super::canvas::{HEIGHT, WIDTH};
use super::clocks;
use super::pen::{BOLD, COUNTER, DARK, LIT, Line, PLAIN, Pen, SMALL, line, rectangle};
use super::texts;
use crate::event::StorageFault;
use crate::game::snapshot::{About, Diagnostics, SensorFault, Snapshot, Weak};
use crate::rules::Cell;
use crate::sense::{Cells, Fault, Key, Keys, Line as Wire, Side};

/// Characters of a line of such a message. Seven of these lines fit below the title.
const ACROSS: usize = 25;

/// A message that nobody has written for a display: broken where a line ends, so that all of it is
/// there.
pub(super) fn crashed<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    message: &str,
) -> Result<(), D::Error> {
    let title = pen.say(texts::CRASHED);
    pen.title(title, "")?;
    let (mut y, mut rest) = (14, message);
    while !rest.is_empty() {
        let end = rest.char_indices().nth(ACROSS).map_or(rest.len(), |(at, _)| at);
        let (line, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        pen.text(COUNTER, (1, y), LIT, line)?;
        y += 7;
        rest = after;
    }
    Ok(())
}

pub(super) fn sensor<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    sensor: &SensorFault,
) -> Result<(), D::Error> {
    cells(pen, snapshot, Cells::EMPTY, Cells::EMPTY, sensor.cells)?;
    pen.words(BOLD, (BESIDE, 0), texts::SENSOR)?;
    let (words, place) = match sensor.fault {
        Fault::Chatter(cell) => (texts::CHATTERS, name(cell)),
        Fault::Stuck(cell) => (texts::STUCK, name(cell)),
        Fault::LightClosed(cell) => (texts::CLOSED, name(cell)),
        Fault::AllClosed(line) => (texts::LINE_CLOSED, wire(pen, line)),
        Fault::AllOpen(line) => (texts::LINE_OPEN, wire(pen, line)),
    };
    let words = pen.say(words);
    let y = pen.wrapped(SMALL, (BESIDE, 13), WIDTH as i32 - BESIDE, words)?;
    let place = match sensor.more {
        0 => place,
        more => line(format_args!("{place} +{more}")),
    };
    pen.text(SMALL, (BESIDE, y), LIT, &place)?;
    let own = snapshot.own();
    for (colour, y) in [(own.opponent(), 40), (own, 52)] {
        let area = rectangle(BESIDE - 1, y, WIDTH as i32 - BESIDE + 1, 12);
        clocks::row(pen, snapshot, &sensor.clocks, colour, area)?;
    }
    Ok(())
}

/// A square by its number, a light one by its row and column, both from 1.
fn name(cell: Cell) -> Line {
    match cell.dark() {
        Some(square) => line(format_args!("{square}")),
        None => line(format_args!("{}/{}", cell.row() + 1, cell.column() + 1)),
    }
}

fn wire<D: DrawTarget<Color = BinaryColor>>(pen: &Pen<'_, D>, wire: Wire) -> Line {
    match wire {
        Wire::Row(row) => line(format_args!("{} {}", pen.say(texts::ROW), row + 1)),
        Wire::Column(column) => line(format_args!("{} {}", pen.say(texts::COLUMN), column + 1)),
    }
}

/// The cells as the reeds lie, for who looks at the board from this display.
fn cells<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    closed: Cells,
    seen: Cells,
    wrong: Cells,
) -> Result<(), D::Error> {
    board::draw(pen, snapshot.facing == Side::North, snapshot.blink, |cell| {
        if wrong.contains(cell) {
            Mark::Extra
        } else if closed.contains(cell) {
            Mark::Piece
        } else if seen.contains(cell) {
            Mark::Dot
        } else {
            Mark::None
        }
    })
}

pub(super) fn storage<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    fault: StorageFault,
) -> Result<(), D::Error> {
    let title = pen.say(texts::MEMORY);
    pen.title(title, "!")?;
    let words = pen.say(texts::storage(fault));
    pen.wrapped(PLAIN, (1, 16), WIDTH as i32 - 1, words)?;
    pen.words(PLAIN, (1, 46), texts::GAME_GOES_ON)
}

pub(super) fn diagnostics<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    page: &Diagnostics,
) -> Result<(), D::Error> {
    match page {
        Diagnostics::Live { closed, working, rate } => {
            cells(pen, snapshot, *closed, *working, Cells::EMPTY)?;
            let [title, seen] = [texts::LIVE, texts::WORKING].map(|text| pen.say(text));
            pen.text(BOLD, (BESIDE, 0), LIT, title)?;
            pen.text(SMALL, (BESIDE, 18), LIT, &line(format_args!("{} / 64", closed.len())))?;
            pen.text(SMALL, (BESIDE, 31), LIT, seen)?;
            pen.text(SMALL, (BESIDE, 39), LIT, &line(format_args!("{} / 64", working.len())))?;
            pen.text(SMALL, (BESIDE, 55), LIT, &line(format_args!("{rate} Hz")))
        }
        Diagnostics::Weakest(weakest) => self::weakest(pen, weakest),
        Diagnostics::Keys(pressed) => keys(pen, snapshot, *pressed),
        Diagnostics::Display => {
            for y in 0..HEIGHT as i32 {
                for x in 0..WIDTH as i32 {
                    if (x + y + i32::from(snapshot.blink)) % 2 == 0 {
                        pen.fill(rectangle(x, y, 1, 1), LIT)?;
                    }
                }
            }
            Ok(())
        }
        Diagnostics::About(about) => self::about(pen, about),
    }
}

fn weakest<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    weakest: &[Option<Weak>; 5],
) -> Result<(), D::Error> {
    let title = pen.say(texts::WEAKEST);
    pen.title(title, "")?;
    let columns = pen.say(texts::WEAKEST_COLUMNS);
    pen.right(SMALL, (WIDTH as i32 - 1, 12), LIT, columns)?;
    if weakest.iter().all(Option::is_none) {
        let none = pen.say(texts::NO_WEAK);
        return pen.text(PLAIN, (1, 22), LIT, none);
    }
    for (row, weak) in weakest.iter().flatten().enumerate() {
        let y = 21 + 9 * row as i32;
        pen.text(SMALL, (1, y), LIT, &name(weak.cell))?;
        pen.right(SMALL, (92, y), LIT, &line(format_args!("{}", weak.closures)))?;
        let bounces = line(format_args!("{}", weak.bounces));
        pen.right(SMALL, (WIDTH as i32 - 1, y), LIT, &bounces)?;
    }
    Ok(())
}

/// The five keys as they lie for who reads this display: the own button at the
/// left.
fn keys<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    snapshot: &Snapshot,
    pressed: Keys,
) -> Result<(), D::Error> {
    let title = pen.say(texts::KEYS);
    pen.title(title, "")?;
    let player = |side| match side {
        Side::South => texts::SOUTH_KEY,
        Side::North => texts::NORTH_KEY,
    };
    let (own, other) = (snapshot.facing, snapshot.facing.other());
    let (own_name, other_name) = (pen.say(player(own)), pen.say(player(other)));
    for (key, name, x, wide) in [
        (Key::Player(own), own_name, 0, 34),
        (Key::Menu, "MENU", 36, 26),
        (Key::Minus, "-", 64, 13),
        (Key::Plus, "+", 79, 13),
        (Key::Player(other), other_name, 94, 34),
    ] {
        let area = rectangle(x, 24, wide, 22);
        let down = pressed.contains(key);
        if down {
            pen.fill(area, LIT)?;
        } else {
            pen.frame(area, 1)?;
        }
        pen.centred(SMALL, (x, x + wide + 1), 31, if down { DARK } else { LIT }, name)?;
    }
    Ok(())
}

fn about<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    about: &About,
) -> Result<(), D::Error> {
    let title = pen.say(texts::ABOUT);
    pen.title(title, "")?;
    for (row, (text, value)) in [
        (texts::VERSION, line(format_args!("{}", about.version.as_str()))),
        (texts::PROTOCOL, line(format_args!("{}", about.protocol))),
        (texts::IDENTITY, line(format_args!("{:016X}", about.id))),
        (texts::GAMES, line(format_args!("{}", about.games))),
        (texts::JOURNAL, line(format_args!("{} %", about.full))),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 13 + 10 * row as i32;
        pen.words(SMALL, (1, y), text)?;
        pen.right(SMALL, (WIDTH as i32 - 1, y), LIT, &value)?;
    }
    Ok(())
}
