//! `cargo xtask load`: forty virtual boards and one page, with figures.

use anyhow::Result;

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    Call::cargo("test --profile checked --package damiera-pc --test load --target host-tuple --")
        .args(["--ignored", "--nocapture"])
        .run()
}
