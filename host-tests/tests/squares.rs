//! Squares and sets of squares, against rows and columns.

use std::collections::BTreeSet;

use damiera::rules::{Cell, Colour, Direction, Square, Squares};
use proptest::prelude::*;

/// Rows down and columns right.
fn way(towards: Direction) -> (i16, i16) {
    match towards {
        Direction::NorthWest => (-1, -1),
        Direction::NorthEast => (-1, 1),
        Direction::SouthWest => (1, -1),
        Direction::SouthEast => (1, 1),
    }
}

/// The square `steps` away in a direction, by rows and columns.
fn away(square: Square, towards: Direction, steps: i16) -> Option<Square> {
    let (down, right) = way(towards);
    let row = i16::from(square.row()) + steps * down;
    let column = i16::from(square.column()) + steps * right;
    let at = |other: &Square| (i16::from(other.row()), i16::from(other.column())) == (row, column);
    Square::all().find(at)
}

fn listed(squares: Squares) -> BTreeSet<u8> {
    squares.iter().map(Square::number).collect()
}

#[test]
fn the_numbers_are_those_of_2_4() {
    assert_eq!(Square::all().len(), Square::COUNT);
    let numbers: Vec<u8> = Square::all().map(Square::number).collect();
    assert_eq!(numbers, (1..=32).collect::<Vec<_>>());
    assert_eq!(Square::new(0), None);
    assert_eq!(Square::new(33), None);
    assert_eq!(Square::new(255), None);
    for square in Square::all() {
        assert_eq!(Square::new(square.number()), Some(square));
        assert_eq!(square.index() + 1, usize::from(square.number()));
        // Left to right, then the next row.
        if let Some(next) = Square::new(square.number() + 1) {
            assert!((square.row(), square.column()) < (next.row(), next.column()));
        }
        assert_eq!(square.turned().row(), 7 - square.row());
        assert_eq!(square.turned().column(), 7 - square.column());
    }
    let of = |number| Square::new(number).map(|square| (square.row(), square.column()));
    assert_eq!(
        [1, 4, 5, 8, 29, 32].map(of),
        [Some((0, 0)), Some((0, 6)), Some((1, 1)), Some((1, 7)), Some((7, 1)), Some((7, 7))]
    );
}

/// 2.8.5 and 2.8.6 print the long diagonals.
#[test]
fn the_diagonals_are_those_of_2_8() {
    for (towards, numbers) in [
        (Direction::SouthEast, &[1, 5, 10, 14, 19, 23, 28, 32][..]),
        (Direction::SouthWest, &[4, 7, 11, 14, 18, 21, 25]),
        (Direction::SouthWest, &[8, 12, 15, 19, 22, 26, 29]),
    ] {
        let squares: Vec<_> = numbers.iter().map(|number| Square::new(*number)).collect();
        for two in squares.windows(2) {
            assert_eq!(two[0].and_then(|square| square.step(towards)), two[1]);
            assert_eq!(two[1].and_then(|square| square.step(towards.opposite())), two[0]);
        }
    }
}

#[test]
fn cells_are_light_and_dark() {
    assert_eq!(Cell::all().len(), Cell::COUNT);
    assert_eq!(Cell::all().filter_map(Cell::dark).count(), Square::COUNT);
    for (index, cell) in Cell::all().enumerate() {
        assert_eq!(cell.index(), index);
        assert_eq!(Cell::new(cell.row(), cell.column()), Some(cell));
        if let Some(square) = cell.dark() {
            assert_eq!(square.cell(), cell);
            assert_eq!((square.row(), square.column()), (cell.row(), cell.column()));
        }
    }
    assert_eq!(Cell::new(8, 0), None);
    assert_eq!(Cell::new(0, 8), None);
    // 2.3: the corner at each player's right hand is dark.
    assert!(Cell::new(7, 7).is_some_and(|cell| cell.dark().is_some()));
    assert!(Cell::new(0, 0).is_some_and(|cell| cell.dark().is_some()));
    assert!(Cell::new(7, 0).is_some_and(|cell| cell.dark().is_none()));
}

#[test]
fn one_step_and_one_jump() {
    for square in Square::all() {
        for towards in Direction::ALL {
            assert_eq!(square.step(towards), away(square, towards, 1), "{square} {towards:?}");
            assert_eq!(square.jump(towards), away(square, towards, 2), "{square} {towards:?}");
        }
    }
    for towards in Direction::ALL {
        let (down, right) = way(towards);
        assert_eq!(way(towards.opposite()), (-down, -right));
        assert_eq!(towards.is_forward_for(Colour::White), down < 0);
        assert_eq!(towards.is_forward_for(Colour::Black), down > 0);
    }
}

#[test]
fn the_rows_that_matter() {
    let row = |row| Square::all().filter(|square| square.row() == row).collect::<Squares>();
    assert_eq!(Squares::crowning_row(Colour::White), row(0));
    assert_eq!(Squares::crowning_row(Colour::Black), row(7));
    assert_eq!(Squares::start(Colour::Black), row(0) | row(1) | row(2));
    assert_eq!(Squares::start(Colour::White), row(5) | row(6) | row(7));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_set_steps_like_each_of_its_squares(bits in any::<u32>()) {
        let set = Squares::from_numbers(bits);
        for towards in Direction::ALL {
            let each = |steps| {
                set.iter().filter_map(|square| away(square, towards, steps)).collect::<Squares>()
            };
            prop_assert_eq!(set.step(towards), each(1));
            prop_assert_eq!(set.step(towards).step(towards), each(2));
        }
        prop_assert_eq!(set.turned(), set.iter().map(Square::turned).collect::<Squares>());
    }

    #[test]
    fn a_set_is_iterated_in_order(bits in any::<u32>()) {
        let set = Squares::from_numbers(bits);
        let numbers: Vec<u8> = set.iter().map(Square::number).collect();
        prop_assert!(numbers.is_sorted());
        prop_assert_eq!(numbers.len(), bits.count_ones() as usize);
        prop_assert_eq!(set.len(), numbers.len());
        prop_assert_eq!(set.is_empty(), numbers.is_empty());
        prop_assert_eq!(set.first().map(Square::number), numbers.first().copied());
        prop_assert_eq!(set.iter().collect::<Squares>(), set);
        prop_assert_eq!(set.numbers(), bits);
        let from_bits: Vec<u8> = (1..=32).filter(|n| bits >> (n - 1) & 1 == 1).collect();
        prop_assert_eq!(&numbers, &from_bits);

        let mut iterator = set.into_iter();
        for left in (0..numbers.len()).rev() {
            prop_assert_eq!(iterator.len(), left + 1);
            prop_assert!(iterator.next().is_some());
        }
        prop_assert_eq!(iterator.len(), 0);
        prop_assert_eq!(iterator.next(), None);
        let text = numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",");
        prop_assert_eq!(set.to_string(), text);
    }

    #[test]
    fn sets_are_sets(a in any::<u32>(), b in any::<u32>(), index in 0..32_usize) {
        let (one, other) = (Squares::from_numbers(a), Squares::from_numbers(b));
        let (left, right) = (listed(one), listed(other));
        prop_assert_eq!(listed(one | other), &left | &right);
        prop_assert_eq!(listed(one & other), &left & &right);
        prop_assert_eq!(listed(one - other), &left - &right);
        prop_assert_eq!(listed(one ^ other), &left ^ &right);
        prop_assert_eq!(listed(!one), &listed(Squares::ALL) - &left);
        prop_assert_eq!(one.meets(other), !left.is_disjoint(&right));

        let mut changed = [one; 4];
        changed[0] |= other;
        changed[1] &= other;
        changed[2] -= other;
        changed[3] ^= other;
        prop_assert_eq!(changed, [one | other, one & other, one - other, one ^ other]);

        let square = Square::all().nth(index).expect("below 32");
        prop_assert_eq!(one.contains(square), left.contains(&square.number()));
        prop_assert_eq!(one.with(square), one | Squares::of(square));
        prop_assert_eq!(one.without(square), one - Squares::of(square));
    }
}
