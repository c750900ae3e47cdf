use super::{HandTimings, Stamp};
use crate::rules::{Cell, Square};

/// A piece that was lifted in this turn, in one world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its square in the agreed position, which names it.
    pub home: Square,
    /// The cell on which it stands; `None`: in a hand, or off the board.
    pub place: Option<Cell>,
    /// The cell on which it stood last.
    pub stood: Cell,
    /// How it came to be off its square.
    pub lift: Lift,
    /// When it left its square.
    pub left: Stamp,
    /// Another explanation, almost as good, has it leave at another time.
    pub left_doubtful: bool,
    /// When it was lifted last.
    pub lifted: Stamp,
    /// When it came to `stood`.
    pub put: Stamp,
}

/// How a piece came to be off its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lift {
    /// Lifted in this turn.
    Plain,
    /// Lifted under "accomodo" (3.9).
    Adjusted,
    /// Lifted in the turn before.
    Before,
    /// It was not there when the game began: a fault of the set-up (7.1).
    NeverThere,
}

impl Piece {
    /// Whether it is on its square again. Such a piece is kept only if a capture that ends where it
    /// began may have been shown with it (6.4).
    pub fn is_home(&self) -> bool {
        self.place == Some(self.home.cell())
    }

    /// Whether it has been off since before this turn: taken off, or lifted for a reply.
    pub fn is_off_since_before(&self) -> bool {
        self.lift == Lift::Before && self.is_in_hand() && self.lifted == self.left
    }

    /// Whether it is in a hand, or off the board.
    pub const fn is_in_hand(&self) -> bool {
        self.place.is_none()
    }

    /// The cell other than its square on which it stands.
    pub fn elsewhere(&self) -> Option<Cell> {
        self.place.filter(|cell| *cell != self.home.cell())
    }
}

/// A cell on which a piece was put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The piece, by its square.
    pub home: Square,
    /// Where.
    pub cell: Cell,
    /// For how many milliseconds it stayed; [`Landing::STILL`] while it stands there.
    pub stayed: u16,
    /// When.
    pub at: Stamp,
}

impl Landing {
    /// The piece has not been lifted again.
    pub const STILL: u16 = u16::MAX;
}

impl Arrival {
    /// What it costs to have lain there: a slide lasts no longer than its overlap, a piece that is
    /// carried off no longer than a stray.
    pub(super) fn cost_at(&self, now: Stamp, timings: &HandTimings) -> u8 {
        u8::from(now.is_past(self.at, timings.slide_overlap))
            + u8::from(now.is_past(self.at, timings.stray))
    }
}

/// A cell that closed although no piece in hand explains it: a piece that is being pushed there and
/// has not left its last cell, or one piece too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Where.
    pub cell: Cell,
    /// When.
    pub at: Stamp,
}
