//! Edges out of samples: tables of time, input and output.

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact, Debouncer, Edge, Frame, Key, Keys, Side, Timing};
use damiera::time::Instant;
use damiera_sim::random::Random;

fn timing(closing: u8, opening: u8) -> Timing {
    Timing::new(closing, opening).expect("1 to 15")
}

fn cell(index: u8) -> Contact {
    Contact::Cell(Cell::from_index(index).expect("0 to 63"))
}

const PRESS: Contact = Contact::Key(Key::Player(Side::South));

/// A change of a contact in this millisecond.
type Act = (u64, Contact, bool);

/// An edge released in the first millisecond, stamped with the second.
type Released = (u64, u64, Contact, bool);

/// Samples every millisecond up to `end`, with the changes of `acts`, and compares the
/// edges with `expected`.
fn table(timing: Timing, found: Frame, acts: &[Act], end: u64, expected: &[Released]) {
    let mut debouncer = Debouncer::new(timing, found);
    let mut frame = found;
    let mut released = Vec::new();
    for now in 1..=end {
        for &(_, contact, closed) in acts.iter().filter(|(at, ..)| *at == now) {
            frame = frame.with(contact, closed);
        }
        for edge in debouncer.sample(frame, Instant::from_millis(now)) {
            released.push((now, edge.at.as_millis(), edge.contact, edge.closed));
        }
    }
    assert_eq!(released, expected);
    let settled =
        expected.iter().fold(found, |frame, &(_, _, contact, closed)| frame.with(contact, closed));
    assert_eq!(debouncer.settled(), settled);
}

#[test]
fn a_clean_press_and_release() {
    let acts = [(10, cell(0), true), (50, cell(0), false)];
    let out = [(18, 10, cell(0), true), (58, 50, cell(0), false)];
    table(Timing::default(), Frame::OPEN, &acts, 100, &out);
}

#[test]
fn the_default_delay_is_eight_frames() {
    let debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
    assert_eq!(debouncer.delay(), 8);
    assert_eq!((debouncer.timing().closing(), debouncer.timing().opening()), (5, 8));
}

#[test]
fn a_bounce_is_one_edge_with_the_time_of_its_first_contact() {
    // Three milliseconds of bouncing, then closed; later open with a flicker.
    let acts = [
        (10, cell(9), true),
        (11, cell(9), false),
        (12, cell(9), true),
        (13, cell(9), false),
        (14, cell(9), true),
        (40, cell(9), false),
        (42, cell(9), true),
        (43, cell(9), false),
        (46, cell(9), true),
        (47, cell(9), false),
    ];
    let out = [(18, 10, cell(9), true), (48, 40, cell(9), false)];
    table(Timing::default(), Frame::OPEN, &acts, 100, &out);
}

#[test]
fn a_contact_that_bounces_longer_waits_for_the_next_window() {
    // Open at the end of its window (15), so the first contact was noise; the
    // next difference (16) is the first contact of a new window.
    let acts = [(10, cell(9), true), (14, cell(9), false), (16, cell(9), true)];
    table(Timing::default(), Frame::OPEN, &acts, 60, &[(24, 16, cell(9), true)]);
}

#[test]
fn a_glitch_shorter_than_the_window_is_dropped() {
    for length in 1..=5 {
        let acts = [(10, cell(63), true), (10 + length, cell(63), false)];
        table(Timing::default(), Frame::OPEN, &acts, 60, &[]);
    }
    let acts = [(10, cell(63), true), (16, cell(63), false)];
    let out = [(18, 10, cell(63), true), (24, 16, cell(63), false)];
    table(Timing::default(), Frame::OPEN, &acts, 60, &out);
}

#[test]
fn a_piece_that_flickers_shorter_than_the_window_stays() {
    let found = Frame::OPEN.with(cell(40), true);
    for length in 1..=8 {
        let acts = [(10, cell(40), false), (10 + length, cell(40), true)];
        table(Timing::default(), found, &acts, 60, &[]);
    }
}

#[test]
fn fast_closings_wait_for_slow_openings() {
    // The closing is decided at 15, the opening at 18: the opening began first.
    let found = Frame::OPEN.with(cell(1), true);
    let acts = [(10, cell(1), false), (11, cell(2), true)];
    let out = [(18, 10, cell(1), false), (19, 11, cell(2), true)];
    table(Timing::default(), found, &acts, 60, &out);
    // And the other way round.
    let acts = [(10, cell(2), true), (11, cell(1), false)];
    let out = [(22, 10, cell(2), true), (23, 11, cell(1), false)];
    table(timing(12, 3), found, &acts, 60, &out);
}

#[test]
fn the_shortest_and_the_longest_time() {
    let acts = [(10, cell(5), true), (11, cell(6), true), (12, cell(6), false)];
    table(timing(1, 1), Frame::OPEN, &acts, 60, &[(11, 10, cell(5), true)]);
    let acts = [(10, cell(5), true), (26, cell(5), false)];
    let out = [(25, 10, cell(5), true), (41, 26, cell(5), false)];
    table(timing(15, 15), Frame::OPEN, &acts, 60, &out);
}

#[test]
fn keys_and_squares_are_released_together() {
    let found = Frame::OPEN.with(cell(44), true);
    let acts = [(10, cell(44), false), (30, cell(35), true), (30, PRESS, true), (31, PRESS, false)];
    let acts = [&acts[..], &[(32, PRESS, true), (90, PRESS, false)]].concat();
    let out = [
        (18, 10, cell(44), false),
        (38, 30, cell(35), true),
        (38, 30, PRESS, true),
        (98, 90, PRESS, false),
    ];
    table(Timing::default(), found, &acts, 120, &out);
}

#[test]
fn within_one_stamp_lifts_come_before_drops_and_cells_before_keys() {
    let menu = Contact::Key(Key::Menu);
    let found = Frame::OPEN.with(cell(60), true).with(cell(33), true).with(menu, true);
    let acts = [
        (10, PRESS, true),
        (10, menu, false),
        (10, cell(2), true),
        (10, cell(1), true),
        (10, cell(60), false),
        (10, cell(33), false),
    ];
    let out = [
        (18, 10, cell(33), false),
        (18, 10, cell(60), false),
        (18, 10, cell(1), true),
        (18, 10, cell(2), true),
        (18, 10, menu, false),
        (18, 10, PRESS, true),
    ];
    table(Timing::default(), found, &acts, 60, &out);
}

#[test]
fn all_contacts_at_once() {
    let all = Frame { cells: Cells::ALL, keys: Keys::ALL };
    assert_eq!(Contact::all().count(), Frame::CONTACTS);
    let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
    let (mut closed, mut opened) = (Vec::new(), Vec::new());
    for now in 1..=100 {
        let frame = if (10..50).contains(&now) { all } else { Frame::OPEN };
        let edges = debouncer.sample(frame, Instant::from_millis(now));
        assert_eq!(edges.len(), if now == 18 || now == 58 { 69 } else { 0 });
        assert_eq!(edges.is_quiet(), edges.len() == 0);
        if now == 18 {
            assert_eq!((edges.opened(), edges.closed()), (Frame::OPEN, all));
            closed.extend(edges);
        } else if now == 58 {
            assert_eq!((edges.opened(), edges.closed()), (all, Frame::OPEN));
            opened.extend(edges);
        }
    }
    let expected = |at, closed| {
        let at = Instant::from_millis(at);
        Contact::all().map(move |contact| Edge { at, contact, closed }).collect::<Vec<_>>()
    };
    assert_eq!(closed, expected(10, true));
    assert_eq!(opened, expected(50, false));
}

#[test]
fn long_chatter_is_bounded_and_alternates() {
    // A contact that changes with every frame: no more than one edge a window.
    let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
    let mut edges = Vec::new();
    for now in 1..=10_000 {
        let frame = Frame::OPEN.with(cell(20), now % 2 == 1);
        edges.extend(debouncer.sample(frame, Instant::from_millis(now)));
    }
    assert!(edges.len() <= 10_000 / 5, "{} edges", edges.len());
    assert!(edges.iter().enumerate().all(|(n, edge)| edge.closed == (n % 2 == 0)));
    assert!(edges.is_sorted_by_key(|edge| edge.at));
}

#[test]
fn late_frames_keep_their_own_times() {
    // The same frames, but a page of flash is written after the third and the
    // ninth: windows are counted in frames, stamps are the instants of the frames.
    let times = [10, 11, 12, 15, 16, 17, 18, 19, 20, 23, 24, 25, 26].map(Instant::from_millis);
    let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
    let mut edges = Vec::new();
    for (n, now) in times.into_iter().enumerate() {
        let frame = Frame::OPEN.with(cell(7), n >= 3);
        edges.extend(debouncer.sample(frame, now).map(|edge| (n, edge.at.as_millis())));
    }
    assert_eq!(edges, [(11, 15)]);
}

#[test]
fn an_empty_set_has_the_stamp_up_to_which_edges_are_complete() {
    let mut debouncer = Debouncer::new(timing(4, 6), Frame::OPEN);
    for now in 1..100_u64 {
        let edges = debouncer.sample(Frame::OPEN, Instant::from_micros(now * 1_003));
        assert_eq!(edges.at(), Instant::from_micros(now.saturating_sub(6) * 1_003));
    }
}

#[test]
fn contacts_closed_at_the_start_give_no_edges() {
    let found = Frame { cells: Cells::DARK, keys: Keys::of(Key::Plus) };
    table(Timing::default(), found, &[], 60, &[]);
}

#[test]
fn a_time_out_of_range_is_refused() {
    for frames in 1..=15 {
        assert!(Timing::new(frames, 16 - frames).is_ok());
    }
    let refused =
        |closing, opening| Timing::new(closing, opening).expect_err("not 1 to 15").to_string();
    assert_eq!(refused(0, 8), "the time for closing is 0 frames, not 1 to 15");
    assert_eq!(refused(5, 16), "the time for opening is 16 frames, not 1 to 15");
}

#[test]
fn reeds_bounce_for_up_to_three_milliseconds() {
    // Contacts bounce every 0.1 ms, independently of the frames.
    let mut random = Random::new(20);
    for _ in 0..2_000 {
        let bounce = 100 + random.number() % 2_901;
        let first = 20_000 + random.number() % 1_000;
        let release = first + 30_000 + random.number() % 1_000;
        let noise = random.number();
        let closed = |at: u64| {
            let bouncing = |since: u64| {
                let part = (at - since) / 100;
                // The first 0.1 ms is always contact.
                part == 0 || noise >> (part % 64) & 1 == 1
            };
            match at {
                _ if at < first => false,
                _ if at < first + bounce => bouncing(first),
                _ if at < release => true,
                _ if at < release + bounce => !bouncing(release),
                _ => false,
            }
        };
        let mut debouncer = Debouncer::new(Timing::default(), Frame::OPEN);
        let mut edges = Vec::new();
        for now in (0..80_000).step_by(1_000) {
            let frame = Frame::OPEN.with(cell(12), closed(now));
            edges.extend(debouncer.sample(frame, Instant::from_micros(now)));
        }
        let [down, up] = edges[..] else { panic!("{bounce} {first}: {edges:?}") };
        assert!(down.closed && !up.closed);
        for (edge, true_time) in [(down, first), (up, release)] {
            let late = edge.at.as_micros() - true_time;
            assert!(late < bounce + 1_000, "{late} µs late after a bounce of {bounce}");
        }
    }
}
