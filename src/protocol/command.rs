use serde::{Deserialize, Serialize};

use super::EventPosition;
use super::decode::{DecodeError, decode_all};
use crate::clock::TimeControl;
use crate::event::TagText;
use crate::rules::{Colour, Opening, OpeningTable, Position};
use crate::text::Text;

/// A message from a PC: a command and its id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToBoard {
    /// A number of the sender's choice; the reply repeats it.
    pub id: u16,
    /// The command.
    pub command: Command,
}

impl ToBoard {
    /// Decodes a message. The error carries the id if the id could be decoded, so that a command
    /// of a newer program is answered too.
    pub fn read(message: &[u8]) -> Result<Self, (Option<u16>, DecodeError)> {
        let (id, rest) =
            postcard::take_from_bytes(message).map_err(|error| (None, DecodeError::from(error)))?;
        let command = decode_all(rest).map_err(|error| (Some(id), error))?;
        Ok(Self { id, command })
    }
}

/// A command from a PC. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Begins a new connection; the board sends its own hello and the reply.
    Hello {
        /// The oldest protocol version that the program supports.
        oldest: u16,
        /// The newest protocol version that the program supports.
        newest: u16,
        /// Name and version of the program.
        program: Text<32>,
    },
    /// Sends every event from this position on, stored ones first, then new ones as they happen.
    Replay(EventPosition),
    /// Sends a [`StoredGame`](super::StoredGame) for each game in the journal, then the reply.
    ListGames,
    /// Sends every event of the game with this number, then the reply.
    FetchGame(u32),
    /// Sets the players' names for the next game.
    SetNames(Names),
    /// Sets event, round and table for the next game.
    SetSitting(Sitting),
    /// Sets the time control for the next game.
    SetTimeControl(TimeControl),
    /// Begins a game.
    NewGame {
        /// The position from which it begins.
        position: Position,
        /// The opening drawn, if it begins from the start position.
        opening: Option<Opening>,
    },
    /// Draws an opening by lot, for the next game.
    DrawOpening(OpeningTable),
    /// Stops both clocks.
    Pause,
    /// Starts the clock that `Pause` has stopped.
    Resume,
    /// Sets a value of a stopped clock.
    Correct(Correction),
    /// Takes this many half-moves back, restores the clocks of that time, and pauses.
    TakeBack(u16),
    /// Ends the game by the arbiter's decision.
    Declare(Ruling),
    /// Sets the clock of day.
    SetDayClock {
        /// Seconds since the beginning of 1970, in UTC.
        unix: u64,
        /// Minutes by which the local time is ahead of UTC.
        offset: i16,
    },
    /// Restarts the board into its bootloader, for a firmware update.
    Reboot,
    /// Gives this connection permission by the code that the display shows.
    Unlock(u32),
}

/// The players' names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Names {
    pub white: TagText,
    pub black: TagText,
}

/// Tournament, round and table of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// The tournament or match.
    pub event: TagText,
    /// Number of the round, from 1; 0 if there are no rounds.
    pub round: u16,
    /// Number of the table, from 1; 0 if there are no tables.
    pub table: u16,
}

/// A new value for a stopped clock. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Correction {
    /// The time left.
    Time {
        /// Whose clock.
        player: Colour,
        /// The time left, in milliseconds.
        millis: u32,
    },
    /// The move counter.
    Moves {
        /// Whose counter.
        player: Colour,
        /// The number of moves made.
        moves: u16,
    },
    /// The period of a cadence.
    Period {
        /// Whose period.
        player: Colour,
        /// Number of the period, from 1.
        period: u16,
    },
}

/// How the arbiter ends a game. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ruling {
    /// This player has won.
    Won(Colour),
    /// The game is a draw.
    Drawn,
    /// The game ends without a result.
    BrokenOff,
}
