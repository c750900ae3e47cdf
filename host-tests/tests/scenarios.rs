//! Every file of `data/scenarios` is a test, named by its path: dropping one
//! there is enough.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use damiera_emulator::scenario_files;
use damiera_sim::scenario::Scenario;
use host_tests::data;
use libtest_mimic::{Arguments, Failed, Trial};

fn main() -> ExitCode {
    let folder = data::path("data/scenarios");
    let found =
        scenario_files(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let number = found.len();
    let mut trials = vec![Trial::test("there_are_scenarios", move || match number {
        0 => Err("the folder holds no scenario".into()),
        _ => Ok(()),
    })];
    for path in found {
        let below = path.strip_prefix(&folder).unwrap_or(&path);
        // The same name on every system.
        let name = below.components().map(|part| part.as_os_str().to_string_lossy());
        let name = name.collect::<Vec<_>>().join("/");
        trials.push(Trial::test(name.clone(), move || run(&path, &name)));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn run(path: &Path, name: &str) -> Result<(), Failed> {
    let text = fs::read_to_string(path)?;
    let scenario = Scenario::read(&text).map_err(|problem| format!("{name}:{problem}"))?;
    let account = scenario.run();
    match &account.failure {
        Some(problem) => Err(format!("{name}:{problem}\n{account}").into()),
        None => Ok(()),
    }
}
