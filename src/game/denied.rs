use core::fmt;

use crate::clock::CorrectionRefused;
use crate::rules::{CountRefused, SetupError};

/// Why a request was refused. A refused request has changed nothing but the wrong attempts of
/// [`PcLock`](super::PcLock).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// There is no game.
    NoGame,
    /// A game is on.
    GameOn,
    /// The game is over already.
    Over,
    /// The game has to be paused first.
    NotPaused,
    /// The game is paused already.
    Paused,
    /// The game has no clock.
    NoClock,
    /// Nothing is left to take back.
    NothingToTakeBack,
    /// Too many moves or too much time for the game to begin again (7.4).
    TooLateToRestart,
    /// That cannot be declared now.
    NotOpen,
    /// The clock cannot be set to that.
    Clock(CorrectionRefused),
    /// A count of moves cannot begin.
    Count(CountRefused),
    /// The position cannot be played from.
    Position(SetupError),
    /// The text or the number is too long.
    TooLong,
    /// The opening does not begin at that position.
    OpeningElsewhere,
    /// A PC has to unlock the game first.
    NeedsCode,
    /// The arbiter has called up no code.
    NoCode,
    /// A code has six digits.
    NoSuchCode,
    /// That was not the code.
    WrongCode {
        /// Wrong attempts at this code so far.
        tries: u16,
        /// Milliseconds until the next attempt is compared.
        wait: u32,
    },
    /// An attempt too soon after a wrong one: it was not compared.
    TooSoon {
        /// Milliseconds until the next attempt is compared.
        wait: u32,
    },
}

impl fmt::Display for Denied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("there is no game"),
            Self::GameOn => f.write_str("a game is on"),
            Self::Over => f.write_str("the game is over"),
            Self::NotPaused => f.write_str("the game is not paused"),
            Self::Paused => f.write_str("the game is paused"),
            Self::NoClock => f.write_str("this game has no clock"),
            Self::NothingToTakeBack => f.write_str("there is nothing to take back"),
            Self::TooLateToRestart => f.write_str("it is too late to begin again (7.4)"),
            Self::NotOpen => f.write_str("that cannot be declared now"),
            Self::Clock(refused) => refused.fmt(f),
            Self::Count(refused) => refused.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::TooLong => f.write_str("the text or the number is too long"),
            Self::OpeningElsewhere => f.write_str("the opening does not begin at that position"),
            Self::NeedsCode => f.write_str("this needs the arbiter's code"),
            Self::NoCode => f.write_str("the arbiter has called up no code"),
            Self::NoSuchCode => f.write_str("a code has six digits"),
            Self::WrongCode { tries, wait } => {
                write!(f, "wrong code, try {tries}; wait {wait} ms")
            }
            Self::TooSoon { wait } => write!(f, "too soon; wait {wait} ms"),
        }
    }
}

impl core::error::Error for Denied {}
