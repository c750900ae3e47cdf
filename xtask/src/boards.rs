//! `cargo xtask boards`: generates the drawings and tables of the boards from their `wiring.rs`.

use anyhow::Result;

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    Call::cargo("run --quiet --package host-tests --target host-tuple --bin boards").run()
}
