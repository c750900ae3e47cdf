//! The shell around the core: what the board is made of, and one task for each part.

#[macro_use]
pub(crate) mod board;
pub(crate) mod self_check;
pub(crate) mod status_led;

// Linked for what they define: where defmt's log goes, and what a panic does.
use {defmt_rtt as _, panic_probe as _};
