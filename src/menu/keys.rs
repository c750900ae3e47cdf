//! MENU, and the other keys while a page is open.

use super::Menu;
use super::list::List;
use super::overlay::Message;
use super::pages::Page;
use crate::event::Phase;
use crate::game::{Game, MenuRequest};
use crate::sense::Key;
use crate::time::{Duration, Instant};

/// MENU pressed for less than this is a short press; from it on, MENU is held.
const HELD: Duration = Duration::from_secs(2);
/// MENU pressed within this time after the start was held at power-on.
const WAKING: Duration = Duration::from_millis(500);

impl Menu {
    /// Whether a key is the menu's: MENU, and all of them while a page is open. A player's
    /// button starts no clock then; while a clock runs, no page is open.
    pub(super) const fn takes_key(&self, key: Key) -> bool {
        matches!(key, Key::Menu) || self.page.is_open()
    }

    /// A key of the menu was pressed or released. MENU acts when it is released, or when it has
    /// been held; all others when they are pressed.
    pub(super) fn key_edge(&mut self, key: Key, closed: bool, game: &mut Game) {
        match key {
            Key::Menu if closed => self.menu_since = Some(game.now()),
            Key::Menu if self.menu_since.take().is_some() => self.menu(game),
            Key::Player(side) if closed && self.page.asks_players() => {
                let Some(colour) = game.pressed_by(side) else { return };
                self.follow(game);
                if self.page.asks_players() {
                    self.confirmed(Some(colour), game);
                } else {
                    game.button(colour);
                }
            }
            Key::Minus if closed => self.minus(game),
            Key::Plus if closed => self.plus(game),
            _ => {}
        }
    }

    /// MENU was released before it was held.
    fn menu(&mut self, game: &mut Game) {
        if self.page.is_open() {
            return self.menu_on_page(game);
        }
        match game.record().phase() {
            _ if game.record().paused() => self.open(List::Game),
            Phase::Over => self.open(List::Main),
            _ if game.has_not_begun() => self.open(List::Main),
            _ => self.show(Message::Info, game.now()),
        }
    }

    /// MENU has been held: a pause, and the page of the game.
    fn menu_held(&mut self, game: &mut Game) {
        match self.page {
            Page::Closed => {}
            // 9.3 b2: the arbiter who verifies a claim has to decide it.
            Page::Claim(claim) if claim.is_being_checked() => return,
            // Out of any page, back to the game.
            _ => return self.close(),
        }
        if game.record().number() == 0 {
            return self.open(List::Main);
        }
        match game.record().phase() {
            Phase::Over => self.open_at_the_end(List::Arbiter, game),
            Phase::Setup => self.open(List::Main),
            _ => {
                if !game.record().paused() {
                    let _ = game.request(MenuRequest::Pause);
                }
                self.open(List::Game);
            }
        }
    }

    /// Removes a message that has been shown long enough, and acts on MENU once it has been held.
    pub(super) fn time_passed(&mut self, game: &mut Game) {
        let now = game.now();
        if self.overlay.is_some_and(|overlay| now >= overlay.until) {
            self.overlay = None;
        }
        if let Some(since) = self.menu_since
            && now >= since + HELD
        {
            self.menu_since = None;
            // Held while the board woke up: the pages for its builder.
            if since < self.woke + WAKING {
                self.open(List::Diagnostics);
            } else {
                self.menu_held(game);
            }
        }
    }

    /// The instant at which MENU has been held.
    pub(super) fn held_deadline(&self) -> Option<Instant> {
        self.menu_since.map(|since| since + HELD)
    }
}
