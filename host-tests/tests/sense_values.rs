//! Instants, sets of cells and of keys, frames.

use std::collections::BTreeSet;

use damiera::rules::{Cell, Square, Squares};
use damiera::sense::{Cells, Contact, Frame, Key, Keys, Line, Side};
use damiera::time::{Duration, Instant};
use proptest::prelude::*;

#[test]
fn instants_and_durations_add_up() {
    let at = Instant::from_millis(1_500);
    assert_eq!((at.as_micros(), at.as_millis()), (1_500_000, 1_500));
    assert_eq!(at + Duration::from_secs(2), Instant::from_millis(3_500));
    assert_eq!(at - Duration::from_micros(1), Instant::from_micros(1_499_999));
    assert_eq!(at - Instant::from_millis(500), Duration::from_secs(1));
    assert_eq!(Duration::from_millis(250) * 4, Duration::from_secs(1));
    assert_eq!(Duration::from_secs(1) - Duration::from_millis(1) + Duration::from_micros(1), {
        Duration::from_micros(999_001)
    });
    assert_eq!(Duration::from_micros(1_999_999).as_secs(), 1);
    assert_eq!(Duration::from_micros(1_999).as_millis(), 1);
    let mut moved = at;
    moved += Duration::from_millis(2);
    moved -= Duration::from_millis(1);
    assert_eq!(moved, Instant::from_millis(1_501));
}

#[test]
fn times_saturate() {
    assert_eq!(Instant::ZERO - Duration::from_secs(1), Instant::ZERO);
    assert_eq!(Instant::MAX + Duration::from_secs(1), Instant::MAX);
    assert_eq!(Instant::ZERO - Instant::from_millis(1), Duration::ZERO);
    assert_eq!(Instant::ZERO.saturating_since(Instant::MAX), Duration::ZERO);
    assert_eq!(Duration::from_secs(1) - Duration::from_secs(2), Duration::ZERO);
    assert_eq!(Duration::MAX + Duration::from_micros(1), Duration::MAX);
    assert_eq!(Duration::from_secs(u64::MAX), Duration::MAX);
    assert_eq!(Instant::from_millis(u64::MAX), Instant::MAX);
    assert!(Duration::ZERO.is_zero() && !Duration::MAX.is_zero());
}

#[test]
fn each_cell_is_dark_or_light() {
    assert_eq!(Cells::DARK | Cells::LIGHT, Cells::ALL);
    assert!(!Cells::DARK.meets(Cells::LIGHT));
    for cell in Cell::all() {
        assert_eq!(Cells::DARK.contains(cell), cell.dark().is_some());
        assert_eq!(Cells::of(cell).light().is_empty(), cell.dark().is_some());
    }
    assert_eq!(Cells::from(Squares::ALL), Cells::DARK);
    assert_eq!(Cells::ALL.dark(), Squares::ALL);
}

#[test]
fn a_cell_knows_its_index() {
    for (index, cell) in Cell::all().enumerate() {
        assert_eq!(Cell::from_index(index as u8), Some(cell));
        assert_eq!(Cells::of(cell), Cells::from_bits(1 << index));
    }
    assert_eq!(Cell::from_index(64), None);
    assert_eq!(Cell::from_index(255), None);
}

#[test]
fn lines_are_rows_and_columns() {
    for cell in Cell::all() {
        let lines: Vec<Line> = Line::all().filter(|line| line.cells().contains(cell)).collect();
        assert_eq!(lines, Line::through(cell));
        assert_eq!(lines, [Line::Row(cell.row()), Line::Column(cell.column())]);
    }
    assert!(Line::all().all(|line| line.cells().len() == 8));
    assert!(Cells::row(8).is_empty() && Cells::column(8).is_empty());
}

#[test]
fn players_sit_across_the_board() {
    for side in Side::ALL {
        assert_ne!(side.other(), side);
        assert_eq!(side.other().other(), side);
    }
}

#[test]
fn a_set_of_keys() {
    assert_eq!(Keys::ALL.iter().collect::<Vec<_>>(), Key::ALL);
    assert_eq!(Keys::from_bits(0xFF), Keys::ALL);
    for (index, key) in Key::ALL.into_iter().enumerate() {
        assert_eq!(key.index(), index);
        assert_eq!(Keys::of(key).bits(), 1 << index);
        assert_eq!(Keys::ALL.without(key).len(), 4);
        assert!(!Keys::ALL.without(key).contains(key));
        assert_eq!(Keys::EMPTY.with(key), [key].into_iter().collect());
    }
    assert!(Keys::EMPTY.is_empty() && !Keys::ALL.is_empty());
}

#[test]
fn a_frame_holds_each_contact_independently() {
    for contact in Contact::all() {
        let frame = Frame::OPEN.with(contact, true);
        let closed: Vec<Contact> = Contact::all().filter(|&one| frame.is_closed(one)).collect();
        assert_eq!(closed, [contact]);
        assert!(!frame.is_open());
        assert!(frame.with(contact, false).is_open());
    }
}

fn listed(cells: Cells) -> BTreeSet<Cell> {
    cells.iter().collect()
}

proptest! {
    #[test]
    fn sets_are_sets(a in any::<u64>(), b in any::<u64>()) {
        let (one, other) = (Cells::from_bits(a), Cells::from_bits(b));
        let (left, right) = (listed(one), listed(other));
        prop_assert_eq!(listed(one | other), &left | &right);
        prop_assert_eq!(listed(one & other), &left & &right);
        prop_assert_eq!(listed(one - other), &left - &right);
        prop_assert_eq!(listed(one ^ other), &left ^ &right);
        prop_assert_eq!(listed(!one), &listed(Cells::ALL) - &left);
        prop_assert_eq!(one.meets(other), !left.is_disjoint(&right));
        prop_assert_eq!(one.is_within(other), left.is_subset(&right));
        prop_assert!((one & other).is_within(one));

        let mut changed = [one; 4];
        changed[0] |= other;
        changed[1] &= other;
        changed[2] -= other;
        changed[3] ^= other;
        prop_assert_eq!(changed, [one | other, one & other, one - other, one ^ other]);

        prop_assert_eq!(one.len(), left.len());
        prop_assert_eq!(one.iter().len(), left.len());
        prop_assert_eq!(one.first(), left.first().copied());
        prop_assert!(one.iter().is_sorted());
        prop_assert_eq!(one.iter().collect::<Cells>(), one);
        prop_assert_eq!(one.bits(), a);
        let dark: Squares = left.iter().filter_map(|cell| cell.dark()).collect();
        prop_assert_eq!(one.dark(), dark);
        prop_assert_eq!(Cells::from(dark), one & Cells::DARK);
        prop_assert_eq!(one.light(), one & Cells::LIGHT);
    }

    #[test]
    fn only_is_the_cell_of_a_set_of_one(index in 0..64_u8, other in 0..64_u8) {
        let cell = |index| Cell::from_index(index).expect("0 to 63");
        let both = Cells::of(cell(index)).with(cell(other));
        prop_assert_eq!(both.only(), (index == other).then_some(cell(index)));
        prop_assert_eq!(both.without(cell(index)).without(cell(other)), Cells::EMPTY);
        prop_assert_eq!(Cells::EMPTY.only(), None);
        prop_assert_eq!(Cells::EMPTY.first(), None);
    }

    #[test]
    fn squares_and_their_cells_are_the_same(number in 1..=32_u8) {
        let square = Square::new(number).expect("1 to 32");
        prop_assert_eq!(Cells::from(Squares::of(square)), Cells::of(square.cell()));
    }
}
