use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Colour, Piece, Position, Rank, Square, Squares};

/// Pieces on squares and the side on move, playable or not, as a FEN, a menu or the sensors
/// describe them.
///
/// [`Position::try_from`] makes a [`Position`] of it, or says what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(missing_docs)] // The names say it all.
pub struct Setup {
    pub white_men: Squares,
    pub white_kings: Squares,
    pub black_men: Squares,
    pub black_kings: Squares,
    /// The side on move.
    pub turn: Colour,
}

impl Setup {
    /// The pieces a side starts with (2.5); no rule ever adds one.
    pub const MAX_PIECES: usize = 12;

    /// No piece at all.
    pub const fn empty(turn: Colour) -> Self {
        Self {
            white_men: Squares::EMPTY,
            white_kings: Squares::EMPTY,
            black_men: Squares::EMPTY,
            black_kings: Squares::EMPTY,
            turn,
        }
    }

    /// The standard start (2.6).
    pub const fn start() -> Self {
        Self {
            white_men: Squares::start(Colour::White),
            black_men: Squares::start(Colour::Black),
            ..Self::empty(Colour::White)
        }
    }

    /// Eleven men a side, the missing ones drawn by lot (15.1.11).
    ///
    /// Each number chooses among the twelve men of its side, counted from the
    /// smallest square; `None` where a number is not 0 to 11.
    pub fn eleven(white_lot: usize, black_lot: usize) -> Option<Self> {
        let white = Squares::start(Colour::White).iter().nth(white_lot)?;
        let black = Squares::start(Colour::Black).iter().nth(black_lot)?;
        Some(Self::without(Squares::of(white) | Squares::of(black)))
    }

    /// The standard start less these men: the stronger player gives some
    /// (15.1.9). Squares that are empty at the start change nothing.
    pub fn without(given: Squares) -> Self {
        let start = Self::start();
        Self { white_men: start.white_men - given, black_men: start.black_men - given, ..start }
    }

    /// The squares of one kind of piece.
    pub const fn of(&self, piece: Piece) -> Squares {
        match (piece.colour, piece.rank) {
            (Colour::White, Rank::Man) => self.white_men,
            (Colour::White, Rank::King) => self.white_kings,
            (Colour::Black, Rank::Man) => self.black_men,
            (Colour::Black, Rank::King) => self.black_kings,
        }
    }

    /// Puts a piece on a square; a piece that is there already stays.
    pub fn put(&mut self, piece: Piece, square: Square) {
        let of_its_kind = match (piece.colour, piece.rank) {
            (Colour::White, Rank::Man) => &mut self.white_men,
            (Colour::White, Rank::King) => &mut self.white_kings,
            (Colour::Black, Rank::Man) => &mut self.black_men,
            (Colour::Black, Rank::King) => &mut self.black_kings,
        };
        *of_its_kind = of_its_kind.with(square);
    }

    /// Every square with at least one piece.
    pub fn occupied(&self) -> Squares {
        self.white_men | self.white_kings | self.black_men | self.black_kings
    }

    /// The first reason why this is no [`Position`].
    pub fn check(&self) -> Result<(), SetupError> {
        self.check_with(false)
    }

    /// The same; `uncrowned` men on the far base are allowed or not.
    fn check_with(&self, uncrowned: bool) -> Result<(), SetupError> {
        let kinds = [self.white_men, self.white_kings, self.black_men, self.black_kings];
        let mut seen = Squares::EMPTY;
        for kind in kinds {
            if let Some(square) = (seen & kind).first() {
                return Err(SetupError::TwoPieces(square));
            }
            seen |= kind;
        }
        for colour in [Colour::White, Colour::Black] {
            let men = self.of(Piece { colour, rank: Rank::Man });
            if let Some(square) = (men & Squares::crowning_row(colour)).first()
                && !uncrowned
            {
                return Err(SetupError::UncrownedMan(colour, square));
            }
            let number = men.len() + self.of(Piece { colour, rank: Rank::King }).len();
            if number > Self::MAX_PIECES {
                return Err(SetupError::TooMany(colour, number));
            }
        }
        if seen.is_empty() { Err(SetupError::NoPieces) } else { Ok(()) }
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Self, SetupError> {
        setup.check()?;
        Self::with_uncrowned(setup)
    }
}

impl Position {
    /// The position of a game without transcription, where a man on the far base may not have been
    /// crowned (4.5): it cannot move until it is.
    pub fn with_uncrowned(setup: Setup) -> Result<Self, SetupError> {
        setup.check_with(true)?;
        let white = setup.white_men | setup.white_kings;
        let black = setup.black_men | setup.black_kings;
        Ok(Self::from_parts(white, black, setup.white_kings | setup.black_kings, setup.turn))
    }
}

impl From<Position> for Setup {
    fn from(position: Position) -> Self {
        Self {
            white_men: position.men(Colour::White),
            white_kings: position.kings(Colour::White),
            black_men: position.men(Colour::Black),
            black_kings: position.kings(Colour::Black),
            turn: position.turn(),
        }
    }
}

/// Why a setup cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupError {
    /// A square holds more than one piece.
    TwoPieces(Square),
    /// A man stands where it would be a king (4.2).
    UncrownedMan(Colour, Square),
    /// More pieces than a side starts with (2.5).
    TooMany(Colour, usize),
    /// The board is empty: neither side could have won.
    NoPieces,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TwoPieces(square) => write!(f, "square {square} holds two pieces"),
            Self::UncrownedMan(colour, square) => {
                write!(
                    f,
                    "a {colour} man on {square} has reached the far base and is a king: write K{square}"
                )
            }
            Self::TooMany(colour, number) => {
                write!(f, "{colour} has {number} pieces, and a side has at most 12")
            }
            Self::NoPieces => f.write_str("there is no piece on the board"),
        }
    }
}

impl core::error::Error for SetupError {}
