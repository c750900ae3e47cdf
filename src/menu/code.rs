//! The code that lets a PC change a running game, as the arbiter sees it.

use super::Menu;
use super::list::List;
use super::overlay::Shown;
use super::pages::Page;
use crate::game::{Game, Tried};
use crate::menu::snapshot::PcCode;

impl Menu {
    /// The code, while the arbiter grants it.
    pub(super) const fn code(&self) -> Option<[u8; 6]> {
        self.code
    }

    /// Draws a code and shows it. What an earlier one allowed is over.
    pub(super) fn call_code(&mut self, game: &mut Game) {
        self.code = Some(game.draw_code());
        self.tried = Tried::default();
        self.page = Page::Code;
    }

    /// Ends the code and what it allowed: the PC has disconnected.
    pub(super) fn put_code_away(&mut self) {
        self.code = None;
        self.tried = Tried::default();
        if self.shows_code() {
            self.open(List::Arbiter);
        }
    }

    /// A PC has tried the code. A wrong try is shown at once, unless that would hide a clock
    /// that runs: then it waits for the page.
    pub(super) fn code_tried(&mut self, tried: Tried, game: &Game) {
        let one_more = tried.wrong > self.tried.wrong;
        self.tried = tried;
        if one_more && !self.shows_code() && game.record().running().is_none() {
            self.show(Shown::Tried, game.now());
        }
    }

    /// The page of the code; its digits only where the arbiter has called them up.
    pub(super) fn pc_code(&self) -> PcCode {
        let digits = self.code.filter(|_| self.shows_code() && !self.tried.unlocked);
        PcCode { digits, tried: self.tried }
    }

    const fn shows_code(&self) -> bool {
        matches!(self.page, Page::Code)
    }
}
