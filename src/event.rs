//! The numbered events of a game: the log that [`Record`] folds, the session sends and the journal
//! stores.
//!
//! All state that survives a power cut is a fold of events. So an event carries the decision itself
//! (the move, the clocks after it), and a reader need not repeat the judgement.
//!
//! Events are encoded by postcard: the fields in order, an enum as the number of its variant and
//! then its fields. Flashes and archives keep them for years, so no type here is ever changed, moved
//! or removed. A new shape is a new variant behind the last one, also in every enum inside. The
//! golden vectors of `host-tests/data/wire` hold this (`host-tests/tests/wire_golden.rs`).

use serde::{Deserialize, Serialize};

mod account;
mod record;
mod removal_order;
mod tag;

pub use account::{Account, AccountEdge, Rival};
pub use record::{Ending, MAX_TAKE_BACK, Phase, Record};
pub use removal_order::RemovalOrder;
pub use tag::{MAX_TAG, Tag, TagText};

use crate::clock::{AfterFlag, ClockState, TimeControl};
use crate::rules::{
    Article, Cell, Colour, Edition, Loss, Move, Opening, Position, Side, Square, Squares,
};
use crate::sense::Fault;
use crate::time::Duration;

/// One entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Number of the game; a board never uses a number twice.
    pub game: u32,
    /// Number of the event in its game, from 0.
    pub number: u32,
    /// Game time in milliseconds, which continues after a power cut.
    pub at: u32,
    /// Kind of the event, with its data.
    pub what: EventKind,
}

/// The kind of an event, with its data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "What")]
pub enum EventKind {
    /// A game begins from this position.
    Started {
        /// The position from which it begins.
        position: Position,
        /// The edition of the regulations by which irregularities are numbered.
        edition: Edition,
        /// The opening drawn, whose three half-moves are to be played first.
        opening: Option<Opening>,
        /// The side on which White sits, if known.
        white: Option<Side>,
        /// The time control; `None` in casual play, which has no clock.
        control: Option<TimeControl>,
        /// Whether the clocks stop when a flag falls.
        after_flag: AfterFlag,
        /// Local time in seconds since 1970, if a PC has set the clock of day.
        date: Option<u32>,
    },
    /// The game begins again from its first position (7.4), with its number, its opening and the
    /// seats of its [`Started`](Self::Started). Its half-moves do not count any more.
    Restarted {
        /// Why: 7.2, the board was turned, or 7.3, the colours were wrong.
        article: Article,
        /// Whether the clocks have their full times again (7.4.3).
        full: bool,
        /// The clocks, none of which has been started; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The game cannot begin again: five moves have been made by both players or, in 2008, ten
    /// minutes have passed.
    RestartRefused {
        /// 7.2 or 7.3.
        article: Article,
    },
    /// The side on which White sits has become known.
    Seated(Side),
    /// Data for the head of the score sheet: a name, a round, a table.
    Tagged {
        /// The field of the score sheet.
        tag: Tag,
        /// Its text.
        text: TagText,
    },
    /// A player pressed the button, and the clock changed over to the opponent.
    Pressed {
        /// The player who pressed.
        by: Colour,
        /// The clocks after the press.
        clock: ClockState,
    },
    /// What a press brings was given or withdrawn after it: its meaning was decided later, or it came
    /// late, for a move that the opponent's reply had made good.
    Recharged {
        /// The player who pressed.
        of: Colour,
        /// The clocks after it.
        clock: ClockState,
    },
    /// The player on move has said that he will adjust pieces (3.9).
    Accomodo,
    /// The first playable piece was touched: it has to be played (3.7, 3.8).
    Touched(Square),
    /// A lawful move counts.
    Moved {
        /// Number of the half-move in the game, from 1.
        number: u16,
        /// The move with its whole path.
        played: Move,
        /// Order in which the captured pieces were taken off.
        removal: Removal,
        /// Whether it counts by the opponent's reply instead of a press.
        unpressed: bool,
        /// A playable piece of the opponent that was off the board when the move counted: in hand for
        /// the reply, or taken off without reason.
        absent: Option<Square>,
        /// The clocks when the move counts; `None` without a clock.
        spent: Option<Spent>,
        /// What the hands did.
        account: Account,
    },
    /// An opening was drawn, and another move was played: this one is to be
    /// played instead.
    NotTheOpening {
        /// The move of the opening.
        expected: Move,
    },
    /// One of 8.1, or an empty press: the opponent may correct or keep it (8.2).
    /// With what the hands did.
    Irregularity(Irregularity, Account),
    /// The arbiter enters, for a player who cannot reach the keys, the choice that the next event
    /// has: a [`Decided`](Self::Decided) (8.2).
    EnteredByArbiter,
    /// The decision of the opponent or the arbiter on an irregularity.
    Decided {
        /// Correct or keep.
        decision: Decision,
        /// The clocks after it; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// An irregularity without a choice: the order of removal (5.12), a piece beside its square
    /// (7.5, 7.7), the board's orientation (7.2), the colours (7.3), a knock (7.8).
    Notice {
        /// The article that covers it, by its number of 2008: [`Article::in_edition`].
        article: Article,
        /// The squares concerned.
        squares: Squares,
        /// The light cell concerned, if one is.
        light: Option<Cell>,
    },
    /// 7.8: play halts until the board is set up again.
    Halted {
        /// These squares, and no others, are to be occupied.
        occupied: Squares,
        /// The complete move among them that was not pressed yet, and the order in which its captured
        /// pieces came off.
        standing: Option<(Move, Removal)>,
    },
    /// The pieces stand as required: on the start position, or on the position to be restored.
    Restored {
        /// Whether a lawful move was made instead of restoring the position first.
        by_move: bool,
    },
    /// The board cannot explain the pieces on these squares; the arbiter has to decide.
    AskedArbiter {
        /// The squares concerned.
        squares: Squares,
        /// The game goes on: the move counts, and one piece too many, or one that never was there,
        /// has to be looked at. Otherwise it waits for him.
        plays_on: bool,
        /// What the hands did.
        account: Account,
    },
    /// The clocks are stopped, and moves are not judged.
    Paused {
        /// The clocks from here on; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The pause is over. A flag or a result, if there was one, is withdrawn.
    Resumed {
        /// The clocks from here on; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The first flag has fallen.
    Flag {
        /// The player whose flag it is.
        of: Colour,
        /// The clocks after it.
        clock: ClockState,
    },
    /// Mosse lampo: the seconds counted for the present move are annulled and begin anew (3.11).
    SecondsAnnulled {
        /// The player on move.
        of: Colour,
        /// The opponent, who agrees; `None` if the arbiter has decided it.
        by: Option<Colour>,
        /// The clocks after it.
        clock: ClockState,
    },
    /// The arbiter has corrected a clock.
    Corrected {
        /// The player whose clock it is.
        of: Colour,
        /// The value, before and after.
        correction: ClockChange,
        /// The clocks after it.
        clock: ClockState,
    },
    /// A player, or with `None` the arbiter, claims a draw by repetition (9.3 b1).
    Claimed {
        /// The claimant.
        by: Option<Colour>,
        /// Occurrences of the position that has occurred most often.
        occurrences: u8,
    },
    /// A claim was verified and does not hold (9.3 b2).
    Refused {
        /// The claimant.
        by: Option<Colour>,
        /// Time deducted from the claimant's clock.
        charged: Duration,
        /// The clocks after it; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The count of moves towards a draw (Art. 10).
    Count(CountNews),
    /// The game is over.
    Ended {
        /// The winner; `None` in a draw.
        winner: Option<Colour>,
        /// Why the game is over.
        reason: Reason,
        /// The clocks at the end; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The last half-move was taken back.
    TakenBack {
        /// The clocks at the beginning of that turn; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// The arbiter has set this position.
    PositionSet(Position),
    /// The fault detector has found or cleared a fault of a contact.
    Fault {
        /// The fault.
        fault: Fault,
        /// Whether the fault is cleared.
        cleared: bool,
    },
    /// The journal has a fault.
    Storage(StorageFault),
    /// The board has restarted during this game, which is paused.
    Recovered {
        /// Why it has restarted.
        cause: Cause,
        /// The clocks at the restart, with at most a second too much; `None` without a clock.
        clock: Option<ClockState>,
    },
    /// Without transcription: the piece that has just reached the far base was not crowned, and
    /// stays a man until it is (4.5).
    NotCrowned {
        /// Its square.
        square: Square,
        /// The opponent, who declares it; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// That man was crowned later (4.4).
    CrownedLate {
        /// Its square.
        square: Square,
        /// Its player; `None` for the arbiter.
        by: Option<Colour>,
    },
}

/// The clocks when a move counts, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Thinking time of its player.
    pub used: u32,
    /// Time of White and of Black for their next moves.
    pub left: [u32; 2],
}

/// A change of the count of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CountNews {
    /// The count begins or is resumed.
    Begun {
        /// The player who asked for it; `None` if the arbiter imposed it (10.2).
        by: Option<Colour>,
        /// Number of moves that make the draw (10.4, Art. 11).
        limit: u8,
    },
    /// Annulled and begun again from zero (10.5).
    Restarted,
    /// Annulled.
    Annulled,
}

/// A value of a clock that the arbiter has set, before and after.
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
    /// Broken off without a result.
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

    /// The article of an edition of the regulations; `None` if none covers it.
    pub fn article(self, edition: Edition) -> Option<Article> {
        let won = Article::new(9, 2);
        let drawn = Article::new(9, 3);
        let of_2008 = match self {
            Self::Resignation => won.point(1),
            Self::NoMove => won.point(2),
            Self::NoPieces => won.point(3),
            Self::Time => won.point(4),
            Self::Refusal => won.point(5),
            Self::Agreement => drawn.letter('a'),
            Self::Repetition => drawn.letter('b'),
            Self::CountOfMoves => drawn.letter('c'),
            Self::Arbiter | Self::BrokenOff => return None,
        };
        of_2008.in_edition(edition)
    }
}

/// Losses by the rules of movement.
impl From<Loss> for Reason {
    fn from(loss: Loss) -> Self {
        match loss {
            Loss::NoMove => Self::NoMove,
            Loss::NoPieces => Self::NoPieces,
        }
    }
}

/// A fault of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StorageFault {
    /// A write failed.
    Write,
    /// No erased sector is left: events wait in RAM until the next pause.
    Full,
    /// Stored records cannot be read.
    Damaged,
}

impl StorageFault {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Write, Self::Full, Self::Damaged];
}

/// Why the board has restarted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// The power was cut.
    Power,
    /// The watchdog or a panic has reset it.
    Fault,
}

/// Order in which the captured pieces came off (5.12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Removal {
    /// As 5.12 requires, or no piece was captured.
    Regular,
    /// Out of order, or before the capturing piece had come to rest.
    Irregular,
}

/// An act against the rules, as the board saw it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Irregularity {
    /// The player who did it.
    pub offender: Colour,
    /// Kind of irregularity.
    pub breach: Breach,
    /// All squares concerned: origin, destination, pieces taken off, pieces left on.
    pub squares: Squares,
    /// The light cell on which the piece stands, if it does (7.5).
    pub light: Option<Cell>,
    /// Position or move that a correction restores.
    pub correct: Target,
}

/// The goal of a correction (8.4: whole or not at all).
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
    /// Its article in an edition.
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

    /// The article of 6.6 to 6.9 that a capture breaks.
    pub const fn priority(self) -> Option<Article> {
        match self {
            Self::Priority(article) => Some(article),
            _ => None,
        }
    }
}

/// The decision on an irregularity (8.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    /// The irregularity is corrected.
    Correct,
    /// The irregularity is kept: the position on the board becomes the agreed one; `None` if the
    /// board cannot determine its pieces.
    Keep(Option<Position>),
}
