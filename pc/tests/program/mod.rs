//! Runs the built program, as a shell would.

#![allow(dead_code)] // Not every test file needs everything.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// Exit code and output of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    /// Returns the output; fails unless the exit code is 0 and standard error is empty.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).expect("what we write is text"),
            err: String::from_utf8(output.stderr).expect("what we write is text"),
        }
    }
}

pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_damiera"));
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

pub(crate) fn run(args: &[&str]) -> Run {
    command(args).output().expect("the program starts").into()
}

pub(crate) fn run_with_input(args: &[&str], input: &[u8]) -> Run {
    let mut child = command(args).stdin(Stdio::piped()).spawn().expect("the program starts");
    // Input and output must fit the pipes: the output is read only afterwards.
    child.stdin.take().expect("piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends").into()
}

/// Sends Ctrl-C and returns exit code and output.
pub(crate) fn interrupt(child: Child) -> Run {
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
    child.wait_with_output().expect("it ends").into()
}

/// An empty folder that no other test uses.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = scratch_file(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// A path as an argument of the program.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("text")
}

/// A file that no other test uses.
pub(crate) fn scratch_file(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}
