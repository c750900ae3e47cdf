//! Plays random games with simulated hands, compares the outputs of the board with the expected ones,
//! and writes each failure as a small scenario.
//!
//! `cargo xtask soak` builds and calls it.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use std::{env, fs, io, thread};

use damiera_sim::hands::{Failure, Game, Kind, Performance, shrink, try_out};

struct Arguments {
    games: u64,
    seed: u64,
    threads: u64,
    folder: PathBuf,
}

/// A failed game.
struct Found {
    seed: u64,
    failure: Failure,
}

/// Number of scenarios written for each kind of failure.
const EACH_KIND: usize = 3;

fn main() -> ExitCode {
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("error: {message}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Result<Arguments, String> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get) as u64;
    let folder = PathBuf::from("target/soak");
    let mut arguments = Arguments { games: 100_000, seed: 1, threads, folder };
    let mut words = env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{word}` needs a value"))?;
        let number = || value.parse::<u64>().map_err(|_| format!("`{value}` is not a number"));
        match word.as_str() {
            "--games" => arguments.games = number()?,
            "--seed" => arguments.seed = number()?,
            "--threads" => arguments.threads = number()?.max(1),
            "--folder" => arguments.folder = PathBuf::from(value),
            _ => return Err(format!("`{word}` is not an option of this program")),
        }
    }
    Ok(arguments)
}

fn run(arguments: &Arguments) -> io::Result<bool> {
    let Arguments { games, seed, threads, .. } = *arguments;
    println!("{games} games with the seeds {seed} to {}", seed + games.saturating_sub(1));
    let begin = Instant::now();
    let next = AtomicU64::new(0);
    let half_moves = AtomicU64::new(0);
    let finished = AtomicBool::new(false);
    let (send, receive) = mpsc::channel();
    // A panic is a failure like any other.
    std::panic::set_hook(Box::new(|_| {}));
    let mut found: Vec<Found> = thread::scope(|scope| {
        let players: Vec<_> = (0..threads)
            .map(|_| {
                let send = send.clone();
                let (next, half_moves) = (&next, &half_moves);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= games {
                            break;
                        }
                        let seed = seed + number;
                        let game = Game::random(seed, Kind::random(seed));
                        half_moves.fetch_add(game.turns.len() as u64, Ordering::Relaxed);
                        if let Some(failure) = try_out(&game) {
                            let _ = send.send(Found { seed, failure });
                        }
                    }
                })
            })
            .collect();
        let progress = scope.spawn(|| progress(&next, games, &finished));
        for player in players {
            let _ = player.join();
        }
        finished.store(true, Ordering::Relaxed);
        progress.thread().unpark();
        drop(send);
        receive.iter().collect()
    });
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{games} games, {} half-moves, {seconds:.1} s, {:.0} games a second",
        half_moves.into_inner(),
        games as f64 / seconds
    );
    found.sort_by_key(|found| found.seed);
    report(&found, &arguments.folder)?;
    Ok(found.is_empty())
}

/// Prints the progress: a bar on a terminal, lines elsewhere.
fn progress(next: &AtomicU64, games: u64, finished: &AtomicBool) {
    let terminal = io::stderr().is_terminal();
    let pause = if terminal { Duration::from_millis(200) } else { Duration::from_secs(10) };
    loop {
        thread::park_timeout(pause);
        let over = finished.load(Ordering::Relaxed);
        let done = next.load(Ordering::Relaxed).min(games);
        if terminal {
            let width = 40;
            let filled = (done * width / games.max(1)) as usize;
            let bar = format!("{:<40}", "#".repeat(filled));
            eprint!("\r[{bar}] {done} of {games} games");
            let _ = io::stderr().flush();
            if over {
                eprintln!();
            }
        } else if !over {
            eprintln!("{done} of {games} games");
        }
        if over {
            return;
        }
    }
}

/// Groups the failures and writes the smallest scenarios of each kind.
fn report(found: &[Found], folder: &Path) -> io::Result<()> {
    let mut kinds: BTreeMap<String, Vec<&Found>> = BTreeMap::new();
    for found in found {
        kinds.entry(found.failure.difference.kind()).or_default().push(found);
    }
    if !kinds.is_empty() {
        fs::create_dir_all(folder)?;
    }
    for (kind, found) in &kinds {
        println!("\n{} games failed: {kind}", found.len());
        for found in found.iter().take(EACH_KIND) {
            let file = write(found, folder)?;
            println!("  seed {}, {}\n    {}", found.seed, found.failure, file.display());
        }
        let more: Vec<String> =
            found.iter().skip(EACH_KIND).take(10).map(|found| found.seed.to_string()).collect();
        if !more.is_empty() {
            println!("  more seeds: {}", more.join(" "));
        }
    }
    Ok(())
}

fn write(found: &Found, folder: &Path) -> io::Result<PathBuf> {
    let seed = found.seed;
    let game = Game::random(seed, Kind::random(seed));
    let game = shrink(&game).unwrap_or(game);
    let mut scenario = Performance::of(&game).scenario(&game);
    let failure = try_out(&game).unwrap_or_else(|| found.failure.clone());
    scenario.heading = vec![format!("Seed {seed}: {failure}.")];
    let file = folder.join(format!("{seed}.scn"));
    fs::write(&file, scenario.to_string())?;
    Ok(file)
}
