//! [`History`] against a plain list of the positions of a game.

use damiera::rules::{Colour, HISTORY_WORDS, History, Position, Setup, Square, Squares};
use damiera_sim::random::{Kind, Random};
use host_tests::data::position;
use proptest::prelude::*;

/// A game's history, and all its positions beside it.
struct Game {
    history: History,
    /// Every position, the current one last.
    positions: Vec<Position>,
}

impl Game {
    fn new(start: Position) -> Self {
        Self { history: History::new(), positions: vec![start] }
    }

    fn current(&self) -> Position {
        self.positions[self.positions.len() - 1]
    }

    fn goes_to(&mut self, next: Position) {
        self.history.record(&self.current(), &next);
        self.positions.push(next);
    }

    /// Adds a half-move: mostly a legal one, else a passed turn, an irregular move or a position
    /// set by the arbiter.
    fn goes_on(&mut self, random: &mut Random, percent_lawful: usize) {
        let current = self.current();
        let moves = current.legal_moves();
        let next = if !moves.is_empty() && random.chance(percent_lawful) {
            current.play_unchecked(*random.one_of(&moves))
        } else {
            match random.below(4) {
                // An empty press that was kept.
                0 => passed(&current),
                // A kept irregularity may change any square.
                1 => random.position(Kind::Scattered),
                2 => moved_anywhere(&current, random),
                // The same player again, or the arbiter sets a position.
                _ => passed(&random.position(Kind::Endgame)),
            }
        };
        self.goes_to(next);
    }

    fn earlier(&self) -> impl Iterator<Item = Position> {
        self.positions.iter().rev().skip(1).copied()
    }

    fn occurrences(&self) -> usize {
        self.positions.iter().filter(|position| **position == self.current()).count()
    }
}

/// The same pieces with the other side on move.
fn passed(position: &Position) -> Position {
    let setup = Setup::from(*position);
    Position::try_from(Setup { turn: setup.turn.opponent(), ..setup }).expect("sound as before")
}

/// One piece of the side on move put on any free square, where that is sound.
fn moved_anywhere(position: &Position, random: &mut Random) -> Position {
    let mut setup = Setup::from(*position);
    let pieces: Vec<_> = position.pieces(position.turn()).iter().collect();
    let free: Vec<_> = position.empty().iter().collect();
    if pieces.is_empty() {
        return passed(position);
    }
    let (from, to) = (*random.one_of(&pieces), *random.one_of(&free));
    for kind in
        [&mut setup.white_men, &mut setup.white_kings, &mut setup.black_men, &mut setup.black_kings]
    {
        if kind.contains(from) {
            *kind = kind.without(from).with(to);
        }
    }
    setup.turn = setup.turn.opponent();
    Position::try_from(setup).unwrap_or_else(|_| passed(position))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_position_is_rebuilt(seed in any::<u64>(), percent_lawful in 60_usize..=100) {
        let mut random = Random::new(seed);
        let kind = *random.one_of(&Kind::ALL);
        let mut game = Game::new(random.position(kind));
        for _ in 0..random.below(200) {
            game.goes_on(&mut random, percent_lawful);
        }
        if game.history.has_forgotten() {
            return Ok(());
        }
        prop_assert!(game.history.back_from(&game.current()).eq(game.earlier()));
        prop_assert_eq!(game.history.occurrences(&game.current()), game.occurrences());
    }

    #[test]
    fn half_moves_are_taken_back(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut game = Game::new(random.position(Kind::Game));
        for _ in 0..60 {
            if random.chance(60) {
                game.goes_on(&mut random, 90);
            } else {
                let before = game.history.take_back(&game.current());
                prop_assert_eq!(before, game.earlier().next());
                if before.is_some() {
                    game.positions.pop();
                }
            }
            prop_assert!(game.history.back_from(&game.current()).eq(game.earlier()));
        }
    }

    /// The oldest half-moves are dropped; the others are rebuilt right.
    #[test]
    fn a_game_that_is_too_long_is_remembered_from_its_end(seed in any::<u64>()) {
        let mut random = Random::new(seed);
        let mut game = Game::new(random.position(Kind::Endgame));
        for _ in 0..HISTORY_WORDS + random.below(300) {
            game.goes_on(&mut random, 95);
        }
        prop_assert!(game.history.has_forgotten());
        let rebuilt: Vec<_> = game.history.back_from(&game.current()).collect();
        prop_assert!(rebuilt.len() >= HISTORY_WORDS / 7 - 1);
        prop_assert!(rebuilt.len() < game.positions.len() - 1);
        prop_assert!(game.earlier().take(rebuilt.len()).eq(rebuilt.iter().copied()));

        let current = game.current();
        let repeated = 1 + rebuilt.iter().filter(|earlier| **earlier == current).count();
        prop_assert_eq!(game.history.occurrences(&current), repeated);
        let mut at = current;
        for expected in &rebuilt {
            prop_assert_eq!(game.history.take_back(&at), Some(*expected));
            at = *expected;
        }
        prop_assert_eq!(game.history.take_back(&at), None);
        prop_assert!(game.history.has_forgotten());
    }
}

/// 9.3 b: the fourth time.
#[test]
fn repetitions_are_counted_with_the_side_on_move() {
    let mut game = Game::new(position("W:WK32:BK1"));
    let first = game.current();
    for round in 1..=3 {
        assert_eq!(game.history.occurrences(&game.current()), round);
        for text in ["32-28", "1-5", "28-32", "5-1"] {
            let legal = game.current().read_move(text).expect("legal");
            game.goes_to(game.current().play_unchecked(legal));
        }
    }
    assert_eq!(game.current(), first);
    assert_eq!(game.history.occurrences(&first), 4);
    // The same placement with the other player on move is another position.
    game.goes_to(passed(&first));
    assert_eq!(game.history.occurrences(&game.current()), 1);
}

#[test]
fn a_new_history_is_empty() {
    let start = Position::start();
    let mut history = History::new();
    assert_eq!(history.occurrences(&start), 1);
    assert_eq!(history.back_from(&start).count(), 0);
    assert_eq!(history.take_back(&start), None);
    let next = start.play_unchecked(start.legal_moves()[0]);
    history.record(&start, &next);
    history.clear();
    assert_eq!(history.back_from(&next).count(), 0);
    assert!(!history.has_forgotten());
}

/// The capacity that the constant argues for: 600 half-moves, at 24 of which another
/// piece goes. No game has as many captures, since at least one piece is left.
#[test]
fn the_longest_game_that_must_fit_fits() {
    // Two kings walk to and fro in their corners; the others wait to be captured.
    let mut setup: Setup = "W:WK32,K17-27:BK1,K6-16".parse().expect("a FEN");
    let mut game = Game::new(Position::try_from(setup).expect("sound"));
    for half_move in 1..=600 {
        let (own, others, corner, prey) = match setup.turn {
            Colour::White => (&mut setup.white_kings, &mut setup.black_kings, [28, 32], 6..=16),
            Colour::Black => (&mut setup.black_kings, &mut setup.white_kings, [1, 5], 17..=27),
        };
        *own ^= corner.into_iter().filter_map(Square::new).collect();
        if half_move % 25 == 0 {
            // When the eleven are gone, one comes back.
            let back = Square::new(*prey.start());
            let prey: Squares = prey.filter_map(Square::new).collect();
            *others ^= (*others & prey).first().or(back).into_iter().collect();
        }
        setup.turn = setup.turn.opponent();
        game.goes_to(Position::try_from(setup).expect("sound"));
    }
    assert!(!game.history.has_forgotten());
    assert!(game.history.back_from(&game.current()).eq(game.earlier()));
    assert_eq!(game.history.back_from(&game.current()).count(), 600);
}

/// The argument counts one word for each of them, crownings included.
#[test]
fn any_displacement_takes_one_word() {
    for (fen, text) in [("W:W22:B1", "22-18"), ("W:WK22:B1", "22-26"), ("W:W6:B9", "6-2")] {
        let before = position(fen);
        let after = before.play_unchecked(before.read_move(text).expect("legal"));
        let mut history = History::new();
        for _ in 0..HISTORY_WORDS {
            history.record(&before, &after);
        }
        assert!(!history.has_forgotten(), "{fen} {text}");
        assert_eq!(history.back_from(&after).next(), Some(before));
        history.record(&before, &after);
        assert!(history.has_forgotten(), "{fen} {text}");
    }
}

/// Whole lawful games of 600 half-moves, between players who give nothing away.
#[test]
fn lawful_games_of_600_half_moves_fit() {
    let mut long_games = 0;
    for seed in 0..50 {
        let mut random = Random::new(seed);
        let mut game = Game::new(Position::start());
        while game.positions.len() <= 600 && game.current().can_move() {
            let current = game.current();
            let moves = current.legal_moves();
            let gives_nothing = |next: &Position| {
                next.legal_moves().first().is_none_or(|reply| !reply.is_capture())
            };
            let all: Vec<_> = moves.iter().map(|legal| current.play_unchecked(*legal)).collect();
            let careful: Vec<_> = all.iter().copied().filter(gives_nothing).collect();
            game.goes_to(*random.one_of(if careful.is_empty() { &all } else { &careful }));
        }
        assert!(!game.history.has_forgotten());
        assert!(game.history.back_from(&game.current()).eq(game.earlier()));
        assert_eq!(game.history.occurrences(&game.current()), game.occurrences());
        long_games += usize::from(game.positions.len() > 600);
    }
    assert!(long_games >= 3, "{long_games} of 50 games were long");
}
