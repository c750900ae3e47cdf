//! Any events that can be read fold to a sound game.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::event_fold(bytes));
