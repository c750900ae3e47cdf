//! `cargo xtask soak`: plays many games with simulated hands. A failure is written to `target/soak` as
//! a small scenario.

use anyhow::Result;

use crate::cargo;
use crate::shell::{self, Call};

pub(crate) fn run(games: u64, seed: u64, threads: Option<u32>) -> Result<()> {
    let built = cargo::build(Call::cargo(
        "build --release --package host-tests --target host-tuple --bin soak",
    ))?;
    let folder = shell::target_dir().join("soak");
    let mut call = Call::new(&built.executable)
        .args(["--games", &games.to_string()])
        .args(["--seed", &seed.to_string()])
        .args(["--folder", &folder.to_string_lossy()]);
    if let Some(threads) = threads {
        call = call.args(["--threads", &threads.to_string()]);
    }
    call.run()
}
