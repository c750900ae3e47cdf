//! The matrix of 64 reeds: one row is selected at a time, and the eight columns show its reeds.
//!
//! ```text
//!                     column 0     column 1            column 7
//!                        |            |                   |
//!   row 0 --+--->|--o  o-+            |                   |        active high:
//!           +--->|--o  o--------------+                   |        the selected row is at 3V3, and a
//!           :      diode, reed        :                   |        closed reed pulls its column up
//!           +--->|--o  o----------------------------------+
//!                        |            |                   |
//!   row 1 --+--->|--o  o-+            |                   |
//!           :            |            |                   |
//!   row 7 --+--->|--o  o-+            |                   |
//!                       [R]          [R]                 [R]       4.7 kΩ to the idle level
//!                        |            |                   |
//!                       GND          GND                 GND
//! ```
//!
//! On a board whose rows are active low the diodes point the other way and the resistors go to 3V3.
//! Without the diodes three pieces at the corners of a rectangle would show a fourth.
//!
//! The rows are driven by a pin each ([`RowPins`]) or by a 74HC595 ([`ShiftRegister`]):
//!
//! ```text
//!                 +---------+
//!   data  --- SER | 74HC595 | QA --- row 0
//!   clock - SRCLK |         | QB --- row 1
//!   latch -- RCLK |         |  :
//!   3V3 --- SRCLR |         | QH --- row 7
//!   GND ------ OE |         |
//!                 +---------+
//! ```
//!
//! [`Matrix::tick`] reads the selected row and then selects the next one, which has until the next
//! tick to settle: the driver never waits.

use embedded_hal::digital::{InputPin, OutputPin};

use super::{drive, read_pins};
use crate::sense::Cells;
use crate::wiring::{Active, LINES, Wiring};

/// Selects the row whose reeds the columns show.
pub trait Rows {
    /// Error of the pins.
    type Error;

    /// Selects a row, 0 to 7, and deselects all others.
    fn select(&mut self, row: usize) -> Result<(), Self::Error>;
}

/// Reads the columns, all at one instant.
///
/// embedded-hal has no trait for a whole port. The firmware implements this one by a single read of
/// the chip's input register: reading eight pins through [`InputPin`] instead costs about 250 cycles
/// a tick on the RP2040, 1.6 % of its time at 8,000 ticks a second, and takes the first column some
/// microseconds before the last.
pub trait Columns {
    /// Error of the pins.
    type Error;

    /// Reads all columns: bit *n* is set while column *n* is at its active level.
    fn read(&mut self) -> Result<u8, Self::Error>;
}

/// Rows with a pin each.
#[derive(Debug)]
pub struct RowPins<P> {
    pins: [P; LINES],
    active: Active,
    selected: usize,
}

impl<P: OutputPin> RowPins<P> {
    /// Takes the pins of rows 0 to 7 and deselects all of them.
    pub fn new(mut pins: [P; LINES], active: Active) -> Result<Self, P::Error> {
        for pin in &mut pins {
            drive(pin, active, false)?;
        }
        Ok(Self { pins, active, selected: 0 })
    }
}

impl<P: OutputPin> Rows for RowPins<P> {
    type Error = P::Error;

    fn select(&mut self, row: usize) -> Result<(), P::Error> {
        // Off before on: two rows at once would show each other's reeds.
        drive(&mut self.pins[self.selected], self.active, false)?;
        self.selected = row;
        drive(&mut self.pins[row], self.active, true)
    }
}

/// Rows on the outputs QA (row 0) to QH (row 7) of a 74HC595.
#[derive(Debug)]
pub struct ShiftRegister<P> {
    data: P,
    clock: P,
    latch: P,
    active: Active,
}

impl<P: OutputPin> ShiftRegister<P> {
    /// Takes the pins wired to SER, SRCLK and RCLK. Which rows are selected is unknown until the
    /// first [`select`](Rows::select).
    pub fn new(data: P, mut clock: P, mut latch: P, active: Active) -> Result<Self, P::Error> {
        // The register acts on rising edges.
        clock.set_low()?;
        latch.set_low()?;
        Ok(Self { data, clock, latch, active })
    }
}

impl<P: OutputPin> Rows for ShiftRegister<P> {
    type Error = P::Error;

    fn select(&mut self, row: usize) -> Result<(), P::Error> {
        // All eight bits each time: a register disturbed by static electricity is right again at
        // the next row. The first bit ends up at QH.
        for output in (0..LINES).rev() {
            drive(&mut self.data, self.active, output == row)?;
            self.clock.set_high()?;
            self.clock.set_low()?;
        }
        // All outputs change at this edge, so no two rows are ever selected at once.
        self.latch.set_high()?;
        self.latch.set_low()
    }
}

/// Columns with a pin each, read one after the other: for chips whose port cannot be read at once.
#[derive(Debug)]
pub struct ColumnPins<P> {
    pins: [P; LINES],
    active: Active,
}

impl<P: InputPin> ColumnPins<P> {
    /// Takes the pins of columns 0 to 7.
    pub const fn new(pins: [P; LINES], active: Active) -> Self {
        Self { pins, active }
    }
}

impl<P: InputPin> Columns for ColumnPins<P> {
    type Error = P::Error;

    fn read(&mut self) -> Result<u8, P::Error> {
        read_pins(&mut self.pins, self.active)
    }
}

/// Scanner that reads the matrix row by row.
#[derive(Debug)]
pub struct Matrix<R, C> {
    rows: R,
    columns: C,
    wiring: &'static Wiring,
    /// The selected row, 0 to 7, which the next tick reads.
    selected: usize,
    /// The columns of each row when it was last read, bit *n* for column *n*.
    shown: [u8; LINES],
    /// Whether a row has changed since `cells` was made.
    changed: bool,
    /// The cells of `shown` at the end of the last frame. Kept, because mapping 24 closed crossings
    /// to their cells in every frame doubles the cost of a frame without change: 2,120 instructions
    /// instead of 1,170 (`cargo xtask bench-image`).
    cells: Cells,
}

impl<R: Rows, C: Columns<Error = R::Error>> Matrix<R, C> {
    /// Selects row 0, which the first tick reads. `wiring` names the cell at each crossing.
    pub fn new(mut rows: R, columns: C, wiring: &'static Wiring) -> Result<Self, R::Error> {
        rows.select(0)?;
        let (selected, shown, changed, cells) = (0, [0; LINES], false, Cells::EMPTY);
        Ok(Self { rows, columns, wiring, selected, shown, changed, cells })
    }

    /// Reads the selected row and selects the next one. Every eighth call completes a frame and
    /// returns the cells whose reeds were closed in it.
    ///
    /// The caller leaves at least [`Wiring::settle`] between two calls.
    pub fn tick(&mut self) -> Result<Option<Cells>, R::Error> {
        let row = &mut self.shown[self.selected % LINES];
        let columns = self.columns.read()?;
        self.changed |= *row != columns;
        *row = columns;
        self.selected = (self.selected + 1) % LINES;
        self.rows.select(self.selected)?;
        if self.selected != 0 {
            return Ok(None);
        }
        if self.changed {
            self.changed = false;
            self.cells = self.wiring.closed(self.shown);
        }
        Ok(Some(self.cells))
    }

    /// Drops the rows read since the last whole frame and selects row 0 again.
    pub fn restart(&mut self) -> Result<(), R::Error> {
        self.selected = 0;
        self.rows.select(0)
    }
}
