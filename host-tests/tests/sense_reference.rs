//! Compares the debouncer with a plain one that handles one contact at a time.

use std::cmp::Reverse;

use damiera::sense::{Cells, Contact, Debouncer, Edge, Frame, Keys, Timing};
use damiera::time::Instant;
use damiera_sim::random::Random;
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// The changes of one contact in a recording, each with the frame of its first contact. Needs
/// no counters, since it has the whole recording.
fn changes(recording: &[bool], found: bool, timing: Timing) -> Vec<(usize, bool)> {
    let mut changes = Vec::new();
    let (mut state, mut frame) = (found, 0);
    while frame < recording.len() {
        if recording[frame] == state {
            frame += 1;
            continue;
        }
        let length = if state { timing.opening() } else { timing.closing() };
        let end = frame + usize::from(length);
        if recording.get(end).is_some_and(|&sample| sample != state) {
            state = !state;
            changes.push((frame, state));
        }
        frame = end + 1;
    }
    changes
}

/// For each frame the edges released in it, in order.
fn reference(recording: &[(Frame, Instant)], found: Frame, timing: Timing) -> Vec<Vec<Edge>> {
    let delay = usize::from(timing.closing().max(timing.opening()));
    let mut released = vec![Vec::new(); recording.len()];
    for contact in Contact::all() {
        let samples: Vec<bool> =
            recording.iter().map(|(frame, _)| frame.is_closed(contact)).collect();
        for (began, closed) in changes(&samples, found.is_closed(contact), timing) {
            if let Some(edges) = released.get_mut(began + delay) {
                edges.push(Edge { at: recording[began].1, contact, closed });
            }
        }
    }
    for edges in &mut released {
        // Cells first; of each kind those that opened first; then by index.
        edges.sort_by_key(|edge| {
            (Reverse(matches!(edge.contact, Contact::Cell(_))), edge.closed, edge.contact)
        });
    }
    released
}

/// A recording in which contacts are busy and calm by turns, so that there are
/// bounces, glitches and long presses; in the last frames no contact changes.
fn recording(seed: u64, busy_frames: usize) -> (Frame, Vec<(Frame, Instant)>) {
    let mut random = Random::new(seed);
    let any_frame = |random: &mut Random| Frame {
        cells: Cells::from_bits(random.number()),
        keys: Keys::from_bits(random.number() as u8),
    };
    let found = any_frame(&mut random);
    let mut frame = found;
    let mut now = Instant::from_micros(random.number() % 1_000_000);
    let mut frames = Vec::new();
    let mut calm = 0;
    for number in 0..busy_frames + 64 {
        if number < busy_frames {
            if random.chance(5) {
                calm = random.below(7);
            }
            // Each bit that is set in all of these numbers changes.
            let flips = (0..calm).fold(u64::MAX, |bits, _| bits & random.number());
            let key_flips = (0..calm).fold(u64::MAX, |bits, _| bits & random.number());
            frame.cells ^= Cells::from_bits(flips);
            frame.keys = Keys::from_bits(frame.keys.bits() ^ key_flips as u8);
        }
        frames.push((frame, now));
        now = Instant::from_micros(now.as_micros() + 900 + random.number() % 200);
        if random.chance(2) {
            now = Instant::from_micros(now.as_micros() + random.number() % 5_000);
        }
    }
    (found, frames)
}

fn compare(timing: Timing, seed: u64, busy_frames: usize) -> Result<(), TestCaseError> {
    let (found, recording) = recording(seed, busy_frames);
    let expected = reference(&recording, found, timing);
    let mut debouncer = Debouncer::new(timing, found);
    let mut state = found;
    let mut last = Instant::ZERO;
    for (number, &(frame, now)) in recording.iter().enumerate() {
        let edges = debouncer.sample(frame, now);
        let stamp = edges.at();
        let edges: Vec<Edge> = edges.collect();
        prop_assert_eq!(&edges, &expected[number], "frame {}", number);
        for edge in edges {
            prop_assert_eq!(edge.at, stamp);
            prop_assert!(edge.at >= last, "time goes back");
            last = edge.at;
            prop_assert_ne!(edge.closed, state.is_closed(edge.contact), "edges alternate");
            state = state.with(edge.contact, edge.closed);
        }
        prop_assert_eq!(debouncer.settled(), state);
    }
    // No edge is lost: after the quiet end the state is that of the contacts.
    prop_assert_eq!(Some(state), recording.last().map(|(frame, _)| *frame));
    Ok(())
}

#[test]
fn every_timing_agrees_with_the_reference() {
    for closing in 1..=15 {
        for opening in 1..=15 {
            let timing = Timing::new(closing, opening).expect("1 to 15");
            let seed = u64::from(closing) << 8 | u64::from(opening);
            if let Err(error) = compare(timing, seed, 400) {
                panic!("closing {closing}, opening {opening}: {error}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_recording_agrees_with_the_reference(
        closing in 1..=15_u8, opening in 1..=15_u8, seed in any::<u64>(), frames in 0..600_usize
    ) {
        compare(Timing::new(closing, opening).expect("1 to 15"), seed, frames)?;
    }
}
