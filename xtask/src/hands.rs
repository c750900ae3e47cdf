//! `cargo xtask hands`: plays many games with simulated hands and prints one table. Each failure is
//! written to `target/hands` as a small scenario of raw contacts.

use anyhow::Result;

use crate::cargo;
use crate::shell::{self, Call};

pub(crate) fn run(
    options: Vec<(&str, Option<String>)>,
    flags: impl IntoIterator<Item = (bool, &'static str)>,
) -> Result<()> {
    let built = cargo::build(Call::cargo(
        "build --release --package host-tests --target host-tuple --bin hands",
    ))?;
    let folder = shell::target_dir().join("hands").to_string_lossy().into_owned();
    let mut call = Call::new(&built.executable).args(["--out", &folder]);
    for (option, value) in options {
        call = call.args([option, &value.unwrap_or_default()]);
    }
    for flag in flags.into_iter().filter_map(|(set, flag)| set.then_some(flag)) {
        call = call.args([flag]);
    }
    call.run()
}
