//! Simulated hands: a short campaign stays within the bounds, campaigns can be repeated, and failing
//! games become small scenarios of raw contacts. `cargo xtask hands` plays many more games.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::thread;

use damiera::event::EventKind;
use damiera::rules::{Edition, Move, Position};
use damiera_sim::hands::{
    FailureKind, Game, Habits, Intent, OffenceKind, Performance, Plan, Temperament, play,
    play_with, scenario, shrink, truths, try_out,
};
use damiera_sim::random::Random;
use damiera_sim::virtual_board::OutputKind;
use host_tests::campaign::{Campaign, bounds, table};

fn threads() -> u64 {
    thread::available_parallelism().map_or(1, NonZero::get) as u64
}

#[test]
fn a_short_campaign_stays_within_the_bounds() {
    let campaign = Campaign { games: 1_400, threads: threads(), ..Campaign::default() };
    let outcome = campaign.run();
    let exceeded = bounds::exceeded(&outcome);
    assert!(exceeded.is_empty(), "{}\n{}", exceeded.join("\n"), table(&outcome));
    assert!(outcome.sum().half_moves > 15_000, "games end early:\n{}", table(&outcome));
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let of = |threads| Campaign { games: 112, threads, ..Campaign::default() }.run();
    let one = of(1);
    assert_eq!(one, of(3));
    assert_eq!(one.sum().games, 112);
}

#[test]
fn every_offence_is_tried() {
    let mut tried: BTreeMap<OffenceKind, usize> = BTreeMap::new();
    for kind in OffenceKind::ALL {
        let plan = Plan { offence: Some(kind), ..Plan::lawful(Some(Temperament::ORDINARY)) };
        let with = |seed: &u64| Game::random(*seed, &plan).has_offence();
        tried.insert(kind, (1..=10).filter(with).count());
    }
    let seldom: Vec<_> = tried.iter().filter(|(_, number)| **number < 8).collect();
    assert!(seldom.is_empty(), "hardly ever done in 10 games: {seldom:?}");
}

#[test]
fn pieces_close_the_reeds_of_their_squares_before_and_after_a_game() {
    for (number, (_, temperament)) in Temperament::ALL.iter().enumerate() {
        let game = Game::random(number as u64, &Plan::lawful(*temperament));
        let performance = Performance::of(&game);
        let start: Vec<_> = game.start.occupied().iter().map(|square| square.cell()).collect();
        assert_eq!(performance.begins, start, "{}", game.start);
        let last = game.turns.last().expect("a turn");
        let Intent::Move { played, .. } = last.intent else { unreachable!("a lawful game") };
        let after = last.before.play_unchecked(played).occupied();
        let mut closed = game.start.occupied();
        for change in &performance.contacts {
            if let damiera::sense::Contact::Cell(cell) = change.contact
                && let Some(square) = cell.dark()
            {
                closed = if change.closed { closed.with(square) } else { closed.without(square) };
            }
        }
        assert_eq!(closed, after, "{}", last.before);
    }
}

/// A game of random moves by hands without habits.
fn plain(seed: u64) -> Game {
    let mut random = Random::new(seed);
    let (mut position, mut moves): (Position, Vec<Move>) = (Position::start(), Vec::new());
    while moves.len() < 40 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        moves.push(*random.one_of(&legal));
        position = position.play_unchecked(moves[moves.len() - 1]);
    }
    Game::of_moves(seed, &|_| Habits::PLAIN, Position::start(), &moves)
}

#[test]
fn a_lawful_move_counts_in_the_instant_of_its_press() {
    for seed in 0..40 {
        let game = plain(seed);
        let performance = Performance::of(&game);
        let board = play(&game, &performance).expect("the events fold to the game");
        let moved = board.outputs().iter().filter_map(|output| match output.what {
            OutputKind::Event(event) => match event.what {
                EventKind::Moved { played, .. } => Some((output.at.as_millis(), played)),
                _ => None,
            },
            _ => None,
        });
        let wanted = game.turns.iter().zip(&performance.turns).filter_map(|(turn, times)| {
            let Intent::Move { played, .. } = turn.intent else { return None };
            Some((times.press?, played))
        });
        assert_eq!(moved.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "seed {seed}");
    }
}

#[test]
fn plain_turns_can_be_told() {
    for seed in 0..40 {
        let game = plain(seed);
        for truth in truths(&game, &Performance::of(&game)) {
            assert_eq!((truth.path, truth.blame), (Ok(()), None), "seed {seed}");
        }
    }
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for seed in 0..14 {
        let written = || {
            let plan = Plan { edition: Edition::Year2006, ..Plan::lawful(None) };
            let game = Game::random(seed, &plan);
            scenario(&game, &Performance::of(&game), &[])
        };
        assert_eq!(written(), written());
    }
}

#[test]
fn a_failing_game_shrinks_to_a_few_contacts() {
    // Any failure of the referee will do; without one there is nothing to shrink.
    let found = (1..400).find_map(|seed| {
        let temperament = Temperament { grabs: 60, ..Temperament::ORDINARY };
        let mut game = Game::random(seed, &Plan::lawful(Some(temperament)));
        game.turns.truncate(20);
        let failure = try_out(&game).failure?;
        (failure.kind != FailureKind::Broken).then_some((game, failure))
    });
    let Some((game, failure)) = found else { return };
    let (small, same) = shrink(&game).expect("it fails");
    assert_eq!(same.group(), failure.group());
    let (before, after) = (Performance::of(&game), Performance::of(&small));
    assert!(after.contacts.len() <= before.contacts.len());
    assert_eq!(try_out(&small).failure.map(|failure| failure.group()), Some(failure.group()));
    let text = scenario(&small, &after, &[failure.to_string()]);
    let lines = text.lines().filter(|line| line.starts_with('@')).count();
    assert_eq!(lines, after.contacts.len());
}

#[test]
fn raw_contacts_are_written_in_order() {
    let game = Game::random(3, &Plan::lawful(Some(Temperament::BLITZ)));
    let text = scenario(&game, &Performance::of(&game), &["a heading".to_owned()]);
    let mut last = 400;
    for line in text.lines().filter(|line| line.starts_with('@')) {
        let words: Vec<&str> = line[1..].split(' ').collect();
        let at: u64 = words[0].parse().expect("a time");
        assert!(at >= last, "{line}");
        last = at;
        let keys = ["white", "black", "menu", "minus", "plus"];
        match words[1] {
            "open" | "close" => assert!(!keys.contains(&words[2]), "{line}"),
            "down" | "up" => assert!(keys.contains(&words[2]), "{line}"),
            _ => panic!("{line}"),
        }
    }
    assert!(text.starts_with("# a heading\n") && text.contains("# White plays "));
}

#[test]
fn a_board_that_takes_brushes_for_touches_fails() {
    // The comparison finds a defect: with no time for a brush every tilt is a touch.
    let mut wrong = 0;
    for seed in 0..30 {
        let temperament = Temperament { tilts: 95, tilts_at_press: 0, ..Temperament::CALM };
        let game = Game::random(seed, &Plan::lawful(Some(temperament)));
        let performance = Performance::of(&game);
        let board = play_with(&game, &performance, |settings| {
            settings.brush = damiera::time::Duration::ZERO;
        });
        let Ok(board) = board else { continue };
        let reported = |output: &damiera_sim::virtual_board::BoardOutput| matches!(output.what, OutputKind::Event(e) if matches!(e.what, EventKind::Irregularity(..)));
        wrong += usize::from(board.outputs().iter().any(reported));
    }
    assert!(wrong > 10, "only {wrong} games of 30");
}
