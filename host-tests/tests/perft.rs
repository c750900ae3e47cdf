//! Perft: the numbers of move sequences, against a table of known numbers.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use damiera::rules::{Position, perft, perft_bulk};
use host_tests::data::{perft_rows, position};

/// Deeper rows take minutes: `cargo xtask perft-deep` counts them.
const AT_MOST: u64 = 100_000_000;

#[test]
fn counts_agree_with_the_table() {
    let mut rows = perft_rows();
    rows.retain(|row| row.nodes <= AT_MOST);
    assert_eq!(rows.len(), 128);
    // The largest first, so that no thread begins one when the others are done.
    rows.sort_by_key(|row| std::cmp::Reverse(row.nodes));

    let next = AtomicUsize::new(0);
    let count = || {
        while let Some(row) = rows.get(next.fetch_add(1, Ordering::Relaxed)) {
            let nodes = perft_bulk(&position(&row.fen), row.depth);
            assert_eq!(nodes, row.nodes, "{} to depth {}", row.fen, row.depth);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(count);
        }
    });
}

/// `perft_bulk` counts the last half-moves; `perft` plays them.
#[test]
fn both_ways_of_counting_agree() {
    for row in perft_rows().iter().filter(|row| row.nodes <= 1_000_000) {
        let start = position(&row.fen);
        assert_eq!(perft(&start, row.depth), row.nodes, "{} to depth {}", row.fen, row.depth);
    }
}

#[test]
fn no_half_move_is_played_in_one_way() {
    assert_eq!(perft(&Position::start(), 0), 1);
    assert_eq!(perft_bulk(&Position::start(), 0), 1);
}

#[test]
fn a_lost_position_has_no_continuation() {
    let lost = position("W:W:BK4");
    assert_eq!((perft(&lost, 1), perft_bulk(&lost, 1)), (0, 0));
    assert_eq!((perft(&lost, 3), perft_bulk(&lost, 3)), (0, 0));
}
