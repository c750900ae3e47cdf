//! What the tests of the core share: a second opinion on the rules, the properties that fuzzing and
//! the stored corpus check, the screens and messages that the repository keeps, the other end of the
//! wire, power cuts for the journal, and the drawings of the boards.

pub mod data;
pub mod drawing;
pub mod fuzzing;
pub mod journal;
pub mod plain_rules;
pub mod screens;
pub mod source;
pub mod wire;
