//! `cargo xtask power-cuts`: cuts the power at every byte that the journal writes or erases.

use anyhow::Result;

use crate::cargo;
use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    // The profile `checked` has overflow checks: an overflow fails the test.
    let built = cargo::build(Call::cargo(
        "build --profile checked --package host-tests --target host-tuple --bin power_cuts",
    ))?;
    Call::new(&built.executable).run()
}
