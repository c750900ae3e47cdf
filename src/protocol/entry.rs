use serde::{Deserialize, Serialize};

use super::ToPc;
use super::decode::{DecodeError, decode_all};
use crate::event::Event;

/// The position of an event in the log, ordered by game, then by number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename = "Place")]
pub struct EventPosition {
    /// Number of the game.
    pub game: u32,
    /// Number of the event in its game, from 0.
    pub number: u32,
}

impl EventPosition {
    /// The position of the next event of the same game.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { game: self.game, number: self.number.saturating_add(1) }
    }
}

/// An event in the bytes in which it is stored and sent, with its first fields decoded.
///
/// Position and time can be decoded even if the [`EventKind`](crate::event::EventKind) is of a
/// newer version: a reader keeps the bytes and goes on with the next event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Position in the log.
    pub place: EventPosition,
    /// Game time in milliseconds.
    pub at: u32,
    /// All bytes of the event.
    pub bytes: &'a [u8],
}

impl<'a> Entry<'a> {
    /// Decodes position and time from the bytes of an event.
    pub fn of(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let ((place, at), _) = postcard::take_from_bytes(bytes)?;
        Ok(Self { place, at, bytes })
    }

    /// The event in a message; `None` if the message carries no event.
    pub fn in_message(message: &'a [u8]) -> Option<Result<Self, DecodeError>> {
        let (kind, bytes) = message.split_first()?;
        (*kind == ToPc::EVENT).then(|| Self::of(bytes))
    }

    /// Decodes the whole event; fails with [`DecodeError::Unknown`] if it is of a newer version.
    pub fn event(&self) -> Result<Event, DecodeError> {
        decode_all(self.bytes)
    }
}
