//! What the tests of the core share: a second opinion on the rules, random
//! positions, the properties that fuzzing and the stored corpus check, a board in
//! virtual time, and the scenarios that are played on it.

pub mod data;
pub mod fuzzing;
pub mod plain_rules;
pub mod random;
pub mod scenario;
pub mod source;
pub mod virtual_board;
