use std::time::{Duration, Instant};

use damiera::clock::{Clock, Pace};
use damiera::protocol::Clocks;
use damiera::rules::Colour;
use damiera::time::GameTime;

/// Milliseconds by which the clocks of the board and of this computer may differ without an update
/// of the displays.
const TOLERANCE: u32 = 200;

/// Both clocks, extrapolated between two messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    /// Milliseconds of White and Black at `as_of`: time left, or time used if it counts up.
    left: [u32; 2],
    pub(crate) running: Option<Colour>,
    /// The player whose flag fell first.
    pub(crate) flag: Option<Colour>,
    /// Whether the clocks of White and Black count up.
    pub(crate) up: [bool; 2],
    /// `None` while the board is not connected: the clocks are not extrapolated.
    as_of: Option<Instant>,
}

impl Times {
    /// Returns the clocks of a game at `at` milliseconds of game time, which is `now`.
    pub(super) fn of(clock: &Clock, at: u32, now: Instant) -> Self {
        let at = GameTime::from_millis(at.into());
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

    /// Returns the clocks that the board reports; `None` if they agree within [`TOLERANCE`].
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

    /// Stops the extrapolation: the board is not connected.
    pub(super) fn freeze(&mut self, now: Instant) {
        self.left = [Colour::White, Colour::Black].map(|colour| self.left(colour, now));
        self.as_of = None;
    }

    /// Milliseconds that a player has left for the next move, or has used if the clock counts up.
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

    /// Whether the board is connected, so that the times are current.
    pub(crate) const fn is_known(&self) -> bool {
        self.as_of.is_some()
    }

    /// Time since the values of [`written`](Self::written) were current.
    pub(crate) fn age(&self, now: Instant) -> Duration {
        self.as_of.map_or(Duration::ZERO, |as_of| now.saturating_duration_since(as_of))
    }

    /// Milliseconds of White and Black at the last message.
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
    fn clocks_run_between_messages_and_stop_without_a_connection() {
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
        // The same again, within the tolerance: no update.
        let reported = |black, running, at| times.corrected(&clocks(60_000, black, running), at);
        assert_eq!(reported(29_000, Some(Colour::Black), after(1_150)), None);
        assert!(reported(28_000, Some(Colour::Black), after(1_000)).is_some());
        assert!(reported(29_000, Some(Colour::White), after(1_000)).is_some());
        times.freeze(after(10_000));
        assert_eq!(times.left(Colour::Black, after(60_000)), 20_000);
        assert!(!times.is_known());
    }
}
