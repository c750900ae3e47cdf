//! No difference is silently dropped: whenever a move counts or a clock changes over, every cell
//! that differs from the agreed position is explained by a lawful act, or an event reports it. The
//! virtual board checks this after every input; these tests run it with unlawful acts and with all
//! scenarios.

use std::fs;

use damiera::event::{AccountEdge, Event, EventKind};
use damiera::game::{Input, Phase, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Cell, Position, Square};
use damiera::sense::{Contact, Edge, Key, Side};
use damiera::time::Instant;
use damiera_emulator::scenario_files;
use damiera_sim::hands::{FailureKind, Game as Hands, OffenceKind, Plan, Temperament, try_out};
use damiera_sim::scenario::Scenario;
use damiera_sim::virtual_board::explained;
use host_tests::data;

#[test]
fn in_games_with_unlawful_acts() {
    let mut broken = Vec::new();
    for kind in OffenceKind::ALL {
        for seed in 500..530 {
            let plan = Plan { offence: Some(kind), ..Plan::lawful(Some(Temperament::CALM)) };
            let failure = try_out(&Hands::random(seed, &plan)).failure;
            let failure = failure.filter(|failure| failure.kind == FailureKind::Broken);
            broken.extend(failure.map(|failure| format!("{kind:?}, seed {seed}: {failure}")));
        }
    }
    assert!(broken.is_empty(), "{} games:\n{}", broken.len(), broken.join("\n"));
}

#[test]
fn in_all_scenarios_and_at_their_end() {
    let folder = data::path("data/scenarios");
    let (mut looked_at, mut different) = (0, 0);
    for path in scenario_files(&folder).expect("the folder can be read") {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let scenario = Scenario::read(&text).expect("it is a scenario");
        let mut board = scenario.board().expect("it begins");
        let account = scenario.run_on(&mut board);
        assert!(account.passed(), "{}: {account}", path.display());
        // At the end the board shows the agreed position, or the game waits for a decision, or the
        // display names every differing square, or a piece is in hand, or a complete move was not
        // pressed yet.
        let game = board.game();
        let differs = game.contacts().differs(game.record().position().occupied());
        looked_at += 1;
        if !differs.is_empty() && *game.record().phase() == Phase::Playing {
            different += 1;
            let complete = game.to_put_right().is_empty();
            assert!(complete || game.to_put_right() == differs, "{}", path.display());
        }
    }
    assert!(looked_at > 300, "only {looked_at} scenarios");
    assert!(different > 3, "the check has nothing to do");
}

/// A game from this position, with White at the south and his clock running.
fn begun(position: Position) -> GameWithMenu {
    let mut game = GameWithMenu::new(Settings { white: Some(Side::South), ..Settings::default() });
    for square in position.occupied() {
        edge(&mut game, Contact::Cell(square.cell()), true, 0);
    }
    game.step(Input::NewGame { position, opening: None }, Instant::ZERO);
    edge(&mut game, Contact::Key(Key::Player(Side::North)), true, 100);
    edge(&mut game, Contact::Key(Key::Player(Side::North)), false, 180);
    game
}

fn edge(game: &mut GameWithMenu, contact: Contact, closed: bool, millis: u64) -> Vec<Event> {
    let at = Instant::from_millis(millis);
    game.step(Input::Edge(Edge { at, contact, closed }), at).iter().copied().collect()
}

fn cell(number: u8) -> Cell {
    Square::new(number).expect("a square").cell()
}

/// 7.5: White moves and pushes 30 beside its square: the move counts, and a notice reports the
/// piece.
fn one_pushed_beside() -> (GameWithMenu, Vec<Event>) {
    let position = "W:W22,24,28,30,32:B1,5,12".parse().expect("a position");
    let mut game = begun(position);
    let beside = Cell::new(7, 2).expect("a cell");
    edge(&mut game, Contact::Cell(cell(22)), false, 1000);
    edge(&mut game, Contact::Cell(cell(18)), true, 1200);
    edge(&mut game, Contact::Cell(cell(30)), false, 1400);
    edge(&mut game, Contact::Cell(beside), true, 1500);
    let mut events = edge(&mut game, Contact::Key(Key::Player(Side::South)), true, 2000);
    // What lies beside its square waits for one brush.
    let later = game.step(Input::Wake, Instant::from_millis(2150));
    events.extend(later.iter().copied());
    (game, events)
}

#[test]
fn the_check_finds_a_difference_without_a_notice() {
    let (game, events) = one_pushed_beside();
    assert_eq!(explained(&game, Instant::from_millis(2_000), &events), Ok(()));
    let silent: Vec<Event> =
        events.iter().copied().filter(|e| !matches!(e.what, EventKind::Notice { .. })).collect();
    assert!(silent.len() < events.len(), "a notice reports it: {events:?}");
    let why = explained(&game, Instant::from_millis(2_000), &silent).expect_err("no notice");
    assert!(why.contains("no event names"), "{why}");
}

#[test]
fn a_move_carries_the_edges_that_led_to_it() {
    let (_, events) = one_pushed_beside();
    let account = events.iter().find_map(|event| match event.what {
        EventKind::Moved { account, .. } => Some(account),
        _ => None,
    });
    let account = account.expect("the move counts");
    let edge = |before, cell, closed, piece| AccountEdge {
        before,
        cell,
        closed,
        piece: Square::new(piece),
    };
    let beside = Cell::new(7, 2).expect("a cell");
    let expected = [
        edge(1150, cell(22), false, 22),
        edge(950, cell(18), true, 22),
        edge(750, cell(30), false, 30),
        edge(650, beside, true, 30),
    ];
    assert_eq!(account.edges(), expected);
    assert_eq!(account.rival, None);
}
