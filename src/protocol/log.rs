use serde::{Deserialize, Serialize};

use super::{EventPosition, MAX_EVENT};

/// The numbered log, as the journal keeps it.
///
/// Of every game the events 0, 1, 2… up to the last; of the games the latest ones,
/// each whole.
pub trait Log {
    /// Where the next event of the current game will stand; before the first game,
    /// the place of an event 0 in game 0.
    fn end(&self) -> EventPosition;

    /// Copies the first event at this place or behind it, and gives its place and
    /// its length. The bytes are the same every time.
    fn read(
        &mut self,
        from: EventPosition,
        into: &mut [u8; MAX_EVENT],
    ) -> Option<(EventPosition, usize)>;

    /// The first stored game with this number or a greater one.
    fn game(&mut self, from: u32) -> Option<StoredGame>;
}

/// A game in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredGame {
    /// Its number.
    pub game: u32,
    /// How many events it has.
    pub events: u32,
    /// How many bytes they are.
    pub bytes: u32,
}
