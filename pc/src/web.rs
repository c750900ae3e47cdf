//! The web server of `serve` and `sim`: one thread, however many readers there are.
//!
//! ```text
//!  accept → Visitors: may this address have one more? ─ no → 429 or 503, closed
//!               │ yes
//!           Connection: header limits, write deadline, bytes counted (hyper)
//!               │
//!           Router of the command (axum) → page, JSON, or Visitor::events: an event stream
//! ```
//!
//! A connection carries one request. Header, answer and the writing of it have time limits, so only
//! an event stream that is read stays open for long; `Limits` says how many of each there may be
//! (tests `limits.rs` and `flood.rs`).
//! Boards and games stay in their own threads: nothing here waits for them.

mod asset;
mod connection;
mod events;
mod host;
mod limits;
mod refusal;
mod server;
mod visitors;

pub(crate) use asset::asset;
pub(crate) use events::EventSource;
pub(crate) use host::is_local;
pub(crate) use limits::Limits;
pub(crate) use refusal::Refusal;
pub(crate) use server::Server;
pub(crate) use visitors::Visitor;
