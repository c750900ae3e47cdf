//! Portable Draughts Notation 3.0, as far as games of this board need it.
//!
//! A game is a list of [`Ply`]s; [`Score`] makes it from events, [`write`] gives its
//! text and [`read`] takes it back.

mod clock;
mod read;
mod score;
mod words;
mod write;

pub(crate) use clock::Shown;
pub(crate) use read::read;
pub(crate) use score::Score;
pub(crate) use write::write;

use damiera::rules::{Colour, Position};

/// A game with the head of its score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Name and value, in the order of the file.
    pub(crate) tags: Vec<(String, String)>,
    /// Where it begins.
    pub(crate) start: Position,
    /// What is said before the first move.
    pub(crate) comments: Vec<String>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) result: Outcome,
}

/// How a game ended, as the last word of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Somebody has won.
    Won(Colour),
    Drawn,
    /// Not over, or broken off.
    Open,
}

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    pub(crate) what: Step,
    /// The position after it.
    pub(crate) after: Position,
    /// The number that stands before White's move, or before Black's if his comes
    /// first.
    pub(crate) number: u16,
    pub(crate) clock: Option<Shown>,
    pub(crate) comments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A lawful move, in the short form where that is enough.
    Move { by: Colour, written: String },
    /// A position that no move led to: a kept irregularity, or the arbiter's hand.
    Set {
        /// Who had the turn before it.
        from: Colour,
    },
}

impl Outcome {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Won(Colour::White) => "1-0",
            Self::Won(Colour::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::Open => "*",
        }
    }

    /// Both ways of counting are read: one point a game, or the federation's two.
    fn read(text: &str) -> Option<Self> {
        Some(match text {
            "1-0" | "2-0" => Self::Won(Colour::White),
            "0-1" | "0-2" => Self::Won(Colour::Black),
            "1/2-1/2" | "1-1" => Self::Drawn,
            "*" => Self::Open,
            _ => return None,
        })
    }
}

impl Game {
    pub(crate) fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The position after the last step.
    pub(crate) fn end(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    /// The moves alone.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().filter_map(|ply| match &ply.what {
            Step::Move { written, .. } => Some(written.as_str()),
            Step::Set { .. } => None,
        })
    }
}
