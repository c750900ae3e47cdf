//! `cargo xtask fuzz`: runs the fuzz targets of `host-tests/fuzz`.

use anyhow::{Result, bail};

use crate::shell::Call;
use crate::toolchain;

const FOLDER: [&str; 2] = ["--fuzz-dir", "host-tests/fuzz"];

pub(crate) fn run(target: Option<&str>, seconds: u32) -> Result<()> {
    if !Call::cargo("+nightly --version").succeeds() {
        bail!("fuzzing needs a nightly compiler: `rustup toolchain install nightly`");
    }
    if !Call::cargo("+nightly fuzz --version").succeeds() {
        Call::cargo("install cargo-fuzz --locked").run()?;
    }
    let list = Call::cargo("+nightly fuzz list").args(FOLDER).output()?;
    let mut targets: Vec<&str> = list.split_whitespace().collect();
    if let Some(wanted) = target {
        if !targets.contains(&wanted) {
            bail!("there is no target {wanted}: there are {}", targets.join(", "));
        }
        targets = vec![wanted];
    }
    // Needed because the default target of the repository is the chip.
    let host = toolchain::host()?;
    for target in targets {
        println!("fuzzing {target} for {seconds} s");
        Call::cargo("+nightly fuzz run")
            .args(FOLDER)
            .args(["--target", &host, target, "--"])
            .args([format!("-max_total_time={seconds}")])
            .run()?;
    }
    Ok(())
}
