use core::ops::{BitAnd, BitOr, BitXor, BitXorAssign, Index, IndexMut, Not};

use super::{Cells, Frame, Keys};

/// A bit for each contact, in words of the chip's width: the cells of rows 0 to 3, the
/// cells of rows 4 to 7, the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Words([u32; Self::COUNT]);

impl Words {
    pub(super) const NONE: Self = Self([0; Self::COUNT]);
    /// How many words there are.
    pub(super) const COUNT: usize = 3;

    /// The contacts that are closed in a frame.
    #[inline]
    pub(super) const fn closed_in(frame: Frame) -> Self {
        let cells = frame.cells.bits();
        Self([cells as u32, (cells >> 32) as u32, frame.keys.bits() as u32])
    }

    /// The frame in which these contacts are closed.
    #[inline]
    pub(super) const fn frame(self) -> Frame {
        let [low, high, keys] = self.0;
        let cells = Cells::from_bits((high as u64) << 32 | low as u64);
        Frame { cells, keys: Keys::from_bits(keys as u8) }
    }

    #[inline]
    pub(super) const fn is_none(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    #[inline]
    fn zip(self, other: Self, combine: impl Fn(u32, u32) -> u32) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([combine(a, x), combine(b, y), combine(c, z)])
    }
}

impl BitAnd for Words {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |one, other| one & other)
    }
}

impl BitOr for Words {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |one, other| one | other)
    }
}

impl BitXor for Words {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.zip(other, |one, other| one ^ other)
    }
}

impl BitXorAssign for Words {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl Not for Words {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl Index<usize> for Words {
    type Output = u32;
    #[inline(always)] // So that the bounds check is optimised away in `Debouncer::decide`.
    fn index(&self, word: usize) -> &u32 {
        &self.0[word]
    }
}

impl IndexMut<usize> for Words {
    #[inline(always)]
    fn index_mut(&mut self, word: usize) -> &mut u32 {
        &mut self.0[word]
    }
}
