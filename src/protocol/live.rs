use serde::{Deserialize, Serialize};

use super::ToPc;
use crate::rules::Colour;
use crate::sense::Contact;
use crate::text::Text;

/// What is told while it happens and never stored: a slow reader goes without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// A piece or a key went up or down.
    Contact(ContactChange),
    /// What the clocks say.
    Clocks(Clocks),
    /// A sentence for whoever repairs the board.
    Log(LogLine),
}

impl From<Live> for ToPc {
    fn from(live: Live) -> Self {
        match live {
            Live::Contact(change) => Self::Contact(change),
            Live::Clocks(clocks) => Self::Clocks(clocks),
            Live::Log(line) => Self::Log(line),
        }
    }
}

/// A contact that closed or opened, and went on so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactChange {
    /// Milliseconds since the board woke up, at the first contact.
    pub at: u64,
    /// Which; cells as they lie on the board, whoever sits where.
    pub contact: Contact,
    /// Down: a piece put on, a key pressed.
    pub closed: bool,
}

/// What both clocks say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Milliseconds since the board woke up.
    pub at: u64,
    /// Milliseconds that White has for the next move.
    pub white: u32,
    /// Milliseconds that Black has.
    pub black: u32,
    /// Whose clock runs.
    pub running: Option<Colour>,
    /// Whose flag fell first.
    pub flag: Option<Colour>,
}

/// A line of the board's log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// Milliseconds since the board woke up.
    pub at: u64,
    /// How much it matters.
    pub level: Level,
    /// English, for the builder.
    pub text: Text<120>,
}

/// How much a line of the log matters. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    /// Something does not work.
    Error,
    /// Something may not.
    Warning,
    /// Good to know.
    Info,
    /// For whoever looks for a fault.
    Debug,
}
