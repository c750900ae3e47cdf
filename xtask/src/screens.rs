//! `cargo xtask screens`: draws the pictures of the display in `docs/screens`.
//!
//! They are for the documentation; the tests compare the text pictures in `host-tests/data/screens`,
//! which show the same screens.

use anyhow::Result;

use crate::shell::Call;

const FOLDER: &str = "docs/screens";

pub(crate) fn run() -> Result<()> {
    let line = "run --quiet --package host-tests --target host-tuple --bin screens --";
    Call::cargo(line).args([FOLDER]).run()
}
