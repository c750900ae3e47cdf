//! Plays a game into the journal, for a program such as callgrind that counts
//! instructions inside [`measured_append`] and [`measured_tick`]. The flash underneath
//! is the model, whose own instructions count as well.

use std::hint::black_box;

use damiera::journal::{Geometry, Journal, Prepared};
use damiera_sim::nor::Nor;
use host_tests::journal::bytes;

/// Measured: a record of a half-move. Callgrind finds it by its symbol, so it is not inlined or mangled.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn measured_append(journal: &mut Journal<Nor>, number: u32, bytes: &[u8]) -> bool {
    journal.append(1, number, bytes).is_ok()
}

/// Measured: the tick of a second, found by its symbol.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn measured_tick(journal: &mut Journal<Nor>, seconds: u32) -> bool {
    journal.tick(seconds).is_ok()
}

fn main() {
    let board = Geometry::SHIPPED;
    let (mut journal, _) = Journal::open(Nor::new(2 << 20), board).expect("a journal");
    while journal.prepare().expect("power") == Prepared::More {}
    journal.begin_game(1).expect("a slot");
    for number in 0..120 {
        let bytes = bytes(1, number, 60);
        assert!(measured_append(black_box(&mut journal), number, black_box(&bytes)));
        for second in 1..=3 {
            assert!(measured_tick(black_box(&mut journal), second));
        }
    }
    println!("120 records of 60 bytes, 360 seconds");
}
