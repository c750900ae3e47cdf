//! `damiera perft` and `damiera divide`: counts with one and with several threads.

mod program;

use program::run;
use serde_json::Value;

/// Kings on both sides and many captures.
const KINGS: &str = "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4";
const START: &str = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";

fn json(args: &[&str]) -> Vec<Value> {
    let out = run(args).fine();
    out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn nodes(args: &[&str]) -> Vec<u64> {
    json(args).iter().map(|line| line["nodes"].as_u64().unwrap()).collect()
}

#[test]
fn one_line_for_each_depth() {
    let lines = json(&["perft", "start", "5", "--json"]);
    for (n, line) in lines.iter().enumerate() {
        assert_eq!(line["fen"], START);
        assert_eq!(line["depth"], n as u64 + 1);
        assert!(line["seconds"].is_f64());
        assert!(line["leaves_per_second"].is_u64());
    }
    assert_eq!(nodes(&["perft", "start", "5", "--json"]), [7, 49, 302, 1469, 7361]);
}

#[test]
fn the_keys_stand_in_the_promised_order() {
    let out = run(&["perft", KINGS, "1", "--json"]).fine();
    let at = |key: &str| out.find(&format!("{key:?}:")).expect(key);
    let keys = ["fen", "depth", "nodes", "seconds", "leaves_per_second"];
    assert!(keys.map(at).is_sorted(), "{out}");
    assert!(out.starts_with(&format!("{{\"fen\":\"{KINGS}\",\"depth\":1,\"nodes\":")), "{out}");
}

#[test]
fn threads_and_bulk_change_no_count() {
    for (fen, depth) in [("start", "7"), (KINGS, "6"), ("W:W:B1", "6"), ("W:W30:B27", "9")] {
        let alone = nodes(&["perft", fen, depth, "--json"]);
        for more in [&["--bulk"][..], &["--threads", "3"], &["--bulk", "--threads", "64"]] {
            let args = [&["perft", fen, depth, "--json"], more].concat();
            assert_eq!(nodes(&args), alone, "{args:?}");
            let args = [&["divide", fen, depth, "--json"], more].concat();
            assert_eq!(nodes(&args).last(), alone.last(), "{args:?}");
        }
    }
}

#[test]
fn divide_sums_up_to_its_last_line() {
    let expected = "\
{\"move\":\"21-17\",\"from\":21,\"path\":[17],\"nodes\":48}
{\"move\":\"21-18\",\"from\":21,\"path\":[18],\"nodes\":40}
{\"move\":\"22-18\",\"from\":22,\"path\":[18],\"nodes\":40}
{\"move\":\"22-19\",\"from\":22,\"path\":[19],\"nodes\":40}
{\"move\":\"23-19\",\"from\":23,\"path\":[19],\"nodes\":40}
{\"move\":\"23-20\",\"from\":23,\"path\":[20],\"nodes\":47}
{\"move\":\"24-20\",\"from\":24,\"path\":[20],\"nodes\":47}
";
    let out = run(&["divide", "start", "3", "--json"]).fine();
    let (moves, total) = out.split_at(expected.len());
    assert_eq!(moves, expected);
    assert!(total.starts_with(&format!("{{\"fen\":\"{START}\",\"depth\":3,\"nodes\":302,")));
    let shared = run(&["divide", "start", "3", "--json", "--threads", "2"]).fine();
    assert!(shared.starts_with(expected));
}

#[test]
fn readable_text() {
    let out = run(&["perft", "start", "3"]).fine();
    let lines: Vec<Vec<_>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], [START]);
    assert_eq!(lines[1], ["depth", "leaves", "seconds", "leaves/s"]);
    assert_eq!(lines[4][..2], ["3", "302"]);
    let out = run(&["divide", "W:W30:B18,19,26,27", "2"]).fine();
    let lines: Vec<Vec<_>> = out.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[1], ["30x21x14", "4"]);
    assert_eq!(lines[2], ["30x23x14", "4"]);
    assert_eq!(lines[3][..2], ["total", "8"]);
}

#[test]
fn a_bad_fen_is_pointed_at() {
    for name in ["perft", "divide"] {
        let run = run(&[name, "W:W9-3:B1", "2"]);
        let expected = "\
error: column 4: the range 9-3 runs backwards
  W:W9-3:B1
     ^
";
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (Some(1), "", expected));
    }
}
