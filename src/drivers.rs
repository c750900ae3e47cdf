//! Drivers for the parts around the chip, generic over the traits of embedded-hal 1.0 and
//! embedded-hal-async 1.0.
//!
//! | module | drives | over |
//! | --- | --- | --- |
//! | [`matrix`] | the 64 reeds | [`OutputPin`], [`InputPin`], or one read of a whole port |
//! | [`keys`] | the five keys | [`InputPin`] |
//! | [`display`] | SSD1306, SSD1309 and SH1106 displays | [`I2c`](embedded_hal_async::i2c::I2c) |
//!
//! The drivers depend on no chip and read no clock: the caller passes the pins, the bus and the ticks.
//! The host tests `drivers_*.rs` record every pin change and every byte. Polarity, the cell at each
//! crossing and the display controllers are data of [`wiring`](crate::wiring).

pub mod display;
pub mod keys;
pub mod matrix;

use embedded_hal::digital::{InputPin, OutputPin, PinState};

use crate::wiring::Active;

/// Drives a pin to its active level, or to its idle one.
fn drive<P: OutputPin>(pin: &mut P, active: Active, on: bool) -> Result<(), P::Error> {
    pin.set_state(PinState::from((active == Active::High) == on))
}

/// Reads at most eight pins one after the other: bit *n* is set if pin *n* is at its active level.
fn read_pins<P: InputPin>(pins: &mut [P], active: Active) -> Result<u8, P::Error> {
    let mut bits = 0;
    for (n, pin) in pins.iter_mut().enumerate() {
        if pin.is_high()? == (active == Active::High) {
            bits |= 1 << n;
        }
    }
    Ok(bits)
}
