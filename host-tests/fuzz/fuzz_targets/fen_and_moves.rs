//! Any text is a FEN and moves, or is refused with a reason.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::fen_and_moves(bytes));
