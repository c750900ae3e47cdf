use std::time::{Duration, Instant};

use serde::Serialize;

/// A count of move sequences and how long it took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) leaves: u64,
    pub(crate) elapsed: Duration,
}

impl Tally {
    /// Runs the count against the clock.
    pub(crate) fn of(count: impl FnOnce() -> u64) -> Self {
        let begun = Instant::now();
        let leaves = count();
        Self { leaves, elapsed: begun.elapsed() }
    }

    pub(crate) fn leaves_per_second(&self) -> u64 {
        // A clock may tick too slowly to see a small tree.
        let nanoseconds = self.elapsed.as_nanos().max(1);
        let rate = u128::from(self.leaves) * 1_000_000_000 / nanoseconds;
        u64::try_from(rate).unwrap_or(u64::MAX)
    }
}

/// A tally as programs read it: the names and their order are promised.
#[derive(Serialize)]
pub(crate) struct TallyLine<'a> {
    fen: &'a str,
    depth: u32,
    nodes: u64,
    seconds: f64,
    leaves_per_second: u64,
}

impl<'a> TallyLine<'a> {
    pub(crate) fn new(fen: &'a str, depth: u32, tally: &Tally) -> Self {
        Self {
            fen,
            depth,
            nodes: tally.leaves,
            // Microseconds: more digits would be noise.
            seconds: tally.elapsed.as_micros() as f64 / 1e6,
            leaves_per_second: tally.leaves_per_second(),
        }
    }
}
