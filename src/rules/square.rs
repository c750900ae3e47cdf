use core::cmp::Ordering;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Colour, Squares};

/// One of the 32 dark squares on which the game is played (2.2).
///
/// Numbered as in 2.4, seen from White: 1 is top left, 32 bottom right.
///
/// ```text
///   1   .   2   .   3   .   4   .      row 0: the base of Black
///   .   5   .   6   .   7   .   8
///   9   .  10   .  11   .  12   .
///   .  13   .  14   .  15   .  16
///  17   .  18   .  19   .  20   .
///   .  21   .  22   .  23   .  24
///  25   .  26   .  27   .  28   .
///   .  29   .  30   .  31   .  32      row 7: the base of White
/// ```
///
/// Serialized as its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Number", try_from = "Number")]
pub struct Square {
    /// Which bit of a [`Squares`] stands for it, below 32: see [`bit_at`].
    bit: u8,
}

/// The bit for the dark square at a row and a column.
///
/// Each row adds 4 and each column takes 3 away, round and round in 32 bits. So
/// a step to the south-east is always 1 bit, a step to the south-west always 7,
/// from every square: a whole set of squares steps by one rotation. With the
/// squares' own numbers, the distance would change from row to row.
const fn bit_at(row: u8, column: u8) -> u8 {
    (4 * row + 32 - 3 * column) % 32
}

/// For each bit, the number of its square.
const NUMBERS: [u8; Square::COUNT] = {
    let mut numbers = [0; Square::COUNT];
    let mut number = 1;
    while number <= 32 {
        let row = (number - 1) / 4;
        let column = 2 * ((number - 1) % 4) + row % 2;
        numbers[bit_at(row, column) as usize] = number;
        number += 1;
    }
    numbers
};

impl Square {
    /// The number of squares in play.
    pub const COUNT: usize = 32;

    /// The square with this number, `None` unless it is 1 to 32.
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=32 => Some(Self::with_index(number - 1)),
            _ => None,
        }
    }

    /// The square with a number less one, which is below 32.
    const fn with_index(index: u8) -> Self {
        let row = index / 4;
        Self { bit: bit_at(row, 2 * (index % 4) + row % 2) }
    }

    /// The square for a bit of a [`Squares`]; only the low five bits count.
    #[inline]
    pub(super) const fn from_bit(bit: u8) -> Self {
        Self { bit: bit % 32 }
    }

    /// Which bit of a [`Squares`] stands for it.
    #[inline]
    pub(super) const fn bit(self) -> u8 {
        self.bit
    }

    /// 0 to 31: where this square stands in an array of 32.
    pub const fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// 1 to 32, as players and score sheets write it.
    pub const fn number(self) -> u8 {
        NUMBERS[(self.bit % 32) as usize]
    }

    /// 0 at Black's base to 7 at White's.
    pub const fn row(self) -> u8 {
        (self.number() - 1) / 4
    }

    /// 0 at the left edge to 7 at the right, light squares counted.
    pub const fn column(self) -> u8 {
        2 * ((self.number() - 1) % 4) + self.row() % 2
    }

    /// The same square among all 64.
    pub const fn cell(self) -> Cell {
        Cell { index: self.row() * 8 + self.column() }
    }

    /// The neighbour in this direction, `None` over the edge.
    pub const fn step(self, towards: Direction) -> Option<Self> {
        if Squares::before_a_neighbour(towards).contains(self) {
            Some(self.neighbour(towards))
        } else {
            None
        }
    }

    /// The square two steps away in this direction, `None` over the edge.
    pub const fn jump(self, towards: Direction) -> Option<Self> {
        match self.step(towards) {
            Some(over) => over.step(towards),
            None => None,
        }
    }

    /// Whether the squares are the same or share a corner, so that one piece can lie on both.
    pub const fn is_near(self, other: Self) -> bool {
        self.row().abs_diff(other.row()) <= 1 && self.column().abs_diff(other.column()) <= 1
    }

    /// The neighbour in a direction in which there is one.
    #[inline]
    pub(super) const fn neighbour(self, towards: Direction) -> Self {
        Self::from_bit(self.bit + towards.rotation() as u8)
    }

    /// The same square on the board turned by half a turn.
    pub const fn turned(self) -> Self {
        Self::with_index(32 - self.number())
    }

    /// All squares, from 1 to 32.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..32).map(Self::with_index)
    }
}

/// In the order of their numbers.
impl Ord for Square {
    fn cmp(&self, other: &Self) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Square {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.number())
    }
}

/// A square as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Square")]
struct Number(u8);

impl From<Square> for Number {
    fn from(square: Square) -> Self {
        Self(square.number())
    }
}

impl TryFrom<Number> for Square {
    type Error = &'static str;

    fn try_from(Number(number): Number) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("a square is 1 to 32")
    }
}

/// One of all 64 squares of the damiera, light ones included (2.1).
///
/// A sensor lies under each of them, because a piece on a light square is out of
/// play (7.5) and has to be noticed.
///
/// Serialized as its [`index`](Self::index).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Index", try_from = "Index")]
pub struct Cell {
    /// Row times eight plus column: always below 64.
    index: u8,
}

impl Cell {
    /// The number of rows, and of columns.
    pub const SIDE: u8 = 8;

    /// The number of cells.
    pub const COUNT: usize = Self::SIDE as usize * Self::SIDE as usize;

    /// The cell at the top left, square 1.
    pub const FIRST: Self = Self { index: 0 };

    /// The cell at a row and a column, both 0 to 7, counted from Black's left
    /// corner on White's diagram (square 1).
    pub const fn new(row: u8, column: u8) -> Option<Self> {
        if row < Self::SIDE && column < Self::SIDE {
            Some(Self { index: row * Self::SIDE + column })
        } else {
            None
        }
    }

    /// The cell with this [`index`](Self::index), `None` unless it is 0 to 63.
    pub const fn from_index(index: u8) -> Option<Self> {
        if (index as usize) < Self::COUNT { Some(Self { index }) } else { None }
    }

    /// 0 to 63, row by row.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// 0 at Black's base to 7 at White's.
    pub const fn row(self) -> u8 {
        self.index / Self::SIDE
    }

    /// 0 at the left edge to 7 at the right.
    pub const fn column(self) -> u8 {
        self.index % Self::SIDE
    }

    /// The square in play here, `None` where the cell is light.
    pub const fn dark(self) -> Option<Square> {
        // 2.3: the corner at each player's right hand is dark, so row and
        // column of a dark cell are both even or both odd.
        if (self.row() + self.column()).is_multiple_of(2) {
            Some(Square { bit: bit_at(self.row(), self.column()) })
        } else {
            None
        }
    }

    /// The same cell on the board turned by half a turn.
    pub const fn turned(self) -> Self {
        Self { index: Self::COUNT as u8 - 1 - self.index }
    }

    /// All cells, row by row.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..Self::COUNT as u8).map(|index| Self { index })
    }
}

/// A cell as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Cell")]
struct Index(u8);

impl From<Cell> for Index {
    fn from(cell: Cell) -> Self {
        Self(cell.index)
    }
}

impl TryFrom<Index> for Cell {
    type Error = &'static str;

    fn try_from(Index(index): Index) -> Result<Self, Self::Error> {
        Self::from_index(index).ok_or("a cell is 0 to 63")
    }
}

/// A direction along a diagonal, as on White's diagram: north is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Up and to the left.
    NorthWest,
    /// Up and to the right.
    NorthEast,
    /// Down and to the left.
    SouthWest,
    /// Down and to the right.
    SouthEast,
}

impl Direction {
    /// All four, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::NorthWest, Self::NorthEast, Self::SouthWest, Self::SouthEast];

    /// The direction of the way back.
    pub const fn opposite(self) -> Self {
        Self::from_code(3 - self.code())
    }

    /// Whether this leads towards the opponent's base.
    pub fn is_forward_for(self, colour: Colour) -> bool {
        matches!(self, Self::NorthWest | Self::NorthEast) == (colour == Colour::White)
    }

    /// How far a step rotates the bits of a [`Squares`] to the left.
    #[inline]
    pub(super) const fn rotation(self) -> u32 {
        match self {
            Self::NorthWest => 31,
            Self::NorthEast => 25,
            Self::SouthWest => 7,
            Self::SouthEast => 1,
        }
    }

    /// Two bits for a move's record of its jumps.
    pub(super) const fn code(self) -> u32 {
        self as u32
    }

    /// The direction of a code; only the low two bits count.
    pub(super) const fn from_code(code: u32) -> Self {
        Self::ALL[(code & 3) as usize]
    }
}
