//! The shell around the core: the parts of a board, and one task or interrupt handler for each.
//!
//! | task | executor | priority | waits for, reads | signals, writes |
//! | --- | --- | --- | --- | --- |
//! | `tick::TIMER_IRQ_1`, in it `scan::tick` | interrupt, every 125 µs | P0 | reeds, keys | `scan::EDGES`, `scan::known`, `scan::rate`, `scan::with_tally` |
//! | `game::task` | `PLAYING` | P2 | `scan::EDGES`, `station::ORDERED`, its next deadline | `station::NEWS`, `oled::show`, `buzzer::play`, flash |
//! | `usb::serve` | `PLAYING` | P2 | the USB bus | answers to the host |
//! | `usb::send` | `PLAYING` | P2 | `station::NEWS`, DTR | USB packets, `station::ORDERED` |
//! | `usb::receive` | `PLAYING` | P2 | USB packets | `station::NEWS`, `station::ORDERED` |
//! | `oled::task` | thread | below all interrupts | `oled::show`; every 500 ms the status of the displays | I2C, `oled::is_first_alone` |
//! | `buzzer::task` | thread | below all interrupts | `buzzer::play` | PWM |
//! | `status_led::task` | thread | below all interrupts | a ticker | the light |
//! | `watchdog::task` | thread | below all interrupts | every 700 ms the reports of scan, game, oled and usb | the watchdog |
//!
//! `PLAYING` is the executor in the interrupt `SWI_IRQ_0` (`main.rs`). Tasks of one executor do not
//! interrupt each other, so those of `PLAYING` share the board as a `RefCell` that is never borrowed
//! over an `await`. The interrupts of the peripherals (USB, I2C, embassy's timer) keep P0, the reset
//! value; they only wake tasks. `station::start` runs once on `PLAYING`: it opens the journal and
//! spawns the tasks of game and port.

#[macro_use]
pub(crate) mod board;
pub(crate) mod buzzer;
pub(crate) mod columns;
pub(crate) mod crash;
mod game;
pub(crate) mod oled;
mod panic;
pub(crate) mod scan;
mod screen;
pub(crate) mod self_check;
pub(crate) mod station;
pub(crate) mod status_led;
pub(crate) mod storage;
mod tick;
mod usb;
pub(crate) mod watchdog;

// Linked for what it defines: where defmt's log goes.
use defmt_rtt as _;
