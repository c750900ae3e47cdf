//! Every change of the game's phase leaves a line of trace with its reason.

use std::fs;

use damiera_emulator::scenario_files;
use damiera_sim::scenario::Scenario;
use host_tests::data;

/// The trace of a scenario, which has to pass.
fn trace(scenario: &Scenario) -> Vec<String> {
    let mut board = scenario.board().expect("a board");
    let account = scenario.run_on(&mut board);
    assert_eq!(account.failure, None);
    board.transitions().iter().map(ToString::to_string).collect()
}

fn trace_of(file: &str) -> Vec<String> {
    let path = data::path("data/scenarios").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    trace(&Scenario::read(&text).expect("a scenario"))
}

#[test]
fn a_correction_goes_through_the_choice_and_the_restoration() {
    assert_eq!(
        trace_of("choice/8-1-03-corrected.scn"),
        [
            "Setup -> Playing: the board is set up",
            "Playing -> Choosing: another piece touched first",
            "Choosing -> Restoring: the irregularity is corrected",
            "Restoring -> Playing: the board is restored",
        ]
    );
}

#[test]
fn an_irregularity_that_is_kept_goes_back_to_play() {
    assert_eq!(
        trace_of("choice/8-1-03-kept.scn"),
        [
            "Setup -> Playing: the board is set up",
            "Playing -> Choosing: another piece touched first",
            "Choosing -> Playing: the irregularity stands",
        ]
    );
}

#[test]
fn the_end_of_a_game_has_its_reason() {
    let trace = trace_of("results/9-2-1-resignation-on-the-opponents-time.scn");
    assert_eq!(trace.last().map(String::as_str), Some("Playing -> Over: resignation"));
}

/// Each phase is entered by some scenario, and each transition begins in the phase in which the one
/// before ended.
#[test]
fn the_transitions_of_a_scenario_are_consecutive() {
    let mut entered = std::collections::BTreeSet::new();
    for path in scenario_files(&data::path("data/scenarios")).expect("the folder of scenarios") {
        let text = fs::read_to_string(&path).expect("a scenario");
        let scenario = Scenario::read(&text).expect("a scenario");
        let mut board = scenario.board().expect("a board");
        scenario.run_on(&mut board);
        let mut phase = "Setup";
        for transition in board.transitions() {
            assert_eq!(transition.from, phase, "{}: {transition}", path.display());
            phase = transition.to;
            entered.insert(phase);
        }
        assert_eq!(board.game().record().phase().name(), phase, "{}", path.display());
    }
    let all = ["Arbiter", "Choosing", "Halted", "Over", "Playing", "Restoring", "Setup"];
    assert!(entered.iter().eq(all.iter()), "{entered:?}");
}
