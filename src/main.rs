//! The firmware: takes the parts of the board and gives each to its task.

#![cfg_attr(target_os = "none", no_std, no_main)]

#[cfg(target_os = "none")]
#[macro_use]
mod firmware;

// The boards, one line each here and in the list below.
#[cfg(target_os = "none")]
#[cfg_attr(feature = "pico", path = "../boards/pico/pins.rs")]
mod pins;

#[cfg(target_os = "none")]
one_board_of!("pico");

#[cfg(target_os = "none")]
#[embassy_executor::main]
async fn main(spawner: embassy_executor::Spawner) {
    use firmware::{self_check, status_led};

    defmt::info!("Damiera {=str}", env!("DAMIERA_VERSION"));
    let board = pins::wire(embassy_rp::init(Default::default()));
    let health = self_check::run();

    spawner.spawn(defmt::unwrap!(status_led::task(board.led, health)));
}

/// The firmware runs on the chip only; with this the whole workspace also checks on a PC.
#[cfg(not(target_os = "none"))]
fn main() {}
