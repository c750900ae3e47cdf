//! The self-check at boot: the move generator and postcard give the same results on this chip as in
//! the tests on a PC. It finds a miscompiled or damaged image before a game starts.

use core::hint::black_box;

use damiera::rules::Position;

/// The result of the self-check.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Health {
    /// Every check gave the known result.
    Good,
    /// At least one check did not; the log names it.
    Broken,
}

// Every input goes through `black_box`: otherwise the compiler could evaluate the checks at build
// time.

/// Runs every check and logs each result.
pub(crate) fn run() -> Health {
    let checks = [("rules", rules()), ("serialisation", serialisation())];
    let mut health = Health::Good;
    for (name, good) in checks {
        if good {
            defmt::info!("self-check: {=str} good", name);
        } else {
            defmt::error!("self-check: {=str} BROKEN", name);
            health = Health::Broken;
        }
    }
    health
}

/// Returns whether the start position has 1,469 continuations of four moves, the perft number; the
/// first captures are among them.
fn rules() -> bool {
    continuations(&black_box(Position::start()), 4) == 1469
}

/// Counts the continuations of this many moves with `legal_moves`, as the referee uses it.
fn continuations(position: &Position, moves: u8) -> usize {
    let legal = position.legal_moves();
    match moves {
        0 | 1 => legal.len(),
        _ => legal.iter().map(|m| continuations(&position.play_unchecked(*m), moves - 1)).sum(),
    }
}

/// Returns whether a value is encoded to the bytes of the postcard format, and these are decoded to
/// the same value. It has one field for each kind of encoding.
fn serialisation() -> bool {
    let sample = black_box(((300_u32, -2_i16), ([30_u8, 21, 14], Some(true))));
    // 300 as a varint, -2 zigzagged to 3, three plain bytes, Some, true.
    const BYTES: [u8; 8] = [0xAC, 0x02, 0x03, 30, 21, 14, 1, 1];

    let mut buffer = [0; 16];
    postcard::to_slice(&sample, &mut buffer)
        .is_ok_and(|bytes| *bytes == BYTES && postcard::from_bytes(bytes) == Ok(sample))
}
