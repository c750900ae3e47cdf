use std::error::Error;
use std::fmt;

use serde::Serialize;

use crate::virtual_board::Mismatch;

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
///
/// Its JSON form is an interface: the names and the order of the fields do not change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The position in the text.
    #[serde(flatten)]
    pub place: Place,
    /// A sentence for a person.
    pub message: String,
    /// The kind of failure, for programs.
    pub code: Code,
    /// Of [`Code::State`], the state as the expectation would write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
}

/// The kind of a [`Problem`]. Append-only: programs read the names in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// An output came that no line expects.
    Unexpected,
    /// An expected output did not come.
    Missing,
    /// A state of the board is not the expected one.
    State,
    /// An act begins before the board has seen the one before the expectation.
    Early,
    /// The file cannot be read, or an act cannot be performed as written.
    Syntax,
    /// The game breaks an invariant: it panics, its events do not fold to it, or a square has changed
    /// without an explanation.
    Invariant,
}

impl Problem {
    /// A text that cannot be read at this position.
    pub fn syntax(place: Place, message: String) -> Self {
        Failure::syntax(message).at(place)
    }
}

/// A failed line of a scenario, without its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) code: Code,
    pub(super) is: Option<String>,
}

impl Failure {
    pub(super) fn new(code: Code, message: String) -> Self {
        Self { message, code, is: None }
    }

    pub(super) fn syntax(message: String) -> Self {
        Self::new(Code::Syntax, message)
    }

    /// A state that differs from the expected one; `is` as the expectation would write it.
    pub(super) fn state(message: String, is: String) -> Self {
        Self { message, code: Code::State, is: Some(is) }
    }

    pub(super) fn at(self, place: Place) -> Problem {
        let Self { message, code, is } = self;
        Problem { place, message, code, is }
    }
}

impl From<Mismatch> for Failure {
    fn from(mismatch: Mismatch) -> Self {
        Self::new(Code::Invariant, mismatch.to_string())
    }
}

/// `7:8: there is no square 33`; the caller adds the name of the file.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.message)
    }
}

impl Error for Problem {}
