//! Reed switches with hysteresis.

use crate::random::Random;

/// How far magnets act on the reeds of a board, in units of squares.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// A reed closes when a magnet comes nearer than this.
    pub closes: f64,
    /// A closed reed opens when every magnet is farther away than this.
    pub opens: f64,
    /// Largest relative deviation of a reed.
    pub reeds: f64,
    /// Largest relative deviation of a magnet; a weak board only has weaker ones.
    pub magnets: f64,
}

impl Reach {
    /// Magnets that just suffice: a sliding piece leaves a gap of nearly half a square.
    pub const WEAK: Self = Self { closes: 0.36, opens: 0.45, reeds: 0.06, magnets: 0.10 };
    /// As boards usually are.
    pub const USUAL: Self = Self { closes: 0.46, opens: 0.58, reeds: 0.06, magnets: 0.05 };
    /// Magnets so strong that a sliding piece closes the next reed before the last one opens, and
    /// sometimes the light cell between.
    pub const STRONG: Self = Self { closes: 0.66, opens: 0.79, reeds: 0.04, magnets: 0.03 };
}

/// A reed switch under a cell, with hysteresis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reed {
    closes: f64,
    opens: f64,
    closed: bool,
}

impl Reed {
    /// An open reed of a board with this reach.
    pub fn new(reach: Reach, random: &mut Random) -> Self {
        let scale = 1.0 + reach.reeds * real(random, -1.0, 1.0);
        Self { closes: reach.closes * scale, opens: reach.opens * scale, closed: false }
    }

    /// Whether it is closed.
    pub const fn is_closed(&self) -> bool {
        self.closed
    }

    /// Tells it the distance of the nearest magnet, divided by that magnet's strength. Returns
    /// whether it has changed.
    pub fn feel(&mut self, distance: f64) -> bool {
        let closed = if self.closed { distance <= self.opens } else { distance < self.closes };
        let changed = closed != self.closed;
        self.closed = closed;
        changed
    }
}

/// A number between two others.
pub(super) fn real(random: &mut Random, low: f64, high: f64) -> f64 {
    let share = (random.number() >> 11) as f64 / (1u64 << 53) as f64;
    low + (high - low) * share
}

/// A whole number from `low` to `high`.
pub(super) fn whole(random: &mut Random, low: u32, high: u32) -> u32 {
    low + random.below((high.max(low) - low + 1) as usize) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact() -> Reed {
        let reach = Reach { reeds: 0.0, ..Reach::USUAL };
        Reed::new(reach, &mut Random::new(1))
    }

    #[test]
    fn a_reed_opens_farther_away_than_it_closes() {
        let mut reed = exact();
        let between = (Reach::USUAL.closes + Reach::USUAL.opens) / 2.0;
        assert!(!reed.feel(between), "too far away to close");
        assert!(reed.feel(0.4) && reed.is_closed());
        assert!(!reed.feel(between) && reed.is_closed(), "not far enough to open");
        assert!(reed.feel(0.6) && !reed.is_closed());
        assert!(!reed.feel(between) && !reed.is_closed());
    }

    #[test]
    fn reeds_differ_within_their_tolerance() {
        let mut random = Random::new(7);
        for _ in 0..1_000 {
            let reed = Reed::new(Reach::USUAL, &mut random);
            let scale = reed.closes / Reach::USUAL.closes;
            assert!((0.939..1.061).contains(&scale), "{scale}");
            assert!(reed.opens > reed.closes);
        }
    }
}
