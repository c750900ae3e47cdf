//! The pins of the Raspberry Pi Pico: the only file that names them.

use embassy_rp::Peripherals;
use embassy_rp::gpio::{Level, Output};

use crate::firmware::board::Board;

/// Gives every part of the board the peripherals and pins it is wired to.
pub(crate) fn wire(chip: Peripherals) -> Board {
    Board { led: Output::new(chip.PIN_25, Level::Low) }
}
