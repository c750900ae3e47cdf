//! `cargo xtask sim`: the virtual board in a browser.

use anyhow::Result;

use crate::shell::Call;

/// Builds the program and starts it; what is given goes on to `damiera sim`.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    Call::cargo("run --release --package damiera-pc --target host-tuple -- sim")
        .args(arguments)
        .run()
}
