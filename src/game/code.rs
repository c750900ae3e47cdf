//! The lock for a PC, as the arbiter's page and the PC's connection use it.

use super::list::List;
use super::pages::{Overlay, Page, Shown};
use super::{ConnectionChange, Denied, Game};
use crate::game::snapshot::PcCode;

impl Game {
    /// Calls up a new code and shows it. The permission given by an earlier one ends.
    pub(super) fn call_code(&mut self) {
        self.lock.call(self.lot.code());
        self.page = Page::Code;
    }

    /// Revokes what the connection loses, and closes the page of a code that is over.
    pub(super) fn connection_changed(&mut self, change: ConnectionChange) {
        match change {
            ConnectionChange::Reset => self.lock.reset(),
            ConnectionChange::Closed => self.lock.lock(),
        }
        if self.shows_code() && self.lock.code().is_none() {
            self.open(List::Arbiter);
        }
    }

    /// Tries a code. A wrong attempt is shown at once, unless that would hide a running
    /// clock: then it is seen on the page of the code.
    pub(super) fn unlock(&mut self, code: u32) -> Result<(), Denied> {
        let answer = self.lock.unlock(code, self.now);
        let wrong = matches!(answer, Err(Denied::WrongCode { .. }));
        if wrong && !self.shows_code() && self.record.running().is_none() {
            self.overlay = Some(Overlay::of(Shown::Tried, self.now));
        }
        answer
    }

    /// The page of the code, with its digits only on the page that called them up.
    pub(super) fn pc_code(&self) -> PcCode {
        let digits = self.lock.code().filter(|_| self.shows_code());
        PcCode { digits, tried: self.lock.attempts() }
    }

    fn shows_code(&self) -> bool {
        matches!(self.page, Page::Code)
    }
}
