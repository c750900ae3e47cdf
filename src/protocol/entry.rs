use serde::{Deserialize, Serialize};

use super::ToPc;
use super::decode::{DecodeError, decode_all};
use crate::event::Event;

/// Where an event stands in the log: by game, then by number.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename = "Place")]
pub struct EventPosition {
    /// Which game.
    pub game: u32,
    /// Which of its events.
    pub number: u32,
}

impl EventPosition {
    /// Where the next event of the same game stands.
    #[must_use]
    pub const fn next(self) -> Self {
        Self { game: self.game, number: self.number.saturating_add(1) }
    }
}

/// An event in the bytes in which it is stored and sent, the same at every sending.
///
/// Its place is readable even if what happened is of a kind that only newer
/// programs know: whoever follows a game can go on behind it, and keep the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Where it stands.
    pub place: EventPosition,
    /// Game time in milliseconds.
    pub at: u32,
    /// All of it.
    pub bytes: &'a [u8],
}

impl<'a> Entry<'a> {
    /// From the bytes of an event.
    pub fn of(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        let ((place, at), _) = postcard::take_from_bytes(bytes)?;
        Ok(Self { place, at, bytes })
    }

    /// From a message, `None` if it carries no event.
    pub fn in_message(message: &'a [u8]) -> Option<Result<Self, DecodeError>> {
        let (kind, bytes) = message.split_first()?;
        (*kind == ToPc::EVENT).then(|| Self::of(bytes))
    }

    /// What happened, if this version knows it.
    pub fn event(&self) -> Result<Event, DecodeError> {
        decode_all(self.bytes)
    }
}
