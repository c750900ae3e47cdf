use std::time::{Duration, Instant};

use damiera::clock::{Clock, Pace};
use damiera::protocol::Clocks;
use damiera::rules::Colour;
use damiera::time::Micros;

/// The clocks of a board and of this computer may disagree by so much before those who
/// look are told: they would not see it.
const TOLERANCE: u32 = 200;

/// Both clocks, which run between two messages too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// White's and Black's, in milliseconds, as they were at `as_of`.
    left: [u32; 2],
    pub(crate) running: Option<Colour>,
    /// Whose flag fell first.
    pub(crate) flag: Option<Colour>,
    /// Which count up.
    pub(crate) up: [bool; 2],
    /// None where nobody knows what they do: the board is not heard.
    as_of: Option<Instant>,
}

impl Times {
    /// As the fold of the events has them, at a time of the game which is now.
    pub(super) fn of(clock: &Clock, at: u32, now: Instant) -> Self {
        let at = Micros::from_millis(at.into());
        let colours = [Colour::White, Colour::Black];
        Self {
            left: colours.map(|colour| {
                let left = clock.remaining(colour, at).available();
                u32::try_from(left.as_millis()).unwrap_or(u32::MAX)
            }),
            running: clock.running(),
            flag: clock.flag().map(|(colour, _)| colour),
            up: colours.map(|colour| *clock.control().of(colour) == Pace::CountUp),
            as_of: Some(now),
        }
    }

    /// What the board says, if that is not what these say anyway.
    pub(super) fn corrected(&self, clocks: &Clocks, now: Instant) -> Option<Self> {
        let told = Self {
            left: [clocks.white, clocks.black],
            running: clocks.running,
            flag: clocks.flag,
            up: self.up,
            as_of: Some(now),
        };
        let agrees = self.as_of.is_some()
            && (self.running, self.flag) == (told.running, told.flag)
            && [Colour::White, Colour::Black]
                .into_iter()
                .all(|colour| self.left(colour, now).abs_diff(told.left(colour, now)) <= TOLERANCE);
        (!agrees).then_some(told)
    }

    /// The board is not heard any more: this is the last that is known.
    pub(super) fn freeze(&mut self, now: Instant) {
        self.left = [Colour::White, Colour::Black].map(|colour| self.left(colour, now));
        self.as_of = None;
    }

    /// Milliseconds that a player has for his next move, or has used.
    pub(crate) fn left(&self, colour: Colour, now: Instant) -> u32 {
        let left = self.left[colour as usize];
        let (Some(as_of), true) = (self.as_of, self.running == Some(colour)) else { return left };
        let passed = now.saturating_duration_since(as_of).as_millis();
        let passed = u32::try_from(passed).unwrap_or(u32::MAX);
        if self.up[colour as usize] {
            left.saturating_add(passed)
        } else {
            left.saturating_sub(passed)
        }
    }

    /// Whether one of them runs, as far as anybody knows.
    pub(crate) const fn is_known(&self) -> bool {
        self.as_of.is_some()
    }

    /// The last moment at which they stood as written.
    pub(crate) fn age(&self, now: Instant) -> Duration {
        self.as_of.map_or(Duration::ZERO, |as_of| now.saturating_duration_since(as_of))
    }

    /// White's and Black's when they were written down.
    pub(crate) const fn written(&self) -> [u32; 2] {
        self.left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(white: u32, black: u32, running: Option<Colour>) -> Clocks {
        Clocks { at: 0, white, black, running, flag: None }
    }

    #[test]
    fn clocks_run_between_messages_and_stand_when_nothing_is_heard() {
        let now = Instant::now();
        let after = |millis| now + Duration::from_millis(millis);
        let standing =
            Times { left: [0, 0], running: None, flag: None, up: [false; 2], as_of: None };
        let mut times = standing
            .corrected(&clocks(60_000, 30_000, Some(Colour::Black)), now)
            .expect("nothing was known");
        assert_eq!(times.left(Colour::White, after(5_000)), 60_000);
        assert_eq!(times.left(Colour::Black, after(5_000)), 25_000);
        assert_eq!(times.left(Colour::Black, after(50_000)), 0);
        // Said once more, and a little late: nothing new.
        let said = |black, running, at| times.corrected(&clocks(60_000, black, running), at);
        assert_eq!(said(29_000, Some(Colour::Black), after(1_150)), None);
        assert!(said(28_000, Some(Colour::Black), after(1_000)).is_some());
        assert!(said(29_000, Some(Colour::White), after(1_000)).is_some());
        times.freeze(after(10_000));
        assert_eq!(times.left(Colour::Black, after(60_000)), 20_000);
        assert!(!times.is_known());
    }
}
