//! Properties of every position, every move and every text.

mod strategies;

use damiera::rules::{
    Article, Candidate, Colour, Direction, Fen, Loss, Move, Outcome, Position, Rank, Refusal,
    Setup, Square, Squares, Written,
};
use damiera_sim::random::Random;
use host_tests::fuzzing::points_into;
use host_tests::plain_rules::{Board, Capture, Sieves};
use proptest::prelude::*;
use strategies::{cases, positions, setups};

fn square(number: u8) -> Square {
    Square::new(number).expect("1 to 32")
}

fn candidate(from: u8, stops: &[u8]) -> Candidate {
    Candidate { from: square(from), stops: stops.iter().copied().map(square).collect() }
}

/// A FEN in which neighbours of the same kind are written as ranges.
fn with_ranges(setup: &Setup) -> String {
    let mut text = setup.turn.letter().to_string();
    let sides = [
        (Colour::White, setup.white_men, setup.white_kings),
        (Colour::Black, setup.black_men, setup.black_kings),
    ];
    for (colour, men, kings) in sides {
        let ranges = |squares: Squares, prefix: &str| {
            let mut runs: Vec<(u8, u8)> = Vec::new();
            for number in squares.iter().map(Square::number) {
                match runs.last_mut() {
                    Some((_, last)) if *last + 1 == number => *last = number,
                    _ => runs.push((number, number)),
                }
            }
            let run = |(first, last)| match first == last {
                true => format!("{prefix}{first}"),
                false => format!("{prefix}{first}-{last}"),
            };
            runs.into_iter().map(run).collect::<Vec<_>>()
        };
        let lists = [ranges(kings, "K"), ranges(men, "")].concat();
        text.push_str(&format!(":{}{}", colour.letter(), lists.join(",")));
    }
    text
}

proptest! {
    #![proptest_config(cases(2_000))]

    #[test]
    fn a_position_survives_its_text(position in positions()) {
        let fen = position.to_string();
        prop_assert_eq!(fen.parse(), Ok(position));
        prop_assert_eq!(&fen, &Board::of(&position).fen());
        prop_assert_eq!(Position::try_from(Setup::from(position)), Ok(position));
    }

    #[test]
    fn a_setup_survives_its_text(setup in setups()) {
        prop_assert_eq!(setup.to_string().parse(), Ok(setup));
        // Playable or not, the text gives the same result as the setup.
        let by_text = setup.to_string().parse::<Position>().ok();
        prop_assert_eq!(by_text, Position::try_from(setup).ok());
    }

    #[test]
    fn ranges_and_spaces_change_nothing(setup in setups()) {
        let text = with_ranges(&setup);
        prop_assert_eq!(text.parse(), Ok(setup));
        let spaced = text.replace(':', " : ").replace(',', " , ").replace('-', " - ");
        prop_assert_eq!(spaced.to_lowercase().parse(), Ok(setup));
    }

    #[test]
    fn any_text_is_a_fen_or_explained(
        text in prop_oneof![any::<String>(), "[WBwbKk0-9:,. -]{0,40}", "W:W[0-9,K-]{0,9}:B[0-9,K-]{0,9}"]
    ) {
        match Fen::read(&text) {
            Ok(fen) => {
                prop_assert_eq!(fen.setup.to_string().parse(), Ok(fen.setup));
                if let Err(error) = fen.position() {
                    points_into(&text, error.column);
                    prop_assert_eq!(text.parse::<Position>(), Err(error));
                }
            }
            Err(error) => {
                points_into(&text, error.column);
                let begins = format!("column {}: ", error.column);
                prop_assert!(error.to_string().starts_with(&begins));
            }
        }
    }

    #[test]
    fn any_text_is_a_move_or_explained(
        position in positions(),
        text in prop_oneof![
            any::<String>(),
            "[0-9]{1,2}([x-][0-9]{1,2}){0,12}[!?*+=a-l. 0-9-]{0,4}",
            "([1-9]|[12][0-9]|3[0-2])[x-]([1-9]|[12][0-9]|3[0-2])(!|\\?| -[1-9]|\\+[1-9])?",
        ]
    ) {
        if let Ok(written) = text.parse::<Written>() {
            prop_assert_eq!(written.to_string().parse(), Ok(written));
        }
        match position.read_move(&text) {
            Ok(found) => prop_assert!(position.legal_moves().contains(&found)),
            Err(error) => prop_assert!(!error.to_string().is_empty()),
        }
    }

    #[test]
    fn every_legal_move_can_be_played(position in positions()) {
        let moves = position.legal_moves();
        for &legal in &moves {
            prop_assert_eq!(position.judge(&Candidate::from(legal)), Ok(legal));
            let after = position.play(legal);
            prop_assert_eq!(after, Ok(position.play_unchecked(legal)));
            let after = position.play_unchecked(legal);
            prop_assert_eq!(Setup::from(after).check(), Ok(()));
            prop_assert_eq!(after.turn(), position.turn().opponent());
            let captured = position.occupied().len() - after.occupied().len();
            prop_assert_eq!(captured, legal.captured().len());
        }
        let set: Vec<Squares> =
            moves.iter().map(|legal| legal.captured_in_order().collect()).collect();
        prop_assert_eq!(set, moves.iter().map(|legal| legal.captured()).collect::<Vec<_>>());
    }

    #[test]
    fn the_game_is_over_when_the_articles_say_so(position in positions()) {
        let turn = position.turn();
        let lost = |loser, loss| Some(Outcome { loser, loss });
        let expected = if position.pieces(turn).is_empty() {
            lost(turn, Loss::NoPieces)
        } else if position.pieces(turn.opponent()).is_empty() {
            lost(turn.opponent(), Loss::NoPieces)
        } else if Board::of(&position).moves().is_empty() {
            lost(turn, Loss::NoMove)
        } else {
            None
        };
        prop_assert_eq!(position.outcome(), expected);
    }

    #[test]
    fn a_move_survives_its_text(position in positions()) {
        let moves = position.legal_moves();
        for &legal in &moves {
            let written = position.write_move(legal);
            let text = written.to_string();
            prop_assert_eq!(position.read_move(&text), Ok(legal), "{}", text);
            prop_assert_eq!(position.find(&written), Ok(legal));
            // Squares between the ends only where the ends are not enough (12.2).
            let same_ends = |other: &&Move| other.from() == legal.from() && other.to() == legal.to();
            let unique = moves.iter().filter(same_ends).count() == 1;
            prop_assert_eq!(written.stops.len() == 1, unique || legal.path().count() == 1);
            let whole = Written { stops: legal.path().collect(), ..written };
            prop_assert_eq!(position.find(&whole), Ok(legal));
        }
    }

    #[test]
    fn both_colours_have_the_same_rules(position in positions()) {
        let reversed = position.reversed();
        prop_assert_eq!(reversed.reversed(), position);
        prop_assert_eq!(reversed.turn(), position.turn().opponent());
        let told = |position: &Position, turn: fn(Square) -> Square| {
            let mut moves: Vec<_> = position
                .legal_moves()
                .iter()
                .map(|legal| {
                    let path: Vec<_> = legal.path().map(turn).collect();
                    let captured: Vec<_> = legal.captured_in_order().map(turn).collect();
                    (turn(legal.from()), path, captured, position.play_unchecked(*legal))
                })
                .collect();
            moves.sort_by_key(|(from, path, ..)| (*from, path.clone()));
            moves
        };
        let mut seen_from_there = told(&position, Square::turned);
        for (_, _, _, after) in &mut seen_from_there {
            *after = after.reversed();
        }
        prop_assert_eq!(told(&reversed, |square| square), seen_from_there);
        prop_assert_eq!(reversed.count_moves(), position.count_moves());
    }
}

/// Checks `Position::judge` against the plain rules.
struct Judge<'a> {
    position: &'a Position,
    sieves: Sieves,
    /// Start and path of every legal move.
    legal: Vec<(u8, Vec<u8>)>,
    /// Start and path of every simple move, were there nothing to capture.
    steps: Vec<(u8, Vec<u8>)>,
}

impl<'a> Judge<'a> {
    fn new(position: &'a Position) -> Self {
        let board = Board::of(position);
        Self {
            position,
            sieves: board.sieves(),
            legal: board.moves().into_iter().map(|one| (one.from, one.path)).collect(),
            steps: board.steps().into_iter().map(|one| (one.from, one.path)).collect(),
        }
    }

    /// Checks the core's judgement of any candidate.
    fn check(&self, from: u8, stops: &[u8]) -> Result<(), TestCaseError> {
        let wanted = (from, stops.to_vec());
        let told = format!("{} {wanted:?}", self.position);
        let tried = candidate(from, stops);
        let why = match self.position.judge(&tried) {
            Ok(legal) => {
                prop_assert_eq!(Candidate::from(legal), tried, "{}", told);
                prop_assert!(self.legal.contains(&wanted), "{}", told);
                return Ok(());
            }
            Err(why) => why,
        };
        prop_assert!(!self.legal.contains(&wanted), "{}: {}", told, why);
        let ending = format!(" ({})", why.article());
        prop_assert!(why.to_string().ends_with(&ending), "{}", why);

        let begins = |capture: &&Capture| {
            capture.from() == from && !stops.is_empty() && capture.path().starts_with(stops)
        };
        let expected = if let Some(capture) = self.sieves.all.iter().find(begins) {
            let legal = |capture: &Capture| self.sieves.after_6_9.contains(capture);
            let article = if capture.path().len() == stops.len() {
                // The article that stopped it, precisely.
                self.sieves.stopped_by(capture)
            } else if self.sieves.all.iter().filter(begins).any(legal) {
                None
            } else {
                // The capture can be continued, so a longer one has priority.
                Some((6, 6))
            };
            match article {
                Some((article, paragraph)) => Refusal::Priority(Article::new(article, paragraph)),
                None => Refusal::Unfinished(self.rank(from)),
            }
        } else if self.steps.contains(&wanted) {
            // A valid simple move is refused only if a capture is due.
            prop_assert!(!self.sieves.all.is_empty(), "{}", told);
            Refusal::CaptureDue
        } else {
            prop_assert!(self.is_true(why, &tried), "{}: {}", told, why);
            return Ok(());
        };
        prop_assert_eq!(why, expected, "{}", told);
        Ok(())
    }

    fn rank(&self, from: u8) -> Rank {
        self.position.piece_at(square(from)).expect("it captures").rank
    }

    /// Whether a reason states a fact about this candidate.
    fn is_true(&self, why: Refusal, tried: &Candidate) -> bool {
        let Candidate { from, stops } = tried;
        let turn = self.position.turn();
        let at = |square: Square| self.position.piece_at(square);
        let own = at(*from).filter(|piece| piece.colour == turn);
        let is_man = own.is_some_and(|piece| piece.rank == Rank::Man);
        let is_ranked = |rank| own.is_some_and(|piece| piece.rank == rank);
        // The piece itself is in the hand.
        let occupied = |square: Square| square != *from && at(square).is_some();
        let places: Vec<Square> = [*from].into_iter().chain(stops.iter().copied()).collect();
        let hops: Vec<(Square, Square)> = places.windows(2).map(|two| (two[0], two[1])).collect();
        let forward = |a: Square, b: Square| match turn {
            Colour::White => b.row() < a.row(),
            Colour::Black => b.row() > a.row(),
        };
        let passed: Vec<Square> = hops.iter().filter_map(|(a, b)| middle(*a, *b)).collect();
        let hop_over = |over| hops.iter().find(|(a, b)| middle(*a, *b) == Some(over));
        let target = |over| at(over).filter(|piece| piece.colour != turn);

        match why {
            Refusal::NoPiece(square) => square == *from && at(square).is_none(),
            Refusal::NotYours(square) => {
                square == *from && at(square).is_some_and(|piece| piece.colour != turn)
            }
            Refusal::NotMoved(square) => {
                square == *from
                    && own.is_some()
                    && (stops.is_empty() || stops.as_slice() == [*from])
            }
            Refusal::NotReachable(rank, a, b) => {
                let hop = hops.contains(&(a, b));
                let nowhere = hop && !is_step(a, b) && middle(a, b).is_none();
                let step_too_many = hop && is_step(a, b) && (a, b) != hops[0];
                let steps = a == *from && Some(&b) == stops.last() && stops.len() > 1;
                is_ranked(rank) && (nowhere || step_too_many || steps)
            }
            Refusal::StepBackwards(to) => {
                is_man && hops[0] == (*from, to) && is_step(*from, to) && !forward(*from, to)
            }
            Refusal::StepOntoPiece(rank, to) => {
                is_ranked(rank) && hops[0] == (*from, to) && is_step(*from, to) && occupied(to)
            }
            Refusal::CaptureBackwards(over) => {
                is_man
                    && target(over).is_some()
                    && hop_over(over).is_some_and(|(a, b)| !forward(*a, *b))
            }
            Refusal::KingByMan(over) => {
                is_man
                    && passed.contains(&over)
                    && target(over).is_some_and(|piece| piece.rank == Rank::King)
            }
            Refusal::OverNothing(over) => passed.contains(&over) && !occupied(over),
            Refusal::OverOwn(over) => {
                passed.contains(&over) && occupied(over) && target(over).is_none()
            }
            Refusal::Twice(over) => passed.iter().filter(|square| **square == over).count() > 1,
            Refusal::LandingTaken(to) => stops.contains(&to) && occupied(to),
            Refusal::PastCrowning(square) => {
                is_man
                    && stops.split_last().is_some_and(|(_, inner)| inner.contains(&square))
                    && Squares::crowning_row(turn).contains(square)
            }
            // Those that are possible were dealt with before.
            Refusal::CaptureDue | Refusal::Unfinished(_) | Refusal::Priority(_) => false,
        }
    }
}

fn is_step(a: Square, b: Square) -> bool {
    a.row().abs_diff(b.row()) == 1 && a.column().abs_diff(b.column()) == 1
}

/// The square that a jump passes.
fn middle(a: Square, b: Square) -> Option<Square> {
    let jump = a.row().abs_diff(b.row()) == 2 && a.column().abs_diff(b.column()) == 2;
    let (row, column) = ((a.row() + b.row()) / 2, (a.column() + b.column()) / 2);
    Square::all().find(|square| jump && square.row() == row && square.column() == column)
}

proptest! {
    #![proptest_config(cases(1_000))]

    #[test]
    fn of_all_pairs_of_squares_only_the_legal_ones_pass(position in positions()) {
        let judge = Judge::new(&position);
        for from in 1..=32 {
            judge.check(from, &[])?;
            for to in 1..=32 {
                judge.check(from, &[to])?;
            }
        }
    }

    #[test]
    fn captures_that_may_not_be_played_get_their_reason(position in positions()) {
        let judge = Judge::new(&position);
        for capture in &judge.sieves.all {
            let path = capture.path();
            for length in 1..=path.len() {
                judge.check(capture.from(), &path[..length])?;
            }
        }
    }

    /// 6.6 to 6.9 as one number: the greater goes first, by the article that says so.
    #[test]
    fn the_priority_of_a_capture_orders_like_the_articles(position in positions()) {
        let sieves = Board::of(&position).sieves();
        let mut visited = Vec::new();
        position.each_capture(|capture, priority| visited.push((capture, priority)));
        prop_assert_eq!(visited.len(), sieves.all.len());
        let best = visited.iter().map(|(_, priority)| *priority).max();
        for (capture, priority) in visited {
            let path: Vec<u8> = capture.path().map(Square::number).collect();
            let same = |one: &&Capture| one.from() == capture.from().number() && one.path() == path;
            let plain = sieves.all.iter().find(same);
            prop_assert!(plain.is_some(), "{} {:?}", position, capture);
            prop_assert_eq!(priority.pieces() as usize, path.len());
            let by = plain.and_then(|plain| sieves.stopped_by(plain));
            let by = by.map(|(article, paragraph)| Article::new(article, paragraph));
            prop_assert_eq!(best.and_then(|best| priority.surpassed_by(best)), by);
            prop_assert_eq!(Some(priority) == best, by.is_none());
        }
    }

    #[test]
    fn paths_beside_the_legal_ones_get_their_reason(position in positions(), seed in any::<u64>()) {
        let judge = Judge::new(&position);
        let mut random = Random::new(seed);
        for _ in 0..40 {
            let Some((from, path)) = judge.legal.get(random.below(judge.legal.len().max(1))) else {
                break;
            };
            let (mut from, mut path) = (*from, path.clone());
            for _ in 0..1 + random.below(2) {
                perturb(&mut from, &mut path, &mut random);
            }
            path.truncate(10);
            judge.check(from, &path)?;
        }
    }

    #[test]
    fn random_walks_get_their_reason(position in positions(), seed in any::<u64>()) {
        let judge = Judge::new(&position);
        let mut random = Random::new(seed);
        for _ in 0..60 {
            let from = square(1 + random.below(32) as u8);
            let mut at = from;
            let mut stops = Vec::new();
            for _ in 0..1 + random.below(5) {
                let towards = *random.one_of(&Direction::ALL);
                let next = if random.chance(75) { at.jump(towards) } else { at.step(towards) };
                let Some(next) = next else { continue };
                stops.push(next.number());
                at = next;
            }
            judge.check(from.number(), &stops)?;
        }
    }

    #[test]
    fn a_refused_move_leaves_the_position_as_it_was(one in positions(), other in positions()) {
        for &elsewhere in &other.legal_moves() {
            match one.play(elsewhere) {
                Ok(after) => {
                    let legal = one.judge(&Candidate::from(elsewhere));
                    prop_assert_eq!(legal.map(|legal| one.play_unchecked(legal)), Ok(after));
                }
                Err(refused) => prop_assert_eq!(refused.position, one),
            }
        }
    }
}

/// One small change to a path.
fn perturb(from: &mut u8, path: &mut Vec<u8>, random: &mut Random) {
    let any = 1 + random.below(32) as u8;
    let place = random.below(path.len().max(1));
    match random.below(6) {
        0 if !path.is_empty() => path[place] = any,
        1 => path.push(any),
        2 => path.push(*from),
        3 if !path.is_empty() => drop(path.remove(place)),
        4 if path.len() > 1 => path.swap(place, 0),
        // One more jump or step from the end.
        5 => {
            let end = square(path.last().copied().unwrap_or(*from));
            let towards = *random.one_of(&Direction::ALL);
            let next = if random.chance(80) { end.jump(towards) } else { end.step(towards) };
            path.extend(next.map(Square::number));
        }
        _ => *from = any,
    }
}
