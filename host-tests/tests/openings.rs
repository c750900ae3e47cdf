//! The 174 openings of table 4 and the tables from which they are drawn.

use std::collections::BTreeMap;

use damiera::rules::{Colour, Move, Opening, OpeningTable, Position, Square, openings};
use damiera_sim::random::Random;
use host_tests::data::opening_rows;

const TABLES: [OpeningTable; 4] =
    [OpeningTable::General, OpeningTable::A, OpeningTable::B, OpeningTable::C];

fn numbers(of: impl Iterator<Item = Opening>) -> Vec<u8> {
    of.map(Opening::number).collect()
}

#[test]
fn they_are_those_of_table_4() {
    let rows = opening_rows();
    assert_eq!(rows.len(), 174);
    assert_eq!(openings().len(), 174);
    for (opening, row) in openings().zip(rows) {
        assert_eq!(opening.number(), row.number);
        assert_eq!(Opening::new(row.number), Some(opening));
        let ends = opening.moves().map(|legal| format!("{}-{}", legal.from(), legal.to()));
        assert_eq!(ends, row.moves, "opening {}", row.number);
        assert_eq!(opening.balance().to_string(), row.evaluation, "opening {}", row.number);
        let tables = [OpeningTable::A, OpeningTable::B, OpeningTable::C]
            .map(|table| table.contains(opening));
        assert_eq!(tables, row.tables, "opening {}", row.number);
        assert!(OpeningTable::General.contains(opening));
    }
    assert_eq!(Opening::new(0), None);
    assert_eq!(Opening::new(175), None);
}

#[test]
fn every_one_can_be_played_and_read() {
    for (opening, row) in openings().zip(opening_rows()) {
        let mut position = Position::start();
        for (legal, text) in opening.moves().into_iter().zip(row.moves) {
            assert_eq!(position.read_move(&text), Ok(legal), "opening {}", row.number);
            position = position.play(legal).expect("an opening is legal");
        }
        assert_eq!(opening.position(), position);
        assert_eq!(position.turn(), Colour::Black);
    }
}

/// The table prints them with `-`; they are captures nevertheless.
#[test]
fn nine_end_with_a_capture() {
    let captures = openings().filter(|opening| opening.moves()[2].is_capture());
    assert_eq!(numbers(captures), [4, 46, 70, 96, 105, 120, 129, 153, 172]);
    let earlier = |opening: &Opening| opening.moves()[..2].iter().any(|legal| legal.is_capture());
    assert_eq!(openings().filter(earlier).count(), 0);
}

#[test]
fn the_tables_have_their_sizes() {
    assert_eq!(TABLES.map(|table| table.openings().count()), [174, 48, 126, 83]);
    assert_eq!(OpeningTable::default(), OpeningTable::B);
}

#[test]
fn the_balance_says_whom_it_favours() {
    for (opening, row) in openings().zip(opening_rows()) {
        let (favours, degree) = match row.evaluation.as_str() {
            "PARI" => (None, 0),
            other => {
                let (degree, colour) = other.split_at(1);
                let colour = if colour == "B" { Colour::White } else { Colour::Black };
                (Some(colour), degree.parse().expect("a degree"))
            }
        };
        assert_eq!(opening.balance().favours(), favours, "opening {}", row.number);
        assert_eq!(opening.balance().degree(), degree, "opening {}", row.number);
    }
}

#[test]
fn a_draw_by_lot_reaches_every_member_and_no_other() {
    const DRAWS_EACH: usize = 1_000;
    for table in TABLES {
        let mut random = Random::new(15);
        let members = numbers(table.openings());
        let mut drawn = BTreeMap::new();
        for _ in 0..DRAWS_EACH * members.len() {
            *drawn.entry(table.draw(random.number() as u32).number()).or_insert(0_usize) += 1;
        }
        assert_eq!(drawn.keys().copied().collect::<Vec<_>>(), members, "{table:?}");
        // About six times the standard deviation to either side.
        for (number, times) in drawn {
            assert!((800..1_200).contains(&times), "{table:?} drew {number} {times} times");
        }
        assert_eq!(table.draw(0).number(), members[0]);
        assert_eq!(table.draw(u32::MAX).number(), members[members.len() - 1]);
    }
}

#[test]
fn an_opening_is_known_by_its_moves() {
    for opening in openings() {
        let mut game: Vec<Move> = opening.moves().to_vec();
        assert_eq!(Opening::of_game(&game[..2]), None);
        assert_eq!(Opening::of_game(&game), Some(opening));
        game.push(opening.position().legal_moves()[0]);
        assert_eq!(Opening::of_game(&game), Some(opening));
    }
    // Legal, but not listed.
    let mut position = Position::start();
    let mut game = Vec::new();
    for text in ["21-17", "9-13", "23-19"] {
        let legal = position.read_move(text).expect("legal");
        game.push(legal);
        position = position.play_unchecked(legal);
    }
    assert_eq!(Opening::of_game(&game), None);
}

/// The table takes 1.2 KB of flash: six squares and a balance an opening.
#[test]
fn the_table_is_small() {
    let squares = 3 * 2 * size_of::<Square>();
    let row = squares + size_of::<damiera::rules::Balance>();
    assert_eq!(row, 7);
    assert!(row * openings().len() <= 1_536);
}
