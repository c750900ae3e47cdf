//! A button that is held, or stuck, is one press, and does not block the opponent's.

use damiera::game::Settings;
use damiera::rules::{Colour, Position, Square};
use damiera::sense::{Contact, Side, Timing};
use damiera_sim::virtual_board::{Mismatch, VirtualBoard};

fn slide(board: &mut VirtualBoard, from: u8, to: u8, at: u64) -> Result<(), Mismatch> {
    let cell = |number| Contact::Cell(Square::new(number).expect("1 to 32").cell());
    board.set(cell(from), false, at)?;
    board.set(cell(to), true, at + 200)
}

#[test]
fn a_held_button_is_one_press() -> Result<(), Mismatch> {
    let settings = Settings { white: Some(Side::South), introduced: true, ..Settings::default() };
    let mut board = VirtualBoard::new(settings, Timing::default(), Side::South);
    let position: Position = "W:WK32:BK1".parse().expect("a position");
    board.begin(position, None, position.occupied(), true)?;
    let running = |board: &VirtualBoard| board.game().record().running();
    let (white, black) = (board.button(Colour::White), board.button(Colour::Black));

    slide(&mut board, 32, 28, 1_000)?;
    board.set(white, true, 1_400)?;
    board.run_to(61_400)?;
    assert_eq!(running(&board), Some(Colour::Black));

    // White's button is stuck; Black's press counts.
    slide(&mut board, 1, 5, 61_400)?;
    board.set(black, true, 62_000)?;
    board.set(black, false, 62_080)?;
    board.run_to(70_000)?;
    assert_eq!(running(&board), Some(Colour::White));

    // The release has no effect; the next press has.
    board.set(white, false, 70_000)?;
    slide(&mut board, 28, 32, 70_100)?;
    board.run_to(71_000)?;
    assert_eq!(running(&board), Some(Colour::White));
    board.set(white, true, 71_000)?;
    board.run_to(71_200)?;
    assert_eq!(running(&board), Some(Colour::Black));
    assert_eq!(board.game().record().half_moves(), 3);
    Ok(())
}
