//! The trace of a turn when more edges come than it has capacity for.

use damiera::rules::{Cell, Square, Squares};
use damiera::time::Instant;
use damiera::tracker::trace::{Binds, CAPACITY, Change, Trace};

fn change(at: u64, cell: Cell, closed: bool) -> Change {
    Change { at: Instant::from_millis(at), cell, closed, binds: Binds::No }
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

#[test]
fn a_full_trace_forgets_what_left_the_board_as_it_was() {
    let mut trace = Trace::new();
    trace.push(change(0, square(22).cell(), false));
    for n in 0..1_000 {
        trace.push(change(10 + 2 * n, square(18).cell(), true));
        trace.push(change(11 + 2 * n, square(18).cell(), false));
    }
    trace.push(change(9_000, square(17).cell(), true));
    assert!(trace.iter().count() <= CAPACITY);
    // The lift of the piece is still known, and so are its latest landings.
    assert_eq!(trace.lifts(square(22)).next(), Some(Instant::ZERO));
    assert_eq!(trace.drops(square(17)).next_back(), Some(Instant::from_millis(9_000)));
    assert_eq!(trace.drops(square(18)).next_back(), Some(Instant::from_millis(10 + 2 * 999)));
    let board = Squares::of(square(17));
    assert_eq!(trace.undone(board, Instant::ZERO), Squares::of(square(22)));
}

#[test]
fn a_change_on_every_cell_and_a_pair_on_each_still_fit() {
    let mut trace = Trace::new();
    for round in 0..5 {
        for (n, cell) in Cell::all().enumerate() {
            trace.push(change(1_000 * round + n as u64, cell, round % 2 == 0));
        }
    }
    // Each cell has closed in the end, and the trace has at least that edge.
    for cell in Cell::all() {
        let latest = trace.iter().rev().find(|change| change.cell == cell);
        assert!(latest.is_some_and(|latest| latest.closed), "{cell:?} is forgotten");
    }
    let ordered = trace.iter().zip(trace.iter().skip(1)).all(|(one, next)| one.at <= next.at);
    assert!(ordered, "the order is lost");
}
