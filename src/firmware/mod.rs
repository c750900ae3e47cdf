//! The shell around the core: what the board is made of, and one task for each part.

#[macro_use]
pub(crate) mod board;
pub(crate) mod buzzer;
pub(crate) mod crash;
mod game;
pub(crate) mod oled;
mod panic;
pub(crate) mod rows;
pub(crate) mod scan;
mod screen;
pub(crate) mod self_check;
mod ssd1306;
pub(crate) mod station;
pub(crate) mod status_led;
pub(crate) mod storage;
mod tick;
mod usb;
pub(crate) mod watchdog;

// Linked for what it defines: where defmt's log goes.
use defmt_rtt as _;
