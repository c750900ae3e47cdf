use super::Cells;
use crate::rules::Squares;

/// Which cells have been seen open and closed since the board woke up: the map of 64
/// cells on the display is drawn from it.
///
/// A reed that has been seen both ways works. Before a game the pieces come to
/// their squares one by one, so each of the 24 is seen open and closed without
/// anybody thinking of a test; the others wait for a move, or for a piece that
/// somebody slides over the board.
#[derive(Clone, Debug)]
pub struct SelfTest {
    reference: Squares,
    seen_closed: Cells,
    seen_open: Cells,
}

impl SelfTest {
    /// Begins with the cells as they are found; `reference` is where pieces
    /// should stand.
    pub const fn new(reference: Squares, found: Cells) -> Self {
        Self { reference, seen_closed: found, seen_open: Cells::from_bits(!found.bits()) }
    }

    /// Looks at the settled cells; samples that may bounce prove nothing.
    pub fn observe(&mut self, settled: Cells) {
        self.seen_closed |= settled;
        self.seen_open |= !settled;
    }

    /// The cells that have been seen both ways.
    pub fn working(&self) -> Cells {
        self.seen_closed & self.seen_open
    }

    /// Squares of the reference that were never seen closed: put a piece there, or the
    /// reed is bad.
    pub fn silent(&self) -> Cells {
        Cells::from(self.reference) - self.seen_closed
    }
}
