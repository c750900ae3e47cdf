use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::Seconds;
use crate::rules::Colour;

/// Maximum number of periods in a cadence.
///
/// The federation's cadences have one or two, the longest in use in draughts and
/// chess three (40 moves, 20 moves, the rest); one is spare. The last period may
/// repeat for ever, so no game runs out of them.
pub const MAX_PERIODS: usize = 4;

/// Maximum number of moves in a period: the limit of [`Period::moves`].
///
/// The federation's periods have 25 to 50.
pub const MAX_MOVES_IN_PERIOD: u8 = u8::MAX;

/// The time of both players, each with a pace of his own (15.1.10).
///
/// Serialized as both paces; deserializing checks them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "PaceFields")]
pub struct TimeControl {
    white: Pace,
    black: Pace,
}

impl TimeControl {
    /// A pace for White and one for Black. Fails if a time is zero or too long.
    pub const fn new(white: Pace, black: Pace) -> Result<Self, ControlError> {
        match (white.check(), black.check()) {
            (Ok(()), Ok(())) => Ok(Self { white, black }),
            (Err(error), _) | (_, Err(error)) => Err(error),
        }
    }

    /// The same pace for both.
    pub const fn same(pace: Pace) -> Result<Self, ControlError> {
        Self::new(pace, pace)
    }

    /// One player's pace.
    pub const fn of(&self, colour: Colour) -> &Pace {
        match colour {
            Colour::White => &self.white,
            Colour::Black => &self.black,
        }
    }

    /// Whether a press adds time for either player.
    pub const fn recharges(&self) -> bool {
        self.white.recharges() || self.black.recharges()
    }
}

/// A time control as it is deserialized, before [`TimeControl::new`] checks it.
#[derive(Deserialize)]
#[serde(rename = "TimeControl")]
struct PaceFields {
    white: Pace,
    black: Pace,
}

impl TryFrom<PaceFields> for TimeControl {
    type Error = ControlError;

    fn try_from(PaceFields { white, black }: PaceFields) -> Result<Self, ControlError> {
        Self::new(white, black)
    }
}

/// The time of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Pace {
    /// Lampo and semilampo without recharge: all moves in this time.
    Lampo {
        /// For the whole game.
        time: Seconds,
    },
    /// *Sistema Fischer*: begins with base and increment, and each press that ends a
    /// move adds the increment.
    Fischer {
        /// For the whole game.
        base: Seconds,
        /// For each move, the first included.
        increment: Seconds,
    },
    /// *Mosse lampo* (3.11): when the main time is over, each move has to be made
    /// within a few seconds.
    MosseLampo {
        /// Used up first.
        main: Seconds,
        /// For each move from then on, the one begun in the main time included.
        per_move: Seconds,
    },
    /// A number of moves in a given time, period after period.
    Cadence(Cadence),
    /// Begins with base and delay, and each press that ends a move gives back the
    /// time the move took, up to the delay.
    Bronstein {
        /// For the whole game.
        base: Seconds,
        /// The longest time that a press gives back.
        delay: Seconds,
    },
    /// In each turn the base waits for the delay before it runs.
    Delay {
        /// For the whole game.
        base: Seconds,
        /// Free in each turn; the unused part is lost.
        delay: Seconds,
    },
    /// For analysis: shows the time used, without limit.
    CountUp,
}

impl Pace {
    /// Default time per move of mosse lampo, offered by the menu's editor.
    pub const MOSSE_LAMPO: Seconds = Seconds::new(5);

    /// Whether a press adds time, other than by a new period.
    pub const fn recharges(&self) -> bool {
        matches!(self, Self::Fischer { .. } | Self::Bronstein { .. } | Self::Delay { .. })
    }

    const fn check(&self) -> Result<(), ControlError> {
        match *self {
            Self::Lampo { time } => check_time(time),
            Self::Fischer { base: first, increment: second }
            | Self::MosseLampo { main: first, per_move: second }
            | Self::Bronstein { base: first, delay: second }
            | Self::Delay { base: first, delay: second } => {
                match (check_time(first), check_time(second)) {
                    (Ok(()), checked) => checked,
                    (error, _) => error,
                }
            }
            // `Cadence::new` has checked it.
            Self::Cadence(_) | Self::CountUp => Ok(()),
        }
    }
}

/// Checks a time of a control: not zero, and at most [`Seconds::LONGEST`].
pub(super) const fn check_time(time: Seconds) -> Result<(), ControlError> {
    if time.get() == 0 {
        Err(ControlError::Zero)
    } else if time.get() > Seconds::LONGEST.get() {
        Err(ControlError::TooLong)
    } else {
        Ok(())
    }
}

/// When the time of the next period is added.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Award {
    /// At the press that ends the last move of a period.
    #[default]
    AtPress,
    /// When the time of a period is used up, if its moves were made by then.
    AtZero,
}

/// A time for a number of moves, or for all that remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    /// Number of moves, counted from the end of the period before; `None`: all that remain.
    pub moves: Option<u8>,
    /// Added to the time left over from the period before.
    pub time: Seconds,
}

impl Period {
    /// A number of moves in this time.
    pub const fn of(moves: u8, time: Seconds) -> Self {
        Self { moves: Some(moves), time }
    }

    /// All remaining moves in this time.
    pub const fn rest(time: Seconds) -> Self {
        Self { moves: None, time }
    }
}

/// Periods one after the other. The last one repeats for ever if it asks for a
/// number of moves; otherwise the game has to end in it.
///
/// Serialized as its periods and its award; deserializing checks them again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "CadenceFields", try_from = "CadenceFields")]
pub struct Cadence {
    /// Unused entries are empty periods, so that equal cadences compare equal.
    periods: [Period; MAX_PERIODS],
    len: u8,
    award: Award,
}

impl Cadence {
    /// The periods in order; only the last may do without a number of moves.
    pub const fn new(periods: &[Period], award: Award) -> Result<Self, ControlError> {
        if periods.is_empty() {
            return Err(ControlError::NoPeriods);
        }
        if periods.len() > MAX_PERIODS {
            return Err(ControlError::TooManyPeriods);
        }
        let empty = Period::rest(Seconds::ZERO);
        let mut cadence = Self { periods: [empty; MAX_PERIODS], len: periods.len() as u8, award };
        let mut n = 0;
        while n < periods.len() {
            let period = periods[n];
            match period.moves {
                Some(0) => return Err(ControlError::NoMoves),
                // A single period without a number of moves is lampo, not a cadence.
                None if n == 0 || n + 1 < periods.len() => return Err(ControlError::RestNotLast),
                _ => {}
            }
            if let Err(error) = check_time(period.time) {
                return Err(error);
            }
            cadence.periods[n] = period;
            n += 1;
        }
        Ok(cadence)
    }

    /// The periods in order, the last one once.
    pub fn periods(&self) -> &[Period] {
        &self.periods[..usize::from(self.len)]
    }

    /// When time is added.
    pub const fn award(&self) -> Award {
        self.award
    }

    /// A period by its number from 0, repetitions of the last one included.
    pub(super) fn period(&self, number: u16) -> Option<Period> {
        let periods = self.periods();
        let last = periods.last().filter(|last| last.moves.is_some());
        periods.get(usize::from(number)).or(last).copied()
    }

    /// Number of moves from the start of the game to the end of this period; `None` if it has no
    /// number of moves.
    pub(super) fn moves_to_the_end_of(&self, number: u16) -> Option<u32> {
        let last = u16::from(self.len) - 1;
        let mut listed = 0;
        for period in self.periods().iter().take(usize::from(number.min(last)) + 1) {
            listed += u32::from(period.moves?);
        }
        let repeated = u32::from(number.saturating_sub(last));
        let each = self.periods().last()?.moves.map_or(0, u32::from);
        Some(listed + repeated * each)
    }
}

/// A cadence as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Cadence")]
struct CadenceFields {
    periods: Vec<Period, MAX_PERIODS>,
    award: Award,
}

impl From<Cadence> for CadenceFields {
    fn from(cadence: Cadence) -> Self {
        Self { periods: cadence.periods().iter().copied().collect(), award: cadence.award }
    }
}

impl TryFrom<CadenceFields> for Cadence {
    type Error = ControlError;

    fn try_from(CadenceFields { periods, award }: CadenceFields) -> Result<Self, ControlError> {
        Self::new(&periods, award)
    }
}

/// Why a time control is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ControlError {
    /// A time of zero.
    Zero,
    /// Longer than [`Seconds::LONGEST`].
    TooLong,
    /// A cadence without any period.
    NoPeriods,
    /// More than [`MAX_PERIODS`].
    TooManyPeriods,
    /// A period of zero moves.
    NoMoves,
    /// A period without a number of moves that is the only one or not the last.
    RestNotLast,
}

impl fmt::Display for ControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("a time of zero has no meaning"),
            Self::TooLong => f.write_str("a time is at most 23 hours and 59 minutes"),
            Self::NoPeriods => f.write_str("a cadence has at least one period"),
            Self::TooManyPeriods => write!(f, "a cadence has at most {MAX_PERIODS} periods"),
            Self::NoMoves => write!(f, "a period is of 1 to {MAX_MOVES_IN_PERIOD} moves"),
            Self::RestNotLast => {
                f.write_str("only the last of several periods may do without a number of moves")
            }
        }
    }
}

impl core::error::Error for ControlError {}
