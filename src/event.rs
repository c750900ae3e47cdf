//! What happened, numbered: the one log that the game folds, the wire carries
//! and the flash keeps.
//!
//! Everything that outlives a power cut is a fold of these. So an event says
//! what was decided, never what somebody should work out from it.
//!
//! The bytes of an event are postcard's: the fields in order, an enum as the number
//! of its variant and then its fields. They lie in flashes and archives for years,
//! so nothing here is ever changed, moved or taken away. A new shape is a new
//! variant, behind the last one; the same holds for every enum inside. The golden
//! vectors of `host-tests/data/wire` see to that.

use serde::{Deserialize, Serialize};

use crate::rules::{
    Article, Cell, Colour, Edition, Move, Opening, Position, Side, Square, Squares,
};

/// One entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Which game; a number is never used twice.
    pub game: u32,
    /// 0 for the first event of a game, then one more each.
    pub number: u32,
    /// Milliseconds on the game's own line, which goes on after a power cut.
    pub at: u32,
    /// What happened.
    pub what: What,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// A game begins from this position.
    Started {
        /// Where it begins.
        position: Position,
        /// By which text irregularities are numbered.
        edition: Edition,
        /// The opening drawn, whose three half-moves are to be played first.
        opening: Option<Opening>,
        /// Where White sits, if that is settled.
        white: Option<Side>,
    },
    /// It has turned out where White sits.
    Seated(Side),
    /// A player's button was pressed, and the clock changed over to the other.
    Pressed(Colour),
    /// The player on move has said that he will adjust pieces (3.9).
    Accomodo,
    /// The first playable piece was touched: it has to be played (3.7, 3.8).
    Touched(Square),
    /// A lawful move counts.
    Moved {
        /// With its whole path.
        played: Move,
        /// How the captured pieces were taken off.
        removal: Removal,
        /// Whether it was made good by the opponent's reply, not by a press.
        unpressed: bool,
        /// A playable piece of the opponent that was off when it counted: his
        /// reply in hand, or taken off without reason.
        absent: Option<Square>,
    },
    /// One of 8.1, or an empty press: the opponent may correct or keep it (8.2).
    Irregularity(Irregularity),
    /// How the opponent, or the arbiter, decided.
    Decided(Decision),
    /// Something that asks for no choice: the order of removal (5.12), a piece
    /// beside its square (7.5, 7.7), the board's orientation (7.2), the colours
    /// (7.3), a knock (7.8).
    Notice {
        /// Which rule speaks of it.
        article: Article,
        /// Where.
        squares: Squares,
        /// The light cell concerned, if one is.
        light: Option<Cell>,
    },
    /// 7.8: play halts until the board is set up again.
    Halted {
        /// These squares, and no others, are to be occupied.
        occupied: Squares,
        /// The complete move among them that nobody had pressed for, and how its
        /// captured pieces had come off.
        standing: Option<(Move, Removal)>,
    },
    /// The board shows what it should: the start, or what was to be restored.
    Restored {
        /// A correction went straight on to a lawful move.
        by_move: bool,
    },
    /// Only a person can go on from here, knowing these squares.
    AskedArbiter(Squares),
}

/// In which order the captured pieces came off (5.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Removal {
    /// Nothing was captured, or it came off as 5.12 wants it.
    Regular,
    /// Out of order, or before the capturing piece had come to rest.
    Irregular,
}

/// An act against the rules, as the board saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Irregularity {
    /// Who did it.
    pub offender: Colour,
    /// Which kind.
    pub breach: Breach,
    /// Everything that took part: where from, where to, what came off, what
    /// stayed on.
    pub squares: Squares,
    /// The light cell on which the piece stands, if it does (7.5).
    pub light: Option<Cell>,
    /// What the board has to show if this is corrected.
    pub correct: Target,
}

/// What the board has to show after a correction (8.4: whole or not at all).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// This position; the touched piece binds when its player moves again.
    Position(Position),
    /// This move completed, which then counts.
    Move(Move),
}

/// The kinds of irregularity: 8.1.1 to 8.1.17 of 2008, and the empty press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Breach {
    /// 8.1.1: moving twice in a row.
    TwoMoves,
    /// 8.1.2: displacing a piece irregularly.
    Displacement,
    /// 8.1.3: touching one piece and moving another.
    OtherPiece,
    /// 8.1.4: withdrawing a move.
    Withdrawal,
    /// 8.1.5: moving an opponent's piece.
    ForeignPiece,
    /// 8.1.6: not capturing.
    CaptureLeft,
    /// 8.1.7: taking pieces off without reason.
    PiecesOff,
    /// 8.1.8: capturing more than allowed.
    TooMany,
    /// 8.1.9: stopping within a capture.
    Stopped,
    /// 8.1.10: the one captured piece left on.
    OneLeftOn,
    /// 8.1.11: some of several captured pieces left on.
    SomeLeftOn,
    /// 8.1.12: pieces taken off that were not captured.
    NotCaptured,
    /// 8.1.13: own pieces taken off after a capture.
    OwnOff,
    /// 8.1.14: an impossible capture.
    Impossible {
        /// Whether an own piece was captured: a number of its own in 2006.
        own: bool,
    },
    /// 8.1.15: priorities not respected, by 6.6, 6.7, 6.8 or 6.9.
    Priority(Article),
    /// 8.1.16: moving a king that is not marked.
    UnmarkedKing,
    /// 8.1.17: marking a wrong man as king.
    WronglyMarked,
    /// Capo III 4.4.5: pressing without a complete move.
    EmptyPress,
}

impl Breach {
    /// Its number in an edition.
    pub const fn article(self, edition: Edition) -> Article {
        // The number of 2008, then that of 2006.
        let (now, then) = match self {
            Self::TwoMoves => (1, 5),
            Self::Displacement => (2, 4),
            Self::OtherPiece => (3, 1),
            Self::Withdrawal => (4, 2),
            Self::ForeignPiece => (5, 3),
            Self::CaptureLeft => (6, 7),
            Self::PiecesOff => (7, 6),
            Self::TooMany => (8, 10),
            Self::Stopped => (9, 11),
            Self::OneLeftOn => (10, 12),
            Self::SomeLeftOn => (11, 12),
            Self::NotCaptured => (12, 13),
            Self::OwnOff => (13, 14),
            Self::Impossible { own: false } => (14, 8),
            Self::Impossible { own: true } => (14, 9),
            Self::Priority(_) => (15, 15),
            Self::UnmarkedKing => (16, 16),
            Self::WronglyMarked => (17, 17),
            Self::EmptyPress => return Article::of_chapter_three(4, 4).point(5),
        };
        Article::new(8, 1).point(match edition {
            Edition::Year2008 => now,
            Edition::Year2006 => then,
        })
    }

    /// Which of 6.6 to 6.9 a capture breaks.
    pub const fn priority(self) -> Option<Article> {
        match self {
            Self::Priority(article) => Some(article),
            _ => None,
        }
    }
}

/// What becomes of an irregularity (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// It is put right.
    Correct,
    /// It stands: the board as it is becomes the position, where its pieces
    /// can be known.
    Keep(Option<Position>),
}
