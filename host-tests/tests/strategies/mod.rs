//! Random setups and positions for property tests; they shrink to few pieces.

use damiera::rules::{Colour, Piece, Position, Rank, Setup, Square, Squares};
use damiera_sim::random::{Kind, Random};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// A configuration with this number of cases; a failing one is stored beside the test.
pub(crate) fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::default()
    }
}

fn colours() -> impl Strategy<Value = Colour> {
    prop_oneof![Just(Colour::White), Just(Colour::Black)]
}

fn pieces() -> impl Strategy<Value = Option<Piece>> {
    let rank = prop_oneof![Just(Rank::Man), Just(Rank::King)];
    let piece = (colours(), rank).prop_map(|(colour, rank)| Piece { colour, rank });
    prop::option::weighted(0.4, piece)
}

/// At most one piece a square; otherwise anything.
pub(crate) fn setups() -> impl Strategy<Value = Setup> {
    (colours(), prop::array::uniform32(pieces())).prop_map(|(turn, pieces)| {
        let mut setup = Setup::empty(turn);
        for (square, piece) in Square::all().zip(pieces) {
            if let Some(piece) = piece {
                setup.put(piece, square);
            }
        }
        setup
    })
}

/// The setup with men on the far base crowned and surplus pieces dropped; the start position if that
/// is not playable either.
fn mended(setup: Setup) -> Position {
    let mut sound = Setup::empty(setup.turn);
    for colour in [Colour::White, Colour::Black] {
        let (men, kings) = (
            setup.of(Piece { colour, rank: Rank::Man }),
            setup.of(Piece { colour, rank: Rank::King }),
        );
        for square in (men | kings).iter().take(Setup::MAX_PIECES) {
            let king = kings.contains(square) || Squares::crowning_row(colour).contains(square);
            let rank = if king { Rank::King } else { Rank::Man };
            sound.put(Piece { colour, rank }, square);
        }
    }
    Position::try_from(sound).unwrap_or(Position::start())
}

/// Any position; long captures and games are made more likely than chance would.
pub(crate) fn positions() -> impl Strategy<Value = Position> {
    let seeded = |kind| any::<u64>().prop_map(move |seed| Random::new(seed).position(kind));
    prop_oneof![
        4 => setups().prop_map(mended),
        3 => seeded(Kind::Hunt),
        2 => seeded(Kind::Game),
    ]
}
