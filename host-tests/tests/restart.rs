//! 7.2 to 7.4: how long a game begun on a turned board, or with the colours swapped, may be
//! begun again, and how it begins again.

use damiera::event::{Event, EventKind};
use damiera::game::{Input, Settings};
use damiera::menu::GameWithMenu;
use damiera::protocol::Entry;
use damiera::rules::{Article, Colour, Edition, Position, Side};
use damiera::sense::{Contact, Edge, Key};
use damiera::time::{Duration, Instant};
use damiera_sim::scenario::Scenario;
use damiera_sim::virtual_board::VirtualBoard;

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

/// Two half-moves, then the page of the game with *Ricomincia (7.4)* chosen.
const TO_THE_ENTRY: &str = "
move 22-18
press white
expect move 22-18
move 11-14
press black
expect move 11-14
+4000 key menu held 2100
expect paused
key minus
key minus
expect item Ricomincia (7.4)
key menu
expect screen claim
";

/// Runs a scenario and returns the board and the events of a game that begins again, or cannot.
fn played(text: &str) -> (VirtualBoard, Vec<EventKind>) {
    let scenario = Scenario::read(text).unwrap();
    let mut board = scenario.board().unwrap();
    let account = scenario.run_on(&mut board);
    assert!(account.passed(), "{account}");
    let events = board.log().iter();
    let events = events.map(|bytes| Entry::of(bytes).unwrap().event().unwrap().what);
    let restarts = events.filter(|what| {
        matches!(what, EventKind::Restarted { .. } | EventKind::RestartRefused { .. })
    });
    let restarts = restarts.collect();
    (board, restarts)
}

/// The pieces of both half-moves put back, and the game begun by Black's press and a move.
const AND_ON: &str = "
expect screen set-up
lift 18
drop 22
lift 14
drop 11
expect restored
expect screen ready
expect position W:W21-32:B1-12
press black
expect turn white
move 22-18
press white
expect move 22-18
expect moves white 1
expect moves black 0
";

#[test]
fn both_buttons_begin_the_game_again_with_the_times_that_are_left() {
    let text = format!(
        "clock 5'\n{TO_THE_ENTRY}press white\nexpect screen claim\npress black\nexpect restarted 7.3\n"
    );
    let (board, restarts) = played(&text);
    let [EventKind::Restarted { article, full: false, clock: Some(clock) }] = restarts[..] else {
        panic!("{restarts:?}")
    };
    assert_eq!(article, Article::new(7, 3));
    let left = [Colour::White, Colour::Black].map(|colour| clock.left(colour).as_millis());
    assert!(left.iter().all(|left| (290_000..300_000).contains(left)), "{left:?}");
    let record = board.game().record();
    assert_eq!((record.game(), record.half_moves(), record.running()), (1, 0, None));
    assert!(!record.paused() && record.history().back_from(record.position()).next().is_none());
    played(&format!("{text}{AND_ON}"));
}

#[test]
fn the_arbiter_begins_the_game_again_alone() {
    let (_, restarts) =
        played(&format!("clock 5'\n{TO_THE_ENTRY}key plus\nexpect restarted 7.3\n{AND_ON}"));
    assert!(matches!(restarts[..], [EventKind::Restarted { full: false, .. }]), "{restarts:?}");
}

#[test]
fn the_arbiter_can_give_full_times() {
    let text = "clock 5'
        move 22-18
        press white
        expect move 22-18
        +5000 key menu held 2100
        expect paused
        key minus
        key menu
        expect item Riprendi
        key plus
        key plus
        key plus
        key plus
        key plus
        expect item Ricomincia, tempi pieni
        key menu
        expect restarted 7.3
        expect screen set-up
        expect clock white 5:00
        expect clock black 5:00";
    let (_, restarts) = played(text);
    assert!(matches!(restarts[..], [EventKind::Restarted { full: true, .. }]), "{restarts:?}");
}

#[test]
fn a_turned_board_is_the_reason_where_one_was_reported() {
    let mut game = begun(Edition::Year2008);
    assert!(game.may_restart(STARTED));
    let what = EventKind::Notice {
        article: Article::new(7, 2),
        squares: Position::start().occupied(),
        light: None,
    };
    let mut record = game.record().clone();
    record.apply(&Event { game: 1, number: record.number(), at: 1_000, what });
    game = GameWithMenu::with_record(*game.settings(), record);
    let mut at = 2_000;
    let mut key = |key, millis| {
        let mut events = Vec::new();
        for (closed, wait) in [(true, millis), (false, 100)] {
            let now = Instant::from_millis(at);
            let contact = Contact::Key(key);
            events.extend(game.step(Input::Edge(Edge { at: now, contact, closed }), now).iter());
            at += wait;
            events.extend(game.step(Input::Wake, Instant::from_millis(at)).iter());
        }
        events
    };
    key(Key::Menu, 2_100);
    key(Key::Minus, 80);
    key(Key::Minus, 80);
    key(Key::Menu, 80);
    let events = key(Key::Plus, 80);
    let article = Article::new(7, 2);
    assert!(
        matches!(events[..], [Event { what: EventKind::Restarted { article: why, .. }, .. }] if why == article),
        "{events:?}"
    );
}

#[test]
fn after_the_limit_the_entry_says_so() {
    let text = "clock 40/60'
        move 22-18
        press white
        expect move 22-18
        +600000 key menu held 2100
        expect paused
        key minus
        key minus
        expect item Ricomincia (7.4)
        key menu
        expect no-restart 7.3
        expect screen claim
        press white
        press black
        expect screen claim
        key menu
        expect screen paused
        expect position B:W18,21,23-32:B1-12";
    let (_, restarts) = played(text);
    let article = Article::new(7, 3);
    assert_eq!(restarts, [EventKind::RestartRefused { article }]);
}

#[test]
fn in_2006_ten_minutes_do_not_matter() {
    let text = "edition 2006
        clock 40/60'
        move 22-18
        press white
        expect move 22-18
        +600000 key menu held 2100
        expect paused
        key minus
        key minus
        expect item Ricomincia (7.3)
        key menu
        key plus
        expect restarted 7.3";
    let (_, restarts) = played(text);
    assert!(matches!(restarts[..], [EventKind::Restarted { full: false, .. }]), "{restarts:?}");
}

#[test]
fn a_power_cut_after_it_changes_nothing() {
    let text = format!(
        "clock 5'\n{TO_THE_ENTRY}key plus\nexpect restarted 7.3\nunplug 500\nexpect recovered\nkey menu\n"
    );
    played(&format!("{text}expect resumed\n{AND_ON}"));
}
