//! What the arbiter, or a player beside him, enters at the keys during a game: the seconds of mosse lampo
//! (3.11), the last position set up again, the opponent's choice (8.2).

use damiera::event::EventKind;
use damiera::protocol::Entry;
use damiera::rules::Colour;
use damiera_sim::scenario::Scenario;

/// Runs a scenario, and returns its events.
fn events(text: &str) -> Vec<EventKind> {
    let scenario = Scenario::read(text).unwrap();
    let mut board = scenario.board().unwrap();
    let account = scenario.run_on(&mut board);
    assert!(account.passed(), "{account}");
    let log = board.log().iter();
    log.map(|bytes| Entry::of(bytes).unwrap().event().unwrap().what).collect()
}

/// White's seconds run, and two of them are gone.
const TWO_SECONDS_GONE: &str = "start W:WK32:BK1
    clock 10\"+5s lampo
    wait 9300
    +0 key menu held 2100
    expect paused
    expect clock white 2.9
    key minus
    expect item Arbitro
    key minus
    expect item Annulla secondi
    key menu
    expect screen claim
    ";

#[test]
fn the_opponent_lets_the_seconds_be_annulled() {
    let text = format!(
        "{TWO_SECONDS_GONE}
        press white
        expect clock white 2.9
        press black
        expect clock white 5.0
        key menu
        key menu
        key menu
        expect resumed"
    );
    let (of, by) = (Colour::White, Some(Colour::Black));
    let annulled = |what: &EventKind| match what {
        EventKind::SecondsAnnulled { of, by, .. } => Some((*of, *by)),
        _ => None,
    };
    let found: Vec<_> = events(&text).iter().filter_map(annulled).collect();
    assert_eq!(found, [(of, by)]);
}

#[test]
fn the_arbiter_annuls_the_seconds() {
    let text = format!("{TWO_SECONDS_GONE}\nkey plus\nexpect clock white 5.0\n");
    let by_arbiter = |what: &EventKind| matches!(what, EventKind::SecondsAnnulled { by: None, .. });
    assert!(events(&text).iter().any(by_arbiter));
}

#[test]
fn no_seconds_before_the_main_time_is_over() {
    events(
        "start W:WK32:BK1
        clock 30\"+5s lampo
        key menu held 2100
        expect paused
        key minus
        key minus
        expect item Ricomincia (7.4)",
    );
}

#[test]
fn the_last_position_set_up_again_gives_the_turn_back() {
    // White has pressed for a board that the arbiter has to decide: Black's clock runs.
    events(
        "start W:W22,24,28,30,32:B1,5,12
        clock 4'+3\"
        knock 12 24 5
        expect notice 7.8 squares 12 24 5
        expect halted
        put 24
        move 22-18
        press white
        expect arbiter
        expect turn black
        key menu held 2100
        expect paused
        key minus
        key menu
        key plus
        expect item Rimetti posizione
        key menu
        expect halted
        lift 18
        drop 22
        put 5 12
        key menu
        key menu
        expect resumed
        expect restored
        expect turn white
        move 22-18
        press white
        expect move 22-18
        expect moves white 1",
    );
}

#[test]
fn the_press_for_an_undone_move_brings_nothing() {
    // A foreign piece first, then an own move: only the arbiter knows.
    events(
        "start W:W22,30:B5,7
        clock 4'+3\"
        lift 5
        wait 300
        drop 9
        wait 300
        move 22-18
        press white
        expect arbiter
        expect moves white 1
        key menu held 2100
        expect paused
        key minus
        key menu
        key plus
        expect item Rimetti posizione
        key menu
        expect halted
        expect moves white 0
        lift 18
        drop 22
        lift 9
        drop 5
        key menu
        key menu
        expect resumed
        expect restored
        expect turn white",
    );
}

#[test]
fn an_event_says_that_the_arbiter_entered_the_choice() {
    for (entry, expected) in [("Correggere", "correct"), ("Tenere", "keep")] {
        let further = if entry == "Tenere" { "key plus\n" } else { "" };
        let text = format!(
            "start W:W22,30:B18,5
            move 30-26
            press white
            expect irregularity 8.1.6
            key menu held 2100
            expect paused
            key minus
            key menu
            key plus
            {further}expect item {entry}
            key menu
            expect {expected}"
        );
        let events = events(&text);
        let at = events.iter().position(|what| *what == EventKind::EnteredByArbiter);
        let next = at.and_then(|at| events.get(at + 1));
        assert!(matches!(next, Some(EventKind::Decided { .. })), "{events:?}");
    }
}
