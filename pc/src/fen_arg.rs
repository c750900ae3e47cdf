use std::error::Error;
use std::fmt;

use damiera::rules::Position;

/// A position from the command line or standard input, with its text.
#[derive(Clone, Debug)]
pub(crate) struct FenArg {
    /// The text as given, so that a program can match output lines to input lines; the FEN of the
    /// start position if the text was `start`.
    pub(crate) fen: String,
    pub(crate) position: Position,
}

/// A text that is not a FEN.
#[derive(Clone, Debug)]
pub(crate) struct BadFen {
    /// The text as given, without the spaces around it.
    pub(crate) text: String,
    /// Position of the error in characters, from 1.
    pub(crate) column: usize,
    /// The column and the error, in one sentence.
    pub(crate) message: String,
}

impl FenArg {
    /// Parses a FEN or the word `start`.
    pub(crate) fn read(text: &str) -> Result<Self, BadFen> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("start") {
            let position = Position::start();
            return Ok(Self { fen: position.to_string(), position });
        }
        match text.parse::<Position>() {
            Ok(position) => Ok(Self { fen: text.to_owned(), position }),
            Err(error) => Err(BadFen {
                text: text.to_owned(),
                column: error.column.into(),
                message: error.to_string(),
            }),
        }
    }

    /// Parses a line that need not be UTF-8.
    pub(crate) fn read_bytes(line: &[u8]) -> Result<Self, BadFen> {
        str::from_utf8(line).map_or_else(|_| Err(BadFen::not_text(line)), Self::read)
    }
}

impl BadFen {
    fn not_text(line: &[u8]) -> Self {
        let readable = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let column = readable.trim_start().chars().count() + 1;
        Self {
            text: String::from_utf8_lossy(line).trim().to_owned(),
            column,
            message: format!("column {column}: this is not UTF-8 text"),
        }
    }

    /// Returns the text with control characters replaced, so that it prints on one line with every
    /// character in its column.
    pub(crate) fn printable(&self) -> String {
        let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
        self.text.chars().map(printable).collect()
    }
}

/// The message, then the text with a mark below the column.
impl fmt::Display for BadFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = " ".repeat(self.column.saturating_sub(1));
        write!(f, "{}\n  {}\n  {before}^", self.message, self.printable())
    }
}

impl Error for BadFen {}
