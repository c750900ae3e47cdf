//! Five hundred positions whose moves were judged by the articles.

use host_tests::data::{judged_positions, position};
use host_tests::plain_rules::{Board, moves_of_the_core};

#[test]
fn every_judged_position_has_exactly_its_moves() {
    let judged = judged_positions();
    assert_eq!(judged.len(), 500);
    for one in judged {
        let position = position(&one.fen);
        let mut expected = one.moves;
        expected.sort();
        assert_eq!(moves_of_the_core(&position), expected, "{} {}", one.id, one.fen);
        assert_eq!(position.count_moves(), expected.len(), "{} {}", one.id, one.fen);
        assert_eq!(position.can_move(), !expected.is_empty(), "{} {}", one.id, one.fen);
    }
}

/// `plain_rules`, the reference for `generators_agree.rs`, passes the same positions.
#[test]
fn the_plain_rules_judge_them_alike() {
    for one in judged_positions() {
        let mut expected = one.moves;
        expected.sort();
        assert_eq!(Board::of(&position(&one.fen)).moves(), expected, "{} {}", one.id, one.fen);
    }
}
