//! `cargo xtask instructions`: counts the instructions of functions with callgrind. Unlike a time, the
//! number is the same on every run, so a budget can be enforced.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::cargo;
use crate::shell::{self, Call};

/// A function to count. The binary of `host-tests` calls it once for each case; it is `no_mangle` and
/// not inlined.
struct Measure {
    binary: &'static str,
    function: &'static str,
    /// Description of a call, for the report.
    work: &'static str,
    /// Budget: the mean over all calls must be below this.
    mean_below: u64,
}

const MEASURES: &[Measure] = &[
    Measure {
        binary: "count_legal_moves",
        function: "measured_legal_moves",
        work: "legal moves of a position",
        mean_below: 2_500,
    },
    Measure {
        binary: "count_debounce",
        function: "measured_frame_without_change",
        work: "a frame without change",
        mean_below: 200,
    },
    Measure {
        binary: "count_debounce",
        function: "measured_frame_with_change",
        work: "a frame with change",
        mean_below: 1_000,
    },
    Measure {
        binary: "count_step",
        function: "measured_step",
        work: "a step of the whole game for one edge",
        // Explaining an edge in every world, and reading what they mean.
        mean_below: 20_000,
    },
    Measure {
        binary: "count_step",
        function: "measured_wake",
        work: "a step of the whole game at a deadline",
        // A deadline reads the worlds again.
        mean_below: 20_000,
    },
    Measure {
        binary: "count_redraw",
        function: "measured_redraw",
        work: "a redraw of the running screen, from the game to all pixels",
        mean_below: 90_000,
    },
    Measure {
        binary: "count_redraw",
        function: "measured_diff",
        work: "the difference of two pictures",
        mean_below: 2_500,
    },
    Measure {
        binary: "count_journal",
        function: "measured_append",
        work: "appending a record of 60 bytes to the journal, on the flash model",
        mean_below: 4_000,
    },
    Measure {
        binary: "count_journal",
        function: "measured_tick",
        work: "counting a second in the journal, on the flash model",
        mean_below: 500,
    },
];

/// Whether the instructions were counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counted {
    Yes,
    /// Valgrind is missing; a line about it was printed.
    No,
}

pub(crate) fn run() -> Result<Counted> {
    if !valgrind() {
        println!("valgrind is missing: instructions are not counted");
        return Ok(Counted::No);
    }
    for measure in MEASURES {
        measure.run()?;
    }
    Ok(Counted::Yes)
}

impl Measure {
    fn run(&self) -> Result<()> {
        let built = cargo::build(
            Call::cargo("build --release --package host-tests --target host-tuple --bin")
                .args([self.binary]),
        )?;
        let folder = shell::target_dir().join("callgrind").join(self.function);
        let counts = count(&built.executable, self.function, &folder)?;

        let mean = counts.iter().sum::<u64>() / counts.len() as u64;
        let maximum = counts.iter().max().copied().unwrap_or_default();
        println!(
            "{}: {} calls, mean {mean} instructions, maximum {maximum}",
            self.work,
            counts.len()
        );
        ensure!(
            mean < self.mean_below,
            "{}: a mean of {mean} instructions is not below the budget of {}",
            self.work,
            self.mean_below
        );
        Ok(())
    }
}

/// Returns the instructions of each call of a function, in order. callgrind collects only inside the
/// function and writes one file at the end of each call.
fn count(program: &Path, function: &str, folder: &Path) -> Result<Vec<u64>> {
    // Files of an earlier run would be counted again.
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    let files = folder.join("call");
    Call::new("valgrind")
        .args(["--quiet", "--tool=callgrind", "--collect-atstart=no"])
        .args([format!("--toggle-collect={function}")])
        .args([format!("--dump-after={function}")])
        .args([format!("--callgrind-out-file={}", files.display())])
        .args([program.to_string_lossy()])
        .output()?;

    let mut counts = Vec::new();
    for number in 1.. {
        let file = folder.join(format!("call.{number}"));
        if !file.exists() {
            break;
        }
        let profile = fs::read_to_string(&file)?;
        counts.push(total(&profile).with_context(|| format!("{} has no total", file.display()))?);
    }
    ensure!(!counts.is_empty(), "{} never called {function}", program.display());
    Ok(counts)
}

/// Returns the total number of instructions in a callgrind file.
fn total(profile: &str) -> Option<u64> {
    let total = |line: &str| line.strip_prefix("totals:")?.trim().parse().ok();
    profile.lines().find_map(total)
}

/// Returns whether valgrind can be run; root installs it first if it is missing.
fn valgrind() -> bool {
    let version = Call::new("valgrind").args(["--version"]);
    if version.succeeds() {
        return true;
    }
    let id = Call::new("id").args(["-u"]);
    if id.output().is_ok_and(|id| id.trim() == "0") {
        let apt = |arguments: &[&str]| {
            Call::new("apt-get")
                .args(arguments)
                .variable("DEBIAN_FRONTEND", "noninteractive")
                .succeeds()
        };
        // Without a current package list the first attempt fails.
        let install = ["install", "--yes", "--no-install-recommends", "valgrind"];
        let _ = apt(&install) || (apt(&["update"]) && apt(&install));
    }
    version.succeeds()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_of_a_callgrind_file_is_read() {
        let profile = "version: 1\nevents: Ir\nsummary: 808\n\nfn=(1) main\n0 808\n\ntotals: 808\n";
        assert_eq!(total(profile), Some(808));
        assert_eq!(total("version: 1\n"), None);
    }
}
