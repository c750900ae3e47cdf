//! Damiera: the core of an electronic board for *dama italiana* with its clock
//! inside.
//!
//! The core is one synchronous reducer in a thin asynchronous shell: no `await`,
//! no clock reading, no allocation, no I/O and no `unsafe`. Time and random
//! numbers are inputs, so the same inputs give the same effects on the board, in
//! a test and on a PC. Data flows one way:
//!
//! ```text
//! reeds, keys → Frame → Debouncer → stamped edges ┐
//! USB         → Deframer → Command ───────────────┼→ GameWithMenu::step(Input, now) → Effects ┬→ View  → OLED
//!                                                 │   (Worlds + Referee + Clock + Menu)       ├→ Event → USB
//! flash       → Journal → fold of Events (boot) ──┘                                           └→ Event → flash
//! ```
//!
//! The layers, the lowest first. Each may use only some of those before it; the table in
//! `host-tests/tests/layering.rs` says which, and its tests check it.
//!
//! - [`time`] and [`text`]: instants, durations, short texts
//! - [`rules`]: positions, legal moves, notation
//! - [`sense`]: from contacts to stamped edges
//! - [`clock`]: two clocks and their time controls
//! - [`event`]: the events of a game, and their fold, the record
//! - [`wiring`]: the pins of a board as data
//! - [`drivers`]: reeds, keys and displays over the traits of embedded-hal
//! - [`worlds`]: what every piece may have done, derived from the edges
//! - [`game`]: the referee
//! - [`menu`]: pages, lists and editors
//! - [`sequencer`]: orders edges, deadlines and requests by their instants
//! - [`view`]: the screens
//! - [`protocol`]: the frames on USB
//! - [`journal`]: the log in flash
//! - [`event_store`]: the events of the game in the journal, and for the protocol
//! - [`board`]: a whole board except its pins

#![no_std]
#![forbid(unsafe_code)]

pub mod board;
pub mod clock;
mod crc;
pub mod drivers;
pub mod event;
pub mod event_store;
pub mod game;
pub mod journal;
pub mod menu;
pub mod protocol;
pub mod rules;
pub mod sense;
pub mod sequencer;
pub mod text;
pub mod time;
pub mod view;
pub mod wiring;
pub mod worlds;
