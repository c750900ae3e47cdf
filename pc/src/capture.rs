//! Captures: the bytes of a connection with their times, as text.
//!
//! ```text
//! damiera capture 1
//! # /dev/ttyACM0
//! 118 > 00
//! 1534 < 0012030f…
//! ```
//!
//! After the first line, each line is a run of bytes: microseconds since the port was
//! opened, `<` from the board or `>` to it, and the bytes as hexadecimal digits. Lines
//! that begin with `#` are remarks. A last line without its end was cut off.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::link::Fault;

const HEAD: &str = "damiera capture 1";

/// Who said it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speaker {
    Board,
    Pc,
}

/// Bytes that came at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Microseconds since the port was opened.
    pub(crate) at: u64,
    pub(crate) by: Speaker,
    pub(crate) bytes: Vec<u8>,
}

/// A capture that is being made.
pub(crate) struct Taker {
    path: PathBuf,
    file: BufWriter<File>,
    began: Instant,
}

impl Taker {
    /// Begins a file; one that is there already is left alone.
    pub(crate) fn create(path: &Path, remark: &str) -> Result<Self, Fault> {
        let create = || -> io::Result<BufWriter<File>> {
            if path.is_file() {
                let there = "there is such a file already";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, there));
            }
            let mut file = BufWriter::new(File::create(path)?);
            writeln!(file, "{HEAD}\n# {remark}")?;
            file.flush()?;
            Ok(file)
        };
        let file = create().map_err(|error| Fault::of_writing(path.to_owned(), error))?;
        Ok(Self { path: path.to_owned(), file, began: Instant::now() })
    }

    /// Adds what was just said.
    pub(crate) fn take(&mut self, by: Speaker, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.began.elapsed().as_micros();
        let sign = match by {
            Speaker::Board => '<',
            Speaker::Pc => '>',
        };
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(self.file, "{at} {sign} {hex}").map_err(|error| self.unwritten(error))
    }

    /// Hands everything to the system: what was taken outlives this program.
    pub(crate) fn flush(&mut self) -> Result<(), Fault> {
        self.file.flush().map_err(|error| self.unwritten(error))
    }

    fn unwritten(&self, error: io::Error) -> Fault {
        Fault::of_writing(self.path.clone(), error)
    }
}

/// Whether a file begins as a capture does.
pub(crate) fn is_capture(bytes: &[u8]) -> bool {
    bytes.strip_prefix(HEAD.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'\r' | b'\n', ..]))
}

/// What was said. A file of bytes alone is taken as said by the board, all at once.
pub(crate) fn read(path: &Path) -> Result<Vec<Run>> {
    let read = || -> Result<Vec<Run>> {
        let bytes = fs::read(path)?;
        if is_capture(&bytes) {
            runs(&bytes)
        } else {
            Ok(vec![Run { at: 0, by: Speaker::Board, bytes }])
        }
    };
    read().with_context(|| path.display().to_string())
}

/// The lines of a capture.
pub(crate) fn runs(bytes: &[u8]) -> Result<Vec<Run>> {
    // A line that was cut off may end within a character.
    let text = String::from_utf8_lossy(bytes);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut runs = Vec::new();
    for (number, line) in whole.lines().enumerate().skip(1) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(run) = run(line) else { bail!("line {} is no part of a capture", number + 1) };
        runs.push(run);
    }
    Ok(runs)
}

fn run(line: &str) -> Option<Run> {
    let mut words = line.split_ascii_whitespace();
    let at = words.next()?.parse().ok()?;
    let by = match words.next()? {
        "<" => Speaker::Board,
        ">" => Speaker::Pc,
        _ => return None,
    };
    let hex = words.next()?.as_bytes();
    let digits: Option<Vec<u8>> = hex
        .chunks(2)
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok())
        .collect();
    (hex.len() % 2 == 0 && words.next().is_none()).then_some(Run { at, by, bytes: digits? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capture_may_be_cut_off_anywhere_and_not_be_damaged() {
        let text = b"damiera capture 1\n# here\n118 > 00\n1534 < 00a1b2\n2000 < c3\n";
        let whole = runs(text).expect("a capture");
        assert_eq!(whole[0], Run { at: 118, by: Speaker::Pc, bytes: vec![0] });
        assert_eq!(whole[1], Run { at: 1534, by: Speaker::Board, bytes: vec![0, 0xa1, 0xb2] });
        assert_eq!(whole.len(), 3);
        for length in HEAD.len()..text.len() {
            assert!(is_capture(&text[..length]));
            let cut = runs(&text[..length]).expect("what is whole");
            assert_eq!(cut, whole[..cut.len()], "{length}");
            assert!(cut.len() < 3);
        }
        for line in ["1 < 0", "1 < 0g", "1 00", "x < 00", "1 < 00 00", "1 = 00", "1 <"] {
            let text = format!("{HEAD}\n{line}\n2 < 00\n");
            let error = runs(text.as_bytes()).expect_err(line);
            assert_eq!(error.to_string(), "line 2 is no part of a capture");
        }
        assert!(!is_capture(b"damiera capture 12\n"), "of a later program");
    }
}
