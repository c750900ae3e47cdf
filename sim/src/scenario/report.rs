use std::fmt::{Formatter, Result};

use damiera::event::{ClockChange, CountNews, EventKind, Reason, StorageFault};
use damiera::game::Sound;
use damiera::rules::{Article, Colour, Edition};

use super::Path;
use super::clock_time::ClockTime;
use super::write::colour_name;

/// A report of the clock, the referee or the board itself: an event or a sound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// The clocks were paused.
    Paused,
    /// The clocks were resumed.
    Resumed,
    /// A flag has fallen.
    Flag(Colour),
    /// The game is over.
    Result {
        /// The winner; `None` in a draw or without a result.
        winner: Option<Colour>,
        /// The reason.
        reason: Reason,
    },
    /// A repetition is claimed by a player, or with `None` by the arbiter.
    Claimed(Option<Colour>),
    /// A claim was refused, and this time is charged.
    Refused(Option<Colour>, ClockTime),
    /// The count of moves begins, with this limit.
    CountBegun(u8),
    /// The count of moves begins again from zero.
    CountRestarted,
    /// The count of moves has ended without a draw.
    CountAnnulled,
    /// A clock was corrected to this time.
    Time(Colour, ClockTime),
    /// A move counter was corrected to this number.
    Moves(Colour, u16),
    /// A period was corrected to this number.
    Period(Colour, u16),
    /// The last half-move was taken back.
    TakenBack,
    /// Another position was set.
    Set,
    /// A move was played that is not this one of the opening.
    NotTheOpening(Path),
    /// A game has begun.
    Started,
    /// The journal has a fault.
    Storage(StorageFault),
    /// The board has restarted in the middle of the game.
    Recovered,
    /// The buzzer sounds. Optional.
    Sound(Sound),
}

/// Reasons as a scenario of the edition of 2008 writes them.
const REASONS_2008: [(&str, Reason); 11] = [
    ("9.2.1", Reason::Resignation),
    ("9.2.2", Reason::NoMove),
    ("9.2.3", Reason::NoPieces),
    ("9.2.4", Reason::Time),
    ("9.2.5", Reason::Refusal),
    ("9.3.a", Reason::Agreement),
    ("9.3.b", Reason::Repetition),
    ("9.3.c", Reason::CountOfMoves),
    ("arbiter", Reason::Arbiter),
    ("broken-off", Reason::BrokenOff),
    ("repetition", Reason::Repetition),
];

/// Reasons as a scenario of the edition of 2006 writes them. That edition has no draw by repetition,
/// and its 9.3 b is the count of moves.
const REASONS_2006: [(&str, Reason); 10] = [
    ("9.2.a", Reason::Resignation),
    ("9.2.b", Reason::NoMove),
    ("9.2.c", Reason::NoPieces),
    ("9.2.d", Reason::Time),
    ("9.2.e", Reason::Refusal),
    ("9.3.a", Reason::Agreement),
    ("9.3.b", Reason::CountOfMoves),
    ("arbiter", Reason::Arbiter),
    ("broken-off", Reason::BrokenOff),
    ("repetition", Reason::Repetition),
];

/// The names of reasons: those that a scenario of this edition writes come first, then those of the
/// other edition that mean nothing else here.
pub(super) fn reasons(edition: Edition) -> Vec<(&'static str, Reason)> {
    let (own, other): (&[_], &[_]) = match edition {
        Edition::Year2008 => (&REASONS_2008, &REASONS_2006),
        Edition::Year2006 => (&REASONS_2006, &REASONS_2008),
    };
    let mut all = own.to_vec();
    for (name, reason) in other {
        if all.iter().all(|(known, _)| known != name) {
            all.push((name, *reason));
        }
    }
    all
}

/// The article of a notice of a piece beside its square. No other notice has another number in 2006.
pub(super) const PIECE_BESIDE: Article = Article::new(7, 5);
/// The same in the edition of 2006, whose 7.5 says what becomes of the piece.
pub(super) const PIECE_BESIDE_2006: Article = Article::new(7, 4);

/// Faults of the log as a scenario writes them.
pub(super) const STORAGE: [(&str, StorageFault); 3] = [
    ("write", StorageFault::Write),
    ("full", StorageFault::Full),
    ("damaged", StorageFault::Damaged),
];

/// Sounds as a scenario writes them.
pub(super) const SOUNDS: [(&str, Sound); 3] =
    [("attention", Sound::Attention), ("low", Sound::Low), ("flag", Sound::Flag)];

impl Report {
    /// The report of an event; `None` if another expectation, or none, stands for it.
    pub(super) fn of(what: &EventKind) -> Option<Self> {
        Some(match *what {
            EventKind::Paused { .. } => Self::Paused,
            EventKind::Resumed { .. } => Self::Resumed,
            EventKind::Flag { of, .. } => Self::Flag(of),
            EventKind::Ended { winner, reason, .. } => Self::Result { winner, reason },
            EventKind::Claimed { by, .. } => Self::Claimed(by),
            EventKind::Refused { by, charged, .. } => Self::Refused(by, charged.into()),
            EventKind::Count(CountNews::Begun { limit, .. }) => Self::CountBegun(limit),
            EventKind::Count(CountNews::Restarted) => Self::CountRestarted,
            EventKind::Count(CountNews::Annulled) => Self::CountAnnulled,
            EventKind::Corrected { of, correction, .. } => match correction {
                ClockChange::Time { after, .. } => Self::Time(of, after.into()),
                ClockChange::Moves { after, .. } => Self::Moves(of, after),
                ClockChange::Period { after, .. } => Self::Period(of, after),
            },
            EventKind::TakenBack { .. } => Self::TakenBack,
            EventKind::PositionSet(_) => Self::Set,
            EventKind::NotTheOpening { expected } => Self::NotTheOpening(expected.into()),
            EventKind::Started { .. } => Self::Started,
            EventKind::Storage(fault) => Self::Storage(fault),
            EventKind::Recovered { .. } => Self::Recovered,
            _ => return None,
        })
    }

    /// Whether it may come without an expectation: sounds, and results that follow from the position.
    pub(super) fn may_be_left_out(&self) -> bool {
        match self {
            Self::Sound(_) => true,
            Self::Result { reason, .. } => matches!(reason, Reason::NoMove | Reason::NoPieces),
            _ => false,
        }
    }

    /// Whether a report that came meets this one. A time without tenths agrees with any tenths, a path
    /// with every path that [it may stand for](Path::is_within).
    pub(super) fn agrees(&self, came: &Self) -> bool {
        match (self, came) {
            (Self::Refused(by, charged), Self::Refused(came_by, came)) => {
                by == came_by && charged.agrees(came)
            }
            (Self::Time(of, time), Self::Time(came_of, came)) => of == came_of && time.agrees(came),
            (Self::NotTheOpening(path), Self::NotTheOpening(whole)) => path.is_within(whole),
            _ => self == came,
        }
    }
}

impl Report {
    /// Writes it with the articles of this edition.
    pub(super) fn write(&self, edition: Edition, f: &mut Formatter<'_>) -> Result {
        fn name<T: PartialEq>(names: &[(&'static str, T)], of: &T) -> &'static str {
            names.iter().find(|(_, value)| value == of).map_or("?", |(name, _)| *name)
        }
        let player = |by: &Option<Colour>| by.map_or("arbiter", colour_name);
        match self {
            Self::Paused => f.write_str("paused"),
            Self::Resumed => f.write_str("resumed"),
            Self::Flag(of) => write!(f, "flag {}", colour_name(*of)),
            Self::Result { winner, reason } => {
                let winner = match (winner, reason) {
                    (Some(winner), _) => colour_name(*winner),
                    (None, Reason::BrokenOff) => "none",
                    (None, _) => "draw",
                };
                write!(f, "result {winner} {}", name(&reasons(edition), reason))
            }
            Self::Claimed(by) => write!(f, "claimed {}", player(by)),
            Self::Refused(by, charged) => write!(f, "refused {} {charged}", player(by)),
            Self::CountBegun(limit) => write!(f, "count begun {limit}"),
            Self::CountRestarted => f.write_str("count restarted"),
            Self::CountAnnulled => f.write_str("count annulled"),
            Self::Time(of, time) => write!(f, "corrected {} time {time}", colour_name(*of)),
            Self::Moves(of, moves) => write!(f, "corrected {} moves {moves}", colour_name(*of)),
            Self::Period(of, period) => write!(f, "corrected {} period {period}", colour_name(*of)),
            Self::TakenBack => f.write_str("taken-back"),
            Self::Set => f.write_str("position-set"),
            Self::NotTheOpening(path) => write!(f, "opening {path}"),
            Self::Started => f.write_str("started"),
            Self::Storage(fault) => write!(f, "storage {}", name(&STORAGE, fault)),
            Self::Recovered => f.write_str("recovered"),
            Self::Sound(sound) => write!(f, "sound {}", name(&SOUNDS, sound)),
        }
    }
}
