//! 5.12: the order in which the captured pieces came off, for the player who asks to see it.

use damiera::view::Screen;
use damiera_sim::scenario::Scenario;

fn shown(takes: &str) -> Vec<u8> {
    let text = format!(
        "start W:W30:B18,19,26,27\nlift 30\ndrop 21\nlift 21\ndrop 14\n{takes}\npress white\nkey menu\nexpect screen info"
    );
    // Out of order or not, the move counts; only what is shown matters here.
    let scenario = Scenario::read(&text).unwrap();
    let mut board = scenario.board().unwrap();
    scenario.run_on(&mut board);
    let Screen::Info(info) = board.snapshot().screen else { panic!("no info") };
    assert!(info.last[1].is_some_and(|last| last.whole), "the whole path (5.10)");
    info.removed.iter().map(|square| square.number()).collect()
}

#[test]
fn the_order_of_the_hands() {
    assert_eq!(shown("take 26 18"), [26, 18]);
    assert_eq!(shown("take 18 26"), [18, 26]);
}

#[test]
fn the_last_lift_of_a_piece_counts() {
    assert_eq!(shown("lift 26\ndrop 26\ntake 18 26"), [18, 26]);
}
