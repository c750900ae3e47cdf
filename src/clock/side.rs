use serde::{Deserialize, Serialize};

use super::{Award, Counts, Pace};
use crate::time::Duration;

/// One player's clock, without instants: `run` takes durations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "ClockSide")]
pub(super) struct Side {
    /// Time left of the base or period; time used if the pace counts up.
    pub(super) left: Duration,
    /// The part of the delay that this turn has used: Bronstein gives it back, a simple
    /// delay waits for the rest. A press does not reset it, because a turn may be given
    /// back; `begin_turn` does.
    pub(super) used: Duration,
    pub(super) moves: u16,
    /// From 0. Mosse lampo is in period 1 when the main time is over.
    pub(super) period: u16,
    pub(super) flagged: bool,
    /// Time that this turn, or the last one, has run.
    pub(super) turn: Duration,
    /// The gains of the last press, for `withdraw`.
    pub(super) brought: Brought,
}

/// The gains of a press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Brought {
    /// Time added.
    pub(super) recharge: Duration,
    /// Number of periods entered.
    pub(super) periods: u16,
    /// Whether the move counter went up.
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

    /// Lets the clock run for `time`. If its flag falls, returns the part of `time` before that.
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
        // Terminates: each round but the last enters a period, and the moves made allow only
        // finitely many.
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

    /// Time left of the simple delay before the clock runs in this turn.
    pub(super) fn waits(&self, pace: &Pace) -> Duration {
        match pace {
            Pace::Delay { delay, .. } if !self.flagged => delay.duration() - self.used,
            _ => Duration::ZERO,
        }
    }

    /// Adds the time that is due at zero; returns whether there was any.
    fn refill(&mut self, pace: &Pace) -> bool {
        match *pace {
            Pace::MosseLampo { per_move, .. } if self.period == 0 => {
                self.period = 1;
                self.left = per_move.duration();
                true
            }
            // Also where time is added at a press: a player who has made the moves of the
            // period does not lose by time because the last press is missing.
            _ => self.enter_next_period(pace),
        }
    }

    /// Enters the next period and adds its time, if the moves of this one were made.
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

    /// Begins a turn after the opponent's press: with the whole delay, and the whole time
    /// of a move of mosse lampo (an empty press does not refill it).
    pub(super) fn begin_turn(&mut self, pace: &Pace) {
        self.used = Duration::ZERO;
        self.turn = Duration::ZERO;
        if !self.flagged {
            self.left += self.missing_from_a_move(pace);
        }
    }

    /// Forgets the moves of a game that begins again; the time stays.
    pub(super) fn restart(&mut self, pace: &Pace) {
        self.moves = 0;
        self.brought = Brought::default();
        self.begin_turn(pace);
    }

    /// Time used of the present move of mosse lampo.
    fn missing_from_a_move(&self, pace: &Pace) -> Duration {
        match pace {
            Pace::MosseLampo { per_move, .. } if self.period > 0 => per_move.duration() - self.left,
            _ => Duration::ZERO,
        }
    }

    /// Ends the turn by a press. If it counts and the flag has not fallen, counts the
    /// move, adds its recharge and new periods, and returns the time added.
    pub(super) fn press(&mut self, pace: &Pace, counts: Counts) -> Duration {
        self.brought = Brought::default();
        if counts == Counts::Nothing || self.flagged {
            return Duration::ZERO;
        }
        let (before, period) = (self.left, self.period);
        self.left += match *pace {
            Pace::Fischer { increment, .. } => increment.duration(),
            Pace::Bronstein { .. } => self.used,
            _ => self.missing_from_a_move(pace),
        };
        let counted = counts == Counts::Move && self.count();
        if let Pace::Cadence(cadence) = pace
            && cadence.award() == Award::AtPress
        {
            while self.enter_next_period(pace) {}
        }
        let recharge = self.left - before;
        self.brought = Brought { recharge, periods: self.period - period, counted };
        recharge
    }

    /// Counts a move; returns `false` if the counter is full.
    pub(super) const fn count(&mut self) -> bool {
        let counted = self.moves < u16::MAX;
        self.moves = self.moves.saturating_add(1);
        counted
    }

    /// Undoes the gains of the last press, the time as far as it is left.
    pub(super) fn withdraw(&mut self) {
        let Brought { recharge, periods, counted } = self.brought;
        self.left -= recharge;
        self.period = self.period.saturating_sub(periods);
        self.moves = self.moves.saturating_sub(u16::from(counted));
        self.brought = Brought::default();
    }
}
