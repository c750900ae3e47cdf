//! The self-test of the cells, before a game and while the pieces are set up (7.1).

use damiera::rules::{Cell, Colour, Square, Squares};
use damiera::sense::{Cells, SelfTest};

fn start() -> Squares {
    Squares::start(Colour::White) | Squares::start(Colour::Black)
}

fn cell(number: u8) -> Cell {
    Square::new(number).expect("1 to 32").cell()
}

#[test]
fn on_an_empty_board_all_squares_are_silent() {
    let test = SelfTest::new(start(), Cells::EMPTY);
    assert_eq!(test.silent(), Cells::from(start()));
    assert_eq!(test.working(), Cells::EMPTY);
}

#[test]
fn setting_up_the_pieces_tests_their_squares() {
    let mut test = SelfTest::new(start(), Cells::EMPTY);
    let mut board = Cells::EMPTY;
    for square in start() {
        assert!(test.silent().contains(square.cell()));
        board = board.with(square.cell());
        test.observe(board);
        assert!(!test.silent().contains(square.cell()));
    }
    assert_eq!(test.working(), Cells::from(start()));
    assert_eq!(test.silent(), Cells::EMPTY);
}

#[test]
fn squares_closed_since_power_on_are_not_proved_to_work() {
    let mut test = SelfTest::new(start(), Cells::from(start()));
    assert_eq!(test.working(), Cells::EMPTY);
    test.observe(Cells::from(start()).without(cell(22)).with(cell(18)));
    assert_eq!(test.working(), Cells::of(cell(22)).with(cell(18)));
    test.observe(Cells::EMPTY);
    assert_eq!(test.working(), Cells::from(start()).with(cell(18)));
}

#[test]
fn a_reed_that_never_closes_stays_silent() {
    let broken = cell(10);
    let mut test = SelfTest::new(start(), Cells::EMPTY);
    test.observe(Cells::from(start()).without(broken));
    assert_eq!(test.silent(), Cells::of(broken));
    test.observe(Cells::EMPTY);
    assert_eq!(test.silent(), Cells::of(broken));
}
