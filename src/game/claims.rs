//! Claims of a repetition (9.3 b) and of a count of moves (Art. 10).

use super::ends::REPETITIONS;
use super::{Denied, Game};
use crate::clock::ClockState;
use crate::event::{CountNews, EventKind, Reason};
use crate::rules::{Colour, CountOfMoves, Edition};
use crate::time::{Duration, Instant};

/// 9.3 b2: a wrong claim costs at most 15 minutes.
const MAX_CHARGE: Duration = Duration::from_secs(15 * 60);
/// 9.3 b3: a wrong claim leaves 3 minutes.
const FLOOR: Duration = Duration::from_secs(3 * 60);

impl Game {
    /// Records a claim of a repetition; a fourfold one ends the game at once (9.3 b1).
    pub(super) fn claim_repetition(&mut self, by: Option<Colour>) {
        let times = self.most_repeated();
        self.emit(EventKind::Claimed { by, occurrences: times });
        if self.repetition_holds() {
            self.end(None, Reason::Repetition);
        }
    }

    /// Whether a claim of a repetition holds (9.3 b).
    pub(crate) fn repetition_holds(&self) -> bool {
        usize::from(self.most_repeated()) >= REPETITIONS
    }

    /// Refuses a claim and charges the time of its verification (9.3 b2, b3).
    pub(super) fn refuse_claim(&mut self, by: Option<Colour>, since: Instant) {
        let (charged, clock) = self.charge_for_claim(by, since);
        self.emit(EventKind::Refused { by, charged, clock });
    }

    /// The time that a refusal at this moment charges.
    pub(crate) fn charge_of_refusal(&self, by: Option<Colour>, since: Instant) -> Duration {
        self.charge_for_claim(by, since).0
    }

    /// The time charged for a wrong claim, and the clocks after that.
    fn charge_for_claim(
        &self,
        by: Option<Colour>,
        since: Instant,
    ) -> (Duration, Option<ClockState>) {
        let passed = self.now.saturating_since(since).min(MAX_CHARGE);
        let mut charged = Duration::ZERO;
        let clock = self.clock_after(|clock, at| {
            let Some(by) = by else { return };
            let left = clock.remaining(by, at).main;
            // With less than `FLOOR` left, the first wrong claim is free and the next ones
            // have no floor.
            let floor = match self.record.refused(by) {
                _ if left >= FLOOR => FLOOR,
                0 => left,
                _ => Duration::ZERO,
            };
            charged = clock.charge(by, passed, floor).unwrap_or_default();
        });
        (charged, clock)
    }

    /// Begins a count of moves (10.2, 10.3), or says why it cannot begin.
    pub(super) fn begin_count(&mut self, by: Option<Colour>, limit: u8) -> Result<(), Denied> {
        self.in_a_game()?;
        if self.record.result().is_some() {
            return Err(Denied::Over);
        }
        CountOfMoves::start(self.record.position(), self.record.edition(), limit)
            .map_err(Denied::Count)?;
        // 2006: a count that is already running goes on.
        let running = self.record.count().is_some_and(CountOfMoves::is_running);
        if !(running && self.record.edition() == Edition::Year2006) {
            self.emit(EventKind::Count(CountNews::Begun { by, limit }));
        }
        Ok(())
    }
}
