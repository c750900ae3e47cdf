//! Calls functions of the image in the emulator, to count their instructions.

use std::hash::{Hash, Hasher};

use damiera::rules::{MAX_MOVES, Position};
use serde_json::json;

use crate::happening::{self, hex};
use crate::{Emulator, Stopped};

/// The cost of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// Instructions, with those of all it calls.
    pub instructions: u64,
    /// Cycles, as the emulator counts them.
    pub cycles: u64,
}

/// Part of the mangled name of `Position::legal_moves`.
const LEGAL_MOVES: &str = "rules..position..Position$GT$11legal_moves17h";

/// An address in the unused part of the stack: arguments and result lie above it, the stack of the
/// call below. [`legal_moves`] checks that the stack has not come near.
const FREE: u32 = 0x2000_4000;
const LIST: u32 = FREE;
const POSITION: u32 = FREE + 0x1000;

/// Generates the legal moves of a position with the image of a board under power, and returns the cost.
/// Fails if they are not those of the core on the host, in the same order.
pub fn legal_moves(emulator: &mut Emulator, position: &Position) -> Result<Cost, Stopped> {
    let refused = |why: String| Stopped::Refused(why);
    if emulator.counts()?.lowest_stack <= POSITION + 0x1000 {
        return Err(refused("the stack comes too near to the memory for calls".to_owned()));
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

/// Returns the fields of a value in the order of their declaration, each as a word, as the derived
/// `Hash` writes them. On the chip they have the same layout in memory.
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
