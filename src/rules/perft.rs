use core::hint::black_box;

use super::Position;

/// The number of move sequences of this length, each of them played to its end.
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.each_legal_move(|legal| {
        // Nothing reads the last position: without `black_box` the compiler would not make it.
        let next = black_box(position.play_unchecked(legal));
        leaves += if depth == 1 { 1 } else { perft(&next, depth - 1) };
    });
    leaves
}

/// The same number, the last moves counted instead of played.
pub fn perft_bulk(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => return 1,
        1 => return position.count_moves() as u64,
        _ => {}
    }
    let mut leaves = 0;
    position.each_legal_move(|legal| {
        let next = position.play_unchecked(legal);
        leaves += if depth == 2 { next.count_moves() as u64 } else { perft_bulk(&next, depth - 1) };
    });
    leaves
}
