//! Events of the emulator: what the emulated board has done, as `emulator/README.md` lists it.

use std::fmt;

use damiera::view::{HEIGHT, WIDTH};
use serde::Deserialize;

/// An event of the emulator with its time.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Happening {
    /// Emulated time in microseconds.
    pub at: u64,
    /// The event.
    #[serde(flatten)]
    pub what: Happened,
}

/// An event of the emulator; `emulator/README.md` says when each of them comes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "camelCase")]
#[allow(missing_docs)] // The names say it all.
pub enum Happened {
    Power {
        on: bool,
    },
    Led {
        lit: bool,
    },
    /// The tone of the buzzer; 0 when it is silent.
    Buzzer {
        hertz: u32,
    },
    /// A display shows a new picture since `changed` (microseconds); `hex` is `None` when it is dark.
    Screen {
        address: u8,
        changed: u64,
        hex: Option<String>,
    },
    /// Bytes of the RTT channel: defmt frames.
    Log {
        hex: String,
    },
    Usb {
        state: UsbState,
        product: Option<String>,
        serial: Option<String>,
    },
    UsbData {
        hex: String,
    },
    /// The firmware breaks the rules of USB.
    UsbError {
        what: String,
    },
    /// The watchdog has reset the chip.
    Reset {
        reason: Reason,
    },
    /// The power was cut in the middle of a flash operation.
    Cut {
        what: String,
    },
    /// The processor took a HardFault.
    Fault {
        what: String,
        pc: String,
        lr: String,
        sp: String,
    },
    /// The processor is locked up: a second fault came before the handler of the first ran.
    Lockup,
    /// The chip is in BOOTSEL mode and waits for a new image.
    Bootsel {
        why: String,
    },
    /// The firmware uses a part of the chip that the emulator does not model.
    Gap {
        what: String,
    },
}

impl Happened {
    /// Returns whether this event is an error in a test that does not provoke it.
    pub fn is_bad(&self) -> bool {
        matches!(
            self,
            Self::Fault { .. }
                | Self::Lockup
                | Self::Reset { .. }
                | Self::UsbError { .. }
                | Self::Gap { .. }
                | Self::Bootsel { .. }
        )
    }
}

/// State of the host's USB connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)] // The names say it all.
pub enum UsbState {
    Configured,
    Open,
    Closed,
    Gone,
}

/// Why the watchdog reset the chip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The watchdog was not fed.
    Timer,
    /// The firmware triggered the reset.
    Forced,
}

/// The picture on a display.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Eight pages of 128 bytes, the lowest bit of a byte on top.
    pages: Vec<u8>,
}

impl Picture {
    /// Reads a picture from the emulator's hexadecimal digits.
    pub fn from_hex(hex: &str) -> Option<Self> {
        bytes(hex).filter(|pages| pages.len() == WIDTH * HEIGHT / 8).map(|pages| Self { pages })
    }

    /// Returns whether a pixel is lit; `false` outside the picture.
    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        x < WIDTH && y < HEIGHT && self.pages[y / 8 * WIDTH + x] >> (y % 8) & 1 == 1
    }
}

/// Writes the text picture of `damiera_sim::picture`, as in `host-tests/data/screens`.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        damiera_sim::picture::write_text(f, |x, y| self.is_lit(x, y))
    }
}

/// Encodes bytes as pairs of hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Decodes pairs of hexadecimal digits; `None` if there is another character.
pub(crate) fn bytes(hex: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    (0..hex.len()).step_by(2).map(byte).collect()
}
