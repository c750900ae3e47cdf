//! `damiera explain`: files of every kind, what is selected, the strip of boards.

mod program;

use std::fs;

use damiera::protocol::{Entry, ToPc};
use damiera_sim::scenario::Scenario;
use damiera_sim::wire::{bytes, frame, hello};
use program::{folder, run, scratch_file, text};

const SCENARIO: &str = "lift 24\n+400 put 24\nmove 22-18\npress white\n\
                        expect irregularity 8.1.3 squares 18 22 24\n";

fn scenario(name: &str, content: &str) -> String {
    let path = scratch_file(name);
    fs::write(&path, content).expect("the scratch folder takes files");
    text(&path).to_owned()
}

#[test]
fn a_scenario_is_played_and_its_decision_explained() {
    let file = scenario("explain.scn", SCENARIO);
    let out = run(&["explain", &file]).fine();
    assert!(out.starts_with("Irregolarità 8.1.3 del Bianco: "), "{out}");
    assert!(out.contains("va giocato quello (3.7, 3.8)"), "{out}");
    assert!(out.contains("8.1.3: «toccare un proprio pezzo e muoverne un altro»"), "{out}");
    let out = run(&["explain", &file, "--lang", "en"]).fine();
    assert!(out.starts_with("Irregularity 8.1.3 of White: "), "{out}");
}

#[test]
fn one_event_or_one_move_is_selected_as_text_and_as_json() {
    let file = scenario(
        "explain-two.scn",
        "move 22-18\npress white\nmove 10-14\npress black\n\
                        expect moved\n",
    );
    // The expectation has no such name: a file that cannot be read is an error.
    assert_eq!(run(&["explain", &file]).code, Some(1));
    let file = scenario(
        "explain-two.scn",
        "move 22-18\npress white\nexpect move 22-18\n\
                        move 10-14\npress black\nexpect move 10-14\n",
    );
    let all = run(&["explain", &file, "--json"]).fine();
    assert_eq!(all.lines().count(), 2, "{all}");
    let second = run(&["explain", &file, "--move", "2", "--json"]).fine();
    assert_eq!(second.lines().collect::<Vec<_>>(), [all.lines().nth(1).expect("two lines")]);
    let json: serde_json::Value = serde_json::from_str(&second).expect("JSON");
    assert_eq!(json["kind"], "Moved");
    assert_eq!(json["hands"][0]["action"], "lifted");
    assert_eq!(json["hands"][0]["piece"], 10);
    assert_eq!(json["articles"][0]["article"], "3.5");
    let number = json["number"].to_string();
    assert_eq!(run(&["explain", &file, "--event", &number, "--json"]).fine(), second);
    assert_eq!(run(&["explain", &file, "--move", "9"]).code, Some(1));
}

#[test]
fn a_strip_is_drawn() {
    let file = scenario("explain-strip.scn", SCENARIO);
    let picture = run(&["explain", &file, "--svg", "-"]).fine();
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"), "{picture}");
    let path = scratch_file("explain-strip.svg");
    let out = run(&["explain", &file, "--svg", text(&path)]).fine();
    assert!(out.starts_with("Irregolarità"), "{out}");
    assert_eq!(fs::read_to_string(path).expect("a picture"), picture);
}

#[test]
fn a_recording_and_its_json_lines_tell_the_same_as_the_scenario() {
    let scenario_file = scenario("explain-recorded.scn", SCENARIO);
    let played = Scenario::read(SCENARIO).expect("a scenario");
    let mut board = played.board().expect("a board");
    assert!(played.run_on(&mut board).passed());
    let mut stream = frame(&bytes(&ToPc::Hello(hello(7))));
    for event in board.log().iter() {
        let event = Entry::of(event).and_then(|entry| entry.event()).expect("an event");
        stream.extend(frame(&bytes(&ToPc::Event(event))));
    }
    let recording = scratch_file("explain.bytes");
    fs::write(&recording, stream).expect("the scratch folder takes files");
    let out = run(&["explain", text(&recording)]).fine();
    assert_eq!(out, run(&["explain", &scenario_file]).fine());
    let folder = folder("explain-json");
    let lines = run(&["record", text(&recording), "--json", "-o", text(&folder)]).fine();
    let json = scratch_file("explain.jsonl");
    fs::write(&json, lines).expect("the scratch folder takes files");
    assert_eq!(run(&["explain", text(&json)]).fine(), out);
}

#[test]
fn a_file_without_a_game_is_an_error() {
    let file = scenario("explain-nothing.bin", "nothing");
    let run = run(&["explain", &file]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert!(run.err.contains("nothing to explain"), "{}", run.err);
}
