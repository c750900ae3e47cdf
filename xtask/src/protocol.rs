//! `cargo xtask protocol`: what follows from the types that go over the wire.
//!
//! It only ever adds: golden vectors for samples that have none, and variants to `docs/protocol.json`.

use anyhow::Result;

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    Call::cargo("run --quiet --package host-tests --target host-tuple --bin protocol").run()
}
