//! The tables of `data/`; its README says where each comes from.

use std::fs;
use std::path::{Path, PathBuf};

use damiera::rules::Position;
use serde::Deserialize;

use crate::plain_rules::PlainMove;

/// One line of `positions.jsonl`.
#[derive(Clone, Debug, Deserialize)]
pub struct Judged {
    /// Name of the position, for messages.
    pub id: String,
    /// The position.
    pub fen: String,
    /// Every legal move, sorted.
    pub moves: Vec<PlainMove>,
}

/// One line of `perft.csv`.
#[derive(Clone, Debug)]
pub struct PerftRow {
    /// The position.
    pub fen: String,
    /// Number of half-moves.
    pub depth: u32,
    /// Number of move sequences; captures with different paths to the same square count separately.
    pub nodes: u64,
}

/// One line of `openings.csv`.
#[derive(Clone, Debug)]
pub struct OpeningRow {
    /// 1 to 174.
    pub number: u8,
    /// The half-moves, joined by `-`, captures too.
    pub moves: [String; 3],
    /// As printed: `PARI`, `1B`, `3N`.
    pub evaluation: String,
    /// Whether it is in tables A, B and C.
    pub tables: [bool; 3],
}

/// One line of `noise.csv`.
#[derive(Clone, Debug)]
pub struct NoiseRow {
    /// The path below the folder of scenarios.
    pub scenario: String,
    /// The first difference in what happens.
    pub difference: String,
    /// Why it is no fault.
    pub reason: String,
}

/// A file or folder below `host-tests`.
pub fn path(below: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(below)
}

fn lines(file: &str) -> Vec<String> {
    let path = path("data").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().map(str::to_owned).collect()
}

/// The lines of a table behind its heading, each cut into fields.
fn table(file: &str, heading: &str) -> Vec<Vec<String>> {
    let lines = lines(file);
    assert_eq!(lines.first().map(String::as_str), Some(heading), "the heading of {file}");
    lines[1..].iter().map(|line| fields(line)).collect()
}

/// Cuts a line at its commas, except between quotation marks.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().expect("a field").push(other),
        }
    }
    fields
}

/// The positions whose moves were judged by the articles.
pub fn judged_positions() -> Vec<Judged> {
    let read = |line: &String| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"));
    lines("positions.jsonl").iter().map(read).collect()
}

/// The known numbers of move sequences.
pub fn perft_rows() -> Vec<PerftRow> {
    table("perft.csv", "fen,side,depth,nodes,nodes_distinct,id,note")
        .into_iter()
        .map(|row| PerftRow {
            fen: row[0].clone(),
            depth: row[2].parse().expect("a depth"),
            nodes: row[3].parse().expect("a number of nodes"),
        })
        .collect()
}

/// Table 4 of the regulations.
pub fn opening_rows() -> Vec<OpeningRow> {
    table("openings.csv", "number,white1,black1,white2,evaluation,in_A,in_B,in_C")
        .into_iter()
        .map(|row| OpeningRow {
            number: row[0].parse().expect("a number"),
            moves: [1, 2, 3].map(|column| row[column].clone()),
            evaluation: row[4].clone(),
            tables: [5, 6, 7].map(|column| row[column] == "1"),
        })
        .collect()
}

/// What noise may change.
pub fn noise_rows() -> Vec<NoiseRow> {
    table("noise.csv", "scenario,difference,reason")
        .into_iter()
        .map(|row| NoiseRow {
            scenario: row[0].clone(),
            difference: row[1].clone(),
            reason: row[2].clone(),
        })
        .collect()
}

/// Parses a FEN; panics if it is invalid.
pub fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}
