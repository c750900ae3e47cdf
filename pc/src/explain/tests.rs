//! Explanations of games on the virtual board, compared with those in `tests/golden/explain`.

use std::fs;
use std::path::PathBuf;

use damiera::event::Event;
use damiera::protocol::Entry;
use damiera_sim::scenario::Scenario;

use super::*;

/// Plays the acts of a scenario; what they come to is the golden text's business.
fn events(text: &str) -> Vec<Event> {
    let scenario = Scenario::read(text).expect("a scenario");
    let mut board = scenario.board().expect("a board");
    let _ = scenario.run_on(&mut board);
    board
        .log()
        .iter()
        .map(|bytes| Entry::of(bytes).and_then(|e| e.event()).expect("an event"))
        .collect()
}

/// Compares with a file; `UPDATE_EXPLANATIONS=1` writes it, for review.
#[track_caller]
fn check_in(language: Language, name: &str, scenario: &str) -> Vec<Explanation> {
    let explanations = explain(&events(scenario), Options { language, brush: 150 });
    let texts: Vec<String> = explanations.iter().map(Explanation::to_string).collect();
    let text = texts.join("\n");
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/explain"));
    let path = folder.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_EXPLANATIONS").is_some_and(|value| value == "1") {
        fs::create_dir_all(&folder).expect("the folder of golden texts");
        fs::write(&path, &text).expect("a golden text can be written");
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap_or_default(), "{name}");
    explanations
}

#[track_caller]
fn check(name: &str, scenario: &str) -> Vec<Explanation> {
    check_in(Language::Italian, name, scenario)
}

#[test]
fn a_lawful_move() {
    let told = check("lawful-move", "move 23-19\npress white\nwait 500\n");
    assert_eq!(told[0].kind, "Moved");
    assert_eq!(told[0].strip.frames.len(), 3, "before, the move, decided");
}

#[test]
fn a_brush_at_the_press() {
    let text = "lift 22\nput 18\nlift 28\n+60 put 28\n+20 press white\nwait 800\n";
    let told = check("brush-at-the-press", text);
    let brushed = |action: &Action| matches!(action.what, ActionKind::Brushed { .. });
    assert!(told[0].hands.iter().any(brushed), "{:?}", told[0].hands);
}

const CAPTURE: &str =
    "start W:W31,32:B27,18,10,4\nlift 31\nput 22\nlift 22\nput 13\nlift 13\nput 6\n";

#[test]
fn a_capture_collected_in_direct_order() {
    let text = format!("{CAPTURE}lift 27\nlift 18\nlift 10\npress white\nwait 500\n");
    let told = check("capture-direct", &text);
    assert_eq!(told[0].strip.frames.len(), 4, "before, the path, the removal, decided");
}

#[test]
fn a_capture_collected_in_inverse_order() {
    check(
        "capture-inverse",
        &format!("{CAPTURE}lift 10\nlift 18\nlift 27\npress white\nwait 500\n"),
    );
}

#[test]
fn a_capture_collected_out_of_order() {
    check("capture-5-12", &format!("{CAPTURE}lift 18\nlift 27\nlift 10\npress white\nwait 500\n"));
}

#[test]
fn one_piece_touched_and_another_moved_corrected() {
    let text = "lift 24\n+400 put 24\nmove 22-18\npress white\nwait 800\npress black\nwait 300\n\
                move 18-22\nwait 500\n";
    let told = check("8-1-03", text);
    assert_eq!(told[0].squares, [18, 22, 24]);
}

#[test]
fn a_capture_stopped() {
    let text = "start W:W31,32:B27,18,10,4\nlift 31\nput 22\nlift 27\npress white\nwait 800\n";
    check("8-1-09", text);
}

#[test]
fn a_priority_not_respected() {
    let text = "start W:W30,K24:B4,20,26\nlift 30\nput 21\nlift 26\npress white\nwait 800\n";
    check("8-1-15-by-6-7", text);
}

#[test]
fn two_men_displaced() {
    check("8-1-01", "move 22-18\nmove 24-20\npress white\nwait 800\n");
}

#[test]
fn a_piece_too_many() {
    check("piece-too-many", "move 22-18\nput 16\nwait 1500\npress white\nwait 800\n");
}

#[test]
fn an_irregularity_kept_by_a_touch() {
    check(
        "kept-by-touch",
        "move 22-17\nlift 17\nput 14\npress white\nwait 800\nlift 10\nwait 400\n",
    );
}

#[test]
fn the_numbers_of_2006() {
    let text = "edition 2006\nlift 24\n+400 put 24\nmove 22-18\npress white\nwait 800\n";
    let told = check("edition-2006", text);
    assert_eq!(told[0].articles[0].article, "8.1.1");
}

#[test]
fn in_english() {
    let text = "lift 24\n+400 put 24\nmove 22-18\npress white\nwait 800\npress black\nwait 300\n";
    check_in(Language::English, "english", text);
}

#[test]
fn a_result() {
    let text = "start W:W23:B19\nmove 23x14\npress white\nwait 500\n";
    check("result-9-2-3", text);
}

#[test]
fn a_game_without_its_first_event_is_left_out() {
    let all = events("move 22-18\npress white\nwait 500\n");
    let options = Options { language: Language::Italian, brush: 150 };
    assert!(explain(&all[1..], options).is_empty());
}
