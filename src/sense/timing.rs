use core::error::Error;
use core::fmt;

/// Debounce times of closing and opening, in frames of a millisecond.
///
/// Reeds bounce differently when they close and when they open, so a board states
/// both times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Timing {
    closing: u8,
    opening: u8,
}

impl Timing {
    /// The longest time in frames: the debouncer's counters have four bits.
    pub const LONGEST: u8 = 15;

    /// Frames from the first contact to the decision, for closing and for opening; each 1
    /// to [`Self::LONGEST`].
    pub const fn new(closing: u8, opening: u8) -> Result<Self, TimingError> {
        if !fits(closing) {
            Err(TimingError { closing: true, frames: closing })
        } else if !fits(opening) {
            Err(TimingError { closing: false, frames: opening })
        } else {
            Ok(Self { closing, opening })
        }
    }

    /// Frames from the first contact of a closing to its decision.
    pub const fn closing(self) -> u8 {
        self.closing
    }

    /// Frames from the first contact of an opening to its decision.
    pub const fn opening(self) -> u8 {
        self.opening
    }

    /// The longer of the two: frames from the first contact of any edge to its release.
    pub const fn delay(self) -> u8 {
        if self.closing > self.opening { self.closing } else { self.opening }
    }
}

const fn fits(frames: u8) -> bool {
    1 <= frames && frames <= Timing::LONGEST
}

/// 5 and 8 frames: reeds bounce for up to 3 ms when they close; a magnet that leaves slowly
/// makes them flicker longer.
impl Default for Timing {
    fn default() -> Self {
        Self { closing: 5, opening: 8 }
    }
}

/// A debounce time that is not 1 to [`Timing::LONGEST`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimingError {
    closing: bool,
    frames: u8,
}

impl fmt::Display for TimingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let which = if self.closing { "closing" } else { "opening" };
        let (frames, longest) = (self.frames, Timing::LONGEST);
        write!(f, "the time for {which} is {frames} frames, not 1 to {longest}")
    }
}

impl Error for TimingError {}
