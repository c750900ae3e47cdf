//! Encoding of `u32` words in flash, little-endian, and their CRC-32.

use crate::crc::CRC_32;

/// The CRC-32 of words and the bytes behind them.
pub(super) fn check(words: &[u32], bytes: &[u8]) -> u32 {
    let mut digest = CRC_32.digest();
    for word in words {
        digest.update(&word.to_le_bytes());
    }
    digest.update(bytes);
    digest.finalize()
}

/// Writes words to the start of `into`.
pub(super) fn put(words: &[u32], into: &mut [u8]) {
    for (place, word) in into.as_chunks_mut().0.iter_mut().zip(words) {
        *place = word.to_le_bytes();
    }
}

/// Reads words from the start of `from`.
pub(super) fn get(words: &mut [u32], from: &[u8]) {
    for (word, place) in words.iter_mut().zip(from.as_chunks().0) {
        *word = u32::from_le_bytes(*place);
    }
}
