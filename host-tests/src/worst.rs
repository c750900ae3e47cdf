//! Replays of the contacts after which a step of the game takes longest, on the image.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use damiera::rules::{Colour, Side};
use damiera_emulator::Replay;
use damiera_emulator::boards::BoardKind;
use damiera_sim::scenario::Scenario;

use crate::data;

/// Limit of a replay in real time.
const LIMIT: Duration = Duration::from_secs(600);

/// The function whose longest call is counted, by a part of its symbol.
const STEP: &str = "12GameWithMenu4step17h";

/// The side of a player's button, where White sits in the south.
pub const fn button_side(colour: Colour) -> Side {
    match colour {
        Colour::White => Side::South,
        Colour::Black => Side::North,
    }
}

/// The worst sequences found so far.
pub fn known() -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files: Vec<PathBuf> = fs::read_dir(data::path("data/worst"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_, Box<dyn Error>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "scn"));
    files.sort();
    Ok(files)
}

/// The instructions of the longest step of the game, while the image of a board gets the contacts of a
/// scenario.
pub fn replay(board: &BoardKind, file: &Path) -> Result<u64, Box<dyn Error>> {
    let scenario = Scenario::read(&fs::read_to_string(file)?)
        .map_err(|problem| format!("{}: {}", file.display(), problem.message))?;
    let replay = Replay::recorded(&scenario).map_err(|why| format!("{}: {why}", file.display()))?;
    let mut watched = 0;
    let mut bench = replay.play(board, LIMIT, |bench| {
        if watched == 0 {
            watched = bench.emulator.watch(STEP)?;
        }
        Ok(())
    })?;
    let calls = bench.emulator.calls()?;
    let longest = calls.iter().map(|call| call.instructions).max();
    Ok(longest.ok_or_else(|| format!("{STEP} is inlined or never called"))?)
}
