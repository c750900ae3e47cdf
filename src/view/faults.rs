//! Faults of the board, and the pages of diagnostics.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::board::{self, Mark, SIDE_X};
use super::canvas::WIDTH;
use super::clocks;
use super::font::{BOLD, COUNTER, PLAIN, SMALL};
use super::notation;
use super::painter::{DARK, LIT, Line, Painter, line, rectangle};
use super::texts;
use crate::event::StorageFault;
use crate::menu::snapshot::{About, Diagnostics, SensorFault, Weak};
use crate::sense::{Cells, Fault, Key, Keys, Line as Wire, Side};

/// Characters in a line of a crash message. Seven such lines fit below the title.
const CRASH_CHARACTERS: usize = 25;

/// Draws the message of a crash, broken after each [`CRASH_CHARACTERS`] so that all of it is shown.
/// A message can have any character: a question mark stands for those that are not printable ASCII.
pub(super) fn draw_crash<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    message: &str,
) -> Result<(), D::Error> {
    painter.draw_title(texts::CRASHED)?;
    let printable = |letter: char| matches!(letter, ' '..='~');
    let mut letters = message.chars().map(|one| if printable(one) { one } else { '?' });
    for y in (14..).step_by(7) {
        let line: Line = letters.by_ref().take(CRASH_CHARACTERS).collect();
        if line.is_empty() {
            break;
        }
        painter.draw_line(&line, COUNTER.at(1, y))?;
    }
    Ok(())
}

/// Draws the cells of all faulty contacts and the first fault.
pub(super) fn draw_sensor_fault<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    sensor: &SensorFault,
) -> Result<(), D::Error> {
    draw_cells(painter, Cells::EMPTY, Cells::EMPTY, sensor.cells)?;
    painter.draw_text(texts::SENSOR, BOLD.at(SIDE_X, 0))?;
    let text = match sensor.fault {
        Fault::Chatter(_) => texts::CHATTERS,
        Fault::Stuck(_) => texts::STUCK,
        Fault::LightClosed(_) => texts::CLOSED,
        Fault::AllClosed(_) => texts::LINE_CLOSED,
        Fault::AllOpen(_) => texts::LINE_OPEN,
    };
    let y = painter.draw_wrapped(painter.translate(text), SMALL.at(SIDE_X, 13))?;
    debug_assert!(y < 32, "the text reaches into the clocks");
    let place = match sensor.fault {
        Fault::Chatter(cell) | Fault::Stuck(cell) | Fault::LightClosed(cell) => {
            notation::cell(cell)
        }
        Fault::AllClosed(wire) | Fault::AllOpen(wire) => {
            let (word, number) = match wire {
                Wire::Row(row) => (texts::ROW, row),
                Wire::Column(column) => (texts::COLUMN, column),
            };
            line!("{} {}", painter.translate(word), number + 1)
        }
    };
    let line = match sensor.more {
        0 => place,
        more => line!("{place} +{more}"),
    };
    painter.draw_line(&line, SMALL.at(SIDE_X, y))?;
    clocks::draw_beside_board(painter, &sensor.clocks)
}

/// Draws the cells in the order of the reeds, as seen from the side of this display.
fn draw_cells<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    closed: Cells,
    working: Cells,
    faulty: Cells,
) -> Result<(), D::Error> {
    let turned = painter.snapshot.facing == Side::North;
    board::draw(painter, turned, |cell| {
        if faulty.contains(cell) {
            Mark::Extra
        } else if closed.contains(cell) {
            Mark::Piece
        } else if working.contains(cell) {
            Mark::Dot
        } else {
            Mark::None
        }
    })
}

/// Draws why the log cannot be kept, and that the game goes on.
pub(super) fn draw_storage_fault<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    fault: StorageFault,
) -> Result<(), D::Error> {
    painter.draw_title(texts::MEMORY)?;
    painter.draw_header_right("!")?;
    painter.draw_wrapped(painter.translate(texts::storage(fault)), PLAIN.at(1, 16))?;
    painter.draw_text(texts::GAME_GOES_ON, PLAIN.at(1, 46))
}

/// Draws a page of diagnostics.
pub(super) fn draw_diagnostics<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    page: &Diagnostics,
) -> Result<(), D::Error> {
    match page {
        Diagnostics::Live { closed, working, rate } => draw_live(painter, *closed, *working, *rate),
        Diagnostics::Weakest(weakest) => draw_weakest(painter, weakest),
        Diagnostics::Keys(pressed) => draw_keys(painter, *pressed),
        Diagnostics::Display => painter.chequers(painter.snapshot.blink),
        Diagnostics::About(about) => draw_about(painter, about),
    }
}

/// Draws the reeds as they are now, and how many frames a second are scanned.
fn draw_live<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    closed: Cells,
    working: Cells,
    rate: u16,
) -> Result<(), D::Error> {
    draw_cells(painter, closed, working, Cells::EMPTY)?;
    painter.draw_text(texts::LIVE, BOLD.at(SIDE_X, 0))?;
    painter.draw_line(&line!("{} / 64", closed.len()), SMALL.at(SIDE_X, 18))?;
    painter.draw_text(texts::WORKING, SMALL.at(SIDE_X, 31))?;
    painter.draw_line(&line!("{} / 64", working.len()), SMALL.at(SIDE_X, 39))?;
    painter.draw_line(&line!("{rate} Hz"), SMALL.at(SIDE_X, 55))
}

/// Draws a table of the cells that bounced most.
fn draw_weakest<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    weakest: &[Option<Weak>; 5],
) -> Result<(), D::Error> {
    painter.draw_title(texts::WEAKEST)?;
    painter.draw_text(texts::WEAKEST_COLUMNS, SMALL.right(WIDTH as i32 - 1, 12))?;
    let mut y = 21;
    for weak in weakest.iter().flatten() {
        painter.draw_line(&notation::cell(weak.cell), SMALL.at(1, y))?;
        painter.draw_line(&line!("{}", weak.closures), SMALL.right(92, y))?;
        painter.draw_line(&line!("{}", weak.bounces), SMALL.right(WIDTH as i32 - 1, y))?;
        y += 9;
    }
    if weakest.iter().all(Option::is_none) {
        painter.draw_text(texts::NO_WEAK, PLAIN.at(1, 22))?;
    }
    Ok(())
}

/// Draws the five keys as they lie in front of this display, the reader's own button at the left.
fn draw_keys<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    pressed: Keys,
) -> Result<(), D::Error> {
    painter.draw_title(texts::KEYS)?;
    let (own, other) = (painter.snapshot.facing, painter.snapshot.facing.other());
    for (key, x, width) in [
        (Key::Player(own), 0, 34),
        (Key::Menu, 36, 26),
        (Key::Minus, 64, 13),
        (Key::Plus, 79, 13),
        (Key::Player(other), 94, 34),
    ] {
        let area = rectangle(x, 24, width, 22);
        let is_down = pressed.contains(key);
        if is_down {
            painter.fill(area, LIT)?;
        } else {
            painter.frame(area, 1)?;
        }
        let name = match key {
            Key::Player(Side::South) => painter.translate(texts::SOUTH_KEY),
            Key::Player(Side::North) => painter.translate(texts::NORTH_KEY),
            Key::Menu => "MENU",
            Key::Minus => "-",
            Key::Plus => "+",
        };
        let ink = if is_down { DARK } else { LIT };
        painter.draw_line(name, SMALL.between((x, x + width + 1), 31).ink(ink))?;
    }
    Ok(())
}

/// Draws the versions and the identity of this board.
fn draw_about<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    about: &About,
) -> Result<(), D::Error> {
    painter.draw_title(texts::ABOUT)?;
    let rows = [
        (texts::VERSION, line!("{}", about.version.as_str())),
        (texts::PROTOCOL, line!("{}", about.protocol)),
        (texts::IDENTITY, line!("{:016X}", about.id)),
        (texts::GAMES, line!("{}", about.games)),
        (texts::JOURNAL, line!("{} %", about.full)),
    ];
    for ((text, value), y) in rows.iter().zip((13..).step_by(10)) {
        painter.draw_text(*text, SMALL.at(1, y))?;
        painter.draw_line(value, SMALL.right(WIDTH as i32 - 1, y))?;
    }
    Ok(())
}
