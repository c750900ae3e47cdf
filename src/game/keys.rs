//! What the keys do, where RULINGS gives them a meaning: players' buttons and
//! the three keys between them.

use super::list::List;
use super::pages::{Overlay, Page};
use super::{Game, Phase};
use crate::event::What;
use crate::rules::Colour;
use crate::sense::Key;
use crate::time::Span;

/// MENU held for so long is more than a short press.
pub(super) const HELD: Span = Span::from_secs(2);

impl Game {
    /// A key was pressed or let go. MENU means something when it is let go, or
    /// when it has been held; all others when they are pressed.
    #[inline(never)] // Large, and its caller has a large frame.
    pub(super) fn key_edge(&mut self, key: Key, closed: bool) {
        match key {
            Key::Menu if closed => self.menu_since = Some(self.now),
            Key::Menu if self.menu_since.take().is_some() => self.menu(),
            // Who is in a menu, or tries the keys, wants no clock to start. While one
            // runs, no page is open.
            Key::Player(_) if self.page.is_open() && !self.page.asks_players() => {}
            Key::Player(side) if closed => {
                self.begin_by_press();
                if self.record.white().is_none() && self.record.number() > 0 {
                    // Free start: the first press names Black's side.
                    self.sit(side.other());
                }
                let colour = if side == self.white() { Colour::White } else { Colour::Black };
                // Both buttons at once: one change-over.
                let window = self.settings.manners.window;
                if self.changed_over.is_none_or(|then| self.now.saturating_since(then) > window) {
                    self.button(colour);
                }
            }
            Key::Minus if closed => self.minus(),
            Key::Plus if closed => self.plus(),
            _ => {}
        }
    }

    fn button(&mut self, colour: Colour) {
        if self.page.asks_players() {
            self.confirmed(Some(colour));
        } else if !self.record.paused() {
            self.press(colour);
        }
    }

    /// MENU, let go before it was held.
    fn menu(&mut self) {
        if self.page.is_open() {
            self.menu_on_page();
            return;
        }
        match self.record.phase() {
            _ if self.record.paused() => self.open(List::Game),
            Phase::Over => self.open(List::Main),
            _ if self.has_not_begun() => self.open(List::Main),
            _ => self.overlay = Some(Overlay::info(self.now)),
        }
    }

    /// MENU has been held: a pause, and the page of the game.
    pub(super) fn menu_held(&mut self) {
        match self.page {
            Page::Closed => {}
            // 9.3 b2: who verifies has to say what he found.
            Page::Claim(claim) if claim.is_being_checked() => return,
            // Out of any page, back to the game.
            _ => return self.close(),
        }
        if self.record.number() == 0 {
            return self.open(List::Main);
        }
        match self.record.phase() {
            Phase::Over => self.open_at_the_end(List::Arbiter),
            Phase::Setup => self.open(List::Main),
            _ => {
                if !self.record.paused() {
                    self.pause();
                }
                self.open(List::Game);
            }
        }
    }

    /// Everything waits for the first press, or the first half-move.
    fn has_not_begun(&self) -> bool {
        let waits = matches!(self.record.phase(), Phase::Setup | Phase::Playing);
        waits && !self.record.paused() && !self.is_on()
    }

    fn minus(&mut self) {
        if self.page.is_open() {
            return self.minus_on_page();
        }
        match *self.record.phase() {
            _ if self.record.paused() => {}
            Phase::Choosing(_) => self.correct(),
            Phase::Playing if self.reply_was_taken_off() => self.taken_off(),
            Phase::Playing if !self.record.adjusting() => self.emit(What::Accomodo),
            _ => {}
        }
    }

    fn plus(&mut self) {
        if self.page.is_open() {
            return self.plus_on_page();
        }
        if let Phase::Choosing(irregularity) = *self.record.phase()
            && !self.record.paused()
        {
            self.keep(&irregularity, None);
        }
    }
}
