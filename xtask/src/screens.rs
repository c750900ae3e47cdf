//! `cargo xtask screens`: the pictures of the display for people.
//!
//! They show what the text pictures in `host-tests/data/screens` show, and those are what a test
//! compares.

use anyhow::Result;

use crate::shell::Call;

const FOLDER: &str = "docs/screens";

pub(crate) fn run() -> Result<()> {
    let line = "run --quiet --package host-tests --target host-tuple --bin screens --";
    Call::cargo(line).args([FOLDER]).run()
}
