//! The code that lets a PC change a running game, as the arbiter sees it.

use super::list::List;
use super::pages::{Overlay, Page, Shown};
use super::{CodeAttempts, Game};
use crate::game::snapshot::PcCode;

impl Game {
    /// The arbiter calls up a code. What an earlier one allowed is over.
    pub(super) fn call_code(&mut self) {
        self.code = Some(self.lot.code());
        self.tried = CodeAttempts::default();
        self.page = Page::Code;
    }

    /// The code and what it allowed are over.
    pub(super) fn put_code_away(&mut self) {
        self.code = None;
        self.tried = CodeAttempts::default();
        if self.shows_code() {
            self.open(List::Arbiter);
        }
    }

    /// A PC has tried it. A wrong try is shown at once, unless that would hide a clock that
    /// runs: then it waits for the page.
    pub(super) fn code_tried(&mut self, tried: CodeAttempts) {
        let one_more = tried.wrong > self.tried.wrong;
        self.tried = tried;
        if one_more && !self.shows_code() && self.record.running().is_none() {
            self.overlay = Some(Overlay::of(Shown::Tried, self.now));
        }
    }

    /// The page of the code; its digits only where the arbiter has called them up.
    pub(super) fn pc_code(&self) -> PcCode {
        let digits = self.code.filter(|_| self.shows_code() && !self.tried.unlocked);
        PcCode { digits, tried: self.tried }
    }

    fn shows_code(&self) -> bool {
        matches!(self.page, Page::Code)
    }
}
