//! What the keys between the players have opened, and what is shown over the
//! clocks for a while.
//!
//! ```text
//!   Closed --- MENU ---> List ---> Edit, Claim, Code, Compose, Diagnostics
//!     ^                   | ^                  |
//!     +--- back, held ----+ +---- done, back --+
//! ```

use super::Game;
use super::claims::{Claim, Said};
use super::compose::Compose;
use super::edit::Edit;
use super::keys::HELD;
use super::list::List;
use super::timing::First;
use crate::event::Cause;
use crate::game::snapshot::Entry;
use crate::rules::{Article, Cell, Colour, Square, Squares};
use crate::time::{Micros, Span};

/// What is open.
#[derive(Clone, Copy, Debug)]
pub(super) enum Page {
    /// Nothing: the game itself.
    Closed,
    /// A list, and which of its items is chosen.
    List(List, u8),
    /// A value.
    Edit(Edit),
    /// Something that players or the arbiter have to confirm.
    Claim(Claim),
    /// What became of it.
    Said(Said),
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
    /// In which language.
    Language,
    /// Read from which side.
    Orientation,
}

impl Page {
    /// Whether anything is open.
    pub(super) const fn is_open(&self) -> bool {
        !matches!(self, Self::Closed)
    }

    /// Whether the players' buttons answer it.
    pub(super) const fn asks_players(&self) -> bool {
        matches!(self, Self::Claim(_))
    }
}

/// Something shown over the clocks until an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overlay {
    pub(super) what: Shown,
    pub(super) until: Micros,
}

/// See [`Overlay`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// Moves, opening, counters.
    Info,
    /// A man has become a king.
    Crowning(Square),
    /// Something that asks for no choice.
    Notice { article: Article, squares: Squares, light: Option<Cell> },
    /// This flag has fallen.
    Flag(Colour),
    /// A fault of a contact.
    Fault,
    /// A fault of the log.
    Storage(crate::event::StorageFault),
    /// A PC has given a wrong code.
    Tried,
}

impl Overlay {
    const INFO: Span = Span::from_secs(3);
    const NOTICE: Span = Span::from_secs(5);

    pub(super) fn info(now: Micros) -> Self {
        Self { what: Shown::Info, until: now + Self::INFO }
    }

    pub(super) fn crowning(square: Square, now: Micros) -> Self {
        Self { what: Shown::Crowning(square), until: now + Self::INFO }
    }

    pub(super) fn notice(
        article: Article,
        squares: Squares,
        light: Option<Cell>,
        now: Micros,
    ) -> Self {
        Self { what: Shown::Notice { article, squares, light }, until: now + Self::NOTICE }
    }

    pub(super) fn of(what: Shown, now: Micros) -> Self {
        Self { what, until: now + Self::NOTICE }
    }
}

/// What blinks changes so often.
pub(super) const BLINK: u16 = 500;

impl Game {
    /// The board has woken up, and there is no game to go on with.
    pub(super) fn woken(&mut self) {
        self.woke = self.now;
        self.page =
            if self.settings.introduced { Page::Closed } else { Page::Welcome(Welcome::Language) };
    }

    pub(super) fn open(&mut self, list: List) {
        self.page = Page::List(list, 0);
    }

    /// On its last item, which goes back: a key pressed once too often does nothing.
    pub(super) fn open_at_the_end(&mut self, list: List) {
        self.page = Page::List(list, self.items(list).len().saturating_sub(1) as u8);
    }

    pub(super) fn close(&mut self) {
        self.page = Page::Closed;
    }

    /// MENU, while something is open: choose, go on, done.
    pub(super) fn menu_on_page(&mut self) {
        match self.page {
            Page::Closed => {}
            Page::List(list, at) => self.chosen(list, at),
            Page::Edit(_) => self.edit_on(),
            Page::Claim(claim) if claim.is_being_checked() => {}
            Page::Claim(_) => self.open(List::Game),
            Page::Said(_) => self.close(),
            Page::Compose(_) => self.compose_on(),
            Page::Code => self.open(List::Arbiter),
            Page::Diagnostics(_) => self.open(List::Diagnostics),
            Page::Resume(_) => {
                self.close();
                self.resume();
            }
            Page::Welcome(Welcome::Language) => self.page = Page::Welcome(Welcome::Orientation),
            Page::Welcome(Welcome::Orientation) => {
                self.settings.introduced = true;
                self.effects.settings = true;
                self.close();
            }
        }
    }

    /// MINUS, while something is open.
    pub(super) fn minus_on_page(&mut self) {
        match &mut self.page {
            Page::Edit(edit) => edit.change(false),
            Page::Compose(compose) => compose.recolour(),
            Page::Claim(claim) if claim.is_being_checked() => self.refuse(),
            Page::Claim(_) => self.open(List::Game),
            _ => self.step_through(false),
        }
    }

    /// PLUS, while something is open.
    pub(super) fn plus_on_page(&mut self) {
        match &mut self.page {
            Page::Edit(edit) => edit.change(true),
            Page::Compose(compose) => compose.crown(),
            Page::Claim(_) => self.confirmed(None),
            _ => self.step_through(true),
        }
    }

    /// To the next item of a list, or the one before; round at the ends.
    fn step_through(&mut self, forward: bool) {
        match self.page {
            Page::List(list, at) => {
                let items = self.items(list).len().max(1) as u8;
                let at = if forward { at + 1 } else { at + items - 1 } % items;
                self.page = Page::List(list, at);
            }
            Page::Welcome(step) => {
                match step {
                    Welcome::Language => self.settings.language = self.settings.language.other(),
                    Welcome::Orientation => self.settings.facing = self.settings.facing.other(),
                }
                self.effects.settings = true;
            }
            _ => {}
        }
    }

    /// What time does to the keys and to what is shown for a while.
    pub(super) fn pages_in_time(&mut self) {
        if self.overlay.is_some_and(|overlay| self.now >= overlay.until) {
            self.overlay = None;
        }
        if self.menu_since.is_some_and(|since| self.now >= since + HELD) {
            let since = self.menu_since.take();
            // Held while the board woke up: for whoever builds or repairs one.
            if since.is_some_and(|since| since < self.woke + WAKING) {
                self.open(List::Diagnostics);
            } else {
                self.menu_held();
            }
        }
    }

    /// When a key has been held, something has been shown long enough, or blinks.
    pub(super) fn pages_deadline(&self, first: &mut First) {
        if let Some(since) = self.menu_since {
            first.or(since + HELD);
        }
        if let Some(overlay) = self.overlay {
            first.or(overlay.until);
        }
        if self.blinks() {
            let phase = self.latest.stretches(BLINK);
            first.or(Micros::from_millis((phase + 1) * u64::from(BLINK)));
        }
        if let Some(shown) = self.version_deadline() {
            first.or(shown);
        }
    }
}

/// MENU pressed so soon after the board woke up was held before.
const WAKING: Span = Span::from_millis(500);
