use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use serde::{Deserialize, Serialize};

use super::{Colour, Direction, Square};

/// A set of dark squares.
///
/// A bit a square, laid out so that a step in one direction is a rotation (see
/// [`Square`]). Shifts and masks stay in this file; the other modules use
/// union, difference and steps.
///
/// Serialized as its [`numbers`](Self::numbers), not as the bits inside.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Numbers", from = "Numbers")]
pub struct Squares(u32);

/// The squares between two rows and two columns, those included.
const fn between(rows: [u8; 2], columns: [u8; 2]) -> Squares {
    let mut set = Squares::EMPTY;
    let mut bit = 0;
    while bit < 32 {
        let square = Square::from_bit(bit);
        let (row, column) = (square.row(), square.column());
        if row >= rows[0] && row <= rows[1] && column >= columns[0] && column <= columns[1] {
            set = set.with(square);
        }
        bit += 1;
    }
    set
}

impl Squares {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// All 32 squares.
    pub const ALL: Self = Self(u32::MAX);
    /// The squares with four neighbours. Only here a piece can be captured (5.2).
    pub const INNER: Self = between([1, 6], [1, 6]);

    /// The set in which bit *n* − 1 stands for square *n*.
    pub fn from_numbers(bits: u32) -> Self {
        Square::all().filter(|square| bits >> square.index() & 1 == 1).collect()
    }

    /// The set as bits, where bit *n* − 1 stands for square *n*.
    pub fn numbers(self) -> u32 {
        self.iter().fold(0, |bits, square| bits | 1 << square.index())
    }

    /// The set with these bits, as [`raw`](Self::raw) gives them.
    pub(super) const fn from_raw(bits: u32) -> Self {
        Self(bits)
    }

    /// The set as bits in the order of [`Square::bit`].
    pub(super) const fn raw(self) -> u32 {
        self.0
    }

    /// The set of one square.
    #[inline]
    pub const fn of(square: Square) -> Self {
        Self(1 << square.bit())
    }

    /// The row from which a man of this colour cannot go further: the base of
    /// its opponent (4.2).
    #[inline]
    pub const fn crowning_row(colour: Colour) -> Self {
        const OF_WHITE: Squares = between([0, 0], [0, 7]);
        const OF_BLACK: Squares = between([7, 7], [0, 7]);
        match colour {
            Colour::White => OF_WHITE,
            Colour::Black => OF_BLACK,
        }
    }

    /// The squares on which this colour's twelve men begin (2.6).
    pub const fn start(colour: Colour) -> Self {
        const OF_WHITE: Squares = between([5, 7], [0, 7]);
        const OF_BLACK: Squares = between([0, 2], [0, 7]);
        match colour {
            Colour::White => OF_WHITE,
            Colour::Black => OF_BLACK,
        }
    }

    /// The squares that have a neighbour in this direction.
    #[inline]
    pub const fn before_a_neighbour(towards: Direction) -> Self {
        const NORTH_WEST: Squares = between([1, 7], [1, 7]);
        const NORTH_EAST: Squares = between([1, 7], [0, 6]);
        const SOUTH_WEST: Squares = between([0, 6], [1, 7]);
        const SOUTH_EAST: Squares = between([0, 6], [0, 6]);
        match towards {
            Direction::NorthWest => NORTH_WEST,
            Direction::NorthEast => NORTH_EAST,
            Direction::SouthWest => SOUTH_WEST,
            Direction::SouthEast => SOUTH_EAST,
        }
    }

    /// Whether the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0 & Self::of(square).0 != 0
    }

    /// Whether the two sets share a square.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether the set has no square.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The square with the smallest number, `None` in the empty set.
    pub const fn first(self) -> Option<Square> {
        let mut number = 1;
        while let Some(square) = Square::new(number) {
            if self.contains(square) {
                return Some(square);
            }
            number += 1;
        }
        None
    }

    /// The square of the lowest bit; of the empty set, any square.
    #[inline]
    pub(super) const fn any(self) -> Square {
        Square::from_bit(self.0.trailing_zeros() as u8)
    }

    /// Takes out the square of the lowest bit.
    #[inline]
    pub(super) const fn pop(&mut self) -> Option<Square> {
        if self.is_empty() {
            return None;
        }
        let square = self.any();
        self.0 &= self.0 - 1;
        Some(square)
    }

    /// The set with this square in it.
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | Self::of(square).0)
    }

    /// The set with this square taken out.
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !Self::of(square).0)
    }

    /// Each square moved one step; those that would leave the board are dropped.
    #[must_use]
    #[inline]
    pub const fn step(self, towards: Direction) -> Self {
        Self(self.0 & Self::before_a_neighbour(towards).0).rotate(towards)
    }

    /// Each square moved one step, without a check: a square with no neighbour in this direction
    /// comes back at another edge, and the caller masks it out.
    #[must_use]
    #[inline]
    pub(super) const fn rotate(self, towards: Direction) -> Self {
        Self(self.0.rotate_left(towards.rotation()))
    }

    /// The same squares on the board turned by half a turn.
    #[must_use]
    pub const fn turned(self) -> Self {
        // Row 7 − r and column 7 − c: the bit is 7 − b, going round.
        Self(self.0.reverse_bits().rotate_left(8))
    }

    /// The squares from the smallest number up.
    pub const fn iter(self) -> Iter {
        Iter { set: self, index: 0 }
    }
}

/// A set of squares as it is serialized: bit *n* − 1 stands for square *n*.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Squares")]
struct Numbers(u32);

impl From<Squares> for Numbers {
    fn from(squares: Squares) -> Self {
        Self(squares.numbers())
    }
}

impl From<Numbers> for Squares {
    fn from(Numbers(bits): Numbers) -> Self {
        Self::from_numbers(bits)
    }
}

/// The squares of a set, from the smallest number up.
#[derive(Clone, Debug)]
pub struct Iter {
    set: Squares,
    /// The squares below this index have been returned.
    index: u8,
}

impl Iterator for Iter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while let Some(square) = Square::new(self.index + 1) {
            if self.set.is_empty() {
                return None;
            }
            self.index += 1;
            if self.set.contains(square) {
                self.set = self.set.without(square);
                return Some(square);
            }
        }
        None
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.set.len(), Some(self.set.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Squares {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for Squares {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The difference of two sets.
impl Sub for Squares {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Squares {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitXorAssign for Squares {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for Squares {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers, separated by commas.
impl fmt::Display for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, square) in self.iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}
