use core::fmt;

use serde::{Deserialize, Serialize};

/// The reply to a command: every command gets exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The id of the command.
    pub id: u16,
    /// The outcome.
    pub answer: Answer,
}

/// The outcome of a command. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The command was executed.
    Done,
    /// The command is valid, but not allowed on this connection or in this state of the game.
    Denied(Denied),
    /// The command or a value in it is invalid.
    Invalid(Invalid),
    /// The queue of inputs is full and the command was not executed: send it again.
    Busy,
}

/// Why a command was not allowed. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Denied {
    /// The command needs the code that the arbiter calls up on the display.
    NeedsCode,
    /// The arbiter has not called up a code.
    NoCode,
    /// The code was wrong.
    WrongCode {
        /// Number of wrong codes so far.
        tries: u16,
        /// Milliseconds until the next code is compared.
        wait: u32,
    },
    /// The code came too soon after a wrong one and was not compared.
    TooSoon {
        /// Milliseconds until the next code is compared.
        wait: u32,
    },
    /// The board supports none of these protocol versions: see its `Hello`.
    Protocol,
    /// No game has begun.
    NoGame,
    /// A game is going on.
    GameGoesOn,
    /// A clock runs: pause it first.
    ClockRuns,
    /// The clocks are already stopped.
    NotRunning,
    /// The game is over.
    GameOver,
    /// The game refuses a position or a count of moves.
    Unsettled,
}

/// Why a command is invalid. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Invalid {
    /// This firmware does not know the command, or a value in it.
    Unknown,
    /// The message has too few or too many bytes.
    Malformed,
    /// No game with that number is stored.
    NoSuchGame,
    /// The position in a `Replay` lies behind the end of the log.
    Ahead,
    /// The code has more than six digits.
    Code,
    /// The time is longer than a clock can show.
    TooLong,
    /// More moves than a counter can be set to.
    TooManyMoves,
    /// The time control has no such period.
    NoSuchPeriod,
    /// More half-moves than were played, or than are remembered.
    TooFarBack,
    /// The opening does not begin from this position.
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
            Self::Protocol => "the board supports none of these protocol versions",
            Self::NoGame => "no game has begun",
            Self::GameGoesOn => "a game is going on",
            Self::ClockRuns => "a clock runs: pause it first",
            Self::NotRunning => "the clocks are already stopped",
            Self::GameOver => "the game is over",
            Self::Unsettled => "the game refuses the position or the count of moves",
        })
    }
}

impl fmt::Display for Invalid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "this firmware does not know the command, or a value in it",
            Self::Malformed => "too few bytes, or too many",
            Self::NoSuchGame => "no such game is stored",
            Self::Ahead => "the log ends before this event",
            Self::Code => "a code has six digits",
            Self::TooLong => "longer than a clock can show",
            Self::TooManyMoves => "more moves than a counter can be set to",
            Self::NoSuchPeriod => "the time control has no such period",
            Self::TooFarBack => "more half-moves than were played or are remembered",
            Self::OpeningElsewhere => "the opening does not begin from this position",
            Self::NotFitted => "not supported by this board or this game",
        })
    }
}
