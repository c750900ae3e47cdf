use serde::{Deserialize, Serialize};

use super::EventPosition;
use super::decode::{DecodeError, decode_all};
use crate::clock::TimeControl;
use crate::event::TagText;
use crate::rules::{Colour, Opening, OpeningTable, Position};
use crate::text::Text;

/// What a PC says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToBoard {
    /// Any number; the answer repeats it.
    pub id: u16,
    /// What is to be done.
    pub command: Command,
}

impl ToBoard {
    /// Reads a message. If it cannot be read, its number still comes back where
    /// there is one, so that even a command of a newer program is answered.
    pub fn read(message: &[u8]) -> Result<Self, (Option<u16>, DecodeError)> {
        let (id, rest) =
            postcard::take_from_bytes(message).map_err(|error| (None, DecodeError::from(error)))?;
        let command = decode_all(rest).map_err(|error| (Some(id), error))?;
        Ok(Self { id, command })
    }
}

/// What a PC can ask for. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Command {
    /// Who is asking. A new connection begins; the board answers with its own hello
    /// as well.
    Hello {
        /// The oldest protocol that the program understands.
        oldest: u16,
        /// The newest that it speaks.
        newest: u16,
        /// The program and its version.
        program: Text<32>,
    },
    /// Every event from here on, old ones first, and then as they happen.
    Replay(EventPosition),
    /// A message for each game in the journal, then the answer.
    ListGames,
    /// Every event of one game, then the answer.
    FetchGame(u32),
    /// Who plays.
    SetNames(Names),
    /// Where and in what.
    SetSitting(Sitting),
    /// For the next game.
    SetTimeControl(TimeControl),
    /// Begins one.
    NewGame {
        /// Where it begins.
        position: Position,
        /// The opening drawn, if it begins from the start position.
        opening: Option<Opening>,
    },
    /// Draws an opening by lot, for the next game.
    DrawOpening(OpeningTable),
    /// Stops both clocks.
    Pause,
    /// Lets the clock run on that was stopped.
    Resume,
    /// Sets what a clock says, while it stands.
    Correct(Correction),
    /// Takes so many half-moves back, with the clocks as they were, and pauses.
    TakeBack(u16),
    /// Ends the game.
    Declare(Ruling),
    /// The time of day.
    SetDayClock {
        /// Seconds since the beginning of 1970, in UTC.
        unix: u64,
        /// Minutes by which the local time is ahead of UTC.
        offset: i16,
    },
    /// Restarts into the bootloader, for a new firmware.
    Reboot,
    /// The code that the display shows.
    Unlock(u32),
}

/// Who plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Names {
    pub white: TagText,
    pub black: TagText,
}

/// Which game of which event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitting {
    /// The tournament or match.
    pub event: TagText,
    /// From 1; 0 if there are no rounds.
    pub round: u16,
    /// From 1; 0 if there are no tables.
    pub table: u16,
}

/// A value for a clock that stands. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Correction {
    /// What is left.
    Time {
        /// On whose clock.
        player: Colour,
        /// In milliseconds.
        millis: u32,
    },
    /// The move counter.
    Moves {
        /// Whose.
        player: Colour,
        /// To what.
        moves: u16,
    },
    /// The period of a cadence.
    Period {
        /// Whose.
        player: Colour,
        /// The first is 1.
        period: u16,
    },
}

/// How the arbiter ends a game. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ruling {
    /// This player has won.
    Won(Colour),
    /// Nobody has.
    Drawn,
    /// Without a result.
    BrokenOff,
}
