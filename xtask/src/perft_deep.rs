//! `cargo xtask perft-deep`: checks every count of `host-tests/data/perft.csv` to its full depth.

use std::thread;

use anyhow::{Context, Result};

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    let threads =
        thread::available_parallelism().context("the number of processors is unknown")?.to_string();
    Call::cargo("run --release --package damiera-pc --target host-tuple --")
        .args(["perft-check", "host-tests/data/perft.csv"])
        .args(["--threads", &threads])
        .run()
}
