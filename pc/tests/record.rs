//! `damiera record`: every game in a file, across any number of reconnections.

mod bench;
mod program;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::thread::sleep;
use std::time::Duration;

use bench::Bench;
use damiera::game::GameRequest;
use damiera::rules::{Position, Square};
use damiera::sense::Key;
use damiera_sim::random::Random;
use program::{command, folder, interrupt, run};

fn record(ports: &[&str], folder: &Path) -> Child {
    let args = [&["record", "-o", folder.to_str().expect("text")], ports].concat();
    command(&args).spawn().expect("the program starts")
}

fn file(folder: &Path, game: u32) -> PathBuf {
    folder.join(format!("{:016X}-{game:05}.pdn", bench::ID))
}

fn text(folder: &Path, game: u32) -> String {
    fs::read_to_string(file(folder, game)).unwrap_or_default()
}

/// Records the stored games of the board without disconnections.
fn recorded(bench: &mut Bench, folder: &Path, has: &str) -> String {
    let child = record(&[&bench.address()], folder);
    bench.serve_until("recording", || text(folder, 1).contains(has));
    // Bytes that are not yet sent.
    for _ in 0..200 {
        bench.pump();
        sleep(Duration::from_millis(1));
    }
    interrupt(child).fine();
    bench.unplug();
    text(folder, 1)
}

/// The words of the file without tags and comments.
fn words(text: &str) -> Vec<String> {
    let (_, body) = text.split_once("\n\n").expect("tags, then moves");
    let mut outside = String::new();
    let mut depth = 0;
    for c in body.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => outside.push(c),
            _ => {}
        }
    }
    outside.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_game_that_was_played_without_a_pc() {
    let mut bench = Bench::new();
    bench.begin();
    for text in ["21-17", "10-13", "17x10", "5x14"] {
        bench.play(text);
    }
    bench.draw();
    let text = recorded(&mut bench, &folder("stored"), "Result \"1/2");
    let head = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n\
                [Black \"?\"]\n[Result \"1/2-1/2\"]\n[GameType \"22,W,8,8,N2,1\"]\n[TimeControl \"";
    assert!(text.starts_with(head), "{text}");
    let wanted = ["1.", "21-17", "10-13", "2.", "17x10", "5x14", "1/2-1/2"];
    assert_eq!(words(&text), wanted);
    assert_eq!(text.matches("{[%clock w0:").count(), 2, "{text}");
    assert_eq!(text.matches("{[%clock W0:").count(), 2, "{text}");
}

#[test]
fn a_file_grows_with_the_game_and_is_whole_after_a_crash() {
    let folder = folder("crash");
    let mut bench = Bench::new();
    let mut child = record(&[&bench.address()], &folder);
    bench.begin();
    bench.play("21-17");
    bench.serve_until("the first move", || words_or_none(&folder).contains(&"21-17".to_owned()));
    bench.play("10-13");
    bench.serve_until("the reply", || words_or_none(&folder).contains(&"10-13".to_owned()));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    bench.unplug();
    assert_eq!(words(&text(&folder, 1)), ["1.", "21-17", "10-13", "*"]);
    bench.play("17x10");
    // The same file is continued.
    let after = recorded(&mut bench, &folder, "17x10");
    assert_eq!(words(&after), ["1.", "21-17", "10-13", "2.", "17x10", "*"]);
    let files = fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, 1, "and no other is left");
}

fn words_or_none(folder: &Path) -> Vec<String> {
    let text = text(folder, 1);
    if text.is_empty() { Vec::new() } else { words(&text) }
}

/// The cable is pulled a thousand times during a game, at random bytes and times.
#[test]
fn a_thousand_interruptions_change_nothing() {
    const CUTS: u32 = 1_000;
    let cut = folder("cut");
    let mut random = Random::new(0x0cab1e);
    let mut bench = Bench::new();
    let child = record(&[&bench.address()], &cut);
    bench.begin();
    let mut acts = Vec::new();
    let mut half_moves = 0;
    while bench.cuts < CUTS {
        bench.budget = 1 + random.below(900);
        // The cable is pulled after a number of bytes or after a time.
        let cuts = bench.cuts;
        let mut time = 1 + random.below(40);
        while bench.cuts == cuts {
            if bench.cable.is_some() {
                time -= 1;
            }
            bench.pump();
            if time == 0 {
                bench.unplug();
            }
            sleep(Duration::from_micros(200));
        }
        if random.chance(60) {
            if acts.is_empty() {
                let legal = bench.position().legal_moves();
                if legal.is_empty() || half_moves == 150 {
                    continue;
                }
                acts = Bench::acts(*random.one_of(&legal));
                acts.reverse();
            }
            let act = acts.pop().expect("an act");
            bench.act(act);
            if acts.is_empty() {
                bench.press();
                half_moves += 1;
            }
        }
    }
    bench.budget = usize::MAX;
    for act in std::mem::take(&mut acts).into_iter().rev() {
        bench.act(act);
    }
    bench.press();
    bench.draw();
    bench.serve_until("the end of the game", || !text(&cut, 1).contains("Result \"*\""));
    let run = interrupt(child);
    assert_eq!(run.code, Some(0), "{}", run.err);
    bench.unplug();
    let moves = bench.board.game().record().half_moves();
    assert!(moves > 60, "{moves} half-moves are a game");
    let whole = recorded(&mut bench, &folder("uncut"), "Result \"");
    assert_eq!(text(&cut, 1), whole);
    let numbers = words(&whole).iter().filter(|word| word.contains(['-', 'x'])).count();
    assert_eq!(numbers, usize::from(moves) + 1, "every half-move, and the result");
    eprintln!("{} cuts over {moves} half-moves", bench.cuts);
}

/// A position that no move led to is written as a FEN; a move taken back is removed and mentioned
/// in a comment.
#[test]
fn kept_irregularities_and_moves_taken_back() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    bench.play("12-16");
    // Two squares at once, which no man may do (8.1.2).
    let square = |number| Square::new(number).expect("a square");
    bench.act((square(22), false));
    bench.act((square(15), true));
    bench.press();
    bench.tap(Key::Plus);
    let kept = bench.position();
    assert!(kept.piece_at(square(15)).is_some(), "it is kept: {kept}");
    let reply = kept.write_move(kept.legal_moves()[0]).to_string();
    bench.play(&reply);
    let mut texts = vec![recorded(&mut bench, &folder("kept"), &reply)];
    let fen = format!("/FEN \"{kept}\"/");
    assert!(texts[0].contains(&fen), "{}", texts[0]);
    assert!(texts[0].contains("8.1.2: White displaces a piece"), "{}", texts[0]);
    assert!(texts[0].contains(&format!("2... {reply}")), "{}", texts[0]);
    bench.ask(GameRequest::Pause);
    bench.ask(GameRequest::TakeBack { half_moves: 1 });
    assert_eq!(bench.position(), kept);
    texts.push(recorded(&mut bench, &folder("taken_back"), "taken back: "));
    assert!(!words(&texts[1]).contains(&reply), "{}", texts[1]);
    assert!(texts[1].contains(&fen), "{}", texts[1]);
}

#[test]
fn events_as_lines_of_json() {
    let folder = folder("json");
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let args = ["record", &bench.address(), "-o", folder.to_str().expect("text"), "--json"];
    let child = command(&args).spawn().expect("the program starts");
    bench.serve_until("the move", || words_or_none(&folder).contains(&"21-17".to_owned()));
    bench.play("10-13");
    bench.serve_until("the reply", || words_or_none(&folder).contains(&"10-13".to_owned()));
    let said = interrupt(child).fine();
    let lines: Vec<serde_json::Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    for (number, line) in lines.iter().enumerate() {
        assert_eq!(line["board"], format!("{:016X}", bench::ID));
        assert_eq!((&line["game"], &line["number"]), (&1.into(), &number.into()), "{said}");
        assert!(line["at"].is_u64() && line["text"].is_string(), "{line}");
        let kind = line["kind"].as_str().expect("a name");
        assert!(line["what"] == kind || !line["what"][kind].is_null(), "{line}");
    }
    let moved: Vec<_> = lines.iter().filter(|line| line["kind"] == "Moved").collect();
    assert_eq!(moved[1]["text"], "1… 10-13");
    assert_eq!(moved[1]["what"]["Moved"]["played"], serde_json::json!([10, 13]));
}

/// A pseudo-terminal as serial port.
#[cfg(unix)]
#[test]
fn a_pseudo_terminal_is_a_port() {
    use serialport::{SerialPort, TTYPort};
    let folder = folder("terminal");
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let (mut ours, mut theirs) = TTYPort::pair().expect("a pseudo-terminal");
    ours.set_timeout(Duration::from_millis(1)).expect("it can be asked");
    let name = theirs.name().expect("a name");
    // Held open, but not locked: a terminal that no process has open reports HUP.
    let _held = fs::File::open(&name).expect("the other end");
    theirs.set_exclusive(false).expect("it can be asked");
    drop(theirs);
    bench.plug(Box::new(ours));
    let child = record(&[&name], &folder);
    bench.serve_until("the move", || words_or_none(&folder).contains(&"21-17".to_owned()));
    bench.play("10-13");
    bench.serve_until("the reply", || words_or_none(&folder).contains(&"10-13".to_owned()));
    interrupt(child).fine();
}

#[test]
fn what_goes_wrong_is_said_in_a_sentence() {
    let folder = folder("wrong");
    let out = folder.to_str().expect("text");
    let wrong = |port: &str| {
        let run = run(&["record", port, "-o", out]);
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        (run.code, run.err)
    };
    assert_eq!(
        wrong("/dev/ttyACM99"),
        (Some(3), "error: /dev/ttyACM99: there is no such port\n".to_owned())
    );
    assert_eq!(wrong("0123456789ABCDEF").0, Some(3));
    // The port of a listener that was dropped refuses connections.
    let gone = Bench::new().address();
    assert_eq!(wrong(&gone).0, Some(3));
    let torn = folder.join("torn.bin");
    fs::write(&torn, [0, 5, 1, 2, 3, 4, 0]).expect("a file");
    let (code, said) = wrong(torn.to_str().expect("text"));
    assert_eq!(code, Some(6));
    assert!(said.contains("1 incomplete or damaged frames"), "{said}");
}

/// pydraughts, an independent reader, reads the same game.
#[test]
fn pydraughts_reads_it() {
    let home = folder("pydraughts");
    let venv = home.join("venv");
    let made = Command::new("python3").args(["-m", "venv"]).arg(&venv).output();
    let python = venv.join("bin/python");
    let pip = ["-m", "pip", "install", "--quiet", "pydraughts==0.6.7"];
    let installed = made.is_ok_and(|made| made.status.success())
        && Command::new(&python).args(pip).output().is_ok_and(|pip| pip.status.success());
    if !installed {
        eprintln!("left out: pydraughts cannot be installed here");
        return;
    }
    let mut random = Random::new(27);
    let mut bench = Bench::new();
    bench.begin();
    let mut position = Position::start();
    for _ in 0..70 {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let played = *random.one_of(&legal);
        bench.play(&position.write_move(played).to_string());
        position = bench.position();
    }
    bench.draw();
    let game = recorded(&mut bench, &home, "GameType");
    let script = "import sys\nfrom draughts import Board\nfrom draughts.PDN import PDNReader\n\
        game = PDNReader(filename=sys.argv[1]).games[0]\n\
        board = Board(game.variant)\n\
        for move in game.moves: board.push_pdn(move) if hasattr(board, 'push_pdn') else board.push(__import__('draughts').Move(board, pdn_move=move))\n\
        print(game.variant, len(game.moves), game.game_ending, board.fen)\n";
    let read = Command::new(&python)
        .args(["-c", script])
        .arg(file(&home, 1))
        .output()
        .expect("python runs");
    let said = String::from_utf8_lossy(&read.stdout).into_owned();
    assert!(read.status.success(), "{}\n{game}", String::from_utf8_lossy(&read.stderr));
    let said: Vec<_> = said.split_whitespace().collect();
    let moves = words(&game).iter().filter(|word| word.contains(['-', 'x'])).count() - 1;
    let result = words(&game).pop().expect("a result");
    assert_eq!(said[..3], ["italian", &moves.to_string(), &result], "{game}");
    let theirs: Position = said[3].parse().expect("a position");
    assert_eq!(theirs, position);
}
