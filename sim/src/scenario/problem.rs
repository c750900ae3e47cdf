use std::error::Error;
use std::fmt;

use serde::Serialize;

/// A line and a column of a scenario, both from 1, counted in characters. Both are 0 in a scenario that
/// was not read from a text, and then left out of the JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Place {
    #[serde(skip_serializing_if = "is_zero")]
    pub line: u32,
    #[serde(skip_serializing_if = "is_zero")]
    pub column: u32,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// An error in the text of a scenario, or a failure in its run, with its position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The position in the text.
    #[serde(flatten)]
    pub place: Place,
    /// A sentence for a person.
    pub message: String,
}

/// `7:8: there is no square 33`; the caller adds the name of the file.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Error for Problem {}
