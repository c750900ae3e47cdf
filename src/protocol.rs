//! The protocol between board and PC: the board sends events and live messages, the PC sends
//! commands.
//!
//! A message is a [`ToPc`] or a [`ToBoard`] encoded by postcard; a frame is a message and its
//! CRC-32, encoded by COBS and ended by a zero byte. `docs/PROTOCOL.md` describes both for
//! implementers of other programs.
//!
//! ```text
//!  bytes → Deframer → ToBoard ─→ Session ─→ PendingCommand → the game
//!                                  ↑  ↑↓
//!              Answer, Live ───────┘  Log (the journal)
//!                                  ↓
//!                        ToPc → frame → bytes
//! ```
//!
//! Published types never change: [`Hello`] is frozen for ever, a struct keeps its fields, an enum
//! gets new variants only behind its last one (`host-tests/tests/wire_golden.rs`). A receiver skips
//! and counts a message with an unknown variant (`host-tests/tests/wire_newer_peer.rs`).

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

/// The newest protocol version that this firmware supports.
pub const NEWEST: u16 = 2;

/// The oldest protocol version that this firmware supports.
pub const OLDEST: u16 = 2;

/// Maximum length of a message, in bytes.
///
/// 248 and 4 bytes of CRC are below the 254 bytes for which COBS adds only one byte, and the frame
/// of 254 bytes fits in four USB packets of 64 bytes.
pub const MAX_MESSAGE: usize = 248;

/// Maximum length of an event as it is stored and sent, in bytes: a message without its first
/// byte, [`ToPc::EVENT`].
pub const MAX_EVENT: usize = MAX_MESSAGE - 1;

/// Maximum length of a frame, in bytes: message, CRC-32, one byte of COBS, the final zero.
pub const MAX_FRAME: usize = MAX_MESSAGE + 4 + 1 + 1;
