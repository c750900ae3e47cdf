/// Entropy from outside: the chip's ring oscillator and the instants of edges.
///
/// The output depends on the inputs only, so the same inputs give the same draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EntropyPool {
    pool: u64,
}

impl EntropyPool {
    /// An empty pool.
    pub(super) const fn new() -> Self {
        Self { pool: 0 }
    }

    /// Mixes an unpredictable number in.
    pub(super) const fn stir(&mut self, random: u64) {
        self.pool = mixed(self.pool ^ random);
    }

    /// Returns a random number.
    pub(super) const fn draw(&mut self) -> u32 {
        self.pool = mixed(self.pool);
        (self.pool >> 32) as u32
    }

    /// Returns a random number of six decimal digits.
    pub(super) fn code(&mut self) -> u32 {
        // 2^32 is 6 modulo 10: the digits 0 to 5 are likelier by 2 parts in 10^9.
        (0..6).fold(0, |code, _| 10 * code + self.draw() % 10)
    }
}

/// The finaliser of SplitMix64: every bit of the result depends on every bit of the input.
const fn mixed(input: u64) -> u64 {
    let z = input.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
