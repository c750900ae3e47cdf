//! The wiring of a board as plain data: pins, polarities, settling time, and the cell at each
//! crossing of the matrix.
//!
//! `boards/NAME/wiring.rs` holds one [`Wiring`]. The firmware, the drawing in the board's
//! readme and the emulator all take it from there. No field has a default: a board that
//! leaves one out does not compile.

use core::fmt;

use crate::rules::{Cell, Side};
use crate::sense::{Cells, Key, Timing};
use crate::time::Duration;

/// Number of rows, and of columns, of the matrix of reeds.
pub const LINES: usize = Cell::SIDE as usize;

/// Number of GPIO pins of the chip, GP0 to GP29.
pub const PINS: u8 = 30;

/// The wiring of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wiring {
    /// The drivers of the rows.
    pub rows: RowWiring,
    /// The level of the row that is being read, and of a column that a contact
    /// connects to it. The diodes point accordingly, and the resistors of the
    /// columns pull the other way.
    pub row_active: Active,
    /// The pins of the columns.
    pub columns: [u8; LINES],
    /// The resistor that pulls each column to its idle level, in ohms. The chip's own pulls
    /// are ten times weaker, too slow for long wires.
    pub column_resistor: u16,
    /// Settling time from the selection of a row until its columns can be read.
    pub settle: Duration,
    /// For each row and each column of the matrix the index of the cell whose
    /// reed lies at the crossing.
    pub cells: [[u8; LINES]; LINES],
    /// Debounce times of the reeds.
    pub timing: Timing,
    /// The pins of the keys, in the order of [`Key::ALL`].
    pub keys: [u8; Key::ALL.len()],
    /// The level of a key that is held down.
    pub key_active: Active,
    /// The displays.
    pub displays: Displays,
    /// The status light, if there is one.
    pub led: Option<Led>,
    /// The pin of the buzzer, if there is one.
    pub buzzer: Option<u8>,
}

/// The drivers of the rows of the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowWiring {
    /// One pin for each row.
    Direct([u8; LINES]),
    /// The outputs QA to QH of a 74HC595.
    Shifted {
        /// SER.
        data: u8,
        /// SRCLK: shifts a bit in at its rising edge.
        clock: u8,
        /// RCLK: copies all eight bits to the outputs at its rising edge.
        latch: u8,
    },
}

/// The level at which a signal is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Active {
    /// At the supply.
    High,
    /// At ground.
    Low,
}

/// The displays, which share one I2C bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displays {
    /// Number of the chip's I2C peripheral, 0 or 1.
    pub bus: u8,
    /// The pin of the data line.
    pub sda: u8,
    /// The pin of the clock line.
    pub scl: u8,
    /// The displays that may be plugged in. Each of them may be missing.
    pub mounts: &'static [DisplayMount],
}

/// One display: its address, its side and its controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayMount {
    /// Address on the bus.
    pub address: u8,
    /// The side that it is read from.
    pub facing: Side,
    /// The controller of the module.
    pub controller: Controller,
}

/// The controller of a display module with 128 by 64 pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// On modules of 0.96 inch.
    Ssd1306,
    /// On modules of 2.42 inch.
    Ssd1309,
    /// On modules of 1.3 inch.
    Sh1106,
}

impl fmt::Display for Controller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ssd1306 => "SSD1306",
            Self::Ssd1309 => "SSD1309",
            Self::Sh1106 => "SH1106",
        })
    }
}

/// A status light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Led {
    /// Its pin.
    pub pin: u8,
    /// The level at which it is lit.
    pub active: Active,
}

impl Wiring {
    /// The cell at a crossing of the matrix.
    pub const fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        Cell::from_index(self.cells[row][column])
    }

    /// The row and the column at whose crossing the reed of a cell lies.
    pub fn crossing(&self, cell: Cell) -> Option<(usize, usize)> {
        let crossings = (0..LINES).flat_map(|row| (0..LINES).map(move |column| (row, column)));
        crossings.into_iter().find(|&(row, column)| self.cell(row, column) == Some(cell))
    }

    /// The closed cells, from the columns read for each row: bit *n* is column *n*.
    pub fn closed(&self, rows: [u8; LINES]) -> Cells {
        let mut closed = Cells::EMPTY;
        for (row, mut columns) in rows.into_iter().enumerate() {
            while columns != 0 {
                if let Some(cell) = self.cell(row, columns.trailing_zeros() as usize) {
                    closed = closed.with(cell);
                }
                columns &= columns - 1;
            }
        }
        closed
    }

    /// Every pin in use with its purpose, in the order of a wiring table.
    pub fn pins(&self) -> impl Iterator<Item = (u8, Use)> {
        let rows = match self.rows {
            RowWiring::Direct(pins) => [
                Some((pins[0], Use::Row(0))),
                Some((pins[1], Use::Row(1))),
                Some((pins[2], Use::Row(2))),
                Some((pins[3], Use::Row(3))),
                Some((pins[4], Use::Row(4))),
                Some((pins[5], Use::Row(5))),
                Some((pins[6], Use::Row(6))),
                Some((pins[7], Use::Row(7))),
            ],
            RowWiring::Shifted { data, clock, latch } => [
                Some((data, Use::ShiftData)),
                Some((clock, Use::ShiftClock)),
                Some((latch, Use::ShiftLatch)),
                None,
                None,
                None,
                None,
                None,
            ],
        };
        let columns = self.columns.into_iter().zip(0..).map(|(pin, n)| (pin, Use::Column(n)));
        let keys = self.keys.into_iter().zip(Key::ALL).map(|(pin, key)| (pin, Use::Key(key)));
        let displays = [(self.displays.sda, Use::Sda), (self.displays.scl, Use::Scl)];
        let buzzer = self.buzzer.map(|pin| (pin, Use::Buzzer));
        let led = self.led.map(|led| (led.pin, Use::Led));
        (rows.into_iter().flatten())
            .chain(columns)
            .chain(keys)
            .chain(displays)
            .chain(buzzer)
            .chain(led)
    }

    /// The first error in the data: a pin, a crossing, a bus or an address.
    pub fn problem(&self) -> Option<Problem> {
        let mut used = 0_u32;
        for (pin, _) in self.pins() {
            if pin >= PINS {
                return Some(Problem::NoSuchPin(pin));
            }
            if used >> pin & 1 == 1 {
                return Some(Problem::PinUsedTwice(pin));
            }
            used |= 1 << pin;
        }
        let unreached = Cell::all().find(|&cell| self.crossing(cell).is_none());
        if let Some(cell) = unreached {
            // 64 crossings for 64 cells: a cell that is there twice leaves out another.
            return Some(Problem::CellNotReached(cell));
        }
        let Displays { bus, sda, scl, mounts } = self.displays;
        // The function table of the RP2040: the I2C pins repeat every four pins.
        if sda % 4 != 2 * bus || scl % 4 != 2 * bus + 1 {
            return Some(Problem::NotOnBus(bus));
        }
        let uses = |address| mounts.iter().filter(move |mount| mount.address == address).count();
        let doubled = mounts.iter().find(|mount| uses(mount.address) > 1);
        doubled.map(|mount| Problem::AddressUsedTwice(mount.address))
    }
}

/// The purpose of a pin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Drives a row of the matrix.
    Row(u8),
    /// SER of the 74HC595.
    ShiftData,
    /// SRCLK of the 74HC595.
    ShiftClock,
    /// RCLK of the 74HC595.
    ShiftLatch,
    /// Reads a column of the matrix.
    Column(u8),
    /// Reads a key.
    Key(Key),
    /// The data line of the displays.
    Sda,
    /// The clock line of the displays.
    Scl,
    /// The buzzer.
    Buzzer,
    /// The status light.
    Led,
}

impl fmt::Display for Use {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {row}"),
            Self::ShiftData => f.write_str("74HC595 SER (14)"),
            Self::ShiftClock => f.write_str("74HC595 SRCLK (11)"),
            Self::ShiftLatch => f.write_str("74HC595 RCLK (12)"),
            Self::Column(column) => write!(f, "column {column}"),
            Self::Key(Key::Player(Side::South)) => f.write_str("player's key, south"),
            Self::Key(Key::Player(Side::North)) => f.write_str("player's key, north"),
            Self::Key(Key::Menu) => f.write_str("key MENU"),
            Self::Key(Key::Minus) => f.write_str("key MINUS"),
            Self::Key(Key::Plus) => f.write_str("key PLUS"),
            Self::Sda => f.write_str("displays, SDA"),
            Self::Scl => f.write_str("displays, SCL"),
            Self::Buzzer => f.write_str("buzzer"),
            Self::Led => f.write_str("status light"),
        }
    }
}

/// Why a board cannot be wired as its data says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The chip has no such pin.
    NoSuchPin(u8),
    /// Two parts use the same pin.
    PinUsedTwice(u8),
    /// This cell is at no crossing.
    CellNotReached(Cell),
    /// The pins of the displays are not those of this bus.
    NotOnBus(u8),
    /// Two displays have the same address.
    AddressUsedTwice(u8),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchPin(pin) => write!(f, "the chip has no pin GP{pin}"),
            Self::PinUsedTwice(pin) => write!(f, "GP{pin} is used twice"),
            Self::CellNotReached(cell) => {
                let (row, column) = (cell.row() + 1, cell.column() + 1);
                write!(f, "no crossing reaches the cell in row {row}, column {column}")
            }
            Self::NotOnBus(bus) => write!(f, "the pins of the displays are not those of I2C{bus}"),
            Self::AddressUsedTwice(address) => {
                write!(f, "two displays have the address {address:#04x}")
            }
        }
    }
}
