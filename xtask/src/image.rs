//! `cargo xtask image`, `emulate`, `image-cuts` and `bench-image`: the release images under the emulator.

use std::path::Path;

use anyhow::Result;

use crate::shell::Call;
use crate::{emulator, firmware, size};

/// Checks the emulator itself and runs every test of the images.
pub(crate) fn test() -> Result<()> {
    let images = emulator::prepare_with_displays()?;
    for script in ["check", "test"] {
        Call::new("npm").args(["run", "--silent", "--prefix", "emulator", script]).run()?;
    }
    // All packages at once, as the host tests are built: for one of them alone the features of the
    // crates that they share would be others, and everything would be built again.
    let line = "test --profile checked --target host-tuple --workspace";
    let tests = ["image", "image_cable", "image_displays", "image_survives"];
    let names = tests.iter().flat_map(|name| ["--test", name]);
    images.call(line).args(names).args(["--", "--ignored", "--nocapture"]).run()
}

/// How a program of the host tests is run.
const RUN: &str = "run --quiet --profile checked --package host-tests --target host-tuple";

/// Plays a scenario on the image of a board, or all of them on the images of all boards.
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

/// Measures the images.
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
