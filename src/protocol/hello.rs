use serde::{Deserialize, Serialize};

use super::{NEWEST, OLDEST};
use crate::text::Text;

/// The first message of a board, in every protocol version.
///
/// **Frozen for ever**: a program of today has to decode the hello of a board of any year, and to
/// tell its user which side to update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// The oldest protocol version that the board supports.
    pub oldest: u16,
    /// The newest protocol version that the board supports.
    pub newest: u16,
    /// Version of the firmware.
    pub version: Version,
    /// The commit from which the firmware was built, for bug reports.
    pub build: Text<24>,
    /// Kind of board: the name of its folder in `boards/`.
    pub board: Text<16>,
    /// Serial number of the board: the unique id of its flash chip.
    pub id: u64,
    /// Optional functions of this board.
    pub capabilities: Capabilities,
}

impl Hello {
    /// The hello of a board that has not started: its version and number are not known.
    pub(crate) const UNKNOWN: Self = Self {
        oldest: OLDEST,
        newest: NEWEST,
        version: Version { major: 0, minor: 0, patch: 0 },
        build: Text::EMPTY,
        board: Text::EMPTY,
        id: 0,
        capabilities: Capabilities(0),
    };
}

/// Version of the firmware: major, minor, patch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Version {
    pub major: u16,
    pub minor: u16,
    pub patch: u16,
}

/// The set of optional functions of a board, one bit each; unknown bits are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Capabilities(pub u32);

impl Capabilities {
    /// The board stores games in flash and sends them on request.
    pub const JOURNAL: Self = Self(1);
    /// The board senses the light cells too (7.5).
    pub const LIGHT_CELLS: Self = Self(1 << 1);
    /// The board can restart into its bootloader.
    pub const BOOTLOADER: Self = Self(1 << 2);
    /// The board has a clock of day while it is powered.
    pub const DAY_CLOCK: Self = Self(1 << 3);

    /// The union of both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether `other` is a subset of this set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The newest protocol version that this firmware and a peer with this range both support; `None`
/// if there is none.
pub const fn common(oldest: u16, newest: u16) -> Option<u16> {
    let spoken = if newest < NEWEST { newest } else { NEWEST };
    if spoken >= oldest && spoken >= OLDEST { Some(spoken) } else { None }
}
