use serde::{Deserialize, Serialize};

use super::decode::{DecodeError, decode_all};
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
    Lost(DropCounts),
}

impl ToPc {
    /// The first byte of a message with an event.
    pub const EVENT: u8 = 1;

    /// Reads a message. To follow a game, read its events by
    /// [`Entry`](super::Entry), which can step over those of a newer board.
    pub fn read(message: &[u8]) -> Result<Self, DecodeError> {
        decode_all(message)
    }
}

/// Counted since the connection began. Numbered events are never among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Lost")]
pub struct DropCounts {
    /// Live messages that were not sent because the reader was slow.
    pub live: u32,
    /// Frames to the board that were damaged.
    pub damaged: u32,
    /// Messages to the board that it could not read.
    pub unread: u32,
}
