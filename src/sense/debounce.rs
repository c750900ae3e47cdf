use super::words::Words;
use super::{Edges, Frame, Timing};
use crate::time::Instant;

/// Length of the ring buffers in frames: from the first contact of the oldest window that can
/// still be open, [`Timing::LONGEST`] frames ago, to the newest frame.
const FRAMES: usize = Timing::LONGEST as usize + 1;

/// Turns frames into edges, for all 69 contacts at once.
///
/// The first sample in which a contact differs from its state opens a window for
/// it. The samples inside are ignored; the sample at the end decides whether the
/// contact changed or only bounced:
///
/// ```text
///             first contact               end of the window
///                   |<------- closing ------->|
///  sample   _ _ _ _ # _ # # _ # # # # # # # # # # # # #
///  state    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ # # # # #    edge, stamped at the first contact
///
///  sample   _ _ _ _ # _ # _ _ _ _ _ _ _ _ _ _ _ _ _ _ _
///  state    _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _    noise, dropped
/// ```
///
/// So an edge is decided a fixed time after its first contact, however long the
/// contact bounces inside. That time depends on the direction only: all contacts
/// whose closing is decided in one frame had their first contact in the same earlier
/// frame, and no contact needs a stamp of its own.
///
/// Openings and closings may have windows of different lengths. Edges of the shorter
/// one are held back, so that every edge is released [`delay`](Self::delay) frames
/// after its first contact and the stamps never decrease.
///
/// The counters of the windows are bit-sliced: bit *n* of plane *p* is bit *p* of the
/// counter of contact *n*. Counting all of them down is a dozen operations on words.
#[derive(Clone, Debug)]
pub struct Debouncer {
    timing: Timing,
    /// The contacts after all decided edges, ahead of `settled` by those not yet released.
    state: Words,
    /// The contacts after all released edges.
    settled: Words,
    /// Frames until the end of each window, 0 where none is open.
    planes: [Words; 4],
    /// Index of the newest frame in the ring buffers.
    newest: usize,
    /// Ring buffer of the instants of the last frames.
    times: [Instant; FRAMES],
    /// Ring buffer of the decided edges not yet released, by the frame of their first
    /// contact. The direction follows from `settled`: the edges of a contact alternate.
    changes: [Words; FRAMES],
}

impl Debouncer {
    /// Takes `found` as the initial state: a piece that is on its square at power-on
    /// gives no edge.
    pub const fn new(timing: Timing, found: Frame) -> Self {
        let state = Words::closed_in(found);
        Self {
            timing,
            state,
            settled: state,
            planes: [Words::NONE; 4],
            newest: 0,
            times: [Instant::ZERO; FRAMES],
            changes: [Words::NONE; FRAMES],
        }
    }

    /// The debounce times.
    pub const fn timing(&self) -> Timing {
        self.timing
    }

    /// Number of frames from the first contact of an edge to its release.
    pub const fn delay(&self) -> u8 {
        self.timing.delay()
    }

    /// The contacts after all released edges.
    pub const fn settled(&self) -> Frame {
        self.settled.frame()
    }

    /// Takes the next frame, sampled at `now`, and releases the edges that are due.
    ///
    /// Frames have to come in order, but not at equal distances.
    pub fn sample(&mut self, frame: Frame, now: Instant) -> Edges {
        debug_assert!(now >= self.times[self.newest], "time went back");
        self.newest = (self.newest + 1) % FRAMES;
        self.times[self.newest] = now;
        let different = Words::closed_in(frame) ^ self.state;
        let open = self.planes.into_iter().fold(Words::NONE, |open, plane| open | plane);
        if !(different | open).is_none() {
            self.decide(different, open);
        }
        self.release()
    }

    /// Counts the open windows down, decides those that end, and opens one for
    /// each contact that is different and has none.
    #[inline(never)] // `cargo xtask bench-image` counts its instructions on the chip by its symbol.
    fn decide(&mut self, different: Words, open: Words) {
        // One slot may hold openings and closings: both had their first contact in its frame.
        let closed = self.frames_ago(self.timing.closing());
        let opened = self.frames_ago(self.timing.opening());
        for word in 0..Words::COUNT {
            let (different, open, state) = (different[word], open[word], self.state[word]);
            let [ones, twos, fours, eights] = self.planes.map(|plane| plane[word]);
            let ending = ones & !(twos | fours | eights);
            let starting = different & !open;
            // Decrements every open counter, bit by bit with a borrow. Where a window
            // starts, the counter is 0 and is set to the length of the window.
            let mut borrow = open;
            for (bit, plane) in self.planes.iter_mut().enumerate() {
                let plane = &mut plane[word];
                let before = *plane;
                *plane ^= borrow;
                borrow &= !before;
                if self.timing.closing() >> bit & 1 == 1 {
                    *plane |= starting & !state;
                }
                if self.timing.opening() >> bit & 1 == 1 {
                    *plane |= starting & state;
                }
            }
            let changed = ending & different;
            self.changes[closed][word] ^= changed & !state;
            self.changes[opened][word] ^= changed & state;
            self.state[word] ^= changed;
        }
    }

    /// Releases the edges whose first contact was `delay` frames ago: no edge decided
    /// later can have an earlier one.
    fn release(&mut self) -> Edges {
        let slot = self.frames_ago(self.delay());
        let changed = self.changes[slot];
        if changed.is_none() {
            return Edges::new(self.times[slot], Frame::OPEN, Frame::OPEN);
        }
        self.changes[slot] = Words::NONE;
        let opened = changed & self.settled;
        let closed = changed & !self.settled;
        self.settled ^= changed;
        Edges::new(self.times[slot], opened.frame(), closed.frame())
    }

    /// Index of an earlier frame in the ring buffers.
    fn frames_ago(&self, frames: u8) -> usize {
        (self.newest + FRAMES - usize::from(frames)) % FRAMES
    }
}
