//! Builds a binary with Cargo and reads its path from Cargo's JSON messages.

use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::shell::Call;

/// A binary that has just been built.
pub(crate) struct Built {
    pub(crate) executable: PathBuf,
    /// The messages Cargo printed about the build, one JSON value each.
    messages: Vec<Value>,
}

/// Runs `cargo build` with the given arguments, which name one binary.
pub(crate) fn build(call: Call) -> Result<Built> {
    // Cargo still prints compiler errors to the terminal in readable form.
    let call = call.args(["--message-format", "json-render-diagnostics"]);
    let messages = call
        .output()?
        .lines()
        .map(|line| serde_json::from_str(line).context("Cargo printed a message that is not JSON"))
        .collect::<Result<Vec<Value>>>()?;
    let executable = messages
        .iter()
        .filter_map(|message| message["executable"].as_str())
        .next_back()
        .with_context(|| format!("`{call}` built no binary"))?;
    Ok(Built { executable: executable.into(), messages })
}

impl Built {
    /// The value of a variable that a build script set for the compiler.
    pub(crate) fn variable(&self, name: &str) -> Option<&str> {
        self.messages
            .iter()
            .filter_map(|message| message["env"].as_array())
            .flatten()
            .find(|pair| pair[0] == name)
            .and_then(|pair| pair[1].as_str())
    }
}
