//! Any bytes reach a board: each command is answered once, and nothing panics.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::bytes_to_the_board(bytes));
