use serde::{Deserialize, Serialize};

use crate::clock::{AfterFlag, PRESETS, TimeControl};
use crate::rules::{CountOfMoves, Edition, OpeningTable, Side};
use crate::text::Text;
use crate::time::Duration;
use crate::worlds::HandTimings;

/// Number of the user's own time controls.
pub const OWN_CONTROLS: usize = 3;

/// The settings of games and of the board. Stored in flash beside the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// How irregularities are numbered, and draws counted.
    pub edition: Edition,
    /// Without a clock: a complete move counts after this quiet time, or when
    /// the opponent lifts a piece.
    pub casual: Option<Duration>,
    /// The side of White; `None`: the first press or the first lift decides.
    pub white: Option<Side>,
    /// A piece off its square for less than this was brushed, not touched (3.7).
    pub brush: Duration,
    /// The time control of the next game.
    pub control: TimeControl,
    /// Time controls put together in the menu.
    pub own: [Option<TimeControl>; OWN_CONTROLS],
    /// Effect of a flag on the clocks.
    pub after_flag: AfterFlag,
    /// How a game begins.
    pub openings: OpeningChoice,
    /// Language of the display.
    pub language: Language,
    /// Whether the buzzer may sound. Every sound has a message on the display as well.
    pub sound: bool,
    /// Contrast of the display, within [`CONTRAST`].
    pub contrast: u8,
    /// The side that a single display faces.
    pub facing: Side,
    /// *Trascrizione obbligatoria*: repetitions count (9.3 b), and an unmarked
    /// king is a king (4.5).
    pub transcription: bool,
    /// *Annuncio*: players are told of an irregularity at once.
    pub announcement: bool,
    /// With transcription, a fourth repetition ends the game without a claim (introduction of 2008,
    /// point 2).
    pub automatic_repetition: bool,
    /// Number of moves of a count (10.4, Art. 11).
    pub count_limit: u8,
    /// Number of the table in the tournament; 0 for none.
    pub table: u16,
    /// Whether the introduction at the first start is done.
    pub introduced: bool,
}

/// How a game begins: freely or with an opening drawn by lot (Capo IV).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OpeningChoice {
    /// From table B where the name of an event or a round is set, free otherwise and without a
    /// clock.
    #[default]
    ByOccasion,
    /// Always a free start.
    Free,
    /// Always from this table.
    Drawn(OpeningTable),
}

impl From<Option<OpeningTable>> for OpeningChoice {
    fn from(table: Option<OpeningTable>) -> Self {
        table.map_or(Self::Free, Self::Drawn)
    }
}

/// The languages of the display.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// The language of the regulations.
    #[default]
    Italian,
    /// For guests.
    English,
}

impl Language {
    /// Both languages.
    pub const ALL: [Self; 2] = [Self::Italian, Self::English];

    /// The other language.
    pub const fn other(self) -> Self {
        match self {
            Self::Italian => Self::English,
            Self::English => Self::Italian,
        }
    }
}

/// Lowest and highest contrast.
pub const CONTRAST: (u8, u8) = (1, 10);

/// Default quiet time of casual play.
pub const QUIET: Duration = Duration::from_millis(1_500);

/// The quiet times that the menu offers, the shortest first.
pub const QUIETS: [Duration; 5] = [
    QUIET,
    Duration::from_secs(3),
    Duration::from_secs(5),
    Duration::from_secs(10),
    Duration::from_secs(30),
];

impl Default for Settings {
    fn default() -> Self {
        Self::NEW_BOARD
    }
}

impl Settings {
    /// The settings of a board that has stored none.
    pub const NEW_BOARD: Self = Self {
        edition: Edition::Year2008,
        casual: None,
        white: None,
        brush: HandTimings::DEFAULT.brush,
        // The national championships' forty moves an hour.
        control: PRESETS[5].control,
        own: [None; OWN_CONTROLS],
        after_flag: AfterFlag::Stop,
        openings: OpeningChoice::ByOccasion,
        language: Language::Italian,
        sound: true,
        contrast: 8,
        facing: Side::South,
        transcription: true,
        announcement: true,
        automatic_repetition: true,
        count_limit: CountOfMoves::MOVES,
        table: 0,
        introduced: false,
    };

    /// What hands do, in time.
    pub const fn hand_timings(&self) -> HandTimings {
        HandTimings { brush: self.brush, ..HandTimings::DEFAULT }
    }

    /// The table's number as the text of a tag.
    pub(super) fn table_text<const N: usize>(&self) -> Option<Text<N>> {
        let mut text = Text::EMPTY;
        let written = core::fmt::Write::write_fmt(&mut text, format_args!("{}", self.table));
        (self.table > 0 && written.is_ok()).then_some(text)
    }
}
