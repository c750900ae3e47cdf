//! `cargo xtask image`, `emulate` and `bench-image`: the release images under the emulator.

use std::path::Path;

use anyhow::Result;

use crate::emulator;
use crate::shell::Call;

/// Checks the emulator itself and runs every test of the images.
pub(crate) fn test() -> Result<()> {
    let images = emulator::prepare()?;
    for script in ["check", "test"] {
        Call::new("npm").args(["run", "--silent", "--prefix", "emulator", script]).run()?;
    }
    for package in ["host-tests", "damiera-pc"] {
        let line = "test --profile checked --target host-tuple --test image --package";
        images.call(line).args([package, "--", "--ignored", "--nocapture"]).run()?;
    }
    Ok(())
}

/// Plays a scenario on the image of a board.
pub(crate) fn emulate(scenario: &Path, board: &str) -> Result<()> {
    let line = "run --quiet --profile checked --package host-tests --target host-tuple";
    emulator::prepare()?
        .call(line)
        .args(["--bin", "emulate", "--", board, &scenario.display().to_string()])
        .run()
}

/// Measures the images.
pub(crate) fn bench() -> Result<()> {
    let line = "run --quiet --profile checked --package host-tests --target host-tuple";
    emulator::prepare()?.call(line).args(["--bin", "bench_image"]).run()
}
