//! `damiera perft-check`: a table with a wrong number must not pass.

mod program;

use std::fs;

use program::{Run, run, scratch_file};

fn check(name: &str, table: &[u8], more: &[&str]) -> Run {
    let file = scratch_file(name);
    fs::write(&file, table).unwrap();
    run(&[&["perft-check", file.to_str().unwrap()], more].concat())
}

fn last_line(run: &Run) -> &str {
    run.out.lines().last().unwrap_or_default()
}

#[test]
fn the_table_of_the_project_passes() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../host-tests/data/perft.csv");
    for threads in ["1", "2"] {
        let run = run(&["perft-check", table, "--max-nodes", "20000", "--threads", threads]);
        let closing = last_line(&run);
        assert!(closing.contains(" passed, 0 failed, "), "{}", run.out);
        assert!(!closing.starts_with("0 passed"), "{closing}");
        assert_eq!(run.code, Some(0));
    }
}

#[test]
fn a_wrong_number_fails() {
    let table = b"fen,side,depth,nodes\n\"W:W21-32:B1-12\",W,3,302\n\"W:W21-32:B1-12\",W,4,1470\n";
    let run = check("wrong-number.csv", table, &[]);
    assert_eq!(last_line(&run), "1 passed, 1 failed, 0 skipped");
    assert!(run.out.contains("counted 1469, not 1470"), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn large_rows_are_skipped() {
    let table = b"nodes,id,depth,fen\n302,start,3,start\n1469,start,4,start\n";
    let run = check("large-rows.csv", table, &["--max-nodes", "302"]);
    assert_eq!(last_line(&run), "1 passed, 0 failed, 1 skipped");
    assert_eq!(run.code, Some(0));
}

#[test]
fn a_row_that_cannot_be_read_fails_and_the_rest_goes_on() {
    let table =
        b"fen,depth,nodes\nW:W99:B1,1,1\nstart,x,7\nstart,1000,7\nstart,1\n\xff,1,7\nstart,1,7\n";
    let run = check("bad-rows.csv", table, &[]);
    assert_eq!(last_line(&run), "1 passed, 5 failed, 0 skipped");
    assert!(run.out.contains("line 2: W:W99:B1: column 4: there is no square 99"), "{}", run.out);
    assert!(run.out.contains("line 3: depth: invalid digit"), "{}", run.out);
    assert_eq!(run.code, Some(1));
}

#[test]
fn a_table_that_checks_nothing_is_an_error() {
    for (name, table, message) in [
        ("no-rows.csv", &b"fen,depth,nodes\n"[..], "the table has no rows"),
        ("no-column.csv", b"fen,depth\nstart,1\n", "no column is named nodes"),
        ("empty.csv", b"", "no column is named fen"),
    ] {
        let run = check(name, table, &[]);
        assert!(run.err.contains(name) && run.err.contains(message), "{}", run.err);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    }
    let run = run(&["perft-check", scratch_file("not-there.csv").to_str().unwrap()]);
    assert!(run.err.contains("not-there.csv"), "{}", run.err);
    assert_eq!(run.code, Some(1));
}
