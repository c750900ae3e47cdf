//! 7.2 to 7.4: how long a game begun on a turned board, or with the colours swapped, may be
//! begun again.

use damiera::game::{Input, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Edition, Position, Side};
use damiera::sense::{Contact, Edge, Key};
use damiera::time::{Duration, Instant};

/// A game in which Black's press has just started White's clock, at one second.
fn begun(edition: Edition) -> GameWithMenu {
    let settings = Settings { edition, white: Some(Side::South), ..Settings::default() };
    let mut game = GameWithMenu::new(settings);
    let start = Input::NewGame { position: Position::start(), opening: None };
    game.step(start, Instant::ZERO);
    let at = Instant::from_millis(1000);
    let contact = Contact::Key(Key::Player(Side::North));
    game.step(Input::Edge(Edge { at, contact, closed: true }), at);
    game
}

const STARTED: Instant = Instant::from_millis(1000);

#[test]
fn no_restart_ten_minutes_after_the_start_of_the_clock() {
    let game = begun(Edition::Year2008);
    assert!(game.may_restart(STARTED + Duration::from_millis(599_999)));
    assert!(!game.may_restart(STARTED + Duration::from_secs(600)));
}

#[test]
fn in_2006_only_the_moves_count() {
    let game = begun(Edition::Year2006);
    assert!(game.may_restart(STARTED + Duration::from_secs(6_000)));
}

#[test]
fn before_the_clock_starts_time_does_not_count() {
    let mut game = GameWithMenu::new(Settings::default());
    game.step(Input::NewGame { position: Position::start(), opening: None }, Instant::ZERO);
    assert!(game.may_restart(Instant::from_millis(3_600_000)));
}

#[test]
fn no_restart_after_five_moves_each() {
    use damiera_sim::scenario::Scenario;
    // Always the first legal move of the list.
    let game = |half_moves| {
        let mut position = Position::start();
        let mut text = String::from("start standard\n\n");
        for _ in 0..half_moves {
            let player = position.turn().to_string().to_lowercase();
            let played = position.legal_moves()[0];
            let written = position.write_move(played);
            text += &format!("move {written}\npress {player}\nexpect move {written}\n");
            position = position.play(played).unwrap();
        }
        text
    };
    let soon = Instant::from_millis(60_000);
    for (text, open) in [(game(9), true), (game(10), false)] {
        let scenario = Scenario::read(&text).unwrap();
        let mut board = scenario.board().unwrap();
        let account = scenario.run_on(&mut board);
        assert!(account.passed(), "{account}");
        assert_eq!(board.game().may_restart(soon), open);
    }
}
