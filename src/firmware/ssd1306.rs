//! The controller of a display, an SSD1306 on I2C: the few of its commands that the board needs.
//!
//! The crate of the same name knows all of them, and each costs the image what its own asynchronous
//! function does: 5 kB for a dozen constant bytes.

use core::iter;

use damiera::view::Run;
use embassy_rp::i2c::{Async, I2c};

use crate::pins::DisplayBus;

/// The bus of the displays.
pub(super) type Bus = I2c<'static, DisplayBus, Async>;

/// What the bytes of a transfer are, which its first one says.
const COMMANDS: u8 = 0x00;
const DATA: u8 = 0x40;
/// Bytes of a transfer. All commands of one go together; a picture goes in pieces.
const PIECE: usize = 32;

/// The panel is dark, whatever the memory holds.
pub(super) const OFF: &[u8] = &[0xAE];
/// It shows what the memory holds.
pub(super) const ON: &[u8] = &[0xAF];
/// The bit of the status byte that says that the panel is off, as after a power-up.
const PANEL_OFF: u8 = 0x40;

/// A display does not answer.
pub(super) struct Absent;

/// A display on its bus.
pub(super) struct Ssd1306<'a> {
    pub(super) bus: &'a mut Bus,
    pub(super) address: u8,
}

impl Ssd1306<'_> {
    /// Sends commands, and then data to where they let it begin.
    pub(super) async fn send(&mut self, commands: &[u8], data: &[u8]) -> Result<(), Absent> {
        for (kind, bytes) in [(COMMANDS, commands), (DATA, data)] {
            for piece in bytes.chunks(PIECE) {
                let bytes = iter::once(kind).chain(piece.iter().copied());
                self.bus.write_async(self.address, bytes).await.map_err(|_| Absent)?;
            }
        }
        Ok(())
    }

    /// Whether the panel has lost its power since it was switched on. It acknowledges as before, but
    /// nobody sees anything.
    pub(super) async fn is_off(&mut self) -> Result<bool, Absent> {
        let mut status = [0];
        self.bus.read_async(self.address, &mut status).await.map_err(|_| Absent)?;
        Ok(status[0] & PANEL_OFF != 0)
    }
}

/// Sets the controller up for a panel of 128 by 64 pixels, and lets data begin in the first corner.
#[rustfmt::skip]
pub(super) const SETUP: &[u8] = &[
    0xD5, 0x80, // the clock
    0xA8, 0x3F, 0xD3, 0, 0x40, // all lines, the first one on top
    0x8D, 0x14, // the pump that makes the voltage of the panel
    0xDA, 0x12, // how the lines are wired
    0xD9, 0x21, 0xDB, 0x40, // charging time and voltage of a line
    0xA4, 0xA6, 0x2E, // neither all lit nor inverted nor scrolling
    0x20, 0, // data goes from left to right, then a page down
    0x21, 0, 127, 0x22, 0, 7, // over all columns and pages
];

/// How bright the panel is, and whether it is read from the side that it was not mounted for.
pub(super) fn look(contrast: u8, turned: bool) -> [u8; 4] {
    let (segments, lines) = if turned { (0xA0, 0xC0) } else { (0xA1, 0xC8) };
    [segments, lines, 0x81, contrast]
}

/// Lets the data of a run begin where it belongs.
pub(super) fn window(run: Run) -> [u8; 6] {
    [0x21, run.first(), run.last(), 0x22, run.page(), run.page()]
}
