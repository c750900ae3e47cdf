//! Runs other programs.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// Returns the root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("xtask lies in the root of the repository")
}

/// Returns Cargo's target directory: CARGO_TARGET_DIR, or `target`.
pub(crate) fn target_dir() -> PathBuf {
    // `join` keeps an absolute path as it is.
    root().join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

/// A program with its arguments, run in the root of the repository. `Display` writes the shell command
/// that does the same.
pub(crate) struct Call {
    program: String,
    arguments: Vec<String>,
    variables: Vec<(&'static str, String)>,
}

impl Call {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        Call {
            program: program.as_ref().to_string_lossy().into_owned(),
            arguments: Vec::new(),
            variables: Vec::new(),
        }
    }

    /// Returns a call of Cargo with these arguments, separated by spaces.
    pub(crate) fn cargo(line: &str) -> Self {
        Call::new("cargo").args(line.split_whitespace())
    }

    pub(crate) fn args<S: AsRef<str>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        let arguments = arguments.into_iter().map(|s| s.as_ref().to_owned());
        self.arguments.extend(arguments);
        self
    }

    pub(crate) fn variable(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.variables.push((name, value.into()));
        self
    }

    /// Runs the program with its output on the terminal. A failure is an error with the command.
    pub(crate) fn run(&self) -> Result<()> {
        let status = self
            .command()
            .status()
            .with_context(|| format!("{} could not be started", self.program))?;
        if !status.success() {
            bail!("`{self}` failed ({status})");
        }
        Ok(())
    }

    /// Runs the program and returns its standard output; its standard error goes to the terminal.
    pub(crate) fn output(&self) -> Result<String> {
        let output = self
            .command()
            .stderr(Stdio::inherit())
            .output()
            .with_context(|| format!("{} could not be started", self.program))?;
        if !output.status.success() {
            bail!("`{self}` failed ({})", output.status);
        }
        String::from_utf8(output.stdout)
            .with_context(|| format!("`{self}` printed bytes that are not UTF-8"))
    }

    /// Runs the program, drops its output, and returns whether it exits with success.
    pub(crate) fn succeeds(&self) -> bool {
        self.command()
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(root());
        command.envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.variables {
            write!(f, "{name}={} ", quoted(value))?;
        }
        f.write_str(&quoted(&self.program))?;
        for argument in &self.arguments {
            write!(f, " {}", quoted(argument))?;
        }
        Ok(())
    }
}

/// Quotes a word that a shell would otherwise split or expand.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+./:,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_displays_as_a_shell_command() {
        let call =
            Call::cargo("doc --no-deps").args(["it's"]).variable("RUSTDOCFLAGS", "-D warnings");
        assert_eq!(call.to_string(), r"RUSTDOCFLAGS='-D warnings' cargo doc --no-deps 'it'\''s'");
    }
}
