//! A check at boot that the libraries the board stands on give on this chip the results they give
//! on a PC, where the tests run: a miscompiled or damaged image shows before a game starts.

use core::hint::black_box;

use damiera::rules::Position;

/// What the checks found.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Health {
    /// Every check gave the known result.
    Good,
    /// At least one check did not; the log names it.
    Broken,
}

// Every input goes through `black_box`: otherwise the compiler would work the checks out on the
// PC that builds the image, and nothing would be checked on the chip.

/// Runs every check, logs each result, and tells whether all were right.
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

/// The start position has as many continuations of four moves as it should: the first captures are
/// among them.
fn rules() -> bool {
    continuations(&black_box(Position::start()), 4) == 1469
}

/// Counted by the lists that the referee goes by.
fn continuations(position: &Position, moves: u8) -> usize {
    let legal = position.legal_moves();
    match moves {
        0 | 1 => legal.len(),
        _ => legal.iter().map(|m| continuations(&position.play_unchecked(*m), moves - 1)).sum(),
    }
}

/// A message becomes the bytes the format prescribes, and these the same message again: one field of
/// each shape that takes a different path.
fn serialisation() -> bool {
    let sample = black_box(((300_u32, -2_i16), ([30_u8, 21, 14], Some(true))));
    // 300 as a varint, -2 zigzagged to 3, three plain bytes, Some, true.
    const BYTES: [u8; 8] = [0xAC, 0x02, 0x03, 30, 21, 14, 1, 1];

    let mut buffer = [0; 16];
    postcard::to_slice(&sample, &mut buffer)
        .is_ok_and(|bytes| *bytes == BYTES && postcard::from_bytes(bytes) == Ok(sample))
}
