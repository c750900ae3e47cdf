//! Performances as scenario files.

use super::game::Game;
use super::perform::Performance;
use crate::scenario::{Act, Scenario};

/// The first act of a scenario begins then.
const FIRST: u64 = 1_000;
/// From the end of an act to the next, if nothing else is said.
const BETWEEN: u64 = 200;
/// The board needs this long to see an act before an expectation: the longest
/// debounce a board can have, and some room.
const SEEN: u64 = 18;

impl Performance {
    /// The scenario that does and wants the same.
    pub fn scenario(&self, game: &Game) -> Scenario {
        let mut scenario = Scenario { settings: game.settings.clone(), ..Scenario::default() };
        let mut ended = None;
        let mut wanted = self.wanted.iter().peekable();
        for (number, timed) in self.acts.iter().enumerate() {
            let wait = timed.at.saturating_sub(ended.unwrap_or(FIRST));
            let usual = if ended.is_some() { BETWEEN } else { 0 };
            scenario.act((wait != usual).then_some(wait as u32), timed.act.clone());
            let end = timed.ends();
            ended = Some(end);
            // Expectations need a moment of quiet, wait for decisions until the next act, and name
            // all that happened.
            let next = self.acts.get(number + 1).map_or(u64::MAX, |next| next.at);
            let undecided = wanted.clone().any(|w| w.at > end && w.at <= next.max(end + SEEN));
            if next < end + SEEN || undecided {
                continue;
            }
            while let Some(due) = wanted.next_if(|w| w.at <= end) {
                scenario.expect(due.what.clone());
            }
        }
        // What only time brings.
        if let Some(last) = wanted.clone().last() {
            let wait = (last.at + SEEN).saturating_sub(ended.unwrap_or(FIRST));
            scenario.act(Some(0), Act::Wait(wait as u32));
            wanted.for_each(|due| scenario.expect(due.what.clone()));
        }
        scenario
    }
}
