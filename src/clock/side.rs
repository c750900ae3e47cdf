use serde::{Deserialize, Serialize};

use super::{Award, Pace};
use crate::time::Duration;

/// One player's clock, without the time of day: what is left, and what passing
/// time and presses make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "ClockSide")]
pub(super) struct Side {
    /// Time left of the base or period; time used if the pace counts up.
    pub(super) left: Duration,
    /// How much of the delay this turn has used: Bronstein gives it back, a simple
    /// delay waits for the rest. It outlives the press, because a turn may be
    /// given back.
    pub(super) used: Duration,
    pub(super) moves: u16,
    /// From 0. Mosse lampo is in period 1 when the main time is over.
    pub(super) period: u16,
    pub(super) flagged: bool,
    /// How long this turn has run, or the last one did.
    pub(super) turn: Duration,
    /// What the last press brought, in case it has to be withdrawn.
    pub(super) brought: Brought,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Brought {
    pub(super) recharge: Duration,
    pub(super) periods: u16,
    pub(super) counted: bool,
}

impl Side {
    pub(super) fn new(pace: &Pace) -> Self {
        let left = match *pace {
            Pace::Lampo { time } => time.duration(),
            // The first move has its increment too.
            Pace::Fischer { base, increment: more } | Pace::Bronstein { base, delay: more } => {
                base.duration() + more.duration()
            }
            Pace::MosseLampo { main, .. } => main.duration(),
            Pace::Cadence(cadence) => {
                cadence.period(0).map_or(Duration::ZERO, |p| p.time.duration())
            }
            Pace::Delay { base, .. } => base.duration(),
            Pace::CountUp => Duration::ZERO,
        };
        Self {
            left,
            used: Duration::ZERO,
            moves: 0,
            period: 0,
            flagged: false,
            turn: Duration::ZERO,
            brought: Brought::default(),
        }
    }

    /// The clock runs for so long. If its flag falls, says after how much of it.
    pub(super) fn run(&mut self, pace: &Pace, time: Duration) -> Option<Duration> {
        if self.flagged {
            return None;
        }
        let falls_after = self.run_down(pace, time);
        self.turn += falls_after.unwrap_or(time);
        falls_after
    }

    fn run_down(&mut self, pace: &Pace, time: Duration) -> Option<Duration> {
        let waits = self.waits(pace);
        if let Pace::Bronstein { delay, .. } | Pace::Delay { delay, .. } = pace {
            self.used = (self.used + time).min(delay.duration());
        }
        if time < waits {
            return None;
        }
        let mut counted = time - waits;
        if let Pace::CountUp = pace {
            self.left += counted;
            return None;
        }
        // Ends: each round but the last uses up a period whose moves were made.
        while counted >= self.left {
            counted -= self.left;
            self.left = Duration::ZERO;
            if !self.refill(pace) {
                self.flagged = true;
                return Some(time - counted);
            }
        }
        self.left -= counted;
        None
    }

    /// How long the clock still waits in this turn before it runs.
    pub(super) fn waits(&self, pace: &Pace) -> Duration {
        match pace {
            Pace::Delay { delay, .. } if !self.flagged => delay.duration() - self.used,
            _ => Duration::ZERO,
        }
    }

    /// At zero: time that was due already, or that comes now.
    fn refill(&mut self, pace: &Pace) -> bool {
        match *pace {
            Pace::MosseLampo { per_move, .. } if self.period == 0 => {
                self.period = 1;
                self.left = per_move.duration();
                true
            }
            // Whoever has made the moves of a period has not failed in it, also
            // if the time is to be added at a press that has not come.
            _ => self.enter_next_period(pace),
        }
    }

    /// Adds the time of the next period if the moves of this one were made.
    fn enter_next_period(&mut self, pace: &Pace) -> bool {
        let Pace::Cadence(cadence) = pace else { return false };
        let made = cadence
            .moves_to_the_end_of(self.period)
            .is_some_and(|needed| u32::from(self.moves) >= needed);
        let next = self.period.checked_add(1).filter(|_| made);
        let Some((next, period)) = next.and_then(|next| Some((next, cadence.period(next)?))) else {
            return false;
        };
        self.period = next;
        self.left += period.time.duration();
        true
    }

    /// The opponent's press hands the turn over: a new delay, a new move of mosse
    /// lampo (after an empty press there may be less than a whole one).
    pub(super) fn begin_turn(&mut self, pace: &Pace) {
        self.used = Duration::ZERO;
        self.turn = Duration::ZERO;
        if !self.flagged {
            self.left += self.missing_from_a_move(pace);
        }
    }

    fn missing_from_a_move(&self, pace: &Pace) -> Duration {
        match pace {
            Pace::MosseLampo { per_move, .. } if self.period > 0 => per_move.duration() - self.left,
            _ => Duration::ZERO,
        }
    }

    /// A press ends the turn. If a move counts, adds what it brings, and says how
    /// much. No time is added to a clock that has passed its limit.
    pub(super) fn press(&mut self, pace: &Pace, counts: bool) -> Duration {
        self.brought = Brought::default();
        if !counts || self.flagged {
            return Duration::ZERO;
        }
        let (before, period) = (self.left, self.period);
        self.left += match *pace {
            Pace::Fischer { increment, .. } => increment.duration(),
            Pace::Bronstein { .. } => self.used,
            _ => self.missing_from_a_move(pace),
        };
        let counted = self.count();
        if let Pace::Cadence(cadence) = pace
            && cadence.award() == Award::AtPress
        {
            while self.enter_next_period(pace) {}
        }
        let recharge = self.left - before;
        self.brought = Brought { recharge, periods: self.period - period, counted };
        recharge
    }

    /// Counts a move; says so unless the counter is full.
    pub(super) const fn count(&mut self) -> bool {
        let counted = self.moves < u16::MAX;
        self.moves = self.moves.saturating_add(1);
        counted
    }

    /// Takes back what the last press brought. Time that is gone already cannot
    /// be taken.
    pub(super) fn withdraw(&mut self) {
        let Brought { recharge, periods, counted } = self.brought;
        self.left -= recharge;
        self.period = self.period.saturating_sub(periods);
        self.moves = self.moves.saturating_sub(u16::from(counted));
        self.brought = Brought::default();
    }
}
