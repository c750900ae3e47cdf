//! The waiting rule: when a press is judged.
//!
//! ```text
//!  brush before |   press    | brush after |  brush after the last contact
//!  -------------+-----|------+------c------+----------------------|
//!     contacts here and here make the decision wait till ---------+, at most two brushes
//! ```
//!
//! A press keeps its stamp, and the clock changes over at once. A lawful move is taken at once; an
//! accusation is made when every contact within a brush of the press has come back or stayed.

use crate::clock::Counts;
use crate::rules::{Colour, Squares};
use crate::time::{Duration, Instant};

/// A press whose meaning is not decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pending {
    /// Who pressed: the side on move, or, for a second press, the side that has just moved.
    pub(super) by: Colour,
    /// When.
    pub(super) at: Instant,
    /// The last contact within a brush of the press, or the press.
    pub(super) last_contact: Instant,
    /// What the change-over of the clock has brought; `None` where the clock has not changed over.
    pub(super) brought: Option<Counts>,
    /// The player has not pressed for a move that the reply made good: unless a lawful move stands
    /// now, the press belongs to that one.
    pub(super) late: bool,
    /// It came before the opponent had collected what he captured: it is a press if a lawful move
    /// stands when that is done, and else nothing.
    pub(super) early: bool,
    /// 7.7: the squares on which a piece lies, once they are told: one of them has to open.
    pub(super) on_two: Option<Squares>,
}

impl Pending {
    /// A press at this instant.
    pub(super) const fn new(by: Colour, at: Instant) -> Self {
        Self { by, at, last_contact: at, brought: None, late: false, early: false, on_two: None }
    }

    /// A contact opened or closed.
    pub(super) fn contact(&mut self, at: Instant, brush: Duration) {
        if at <= self.at + brush {
            self.last_contact = self.last_contact.max(at);
        }
    }

    /// When an accusation is made; `None` while a piece lies on two squares.
    pub(super) fn deadline(&self, brush: Duration) -> Option<Instant> {
        self.on_two.is_none().then_some(self.last_contact + brush)
    }

    /// Whether an accusation is made now.
    pub(super) fn is_due(&self, now: Instant, brush: Duration) -> bool {
        self.deadline(brush).is_none_or(|due| now >= due)
    }
}
