//! Functions of the image that are called from outside, to count what they cost.

use std::hash::{Hash, Hasher};

use damiera::rules::{MAX_MOVES, Position};
use serde_json::json;

use crate::happening::{self, hex};
use crate::{Emulator, Stopped};

/// What a call has cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Instructions, with those of all it calls.
    pub instructions: u64,
    /// Cycles, as the emulator counts them.
    pub cycles: u64,
}

/// `Position::legal_moves`, as the linker spells it.
const LEGAL_MOVES: &str = "rules..position..Position$GT$11legal_moves17h";

/// Below this the stack has never come: arguments and results lie above, the stack of the
/// call below.
const FREE: u32 = 0x2000_4000;
const LIST: u32 = FREE;
const POSITION: u32 = FREE + 0x1000;

/// The legal moves of a position, made by the image of a board under power. They must be those of
/// the core on the host, in the same order: otherwise something else would have been counted.
pub fn legal_moves(emulator: &mut Emulator, position: &Position) -> Result<Cost, Stopped> {
    let refused = |why: String| Stopped::Refused(why);
    if emulator.counts()?.lowest_stack <= POSITION + 0x1000 {
        return Err(refused("the stack comes too near to the place for calls".to_owned()));
    }
    // The length, then the moves, each of two words.
    let length = 4 + 8 * MAX_MOVES;
    let answer = emulator.request(json!({
        "do": "call",
        "function": LEGAL_MOVES,
        "registers": [LIST, POSITION],
        "stack": FREE,
        "given": [{ "address": POSITION, "hex": hex(&bytes_of(fields(position))) }],
        "wanted": { "address": LIST, "length": length },
    }))?;
    let made = answer["hex"].as_str().and_then(happening::bytes).unwrap_or_default();
    let expected = position.legal_moves();
    let mut words = vec![expected.len() as u32];
    words.extend(expected.iter().flat_map(fields));
    let expected = bytes_of(words);
    if !made.starts_with(&expected) {
        let (made, expected) = (hex(&made), hex(&expected));
        return Err(refused(format!("for {position} the image makes {made}, not {expected}")));
    }
    let count = |name: &str| answer[name].as_u64().ok_or(refused(format!("no {name}")));
    Ok(Cost { instructions: count("instructions")?, cycles: count("cycles")? })
}

/// The fields of a value in the order in which they are declared, each as a word: what a
/// derived hash takes in. On the chip they lie in memory like that.
fn fields(value: &impl Hash) -> Vec<u32> {
    struct Words(Vec<u32>);
    impl Hasher for Words {
        fn write(&mut self, bytes: &[u8]) {
            let mut word = [0; 4];
            for (to, from) in word.iter_mut().zip(bytes) {
                *to = *from;
            }
            self.0.push(u32::from_le_bytes(word));
        }
        fn finish(&self) -> u64 {
            0
        }
    }
    let mut words = Words(Vec::new());
    value.hash(&mut words);
    words.0
}

fn bytes_of(words: Vec<u32>) -> Vec<u8> {
    words.into_iter().flat_map(u32::to_le_bytes).collect()
}
