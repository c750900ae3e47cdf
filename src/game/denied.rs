use core::fmt;

use crate::clock::CorrectionRefused;
use crate::rules::{CountRefused, SetupError};

/// Why something that was asked for is not done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Denied {
    /// There is no game.
    NoGame,
    /// A game is on.
    GameOn,
    /// It is over already.
    Over,
    /// It has to be paused first.
    NotPaused,
    /// The clocks stand already.
    Paused,
    /// The game has no clock.
    NoClock,
    /// Nothing is left to take back.
    NothingToTakeBack,
    /// The clock cannot be set to that.
    Clock(CorrectionRefused),
    /// A count of moves cannot begin.
    Count(CountRefused),
    /// That is no position to play from.
    Position(SetupError),
    /// The text is too long.
    TooLong,
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
            Self::Clock(refused) => refused.fmt(f),
            Self::Count(refused) => refused.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::TooLong => f.write_str("the text is too long"),
        }
    }
}

impl core::error::Error for Denied {}
