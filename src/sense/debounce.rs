use super::words::Words;
use super::{Edges, Frame, Timing};
use crate::time::Instant;

/// How many frames are remembered: those from the first contact of the oldest
/// window that can still be decided, [`Timing::LONGEST`] frames ago, to this one.
const FRAMES: usize = Timing::LONGEST as usize + 1;

/// Turns frames into edges that stand, for all 69 contacts at once.
///
/// The first sample in which a contact differs from its state opens a window for
/// it. What the contact does inside does not matter; the sample at the end
/// decides whether it changed or only bounced:
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
/// So an edge is known a fixed time after its first contact, however long the
/// contact bounces inside. That time depends on the direction only: all contacts
/// that are found closed in one frame began to close in one and the same earlier
/// frame, and no contact needs a stamp of its own.
///
/// Openings and closings may take different times. The shorter ones wait, so
/// that every edge leaves [`delay`](Self::delay) frames after its first contact
/// and the stamps never go back.
///
/// The counters of the windows are sliced: bit *n* of plane *p* is bit *p* of
/// the counter of contact *n*. Counting all of them down is a dozen operations on
/// words.
#[derive(Clone, Debug)]
pub struct Debouncer {
    timing: Timing,
    /// As decided, a little ahead of `settled`.
    state: Words,
    /// As released to the outside.
    settled: Words,
    /// Frames until the end of each window, 0 where none is open.
    planes: [Words; 4],
    /// Where the newest frame stands in the rings.
    newest: usize,
    /// When the last frames were taken.
    times: [Instant; FRAMES],
    /// Which contacts began to change in these frames, as far as decided. The
    /// direction follows from `settled`: the edges of a contact alternate.
    changes: [Words; FRAMES],
}

impl Debouncer {
    /// Begins with the contacts as they are found: a piece that stands on its
    /// square when the board wakes up was not just put there.
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

    /// The times it goes by.
    pub const fn timing(&self) -> Timing {
        self.timing
    }

    /// How many frames after its first contact each edge leaves.
    pub const fn delay(&self) -> u8 {
        self.timing.delay()
    }

    /// The contacts after all edges that have left.
    pub const fn settled(&self) -> Frame {
        self.settled.frame()
    }

    /// Takes the next frame, sampled at `now`, and gives the edges that are due.
    ///
    /// Frames need not come at equal distances, but in order.
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
    // Never inlined: a frame without change would pay for its registers.
    #[inline(never)]
    fn decide(&mut self, different: Words, open: Words) {
        // A slot may hold openings and closings: the first contacts of both.
        let closed = self.frames_ago(self.timing.closing());
        let opened = self.frames_ago(self.timing.opening());
        for word in 0..Words::COUNT {
            let (different, open, state) = (different[word], open[word], self.state[word]);
            let [ones, twos, fours, eights] = self.planes.map(|plane| plane[word]);
            let ending = ones & !(twos | fours | eights);
            let starting = different & !open;
            // One less in every open counter, bit by bit with a borrow; where a
            // window starts, the counter is 0 and takes the length.
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

    /// Lets out what began to change `delay` frames ago: nothing decided from now
    /// on can have begun earlier.
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

    /// Where an earlier frame stands in the rings.
    fn frames_ago(&self, frames: u8) -> usize {
        (self.newest + FRAMES - usize::from(frames)) % FRAMES
    }
}
