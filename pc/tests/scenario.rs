//! `damiera scenario`: plays files and prints their accounts.

mod program;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::Command;

use program::{Run, command, run, scratch_file, text};

/// A scenario file that no other test uses.
fn file(name: &str, text: &str) -> String {
    let path = scratch_file(name);
    fs::write(&path, text).expect("the scratch folder takes files");
    path.to_str().expect("its name is text").to_owned()
}

fn scenario(args: &[&str]) -> Run {
    run(&[&["scenario"], args].concat())
}

#[test]
fn an_account_tells_acts_and_what_came_of_them() {
    let good = file("good.scn", "move 22-18\npress white\nexpect move 22-18\nexpect turn black\n");
    let account = "    1000  move 22-18
    1150      > touched 22
    1400  press white
    1400      > move 22-18
    1400      > pressed white
    1490    ok expect move 22-18
    1490    ok expect turn black
";
    assert_eq!(scenario(&[&good]).fine(), format!("{good}: ok\n{account}\n1 passed, 0 failed\n"));
}

#[test]
fn a_failure_names_its_place_and_what_came_instead() {
    let wrong = file("wrong.scn", "move 22-18\n  expect restored\n");
    let run = scenario(&[&wrong]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let account = "    1000  move 22-18
    1150      > touched 22
    1210    FAILED expect restored
";
    let reason = format!("{wrong}:2:3: expected `restored`, but nothing happened");
    assert_eq!(run.out, format!("{wrong}: FAILED\n{account}{reason}\n\n0 passed, 1 failed\n"));
}

#[test]
fn a_bad_file_does_not_stop_the_others() {
    let bad = file("bad.scn", "# title\nlfit 22\n");
    let good = file("after_bad.scn", "expect nothing\n");
    let missing = "no-such-file.scn";
    let run = scenario(&[&bad, missing, &good]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let out = &run.out;
    assert!(
        out.contains(&format!("{bad}:2:1: `lfit` is not a word that begins a line: did you mean"))
    );
    assert!(out.contains(&format!("{missing}: error: ")), "{out}");
    assert!(out.contains(&format!("{good}: ok\n")), "{out}");
    assert!(out.ends_with("\n1 passed, 2 failed\n"), "{out}");
}

#[test]
fn a_file_that_is_no_text_is_an_error() {
    let path = scratch_file("binary.scn");
    fs::write(&path, [0xff, 0xfe, 0x00]).expect("the scratch folder takes files");
    let run = scenario(&[path.to_str().expect("its name is text")]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains(": error: ") && run.out.contains("UTF-8"), "{}", run.out);
}

#[test]
fn a_folder_means_all_below_it() {
    let folder: PathBuf = scratch_file("scenarios");
    let below = folder.join("below");
    fs::create_dir_all(&below).expect("the scratch folder takes folders");
    for (path, text) in [
        (folder.join("b.scn"), "expect nothing"),
        (below.join("a.scn"), "expect hand rest"),
        (folder.join("notes.txt"), "no scenario"),
    ] {
        fs::write(path, text).expect("the scratch folder takes files");
    }
    let out = scenario(&[folder.to_str().expect("its name is text")]).fine();
    let files: Vec<_> = out.lines().filter(|line| line.ends_with(": ok")).collect();
    assert_eq!(files.len(), 2, "{out}");
    assert!(files[0].ends_with("b.scn: ok") && files[1].ends_with("a.scn: ok"), "{out}");
    assert!(out.ends_with("2 passed, 0 failed\n"), "{out}");
}

#[test]
fn an_empty_folder_is_an_error() {
    let folder = scratch_file("no-scenarios");
    fs::create_dir_all(&folder).expect("the scratch folder takes folders");
    let run = scenario(&[folder.to_str().expect("its name is text")]);
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("there is no scenario, a file named *.scn, below this folder"));
}

#[test]
fn json_is_one_object_a_line() {
    let good = file("good_for_json.scn", "lift 22\nexpect hand held\n");
    let bad = file("bad_for_json.scn", "lift 33\n");
    let run = scenario(&["--json", &good, &bad, "no-such-file.scn"]);
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    let lines: Vec<_> = run.out.lines().collect();
    let entries = r#"[{"at":1000,"line":1,"kind":"act","text":"lift 22"},{"at":1010,"line":2,"kind":"met","text":"hand held"}]"#;
    assert_eq!(lines[0], format!(r#"{{"file":"{good}","passed":true,"entries":{entries}}}"#));
    let failure = r#"{"line":1,"column":6,"message":"there is no square 33: they are numbered 1 to 32","code":"syntax"}"#;
    let expected = format!(r#"{{"file":"{bad}","passed":false,"entries":[],"failure":{failure}}}"#);
    assert_eq!(lines[1], expected);
    let unread = r#"{"file":"no-such-file.scn","passed":false,"entries":[],"failure":{"message":"#;
    assert!(lines[2].starts_with(unread), "{}", lines[2]);
    assert!(lines[2].ends_with(r#","code":"syntax"}}"#), "{}", lines[2]);
    assert_eq!(lines.len(), 3);
}

#[test]
fn json_says_what_a_state_is() {
    let file = file("state_for_json.scn", "expect turn black\n");
    let run = scenario(&["--json", &file]);
    let failure = r#"{"line":1,"column":1,"message":"expected `turn black`, but it is `turn white`","code":"state","is":"white"}"#;
    assert!(run.out.ends_with(&format!(",\"failure\":{failure}}}\n")), "{}", run.out);
}

/// A program that reads the lines has each one before the next file is opened: here the second file
/// is a pipe that nobody writes before.
#[cfg(unix)]
#[test]
fn a_line_is_written_when_its_file_has_been_played() {
    let good = file("first_of_two.scn", "expect nothing\n");
    let pipe = scratch_file("second_of_two.scn");
    let _ = fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let mut child = command(&["scenario", "--json", &good, text(&pipe)]).spawn().expect("it runs");
    let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
    let first = lines.next().expect("a line").expect("text");
    assert!(first.starts_with(&format!(r#"{{"file":"{good}","passed":true"#)), "{first}");
    fs::write(&pipe, "lift 33\n").expect("the other end is open");
    let second = lines.next().expect("a line").expect("text");
    assert!(second.contains(r#""passed":false"#), "{second}");
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

/// A panic is the failure of its file: the others are played.
#[test]
fn a_panic_does_not_end_the_run() {
    // More random numbers at one instant than the queue of the game takes.
    let bad = file("panic.scn", &"+0 random 1\n".repeat(1_000));
    let good = file("after_panic.scn", "expect nothing\n");
    let run = scenario(&["--json", &bad, &good]);
    assert_eq!(run.code, Some(1));
    let lines: Vec<_> = run.out.lines().collect();
    assert!(lines[0].contains("the program panicked: "), "{}", lines[0]);
    assert!(lines[0].ends_with(r#","code":"invariant"}}"#), "{}", lines[0]);
    assert!(lines[1].starts_with(&format!(r#"{{"file":"{good}","passed":true"#)), "{}", lines[1]);
}

#[test]
fn files_have_to_be_named() {
    for args in [&[][..], &["--jsn", "a.scn"]] {
        let run = scenario(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}");
    }
    assert!(scenario(&["--help"]).fine().contains("Exit codes:\n  0  "));
}
