//! The firmware around the core: the peripherals of a board, and one task or interrupt handler for each.
//!
//! | task | executor | priority | waits for, reads | signals, writes |
//! | --- | --- | --- | --- | --- |
//! | `scan_timer::TIMER_IRQ_1`, in it `scan::tick` | interrupt, every 125 µs | P0 | reeds, keys | `scan::EDGES`, `scan::edges_complete_until`, `scan::rate`, `scan::with_reed_stats` |
//! | `game_task::task` | `GAME_EXECUTOR` | P2 | `scan::EDGES`, `startup::GAME_WAKE`, its next deadline; `scan::edges_complete_until` | `startup::USB_TX_READY`, `oled::show`, `buzzer::play`, flash |
//! | `usb::serve` | `GAME_EXECUTOR` | P2 | the USB bus | answers to the host |
//! | `usb::send` | `GAME_EXECUTOR` | P2 | `startup::USB_TX_READY`, DTR | USB packets, `startup::GAME_WAKE` |
//! | `usb::receive` | `GAME_EXECUTOR` | P2 | USB packets | `startup::USB_TX_READY`, `startup::GAME_WAKE` |
//! | `oled::task` | thread | below all interrupts | snapshots from `oled::show`; every 500 ms the status of the displays | I2C, `oled::is_first_alone` |
//! | `buzzer::task` | thread | below all interrupts | sounds from `buzzer::play` | PWM |
//! | `status_led::task` | thread | below all interrupts | a ticker, 500 ms (100 ms after a failed self-check) | the light |
//! | `watchdog::task` | thread | below all interrupts | every 700 ms the reports (`watchdog::report`) of `scan`, `game_task`, `oled` and `usb::serve` | the watchdog, the crash record |
//!
//! `GAME_EXECUTOR` is the executor in the interrupt `SWI_IRQ_0` (`main.rs`). Tasks of one executor do not
//! interrupt each other, so those of `GAME_EXECUTOR` share the board as a `RefCell` that is never borrowed
//! over an `await`. The interrupts of the peripherals (USB, I2C, embassy's timer) keep P0, the reset
//! value; they only wake tasks. `startup::start` runs once on `GAME_EXECUTOR`: it opens the journal and
//! spawns the game task and the USB tasks.

#[macro_use]
pub(crate) mod parts;
pub(crate) mod buzzer;
pub(crate) mod columns;
pub(crate) mod crash;
mod game_task;
pub(crate) mod oled;
mod panic;
pub(crate) mod scan;
mod scan_timer;
mod screen;
pub(crate) mod self_check;
pub(crate) mod startup;
pub(crate) mod status_led;
pub(crate) mod storage;
mod usb;
pub(crate) mod watchdog;

// Linked for its `#[global_logger]`: defmt's log goes to the RTT channel.
use defmt_rtt as _;
