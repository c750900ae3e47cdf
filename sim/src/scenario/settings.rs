use damiera::clock::{AfterFlag, TimeControl};
use damiera::game;
use damiera::rules::{Edition, Opening, OpeningTable, Position};
use damiera::sense::Timing;

/// The start of the game and the settings of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The start of the game.
    pub start: Start,
    /// The edition that numbers the irregularities.
    pub edition: Edition,
    /// The time control.
    pub control: TimeControl,
    /// Further settings of the board.
    pub set: Vec<Set>,
    /// In casual play, without a clock: the quiet time in ms after which a move counts.
    pub quiet: Option<u32>,
    /// Where White sits.
    pub white: White,
    /// Debounce times for closing and opening contacts.
    pub debounce: Timing,
    /// The seed of the noise that is mixed into the acts: tilts, slides and low carries.
    pub noise: Option<u32>,
    /// Milliseconds: a piece that is put back sooner was only brushed.
    pub brush: u32,
}

/// The start of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Start {
    /// The start position.
    #[default]
    Standard,
    /// The start position, with an opening drawn.
    Opening(Opening),
    /// Another position.
    Position(Position),
    /// The start position is expected, but the board is empty.
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
    /// Number of moves of the count (Art. 10).
    Count(u8),
    /// What a flag does to the clocks.
    AfterFlag(AfterFlag),
    /// The table from which openings are drawn.
    Openings(Option<OpeningTable>),
    /// Whether the pages of the first power-on have been completed.
    Introduced(bool),
}

impl Set {
    /// Sets this in the settings of a board.
    pub fn apply(self, settings: &mut game::Settings) {
        match self {
            Self::Transcription(on) => settings.transcription = on,
            Self::Announcement(on) => settings.announcement = on,
            Self::AutomaticRepetition(on) => settings.automatic_repetition = on,
            Self::Count(limit) => settings.count_limit = limit,
            Self::AfterFlag(after) => settings.after_flag = after,
            Self::Openings(table) => settings.openings = table.into(),
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
    /// At the top of the diagram.
    North,
    /// Not known to the board: the first press decides.
    Unknown,
    /// At the top of the diagram, but the board does not know.
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
            noise: None,
        }
    }
}
