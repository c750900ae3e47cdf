use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Colour, Move, Position, Square};

/// One of the 174 openings of the federation (table 4): three half-moves drawn
/// by lot, after which the players are free.
///
/// Serialized as its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Number", try_from = "Number")]
pub struct Opening {
    /// Where it stands in [`ROWS`].
    index: u8,
}

/// An opening as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Opening")]
struct Number(u8);

impl From<Opening> for Number {
    fn from(opening: Opening) -> Self {
        Self(opening.number())
    }
}

impl TryFrom<Number> for Opening {
    type Error = &'static str;

    fn try_from(Number(number): Number) -> Result<Self, Self::Error> {
        Self::new(number).ok_or("an opening is 1 to 174")
    }
}

/// Whom an opening favours, and how much, as the federation prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Balance {
    /// PARI: a balanced game.
    Even,
    /// 1B: White is slightly better, with more lines to choose from.
    White1,
    /// 2B: White is clearly better, Black defends.
    White2,
    /// 3B: White is formidable, Black needs expert play for a draw.
    White3,
    /// 1N: Black is slightly better.
    Black1,
    /// 2N: Black is clearly better.
    Black2,
    /// 3N: Black is formidable.
    Black3,
}

impl Balance {
    /// The colour that stands better, if either does.
    pub const fn favours(self) -> Option<Colour> {
        match self {
            Self::Even => None,
            Self::White1 | Self::White2 | Self::White3 => Some(Colour::White),
            Self::Black1 | Self::Black2 | Self::Black3 => Some(Colour::Black),
        }
    }

    /// How much, from 0 to 3.
    pub const fn degree(self) -> u8 {
        match self {
            Self::Even => 0,
            Self::White1 | Self::Black1 => 1,
            Self::White2 | Self::Black2 => 2,
            Self::White3 | Self::Black3 => 3,
        }
    }
}

/// As printed: `PARI`, `1B`, `3N`.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Even => "PARI",
            Self::White1 => "1B",
            Self::White2 => "2B",
            Self::White3 => "3B",
            Self::Black1 => "1N",
            Self::Black2 => "2N",
            Self::Black3 => "3N",
        })
    }
}

/// The lists from which a competition draws its openings (Capo IV).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpeningTable {
    /// All 174; only for two-game matches, pairs or teams.
    General,
    /// The 48 most unbalanced; only for two-game matches, pairs or teams.
    A,
    /// The 126 others, for most competitions.
    #[default]
    B,
    /// The 83 that favour nobody, or one side slightly.
    C,
}

impl OpeningTable {
    /// Whether an opening may be drawn from this table.
    pub const fn contains(self, opening: Opening) -> bool {
        let degree = opening.balance().degree();
        match self {
            Self::General => true,
            Self::A => degree == 3,
            Self::B => degree < 3,
            Self::C => degree < 2,
        }
    }

    /// The openings of this table, in the order of their numbers.
    pub fn openings(self) -> impl DoubleEndedIterator<Item = Opening> {
        openings().filter(move |opening| self.contains(*opening))
    }

    /// Draws by lot: any random number gives an opening of this table, each as
    /// likely as any other (to one part in twenty million).
    pub fn draw(self, random: u32) -> Opening {
        let size = self.openings().count() as u64;
        let lot = (u64::from(random) * size) >> 32;
        self.openings().nth(lot as usize).unwrap_or(Opening { index: 0 })
    }
}

/// All openings, in the order of their numbers.
pub fn openings() -> impl DoubleEndedIterator<Item = Opening> + ExactSizeIterator {
    (0..ROWS.len() as u8).map(|index| Opening { index })
}

impl Opening {
    /// The opening with this number, `None` where 1 to 174 does not hold it.
    pub const fn new(number: u8) -> Option<Self> {
        if number >= 1 && number as usize <= ROWS.len() {
            Some(Self { index: number - 1 })
        } else {
            None
        }
    }

    /// 1 to 174, as score sheets write it.
    pub const fn number(self) -> u8 {
        self.index + 1
    }

    /// Whom it favours.
    pub const fn balance(self) -> Balance {
        ROWS[self.index as usize].balance()
    }

    /// Its three half-moves, from the start position on.
    pub fn moves(self) -> [Move; 3] {
        ROWS[self.index as usize].ends().map(|ends| {
            // A test plays every row: each of them is a step or a jump.
            let [from, to] = ends.map(|number| Square::new(number).unwrap_or(Square::from_bit(0)));
            Move::through(&[from, to]).unwrap_or(Move::simple(from, to))
        })
    }

    /// The position in which the players are free.
    pub fn position(self) -> Position {
        self.moves()
            .into_iter()
            .fold(Position::start(), |position, legal| position.play_unchecked(legal))
    }

    /// The opening that begins a game with these moves, if the federation
    /// lists it.
    pub fn of_game(moves: &[Move]) -> Option<Self> {
        let ends = |played: &Move| [played.from().number(), played.to().number()];
        let [first, second, third] = moves.first_chunk()?;
        let played = [ends(first), ends(second), ends(third)];
        openings().find(|opening| ROWS[opening.index as usize].ends() == played)
    }
}

/// Four bytes an opening, 696 in all: its squares in five bits each, the last lowest, and
/// below them whom it favours. The first square is one of 21 to 24, whose highest bit goes
/// without saying.
struct Row(u32);

impl Row {
    const FIRST: u32 = 1 << 29;

    const fn balance(&self) -> Balance {
        match self.0 & 7 {
            0 => Even,
            1 => White1,
            2 => White2,
            3 => White3,
            4 => Black1,
            5 => Black2,
            _ => Black3,
        }
    }

    /// Where each half-move begins and ends.
    #[cfg_attr(target_os = "none", inline(never))]
    fn ends(&self) -> [[u8; 2]; 3] {
        let mut ends = [[0; 2]; 3];
        let mut squares = self.0 >> 3 | Self::FIRST;
        for square in ends.as_flattened_mut().iter_mut().rev() {
            *square = (squares & 31) as u8 + 1;
            squares >>= 5;
        }
        ends
    }
}

const fn row(white: (u8, u8), black: (u8, u8), then: (u8, u8), balance: Balance) -> Row {
    let squares = [white.0, white.1, black.0, black.1, then.0, then.1];
    let mut packed = 0;
    let mut n = 0;
    while n < squares.len() {
        packed = packed << 5 | (squares[n] - 1) as u32;
        n += 1;
    }
    assert!(packed & Row::FIRST != 0, "White begins from 21 to 24");
    Row(packed << 3 | balance as u32)
}

use Balance::{Black1, Black2, Black3, Even, White1, White2, White3};

/// Table 4, in its order.
#[rustfmt::skip]
static ROWS: [Row; 174] = [
    row((21, 17), (9, 13), (25, 21), White1),
    row((21, 17), (9, 13), (26, 21), White1),
    row((21, 17), (9, 13), (22, 18), Black3),
    row((21, 17), (10, 13), (17, 10), Even),
    row((21, 17), (10, 14), (26, 21), Black3),
    row((21, 17), (10, 14), (17, 13), Black3),
    row((21, 17), (10, 14), (22, 18), Black3),
    row((21, 17), (10, 14), (22, 19), Black2),
    row((21, 17), (10, 14), (23, 19), Black3),
    row((21, 17), (10, 14), (23, 20), Black3),
    row((21, 17), (10, 14), (24, 20), Black2),
    row((21, 17), (11, 14), (25, 21), Black1),
    row((21, 17), (11, 14), (26, 21), Black2),
    row((21, 17), (11, 14), (22, 18), Black3),
    row((21, 17), (11, 14), (22, 19), Black1),
    row((21, 17), (11, 14), (23, 19), Black2),
    row((21, 17), (11, 14), (23, 20), Black3),
    row((21, 17), (11, 14), (24, 20), Black1),
    row((21, 17), (11, 15), (25, 21), Black1),
    row((21, 17), (11, 15), (26, 21), Black1),
    row((21, 17), (11, 15), (22, 18), Black1),
    row((21, 17), (11, 15), (22, 19), Black3),
    row((21, 17), (11, 15), (23, 20), Black1),
    row((21, 17), (12, 15), (25, 21), Black3),
    row((21, 17), (12, 15), (26, 21), Black1),
    row((21, 17), (12, 15), (22, 18), Black3),
    row((21, 17), (12, 15), (22, 19), Black3),
    row((21, 17), (12, 15), (23, 19), Even),
    row((21, 17), (12, 15), (23, 20), Black2),
    row((21, 17), (12, 16), (25, 21), Black2),
    row((21, 17), (12, 16), (26, 21), Black2),
    row((21, 17), (12, 16), (22, 18), Black2),
    row((21, 17), (12, 16), (22, 19), Black2),
    row((21, 17), (12, 16), (23, 19), Even),
    row((21, 17), (12, 16), (23, 20), Black3),
    row((21, 17), (12, 16), (24, 20), Black3),
    row((21, 18), (10, 13), (25, 21), Black2),
    row((21, 18), (10, 13), (26, 21), Black2),
    row((21, 18), (10, 13), (22, 19), Black3),
    row((21, 18), (10, 13), (23, 19), Even),
    row((21, 18), (10, 13), (23, 20), Even),
    row((21, 18), (10, 14), (25, 21), Even),
    row((21, 18), (10, 14), (22, 19), Black2),
    row((21, 18), (10, 14), (23, 19), Black2),
    row((21, 18), (10, 14), (23, 20), Black1),
    row((21, 18), (11, 14), (18, 11), White3),
    row((21, 18), (11, 15), (25, 21), White1),
    row((21, 18), (11, 15), (26, 21), Black2),
    row((21, 18), (11, 15), (23, 20), Even),
    row((21, 18), (11, 15), (18, 14), Black2),
    row((21, 18), (11, 15), (22, 19), Black3),
    row((21, 18), (12, 15), (25, 21), Even),
    row((21, 18), (12, 15), (23, 19), White1),
    row((21, 18), (12, 15), (23, 20), Black1),
    row((21, 18), (12, 15), (22, 19), Black3),
    row((21, 18), (12, 16), (25, 21), Even),
    row((21, 18), (12, 16), (22, 19), Black1),
    row((21, 18), (12, 16), (23, 19), Black1),
    row((21, 18), (12, 16), (23, 20), Black1),
    row((22, 18), (10, 13), (27, 22), Black1),
    row((22, 18), (10, 13), (18, 14), Black3),
    row((22, 18), (10, 13), (21, 17), Black3),
    row((22, 18), (10, 13), (23, 19), Black3),
    row((22, 18), (10, 13), (23, 20), Black3),
    row((22, 18), (10, 14), (26, 22), Black2),
    row((22, 18), (10, 14), (27, 22), Black3),
    row((22, 18), (10, 14), (23, 19), Black1),
    row((22, 18), (10, 14), (23, 20), Black2),
    row((22, 18), (10, 14), (24, 20), Black3),
    row((22, 18), (11, 14), (18, 11), White3),
    row((22, 18), (11, 15), (23, 19), Black3),
    row((22, 18), (11, 15), (23, 20), Black1),
    row((22, 18), (11, 15), (18, 14), Black1),
    row((22, 18), (11, 15), (27, 22), Black2),
    row((22, 18), (12, 15), (26, 22), Black2),
    row((22, 18), (12, 15), (27, 22), Black2),
    row((22, 18), (12, 15), (23, 19), Black3),
    row((22, 18), (12, 15), (23, 20), Black2),
    row((22, 18), (12, 15), (18, 14), Black2),
    row((22, 18), (12, 16), (26, 22), Even),
    row((22, 18), (12, 16), (27, 22), Black3),
    row((22, 18), (12, 16), (23, 19), Even),
    row((22, 18), (12, 16), (23, 20), Black1),
    row((22, 18), (12, 16), (18, 14), Black2),
    row((22, 19), (9, 13), (26, 22), Black2),
    row((22, 19), (9, 13), (27, 22), Black3),
    row((22, 19), (9, 13), (21, 17), Black3),
    row((22, 19), (9, 13), (21, 18), Black3),
    row((22, 19), (9, 13), (23, 20), Black1),
    row((22, 19), (9, 13), (19, 14), Black2),
    row((22, 19), (10, 13), (26, 22), Black2),
    row((22, 19), (10, 13), (27, 22), Black2),
    row((22, 19), (10, 13), (21, 17), Black2),
    row((22, 19), (10, 13), (23, 20), Even),
    row((22, 19), (10, 13), (19, 15), Black3),
    row((22, 19), (10, 14), (19, 10), Black1),
    row((22, 19), (11, 14), (26, 22), Black2),
    row((22, 19), (11, 14), (27, 22), Black1),
    row((22, 19), (11, 14), (21, 18), Black1),
    row((22, 19), (11, 14), (23, 20), Black2),
    row((22, 19), (11, 14), (24, 20), Even),
    row((22, 19), (11, 15), (26, 22), Black1),
    row((22, 19), (11, 15), (27, 22), Even),
    row((22, 19), (11, 15), (23, 20), Black3),
    row((22, 19), (12, 15), (19, 12), White1),
    row((22, 19), (12, 16), (26, 22), Even),
    row((22, 19), (12, 16), (27, 22), Even),
    row((22, 19), (12, 16), (19, 15), White1),
    row((22, 19), (12, 16), (23, 20), Black3),
    row((22, 19), (12, 16), (24, 20), Black3),
    row((23, 19), (9, 13), (28, 23), Even),
    row((23, 19), (9, 13), (21, 17), White2),
    row((23, 19), (9, 13), (21, 18), Even),
    row((23, 19), (9, 13), (22, 18), Black3),
    row((23, 19), (9, 13), (19, 15), Black2),
    row((23, 19), (10, 13), (28, 23), Even),
    row((23, 19), (10, 13), (21, 17), Even),
    row((23, 19), (10, 13), (19, 14), Black1),
    row((23, 19), (10, 13), (19, 15), White1),
    row((23, 19), (10, 14), (19, 10), White1),
    row((23, 19), (11, 14), (28, 23), White1),
    row((23, 19), (11, 14), (21, 18), Even),
    row((23, 19), (11, 14), (22, 18), Black1),
    row((23, 19), (11, 14), (24, 20), Black3),
    row((23, 19), (11, 14), (19, 15), Black1),
    row((23, 19), (11, 15), (28, 23), White1),
    row((23, 19), (11, 15), (21, 17), Even),
    row((23, 19), (11, 15), (21, 18), White1),
    row((23, 19), (12, 15), (19, 12), White2),
    row((23, 19), (12, 16), (28, 23), White1),
    row((23, 19), (12, 16), (24, 20), Black3),
    row((23, 19), (12, 16), (19, 14), Black1),
    row((23, 20), (9, 13), (27, 23), Black3),
    row((23, 20), (9, 13), (28, 23), Black2),
    row((23, 20), (9, 13), (21, 17), Even),
    row((23, 20), (9, 13), (21, 18), Even),
    row((23, 20), (9, 13), (22, 18), Black3),
    row((23, 20), (9, 13), (20, 16), Black1),
    row((23, 20), (10, 13), (21, 17), Black3),
    row((23, 20), (10, 13), (27, 23), Black2),
    row((23, 20), (10, 13), (28, 23), Black1),
    row((23, 20), (10, 13), (20, 16), Black2),
    row((23, 20), (10, 14), (27, 23), Black3),
    row((23, 20), (10, 14), (28, 23), Black1),
    row((23, 20), (10, 14), (20, 15), Black1),
    row((23, 20), (10, 14), (20, 16), Black2),
    row((23, 20), (10, 14), (22, 19), Black3),
    row((23, 20), (11, 14), (27, 23), Black1),
    row((23, 20), (11, 14), (28, 23), Black1),
    row((23, 20), (11, 14), (21, 18), Black1),
    row((23, 20), (11, 14), (22, 18), Black2),
    row((23, 20), (11, 14), (20, 16), Black2),
    row((23, 20), (11, 15), (20, 11), White3),
    row((23, 20), (12, 15), (27, 23), Black2),
    row((23, 20), (12, 15), (28, 23), Black1),
    row((23, 20), (12, 15), (20, 16), Black2),
    row((23, 20), (12, 15), (22, 19), Black3),
    row((23, 20), (12, 16), (20, 15), White1),
    row((23, 20), (12, 16), (27, 23), Black2),
    row((24, 20), (9, 13), (21, 17), Even),
    row((24, 20), (9, 13), (21, 18), Even),
    row((24, 20), (9, 13), (20, 15), Black1),
    row((24, 20), (9, 13), (20, 16), Black1),
    row((24, 20), (10, 13), (20, 15), Black1),
    row((24, 20), (10, 13), (20, 16), Black1),
    row((24, 20), (10, 14), (20, 15), Black1),
    row((24, 20), (10, 14), (20, 16), Black1),
    row((24, 20), (10, 14), (21, 18), Black3),
    row((24, 20), (11, 14), (20, 15), Black1),
    row((24, 20), (11, 14), (20, 16), Black1),
    row((24, 20), (11, 14), (21, 18), Black3),
    row((24, 20), (11, 15), (20, 11), White3),
    row((24, 20), (12, 15), (20, 16), Black1),
    row((24, 20), (12, 16), (28, 24), Black2),
];
