//! Of any position that can be set up, the legal moves are those of the plain
//! rules, and each can be played.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::setup_moves_play(bytes));
