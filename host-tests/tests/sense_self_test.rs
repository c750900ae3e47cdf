//! Which cells answer, before a game and while the pieces are put up (7.1).

use damiera::rules::{Cell, Colour, Square, Squares};
use damiera::sense::{Cells, SelfTest};

fn start() -> Squares {
    Squares::start(Colour::White) | Squares::start(Colour::Black)
}

fn cell(number: u8) -> Cell {
    Square::new(number).expect("1 to 32").cell()
}

#[test]
fn an_empty_board_misses_every_piece() {
    let test = SelfTest::new(start(), Cells::EMPTY);
    assert_eq!(test.missing(), Cells::from(start()));
    assert_eq!(test.silent(), Cells::from(start()));
    assert_eq!(test.extra(), Cells::EMPTY);
    assert_eq!(test.never_closed(), Cells::ALL);
    assert_eq!(test.never_open(), Cells::EMPTY);
    assert_eq!(test.working(), Cells::EMPTY);
    assert!(!test.is_set_up());
}

#[test]
fn putting_the_pieces_up_tests_their_squares() {
    let mut test = SelfTest::new(start(), Cells::EMPTY);
    let mut board = Cells::EMPTY;
    for square in start() {
        assert!(test.missing().contains(square.cell()));
        board = board.with(square.cell());
        test.observe(board);
        assert!(!test.missing().contains(square.cell()));
    }
    assert!(test.is_set_up());
    assert_eq!(test.working(), Cells::from(start()));
    assert_eq!(test.never_closed(), Cells::ALL - Cells::from(start()));
    assert_eq!(test.silent(), Cells::EMPTY);
}

#[test]
fn a_board_that_wakes_up_with_its_pieces_has_not_seen_them_leave() {
    let mut test = SelfTest::new(start(), Cells::from(start()));
    assert!(test.is_set_up());
    assert_eq!(test.never_open(), Cells::from(start()));
    assert_eq!(test.working(), Cells::EMPTY);
    test.observe(Cells::from(start()).without(cell(22)).with(cell(18)));
    assert_eq!(test.never_open(), Cells::from(start()).without(cell(22)));
    assert_eq!(test.working(), Cells::of(cell(22)).with(cell(18)));
    assert_eq!(test.missing(), Cells::of(cell(22)));
    assert_eq!(test.extra(), Cells::of(cell(18)));
}

#[test]
fn a_reed_that_never_closes_stays_silent() {
    let broken = cell(10);
    let mut test = SelfTest::new(start(), Cells::EMPTY);
    test.observe(Cells::from(start()).without(broken));
    assert_eq!(test.missing(), Cells::of(broken));
    assert_eq!(test.silent(), Cells::of(broken));
    assert!(!test.is_set_up());
}

#[test]
fn a_piece_on_a_light_square_is_one_too_many() {
    let light = Cell::new(0, 1).expect("on the board");
    let mut test = SelfTest::new(start(), Cells::EMPTY);
    test.observe(Cells::from(start()).with(light));
    assert_eq!(test.extra(), Cells::of(light));
    assert!(!test.is_set_up());
}

#[test]
fn another_reference_keeps_what_was_seen() {
    let mut test = SelfTest::new(start(), Cells::from(start()));
    test.observe(Cells::EMPTY);
    test.compare_with(Squares::of(Square::new(1).expect("1 to 32")));
    assert_eq!(test.missing(), Cells::of(cell(1)));
    assert_eq!(test.working(), Cells::from(start()));
    assert_eq!(test.present(), Cells::EMPTY);
}
