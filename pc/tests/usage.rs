//! The command line: help and usage errors.

mod program;

use program::run;

#[test]
fn what_is_not_understood_exits_with_2() {
    for args in [
        &[][..],
        &["mvoes"],
        &["moves", "--jsn"],
        &["perft"],
        &["perft", "start"],
        &["perft", "start", "0"],
        &["perft", "start", "100"],
        &["perft", "start", "deep"],
        &["perft", "start", "3", "--threads", "0"],
        &["divide", "start", "-1"],
        &["perft-check"],
        &["perft-check", "a.csv", "--max-nodes", "many"],
        &["openings", "--table", "D"],
        &["board"],
        &["board", "start", "--color", "sometimes"],
    ] {
        let run = run(args);
        assert_eq!(run.code, Some(2), "{args:?}");
        assert!(run.out.is_empty() && !run.err.is_empty(), "{args:?}");
    }
}

#[test]
fn every_help_page_tells_the_exit_codes() {
    for name in ["", "moves", "perft", "divide", "perft-check", "openings", "board"] {
        let args: Vec<_> = [name, "--help"].into_iter().filter(|arg| !arg.is_empty()).collect();
        let out = run(&args).fine();
        assert!(out.contains("Exit codes:\n  0  "), "{out}");
        assert!(out.contains("\n  1  ") && out.contains("\n  2  "), "{out}");
    }
}
