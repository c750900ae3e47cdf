//! Power cuts for the journal: scripts of calls, a ledger of the expected content, and the sweep
//! that cuts the power at every position.

pub mod forge;
mod ledger;
mod script;
mod sweep;

pub use ledger::Ledger;
pub use script::{Act, SMALL, bytes, random_script, scripted, shipped_script};
pub use sweep::{Depth, Player, Tried, sweep};
