//! The columns of the matrix, read by one access to the chip's input register.

use core::convert::Infallible;

use damiera::drivers::matrix::Columns;
use damiera::wiring::{Active, LINES};
use embassy_rp::gpio::Input;
use embassy_rp::pac::SIO;

use crate::wiring::WIRING;

/// Reads all eight columns at one instant, as [`Columns`] requires.
pub(crate) struct SioColumns {
    /// Owned, so that the pins stay configured as inputs with their pulls. `read` uses the pin numbers
    /// of [`WIRING`].
    _pins: [Input<'static>; LINES],
}

impl SioColumns {
    pub(crate) fn new(pins: [Input<'static>; LINES]) -> Self {
        Self { _pins: pins }
    }
}

impl Columns for SioColumns {
    type Error = Infallible;

    fn read(&mut self) -> Result<u8, Infallible> {
        let levels = SIO.gpio_in(0).read();
        let active = if WIRING.row_active == Active::High { levels } else { !levels };
        if const { are_consecutive(&WIRING.columns) } {
            return Ok((active >> WIRING.columns[0]) as u8);
        }
        let bits = WIRING.columns.iter().rev();
        Ok(bits.fold(0, |bits, pin| bits << 1 | (active >> pin & 1) as u8))
    }
}

/// Returns whether each pin number follows the one before, as on both boards: then one shift replaces
/// the loop.
const fn are_consecutive(pins: &[u8]) -> bool {
    let mut n = 1;
    while n < pins.len() {
        if pins[n] != pins[n - 1] + 1 {
            return false;
        }
        n += 1;
    }
    true
}
