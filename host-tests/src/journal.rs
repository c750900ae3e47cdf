//! Power cuts for the journal: scripts of what a board does, a ledger of what must
//! be there, and the sweep that cuts the power everywhere.

pub mod forge;
mod ledger;
mod script;
mod sweep;

pub use ledger::Ledger;
pub use script::{Act, SMALL, bytes, random_script, scripted, shipped_script};
pub use sweep::{Depth, Player, Tried, sweep};
