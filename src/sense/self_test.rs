use super::Cells;
use crate::rules::Squares;

/// Which cells have answered since the board woke up, and how the board compares
/// with a setup (7.1): what the map of 64 cells on the display is drawn from.
///
/// A reed that has been seen both ways works. Before a game the pieces come to
/// their squares one by one, so each of the 24 is seen open and closed without
/// anybody thinking of a test; the others wait for a move, or for a piece that
/// somebody slides over the board.
#[derive(Clone, Debug)]
pub struct SelfTest {
    reference: Squares,
    present: Cells,
    seen_closed: Cells,
    seen_open: Cells,
}

impl SelfTest {
    /// Begins with the cells as they are found; `reference` is where pieces
    /// should stand.
    pub const fn new(reference: Squares, found: Cells) -> Self {
        Self {
            reference,
            present: found,
            seen_closed: found,
            seen_open: Cells::from_bits(!found.bits()),
        }
    }

    /// Looks at the settled cells; samples that may bounce prove nothing.
    pub fn observe(&mut self, settled: Cells) {
        self.present = settled;
        self.seen_closed |= settled;
        self.seen_open |= !settled;
    }

    /// Sets another reference; what has been seen stays.
    pub const fn compare_with(&mut self, reference: Squares) {
        self.reference = reference;
    }

    /// The cells that are closed now.
    pub const fn present(&self) -> Cells {
        self.present
    }

    /// Squares of the reference without a piece.
    pub fn missing(&self) -> Cells {
        Cells::from(self.reference) - self.present
    }

    /// Pieces, on dark cells or light, where the reference has none.
    pub fn extra(&self) -> Cells {
        self.present - Cells::from(self.reference)
    }

    /// Whether the pieces stand as in the reference.
    pub fn is_set_up(&self) -> bool {
        self.present == Cells::from(self.reference)
    }

    /// The cells that have not been closed: a piece there has not been felt yet.
    pub fn never_closed(&self) -> Cells {
        !self.seen_closed
    }

    /// The cells that have not been open: what lies there may not be a piece.
    pub fn never_open(&self) -> Cells {
        !self.seen_open
    }

    /// The cells that have been seen both ways.
    pub fn working(&self) -> Cells {
        self.seen_closed & self.seen_open
    }

    /// Squares of the reference that were never felt: put a piece there, or the
    /// reed is bad.
    pub fn silent(&self) -> Cells {
        Cells::from(self.reference) - self.seen_closed
    }
}
