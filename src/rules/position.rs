use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Candidate, Colour, Move, Piece, Rank, Refusal, Setup, Square, Squares};

/// The pieces on the board and the side on move, in a position one can play from.
///
/// Always sound: no two pieces on a square, at most twelve pieces a side, at least one piece on
/// the board. A [`Setup`] becomes one by a step that can fail. A man stands on its crowning row
/// only where it was not crowned, in a game without transcription (4.5):
/// [`with_uncrowned`](Self::with_uncrowned).
///
/// Serialized as the squares of White, those of Black, those with a king, and
/// the side on move; deserializing checks it again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Parts", try_from = "Parts")]
pub struct Position {
    us: Squares,
    them: Squares,
    kings: Squares,
    turn: Colour,
}

impl Position {
    /// The start position (2.6); White moves first (3.4).
    pub const fn start() -> Self {
        Self {
            us: Squares::start(Colour::White),
            them: Squares::start(Colour::Black),
            kings: Squares::EMPTY,
            turn: Colour::White,
        }
    }

    /// A position from parts that are known to be sound.
    pub(super) fn from_parts(white: Squares, black: Squares, kings: Squares, turn: Colour) -> Self {
        let (us, them) = match turn {
            Colour::White => (white, black),
            Colour::Black => (black, white),
        };
        Self { us, them, kings, turn }
    }

    /// The side on move.
    #[inline]
    pub const fn turn(&self) -> Colour {
        self.turn
    }

    /// The pieces of one colour.
    pub fn pieces(&self, colour: Colour) -> Squares {
        if colour == self.turn { self.us } else { self.them }
    }

    /// The men of one colour.
    pub fn men(&self, colour: Colour) -> Squares {
        self.pieces(colour) - self.kings
    }

    /// The kings of one colour.
    pub fn kings(&self, colour: Colour) -> Squares {
        self.pieces(colour) & self.kings
    }

    /// The pieces of the side on move, `turn`.
    #[inline]
    pub(super) fn us(&self) -> Squares {
        self.us
    }

    /// The pieces of the other side.
    #[inline]
    pub(super) fn them(&self) -> Squares {
        self.them
    }

    /// The kings of both sides.
    #[inline]
    pub fn all_kings(&self) -> Squares {
        self.kings
    }

    /// The squares with a piece.
    #[inline]
    pub const fn occupied(&self) -> Squares {
        // `|` is not a constant function.
        Squares::from_raw(self.us.raw() | self.them.raw())
    }

    /// The squares without a piece.
    #[inline]
    pub fn empty(&self) -> Squares {
        !self.occupied()
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let colour = if self.us.contains(square) {
            self.turn
        } else if self.them.contains(square) {
            self.turn.opponent()
        } else {
            return None;
        };
        let rank = if self.kings.contains(square) { Rank::King } else { Rank::Man };
        Some(Piece { colour, rank })
    }

    /// The men on their crowning row, of both sides (4.5).
    pub fn uncrowned(&self) -> Squares {
        [Colour::White, Colour::Black].iter().fold(Squares::EMPTY, |all, colour| {
            all | (self.men(*colour) & Squares::crowning_row(*colour))
        })
    }

    /// The position with the piece on its crowning row as a man or as a king (4.5); `None` if no
    /// such piece is there or its rank is the same.
    pub fn with_rank(&self, square: Square, rank: Rank) -> Option<Self> {
        let piece = self.piece_at(square)?;
        let there = Squares::crowning_row(piece.colour).contains(square);
        let kings = self.kings ^ Squares::of(square);
        (there && piece.rank != rank).then_some(Self { kings, ..*self })
    }

    /// Plays a move if it is legal; if not, this position comes back unchanged
    /// with the reason.
    pub fn play(self, played: Move) -> Result<Self, IllegalMove> {
        match self.judge(&Candidate::from(played)) {
            Ok(legal) => Ok(self.play_unchecked(legal)),
            Err(why) => Err(IllegalMove { position: self, why }),
        }
    }

    /// The position after a move of this position's [`legal_moves`](Self::legal_moves).
    ///
    /// Any other move gives a meaningless position, without a panic: [`play`](Self::play) checks it.
    #[must_use]
    #[inline]
    pub fn play_unchecked(&self, legal: Move) -> Self {
        let from = Squares::of(legal.from());
        let to = Squares::of(legal.to());
        let moved = (self.us - from) | to;
        // 4.2: a piece on the far base is a king, new or old.
        let crowned = to & Squares::crowning_row(self.turn);
        let still = if self.kings.meets(from) { to } else { crowned };
        Self {
            us: self.them - legal.captured(),
            them: moved,
            kings: (self.kings - from - legal.captured()) | still,
            turn: self.turn.opponent(),
        }
    }

    /// The same pieces with this side on move, as after a passed turn.
    #[must_use]
    pub fn with_turn(&self, turn: Colour) -> Self {
        Self { us: self.pieces(turn), them: self.pieces(turn.opponent()), turn, ..*self }
    }

    /// The same game seen by the opponent: colours exchanged, board turned.
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self {
            us: self.us.turned(),
            them: self.them.turned(),
            kings: self.kings.turned(),
            turn: self.turn.opponent(),
        }
    }
}

impl Default for Position {
    fn default() -> Self {
        Self::start()
    }
}

/// A position as it is serialized.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct Parts {
    white: Squares,
    black: Squares,
    kings: Squares,
    turn: Colour,
}

impl From<Position> for Parts {
    fn from(position: Position) -> Self {
        Self {
            white: position.pieces(Colour::White),
            black: position.pieces(Colour::Black),
            kings: position.kings,
            turn: position.turn,
        }
    }
}

impl TryFrom<Parts> for Position {
    type Error = &'static str;

    fn try_from(Parts { white, black, kings, turn }: Parts) -> Result<Self, Self::Error> {
        // A position has one form only.
        if !(kings - white - black).is_empty() {
            return Err("a king on an empty square");
        }
        let setup = Setup {
            white_men: white - kings,
            white_kings: white & kings,
            black_men: black - kings,
            black_kings: black & kings,
            turn,
        };
        Self::with_uncrowned(setup).map_err(|_| "pieces that make no position")
    }
}

/// As a FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move that [`Position::play`] refuses, with the reason and the unchanged position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The position before the move.
    pub position: Position,
    /// The rule that forbids the move.
    pub why: Refusal,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl core::error::Error for IllegalMove {}
