//! What selects one row of the matrix.

use damiera::wiring::{Active, LINES};
use embassy_rp::gpio::Output;

use super::board::level;

/// Selects the row whose reeds the columns show.
pub(crate) trait Rows {
    /// This row and no other.
    fn select(&mut self, row: usize);
}

/// A pin for each row.
#[allow(dead_code, reason = "each board drives its rows in one of these ways")]
pub(crate) struct Direct {
    pins: [Output<'static>; LINES],
    active: Active,
    selected: usize,
}

#[allow(dead_code, reason = "as above")]
impl Direct {
    pub(crate) fn new(pins: [Output<'static>; LINES], active: Active) -> Self {
        Self { pins, active, selected: 0 }
    }
}

impl Rows for Direct {
    fn select(&mut self, row: usize) {
        // Off before on: two rows at once would show each other's reeds.
        self.pins[self.selected].set_level(level(self.active, false));
        self.pins[row].set_level(level(self.active, true));
        self.selected = row;
    }
}

/// A 74HC595.
#[allow(dead_code, reason = "each board drives its rows in one of these ways")]
pub(crate) struct Shifted {
    data: Output<'static>,
    clock: Output<'static>,
    latch: Output<'static>,
    active: Active,
}

#[allow(dead_code, reason = "as above")]
impl Shifted {
    /// With the pins for data, clock and latch.
    pub(crate) fn new([data, mut clock, mut latch]: [Output<'static>; 3], active: Active) -> Self {
        // The register goes by rising edges.
        clock.set_low();
        latch.set_low();
        Self { data, clock, latch, active }
    }
}

impl Rows for Shifted {
    fn select(&mut self, row: usize) {
        // All eight bits each time: a register that a spark has disturbed is right again a
        // millisecond later. QH goes first.
        for output in (0..LINES).rev() {
            self.data.set_level(level(self.active, output == row));
            self.clock.set_high();
            self.clock.set_low();
        }
        self.latch.set_high();
        self.latch.set_low();
    }
}
