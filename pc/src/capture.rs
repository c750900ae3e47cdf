//! The capture format: the bytes of a connection with their times, as text.
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
//! that begin with `#` are comments. A last line without a line end is incomplete and ignored.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use crate::link::Fault;

const HEAD: &str = "damiera capture 1";

/// Who sent the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sender {
    Board,
    Pc,
}

/// Bytes that were received or sent in one piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Run {
    /// Microseconds since the port was opened.
    pub(crate) at: u64,
    pub(crate) by: Sender,
    pub(crate) bytes: Vec<u8>,
}

/// Writes a capture file.
pub(crate) struct CaptureWriter {
    path: PathBuf,
    file: BufWriter<File>,
    began: Instant,
}

impl CaptureWriter {
    /// Creates the file with a comment in its second line. Fails if the file exists.
    pub(crate) fn create(path: &Path, comment: &str) -> Result<Self, Fault> {
        let create = || -> io::Result<BufWriter<File>> {
            if path.is_file() {
                let exists = "the file exists already";
                return Err(io::Error::new(io::ErrorKind::AlreadyExists, exists));
            }
            let mut file = BufWriter::new(File::create(path)?);
            writeln!(file, "{HEAD}\n# {comment}")?;
            file.flush()?;
            Ok(file)
        };
        let file = create().map_err(|error| Fault::of_writing(path.to_owned(), error))?;
        Ok(Self { path: path.to_owned(), file, began: Instant::now() })
    }

    /// Appends bytes with the current time.
    pub(crate) fn append(&mut self, by: Sender, bytes: &[u8]) -> Result<(), Fault> {
        if bytes.is_empty() {
            return Ok(());
        }
        let at = self.began.elapsed().as_micros();
        let sign = match by {
            Sender::Board => '<',
            Sender::Pc => '>',
        };
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        writeln!(self.file, "{at} {sign} {hex}").map_err(|error| self.unwritten(error))
    }

    /// Flushes the buffer to the system.
    pub(crate) fn flush(&mut self) -> Result<(), Fault> {
        self.file.flush().map_err(|error| self.unwritten(error))
    }

    fn unwritten(&self, error: io::Error) -> Fault {
        Fault::of_writing(self.path.clone(), error)
    }
}

/// Whether a file begins with the first line of a capture.
pub(crate) fn is_capture(bytes: &[u8]) -> bool {
    bytes.strip_prefix(HEAD.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'\r' | b'\n', ..]))
}

/// Reads a capture. Any other file is taken as one run of bytes from the board.
pub(crate) fn read(path: &Path) -> Result<Vec<Run>> {
    let read = || -> Result<Vec<Run>> {
        let bytes = fs::read(path)?;
        if is_capture(&bytes) {
            runs(&bytes)
        } else {
            Ok(vec![Run { at: 0, by: Sender::Board, bytes }])
        }
    };
    read().with_context(|| path.display().to_string())
}

/// Decodes the lines of a capture.
pub(crate) fn runs(bytes: &[u8]) -> Result<Vec<Run>> {
    // An incomplete last line may end within a character.
    let text = String::from_utf8_lossy(bytes);
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut runs = Vec::new();
    for (number, line) in whole.lines().enumerate().skip(1) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let Some(run) = run(line) else { bail!("line {} is not a line of a capture", number + 1) };
        runs.push(run);
    }
    Ok(runs)
}

fn run(line: &str) -> Option<Run> {
    let mut words = line.split_ascii_whitespace();
    let at = words.next()?.parse().ok()?;
    let by = match words.next()? {
        "<" => Sender::Board,
        ">" => Sender::Pc,
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
    fn an_incomplete_last_line_is_ignored_and_a_damaged_line_is_an_error() {
        let text = b"damiera capture 1\n# here\n118 > 00\n1534 < 00a1b2\n2000 < c3\n";
        let whole = runs(text).expect("a capture");
        assert_eq!(whole[0], Run { at: 118, by: Sender::Pc, bytes: vec![0] });
        assert_eq!(whole[1], Run { at: 1534, by: Sender::Board, bytes: vec![0, 0xa1, 0xb2] });
        assert_eq!(whole.len(), 3);
        for length in HEAD.len()..text.len() {
            assert!(is_capture(&text[..length]));
            let cut = runs(&text[..length]).expect("the complete lines");
            assert_eq!(cut, whole[..cut.len()], "{length}");
            assert!(cut.len() < 3);
        }
        for line in ["1 < 0", "1 < 0g", "1 00", "x < 00", "1 < 00 00", "1 = 00", "1 <"] {
            let text = format!("{HEAD}\n{line}\n2 < 00\n");
            let error = runs(text.as_bytes()).expect_err(line);
            assert_eq!(error.to_string(), "line 2 is not a line of a capture");
        }
        assert!(!is_capture(b"damiera capture 12\n"), "a later version of the format");
    }
}
