//! Whole games with simulated hands and no clock: without presses, the opponent's lift or the quiet
//! time ends each turn, and neither a brush nor a weak magnet does.

use std::num::NonZero;
use std::thread;

use host_tests::campaign::{Campaign, bounds, table};

#[test]
fn lifts_end_turns_and_brushes_do_not() {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let outcome = Campaign { games: 560, threads, casual: true, ..Campaign::default() }.run();
    let exceeded = bounds::exceeded(&outcome);
    assert!(exceeded.is_empty(), "{}\n{}", exceeded.join("\n"), table(&outcome));
}
