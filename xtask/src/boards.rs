//! `cargo xtask boards`: the drawings and tables of the boards, from their constants.

use anyhow::Result;

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    Call::cargo("run --quiet --package host-tests --target host-tuple --bin boards").run()
}
