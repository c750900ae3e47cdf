//! Shared parts of the tests: a second implementation of the rules, the properties checked by fuzzing
//! and by the stored corpus, golden screens and messages, a PC's end of the wire, power cuts for the
//! journal, and the drawings of the boards.

pub mod campaign;
pub mod contacts;
pub mod data;
pub mod drawing;
pub mod fuzzing;
pub mod image;
pub mod journal;
pub mod noise;
pub mod plain_rules;
pub mod screens;
pub mod source;
pub mod wire;
pub mod worst;
