//! OLED displays of 128 by 64 pixels on I2C, with an SSD1306, an SSD1309 or an SH1106.
//!
//! ```text
//!   3V3 ---------+---------+----- VCC      address 0x3C, or 0x3D by a solder
//!               [R]       [R]              bridge on the module: two displays
//!   SDA ---------+---------|----- SDA      share one bus
//!   SCL -------------------+----- SCL
//!   GND ------------------------- GND      R: 4.7 kΩ, on the module
//! ```
//!
//! A driver of our own, because no published crate serves these three controllers: `ssd1306` 0.10
//! knows the SSD1306 only; `oled_async` 0.2.1 depends on defmt 0.3 and sends the same charge-pump
//! command to all of its controllers; `sh1106` is blocking and on embedded-hal 0.2;
//! `embassy-ssd1306` is under the GPL. None of them reads the status byte, which is how a display
//! that was unplugged and plugged in again is found ([`Display::is_off`]). The board needs only the
//! commands below.
//!
//! | | SSD1306 (0.96") | SSD1309 (2.42") | SH1106 (1.3") |
//! | --- | --- | --- | --- |
//! | columns in memory | 128 | 128 | 132, the panel shows 2 to 129 |
//! | write position | window: `0x21`, `0x22` | window: `0x21`, `0x22` | page `0xB0`, column `0x00` and `0x10` |
//! | panel voltage | charge pump, `0x8D 0x14` | from the module | DC-DC converter, `0xAD 0x8B` |

use embedded_hal_async::i2c::I2c;

use crate::wiring::{Controller, DisplayMount};

/// Columns of the panel: bytes of a page.
pub const COLUMNS: usize = 128;
/// Pages of the panel: bands of eight lines.
pub const PAGES: usize = 8;

/// The whole picture. A byte is eight pixels one below the other, the lowest bit on top.
pub type Picture = [[u8; COLUMNS]; PAGES];

/// First byte of a transfer: the others are commands.
const COMMANDS: u8 = 0x00;
/// First byte of a transfer: the others go into the display's memory.
const DATA: u8 = 0x40;
/// Most bytes of a transfer after the first: the longest of the setup commands below fits, and the
/// buffer, which lives in the future of every write, stays small.
const CHUNK: usize = 32;

/// Command: the panel is dark; the memory keeps its content.
const OFF: u8 = 0xAE;
/// Command: the panel shows the memory.
const ON: u8 = 0xAF;
/// Command: contrast, 0 to 255, in the next byte.
const CONTRAST: u8 = 0x81;
/// The bit of the status byte that is set while the panel is off. Bit 7, which the SH1106 sets while
/// it is busy, says nothing about the panel.
const STATUS_OFF: u8 = 0x40;
/// The column of the SH1106's memory that is the first one of the panel: of its 132 columns two stay
/// unused on each side.
const SH1106_FIRST_COLUMN: u8 = 2;

/// Setup commands, all but contrast and direction. Data then begins at column 0 of page 0 and goes
/// from left to right, then to the next page.
#[rustfmt::skip]
const SSD1306_SETUP: &[u8] = &[
    0xD5, 0x80, // clock
    0xA8, 0x3F, 0xD3, 0, 0x40, // 64 lines, no offset, line 0 on top
    0x8D, 0x14, // charge pump on
    0xDA, 0x12, // lines wired alternately
    0xD9, 0x21, 0xDB, 0x40, // pre-charge period, deselect level
    0xA4, 0xA6, 0x2E, // shows the memory, not inverted, no scrolling
    0x20, 0, // horizontal addressing
    0x21, 0, 127, 0x22, 0, 7, // window: all columns and pages
];

/// Setup commands of the SSD1309. Clock, pre-charge period and deselect level are its reset values: its
/// panels are larger, and their voltage comes from the module.
#[rustfmt::skip]
const SSD1309_SETUP: &[u8] = &[
    0xFD, 0x12, // accepts commands
    0xD5, 0x70, // clock
    0xA8, 0x3F, 0xD3, 0, 0x40, // 64 lines, no offset, line 0 on top
    0xDA, 0x12, // lines wired alternately
    0xD9, 0x22, 0xDB, 0x34, // pre-charge period, deselect level
    0xA4, 0xA6, 0x2E, // shows the memory, not inverted, no scrolling
    0x20, 0, // horizontal addressing
    0x21, 0, 127, 0x22, 0, 7, // window: all columns and pages
];

/// Setup commands of the SH1106, which has neither addressing modes nor scrolling. Clock, converter
/// voltage, pre-charge period and deselect level are its reset values.
#[rustfmt::skip]
const SH1106_SETUP: &[u8] = &[
    0xD5, 0x50, // clock
    0xA8, 0x3F, 0xD3, 0, 0x40, // 64 lines, no offset, line 0 on top
    0xAD, 0x8B, 0x32, // DC-DC converter on, 8.0 V
    0xDA, 0x12, // lines wired alternately
    0xD9, 0x22, 0xDB, 0x35, // pre-charge period, deselect level
    0xA4, 0xA6, // shows the memory, not inverted
];

// One transfer each: a command and its parameters are not split.
const _: () = assert!(SSD1306_SETUP.len() <= CHUNK);
const _: () = assert!(SSD1309_SETUP.len() <= CHUNK);
const _: () = assert!(SH1106_SETUP.len() <= CHUNK);

/// How a display shows its picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DisplayConfig {
    /// Contrast, from 0 to 255.
    pub contrast: u8,
    /// Upside down: read from the side that the module was not mounted for.
    pub turned: bool,
}

/// A display on its bus.
///
/// Every method fails with the error of the bus. A display that is not plugged in acknowledges
/// nothing, so the first byte of any method ends it.
#[derive(Debug)]
pub struct Display<I> {
    bus: I,
    address: u8,
    controller: Controller,
}

impl<I: I2c> Display<I> {
    /// The display of this mount. Displays that share a bus borrow it in turn.
    pub const fn new(bus: I, mount: DisplayMount) -> Self {
        Self { bus, address: mount.address, controller: mount.controller }
    }

    /// Sets the controller up and writes the whole picture before the panel shows anything.
    pub async fn start(
        &mut self,
        config: DisplayConfig,
        picture: &Picture,
    ) -> Result<(), I::Error> {
        let setup = match self.controller {
            Controller::Ssd1306 => SSD1306_SETUP,
            Controller::Ssd1309 => SSD1309_SETUP,
            Controller::Sh1106 => SH1106_SETUP,
        };
        let (segments, lines) = if config.turned { (0xA0, 0xC0) } else { (0xA1, 0xC8) };
        self.send(COMMANDS, &[OFF]).await?;
        self.send(COMMANDS, setup).await?;
        self.send(COMMANDS, &[segments, lines, CONTRAST, config.contrast]).await?;
        match self.controller {
            Controller::Ssd1306 | Controller::Ssd1309 => {
                self.send(DATA, picture.as_flattened()).await?;
            }
            Controller::Sh1106 => {
                for (page, bytes) in (0..).zip(picture) {
                    self.write(page, 0, bytes).await?;
                }
            }
        }
        self.send(COMMANDS, &[ON]).await
    }

    /// Writes neighbouring bytes of one page, which begin at this column of the panel and do not
    /// reach beyond its last one.
    pub async fn write(&mut self, page: u8, column: u8, bytes: &[u8]) -> Result<(), I::Error> {
        match self.controller {
            Controller::Ssd1306 | Controller::Ssd1309 => {
                let last = column + (bytes.len() as u8).saturating_sub(1);
                self.send(COMMANDS, &[0x21, column, last, 0x22, page, page]).await?;
            }
            Controller::Sh1106 => {
                let column = column + SH1106_FIRST_COLUMN;
                let (low, high) = (column & 0x0F, column >> 4);
                self.send(COMMANDS, &[0xB0 | page, low, 0x10 | high]).await?;
            }
        }
        self.send(DATA, bytes).await
    }

    /// Reads whether the panel is off. After [`start`](Self::start) this means that the display has
    /// been without power since: it acknowledges as before, but shows nothing.
    pub async fn is_off(&mut self) -> Result<bool, I::Error> {
        let mut status = [0];
        self.bus.read(self.address, &mut status).await?;
        Ok(status[0] & STATUS_OFF != 0)
    }

    /// Sends bytes of one kind in as many transfers as they need.
    async fn send(&mut self, kind: u8, bytes: &[u8]) -> Result<(), I::Error> {
        for chunk in bytes.chunks(CHUNK) {
            let mut transfer = [kind; CHUNK + 1];
            transfer[1..=chunk.len()].copy_from_slice(chunk);
            self.bus.write(self.address, &transfer[..=chunk.len()]).await?;
        }
        Ok(())
    }
}
