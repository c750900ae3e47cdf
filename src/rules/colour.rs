use core::fmt;

use serde::{Deserialize, Serialize};

/// A player, named by the colour of the pieces (2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Colour {
    /// Starts on 21 to 32, moves up the board, and first (3.4).
    White,
    /// Starts on 1 to 12 and moves down the board.
    Black,
}

impl Colour {
    /// The player on the other side of the board.
    pub const fn opponent(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The letter of this colour in a FEN.
    pub const fn letter(self) -> char {
        match self {
            Self::White => 'W',
            Self::Black => 'B',
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// The side of the board at which a player sits: White may sit at either.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Side {
    /// At the bottom of the diagram, behind rows 5 to 7.
    South,
    /// At its top, behind rows 0 to 2.
    North,
}

impl Side {
    /// Both sides.
    pub const ALL: [Self; 2] = [Self::South, Self::North];

    /// The opposite side.
    pub const fn other(self) -> Self {
        match self {
            Self::South => Self::North,
            Self::North => Self::South,
        }
    }
}

/// Whether a piece is a man or a king (3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    /// *Pedina*: goes forward only and cannot capture kings (4.1, 5.3).
    Man,
    /// *Dama*: two stacked discs, goes both ways (4.7, 5.3).
    King,
}

/// A piece as it stands on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Piece {
    /// The player it belongs to.
    pub colour: Colour,
    /// Man or king.
    pub rank: Rank,
}

/// The text of the regulations by which a game is played.
///
/// The texts agree on how pieces move and capture; they differ in the count
/// of moves, in repetition and in how irregularities are numbered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The text of 2006, used by the championship for deaf players.
    Year2006,
    /// *Regolamento tecnico*, seventh edition.
    #[default]
    Year2008,
}
