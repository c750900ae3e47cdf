//! Names and texts of every message of a board, as `record --json`, `replay` and PDN comments have
//! them.
//!
//! `golden/events/every-message.capture` has each variant of each enum of `ToPc` at least once; the
//! other files of that folder hold the output for it. Other programs read these names, so the files
//! are only appended to: a new kind of message is one more line in the capture (its frame is in
//! `host-tests/data/wire`), and the lines that it adds to the outputs.

mod program;

use std::fs;

use program::{folder, run, text};

const CAPTURE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/events/every-message.capture");

/// Fails with the first line that differs.
#[track_caller]
fn assert_same_lines(written: &str, golden: &str) {
    for (number, (written, golden)) in written.lines().zip(golden.lines()).enumerate() {
        assert_eq!(written, golden, "line {}", number + 1);
    }
    assert_eq!(written, golden);
}

#[test]
fn record_prints_every_event_as_before() {
    let folder = folder("event-names");
    let printed = run(&["record", CAPTURE, "--json", "-o", text(&folder)]).fine();
    assert_same_lines(&printed, include_str!("golden/events/record.jsonl"));
    let game = fs::read_to_string(folder.join("E6614103E7285B2F-00003.pdn")).expect("a PDN file");
    assert_same_lines(&game, include_str!("golden/events/game-3.pdn"));
}

#[test]
fn replay_prints_every_message_as_before() {
    assert_same_lines(&run(&["replay", CAPTURE]).fine(), include_str!("golden/events/replay.txt"));
}
