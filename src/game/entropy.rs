/// Randomness that was gathered from outside: an oscillator, the instants of
/// hands.
///
/// It is stirred, not made: what goes in decides what comes out, so the same
/// inputs draw the same lots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EntropyPool {
    pool: u64,
}

impl EntropyPool {
    /// Takes something in that nobody could know before.
    pub(super) const fn stir(&mut self, random: u64) {
        self.pool = mixed(self.pool ^ random);
    }

    /// Takes a number out.
    pub(super) const fn draw(&mut self) -> u32 {
        self.pool = mixed(self.pool);
        (self.pool >> 32) as u32
    }

    /// Takes a number of six decimal digits out, the first digit first.
    pub(super) fn code(&mut self) -> u32 {
        // Ten divides 2^32 but for six parts in four milliards.
        (0..6).fold(0, |code, _| 10 * code + self.draw() % 10)
    }
}

/// The finaliser of SplitMix64: every bit of the result hangs on every bit given.
const fn mixed(given: u64) -> u64 {
    let z = given.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
