//! Plays every scenario of hands many times with the noise of hands mixed in, prints one table, and
//! writes the runs that fail as scenarios with no more noise than they need.
//!
//! `cargo xtask noise` builds and calls it.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io, thread};

use host_tests::noise::{GOAL, NoiseCampaign, NoiseOutcome, Scenarios, Variant, table};

/// Number of scenarios written for each class of failures.
const EACH_CLASS: usize = 2;

fn main() -> ExitCode {
    match run() {
        Ok(unchanged) if unchanged >= GOAL => ExitCode::SUCCESS,
        Ok(unchanged) => {
            println!("below the goal: {unchanged:.2} % unchanged, at least {GOAL} %");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// Plays and returns the share of unchanged runs in percent.
fn run() -> Result<f64, String> {
    let (campaign, folder) = arguments()?;
    let scenarios = Scenarios::read().map_err(|error| error.to_string())?;
    let begin = Instant::now();
    // A panic is a failure like any other.
    std::panic::set_hook(Box::new(|_| {}));
    let outcome = campaign.run(&scenarios.played);
    print!("{}", table(&outcome, &scenarios));
    println!("\n{} runs in {:.1} s", outcome.runs, begin.elapsed().as_secs_f64());
    write(&outcome, &scenarios, &folder)
        .map_err(|error| format!("{}: {error}", folder.display()))?;
    Ok(outcome.unchanged())
}

fn arguments() -> Result<(NoiseCampaign, PathBuf), String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut campaign = NoiseCampaign { times: 40, seed: 1, threads };
    let mut folder = PathBuf::from("target/noise");
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        let number = || value.parse::<u32>().map_err(|_| format!("`{value}` is not a number"));
        match word.as_str() {
            "--times" => campaign.times = number()?,
            "--seed" => campaign.seed = number()?,
            "--threads" => campaign.threads = number()?.max(1) as usize,
            "--out" => folder = PathBuf::from(value),
            _ => return Err(format!("`{word}` is not an option of this program")),
        }
    }
    Ok((campaign, folder))
}

/// Writes the first scenarios of each class of failures. The folder has no others afterwards.
fn write(outcome: &NoiseOutcome, scenarios: &Scenarios, folder: &Path) -> io::Result<()> {
    if folder.exists() {
        for old in fs::read_dir(folder)? {
            let old = old?.path();
            if old.extension().is_some_and(|extension| extension == "scn") {
                fs::remove_file(old)?;
            }
        }
    }
    fs::create_dir_all(folder)?;
    for changed in outcome.classes().values().flat_map(|runs| runs.iter().take(EACH_CLASS)) {
        let Some(named) = scenarios.played.iter().find(|named| named.name == changed.name) else {
            continue;
        };
        let variant = Variant::of(&named.unhurried, changed);
        let name = changed.name.trim_end_matches(".scn").replace('/', "-");
        let file = folder.join(format!("{name}-{}.scn", changed.seed));
        fs::write(&file, variant.scenario.to_string())?;
    }
    println!("\nThe scenarios that fail are in {}", folder.display());
    Ok(())
}
