use serde::{Deserialize, Serialize};

use super::{EventPosition, MAX_EVENT};

/// The log of numbered events that a [`Session`](super::Session) reads.
///
/// It holds the latest games, each with all its events from 0 on.
pub trait Log {
    /// The position of the next event of the current game; before the first game, event 0 of
    /// game 0.
    fn end(&self) -> EventPosition;

    /// Copies the first event at or behind `from` into the buffer and returns its position and its
    /// length in bytes. The bytes are the same at every call.
    fn read(
        &mut self,
        from: EventPosition,
        into: &mut [u8; MAX_EVENT],
    ) -> Option<(EventPosition, usize)>;

    /// The first stored game with this number or a higher one.
    fn game(&mut self, from: u32) -> Option<StoredGame>;
}

/// A game in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Number of the game.
    pub game: u32,
    /// Number of its events.
    pub events: u32,
    /// Length of all its events, in bytes.
    pub bytes: u32,
}
