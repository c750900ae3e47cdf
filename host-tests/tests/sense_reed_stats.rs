//! Closures and bounces of the reeds, for the page of diagnostics.

use damiera::game::Settings;
use damiera::rules::{Cell, Position, Square};
use damiera::sense::{Contact, Edge, Frame, Key, ReedStats, Side, Timing};
use damiera::time::Instant;
use damiera::view::{Diagnostics, Screen};
use damiera_sim::virtual_board::VirtualBoard;

fn cell(number: u8) -> Cell {
    Square::new(number).expect("a square").cell()
}

#[test]
fn changes_beyond_the_edge_are_bounces() {
    let mut stats = ReedStats::new();
    let (clean, bouncing) = (cell(22), cell(18));
    let edge = |cell, closed| Edge { contact: Contact::Cell(cell), closed, at: Instant::ZERO };
    let mut frame = Frame::OPEN.with(Contact::Cell(clean), true);
    stats.sample(frame);
    stats.sample(frame);
    stats.note(edge(clean, true));
    // Closed, open, closed, open, closed: one edge and four bounces.
    for closed in [true, false, true, false, true] {
        frame = frame.with(Contact::Cell(bouncing), closed);
        stats.sample(frame);
    }
    stats.note(edge(bouncing, true));
    assert_eq!((stats.closures(clean), stats.bounces(clean)), (1, 0));
    assert_eq!((stats.closures(bouncing), stats.bounces(bouncing)), (1, 4));
    assert_eq!(stats.weakest(), [Some(bouncing), None, None]);
    // Keys are not reeds.
    stats.note(Edge { contact: Contact::Key(Key::Menu), ..edge(clean, true) });
    assert_eq!(stats.closures(clean), 1);
}

#[test]
fn the_worst_come_first_and_counters_saturate() {
    let mut stats = ReedStats::new();
    for (number, bounces) in [(1, 1), (2, 4), (3, 2), (4, 3)] {
        for n in 0..=2 * bounces {
            stats.sample(Frame::OPEN.with(Contact::Cell(cell(number)), n % 2 == 0));
        }
        let contact = Contact::Cell(cell(number));
        stats.note(Edge { contact, closed: true, at: Instant::ZERO });
        stats.sample(Frame::OPEN);
        stats.note(Edge { contact, closed: false, at: Instant::ZERO });
    }
    assert_eq!(stats.weakest(), [2, 4, 3].map(|number| Some(cell(number))));
    let contact = Contact::Cell(cell(5));
    for _ in 0..70_000 {
        stats.note(Edge { contact, closed: true, at: Instant::ZERO });
    }
    assert_eq!(stats.closures(cell(5)), u16::MAX);
}

/// Opens the page through the menu, on a board with one contact that bounces.
#[test]
fn the_page_of_diagnostics_names_the_square() {
    let settings = Settings { introduced: true, ..Settings::default() };
    let mut board = VirtualBoard::new(settings, Timing::default(), Side::South);
    board.wake_up(Position::start().occupied()).expect("sound");
    board.bounce(3);
    for closed in [false, true] {
        let now = board.now();
        board.set(Contact::Cell(cell(22)), closed, now + 200).expect("sound");
    }
    board.bounce(0);
    let tap = |board: &mut VirtualBoard, key| {
        for closed in [true, false] {
            let now = board.now();
            board.set(Contact::Key(key), closed, now + 100).expect("sound");
        }
        let now = board.now();
        board.run_to(now + 100).expect("sound");
    };
    // To the last but one of the first list, then to the second of the next.
    for key in [Key::Menu, Key::Minus, Key::Minus, Key::Menu, Key::Plus, Key::Menu] {
        tap(&mut board, key);
    }
    let Screen::Diagnostics(Diagnostics::Weakest(weakest)) = board.snapshot().screen else {
        panic!("another screen: {:?}", board.snapshot().screen)
    };
    let [Some(worst), None, ..] = weakest else { panic!("{weakest:?}") };
    assert_eq!((worst.cell, worst.closures, worst.bounces), (cell(22), 2, 4));
}
