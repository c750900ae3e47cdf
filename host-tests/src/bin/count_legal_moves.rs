//! Asks for the legal moves of each judged position once, for a program such as
//! callgrind that counts instructions inside [`measured_legal_moves`].

use std::hint::black_box;

use damiera::rules::{MoveList, Position};
use host_tests::data;

/// The measured call. Callgrind finds it by its symbol, so it is neither inlined nor mangled.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_legal_moves(position: &Position, moves: &mut MoveList) {
    *moves = position.legal_moves();
}

fn main() {
    let judged = data::judged_positions();
    let positions: Vec<Position> = judged.iter().map(|one| data::position(&one.fen)).collect();
    let mut moves = MoveList::new();
    let mut total = 0;
    for position in &positions {
        measured_legal_moves(black_box(position), black_box(&mut moves));
        total += moves.len();
    }
    println!("{} positions, {total} legal moves", positions.len());
}
