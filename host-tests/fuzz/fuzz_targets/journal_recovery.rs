//! Any region is recovered or started anew, and can be played on.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| host_tests::fuzzing::journal_recovery(bytes));
