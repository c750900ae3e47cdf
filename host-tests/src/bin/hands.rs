//! Plays random games with simulated hands on the virtual board, compares what came with what had to
//! come, prints one table, and writes the failures as small scenarios of raw contacts.
//!
//! `cargo xtask hands` builds and calls it.

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io, thread};

use damiera::rules::Edition;
use damiera_sim::hands::{Performance, Temperament, scenario, shrink};
use host_tests::campaign::{Campaign, Found, bounds, table};

/// Number of scenarios written for each kind of failure of each temperament.
const EACH_KIND: usize = 3;

fn main() -> ExitCode {
    let (campaign, folder) = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    let begin = Instant::now();
    // A panic is a failure like any other.
    std::panic::set_hook(Box::new(|_| {}));
    let result = campaign.run();
    let seconds = begin.elapsed().as_secs_f64();
    print!("{}", table(&result));
    println!(
        "\n{} games in {seconds:.1} s, {:.0} games a second",
        campaign.games,
        campaign.games as f64 / seconds
    );
    if let Err(error) = write(&result.found, &campaign, &folder) {
        eprintln!("error: {error}");
        return ExitCode::FAILURE;
    }
    match bounds::exceeded(&result) {
        exceeded if exceeded.is_empty() => ExitCode::SUCCESS,
        exceeded => {
            exceeded.iter().for_each(|bound| println!("above its bound: {bound}"));
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<(Campaign, PathBuf), String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let mut campaign = Campaign { games: 20_000, threads, ..Campaign::default() };
    let mut folder = PathBuf::from("target/hands");
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--casual" => campaign.casual = true,
            "--offences" => campaign.offences = true,
            _ => {
                let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
                let number =
                    || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
                match word.as_str() {
                    "--games" => campaign.games = number()?,
                    "--seed" => campaign.seed = number()?,
                    "--threads" => campaign.threads = number()?.max(1),
                    "--out" => folder = PathBuf::from(value),
                    "--edition" => {
                        campaign.edition = Some(match number()? {
                            2006 => Edition::Year2006,
                            2008 => Edition::Year2008,
                            _ => return Err("the editions are 2006 and 2008".to_owned()),
                        });
                    }
                    "--temperament" => {
                        let known = |name: &&str| *name == value;
                        let names = Temperament::ALL.map(|(name, _)| name);
                        let name = names
                            .iter()
                            .find(|name| known(name))
                            .ok_or_else(|| format!("`{value}` is none of {}", names.join(", ")))?;
                        campaign.temperament = Some(name);
                    }
                    _ => return Err(format!("`{word}` is not an option of this program")),
                }
            }
        }
    }
    Ok((campaign, folder))
}

/// Prints the failures by kind and writes the smallest scenarios of each.
fn write(found: &[Found], campaign: &Campaign, folder: &Path) -> io::Result<()> {
    let mut groups: std::collections::BTreeMap<String, Vec<&Found>> = Default::default();
    for found in found {
        groups.entry(found.failure.group()).or_default().push(found);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, found)| std::cmp::Reverse(found.len()));
    if !groups.is_empty() {
        fs::create_dir_all(folder)?;
    }
    for (group, found) in &groups {
        println!("\n{} games: {group}", found.len());
        let mut written: std::collections::BTreeMap<&str, usize> = Default::default();
        for found in found {
            let (name, game) = campaign.game(found.number);
            let of_temperament = written.entry(name).or_default();
            *of_temperament += 1;
            if *of_temperament > EACH_KIND {
                continue;
            }
            let (game, failure) = shrink(&game).unwrap_or((game, found.failure.clone()));
            let performance = Performance::of(&game);
            let heading = [
                format!("Game {} of seed {}, {name}.", found.number, campaign.seed),
                format!("{failure}"),
            ];
            let file = folder.join(format!("{}-{}.scn", campaign.seed, found.number));
            fs::write(&file, scenario(&game, &performance, &heading))?;
            println!("  game {}, {name}: {}\n    {}", found.number, found.failure, file.display());
        }
    }
    Ok(())
}
