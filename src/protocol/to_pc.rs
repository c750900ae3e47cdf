use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Clocks, ContactChange, Hello, LogLine, Reply, StoredGame};
use crate::event::Event;

/// What a board says. Append-only: a variant's number is its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // One at a time, and nowhere a box to put it in.
pub enum ToPc {
    /// Who is speaking. The first message of a connection.
    Hello(Hello),
    /// Something happened, now or long ago: the bytes behind the variant's number
    /// are those of the journal.
    Event(Event),
    /// What became of a command.
    Reply(Reply),
    /// A game in the journal.
    Stored(StoredGame),
    /// Live: a piece or a key went up or down.
    Contact(ContactChange),
    /// Live: the clocks, at every change and once a second while one runs.
    Clocks(Clocks),
    /// Live: a sentence for whoever repairs the board.
    Log(LogLine),
    /// What this connection has lost so far.
    Lost(Lost),
}

impl ToPc {
    /// The first byte of a message with an event.
    pub const EVENT: u8 = 1;

    /// Reads a message. To follow a game, read its events by
    /// [`Entry`](super::Entry), which can step over those of a newer board.
    pub fn read(message: &[u8]) -> Result<Self, Unread> {
        Unread::nothing_of(postcard::take_from_bytes(message))
    }
}

/// Counted since the connection began. Numbered events are never among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lost {
    /// Live messages that were not sent because the reader was slow.
    pub live: u32,
    /// Frames to the board that were damaged.
    pub damaged: u32,
    /// Messages to the board that it could not read.
    pub unread: u32,
}

/// Why a message that arrived whole says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A kind, or a value in it, that this version does not know.
    Unknown,
    /// Too short or too long for what it says it is.
    Malformed,
}

impl Unread {
    /// The value, if nothing is left behind it.
    pub(super) fn nothing_of<T>(read: postcard::Result<(T, &[u8])>) -> Result<T, Self> {
        match read {
            Ok((value, [])) => Ok(value),
            Ok(_) => Err(Self::Malformed),
            Err(error) => Err(error.into()),
        }
    }
}

impl From<postcard::Error> for Unread {
    fn from(error: postcard::Error) -> Self {
        use postcard::Error;
        match error {
            // The first is a variant, the second a value that its type refuses.
            Error::SerdeDeCustom | Error::DeserializeBadEnum => Self::Unknown,
            _ => Self::Malformed,
        }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a message of a kind that this version does not know",
            Self::Malformed => "a message with too few bytes, or too many",
        })
    }
}

impl core::error::Error for Unread {}
