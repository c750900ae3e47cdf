//! `damiera board`: the drawings, compared with those in `golden/`.
//!
//! To review a change, draw the position with the program.

mod program;

use std::fs;

use program::{run, scratch_file};

/// Every kind of piece, Black on move.
const EVERY_KIND: &str = "B:WK2,22,K29,30:B1,5,K26,K31";

#[test]
fn plain_text() {
    assert_eq!(run(&["board", EVERY_KIND]).fine(), include_str!("golden/every-kind.txt"));
}

#[test]
fn colours_only_when_wanted() {
    let plain = run(&["board", EVERY_KIND, "--color", "never"]).fine();
    assert_eq!(plain, include_str!("golden/every-kind.txt"));
    let coloured = run(&["board", EVERY_KIND, "--color", "always"]).fine();
    assert!(coloured.contains("\u{1b}[48;5;"));
    assert_eq!(coloured.lines().count(), plain.lines().count());
    // No line leaks its colours into the next.
    for line in coloured.lines().filter(|line| line.contains('\u{1b}')) {
        assert!(line.ends_with("\u{1b}[0m│"), "{line:?}");
    }
}

#[test]
fn the_end_of_the_game_is_told() {
    let out = run(&["board", "W:W:BK4"]).fine();
    assert!(out.ends_with("\n  Black wins: White has no pieces left (9.2.3)\n"), "{out}");
}

#[test]
fn svg() {
    let expected = include_str!("golden/every-kind.svg");
    assert_eq!(run(&["board", EVERY_KIND, "--svg", "-"]).fine(), expected);
    let file = scratch_file("every-kind.svg");
    assert_eq!(run(&["board", EVERY_KIND, "--svg", file.to_str().unwrap()]).fine(), "");
    assert_eq!(fs::read_to_string(file).unwrap(), expected);
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let run = run(&["board", "start", "--svg", "/no/such/folder/board.svg"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: /no/such/folder/board.svg: "), "{}", run.err);
}

#[test]
fn a_bad_fen_is_pointed_at() {
    let run = run(&["board", "W:W1:B5"]);
    let expected = "\
error: column 4: a White man on 1 has reached the far base and is a king: write K1
  W:W1:B5
     ^
";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(1), "", expected));
}
