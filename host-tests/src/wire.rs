//! The other end of the wire: a reader that follows a game, the golden vectors, and the schema that
//! documents and other languages are given.

mod document;
mod explain;
pub mod golden;
mod reader;
pub mod samples;
pub mod schema;

pub use document::{Generated, generated};
pub use reader::Reader;
