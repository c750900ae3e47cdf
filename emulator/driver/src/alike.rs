//! Compares values of the image and the core: equal in every field, times within a tolerance.

use std::fmt::Debug;

/// Tolerance of times, in milliseconds, as `emulator/README.md` states it.
pub(crate) const APART: u64 = 3;

/// Returns the first difference of two values, or `None`. Times may be [`APART`] milliseconds apart.
///
/// It compares the output of `Debug`, where the name before a number says whether it is a time: a new
/// field is compared exactly until [`apart`] names it.
pub(crate) fn difference(one: &impl Debug, other: &impl Debug) -> Option<String> {
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    let (mut one, mut other) = (words(&one), words(&other));
    let mut name = "";
    loop {
        match (one.next(), other.next()) {
            (None, None) => return None,
            (Some(one), Some(other)) => {
                let numbers = one.parse::<u64>().ok().zip(other.parse().ok());
                match numbers {
                    Some((one, other)) if one.abs_diff(other) <= apart(name) => {}
                    None if one == other => name = one,
                    _ => return Some(format!("{name} {one} instead of {other}")),
                }
            }
            (one, other) => {
                let [one, other] = [one, other].map(|word| word.unwrap_or("nothing"));
                return Some(format!("{one} instead of {other} after {name}"));
            }
        }
    }
}

/// Splits the output of `Debug` into names and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Returns the tolerance of numbers after this name, in their own unit.
fn apart(name: &str) -> u64 {
    match name {
        "Instant" | "GameTime" | "Duration" => APART * 1_000,
        "at" | "used" | "left" | "before" => APART,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use damiera::time::{Duration, GameTime, Instant};

    use super::*;

    #[derive(Debug)]
    #[allow(dead_code)] // Only Debug reads the fields.
    struct Sample {
        at: u32,
        left: [u32; 2],
        moves: u16,
    }

    #[test]
    fn only_times_may_differ() {
        fn alike(one: &impl Debug, other: &impl Debug) -> bool {
            difference(one, other).is_none()
        }
        let sample = |at, left, moves| Sample { at, left: [left, 5], moves };
        assert!(alike(&sample(100, 60_000, 7), &sample(103, 59_997, 7)));
        assert!(!alike(&sample(100, 60_000, 7), &sample(104, 60_000, 7)));
        assert!(!alike(&sample(100, 60_000, 7), &sample(100, 59_996, 7)));
        assert!(!alike(&sample(100, 60_000, 7), &sample(100, 60_000, 8)));
        assert!(!alike(&Some(1), &None::<u8>));
        // The types of the core by the names that `Debug` writes.
        fn in_millis<T: Debug>(time: fn(u64) -> T) {
            assert!(alike(&time(1_000), &time(1_003)));
            assert!(!alike(&time(1_000), &time(1_004)));
        }
        in_millis(Instant::from_millis);
        in_millis(GameTime::from_millis);
        in_millis(Duration::from_millis);
    }

    #[test]
    fn the_time_types_are_known_by_their_names() {
        use damiera::time::{Duration, GameTime, Instant};
        let times =
            |ms| (Instant::from_millis(ms), GameTime::from_millis(ms), Duration::from_millis(ms));
        assert_eq!(difference(&times(5), &times(5 + APART)), None);
        assert!(difference(&times(5), &times(6 + APART)).is_some());
    }
}
