use std::time::{Duration, Instant};

use serde::Serialize;

/// A number of move sequences and the time it took to count them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) leaves: u64,
    pub(crate) elapsed: Duration,
}

impl Tally {
    /// Runs a count and measures its time.
    pub(crate) fn of(count: impl FnOnce() -> u64) -> Self {
        let begun = Instant::now();
        let leaves = count();
        Self { leaves, elapsed: begun.elapsed() }
    }

    pub(crate) fn leaves_per_second(&self) -> u64 {
        // The measured time of a small tree may be zero.
        let nanoseconds = self.elapsed.as_nanos().max(1);
        let rate = u128::from(self.leaves) * 1_000_000_000 / nanoseconds;
        u64::try_from(rate).unwrap_or(u64::MAX)
    }
}

/// A tally in JSON: the names and their order are an interface.
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
