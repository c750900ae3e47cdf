use std::error::Error;
use std::fmt;

use damiera::game::{Input, Record};
use damiera::time::Instant;

/// The events of a game do not add up to the game, so that it would come back
/// different after a power cut; or they leave out something that happened.
#[derive(Clone, Debug)]
pub struct Mismatch {
    /// Which input it was, counted from 1.
    pub step: u64,
    /// The input.
    pub input: Box<Input>,
    /// When it came.
    pub at: Instant,
    /// What is not the same.
    pub difference: String,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (step, at, input) = (self.step, self.at.as_millis(), &self.input);
        write!(f, "step {step} ({input:?} at {at} ms): {}", self.difference)
    }
}

impl Error for Mismatch {}

/// Whether the fold of all events is the game's own record; otherwise says what
/// differs.
pub fn same_fold(folded: &Record, stepped: &Record) -> Result<(), String> {
    if folded == stepped {
        return Ok(());
    }
    Err(format!("the events do not fold to the game: {}", difference(folded, stepped)))
}

/// Something of a record, for a person.
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
    "the position agrees, the rest does not".to_owned()
}
