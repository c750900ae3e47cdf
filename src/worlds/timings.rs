use crate::time::Duration;

/// What hands do, in time.
///
/// What contacts do (the window in which edges came at once) is a property of the board: its
/// debounce time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandTimings {
    /// A piece off its square for less than this was brushed, not lifted. A sleeve or a tilt lifts a
    /// piece for 20 to 120 ms; a hand that takes a piece up and puts it back needs longer.
    pub brush: Duration,
    /// The longest time for which a piece that is pushed closes two reeds: the new one closes within
    /// a third of a square, and a hand pushes a piece over that in well under 50 ms.
    pub slide_overlap: Duration,
    /// The shortest time in which a hand carries a piece further than to the next cell: eight
    /// centimetres in 30 ms would be almost three metres a second.
    pub carry: Duration,
    /// A piece that is being carried off is gone after this; one that still lies there is one piece
    /// too many.
    pub stray: Duration,
}

impl HandTimings {
    /// The default times.
    pub const DEFAULT: Self = Self {
        brush: Duration::from_millis(150),
        slide_overlap: Duration::from_millis(50),
        carry: Duration::from_millis(30),
        stray: Duration::from_millis(300),
    };
}

impl Default for HandTimings {
    fn default() -> Self {
        Self::DEFAULT
    }
}
