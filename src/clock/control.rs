use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::Seconds;
use crate::rules::Colour;

/// How many periods a cadence may have.
///
/// The federation's have one or two, the longest in use in draughts and chess
/// three (40 moves, 20 moves, the rest); one more for whoever invents it. The
/// last period may repeat for ever, so no game runs out of them.
pub const MAX_PERIODS: usize = 4;

/// How many moves a period may ask for.
///
/// The federation's ask for 25 to 50. Whoever wants more than this asks for no
/// number at all.
pub const MAX_MOVES_IN_PERIOD: u8 = u8::MAX;

/// How much time the two players have, each by a pace of his own (15.1.10).
///
/// Serialized as both paces; read back, it is checked again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "Paces")]
pub struct TimeControl {
    white: Pace,
    black: Pace,
}

impl TimeControl {
    /// A pace for White and one for Black.
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

/// A time control as it is read back, before it is checked.
#[derive(Deserialize)]
#[serde(rename = "TimeControl")]
struct Paces {
    white: Pace,
    black: Pace,
}

impl TryFrom<Paces> for TimeControl {
    type Error = ControlError;

    fn try_from(Paces { white, black }: Paces) -> Result<Self, ControlError> {
        Self::new(white, black)
    }
}

/// How much time one player has.
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
        /// To be used up first.
        main: Seconds,
        /// For each move from then on, the one begun in the main time included.
        per_move: Seconds,
    },
    /// So many moves in such a time, period after period.
    Cadence(Cadence),
    /// Begins with base and delay, and each press that ends a move gives back the
    /// time the move took, up to the delay.
    Bronstein {
        /// For the whole game.
        base: Seconds,
        /// At most so much comes back.
        delay: Seconds,
    },
    /// In each turn the base waits for the delay before it runs.
    Delay {
        /// For the whole game.
        base: Seconds,
        /// Free in each turn; what is not used is lost.
        delay: Seconds,
    },
    /// For analysis: shows the time used, without limit.
    CountUp,
}

impl Pace {
    /// What a move has after the main time of mosse lampo unless somebody says
    /// otherwise.
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
            // Checked when it was made.
            Self::Cadence(_) | Self::CountUp => Ok(()),
        }
    }
}

/// A time that may stand in a control: something, and not too much.
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

/// A time for some moves, or for all that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Period {
    /// How many, counted from the end of the period before; `None`: all others.
    pub moves: Option<u8>,
    /// Added to what the period before left over.
    pub time: Seconds,
}

impl Period {
    /// So many moves in this time.
    pub const fn of(moves: u8, time: Seconds) -> Self {
        Self { moves: Some(moves), time }
    }

    /// All moves that are left in this time.
    pub const fn rest(time: Seconds) -> Self {
        Self { moves: None, time }
    }
}

/// Periods one after the other. The last one repeats for ever if it asks for a
/// number of moves; otherwise the game has to end in it.
///
/// Serialized as its periods and when time is added; read back, it is checked
/// again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Listed", try_from = "Listed")]
pub struct Cadence {
    /// Empty ones behind the last, so that equal cadences are equal data.
    periods: [Period; MAX_PERIODS],
    len: u8,
    award: Award,
}

impl Cadence {
    /// The periods in order; only the last may ask for no number of moves.
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
                // Alone it is no cadence, but lampo.
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

    /// The periods as they were given.
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

    /// How many moves end this period, counted from the start of the game.
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
struct Listed {
    periods: Vec<Period, MAX_PERIODS>,
    award: Award,
}

impl From<Cadence> for Listed {
    fn from(cadence: Cadence) -> Self {
        Self { periods: cadence.periods().iter().copied().collect(), award: cadence.award }
    }
}

impl TryFrom<Listed> for Cadence {
    type Error = ControlError;

    fn try_from(Listed { periods, award }: Listed) -> Result<Self, ControlError> {
        Self::new(&periods, award)
    }
}

/// Why something is no time control.
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
    /// A period without number of moves that is the first or not the last.
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
