//! What the tests of the core share: a second opinion on the rules, random
//! positions, the properties that fuzzing and the stored corpus check, a board in
//! virtual time, the scenarios that are played on it, pictures of the display, and a
//! flash whose power can be cut.

pub mod data;
pub mod fuzzing;
pub mod hands;
pub mod journal;
pub mod nor;
pub mod picture;
pub mod plain_rules;
pub mod random;
pub mod scenario;
pub mod source;
pub mod virtual_board;
