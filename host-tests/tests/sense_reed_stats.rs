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
fn one_change_of_each_edge_was_meant() {
    let mut tally = ReedStats::new();
    let (clean, bouncing) = (cell(22), cell(18));
    let edge = |cell, closed| Edge { contact: Contact::Cell(cell), closed, at: Instant::ZERO };
    let mut frame = Frame::OPEN.with(Contact::Cell(clean), true);
    tally.sample(frame);
    tally.sample(frame);
    tally.note(edge(clean, true));
    // Closed, open, closed, open, closed: four of the five came to nothing.
    for closed in [true, false, true, false, true] {
        frame = frame.with(Contact::Cell(bouncing), closed);
        tally.sample(frame);
    }
    tally.note(edge(bouncing, true));
    assert_eq!((tally.closures(clean), tally.bounces(clean)), (1, 0));
    assert_eq!((tally.closures(bouncing), tally.bounces(bouncing)), (1, 4));
    assert_eq!(tally.weakest(), [Some(bouncing), None, None]);
    // Keys are not reeds.
    tally.note(Edge { contact: Contact::Key(Key::Menu), ..edge(clean, true) });
    assert_eq!(tally.closures(clean), 1);
}

#[test]
fn the_worst_come_first_and_counters_stop() {
    let mut tally = ReedStats::new();
    for (number, bounces) in [(1, 1), (2, 4), (3, 2), (4, 3)] {
        for n in 0..=2 * bounces {
            tally.sample(Frame::OPEN.with(Contact::Cell(cell(number)), n % 2 == 0));
        }
        let contact = Contact::Cell(cell(number));
        tally.note(Edge { contact, closed: true, at: Instant::ZERO });
        tally.sample(Frame::OPEN);
        tally.note(Edge { contact, closed: false, at: Instant::ZERO });
    }
    assert_eq!(tally.weakest(), [2, 4, 3].map(|number| Some(cell(number))));
    let contact = Contact::Cell(cell(5));
    for _ in 0..70_000 {
        tally.note(Edge { contact, closed: true, at: Instant::ZERO });
    }
    assert_eq!(tally.closures(cell(5)), u16::MAX);
}

/// Through the menu, on a board of which one contact bounces.
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
