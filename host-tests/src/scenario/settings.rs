use damiera::rules::{Edition, Opening, Position};
use damiera::sense::Timing;

/// Where the game starts and how it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where it starts.
    pub start: Start,
    /// How irregularities are numbered.
    pub edition: Edition,
    /// Casual play, without clock: after how many quiet ms a move counts.
    pub quiet: Option<u32>,
    /// Where White sits.
    pub white: White,
    /// For closing and opening contacts.
    pub debounce: Timing,
    /// A piece lifted for less than so many ms and put back was brushed.
    pub brush: u32,
}

/// What the game starts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The start position.
    #[default]
    Standard,
    /// The same, with an opening drawn.
    Opening(Opening),
    /// Another position.
    Position(Position),
    /// The start position is wanted, but the board is empty.
    Empty,
}

/// Where White sits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum White {
    /// At the bottom of the diagram.
    #[default]
    South,
    /// At its top.
    North,
    /// The first press tells.
    Unknown,
    /// At its top, and nobody has said so.
    UnknownNorth,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            start: Start::default(),
            edition: Edition::default(),
            quiet: None,
            white: White::default(),
            debounce: Timing::default(),
            brush: 150,
        }
    }
}
