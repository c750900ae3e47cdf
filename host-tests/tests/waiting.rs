//! When a press is judged: a lawful move at once, an accusation one brush after the press or after the
//! last contact within a brush of it.

use damiera::event::{Breach, Event, EventKind};
use damiera::game::{Input, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Position, Side, Square};
use damiera::sense::{Contact, Edge, Key};
use damiera::time::Instant;
use damiera::worlds::HandTimings;

const WHITE: Contact = Contact::Key(Key::Player(Side::South));
const BLACK: Contact = Contact::Key(Key::Player(Side::North));

struct Bench {
    game: GameWithMenu,
}

impl Bench {
    /// A game in which White has to capture 22x13, and 30-26 is 8.1.6.
    fn new() -> Self {
        let position: Position = "W:W22,30:B5,18".parse().expect("a position");
        let white = Some(Side::South);
        let mut bench = Self { game: GameWithMenu::new(Settings { white, ..Settings::default() }) };
        for square in position.occupied() {
            bench.change(Contact::Cell(square.cell()), true, 0);
        }
        bench.game.step(Input::NewGame { position, opening: None }, Instant::ZERO);
        bench.change(BLACK, true, 100);
        bench.change(BLACK, false, 180);
        bench
    }

    fn change(&mut self, contact: Contact, closed: bool, at: u64) -> Vec<Event> {
        let at = Instant::from_millis(at);
        self.game.step(Input::Edge(Edge { at, contact, closed }), at).iter().copied().collect()
    }

    fn cell(&mut self, number: u8, closed: bool, at: u64) -> Vec<Event> {
        let square = Square::new(number).expect("a square");
        self.change(Contact::Cell(square.cell()), closed, at)
    }

    /// 30-26, complete at 1,500 ms, and the press at 2,000 ms.
    fn leave_the_capture(&mut self) -> Vec<Event> {
        self.cell(30, false, 1_200);
        self.cell(26, true, 1_500);
        self.change(WHITE, true, 2_000)
    }

    fn wake(&mut self, at: u64) -> Vec<Event> {
        self.game.step(Input::Wake, Instant::from_millis(at)).iter().copied().collect()
    }

    fn decides_at(&self) -> Option<u64> {
        self.game.decides_at().map(Instant::as_millis)
    }
}

fn breach(events: &[Event]) -> Option<Breach> {
    events.iter().find_map(|event| match event.what {
        EventKind::Irregularity(irregularity, _) => Some(irregularity.breach),
        _ => None,
    })
}

fn moved(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, EventKind::Moved { .. }))
}

fn brush() -> u64 {
    HandTimings::DEFAULT.brush.as_millis()
}

#[test]
fn a_lawful_move_counts_at_once() {
    let mut bench = Bench::new();
    bench.cell(22, false, 1_000);
    bench.cell(13, true, 1_300);
    bench.cell(18, false, 1_500);
    assert!(moved(&bench.change(WHITE, true, 2_000)));
    assert_eq!(bench.decides_at(), None);
}

#[test]
fn the_clock_changes_over_at_once_and_the_accusation_waits_for_a_brush() {
    let mut bench = Bench::new();
    let events = bench.leave_the_capture();
    assert!(events.iter().any(|event| matches!(event.what, EventKind::Pressed { .. })));
    assert_eq!(breach(&events), None);
    assert_eq!(bench.decides_at(), Some(2_000 + brush()));
    assert_eq!(breach(&bench.wake(2_000 + brush() - 1)), None);
    assert_eq!(breach(&bench.wake(2_000 + brush())), Some(Breach::CaptureLeft));
}

#[test]
fn a_contact_within_a_brush_of_the_press_delays_it() {
    let mut bench = Bench::new();
    bench.leave_the_capture();
    bench.cell(5, false, 2_000 + brush() - 10);
    assert_eq!(bench.decides_at(), Some(2_000 + 2 * brush() - 10));
    // One that comes later does not: it waits for two brushes at most.
    bench.cell(5, true, 2_000 + brush() + 20);
    assert_eq!(bench.decides_at(), Some(2_000 + 2 * brush() - 10));
    assert_eq!(breach(&bench.wake(2_000 + 2 * brush() - 10)), Some(Breach::CaptureLeft));
}

#[test]
fn a_piece_that_comes_back_within_the_waiting_was_not_moved() {
    let mut bench = Bench::new();
    bench.cell(22, false, 1_000);
    bench.cell(13, true, 1_300);
    bench.cell(18, false, 1_500);
    // A sleeve lifts 30 during the press.
    bench.cell(30, false, 1_990);
    assert!(!moved(&bench.change(WHITE, true, 2_000)) || bench.decides_at().is_none());
    let mut later = bench.cell(30, true, 2_060);
    later.extend(bench.wake(2_400));
    assert_eq!(breach(&later), None);
    assert_eq!(bench.game.record().half_moves(), 1);
}

#[test]
fn the_opponents_press_ends_the_waiting() {
    let mut bench = Bench::new();
    bench.leave_the_capture();
    let events = bench.change(BLACK, true, 2_050);
    assert_eq!(breach(&events), Some(Breach::CaptureLeft));
    assert!(events.iter().any(|event| matches!(event.what, EventKind::Decided { .. })));
}
