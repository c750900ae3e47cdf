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

mod record;
mod tag;
mod trace;

pub use record::{Ending, MAX_TAKE_BACK, Phase, Record};
pub use tag::{MAX_TAG, Tag, TagText};
pub use trace::{Trace, TracedEdge};

use crate::clock::{AfterFlag, ClockState, TimeControl};
use crate::rules::{
    Article, Cell, Colour, Edition, Loss, Move, Opening, Position, Side, Square, Squares,
};
use crate::sense::Fault;
use crate::time::Duration;

/// One entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Which game; a number is never used twice.
    pub game: u32,
    /// 0 for the first event of a game, then one more each.
    pub number: u32,
    /// Game time in milliseconds: it goes on after a power cut.
    pub at: u32,
    /// What happened.
    pub what: EventKind,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "What")]
pub enum EventKind {
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
        /// The time control; none in casual play, which has no clock.
        control: Option<TimeControl>,
        /// What a flag does to the clocks.
        after_flag: AfterFlag,
        /// The clock of day in seconds since 1970, if a PC has set it.
        date: Option<u32>,
    },
    /// It has turned out where White sits.
    Seated(Side),
    /// A player's button was pressed, and the clock changed over to the other.
    Pressed {
        /// Who pressed.
        by: Colour,
        /// The clocks after it.
        clock: ClockState,
    },
    /// The player on move has said that he will adjust pieces (3.9).
    Accomodo,
    /// The first playable piece was touched: it has to be played (3.7, 3.8).
    Touched(Square),
    /// A lawful move counts.
    Moved {
        /// Which half-move of the game, counted from 1.
        number: u16,
        /// With its whole path.
        played: Move,
        /// How the captured pieces were taken off.
        removal: Removal,
        /// Whether it was made good by the opponent's reply, not by a press.
        unpressed: bool,
        /// A playable piece of the opponent that was off when it counted: his
        /// reply in hand, or taken off without reason.
        absent: Option<Square>,
        /// How the clocks stand when it counts; none without a clock.
        spent: Option<Spent>,
        /// The edges of the turn up to here.
        trace: Trace,
    },
    /// One of 8.1, or an empty press: the opponent may correct or keep it (8.2).
    /// With the edges of the turn up to here.
    Irregularity(Irregularity, Trace),
    /// How the opponent, or the arbiter, decided.
    Decided {
        /// Correct or keep.
        decision: Decision,
        /// The clocks after it; none without a clock.
        clock: Option<ClockState>,
    },
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
    /// Something about the game that no reed can tell: a name, a round, a table.
    Tagged {
        /// What it is about.
        tag: Tag,
        /// What it says.
        text: TagText,
    },
    /// An opening was drawn, and another move was played: this one is to be
    /// played instead.
    NotTheOpening {
        /// As the opening has it.
        expected: Move,
    },
    /// The clocks stand, and nothing is judged.
    Paused {
        /// The clocks from here on; none without a clock.
        clock: Option<ClockState>,
    },
    /// The pause is over. A flag or a result that stood is lifted.
    Resumed {
        /// The clocks from here on; none without a clock.
        clock: Option<ClockState>,
    },
    /// A flag has fallen, before any other.
    Flag {
        /// Whose.
        of: Colour,
        /// The clocks after it.
        clock: ClockState,
    },
    /// The game is over.
    Ended {
        /// Who has won; nobody in a draw.
        winner: Option<Colour>,
        /// Why.
        reason: Reason,
        /// The clocks at the end; none without a clock.
        clock: Option<ClockState>,
    },
    /// A player, or with `None` the arbiter, asks for something that has to be
    /// verified (9.3 b1).
    Claimed {
        /// Who asks.
        by: Option<Colour>,
        /// How often the position that occurred most has been on the board.
        occurrences: u8,
    },
    /// A claim was verified and does not hold (9.3 b2).
    Refused {
        /// Who had claimed.
        by: Option<Colour>,
        /// So much was taken from his time.
        charged: Duration,
        /// The clocks after it; none without a clock.
        clock: Option<ClockState>,
    },
    /// The count of moves towards a draw (Art. 10).
    Count(CountNews),
    /// The arbiter has corrected a clock.
    Corrected {
        /// Whose.
        of: Colour,
        /// What, from what and to what.
        correction: ClockChange,
        /// The clocks after it.
        clock: ClockState,
    },
    /// The last half-move does not count any more.
    TakenBack {
        /// The clocks as they were when its player was given the turn; none
        /// without a clock.
        clock: Option<ClockState>,
    },
    /// The arbiter has put this position in place of the former one.
    PositionSet(Position),
    /// A contact does what no hand explains, or does so no longer.
    Fault {
        /// What.
        fault: Fault,
        /// Whether it is over.
        cleared: bool,
    },
    /// The log cannot be kept as it should.
    Storage(StorageFault),
    /// The board has started again in the middle of this game, which is paused.
    Recovered {
        /// Why it had to.
        cause: Cause,
        /// The clocks as far as they are known: a second at most too early.
        clock: Option<ClockState>,
    },
}

/// How the clocks stand when a move counts, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// How long its player thought.
    pub used: u32,
    /// What White and Black have for their next moves.
    pub left: [u32; 2],
}

/// What became of the count of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CountNews {
    /// It begins, or is taken up again.
    Begun {
        /// Who asked for it; nobody if the arbiter imposed it (10.2).
        by: Option<Colour>,
        /// How many moves make the draw (10.4, Art. 11).
        limit: u8,
    },
    /// Annulled and begun again from zero (10.5).
    Restarted,
    /// Annulled.
    Annulled,
}

/// One value of a clock that the arbiter has set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockChange {
    /// The time left.
    Time {
        /// As it was.
        before: Duration,
        /// As it is.
        after: Duration,
    },
    /// The moves made.
    Moves {
        /// As they were.
        before: u16,
        /// As they are.
        after: u16,
    },
    /// The period, counted from 1.
    Period {
        /// As it was.
        before: u16,
        /// As it is.
        after: u16,
    },
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reason {
    /// 9.2.1.
    Resignation,
    /// 9.2.2.
    NoMove,
    /// 9.2.3.
    NoPieces,
    /// 9.2.4.
    Time,
    /// 9.2.5.
    Refusal,
    /// 9.3 a.
    Agreement,
    /// 9.3 b.
    Repetition,
    /// 9.3 c.
    CountOfMoves,
    /// The arbiter has decided.
    Arbiter,
    /// Broken off: nobody has won, and it is no draw either.
    BrokenOff,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Resignation,
        Self::NoMove,
        Self::NoPieces,
        Self::Time,
        Self::Refusal,
        Self::Agreement,
        Self::Repetition,
        Self::CountOfMoves,
        Self::Arbiter,
        Self::BrokenOff,
    ];

    /// Where the regulations speak of it.
    pub const fn article(self) -> Option<Article> {
        let won = Article::new(9, 2);
        let drawn = Article::new(9, 3);
        Some(match self {
            Self::Resignation => won.point(1),
            Self::NoMove => won.point(2),
            Self::NoPieces => won.point(3),
            Self::Time => won.point(4),
            Self::Refusal => won.point(5),
            Self::Agreement => drawn.letter('a'),
            Self::Repetition => drawn.letter('b'),
            Self::CountOfMoves => drawn.letter('c'),
            Self::Arbiter | Self::BrokenOff => return None,
        })
    }
}

/// How the rules of movement end a game.
impl From<Loss> for Reason {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::NoMove => Self::NoMove,
            Loss::NoPieces => Self::NoPieces,
        }
    }
}

/// Why the log cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StorageFault {
    /// Writing fails.
    Write,
    /// There is no room left: events stay in memory until the next pause.
    Full,
    /// What was written cannot be read back.
    Damaged,
}

impl StorageFault {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Write, Self::Full, Self::Damaged];
}

/// Why the board started again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// The power was cut.
    Power,
    /// The watchdog or a panic started it again.
    Fault,
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
