//! Games in Portable Draughts Notation 3.0, with the parts that this board needs.
//!
//! A [`Game`] is a list of [`Ply`]s. [`Score`] builds it from events, [`write`] formats it and
//! [`read`] parses it.

mod clock;
mod read;
mod score;
mod words;
mod write;

pub(crate) use clock::{Hms, Shown};
pub(crate) use read::read;
pub(crate) use score::Score;
pub(crate) use write::write;

use damiera::rules::{Colour, Position};

/// A game with its tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    /// Name and value, in the order of the file.
    pub(crate) tags: Vec<(String, String)>,
    /// The start position.
    pub(crate) start: Position,
    /// Comments before the first move.
    pub(crate) comments: Vec<String>,
    pub(crate) plies: Vec<Ply>,
    pub(crate) result: Outcome,
}

/// Result of a game: the last word of its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// This player has won.
    Won(Colour),
    Drawn,
    /// Not finished, or broken off.
    Open,
}

/// One step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    pub(crate) what: Step,
    /// The position after it.
    pub(crate) after: Position,
    /// The move number.
    pub(crate) number: u16,
    pub(crate) clock: Option<Shown>,
    pub(crate) comments: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A legal move, in the short form unless that is ambiguous.
    Move { by: Colour, written: String },
    /// A position that no move led to: after a kept irregularity, or set by the arbiter.
    Set {
        /// The side to move before it.
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

    /// Parses a result: one point a game, or the federation's two.
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

    /// The moves without positions that were set.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        self.plies.iter().filter_map(|ply| match &ply.what {
            Step::Move { written, .. } => Some(written.as_str()),
            Step::Set { .. } => None,
        })
    }
}
