//! One position by hand for every reason to refuse a move, with the article that
//! the players are told.

use std::collections::BTreeSet;

use damiera::rules::{Article, Candidate, Position, Rank, Refusal, Square};
use host_tests::data::position;

const START: &str = "W:W21-32:B1-12";

struct Case {
    fen: &'static str,
    /// The start and each stop.
    squares: &'static [u8],
    refusal: Refusal,
    says: &'static str,
}

fn square(number: u8) -> Square {
    Square::new(number).expect("1 to 32")
}

fn candidate(squares: &[u8]) -> Candidate {
    let from = square(squares[0]);
    Candidate { from, stops: squares[1..].iter().copied().map(square).collect() }
}

fn cases() -> Vec<Case> {
    let case = |fen, squares, refusal, says| Case { fen, squares, refusal, says };
    let priority = |paragraph| Refusal::Priority(Article::new(6, paragraph));
    vec![
        case(START, &[17, 13], Refusal::NoPiece(square(17)), "there is no piece on 17 (3.3)"),
        case(
            START,
            &[9, 13],
            Refusal::NotYours(square(9)),
            "the piece on 9 is the opponent's (3.2)",
        ),
        case(START, &[22], Refusal::NotMoved(square(22)), "the piece on 22 has not moved (3.3)"),
        case(
            START,
            &[22, 14],
            Refusal::NotReachable(Rank::Man, square(22), square(14)),
            "a man cannot go from 22 to 14 (4.1)",
        ),
        // Two steps in a row are no move either.
        case(
            START,
            &[22, 18, 14],
            Refusal::NotReachable(Rank::Man, square(22), square(14)),
            "a man cannot go from 22 to 14 (4.1)",
        ),
        // Nor is a capture with a step behind it.
        case(
            "W:W18:B14",
            &[18, 11, 7],
            Refusal::NotReachable(Rank::Man, square(11), square(7)),
            "a man cannot go from 11 to 7 (4.1)",
        ),
        // A king here goes one step only.
        case(
            "W:WK30:B4",
            &[30, 16],
            Refusal::NotReachable(Rank::King, square(30), square(16)),
            "a king cannot go from 30 to 16 (4.7)",
        ),
        case(
            "W:W18:B4",
            &[18, 22],
            Refusal::StepBackwards(square(22)),
            "a man cannot go back to 22 (4.1)",
        ),
        case(
            START,
            &[26, 22],
            Refusal::StepOntoPiece(Rank::Man, square(22)),
            "22 is occupied (4.1)",
        ),
        case(
            "W:W22,K26:B4",
            &[26, 22],
            Refusal::StepOntoPiece(Rank::King, square(22)),
            "22 is occupied (4.7)",
        ),
        case("W:W18,30:B14", &[30, 27], Refusal::CaptureDue, "a capture is due (6.1)"),
        // The same piece in another direction is no excuse (8.1.6).
        case("W:W18:B14", &[18, 13], Refusal::CaptureDue, "a capture is due (6.1)"),
        case(
            "W:W10:B14",
            &[10, 19],
            Refusal::CaptureBackwards(square(14)),
            "a man cannot capture backwards over 14 (5.3 a)",
        ),
        case(
            "W:W18:BK14",
            &[18, 11],
            Refusal::KingByMan(square(14)),
            "a man cannot capture the king on 14 (5.3 b)",
        ),
        case(
            START,
            &[22, 15],
            Refusal::OverNothing(square(19)),
            "there is nothing to capture on 19 (5.2)",
        ),
        case(START, &[26, 19], Refusal::OverOwn(square(22)), "the piece on 22 is one's own (6.3)"),
        case(
            "W:WK30:B26",
            &[30, 21, 30],
            Refusal::Twice(square(26)),
            "the piece on 26 is passed twice (6.4)",
        ),
        case(
            "W:W18:B11,14",
            &[18, 11],
            Refusal::LandingTaken(square(11)),
            "11 is occupied, so the capture has no landing (5.2)",
        ),
        // A piece captured already stands there until the capture is over (5.12).
        case(
            "W:WK22:B5,10,11,13,14,18,19",
            &[22, 13],
            Refusal::LandingTaken(square(13)),
            "13 is occupied, so the capture has no landing (5.2)",
        ),
        case(
            "W:W10:B6,7",
            &[10, 3, 12],
            Refusal::PastCrowning(square(3)),
            "a man that becomes a king on 3 waits for its next move (6.5)",
        ),
        case(
            "W:W30:B18,26",
            &[30, 21],
            Refusal::Unfinished(Rank::Man),
            "the capture goes on (5.7)",
        ),
        case(
            "W:WK30:B18,26",
            &[30, 21],
            Refusal::Unfinished(Rank::King),
            "the capture goes on (5.9)",
        ),
        case(
            "W:W20,30:B15,18,26",
            &[20, 11],
            priority(6),
            "another capture takes more pieces (6.6)",
        ),
        // Number goes before the rank of the piece that captures.
        case(
            "W:WK20,30:B15,18,26",
            &[20, 11],
            priority(6),
            "another capture takes more pieces (6.6)",
        ),
        case("W:W20,K30:B15,26", &[20, 11], priority(7), "a king must capture before a man (6.7)"),
        case("W:WK30:B26,K27", &[30, 21], priority(8), "another capture takes more kings (6.8)"),
        // KKm goes before KmK.
        case(
            "W:WK30:B10,K12,K18,20,K26,K27",
            &[30, 23, 16, 7],
            priority(9),
            "another capture meets a king earlier (6.9)",
        ),
        // Number of kings before their order: mKK before Kmm.
        case(
            "W:WK30:B10,K12,18,K20,K26,27",
            &[30, 21, 14, 5],
            priority(8),
            "another capture takes more kings (6.8)",
        ),
    ]
}

#[test]
fn each_refusal_names_its_article() {
    for case in cases() {
        let position = position(case.fen);
        let judged = position.judge(&candidate(case.squares));
        assert_eq!(judged, Err(case.refusal), "{} {:?}", case.fen, case.squares);
        assert_eq!(case.refusal.to_string(), case.says);
    }
}

/// A new `Refusal` does not compile until it is listed here; `REFUSALS` then requires a case for it.
#[test]
fn every_refusal_has_a_case() {
    fn name(refusal: Refusal) -> &'static str {
        match refusal {
            Refusal::NoPiece(_) => "NoPiece",
            Refusal::NotYours(_) => "NotYours",
            Refusal::NotMoved(_) => "NotMoved",
            Refusal::NotReachable(..) => "NotReachable",
            Refusal::StepBackwards(_) => "StepBackwards",
            Refusal::StepOntoPiece(..) => "StepOntoPiece",
            Refusal::CaptureDue => "CaptureDue",
            Refusal::CaptureBackwards(_) => "CaptureBackwards",
            Refusal::KingByMan(_) => "KingByMan",
            Refusal::OverNothing(_) => "OverNothing",
            Refusal::OverOwn(_) => "OverOwn",
            Refusal::Twice(_) => "Twice",
            Refusal::LandingTaken(_) => "LandingTaken",
            Refusal::PastCrowning(_) => "PastCrowning",
            Refusal::Unfinished(_) => "Unfinished",
            Refusal::Priority(_) => "Priority",
        }
    }
    const REFUSALS: usize = 16;
    let named: BTreeSet<_> = cases().iter().map(|case| name(case.refusal)).collect();
    assert_eq!(named.len(), REFUSALS, "{named:?}");
}

#[test]
fn every_article_of_movement_is_named_somewhere() {
    let named: BTreeSet<_> =
        cases().iter().map(|case| case.refusal.article().to_string()).collect();
    let expected = [
        "3.2", "3.3", "4.1", "4.7", "5.2", "5.3 a", "5.3 b", "5.7", "5.9", "6.1", "6.3", "6.4",
        "6.5", "6.6", "6.7", "6.8", "6.9",
    ];
    assert_eq!(named, expected.map(str::to_owned).into());
}

/// Moves that the articles allow, next to the refused ones above.
#[test]
fn allowed_moves_are_accepted() {
    let legal = |fen: &str, squares: &[u8]| {
        let position = position(fen);
        position.judge(&candidate(squares)).map(|legal| position.play_unchecked(legal).to_string())
    };
    // 4.2: a man becomes a king on the far base.
    assert_eq!(legal("W:W6:BK32", &[6, 2]), Ok("B:WK2:BK32".to_owned()));
    // 6.5: also by a capture, where it stops.
    assert_eq!(legal("W:W10:B6,7", &[10, 3]), Ok("B:WK3:B7".to_owned()));
    // 6.4: a round trip ends where it began, over four different pieces.
    let round = "W:WK30:B18,19,26,27";
    assert_eq!(legal(round, &[30, 21, 14, 23, 30]), Ok("B:WK30:B".to_owned()));
    assert_eq!(legal(round, &[30, 23, 14, 21, 30]), Ok("B:WK30:B".to_owned()));
    // 6.10: of equal captures any.
    let free = "W:W30:B18,19,26,27";
    assert_eq!(legal(free, &[30, 21, 14]), Ok("B:W14:B19,27".to_owned()));
    assert_eq!(legal(free, &[30, 23, 14]), Ok("B:W14:B18,26".to_owned()));
    // 6.8 asks for more kings before 6.9 asks which comes first.
    assert!(legal("W:WK30:B10,K12,18,K20,K26,27", &[30, 23, 16, 7]).is_ok());
}

/// `play` returns the unchanged position with its error.
#[test]
fn a_refused_move_leaves_the_position_as_it_was() {
    let elsewhere = position("W:WK1:BK32").legal_moves()[0];
    let start = Position::start();
    let refused = start.play(elsewhere).expect_err("there is nothing on 1 to move");
    assert_eq!(refused.position, start);
    assert_eq!(refused.why, Refusal::NotYours(square(1)));
    assert_eq!(refused.to_string(), "the piece on 1 is the opponent's (3.2)");
}
