use core::fmt;

use serde::{Deserialize, Serialize};

/// The answer to a command: every command gets exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The number that came with the command.
    pub id: u16,
    /// What became of it.
    pub answer: Answer,
}

/// What became of a command. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// It was done.
    Done,
    /// It makes sense, but not from this connection or not now.
    Denied(Denied),
    /// It makes no sense.
    Invalid(Invalid),
    /// It cannot be done at this moment: try again.
    Busy,
}

/// Why a command was not allowed. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Denied {
    /// It needs the code that the arbiter makes the display show.
    NeedsCode,
    /// The arbiter has not called up any code.
    NoCode,
    /// That was not the code.
    WrongCode {
        /// Wrong tries so far.
        tries: u16,
        /// Milliseconds until the next one is looked at.
        wait: u32,
    },
    /// A try too soon after a wrong one: it was not looked at.
    TooSoon {
        /// Milliseconds until the next one is.
        wait: u32,
    },
    /// The board speaks none of these protocols: see its `Hello`.
    Protocol,
    /// No game has begun.
    NoGame,
    /// A game is going on.
    GameGoesOn,
    /// A clock runs: pause it first.
    ClockRuns,
    /// The clocks stand already.
    NotRunning,
    /// The game is over.
    GameOver,
    /// The players have something to decide or to put right first.
    Unsettled,
}

/// Why a command makes no sense. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Invalid {
    /// This firmware does not know the command, or a value in it.
    Unknown,
    /// Its bytes are too few or too many.
    Malformed,
    /// No game with that number is stored.
    NoSuchGame,
    /// The log has not come so far.
    Ahead,
    /// No code has that many digits.
    Code,
    /// Longer than a clock can show.
    TooLong,
    /// More moves than a counter can be set to.
    TooManyMoves,
    /// The time control has no such period.
    NoSuchPeriod,
    /// More half-moves than were played, or than are remembered.
    TooFarBack,
    /// The opening does not begin there.
    OpeningElsewhere,
    /// Not supported by this board or this game: a game without a clock, for example.
    NotFitted,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Denied(why) => write!(f, "denied: {why}"),
            Self::Invalid(why) => write!(f, "invalid: {why}"),
            Self::Busy => f.write_str("busy: try again"),
        }
    }
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongCode { tries, wait } => {
                return write!(f, "wrong code, try {tries}; wait {wait} ms");
            }
            Self::TooSoon { wait } => return write!(f, "too soon; wait {wait} ms"),
            Self::NeedsCode => "this needs the arbiter's code",
            Self::NoCode => "the arbiter has not called up a code",
            Self::Protocol => "the board speaks none of these protocols",
            Self::NoGame => "no game has begun",
            Self::GameGoesOn => "a game is going on",
            Self::ClockRuns => "a clock runs: pause it first",
            Self::NotRunning => "the clocks stand already",
            Self::GameOver => "the game is over",
            Self::Unsettled => "the players have something to decide or to put right first",
        })
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "this firmware does not know the command, or a value in it",
            Self::Malformed => "too few bytes, or too many",
            Self::NoSuchGame => "no such game is stored",
            Self::Ahead => "the log has not come so far",
            Self::Code => "a code has six digits",
            Self::TooLong => "longer than a clock can show",
            Self::TooManyMoves => "more moves than a counter can be set to",
            Self::NoSuchPeriod => "the time control has no such period",
            Self::TooFarBack => "more half-moves than were played or are remembered",
            Self::OpeningElsewhere => "the opening does not begin there",
            Self::NotFitted => "not supported by this board or this game",
        })
    }
}
