//! The page that the keys between the players have opened.
//!
//! ```text
//!   Closed --- MENU ---> List ---> Edit, Claim, Code, Compose, Diagnostics
//!     ^                   | ^                  |
//!     +--- back, held ----+ +---- done, back --+
//! ```

use super::Menu;
use super::claims::{Claim, ClaimResult};
use super::compose::Compose;
use super::edit::Edit;
use super::list::List;
use crate::event::Cause;
use crate::game::{Game, GameRequest, MenuRequest, Settings};
use crate::menu::snapshot::Entry;

/// The open page.
#[derive(Clone, Copy, Debug)]
pub(super) enum Page {
    /// None: the game itself is shown.
    Closed,
    /// A list, and the index of its chosen item.
    List(List, u8),
    /// A value being set.
    Edit(Edit),
    /// A claim that players or the arbiter have to confirm.
    Claim(Claim),
    /// The result of a claim.
    ClaimResult(ClaimResult),
    /// Any position, by hand.
    Compose(Compose),
    /// The code for a PC.
    Code,
    /// A page of diagnostics.
    Diagnostics(Entry),
    /// The game that was interrupted.
    Resume(Cause),
    /// The first power-on: the language, then the orientation.
    Welcome(Welcome),
}

/// The first settings, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Welcome {
    /// The language of the display.
    Language,
    /// The side from which the display is read.
    Orientation,
}

impl Page {
    /// Whether a page is open.
    pub(super) const fn is_open(&self) -> bool {
        !matches!(self, Self::Closed)
    }

    /// Whether the players' buttons answer it.
    pub(super) const fn asks_players(&self) -> bool {
        matches!(self, Self::Claim(_))
    }
}

impl Menu {
    /// The board has woken up with no game to go on with.
    pub(super) fn woken(&mut self, game: &Game) {
        self.woke = game.now();
        self.page = if game.settings().introduced {
            Page::Closed
        } else {
            Page::Welcome(Welcome::Language)
        };
    }

    /// The board has woken up after a restart; a game that was on waits to be resumed.
    pub(super) fn recovered(&mut self, cause: Cause, game: &Game) {
        self.woken(game);
        if game.record().number() > 0 && !game.record().is_over() {
            self.page = Page::Resume(cause);
        }
    }

    /// A request of a PC was executed. One that goes on with the game, or ends it, closes the
    /// page.
    pub(super) fn done(&mut self, request: &GameRequest) {
        if matches!(
            request,
            GameRequest::Resume
                | GameRequest::TakeBack { half_moves: 1.. }
                | GameRequest::Result { .. }
        ) {
            self.close();
        }
    }

    pub(super) fn open(&mut self, list: List) {
        self.page = Page::List(list, 0);
    }

    /// Opens a list on its last item, which goes back: a key pressed once too often does nothing.
    pub(super) fn open_at_the_end(&mut self, list: List, game: &Game) {
        self.page = Page::List(list, list.items(game).len().saturating_sub(1) as u8);
    }

    pub(super) fn close(&mut self) {
        self.page = Page::Closed;
    }

    /// Changes the settings of the game.
    pub(super) fn change_settings(game: &mut Game, change: impl FnOnce(&mut Settings)) {
        let mut settings = *game.settings();
        change(&mut settings);
        let _ = game.request(MenuRequest::ChangeSettings(&settings));
    }

    /// MENU, while a page is open: choose, go on, done.
    pub(super) fn menu_on_page(&mut self, game: &mut Game) {
        match self.page {
            Page::Closed => {}
            Page::List(list, at) => self.chosen(list, at, game),
            Page::Edit(_) => self.edit_on(game),
            Page::Claim(claim) if claim.is_being_checked() => {}
            Page::Claim(_) => self.open(List::Game),
            Page::ClaimResult(_) => self.close(),
            Page::Compose(_) => self.compose_on(game),
            Page::Code => self.open(List::Arbiter),
            Page::Diagnostics(_) => self.open(List::Diagnostics),
            Page::Resume(_) => self.resume(game),
            Page::Welcome(Welcome::Language) => self.page = Page::Welcome(Welcome::Orientation),
            Page::Welcome(Welcome::Orientation) => {
                Self::change_settings(game, |settings| settings.introduced = true);
                self.close();
            }
        }
    }

    /// Closes the page and lets the clocks run again.
    pub(super) fn resume(&mut self, game: &mut Game) {
        self.close();
        let _ = game.request(MenuRequest::Resume);
    }

    /// MINUS, while a page is open.
    pub(super) fn minus(&mut self, game: &mut Game) {
        match &mut self.page {
            Page::Edit(edit) => edit.change(false),
            Page::Compose(compose) => compose.recolour(),
            Page::Claim(claim) if claim.is_being_checked() => self.refuse(game),
            Page::Claim(_) => self.open(List::Game),
            _ => self.step_through(false, game),
        }
    }

    /// PLUS, while a page is open.
    pub(super) fn plus(&mut self, game: &mut Game) {
        match &mut self.page {
            Page::Edit(edit) => edit.change(true),
            Page::Compose(compose) => compose.crown(),
            Page::Claim(_) => self.confirmed(None, game),
            _ => self.step_through(true, game),
        }
    }

    /// To the next item of a list, or the one before; round at the ends.
    fn step_through(&mut self, forward: bool, game: &mut Game) {
        match self.page {
            Page::List(list, at) => {
                let items = list.items(game).len().max(1) as u8;
                let at = if forward { at + 1 } else { at + items - 1 } % items;
                self.page = Page::List(list, at);
            }
            Page::Welcome(step) => Self::change_settings(game, |settings| match step {
                Welcome::Language => settings.language = settings.language.other(),
                Welcome::Orientation => settings.facing = settings.facing.other(),
            }),
            _ => {}
        }
    }
}
