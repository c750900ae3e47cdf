//! `damiera moves`: its JSON, byte by byte, and its text.

mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use program::{command, run, run_with_input};

const LONGEST: &str = r#"{"fen":"W:W30:B26,18,10","moves":[{"from":30,"path":[21,14,5],"captured":[26,18,10],"after":"B:W5:B"}]}"#;
const TWO_PATHS: &str = r#"{"fen":"W:W30:B18,19,26,27","moves":[{"from":30,"path":[21,14],"captured":[26,18],"after":"B:W14:B19,27"},{"from":30,"path":[23,14],"captured":[27,19],"after":"B:W14:B18,26"}]}"#;
const SIMPLE: &str = r#"{"fen":"W:W10:B14","moves":[{"from":10,"path":[5],"captured":[],"after":"B:W5:B14"},{"from":10,"path":[6],"captured":[],"after":"B:W6:B14"}]}"#;
const ARTICLE_6_9: &str = r#"{"fen":"B:W10,K12,K18,19,20,K27,28:BK15","moves":[{"from":15,"path":[22,31,24,15,8],"captured":[19,27,28,20,12],"after":"W:W10,K18:BK8"}]}"#;
const CROWNED: &str = r#"{"fen":"B:WK1:B28","moves":[{"from":28,"path":[31],"captured":[],"after":"W:WK1:BK31"},{"from":28,"path":[32],"captured":[],"after":"W:WK1:BK32"}]}"#;
const LOST: &str = r#"{"fen":"W:W:B5,K20","moves":[]}"#;
const NO_SUCH_SQUARE: &str = r#"{"fen":"W:W99:B1","error":"column 4: there is no square 99: they are numbered 1 to 32","column":4}"#;

fn lines(lines: &[&str]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

#[test]
fn each_argument_is_answered_by_one_line_of_json() {
    let fens = ["W:W30:B26,18,10", "W:W30:B18,19,26,27", "W:W10:B14"];
    let more = ["B:W10,K12,K18,19,20,K27,28:BK15", "B:WK1:B28", "W:W:B5,K20"];
    let args = [&["moves", "--json"], &fens[..], &more[..]].concat();
    let expected = lines(&[LONGEST, TWO_PATHS, SIMPLE, ARTICLE_6_9, CROWNED, LOST]);
    assert_eq!(run(&args).fine(), expected);
}

#[test]
fn the_text_comes_back_as_it_was_given() {
    let out = run(&["moves", "--json", "  w : b14 : w10. "]).fine();
    assert!(out.starts_with(r#"{"fen":"w : b14 : w10.","moves":[{"from":10,"path":[5],"#), "{out}");
}

#[test]
fn the_word_start_becomes_its_fen() {
    let out = run(&["moves", "--json", "start"]).fine();
    assert!(out.starts_with(r#"{"fen":"W:W21,22,"#), "{out}");
    assert_eq!(out.matches("\"from\"").count(), 7);
}

#[test]
fn a_bad_line_is_answered_in_its_place_and_the_rest_goes_on() {
    let input = b"W:W30:B26,18,10\n\nW:W99:B1\r\n  \t\n W:W10:B14 \nW:W:B5,K20";
    let run = run_with_input(&["moves", "--json"], input);
    assert_eq!(run.out, lines(&[LONGEST, NO_SUCH_SQUARE, SIMPLE, LOST]));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
}

#[test]
fn a_bad_argument_is_answered_in_its_place_and_the_rest_goes_on() {
    let run = run(&["moves", "--json", "W:W10:B14", "W:W99:B1", "", "W:W:B5,K20"]);
    let empty =
        r#"{"fen":"","error":"column 1: a FEN begins with the side on move, W or B","column":1}"#;
    assert_eq!(run.out, lines(&[SIMPLE, NO_SUCH_SQUARE, empty, LOST]));
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_line_that_is_not_text_is_an_error_of_its_own() {
    let run = run_with_input(&["moves", "--json"], b"\xff\xfe\n B:W\xc3(\nW:W10:B14\n");
    let first = "{\"fen\":\"\u{fffd}\u{fffd}\",\"error\":\"column 1: this is not UTF-8 text\",\"column\":1}";
    let second =
        "{\"fen\":\"B:W\u{fffd}(\",\"error\":\"column 4: this is not UTF-8 text\",\"column\":4}";
    assert_eq!(run.out, lines(&[first, second, SIMPLE]));
    assert_eq!(run.code, Some(1));
}

#[test]
fn no_input_is_no_error() {
    assert_eq!(run_with_input(&["moves", "--json"], b"").fine(), "");
    assert_eq!(run_with_input(&["moves"], b"\n\n").fine(), "");
}

#[test]
fn each_answer_comes_before_the_next_question() {
    let mut child = command(&["moves", "--json"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    let talk = [("W:W10:B14", SIMPLE), ("W:W99:B1", NO_SUCH_SQUARE), ("W:W:B5,K20", LOST)];
    for (question, answer) in talk {
        writeln!(questions, "{question}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(questions);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

#[test]
fn a_reader_who_leaves_is_no_error() {
    let mut child = command(&["moves", "--json"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut questions = child.stdin.take().unwrap();
    drop(child.stdout.take());
    // The program may end before all input is written.
    for _ in 0..1000 {
        if writeln!(questions, "start").is_err() {
            break;
        }
    }
    drop(questions);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn readable_text() {
    let args =
        ["moves", "W:W30:B26,18,10", "W:W30:B18,19,26,27", "W:W9\u{1b}", "W:W:B5", "B:W9:B5"];
    let run = run(&args);
    let expected = "\
W:W30:B26,18,10
  White to move, 1 move
  30x5      path 21 14 5, takes 26 18 10

W:W30:B18,19,26,27
  White to move, 2 moves
  30x21x14  path 21 14, takes 26 18
  30x23x14  path 23 14, takes 27 19

W:W9\u{fffd}: error: column 5: '\\u{1b}' has no meaning here

W:W:B5
  White to move, 0 moves
  Black wins: White has no pieces left (9.2.3)

B:W9:B5
  Black to move, 1 move
  5-10
";
    assert_eq!(run.out, expected);
    assert_eq!(run.code, Some(1));
}
