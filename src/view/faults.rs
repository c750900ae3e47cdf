//! Faults of the board, and the pages for whoever repairs it.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::before::BESIDE;
use super::board::{self, Mark};
use super::canvas::WIDTH;
use super::clocks;
use super::pen::{BOLD, COUNTER, DARK, LIT, PLAIN, Pen, SMALL, rectangle};
use super::texts::{self, Text};
use crate::event::StorageFault;
use crate::menu::snapshot::{About, Diagnostics, SensorFault, Weak};
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
    pen.title(texts::CRASHED)?;
    let mut y = 14;
    for (index, letter) in message.chars().enumerate() {
        if index > 0 && index % ACROSS == 0 {
            pen.put(COUNTER.at(1, y))?;
            y += 7;
        }
        pen.sign(letter);
    }
    pen.put(COUNTER.at(1, y))
}

pub(super) fn sensor<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    sensor: &SensorFault,
) -> Result<(), D::Error> {
    cells(pen, Cells::EMPTY, Cells::EMPTY, sensor.cells)?;
    pen.words(texts::SENSOR, BOLD.at(BESIDE, 0))?;
    let words = match sensor.fault {
        Fault::Chatter(_) => texts::CHATTERS,
        Fault::Stuck(_) => texts::STUCK,
        Fault::LightClosed(_) => texts::CLOSED,
        Fault::AllClosed(_) => texts::LINE_CLOSED,
        Fault::AllOpen(_) => texts::LINE_OPEN,
    };
    let y = pen.say(words).wrap(SMALL.at(BESIDE, 13))?;
    debug_assert!(y < 32, "the clocks are below");
    match sensor.fault {
        Fault::Chatter(cell) | Fault::Stuck(cell) | Fault::LightClosed(cell) => name(pen, cell),
        Fault::AllClosed(line) | Fault::AllOpen(line) => {
            let (word, number) = match line {
                Wire::Row(row) => (texts::ROW, row),
                Wire::Column(column) => (texts::COLUMN, column),
            };
            pen.say(word).sign(' ').number(u32::from(number) + 1)
        }
    };
    if sensor.more > 0 {
        pen.write(" +").number(sensor.more.into());
    }
    pen.put(SMALL.at(BESIDE, y))?;
    clocks::beside(pen, &sensor.clocks)
}

/// Writes a square by its number, a light one by its row and column, both from 1.
pub(super) fn name<'a, 'b, D>(pen: &'a mut Pen<'b, D>, cell: Cell) -> &'a mut Pen<'b, D> {
    match cell.dark() {
        Some(square) => pen.number(square.number().into()),
        None => {
            pen.number(u32::from(cell.row()) + 1).sign('/').number(u32::from(cell.column()) + 1)
        }
    }
}

/// The cells as the reeds lie, for who looks at the board from this display.
fn cells<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    closed: Cells,
    seen: Cells,
    wrong: Cells,
) -> Result<(), D::Error> {
    let turned = pen.snapshot.facing == Side::North;
    board::draw(pen, turned, &|cell| {
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
    pen.title(texts::MEMORY)?;
    pen.sign('!').aside()?;
    pen.say(texts::storage(fault)).wrap(PLAIN.at(1, 16))?;
    pen.words(texts::GAME_GOES_ON, PLAIN.at(1, 46))
}

pub(super) fn diagnostics<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    page: &Diagnostics,
) -> Result<(), D::Error> {
    match page {
        Diagnostics::Live { closed, working, rate } => {
            cells(pen, *closed, *working, Cells::EMPTY)?;
            pen.words(texts::LIVE, BOLD.at(BESIDE, 0))?;
            pen.words(texts::WORKING, SMALL.at(BESIDE, 31))?;
            for (cells, y) in [(closed, 18), (working, 39)] {
                pen.number(cells.len() as u32).write(" / 64").put(SMALL.at(BESIDE, y))?;
            }
            pen.number((*rate).into()).write(" Hz").put(SMALL.at(BESIDE, 55))
        }
        Diagnostics::Weakest(weakest) => self::weakest(pen, weakest),
        Diagnostics::Keys(pressed) => keys(pen, *pressed),
        Diagnostics::Display => pen.chequers(pen.snapshot.blink),
        Diagnostics::About(about) => self::about(pen, about),
    }
}

fn weakest<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    weakest: &[Option<Weak>; 5],
) -> Result<(), D::Error> {
    pen.title(texts::WEAKEST)?;
    pen.words(texts::WEAKEST_COLUMNS, SMALL.right(WIDTH as i32 - 1, 12))?;
    let mut y = 21;
    for weak in weakest.iter().flatten() {
        name(pen, weak.cell).put(SMALL.at(1, y))?;
        pen.number(weak.closures.into()).put(SMALL.right(92, y))?;
        pen.number(weak.bounces.into()).put(SMALL.right(WIDTH as i32 - 1, y))?;
        y += 9;
    }
    if y == 21 {
        pen.words(texts::NO_WEAK, PLAIN.at(1, 22))?;
    }
    Ok(())
}

/// The five keys as they lie for who reads this display: the own button at the
/// left.
fn keys<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    pressed: Keys,
) -> Result<(), D::Error> {
    const COLUMNS: [(u8, u8); 5] = [(0, 34), (36, 26), (64, 13), (79, 13), (94, 34)];
    pen.title(texts::KEYS)?;
    let (own, other) = (pen.snapshot.facing, pen.snapshot.facing.other());
    let keys = [Key::Player(own), Key::Menu, Key::Minus, Key::Plus, Key::Player(other)];
    for (key, (x, wide)) in keys.into_iter().zip(COLUMNS) {
        let (x, wide) = (x.into(), wide.into());
        let area = rectangle(x, 24, wide, 22);
        let down = pressed.contains(key);
        if down {
            pen.fill(area, LIT)?;
        } else {
            pen.frame(area, 1)?;
        }
        match key {
            Key::Player(Side::South) => pen.say(texts::SOUTH_KEY),
            Key::Player(Side::North) => pen.say(texts::NORTH_KEY),
            Key::Menu => pen.write("MENU"),
            Key::Minus => pen.sign('-'),
            Key::Plus => pen.sign('+'),
        };
        let place = SMALL.between((x, x + wide + 1), 31);
        pen.put(place.ink(if down { DARK } else { LIT }))?;
    }
    Ok(())
}

fn about<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    about: &About,
) -> Result<(), D::Error> {
    const ROWS: [Text; 5] =
        [texts::VERSION, texts::PROTOCOL, texts::IDENTITY, texts::GAMES, texts::JOURNAL];
    pen.title(texts::ABOUT)?;
    let mut y = 13;
    for row in ROWS {
        pen.words(row, SMALL.at(1, y))?;
        match row {
            texts::VERSION => pen.write(about.version.as_str()),
            texts::PROTOCOL => pen.number(about.protocol.into()),
            texts::IDENTITY => pen.show(&format_args!("{:016X}", about.id)),
            texts::GAMES => pen.number(about.games.into()),
            _ => pen.number(about.full.into()).write(" %"),
        };
        pen.put(SMALL.right(WIDTH as i32 - 1, y))?;
        y += 10;
    }
    Ok(())
}
