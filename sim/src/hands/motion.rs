//! The motions of hands: minimum jerk between rests.

use super::point::Point;

/// Share of the way after a share of the time, for a motion with minimum jerk: it starts and ends
/// with neither speed nor acceleration.
pub fn minimum_jerk(time: f64) -> f64 {
    let t = time.clamp(0.0, 1.0);
    t * t * t * (10.0 + t * (6.0 * t - 15.0))
}

/// One motion of one piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motion {
    /// Time in ms of its begin.
    pub start: u64,
    /// Duration in ms, at least 1.
    pub lasts: u64,
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The course between.
    pub course: Course,
}

/// The course of a [`Motion`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Course {
    /// In hand: up to this height, across, and down.
    Carried(f64),
    /// Over the surface, without being lifted.
    Slid,
    /// Out of the upright by this much at most, and back: a tilt, or a brush by a sleeve.
    Leant(Point),
}

/// Share of the time after which a carried piece is up, and before which it does not go down.
const UP: f64 = 0.4;
/// Share of the time at which a carried piece begins to go across, and, from the end, stops.
const ACROSS: f64 = 0.12;
/// Share of the time in which a leaning piece gets out of the upright.
const LEAN: f64 = 0.35;

impl Motion {
    /// Time in ms of its end.
    pub fn end(&self) -> u64 {
        self.start + self.lasts
    }

    /// Where the piece is at this time.
    pub fn at(&self, millis: u64) -> Point {
        let passed = millis.saturating_sub(self.start).min(self.lasts);
        let time = passed as f64 / self.lasts as f64;
        let way = self.from.to(self.to);
        match self.course {
            Course::Slid => self.from.plus(way.times(minimum_jerk(time))),
            Course::Carried(apex) => {
                let share = minimum_jerk((time - ACROSS) / (1.0 - 2.0 * ACROSS));
                let height = if time < UP {
                    self.from.z + (apex - self.from.z) * minimum_jerk(time / UP)
                } else {
                    apex + (self.to.z - apex) * minimum_jerk((time + UP - 1.0) / UP)
                };
                Point { z: height, ..self.from.plus(way.times(share)) }
            }
            Course::Leant(by) => {
                let share = if time < LEAN { time / LEAN } else { (1.0 - time) / LEAN };
                self.from.plus(by.times(minimum_jerk(share)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minimum_jerk_starts_and_ends_at_rest() {
        assert_eq!((minimum_jerk(0.0), minimum_jerk(1.0)), (0.0, 1.0));
        assert!((minimum_jerk(0.5) - 0.5).abs() < 1e-12);
        let speed = |t: f64| (minimum_jerk(t + 1e-4) - minimum_jerk(t - 1e-4)) / 2e-4;
        assert!(speed(0.001) < 1e-3 && speed(0.999) < 1e-3);
        // The peak of the speed is 15/8 of the mean, in the middle.
        assert!((speed(0.5) - 1.875).abs() < 1e-3);
        let steps = (0..100).map(|n| f64::from(n) / 100.0);
        assert!(steps.clone().zip(steps.skip(1)).all(|(a, b)| minimum_jerk(a) <= minimum_jerk(b)));
    }

    #[test]
    fn a_carried_piece_goes_up_across_and_down() {
        let to = Point::new(1.0, 1.0, 0.0);
        let course = Course::Carried(1.2);
        let motion = Motion { start: 100, lasts: 300, from: Point::default(), to, course };
        assert_eq!(motion.at(100), Point::default());
        assert!(motion.at(400).distance(to) < 1e-12);
        let middle = motion.at(250);
        assert!((middle.z - 1.2).abs() < 1e-9 && (middle.x - 0.5).abs() < 1e-9);
        assert!(motion.at(120).x < 0.01 && motion.at(120).z > 0.0, "up before it goes across");
    }

    #[test]
    fn a_leaning_piece_comes_back() {
        let course = Course::Leant(Point::new(0.3, 0.0, 0.6));
        let from = Point::new(2.0, 3.0, 0.0);
        let motion = Motion { start: 0, lasts: 90, from, to: from, course };
        assert_eq!(motion.at(0), from);
        assert!(motion.at(90).distance(from) < 1e-12);
        assert!(motion.at(45).z > 0.55);
    }
}
