//! `cargo xtask image`, `emulate`, `image-cuts`, `bench-image` and `worst-turn`: run the release images in
//! the emulator.

use std::path::Path;

use anyhow::Result;

use crate::shell::{self, Call};
use crate::{emulator, firmware, size};

/// Checks and tests the emulator's JavaScript, then runs every test of the images.
pub(crate) fn test() -> Result<()> {
    let images = emulator::prepare_with_displays()?;
    for script in ["check", "test"] {
        Call::new("npm").args(["run", "--silent", "--prefix", "emulator", script]).run()?;
    }
    // `--workspace`, as for the host tests: for one package alone Cargo would unify the features of
    // shared dependencies differently and build everything again.
    let line = "test --profile checked --target host-tuple --workspace";
    let tests = ["image", "image_cable", "image_displays", "image_survives"];
    let names = tests.iter().flat_map(|name| ["--test", name]);
    images.call(line).args(names).args(["--", "--ignored", "--nocapture"]).run()
}

/// Cargo's arguments to run a binary of `host-tests`.
const RUN: &str = "run --quiet --profile checked --package host-tests --target host-tuple";

/// Plays a scenario, or all scenarios of a folder, on the image of a board or of every board.
pub(crate) fn emulate(scenario: Option<&Path>, board: Option<&str>) -> Result<()> {
    let all = Path::new("host-tests/data/scenarios");
    let path = scenario.unwrap_or(all);
    let boards = match board {
        Some(board) => vec![board.to_owned()],
        None if path.is_dir() => firmware::boards()?,
        None => firmware::boards()?.into_iter().take(1).collect(),
    };
    let path = path.display().to_string();
    emulator::prepare()?.call(RUN).args(["--bin", "emulate", "--", &path]).args(boards).run()
}

/// Cuts the power of a board, or of every board, in the middle of flash operations.
pub(crate) fn cuts(board: Option<&str>, count: u32) -> Result<()> {
    let boards = board.map_or_else(firmware::boards, |board| Ok(vec![board.to_owned()]))?;
    let count = count.to_string();
    emulator::prepare()?.call(RUN).args(["--bin", "image_cuts", "--", &count]).args(boards).run()
}

/// Searches the contacts that cost most, and replays them on the image of the first board.
pub(crate) fn worst_turn(seconds: u32, seed: u32) -> Result<()> {
    let folder = shell::target_dir().join("worst-turn").display().to_string();
    let arguments = [seconds.to_string(), seed.to_string(), folder];
    // The release profile: the search compares times.
    let line = "run --quiet --release --package host-tests --target host-tuple --bin worst_turn --";
    emulator::prepare()?.call(line).args(arguments.iter().map(String::as_str)).run()
}

/// Measures the images of all boards.
pub(crate) fn bench() -> Result<()> {
    let images = emulator::prepare()?;
    let mut sizes = Vec::new();
    for board in firmware::boards()? {
        let (flash, ram) = size::of(&firmware::build(&board)?)?;
        sizes.extend([board, flash.to_string(), ram.to_string()]);
    }
    let sizes = sizes.iter().map(String::as_str);
    images.call(RUN).args(["--bin", "bench_image", "--"]).args(sizes).run()
}
