//! The PC side of the protocol: a reader that follows a game, the golden vectors, and the schema
//! from which `docs/PROTOCOL.md` and `docs/protocol.json` are generated.

mod document;
mod explain;
pub mod golden;
mod reader;
pub mod samples;
pub mod schema;

pub use document::{Generated, generated};
pub use reader::Reader;
