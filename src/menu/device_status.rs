use super::snapshot::{Label, Weak};
use crate::sense::{Cells, Keys, ReedStats};

/// The state of the board that the game does not hold and the display shows: versions, journal, keys
/// and reeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DeviceStatus {
    /// Version of the firmware.
    pub version: Label,
    /// Version of the protocol.
    pub protocol: u16,
    /// Unique number of the flash chip.
    pub id: u64,
    /// Games in the journal.
    pub games: u16,
    /// How full the journal is, in hundredths.
    pub full: u8,
    /// Frames a second.
    pub rate: u16,
    /// The keys as they are now.
    pub keys: Keys,
    /// Reeds as they are now.
    pub closed: Cells,
    /// Reeds seen both ways since the board woke up.
    pub working: Cells,
    /// Reeds that have not changed since the board woke up.
    pub silent: Cells,
    /// The weakest squares, the worst first.
    pub weakest: [Option<Weak>; 5],
}

impl DeviceStatus {
    /// Fills in the reeds that bounced most.
    #[must_use]
    pub fn with_reed_stats(mut self, tally: &ReedStats) -> Self {
        let weak =
            |cell| Weak { cell, closures: tally.closures(cell), bounces: tally.bounces(cell) };
        self.weakest = tally.weakest().map(|cell| cell.map(weak));
        self
    }
}
