use serde::{Deserialize, Serialize};

use super::decode::{DecodeError, decode_all};
use super::{Clocks, ContactChange, Hello, LogLine, Reply, StoredGame};
use crate::event::Event;

/// A message from a board. Append-only: the first byte is the number of the variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // `Session` encodes one at a time; `no_std` has no `Box`.
pub enum ToPc {
    /// The first message of a connection.
    Hello(Hello),
    /// A new or a stored event: the bytes behind the variant's number are those of the journal.
    Event(Event),
    /// The reply to a command.
    Reply(Reply),
    /// A game in the journal.
    Stored(StoredGame),
    /// Live: a contact closed or opened.
    Contact(ContactChange),
    /// Live: the times of both clocks, at every change and once a second while one runs.
    Clocks(Clocks),
    /// Live: a line of the diagnostic log.
    Log(LogLine),
    /// Counts of the messages that this connection has lost so far.
    Lost(DropCounts),
}

impl ToPc {
    /// The first byte of a message with an event.
    pub const EVENT: u8 = 1;

    /// Decodes a message. A program that follows a game decodes events by
    /// [`Entry`](super::Entry), which can skip those of a newer board.
    pub fn read(message: &[u8]) -> Result<Self, DecodeError> {
        decode_all(message)
    }
}

/// Messages lost since the connection began. Numbered events are never lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Lost")]
pub struct DropCounts {
    /// Live messages that were dropped from a full queue because the reader was slow.
    pub live: u32,
    /// Frames to the board that were damaged.
    pub damaged: u32,
    /// Messages to the board that it could not decode.
    pub unread: u32,
}

impl DropCounts {
    /// Nothing is lost.
    pub const NONE: Self = Self { live: 0, damaged: 0, unread: 0 };
}
