use super::Cells;
use crate::rules::Squares;

/// The cells that have been seen open, and those seen closed, since power-on: the map of 64
/// cells on the display is drawn from it.
///
/// A reed that has been seen in both states works. Setting up the start position tests
/// 24 of them without extra steps; the others are tested by moves, or by sliding a
/// piece over the board.
#[derive(Clone, Debug)]
pub struct SelfTest {
    reference: Squares,
    seen_closed: Cells,
    seen_open: Cells,
}

impl SelfTest {
    /// Takes `found` as the first observation; `reference` is where pieces should stand.
    pub const fn new(reference: Squares, found: Cells) -> Self {
        Self { reference, seen_closed: found, seen_open: Cells::from_bits(!found.bits()) }
    }

    /// Takes the debounced cells; a raw sample may be a bounce, which proves nothing.
    pub fn observe(&mut self, settled: Cells) {
        self.seen_closed |= settled;
        self.seen_open |= !settled;
    }

    /// The cells that have been seen open and closed.
    pub fn working(&self) -> Cells {
        self.seen_closed & self.seen_open
    }

    /// Squares of the reference that were never seen closed: either a piece is missing or
    /// the reed is bad.
    pub fn silent(&self) -> Cells {
        Cells::from(self.reference) - self.seen_closed
    }
}
