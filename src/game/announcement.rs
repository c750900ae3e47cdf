//! Messages of the game that a display shows over the clocks for a while.

use super::Game;
use crate::rules::{Article, Cell, Colour, Square, Squares};
use crate::time::Instant;

/// A message of the game. A later one replaces it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Announcement {
    /// The message that is shown is out of date.
    Clear,
    /// A man has become a king on this square (4.2).
    Crowning(Square),
    /// A notice that asks for no choice: 5.12, 7.2, 7.3, 7.5, 7.7.
    Notice {
        /// The rule it follows from.
        article: Article,
        /// The squares concerned.
        squares: Squares,
        /// The light cell concerned.
        light: Option<Cell>,
    },
    /// The flag of this player has fallen.
    Flag(Colour),
    /// A PC has tried a wrong code.
    WrongCode,
}

impl Game {
    /// Sets the announcement that the menu takes next.
    pub(super) fn announce(&mut self, announcement: Announcement) {
        self.announced = Some((announcement, self.now));
    }

    /// Takes the latest announcement and its instant.
    pub(crate) fn take_announcement(&mut self) -> Option<(Announcement, Instant)> {
        self.announced.take()
    }
}
