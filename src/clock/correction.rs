//! Corrections of the clocks by the arbiter.

use core::fmt;

use super::{Clock, LONGEST_SHOWN, Pace};
use crate::rules::Colour;
use crate::time::Duration;

/// The highest value that a move counter can be set to: three digits of the editor.
///
/// A game without captures ends by the count of moves or by repetition long before; the counter
/// itself counts to 65,535.
pub const MAX_SET_MOVES: u16 = 999;

/// Each of these fails with [`CorrectionRefused::ClockRuns`] while a clock runs. The setters return
/// the value before.
impl Clock {
    /// Sets a player's time of the base or period, without a simple delay. Zero is
    /// allowed: the flag then falls as soon as the clock runs. A flag that has fallen
    /// stays until it is [lifted](Self::lift_flag).
    pub fn set_remaining(
        &mut self,
        colour: Colour,
        time: Duration,
    ) -> Result<Duration, CorrectionRefused> {
        self.check_standing()?;
        if time > LONGEST_SHOWN {
            return Err(CorrectionRefused::TooLong);
        }
        let side = &mut self.sides[colour as usize];
        let before = side.left;
        side.left = time;
        // A later `withdraw` must not take time that the arbiter has set.
        side.brought.recharge = Duration::ZERO;
        Ok(before)
    }

    /// Sets a player's move counter. It adds no time by itself.
    pub fn set_moves(&mut self, colour: Colour, moves: u16) -> Result<u16, CorrectionRefused> {
        self.check_standing()?;
        if moves > MAX_SET_MOVES {
            return Err(CorrectionRefused::TooManyMoves);
        }
        let side = &mut self.sides[colour as usize];
        let before = side.moves;
        side.moves = moves;
        side.brought.counted = false;
        Ok(before)
    }

    /// Sets a player's period; the first is 1. It adds no time by itself.
    pub fn set_period(&mut self, colour: Colour, period: u16) -> Result<u16, CorrectionRefused> {
        self.check_standing()?;
        let number = period.checked_sub(1).filter(|number| match self.control().of(colour) {
            Pace::Cadence(cadence) => period <= MAX_SET_MOVES && cadence.period(*number).is_some(),
            Pace::MosseLampo { .. } => *number < 2,
            _ => *number == 0,
        });
        let number = number.ok_or(CorrectionRefused::NoSuchPeriod(period))?;
        let side = &mut self.sides[colour as usize];
        let before = side.period.saturating_add(1);
        side.period = number;
        side.brought.periods = 0;
        Ok(before)
    }

    /// Charges a player for a wrong claim (9.3 b2), but leaves him `floor` (b3), or
    /// all of his time if it is less. Returns the time taken.
    pub fn charge(
        &mut self,
        colour: Colour,
        time: Duration,
        floor: Duration,
    ) -> Result<Duration, CorrectionRefused> {
        self.check_standing()?;
        if *self.control().of(colour) == Pace::CountUp {
            return Ok(Duration::ZERO);
        }
        let side = &mut self.sides[colour as usize];
        let taken = time.min(side.left - floor);
        side.left -= taken;
        Ok(taken)
    }

    fn check_standing(&self) -> Result<(), CorrectionRefused> {
        if self.is_running() { Err(CorrectionRefused::ClockRuns) } else { Ok(()) }
    }
}

/// Why a clock was not corrected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CorrectionRefused {
    /// A clock is running.
    ClockRuns,
    /// Longer than [`LONGEST_SHOWN`].
    TooLong,
    /// More than [`MAX_SET_MOVES`].
    TooManyMoves,
    /// The time control has no such period.
    NoSuchPeriod(u16),
}

impl fmt::Display for CorrectionRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClockRuns => f.write_str("a clock is running: pause it first"),
            Self::TooLong => f.write_str("a clock shows at most 99:59:59"),
            Self::TooManyMoves => write!(f, "a move counter is set to {MAX_SET_MOVES} at most"),
            Self::NoSuchPeriod(period) => write!(f, "the time control has no period {period}"),
        }
    }
}

impl core::error::Error for CorrectionRefused {}
