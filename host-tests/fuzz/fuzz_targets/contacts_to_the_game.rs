//! Any contacts, presses and times: nothing panics, and every world explains the board.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::contacts_to_the_game(bytes));
