//! Messages shown over the clocks for a while.

use super::Menu;
use crate::event::StorageFault;
use crate::game::{Announcement, Game};
use crate::rules::{Article, Cell, Colour, Square, Squares};
use crate::sense::{FaultEvent, Faults};
use crate::time::{Duration, Instant};

/// A message, and the instant at which it disappears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Overlay {
    pub(super) what: Message,
    pub(super) until: Instant,
}

/// A message of the game or of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Message {
    /// Moves, opening, counters.
    Info,
    /// A man has become a king.
    Crowning(Square),
    /// A notice that asks for no choice.
    Notice { article: Article, squares: Squares, light: Option<Cell> },
    /// The flag of this player has fallen.
    Flag(Colour),
    /// A fault of a contact.
    Fault,
    /// A fault of the journal.
    Storage(StorageFault),
    /// A PC has given a wrong code.
    WrongCode,
}

/// How long information that was asked for, or a crowning, is shown.
const SHORT: Duration = Duration::from_secs(3);
/// How long anything else is shown: a player may look up from the board late.
const LONG: Duration = Duration::from_secs(5);

impl Overlay {
    pub(super) fn new(what: Message, now: Instant) -> Self {
        let shown_for = match what {
            Message::Info | Message::Crowning(_) => SHORT,
            _ => LONG,
        };
        Self { what, until: now + shown_for }
    }
}

impl Menu {
    /// Shows a message in place of the one before.
    pub(super) fn show(&mut self, what: Message, now: Instant) {
        self.overlay = Some(Overlay::new(what, now));
    }

    /// Shows the latest announcement of the game, and closes a page of a game before.
    pub(super) fn follow(&mut self, game: &mut Game) {
        if let Some((announcement, at)) = game.take_announcement() {
            let shown = match announcement {
                // The page of the code shows the attempts itself, and a running clock stays visible.
                Announcement::WrongCode
                    if self.shows_code() || game.record().running().is_some() =>
                {
                    self.overlay.map(|overlay| overlay.what)
                }
                Announcement::WrongCode => Some(Message::WrongCode),
                Announcement::Clear => None,
                Announcement::Crowning(square) => Some(Message::Crowning(square)),
                Announcement::Notice { article, squares, light } => {
                    Some(Message::Notice { article, squares, light })
                }
                Announcement::Flag(colour) => Some(Message::Flag(colour)),
            };
            self.overlay = shown.map(|shown| Overlay::new(shown, at));
        }
        let number = game.record().game();
        if self.game != number {
            self.game = number;
            self.close();
        }
    }

    /// Adds a fault of a contact and shows it, or removes it from the display once it has cleared.
    pub(super) fn fault(&mut self, event: FaultEvent, now: Instant) {
        let FaultEvent { fault, cleared, .. } = event;
        if !cleared {
            self.faults = self.faults | Faults::of(fault);
            return self.show(Message::Fault, now);
        }
        self.faults = self.faults - Faults::of(fault);
        if self.shows_fault() && self.faults.is_empty() {
            self.overlay = None;
        }
    }

    /// Shows a fault of the journal.
    pub(super) fn storage(&mut self, fault: StorageFault, now: Instant) {
        self.show(Message::Storage(fault), now);
    }

    pub(super) const fn shows_fault(&self) -> bool {
        matches!(self.overlay, Some(Overlay { what: Message::Fault, .. }))
    }
}
