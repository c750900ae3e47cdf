//! The five keys, a pin each.
//!
//! ```text
//!   active low                          active high
//!
//!   3V3 --[pull]--+--- pin              3V3 --- key o  o---+--- pin
//!                 |                                        |
//!   GND --- key o  o                    GND --[pull]-------+
//! ```
//!
//! The pull holds the pin at its idle level while the key is open. The driver does not debounce: the
//! keys go into the same [`Frame`](crate::sense::Frame) as the reeds.

use embedded_hal::digital::InputPin;

use super::read_pins;
use crate::sense::{Key, Keys};
use crate::wiring::Active;

/// Reads the keys from their pins.
#[derive(Debug)]
pub struct KeyPins<P> {
    pins: [P; Key::ALL.len()],
    active: Active,
}

impl<P: InputPin> KeyPins<P> {
    /// Takes the pins in the order of [`Key::ALL`]; `active` is the level of a key that is held down.
    pub const fn new(pins: [P; Key::ALL.len()], active: Active) -> Self {
        Self { pins, active }
    }

    /// Reads the keys that are held down.
    pub fn read(&mut self) -> Result<Keys, P::Error> {
        read_pins(&mut self.pins, self.active).map(Keys::from_bits)
    }
}
