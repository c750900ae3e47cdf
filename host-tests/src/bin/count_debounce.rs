//! Samples a board that is mostly at rest, for a program such as callgrind that
//! counts instructions inside [`measured_frame_without_change`] and
//! [`measured_frame_with_change`].

use std::hint::black_box;

use damiera::rules::{Colour, Squares};
use damiera::sense::{Cells, Contact, Debouncer, FaultDetector, Frame, Key, Keys, Side, Timing};
use damiera::time::Instant;
use damiera_sim::random::Random;

/// The code that runs with every frame.
pub struct Sensing {
    debouncer: Debouncer,
    watch: FaultDetector,
    expected: Option<Squares>,
}

impl Sensing {
    /// Number of edges and faults, returned so that the compiler does not remove the work.
    fn sample(&mut self, frame: &Frame, now: Instant) -> usize {
        let mut told = 0;
        for edge in self.debouncer.sample(*frame, now) {
            self.watch.note(edge);
            told += 1;
        }
        for _ in self.watch.look(self.expected, now) {
            told += 1;
        }
        told
    }
}

/// Measured: a frame in which no contact changes, no debounce window is open and no edge is due.
/// Callgrind finds it by its symbol, so it is neither inlined nor mangled. Returns whether there was no
/// output: with equal bodies, the compiler would merge both measured functions.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_frame_without_change(
    sensing: &mut Sensing,
    frame: &Frame,
    micros: u64,
) -> bool {
    sensing.sample(frame, Instant::from_micros(micros)) == 0
}

/// Measured: any other frame.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_frame_with_change(
    sensing: &mut Sensing,
    frame: &Frame,
    micros: u64,
) -> usize {
    sensing.sample(frame, Instant::from_micros(micros))
}

/// Frames at rest between two moves; a debounce takes much less.
const AT_REST: u64 = 60;

fn main() {
    let pieces = Squares::start(Colour::White) | Squares::start(Colour::Black);
    let mut frame = Frame { cells: Cells::from(pieces), keys: Keys::EMPTY };
    let mut sensing = Sensing {
        debouncer: Debouncer::new(Timing::default(), frame),
        watch: FaultDetector::new(frame.cells, Instant::ZERO),
        expected: Some(pieces),
    };
    let mut random = Random::new(1);
    let press = Contact::Key(Key::Player(Side::South));
    let (mut calls, mut told, mut now) = ([0, 0], 0, 0);
    for _ in 0..40 {
        // A piece or two, a key, each with a bounce.
        let mut changing = vec![press];
        for _ in 0..1 + random.below(2) {
            let cells: Vec<_> = Contact::all().take(64).collect();
            changing.push(*random.one_of(&cells));
        }
        for frame_number in 0..AT_REST {
            if frame_number < 3 {
                for &contact in &changing {
                    frame = frame.with(contact, !frame.is_closed(contact));
                }
            }
            now += 1_000;
            // Windows are open, then edges leave: a delay after the first contact.
            let change = frame_number <= u64::from(sensing.debouncer.delay());
            let (sensing, frame) = (black_box(&mut sensing), black_box(&frame));
            if change {
                told += measured_frame_with_change(sensing, frame, now);
            } else {
                assert!(
                    measured_frame_without_change(sensing, frame, now),
                    "an output without a change"
                );
            }
            calls[usize::from(change)] += 1;
        }
    }
    let [without, with] = calls;
    println!("{without} frames without change, {with} with one, {told} edges and faults");
}
