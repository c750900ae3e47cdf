use std::error::Error;
use std::fmt;

use damiera::game::{Input, Record};
use damiera::time::Instant;

/// A failed check after a step: the fold of the events differs from the game's record, so that the
/// game would be restored wrongly after a power cut, or [`explained`](super::explained) failed.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// Number of the input, from 1.
    pub step: u64,
    /// The input.
    pub input: Box<Input>,
    /// The stamp of the input.
    pub at: Instant,
    /// The difference, as a sentence.
    pub difference: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, at, input) = (self.step, self.at.as_millis(), &self.input);
        write!(f, "step {step} ({input:?} at {at} ms): {}", self.difference)
    }
}

impl Error for Mismatch {}

/// Checks that the fold of all events equals the game's own record; the error names the first part
/// that differs.
pub fn same_fold(folded: &Record, stepped: &Record) -> Result<(), String> {
    if folded == stepped {
        return Ok(());
    }
    Err(format!("the events do not fold to the game: {}", difference(folded, stepped)))
}

/// Formats one part of a record.
type Part = fn(&Record) -> String;

#[cold]
fn difference(folded: &Record, stepped: &Record) -> String {
    let parts: [(&str, Part); 5] = [
        ("position", |record| record.position().to_string()),
        ("phase", |record| format!("{:?}", record.phase())),
        ("running clock", |record| format!("{:?}", record.running())),
        ("touched piece", |record| format!("{:?}", record.touched())),
        ("number of half-moves", |record| record.half_moves().to_string()),
    ];
    for (name, part) in parts {
        let (folded, stepped) = (part(folded), part(stepped));
        if folded != stepped {
            return format!("the {name} is {folded} in the fold and {stepped} in the game");
        }
    }
    "a part that is not printed here differs".to_owned()
}
