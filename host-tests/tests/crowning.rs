//! 4.5 without transcription: a piece that was not crowned is a man until it is.

use damiera::event::EventKind;
use damiera::protocol::Entry;
use damiera_sim::scenario::Scenario;
use damiera_sim::virtual_board::VirtualBoard;

/// Runs a scenario, and returns its board.
fn board(text: &str) -> VirtualBoard {
    let scenario = Scenario::read(text).unwrap();
    let mut board = scenario.board().unwrap();
    let account = scenario.run_on(&mut board);
    assert!(account.passed(), "{account}");
    board
}

/// Runs a scenario, and returns its events.
fn events(text: &str) -> Vec<EventKind> {
    let board = board(text);
    let log = board.log().iter();
    log.map(|bytes| Entry::of(bytes).unwrap().event().unwrap().what).collect()
}

/// White reaches the far base, and Black opens the page of the game.
fn reached(transcription: &str) -> String {
    format!(
        "start W:W5,30:B12,20
        clock 5'
        set transcription {transcription}
        move 5-1
        press white
        expect move 5-1
        key menu held 2100
        expect paused
        key minus
        expect item Arbitro
        key minus
        "
    )
}

/// It is declared, and the game goes on.
fn declared() -> String {
    let reached = reached("off");
    format!(
        "{reached}expect item Dama non fatta
        key menu
        expect screen claim
        press black
        key menu
        key menu
        key menu
        expect resumed
        "
    )
}

#[test]
fn the_opponent_declares_it_and_the_man_cannot_move() {
    let text = format!(
        "{}
        move 12-16
        press black
        expect move 12-16
        move 1-5
        press white
        expect irregularity 8.1.2",
        declared()
    );
    let not_crowned = |what: &&EventKind| matches!(what, EventKind::NotCrowned { .. });
    assert_eq!(events(&text).iter().filter(not_crowned).count(), 1);
}

#[test]
fn crowned_late_on_the_own_turn_is_a_touch() {
    let text = format!(
        "{}
        move 12-16
        press black
        expect move 12-16
        key menu held 2100
        expect paused
        key minus
        key minus
        expect item Dama fatta
        key menu
        press white
        expect position W:WK1,30:B16,20
        key menu
        key menu
        key menu
        expect resumed
        move 30-26
        press white
        expect irregularity 8.1.3",
        declared()
    );
    events(&text);
}

#[test]
fn its_player_cannot_declare_it_nor_anyone_with_transcription() {
    events(&format!("{}expect item Ricomincia (7.4)", reached("on")));
    let text = format!("{}key menu\npress white\nexpect position B:WK1,30:B12,20", reached("off"));
    events(&text);
}

#[test]
fn it_is_taken_back_alone() {
    let text = format!(
        "{}
        key menu held 2100
        expect paused
        key minus
        key menu
        key plus
        key plus
        key plus
        key plus
        key plus
        key plus
        expect item Ritira mossa
        key menu
        expect taken-back
        expect position B:WK1,30:B12,20",
        declared()
    );
    events(&text);
}

#[test]
fn a_power_cut_keeps_it() {
    let text = format!(
        "{}
        unplug 500
        expect recovered
        key menu
        expect resumed",
        declared()
    );
    assert_eq!(board(&text).game().record().position().to_string(), "B:W1,30:B12,20");
}
