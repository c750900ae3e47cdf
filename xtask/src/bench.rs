//! `cargo xtask bench`: leaves per second of the move generator, one thread, and of another program
//! measured in alternation. There is no budget: a time depends on the machine.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::shell::{self, Call};
use crate::{cargo, instructions};

const POSITIONS: [Position; 2] = [
    Position { name: "start", fen: "start", depth: 11 },
    Position { name: "kings", fen: "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4", depth: 9 },
];

struct Position {
    name: &'static str,
    fen: &'static str,
    depth: u32,
}

/// Whether the moves of the last level are counted without being played.
#[derive(Clone, Copy)]
enum Mode {
    Bulk,
    Plain,
}

/// One measurement: the number of leaves, and millions of leaves per second.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Speed {
    nodes: u64,
    millions: f64,
}

/// A row of the table, with the best of the runs so far.
struct Row {
    position: &'static Position,
    mode: Mode,
    ours: Option<Speed>,
    yardstick: Option<Speed>,
}

pub(crate) fn run(yardstick: Option<&Path>, runs: u32) -> Result<()> {
    // A target directory of its own: the other RUSTFLAGS would rebuild everything in the shared one.
    let folder = shell::target_dir().join("native");
    let built = cargo::build(
        Call::cargo("build --release --package damiera-pc --bin damiera --target host-tuple")
            .args(["--target-dir", &folder.to_string_lossy()])
            .variable("RUSTFLAGS", "-C target-cpu=native"),
    )?;
    // The path is relative to the user's directory, but `Call` runs in the root of the repository.
    let yardstick = yardstick
        .map(|path| {
            path.canonicalize().with_context(|| format!("there is no program {}", path.display()))
        })
        .transpose()?;

    let mut rows: Vec<Row> = POSITIONS
        .iter()
        .flat_map(|position| [Mode::Bulk, Mode::Plain].map(|mode| Row::new(position, mode)))
        .collect();
    // Alternating, so that a machine that slows down slows both programs.
    for number in 1..=runs {
        eprintln!("run {number} of {runs}");
        for row in &mut rows {
            let speed = measure_ours(&built.executable, row)?;
            row.ours = best(row.ours, speed)?;
            if let Some(program) = &yardstick {
                let theirs = measure_yardstick(program, row)?;
                ensure!(
                    theirs.nodes == speed.nodes,
                    "the counts differ on {}: ours {}, the yardstick's {}",
                    row.position.name,
                    speed.nodes,
                    theirs.nodes
                );
                row.yardstick = best(row.yardstick, theirs)?;
            }
        }
    }

    println!("one thread, best of {runs} runs, millions of leaves per second");
    println!(
        "{:<9} {:<5} {:>5} {:>12} {:>9} {:>10} {:>6}",
        "position", "mode", "depth", "nodes", "ours", "yardstick", "ratio"
    );
    for row in &rows {
        row.print()?;
    }
    instructions::run().map(|_| ())
}

impl Row {
    fn new(position: &'static Position, mode: Mode) -> Self {
        Row { position, mode, ours: None, yardstick: None }
    }

    fn print(&self) -> Result<()> {
        let Position { name, depth, .. } = self.position;
        let ours = self.ours.context("nothing was measured")?;
        print!(
            "{name:<9} {:<5} {depth:>5} {:>12} {:>9.1}",
            self.mode.to_string(),
            ours.nodes,
            ours.millions
        );
        match self.yardstick {
            Some(theirs) => {
                println!(" {:>10.1} {:>6.2}", theirs.millions, ours.millions / theirs.millions);
            }
            None => println!(" {:>10} {:>6}", "-", "-"),
        }
        Ok(())
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Mode::Bulk => "bulk",
            Mode::Plain => "plain",
        })
    }
}

/// Returns the faster of two measurements of the same count.
fn best(old: Option<Speed>, new: Speed) -> Result<Option<Speed>> {
    let Some(old) = old else {
        return Ok(Some(new));
    };
    ensure!(old.nodes == new.nodes, "two runs of one count differ");
    Ok(Some(if old.millions < new.millions { new } else { old }))
}

fn measure_ours(program: &Path, row: &Row) -> Result<Speed> {
    let mut call = Call::new(program)
        .args(["perft", row.position.fen, &row.position.depth.to_string()])
        .args(["--json"]);
    if let Mode::Bulk = row.mode {
        call = call.args(["--bulk"]);
    }
    let output = call.output()?;
    match parse_ours(&output, row.position.depth) {
        Some(speed) => Ok(speed),
        None => bail!("`{call}` printed no count for its depth"),
    }
}

/// Reads the line of the given depth: `{"depth":11,"nodes":81647058,"seconds":0.48,…}`.
fn parse_ours(output: &str, depth: u32) -> Option<Speed> {
    output
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .find(|line| line["depth"] == depth)
        .and_then(|line| {
            let nodes = line["nodes"].as_u64()?;
            let seconds = line["seconds"].as_f64()?;
            Some(Speed { nodes, millions: nodes as f64 / seconds / 1e6 })
        })
}

fn measure_yardstick(program: &Path, row: &Row) -> Result<Speed> {
    let call = Call::new(program)
        .args([row.mode.to_string()])
        .args([row.position.fen, &row.position.depth.to_string()]);
    let output = call.output()?;
    match parse_yardstick(&output, row.position.depth) {
        Some(speed) => Ok(speed),
        None => bail!("`{call}` printed no count for its depth"),
    }
}

/// Reads the line of the given depth: `perft(11) = 81647058   0.484 s  168.7 Mnps`.
fn parse_yardstick(output: &str, depth: u32) -> Option<Speed> {
    let start = format!("perft({depth}) = ");
    let line = output.lines().find_map(|line| line.trim().strip_prefix(start.as_str()))?;
    let mut words = line.split_whitespace();
    let nodes = words.next()?.parse().ok()?;
    let millions = words.skip_while(|&word| word != "s").nth(1)?.parse().ok()?;
    Some(Speed { nodes, millions })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_output_is_read_at_the_wanted_depth() {
        let output = "{\"depth\":1,\"nodes\":7,\"seconds\":0.0}\n\
                      {\"depth\":2,\"nodes\":49,\"seconds\":0.5}\n";
        let speed = Speed { nodes: 49, millions: 98e-6 };
        assert_eq!(parse_ours(output, 2), Some(speed));
        assert_eq!(parse_ours(output, 3), None);
    }

    #[test]
    fn the_output_of_the_yardstick_is_read_at_the_wanted_depth() {
        let output = "perft(1) = 7   0.000 s  0.0 Mnps\n\
                      perft(11) = 81647058   0.484 s  168.7 Mnps\n";
        let speed = Speed { nodes: 81_647_058, millions: 168.7 };
        assert_eq!(parse_yardstick(output, 11), Some(speed));
        assert_eq!(parse_yardstick(output, 2), None);
    }
}
