use serde::{Deserialize, Serialize};

use super::{NEWEST, OLDEST};
use crate::text::Text;

/// What a board says first, whatever protocol it speaks.
///
/// **Frozen for ever**: a program of today has to understand the first word of a
/// board of any year, and to tell its owner what to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The oldest protocol that the board understands.
    pub oldest: u16,
    /// The newest protocol that it speaks.
    pub newest: u16,
    /// Of the firmware.
    pub version: Version,
    /// From what the firmware was built, for a bug report.
    pub build: Text<24>,
    /// Which kind of board: its folder in `boards/`.
    pub board: Text<16>,
    /// No two boards share it: the number of the flash chip.
    pub id: u64,
    /// What this board can do.
    pub capabilities: Capabilities,
}

/// Of the firmware: major, minor, patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Version {
    pub major: u16,
    pub minor: u16,
    pub patch: u16,
}

/// A set of things that a board can do; bits that nobody knows are left alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capabilities(pub u32);

impl Capabilities {
    /// It keeps games in flash and hands them over later.
    pub const JOURNAL: Self = Self(1);
    /// It senses the light cells too (7.5).
    pub const LIGHT_CELLS: Self = Self(1 << 1);
    /// It can restart into its bootloader.
    pub const BOOTLOADER: Self = Self(1 << 2);
    /// It has a clock of the day, as long as it is powered.
    pub const DAY_CLOCK: Self = Self(1 << 3);

    /// Both together.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of the other are among these.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The protocol to speak with somebody who understands this range, `None` if there
/// is none: the newest that both know.
pub const fn common(oldest: u16, newest: u16) -> Option<u16> {
    let spoken = if newest < NEWEST { newest } else { NEWEST };
    if spoken >= oldest && spoken >= OLDEST { Some(spoken) } else { None }
}
