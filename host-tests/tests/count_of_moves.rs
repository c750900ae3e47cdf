//! The count of moves towards a draw (Art. 10 and 11), in the texts of 2008 and 2006.

use damiera::rules::{Colour, CountOfMoves, CountRefused, Counted, Edition, Move, Position, Rank};
use damiera_sim::random::{Kind, Random};
use host_tests::data::position;
use proptest::prelude::*;

/// A second implementation of the articles, from the list of moves.
struct Model {
    edition: Edition,
    limit: usize,
    /// The player whose moves are counted by the text of 2006 (10.3).
    counted: Colour,
    /// The players of the king moves since it began; `None` while nothing is counted.
    movers: Option<Vec<Colour>>,
}

impl Model {
    fn played(&mut self, before: &Position, legal: Move) -> Counted {
        let Some(movers) = &mut self.movers else { return Counted::Idle };
        let by_man = before.piece_at(legal.from()).is_some_and(|piece| piece.rank == Rank::Man);
        // 10.5: a man was moved, or the number of pieces has changed.
        if by_man || legal.is_capture() {
            let goes_on = self.edition == Edition::Year2008 && kings(&before.play_unchecked(legal));
            self.movers = goes_on.then(Vec::new);
            return if goes_on { Counted::Restarted } else { Counted::Annulled };
        }
        movers.push(before.turn());
        let of = |colour| movers.iter().filter(|mover| **mover == colour).count();
        let enough = match self.edition {
            // 10.4 of 2008: 40 by each player.
            Edition::Year2008 => of(Colour::White) >= self.limit && of(Colour::Black) >= self.limit,
            // 10.4 of 2006: 40 by the player to whom they are counted.
            Edition::Year2006 => of(self.counted) >= self.limit,
        };
        if enough {
            self.movers = None;
            return Counted::Drawn;
        }
        Counted::Running
    }
}

/// 10.1.
fn kings(position: &Position) -> bool {
    [Colour::White, Colour::Black].iter().all(|colour| !position.kings(*colour).is_empty())
}

fn editions() -> impl Strategy<Value = Edition> {
    prop_oneof![Just(Edition::Year2006), Just(Edition::Year2008)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn counts_like_the_articles(
        seed in any::<u64>(),
        edition in editions(),
        limit in 10_u8..=40,
    ) {
        let mut random = Random::new(seed);
        let mut at = random.position(Kind::Endgame);
        let started = CountOfMoves::start(&at, edition, limit);
        prop_assert_eq!(started.is_ok(), kings(&at));
        let Ok(mut count) = started else { return Ok(()) };
        let mut model = Model {
            edition,
            limit: limit.into(),
            counted: at.turn(),
            movers: Some(Vec::new()),
        };
        for _ in 0..150 {
            let moves = at.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Mostly king moves, so that counts run long.
            let quiet: Vec<_> =
                moves.iter().filter(|one| at.kings(at.turn()).contains(one.from())).collect();
            let legal = if !quiet.is_empty() && random.chance(97) {
                **random.one_of(&quiet)
            } else {
                *random.one_of(&moves)
            };
            let expected = model.played(&at, legal);
            let after = at.play_unchecked(legal);
            prop_assert_eq!(count.played(&at, &after), expected);
            at = after;
            prop_assert_eq!(count.is_running(), model.movers.is_some());
            if let Some(movers) = &model.movers {
                for colour in [Colour::White, Colour::Black] {
                    let made = movers.iter().filter(|mover| **mover == colour).count();
                    let counted = edition == Edition::Year2008 || colour == model.counted;
                    let told = count.moves(colour).map(usize::from);
                    prop_assert_eq!(told, counted.then_some(made));
                }
            }
            if expected == Counted::Drawn {
                break;
            }
            // The count is requested again.
            if random.chance(10) {
                let running = model.movers.is_some();
                prop_assert_eq!(count.resume(&at).is_ok(), running || kings(&at));
                if !running && kings(&at) {
                    model.movers = Some(Vec::new());
                }
            }
        }
    }
}

/// Two kings that walk to and fro, far from each other.
fn to_and_fro(count: &mut CountOfMoves, mut at: Position, half_moves: usize) -> Vec<Counted> {
    let mut results = Vec::new();
    for n in 0..half_moves {
        let texts = match at.turn() {
            Colour::White => ["32-28", "28-32"],
            Colour::Black => ["1-5", "5-1"],
        };
        let legal = texts.iter().find_map(|text| at.read_move(text).ok());
        let after = at.play_unchecked(legal.unwrap_or_else(|| panic!("half-move {n} in {at}")));
        results.push(count.played(&at, &after));
        at = after;
    }
    results
}

fn start(fen: &str, edition: Edition, limit: u8) -> CountOfMoves {
    CountOfMoves::start(&position(fen), edition, limit).expect("a king each")
}

const TWO_KINGS: &str = "W:WK32:BK1";

/// 10.4 of 2008: forty king moves by each player.
#[test]
fn year_2008_counts_both_players() {
    let mut count = start(TWO_KINGS, Edition::Year2008, 40);
    let results = to_and_fro(&mut count, position(TWO_KINGS), 80);
    assert!(results[..79].iter().all(|result| *result == Counted::Running));
    assert_eq!(results[79], Counted::Drawn);
    assert!(!count.is_running());
}

/// 10.3 of 2006: only those of the player who was to move.
#[test]
fn year_2006_counts_one_player() {
    let mut count = start(TWO_KINGS, Edition::Year2006, 40);
    let results = to_and_fro(&mut count, position(TWO_KINGS), 79);
    assert!(results[..78].iter().all(|result| *result == Counted::Running));
    assert_eq!(results[78], Counted::Drawn);

    let mut count = start(TWO_KINGS, Edition::Year2006, 40);
    to_and_fro(&mut count, position(TWO_KINGS), 3);
    assert_eq!((count.moves(Colour::White), count.moves(Colour::Black)), (Some(2), None));
}

/// Art. 11: an arbiter may ask for fewer, but not for fewer than ten.
#[test]
fn the_limit_is_forty_or_down_to_ten() {
    let two_kings = position(TWO_KINGS);
    for edition in [Edition::Year2006, Edition::Year2008] {
        for limit in 0..=u8::MAX {
            let started = CountOfMoves::start(&two_kings, edition, limit);
            match limit {
                10..=40 => assert_eq!(started.map(|count| count.limit()), Ok(limit)),
                _ => assert_eq!(started, Err(CountRefused::Limit(limit))),
            }
        }
    }
    let mut count = start(TWO_KINGS, Edition::Year2008, CountOfMoves::FEWEST);
    assert_eq!(to_and_fro(&mut count, two_kings, 20).last(), Some(&Counted::Drawn));
    assert_eq!(
        CountRefused::Limit(9).to_string(),
        "a count runs to 40 moves, or from 10 up in promotional events, not to 9"
    );
}

/// 10.1.
#[test]
fn each_side_needs_a_king() {
    for edition in [Edition::Year2006, Edition::Year2008] {
        let start = |fen: &str| CountOfMoves::start(&position(fen), edition, 40);
        let no_white = start("W:W31:BK1");
        assert_eq!(no_white, Err(CountRefused::NoKing(Colour::White)));
        assert_eq!(start("W:WK31:B1"), Err(CountRefused::NoKing(Colour::Black)));
        assert_eq!(
            no_white.unwrap_err().to_string(),
            "White has no king, and a count needs one on each side (10.1)"
        );
    }
}

fn plays(count: &mut CountOfMoves, at: &mut Position, text: &str) -> Counted {
    let legal = at.read_move(text).unwrap_or_else(|error| panic!("{at} {text}: {error}"));
    let after = at.play_unchecked(legal);
    let result = count.played(at, &after);
    *at = after;
    result
}

/// 10.5 of 2008: a man's move begins the count again, with the player then to move.
#[test]
fn a_mans_move_restarts_it_in_2008_and_ends_it_in_2006() {
    let fen = "W:WK32,22:BK1";
    let mut at = position(fen);
    let mut count = start(fen, Edition::Year2008, 40);
    assert_eq!(plays(&mut count, &mut at, "32-28"), Counted::Running);
    assert_eq!(plays(&mut count, &mut at, "1-5"), Counted::Running);
    assert_eq!(plays(&mut count, &mut at, "22-18"), Counted::Restarted);
    assert_eq!((count.moves(Colour::White), count.moves(Colour::Black)), (Some(0), Some(0)));
    assert_eq!(plays(&mut count, &mut at, "5-1"), Counted::Running);
    assert_eq!((count.moves(Colour::White), count.moves(Colour::Black)), (Some(0), Some(1)));

    let mut at = position(fen);
    let mut count = start(fen, Edition::Year2006, 40);
    assert_eq!(plays(&mut count, &mut at, "32-28"), Counted::Running);
    assert_eq!(plays(&mut count, &mut at, "1-5"), Counted::Running);
    assert_eq!(plays(&mut count, &mut at, "22-18"), Counted::Annulled);
    assert_eq!(plays(&mut count, &mut at, "5-1"), Counted::Idle);
    // Taken up again for the same player, whichever side is to move.
    assert_eq!(plays(&mut count, &mut at, "28-32"), Counted::Idle);
    assert_eq!(count.resume(&at), Ok(()));
    assert_eq!((count.moves(Colour::White), count.moves(Colour::Black)), (Some(0), None));
    assert_eq!(plays(&mut count, &mut at, "1-5"), Counted::Running);
    assert_eq!(count.moves(Colour::White), Some(0));
    assert_eq!(plays(&mut count, &mut at, "32-28"), Counted::Running);
    assert_eq!(count.moves(Colour::White), Some(1));
}

/// A man that reaches the far base was a man when it moved.
#[test]
fn a_crowning_is_a_mans_move() {
    let fen = "W:WK32,6:BK9";
    let mut count = start(fen, Edition::Year2008, 40);
    assert_eq!(plays(&mut count, &mut position(fen), "6-3"), Counted::Restarted);
}

/// 10.5: and so does a capture, unless the last king is gone with it (10.1).
#[test]
fn a_capture_restarts_it_while_both_have_a_king() {
    let fen = "W:WK30:B26,K1";
    let mut count = start(fen, Edition::Year2008, 40);
    assert_eq!(plays(&mut count, &mut position(fen), "30x21"), Counted::Restarted);

    let fen = "W:WK30:BK26,1";
    let mut count = start(fen, Edition::Year2008, 40);
    let mut at = position(fen);
    assert_eq!(plays(&mut count, &mut at, "30x21"), Counted::Annulled);
    assert_eq!(count.resume(&at), Err(CountRefused::NoKing(Colour::Black)));
    assert_eq!(plays(&mut count, &mut at, "1-5"), Counted::Idle);
}

#[test]
fn a_passed_turn_is_no_move() {
    let position = position("W:WK1:BK32");
    let passed = position.with_turn(Colour::Black);
    let mut count = CountOfMoves::start(&position, Edition::Year2008, 40).unwrap();
    assert_eq!(count.played(&position, &passed), Counted::Running);
    assert_eq!(count.moves(Colour::White), Some(0));
}

#[test]
fn a_displaced_man_of_the_opponent_annuls() {
    let before = position("W:WK1:BK32,5");
    let after = position("B:WK1:BK32,9");
    let mut count = CountOfMoves::start(&before, Edition::Year2008, 40).unwrap();
    assert_eq!(count.played(&before, &after), Counted::Restarted);
}
