use std::fmt::Debug;

/// How far apart two times may be, in milliseconds.
pub(crate) const APART: u64 = 3;

/// Where two values are not the same in every field, but for times: these may be
/// three milliseconds apart.
///
/// What is a time is told by the name before it, as `Debug` writes it: so a field
/// that is added is compared exactly until somebody says otherwise here.
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// How far apart numbers behind this name may be.
fn apart(name: &str) -> u64 {
    match name {
        "Instant" | "GameTime" | "Duration" => APART * 1_000,
        "at" | "used" | "left" | "before" => APART,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    #[allow(dead_code)] // Debug reads them.
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
