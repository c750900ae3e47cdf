use std::fmt;

use serde::Serialize;

use super::Problem;

/// The result of a scenario, entry by entry in the order of time.
///
/// Its JSON form is an interface: the names and the order of the fields do not change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Acts, outputs of the board and checked expectations.
    pub entries: Vec<Entry>,
    /// The failure that ended the run; `None` if it passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Problem>,
}

/// One line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Milliseconds since the board was switched on.
    pub at: u64,
    /// Its line in the file; `None` for an output.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The kind of entry.
    pub kind: Kind,
    /// The act, output or expectation as a scenario writes it.
    pub text: String,
}

/// The kind of an [`Entry`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// An act was performed.
    Act,
    /// The board had an output; the text is the expectation that it meets.
    Happened,
    /// An expectation was met.
    Met,
    /// An expectation was not met.
    Failed,
}

impl Account {
    /// Whether every expectation was met.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }

    /// Inserts an output in the order of time. It is known one debounce delay after its stamp: acts
    /// that begin in between are already listed.
    pub(super) fn happened(&mut self, at: u64, text: String) {
        let later = |entry: &&Entry| entry.kind == Kind::Act && entry.at > at;
        let later = self.entries.iter().rev().take_while(later).count();
        let entry = Entry { at, line: None, kind: Kind::Happened, text };
        self.entries.insert(self.entries.len() - later, entry);
    }
}

/// One line an entry, outputs indented and marked. The failure is not printed: the caller prints it with
/// the name of the file.
impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for entry in &self.entries {
            let mark = match entry.kind {
                Kind::Act => "",
                Kind::Happened => "    > ",
                Kind::Met => "  ok expect ",
                Kind::Failed => "  FAILED expect ",
            };
            writeln!(f, "{:>8}  {mark}{}", entry.at, entry.text)?;
        }
        Ok(())
    }
}
