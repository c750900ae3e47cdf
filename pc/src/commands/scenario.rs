//! `damiera scenario`: plays scenario files on a virtual board.

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::Result;
use damiera_emulator::each_scenario_file;
use damiera_sim::scenario::{Account, Place, Problem, Scenario};
use serde::Serialize;

use crate::cli::ScenarioArgs;
use crate::exit_status::ExitStatus;

/// The result of a file in JSON: the names and their order are an interface.
#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    passed: bool,
    #[serde(flatten)]
    account: &'a Account,
}

pub(crate) fn run(args: &ScenarioArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let mut tally = Tally { json: args.json, passed: 0, failed: 0 };
    for path in &args.files {
        let mut files = each_scenario_file(path).peekable();
        if files.peek().is_none() {
            let message = "there is no scenario, a file named *.scn, below this folder";
            tally.tell(path, &broken(message.to_owned()), out)?;
        }
        for file in files {
            match file {
                Ok(file) => tally.tell(&file, &play(&file), out)?,
                Err(error) => tally.tell(path, &broken(error.to_string()), out)?,
            }
        }
    }
    if !args.json {
        writeln!(out, "{} passed, {} failed", tally.passed, tally.failed)?;
    }
    Ok(if tally.failed == 0 { ExitStatus::Success } else { ExitStatus::BadInput })
}

fn play(file: &Path) -> Account {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) => return broken(error.to_string()),
    };
    match Scenario::read(&text) {
        Ok(scenario) => scenario.run(),
        Err(problem) => Account { failure: Some(problem), ..Account::default() },
    }
}

/// Returns the account of a file that cannot be read.
fn broken(message: String) -> Account {
    let failure = Some(Problem::syntax(Place::default(), message));
    Account { failure, ..Account::default() }
}

struct Tally {
    json: bool,
    passed: usize,
    failed: usize,
}

impl Tally {
    fn tell(&mut self, file: &Path, account: &Account, out: &mut impl Write) -> Result<()> {
        let passed = account.passed();
        *if passed { &mut self.passed } else { &mut self.failed } += 1;
        let file = file.to_string_lossy();
        if self.json {
            serde_json::to_writer(&mut *out, &FileLine { file: &file, passed, account })?;
            writeln!(out)?;
            // A program that reads the lines gets each one when its file has been played.
            return Ok(out.flush()?);
        }
        writeln!(out, "{file}: {}", if passed { "ok" } else { "FAILED" })?;
        write!(out, "{account}")?;
        match &account.failure {
            Some(Problem { place, message, .. }) if place.line == 0 => {
                writeln!(out, "{file}: error: {message}")?;
            }
            Some(problem) => writeln!(out, "{file}:{problem}")?,
            None => {}
        }
        writeln!(out)?;
        Ok(out.flush()?)
    }
}
