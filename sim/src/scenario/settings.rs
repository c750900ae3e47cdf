use damiera::clock::{AfterFlag, TimeControl};
use damiera::game;
use damiera::rules::{Edition, Opening, OpeningTable, Position};
use damiera::sense::Timing;

/// Where the game starts and how it is played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where it starts.
    pub start: Start,
    /// How irregularities are numbered.
    pub edition: Edition,
    /// The time control.
    pub control: TimeControl,
    /// What the settings of the board say besides.
    pub set: Vec<Set>,
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
    /// No game: the pieces stand in the start position.
    None,
}

/// One of the board's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// *Trascrizione obbligatoria*.
    Transcription(bool),
    /// *Annuncio*.
    Announcement(bool),
    /// A fourth repetition ends the game by itself.
    AutomaticRepetition(bool),
    /// How many moves the count has.
    Count(u8),
    /// What a flag does to the clocks.
    AfterFlag(AfterFlag),
    /// From which table openings are drawn.
    Openings(Option<OpeningTable>),
    /// Whether somebody has been led through the first settings.
    Introduced(bool),
}

impl Set {
    /// Changes the settings of a board.
    pub fn apply(self, settings: &mut game::Settings) {
        match self {
            Self::Transcription(on) => settings.transcription = on,
            Self::Announcement(on) => settings.announcement = on,
            Self::AutomaticRepetition(on) => settings.automatic_repetition = on,
            Self::Count(limit) => settings.count_limit = limit,
            Self::AfterFlag(after) => settings.after_flag = after,
            Self::Openings(table) => settings.openings = table,
            Self::Introduced(on) => settings.introduced = on,
        }
    }
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
            control: game::Settings::default().control,
            set: Vec::new(),
            quiet: None,
            white: White::default(),
            debounce: Timing::default(),
            brush: 150,
        }
    }
}
