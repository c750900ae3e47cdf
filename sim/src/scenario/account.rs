use std::fmt;

use serde::Serialize;

use super::Problem;

/// What came of a scenario, in the order of time.
///
/// As JSON its names and their order are promised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// What was done, what happened and what was expected.
    pub entries: Vec<Entry>,
    /// Why it failed, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Problem>,
}

/// One line of an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// In ms since the board woke up.
    pub at: u64,
    /// Its line in the file; nothing for what happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What kind of entry it is.
    pub kind: Kind,
    /// In the words of a scenario.
    pub text: String,
}

/// What an entry tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Something was done.
    Act,
    /// Something came out: the text is what one would have to expect.
    Happened,
    /// Something was expected, and it was so.
    Met,
    /// Something was expected, and it was not so.
    Failed,
}

impl Account {
    /// Whether everything was as expected.
    pub fn passed(&self) -> bool {
        self.failure.is_none()
    }

    /// Adds what happened where it belongs: it is known a little later, perhaps
    /// when the next acts have begun, but before anybody asks for it.
    pub(super) fn happened(&mut self, at: u64, text: String) {
        let later = |entry: &&Entry| entry.kind == Kind::Act && entry.at > at;
        let later = self.entries.iter().rev().take_while(later).count();
        let entry = Entry { at, line: None, kind: Kind::Happened, text };
        self.entries.insert(self.entries.len() - later, entry);
    }
}

/// One line for each entry: what happened is indented and marked. Why it failed
/// is left for those who know the file's name.
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
