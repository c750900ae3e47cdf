//! What the tests of the rules core share: a second opinion on the rules, random
//! positions, and the properties that fuzzing and the stored corpus check.

pub mod data;
pub mod fuzzing;
pub mod plain_rules;
pub mod random;
pub mod source;
