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
//!                                                 │   (Tracker + Referee + Clock + Menu)      ├→ Event → USB
//! flash       → Journal → fold of Events (boot) ──┘                                           └→ Event → flash
//! ```
//!
//! What stands today, from below: [`time`] and [`text`]; [`rules`], the game itself; [`event`],
//! the numbered log and its fold, the record; [`sense`], from contacts to stamped edges; [`tracker`], what
//! the hands are doing; [`clock`], two clocks and their time controls; [`game`], the
//! referee; [`menu`], pages, lists and editors; [`sequencer`], contacts and game together; [`view`], the screens; [`protocol`],
//! the stream; [`journal`], the log in flash; [`event_store`], both of them for the game's
//! events; [`board`], a whole board but for its pins; [`wiring`], a board as data; [`drivers`], reeds,
//! keys and displays over the traits of embedded-hal. Each layer may use only those below it; `host-tests/tests/layering.rs` sees to that.

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
pub mod tracker;
pub mod view;
pub mod wiring;
