//! The CRC-32 of Ethernet, zip and Python's `zlib`: behind every frame, and behind
//! everything that is stored in one piece.

/// The CRC-32 of the bytes so far.
#[derive(Clone, Copy, Debug)]
pub struct Crc(u32);

impl Crc {
    /// Of no byte yet.
    pub const NEW: Self = Self(u32::MAX);

    /// Goes on behind these bytes.
    #[inline(never)]
    #[must_use]
    pub fn with(self, bytes: &[u8]) -> Self {
        let mut rest = self.0;
        for byte in bytes {
            rest ^= u32::from(*byte);
            for _ in 0..2 {
                rest = rest >> 4 ^ REMAINDERS[(rest & 15) as usize];
            }
        }
        Self(rest)
    }

    /// The check for all of them.
    pub const fn value(self) -> u32 {
        !self.0
    }
}

/// What four bits leave behind. A table for eight would be twice as fast, and take a KiB.
const REMAINDERS: [u32; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < table.len() {
        let mut rest = bits as u32;
        let mut step = 0;
        while step < 4 {
            rest = rest >> 1 ^ if rest & 1 == 1 { 0xEDB8_8320 } else { 0 };
            step += 1;
        }
        table[bits] = rest;
        bits += 1;
    }
    table
};
