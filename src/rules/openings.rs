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
    /// Its index in [`ROWS`].
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

/// The colour that an opening favours, and how much, as the federation prints it.
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

    /// How much it favours that colour, from 0 to 3.
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
    /// The 83 that favour neither side, or one of them slightly.
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

    /// The opening of this table that a random number draws, each as likely as any
    /// other (to one part in twenty million).
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
    /// The number of openings.
    pub const COUNT: u16 = ROWS.len() as u16;

    /// The opening with this number, `None` unless it is 1 to 174.
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

    /// The colour it favours, and how much.
    pub const fn balance(self) -> Balance {
        self.row().balance
    }

    /// Its three half-moves, from the start position on.
    pub fn moves(self) -> [Move; 3] {
        self.row().ends.map(|(from, to)| {
            // host-tests/tests/openings.rs plays every row.
            Move::through(&[from, to]).expect("a half-move of table 4 is a step or a jump")
        })
    }

    /// The position after its three half-moves.
    pub fn position(self) -> Position {
        self.moves().into_iter().fold(Position::start(), |at, legal| at.play_unchecked(legal))
    }

    /// The opening that begins a game with these moves, if the federation
    /// lists it.
    pub fn of_game(moves: &[Move]) -> Option<Self> {
        let played = moves.first_chunk()?.map(|played: Move| (played.from(), played.to()));
        openings().find(|opening| opening.row().ends == played)
    }

    const fn row(self) -> &'static Row {
        &ROWS[self.index as usize]
    }
}

/// A row of table 4.
struct Row {
    /// Where each half-move begins and ends.
    ends: [(Square, Square); 3],
    balance: Balance,
}

/// The row with these half-moves, written by the numbers of their squares. A number beyond 32
/// fails to compile.
const fn row(white: (u8, u8), black: (u8, u8), then: (u8, u8), balance: Balance) -> Row {
    const fn ends((from, to): (u8, u8)) -> (Square, Square) {
        match (Square::new(from), Square::new(to)) {
            (Some(from), Some(to)) => (from, to),
            _ => panic!("squares are numbered 1 to 32"),
        }
    }
    Row { ends: [ends(white), ends(black), ends(then)], balance }
}

use Balance::{Black1, Black2, Black3, Even, White1, White2, White3};

/// Table 4, in its order. 7 bytes an opening, 1,218 in all.
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
