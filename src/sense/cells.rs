use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use serde::{Deserialize, Serialize};

use crate::rules::{Cell, Squares};

/// A set of cells: dark squares and light ones.
///
/// The bit of a cell is its [`Cell::index`], so eight bits are a row. Serialized as
/// these [`bits`](Self::bits).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cells(u64);

impl Cells {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All 64.
    pub const ALL: Self = Self(u64::MAX);
    /// The cells on which the game is played (2.2, 2.3).
    pub const DARK: Self = Self(0xAA55_AA55_AA55_AA55);
    /// The cells on which no piece belongs (7.5).
    pub const LIGHT: Self = Self(!Self::DARK.0);

    /// The set in which bit *n* stands for the cell with index *n*.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The set as bits, where bit *n* stands for the cell with index *n*.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one cell.
    pub const fn of(cell: Cell) -> Self {
        Self(1 << cell.index())
    }

    /// The eight cells of a row, 0 to 7; empty for other numbers.
    pub const fn row(row: u8) -> Self {
        if row < Cell::SIDE { Self(0xFF << (Cell::SIDE * row)) } else { Self::EMPTY }
    }

    /// The eight cells of a column, 0 to 7; empty for other numbers.
    pub const fn column(column: u8) -> Self {
        if column < Cell::SIDE { Self(0x0101_0101_0101_0101 << column) } else { Self::EMPTY }
    }

    /// The cells of a board turned by half.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Whether the cell is one of these.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & Self::of(cell).0 != 0
    }

    /// Whether all of these are in the other set too.
    pub const fn is_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share a cell.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether there is no cell in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The cell with the smallest index, if there is any.
    pub const fn first(self) -> Option<Cell> {
        // The empty set gives index 64, which is no cell.
        Cell::from_index(self.0.trailing_zeros() as u8)
    }

    /// The cell, if there is exactly one.
    pub const fn only(self) -> Option<Cell> {
        if self.0.is_power_of_two() { self.first() } else { None }
    }

    /// The set with this cell in it.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | Self::of(cell).0)
    }

    /// The set with this cell taken out.
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !Self::of(cell).0)
    }

    /// Takes the cell with the smallest index out.
    pub(super) const fn pop(&mut self) -> Option<Cell> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// The dark squares of the set.
    pub fn dark(self) -> Squares {
        self.iter().filter_map(Cell::dark).collect()
    }

    /// The light cells of the set.
    #[must_use]
    pub const fn light(self) -> Self {
        Self(self.0 & Self::LIGHT.0)
    }

    /// The cells by index, row by row.
    pub const fn iter(self) -> Iter {
        Iter(self)
    }
}

/// The squares as cells.
impl From<Squares> for Cells {
    fn from(squares: Squares) -> Self {
        squares.iter().map(|square| square.cell()).collect()
    }
}

/// The cells of a set by index.
#[derive(Clone, Debug)]
pub struct Iter(Cells);

impl Iterator for Iter {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        self.0.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl ExactSizeIterator for Iter {}

impl IntoIterator for Cells {
    type Item = Cell;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        self.iter()
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl BitOr for Cells {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for Cells {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitXor for Cells {
    type Output = Self;
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

/// The difference of two sets.
impl Sub for Cells {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Cells {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Cells {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAndAssign for Cells {
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitXorAssign for Cells {
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

impl SubAssign for Cells {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

/// Each cell as (row, column).
impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| (cell.row(), cell.column()))).finish()
    }
}
