//! `damiera games` and `damiera send` with a board, and `damiera sheet` of a fetched game.

mod bench;
mod program;

use std::fs;

use bench::Bench;
use program::{Run, command, run, scratch_file};

/// Runs the program while the board answers.
fn served(bench: &mut Bench, args: &[&str]) -> Run {
    let address = bench.address();
    let args: Vec<&str> =
        args.iter().map(|arg| if *arg == "PORT" { &address } else { *arg }).collect();
    let mut child = command(&args).spawn().expect("the program starts");
    bench.serve_until("the answer", || child.try_wait().expect("it can be asked").is_some());
    bench.unplug();
    child.wait_with_output().expect("it ends").into()
}

#[test]
fn a_game_is_prepared_played_fetched_and_printed() {
    let mut bench = Bench::new();
    let hello = served(&mut bench, &["send", "PORT", "hello"]).fine();
    assert_eq!(hello, "00000000DA3A0007 test firmware 0.1.0 protocol 2 to 2\n");
    for order in [
        &["names", "Bianchi & figli", "Neri"] as &[&str],
        &["sitting", "Torneo", "3", "12"],
        &["time-control", "15m"],
        &["day-clock", "--offset", "-60"],
        &["new-game", "--opening", "4"],
    ] {
        assert_eq!(served(&mut bench, &[&["send", "PORT"], order].concat()).fine(), "done\n");
    }
    bench.run(2_000);
    for text in ["21-17", "10-13", "17x10"] {
        bench.play(text);
    }
    bench.play("5x14");
    let denied = served(&mut bench, &["send", "PORT", "pause"]);
    assert_eq!(denied.code, Some(8));
    assert!(denied.err.contains("needs the arbiter's code"), "{}", denied.err);
    let wrong = served(&mut bench, &["send", "PORT", "--code", "123", "declare", "draw"]);
    assert_eq!((wrong.code, wrong.err.contains("has not called up a code")), (Some(8), true));
    bench.draw();

    let none = served(&mut bench, &["games", "PORT", "77", "-o", "."]);
    assert_eq!((none.code, none.err.contains("no such game")), (Some(8), true));
    let folder = scratch_file("fetched");
    let _ = fs::remove_dir_all(&folder);
    let path = folder.to_str().expect("text");
    let fetched = served(&mut bench, &["games", "PORT", "1", "-o", path]).fine();
    let pdn = fetched.trim_end();
    let text = fs::read_to_string(pdn).expect("the game");
    for tag in [
        "[Event \"Torneo\"]",
        "[Round \"3\"]",
        "[Board \"12\"]",
        "[White \"Bianchi & figli\"]",
        "[Opening \"4\"]",
        "[TimeControl \"900\"]",
        "[Date \"20",
    ] {
        assert!(text.contains(tag), "{tag} in {text}");
    }
    let page = scratch_file("sheet.html");
    run(&["sheet", pdn, "-o", page.to_str().expect("text")]).fine();
    let html = fs::read_to_string(page).expect("the sheet");
    for part in [
        "Bianchi &amp; figli",
        "Apertura N° <b>4</b>",
        "Turno N° <b>3</b>",
        "<td>17x10<td>",
        ">75<",
    ] {
        assert!(html.contains(part), "{part} in {html}");
    }
    assert_eq!(html.matches("<section>").count(), 1);
}

/// The arbiter shows a code on the board, and `send --code` uses it.
#[test]
fn a_running_game_is_changed_with_the_code() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let code = bench.call_code();
    let wrong = format!("{:06}", (code + 1) % 1_000_000);
    let code = format!("{code:06}");
    let refused = served(&mut bench, &["send", "PORT", "--code", &wrong, "resume"]);
    assert_eq!(refused.code, Some(8));
    assert!(refused.err.contains("wrong"), "{}", refused.err);
    let dead = served(&mut bench, &["send", "PORT", "--code", &code, "resume"]);
    assert!(dead.err.contains("has not called up a code"), "it died: {}", dead.err);
    // Back to the game.
    bench.hold_menu();
    let code = format!("{:06}", bench.call_code());
    let resumed = served(&mut bench, &["send", "PORT", "--code", &code, "resume"]).fine();
    assert_eq!(resumed, "done\n");
}

#[test]
fn games_are_listed() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let list = served(&mut bench, &["games", "PORT"]).fine();
    assert_eq!(list.lines().count(), 1, "{list}");
}

#[test]
fn a_page_for_each_75_moves() {
    let pdn = scratch_file("long.pdn");
    // Two kings go to and fro.
    let mut text = String::from("[FEN \"W:WK32:BK1\"]\n\n");
    for number in 1..=76 {
        let (white, black) = if number % 2 == 1 { ("32-28", "1-5") } else { ("28-32", "5-1") };
        text += &format!("{number}. {white} {black} ");
    }
    fs::write(&pdn, text + "1/2-1/2\n").expect("a file");
    let page = scratch_file("long.html");
    run(&["sheet", pdn.to_str().expect("text"), "-o", page.to_str().expect("text")]).fine();
    let html = fs::read_to_string(page).expect("the sheet");
    assert_eq!(html.matches("<section>").count(), 2);
    assert!(html.contains("<td>28-32<td><td class=\"n\">76<td><td>5-1"), "{html}");
}
