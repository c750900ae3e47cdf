//! `cargo xtask power-cuts`: the journal without power, at every byte.

use anyhow::Result;

use crate::cargo;
use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    // With overflow checks: a sum that wraps is a failure like any other.
    let built = cargo::build(Call::cargo(
        "build --profile checked --package host-tests --target host-tuple --bin power_cuts",
    ))?;
    Call::new(&built.executable).run()
}
