use std::error::Error;
use std::fmt;

use serde::Serialize;

/// A line and a column of a scenario, both from 1, counted in characters; 0 in
/// a scenario that no file holds, and then left out.
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

/// What is wrong with a scenario, or went wrong in it, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// A sentence for a person.
    pub message: String,
}

/// As compilers print it, the file's name left for those who know it:
/// `7:8: there is no square 33`.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Error for Problem {}
