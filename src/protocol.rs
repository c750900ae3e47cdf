//! What goes over the wire: the board tells, a PC listens, asks and, where it may,
//! changes.
//!
//! A message is postcard's bytes of a [`ToPc`] or a [`ToBoard`]; a frame is a message
//! with its CRC-32, made free of zeroes by COBS and ended by one. `docs/PROTOCOL.md`
//! describes both for whoever writes the other end.
//!
//! ```text
//!  bytes → Deframer → ToBoard ─→ Session ─→ PendingCommand → the game
//!                                  ↑  ↑↓
//!              Answer, Live ───────┘  Log (the journal)
//!                                  ↓
//!                        ToPc → frame → bytes
//! ```
//!
//! What is stored for years or spoken between versions never changes: [`Hello`] is
//! frozen for ever, a struct keeps its fields, an enum gets new variants only behind
//! its last one. Whoever meets a variant that he does not know skips the message and
//! counts it.

mod answer;
mod command;
mod decode;
mod deframer;
mod entry;
mod frame;
mod hello;
mod live;
mod log;
mod session;
mod to_pc;

pub use answer::{Answer, Denied, Invalid, Reply};
pub use command::{Command, Correction, Names, Ruling, Sitting, ToBoard};
pub use decode::DecodeError;
pub use deframer::{Deframed, Deframer, Dropped};
pub use entry::{Entry, EventPosition};
pub use frame::{TooLong, encode_frame, write_frame};
pub use hello::{Capabilities, Hello, Version, common};
pub use live::{Clocks, ContactChange, Level, Live, LogLine};
pub use log::{Log, StoredGame};
pub use session::{LIVE_QUEUE, PendingCommand, Received, Session};
pub use to_pc::{DropCounts, ToPc};

/// The newest protocol that this firmware speaks.
pub const NEWEST: u16 = 1;

/// The oldest protocol that it still understands.
pub const OLDEST: u16 = 1;

/// Bytes of the longest message.
///
/// With its CRC it stays below the 254 bytes for which COBS needs one byte only, and
/// the whole frame below four packets of USB.
pub const MAX_MESSAGE: usize = 248;

/// Bytes of the longest event, as it is stored and sent: a message less the byte
/// that says that it is an event.
pub const MAX_EVENT: usize = MAX_MESSAGE - 1;

/// Bytes of the longest frame: message, CRC-32, one byte of COBS, the final zero.
pub const MAX_FRAME: usize = MAX_MESSAGE + 4 + 1 + 1;
