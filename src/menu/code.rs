//! The page of the code that lets a PC change a running game. The lock itself is the game's.

use super::Menu;
use super::list::List;
use super::pages::Page;
use crate::game::{Game, MenuRequest};
use crate::menu::snapshot::PcCode;

impl Menu {
    /// Calls up a new code and shows it. The permission given by an earlier one ends.
    pub(super) fn call_code(&mut self, game: &mut Game) {
        // Never refused.
        let _ = game.request(MenuRequest::CallCode);
        self.page = Page::Code;
    }

    /// Closes the page of a code that was revoked with its connection.
    pub(super) fn connection_changed(&mut self, game: &Game) {
        if self.shows_code() && game.code().is_none() {
            self.open(List::Arbiter);
        }
    }

    /// The contents of the page, with the digits only on the page that called them up.
    pub(super) fn pc_code(&self, game: &Game) -> PcCode {
        let digits = game.code().filter(|_| self.shows_code());
        PcCode { digits, attempts: game.code_attempts() }
    }

    pub(super) const fn shows_code(&self) -> bool {
        matches!(self.page, Page::Code)
    }
}
