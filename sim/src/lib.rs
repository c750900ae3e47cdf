//! The virtual world: [a board in virtual time](virtual_board), [scenarios](scenario) and
//! [simulated hands](hands) that play on it, [a NOR flash](nor) whose power can be cut, and helpers
//! for [pictures](picture) of the display and for [messages](wire) of the protocol.
//!
//! The crate does no I/O: texts and bytes go in, values come out, and time is a number of milliseconds
//! that the caller advances. `host-tests/tests/crates.rs` checks that it names nothing of `std` that
//! reaches the operating system, and `cargo xtask test` compiles it to WebAssembly.

#![forbid(unsafe_code)]

pub mod hands;
pub mod nor;
pub mod picture;
pub mod random;
pub mod scenario;
pub mod virtual_board;
pub mod wire;
