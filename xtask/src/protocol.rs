//! `cargo xtask protocol`: generates golden vectors and documentation from the types of the protocol.
//!
//! It changes no golden vector and no number: it adds vectors for samples that have none, and variants
//! to `docs/protocol.json`.

use anyhow::Result;

use crate::shell::Call;

pub(crate) fn run() -> Result<()> {
    Call::cargo("run --quiet --package host-tests --target host-tuple --bin protocol").run()
}
