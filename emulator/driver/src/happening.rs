use std::fmt;

use damiera::view::{HEIGHT, WIDTH};
use serde::Deserialize;

/// Something that came out of the emulated board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Happening {
    /// When, in microseconds.
    pub at: u64,
    /// What.
    #[serde(flatten)]
    pub what: Happened,
}

/// See [`Happening`]; `emulator/README.md` says when each of them comes.
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
    /// 0 where it falls silent.
    Buzzer {
        hertz: u32,
    },
    /// A display has a new picture since `changed`, or with `None` is dark.
    Screen {
        address: u8,
        changed: u64,
        hex: Option<String>,
    },
    /// Raw bytes of the log.
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
    /// The processor met a fault.
    Fault {
        what: String,
        pc: String,
        lr: String,
        sp: String,
    },
    /// It met another one on the way to its handler, and stands still.
    Lockup,
    /// The chip waits for a new image.
    Bootsel {
        why: String,
    },
    /// The firmware uses something that the emulator does not have.
    Gap {
        what: String,
    },
}

impl Happened {
    /// Whether it happens only where something is wrong.
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

/// How far the host has come with the board.
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
    /// It was not fed.
    Timer,
    /// The firmware asked for it.
    Forced,
}

/// What a display shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Eight pages of 128 bytes, the lowest bit of a byte on top.
    pages: Vec<u8>,
}

impl Picture {
    /// From the digits of the emulator.
    pub fn from_hex(hex: &str) -> Option<Self> {
        bytes(hex).filter(|pages| pages.len() == WIDTH * HEIGHT / 8).map(|pages| Self { pages })
    }

    /// Whether a pixel is lit; outside there is none.
    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        x < WIDTH && y < HEIGHT && self.pages[y / 8 * WIDTH + x] >> (y % 8) & 1 == 1
    }
}

/// In the same form as the pictures of the tests.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        damiera_sim::picture::write_text(f, |x, y| self.is_lit(x, y))
    }
}

/// Bytes as pairs of hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes from pairs of hexadecimal digits.
pub(crate) fn bytes(hex: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    (0..hex.len()).step_by(2).map(byte).collect()
}
