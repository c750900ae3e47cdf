//! `damiera dump` and `damiera replay`: a capture can be used in place of the board.

mod bench;
mod program;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Command;

use bench::Bench;
use program::{command, interrupt, run, scratch_file, text};

/// A path that no other test uses, without a file.
fn nothing(name: &str) -> PathBuf {
    let path = scratch_file(name);
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path
}

/// A capture that begins in the middle of a game and contains the whole game.
fn captured(name: &str) -> (PathBuf, Bench) {
    let file = nothing(name);
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    bench.play("10-13");
    let child = command(&["dump", &bench.address(), "-o", text(&file)]).spawn().expect("it starts");
    let has = |wanted: usize| {
        let file = file.clone();
        move || {
            let text = fs::read_to_string(&file).unwrap_or_default();
            text.lines().filter(|line| line.contains(" < ")).count() > wanted
        }
    };
    bench.serve_until("the first half", has(3));
    bench.play("17x10");
    bench.play("5x14");
    bench.draw();
    for _ in 0..200 {
        bench.pump();
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let said = interrupt(child).fine();
    assert!(said.contains(" events"), "{said}");
    bench.unplug();
    (file, bench)
}

/// The PDN file that `record` writes for a port.
fn recorded(port: &str, name: &str) -> String {
    let folder = nothing(name);
    run(&["record", port, "-o", text(&folder)]).fine();
    game(&folder)
}

fn game(folder: &Path) -> String {
    fs::read_to_string(folder.join(format!("{:016X}-00001.pdn", bench::ID))).unwrap_or_default()
}

#[test]
fn a_capture_is_read_recorded_and_listed_like_the_board() {
    let (file, mut bench) = captured("whole.capture");
    let lines = run(&["replay", text(&file)]).fine();
    let moves: Vec<_> = lines.lines().filter(|line| line.contains(" Moved ")).collect();
    assert_eq!(moves.len(), 4, "{lines}");
    assert!(moves[2].ends_with("2. 17x10"), "{lines}");
    assert!(lines.lines().any(|line| line.ends_with("1/16     1-1")), "{lines}");

    // Recorded from the capture file.
    let folder = nothing("straight");
    let child = command(&["record", &bench.address(), "-o", text(&folder)]).spawn().expect("it");
    bench.serve_until("the game", || game(&folder).contains("Result \"1/2"));
    interrupt(child).fine();
    let wanted = game(&folder);
    assert_eq!(recorded(text(&file), "from_capture"), wanted);

    // Recorded from the replayed board.
    let mut board = command(&["replay", text(&file), "--speed", "100", "--tcp", "127.0.0.1:0"])
        .spawn()
        .expect("it starts");
    let said = BufReader::new(board.stdout.take().expect("piped")).lines();
    let said: Vec<_> = said.map_while(Result::ok).take_while(|l| !l.starts_with("Ctrl")).collect();
    let port = said.iter().find_map(|line| line.strip_prefix("and ")).expect("an address");
    let list = run(&["games", port]).fine();
    assert_eq!(list.lines().count(), 1, "{list}");
    let refused = run(&["send", port, "--code", "123456", "pause"]);
    assert_eq!(refused.code, Some(8), "{}", refused.err);
    let pty = said.iter().find_map(|line| line.strip_prefix("The board is at ")).expect("a path");
    let fetched = nothing("fetched_from_capture");
    // The end of the game is replayed by then, or a little later.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while !game(&fetched).contains("Result \"1/2") && std::time::Instant::now() < until {
        run(&["games", pty, "1", "-o", text(&fetched)]).fine();
    }
    assert_eq!(game(&fetched), wanted);
    interrupt(board);
}

/// `docs/examples/read_stream.py` reads a capture.
#[test]
fn python_reads_a_capture() {
    let (file, _) = captured("python.capture");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/read_stream.py");
    let read = Command::new("python3").arg(script).arg(&file).output().expect("python runs");
    let said = String::from_utf8(read.stdout).expect("text");
    assert_eq!(said.matches("\"Moved\"").count(), 4, "{said}");
    // It prints as many messages as `replay`.
    let ours = run(&["replay", text(&file)]).fine();
    assert_eq!(said.lines().count(), ours.lines().count(), "{said}\n{ours}");
}

/// The complete lines of a truncated capture are read.
#[test]
fn a_torn_capture_ends_early() {
    let (file, _) = captured("torn.capture");
    let bytes = fs::read(&file).expect("a capture");
    let whole = run(&["replay", text(&file)]).fine();
    let torn = nothing("cut.capture");
    for part in [bytes.len() - 1, bytes.len() / 2, bytes.len() / 3] {
        fs::write(&torn, &bytes[..part]).expect("a file");
        let said = run(&["replay", text(&torn)]).fine();
        assert!(whole.starts_with(&said) && said.len() < whole.len(), "{said}");
    }
    // A damaged line is an error.
    let damaged = [&bytes[..200], b"oops\n", &bytes[200..]].concat();
    fs::write(&torn, damaged).expect("a file");
    let said = run(&["replay", text(&torn)]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    assert!(said.err.contains("is not a line of a capture"), "{}", said.err);
}

/// The contacts of a capture, played on a virtual board, give the moves of the recorded game.
#[test]
fn a_capture_becomes_a_scenario() {
    let (capture, _) = captured("scenario.capture");
    let file = nothing("from_capture.scn");
    let said = run(&["replay", text(&capture), "--scenario", text(&file)]).fine();
    assert!(said.ends_with(" changes of contacts\n") && said.contains(": game 1, "), "{said}");
    let scenario = fs::read_to_string(&file).expect("a file");
    // The capture begins after the first two half-moves.
    assert!(scenario.contains("\nstart W:W17,"), "{scenario}");
    assert!(scenario.contains("\n@1000 open 17\n"), "{scenario}");
    let account = run(&["scenario", text(&file)]).fine();
    for text in ["> move 17x10\n", "> pressed white\n", "> move 5x14\n", "> pressed black\n"] {
        assert!(account.contains(text), "{account}");
    }
    // Without a game there is nothing to write.
    let empty = nothing("empty.capture");
    fs::write(&empty, "damiera capture 1\n").expect("a file");
    let said = run(&["replay", text(&empty), "--scenario", text(&file)]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.ends_with(": there are no contacts of a game in it\n"), "{}", said.err);
    let both = run(&["replay", text(&capture), "--scenario", text(&file), "--pty"]);
    assert_eq!(both.code, Some(2));
}

#[test]
fn no_capture_is_overwritten() {
    let file = nothing("mine");
    fs::write(&file, "mine").expect("a file");
    let bench = Bench::new();
    let said = run(&["dump", &bench.address(), "-o", text(&file)]);
    assert_eq!((said.code, said.err.contains("the file exists already")), (Some(7), true));
    assert_eq!(fs::read_to_string(&file).expect("a file"), "mine");
}
