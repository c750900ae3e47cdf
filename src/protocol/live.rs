use serde::{Deserialize, Serialize};

use super::ToPc;
use crate::rules::Colour;
use crate::sense::Contact;
use crate::text::Text;

/// A message that is sent while it happens and never stored. A slow reader loses the oldest ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Live {
    /// A contact closed or opened.
    Contact(ContactChange),
    /// The times of both clocks.
    Clocks(Clocks),
    /// A line of the diagnostic log.
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

/// A debounced change of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContactChange {
    /// Milliseconds since the board started, at the first edge.
    pub at: u64,
    /// The contact; a cell is named as it lies on the board, not from White's side.
    pub contact: Contact,
    /// Whether a piece was put on or a key pressed.
    pub closed: bool,
}

/// The times of both clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clocks {
    /// Milliseconds since the board started.
    pub at: u64,
    /// Milliseconds that White has for the next move.
    pub white: u32,
    /// Milliseconds that Black has for the next move.
    pub black: u32,
    /// The player whose clock runs.
    pub running: Option<Colour>,
    /// The player whose flag fell first.
    pub flag: Option<Colour>,
}

/// A line of the board's diagnostic log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogLine {
    /// Milliseconds since the board started.
    pub at: u64,
    /// Severity.
    pub level: Level,
    /// English text for the builder of the board.
    pub text: Text<120>,
}

/// Severity of a line of the diagnostic log. Append-only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Level {
    /// A function of the board fails.
    Error,
    /// A function of the board may fail.
    Warning,
    /// Information without a fault.
    Info,
    /// Details for finding a fault.
    Debug,
}
