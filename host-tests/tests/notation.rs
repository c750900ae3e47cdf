//! Positions and moves as text: writing, reading, and the error for each text that cannot be read.

use damiera::rules::{
    Colour, Loss, MoveError, Outcome, Position, Setup, SetupError, Sign, Square, Squares, Written,
};
use host_tests::data::position;

fn squares(numbers: &[u8]) -> Squares {
    numbers.iter().filter_map(|number| Square::new(*number)).collect()
}

/// Every legal move of a position as it would be written.
fn written(fen: &str) -> Vec<String> {
    let position = position(fen);
    let mut all: Vec<_> = position
        .legal_moves()
        .iter()
        .map(|legal| position.write_move(*legal).to_string())
        .collect();
    all.sort();
    all
}

#[test]
fn moves_are_written_as_12_2_says() {
    assert_eq!(
        written("W:W21-32:B1-12"),
        ["21-17", "21-18", "22-18", "22-19", "23-19", "23-20", "24-20"]
    );
    assert_eq!(written("W:W30:B26"), ["30x21"]);
    // Several pieces, but both ends are enough.
    assert_eq!(written("W:W30:B10,18,26"), ["30x5"]);
}

#[test]
fn squares_between_are_written_where_the_ends_are_not_enough() {
    let two_ways = "W:W30:B18,19,26,27";
    assert_eq!(written(two_ways), ["30x21x14", "30x23x14"]);
    let position = position(two_ways);
    assert_eq!(position.read_move("30x14"), Err(MoveError::Ambiguous(2)));
    assert_eq!(
        position.read_move("30x14").unwrap_err().to_string(),
        "2 captures fit: write the squares between as well, like 3x12x19"
    );
    let left = position.read_move("30x21x14").expect("legal");
    assert_eq!(left.captured_in_order().map(Square::number).collect::<Vec<_>>(), [26, 18]);
    let right = position.read_move("30x23x14").expect("legal");
    assert_eq!(right.captured_in_order().map(Square::number).collect::<Vec<_>>(), [27, 19]);
}

#[test]
fn moves_are_read_generously() {
    let two_ways = position("W:WK30:B18,19,26,27");
    let round = two_ways.read_move("30x21x14x23x30").expect("legal");
    // Some of the squares between are enough where they fit one capture only.
    for text in
        ["30x21x23x30", "30X21X23X30", " 30x21x14x23x30 ", "30-21-23-30", "30x21x14x23x30 !"]
    {
        assert_eq!(two_ways.read_move(text), Ok(round), "{text}");
    }
    // The other round passes 21 as well.
    assert_eq!(two_ways.read_move("30x21x30"), Err(MoveError::Ambiguous(2)));
    // Table 4 joins captures by `-`.
    assert!(position("W:W18:B14").read_move("18-11").is_ok());
}

#[test]
fn a_text_that_is_no_move_is_explained() {
    let start = Position::start();
    let capture = position("W:WK30:B26,K27");
    let long = "1x2x3x4x5x6x7x8x9x10x11x12";
    for (position, text, says) in [
        (start, "", "a square's number is missing at the end"),
        (start, "22-", "a square's number is missing at the end"),
        (start, "a3-b4", "a square's number should stand before 'a'"),
        (start, "22-x18", "a square's number should stand before 'x'"),
        (start, "33-28", "squares are numbered 1 to 32"),
        (start, "0-4", "squares are numbered 1 to 32"),
        (start, "22-1800", "squares are numbered 1 to 32"),
        (start, "22", "a move has two squares, like 22-18 or 22x15"),
        (start, "22 18", "a move has two squares, like 22-18 or 22x15"),
        (start, "22-18x11", "a move is joined by - or by x, not by both"),
        (start, long, "no capture visits so many squares"),
        (start, "22-18 good", "what follows the move is no sign of Art. 13"),
        (start, "22-18+13", "what follows the move is no sign of Art. 13"),
        (start, "22x18", "it captures nothing: join the squares by - (12.2 b)"),
        (start, "22-17", "a man cannot go from 22 to 17 (4.1)"),
        (start, "26-22", "22 is occupied (4.1)"),
        (start, "12-16", "the piece on 12 is the opponent's (3.2)"),
        (start, "18-14", "there is no piece on 18 (3.3)"),
        (capture, "30-21", "another capture takes more kings (6.8)"),
        (capture, "30x21", "another capture takes more kings (6.8)"),
        (position_with_more(), "30x21", "the capture goes on (5.9)"),
        // A short form is understood even of a capture that may not be played.
        (position_with_more(), "20x11", "another capture takes more pieces (6.6)"),
        (position_with_more(), "20-16", "a capture is due (6.1)"),
    ] {
        let error = position.read_move(text).expect_err(text);
        assert_eq!(error.to_string(), says, "{text:?}");
    }
}

fn position_with_more() -> Position {
    position("W:W20,K30:B15,18,26")
}

#[test]
fn the_signs_of_article_13() {
    for (text, sign) in [
        ("22-18!", Sign::Good),
        ("22-18!!", Sign::VeryGood),
        ("22-18?", Sign::Weak),
        ("22-18??", Sign::Blunder),
        ("22-18?!", Sign::StrongerThanItLooks),
        ("22-18!?", Sign::WeakerThanItLooks),
        ("22-18*", Sign::Forced),
        ("22-18+", Sign::Wins),
        ("22-18=", Sign::Draws),
        ("22-18+1", Sign::Won(1)),
        ("22-18+12", Sign::Won(12)),
        ("22-18 -2", Sign::Lost(2)),
        ("22-18a.l.", Sign::AdLibitum),
    ] {
        let written: Written = text.parse().expect(text);
        assert_eq!(written.sign, Some(sign), "{text}");
        assert_eq!(written.to_string(), text);
        assert_eq!(Position::start().find(&written).map(|found| found.to().number()), Ok(18));
    }
    let spaced: Written = "22-18 a.l.".parse().expect("a space is allowed");
    assert_eq!(spaced.sign, Some(Sign::AdLibitum));
    // Without a space it would be one more square.
    let stops = "22-18-2".parse::<Written>().expect("three squares").stops;
    assert_eq!(stops.as_slice(), [Square::new(18).unwrap(), Square::new(2).unwrap()]);
}

#[test]
fn a_fen_is_read_generously() {
    let start = Position::start();
    for text in [
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "W:W21-32:B1-12",
        "W:B1-12:W21-32",
        "w:w21-32:b1-12",
        " W : W 21 - 32 : B 1 - 12 . ",
        "W:W21-25,26-32:B1-11,12.",
    ] {
        assert_eq!(text.parse(), Ok(start), "{text}");
    }
    let kings: Setup = "B:WK1-4,k9:B32".parse().expect("a range of kings");
    assert_eq!(kings.white_kings, squares(&[1, 2, 3, 4, 9]));
    assert_eq!(kings.white_men, Squares::EMPTY);
    assert_eq!(kings.turn, Colour::Black);
}

#[test]
fn a_fen_is_written_in_one_way() {
    let start = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
    assert_eq!(Position::start().to_string(), start);
    assert_eq!(position("B:BK5,9:WK2,31,30").to_string(), "B:WK2,30,31:BK5,9");
    assert_eq!(position("W:W:BK4").to_string(), "W:W:BK4");
}

#[test]
fn a_text_that_is_no_fen_is_explained() {
    for (text, says) in [
        ("", "column 1: a FEN begins with the side on move, W or B"),
        ("  x", "column 3: a FEN begins with the side on move, W or B"),
        ("21-32", "column 1: a FEN begins with the side on move, W or B"),
        ("W", "column 2: the text ends before both colours' pieces are listed"),
        ("W:W21", "column 6: the text ends before both colours' pieces are listed"),
        ("W:", "column 3: a list of pieces begins with its colour, W or B"),
        ("W:21:5", "column 3: a list of pieces begins with its colour, W or B"),
        ("W:W21:W5", "column 7: White has a list already"),
        ("W:W21,:B1", "column 7: a square's number is missing before ':'"),
        ("W:WK:B1", "column 5: a square's number is missing before ':'"),
        ("W:W21,", "column 7: a square's number is missing at the end"),
        ("W:W21-:B1", "column 7: a square's number is missing before ':'"),
        ("W:W33:B1", "column 4: there is no square 33: they are numbered 1 to 32"),
        ("W:W21,K0:B1", "column 8: there is no square 0: they are numbered 1 to 32"),
        ("W:W99999999:B1", "column 4: squares are numbered 1 to 32"),
        ("W:W32-21:B1", "column 4: the range 32-21 runs backwards"),
        ("W:W21;22:B1", "column 6: ';' has no meaning here"),
        ("W W21:B1", "column 3: 'W' has no meaning here"),
        ("W:W21:B1:B2", "column 9: ':' has no meaning here"),
        ("W:W21:B1. 1-0", "column 11: '1' has no meaning here"),
        ("W:W21:B21", "column 8: square 21 holds two pieces"),
        ("W:W21,21:B1", "column 7: square 21 holds two pieces"),
        ("W:W21-24,23:B1", "column 10: square 23 holds two pieces"),
        (
            "W:W21,4:B5",
            "column 7: a White man on 4 has reached the far base and is a king: write K4",
        ),
        (
            "W:W21:B29",
            "column 8: a Black man on 29 has reached the far base and is a king: write K29",
        ),
        ("W:W20-32:B1", "column 3: White has 13 pieces, and a side has at most 12"),
        ("B:W32:B1-12,K13-20", "column 7: Black has 20 pieces, and a side has at most 12"),
        ("W:W:B", "column 1: there is no piece on the board"),
    ] {
        let error = text.parse::<Position>().expect_err(text);
        assert_eq!(error.to_string(), says, "{text:?}");
    }
}

#[test]
fn setups_say_what_is_wrong_with_them() {
    let start = Setup::start();
    let both = Setup { white_men: start.white_men | squares(&[5]), ..start };
    assert_eq!(both.check(), Err(SetupError::TwoPieces(Square::new(5).unwrap())));
    let man_and_king = Setup { white_kings: squares(&[21]), ..start };
    assert_eq!(man_and_king.check(), Err(SetupError::TwoPieces(Square::new(21).unwrap())));
    assert_eq!(Setup::empty(Colour::White).check(), Err(SetupError::NoPieces));
    assert_eq!(start.check(), Ok(()));
}

#[test]
fn a_side_without_pieces_has_lost() {
    let lost = position("W:W:BK4");
    let outcome = lost.outcome().expect("over");
    assert_eq!(outcome, Outcome { loser: Colour::White, loss: Loss::NoPieces });
    assert_eq!(outcome.to_string(), "Black wins: White has no pieces left (9.2.3)");
    // The turn makes no difference.
    assert_eq!(position("B:W:BK4").outcome(), lost.outcome());
    assert_eq!(
        position("B:W21:B").outcome().expect("over").to_string(),
        "White wins: Black has no pieces left (9.2.3)"
    );
}

#[test]
fn a_side_that_cannot_move_has_lost() {
    let blocked = position("W:W13:B6,9,10");
    let outcome = blocked.outcome().expect("over");
    assert_eq!(outcome, Outcome { loser: Colour::White, loss: Loss::NoMove });
    assert_eq!(outcome.to_string(), "Black wins: White cannot move (9.2.2)");
    assert!(blocked.legal_moves().is_empty());
    // 9.2.2: *spettando a lui il tratto*.
    assert_eq!(position("B:W13:B6,9,10").outcome(), None);
    assert_eq!(Position::start().outcome(), None);
}

#[test]
fn the_start_is_that_of_2_6() {
    let start = Setup::start();
    assert_eq!(start.to_string().parse(), Ok(start));
    assert_eq!(Position::try_from(start), Ok(Position::start()));
    assert_eq!(Position::default(), Position::start());
    assert_eq!(start.turn, Colour::White);
}

/// 15.1.11.
#[test]
fn eleven_men_a_side() {
    for white in 0..12 {
        for black in 0..12 {
            let setup = Setup::eleven(white, black).expect("two lots of twelve");
            let missing = Setup::start().occupied() - setup.occupied();
            let expected = [1 + black as u8, 21 + white as u8];
            assert_eq!(missing, squares(&expected));
            assert!(Position::try_from(setup).is_ok());
        }
    }
    assert_eq!(Setup::eleven(12, 0), None);
    assert_eq!(Setup::eleven(0, 12), None);
}

/// 15.1.9.
#[test]
fn the_stronger_player_gives_pieces() {
    let given = Setup::without(squares(&[1, 4, 17]));
    assert_eq!(given.occupied(), Setup::start().occupied() - squares(&[1, 4]));
    assert_eq!(Position::try_from(given).map(|position| position.turn()), Ok(Colour::White));
    // A side without pieces cannot play.
    assert_eq!(Position::try_from(Setup::without(Squares::ALL)), Err(SetupError::NoPieces));
}
