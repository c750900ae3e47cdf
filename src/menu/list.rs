//! The lists of the menu and their items.

use core::fmt::Write;

use heapless::Vec;

use super::edit::Part;
use super::game_screen::{has_periods, time_of};
use crate::clock::{AfterFlag, MAX_TEXT, PRESETS, TimeControl};
use crate::event::Phase;
use crate::game::{Game, Language, OpeningChoice};
use crate::menu::snapshot::{Entry, Item, Label, Value};
use crate::rules::{Colour, Edition, OpeningTable, Side};
use crate::time::Duration;

/// Items of the longest list: the settings have 16, the arbiter's page 19, the time controls
/// with three of one's own 15.
const MAX_ITEMS: usize = 20;

pub(super) type Items = Vec<Item, MAX_ITEMS>;

/// The lists there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// No game is on.
    Main,
    Settings,
    Controls,
    /// The kind of a time control of one's own.
    Own,
    /// Whether Black has the same time as White.
    SameForBoth,
    /// Whether this is a match of two games, or one of pairs or teams, which this table asks for.
    ConfirmTable(OpeningTable),
    /// A game is paused.
    Game,
    Arbiter,
    Results,
    Diagnostics,
}

impl List {
    pub(super) const fn title(self) -> Entry {
        match self {
            Self::Main => Entry::Damiera,
            Self::Settings => Entry::Settings,
            Self::Controls => Entry::TimeControl,
            Self::Own => Entry::OwnControl,
            Self::SameForBoth => Entry::SameForBoth,
            Self::ConfirmTable(_) => Entry::TwoGames,
            Self::Game => Entry::GamePage,
            Self::Arbiter => Entry::Arbiter,
            Self::Results => Entry::GiveResult,
            Self::Diagnostics => Entry::Diagnostics,
        }
    }
}

/// The names of the presets, in their order.
const PRESET_NAMES: [Entry; PRESETS.len()] = [
    Entry::Lampo,
    Entry::LampoFischer,
    Entry::Semilampo,
    Entry::SemilampoFischer,
    Entry::Club,
    Entry::FortyMoves,
    Entry::International,
    Entry::LongFischer,
];

/// The values of the clocks that can be set.
const PARTS: [(Entry, Colour, Part); 6] = [
    (Entry::WhiteTime, Colour::White, Part::Time),
    (Entry::WhiteMoves, Colour::White, Part::Moves),
    (Entry::WhitePeriod, Colour::White, Part::Period),
    (Entry::BlackTime, Colour::Black, Part::Time),
    (Entry::BlackMoves, Colour::Black, Part::Moves),
    (Entry::BlackPeriod, Colour::Black, Part::Period),
];

/// The clock and the part of it that an entry stands for.
pub(super) fn part_of_clock(entry: Entry) -> Option<(Colour, Part)> {
    PARTS.iter().find(|part| part.0 == entry).map(|(_, colour, part)| (*colour, *part))
}

/// The entry that stands for a part of a clock.
pub(super) fn name_of_part(colour: Colour, part: Part) -> Entry {
    let named = PARTS.iter().find(|named| (named.1, named.2) == (colour, part));
    named.map_or(Entry::Back, |named| named.0)
}

/// A time control as it is written; cut where a line ends.
pub(super) fn spelled(control: &TimeControl) -> Label {
    let mut whole = crate::text::Text::<MAX_TEXT>::EMPTY;
    let _ = Write::write_fmt(&mut whole, format_args!("{control}"));
    Label::cut(whole.as_str())
}

/// The quiet time after which a move counts in casual play, in seconds.
fn quiet_time(quiet: Duration) -> Value {
    let tenths = quiet.as_millis() as u32 / 100;
    let (seconds, tenths) = (tenths / 10, tenths % 10);
    let mut text = Label::EMPTY;
    // Every one of `QUIETS` fits.
    let _ = match tenths {
        0 => write!(text, "{seconds} s"),
        _ => write!(text, "{seconds}.{tenths} s"),
    };
    Value::Label(text)
}

impl List {
    /// All its entries, offered or not.
    const fn entries(self) -> &'static [Entry] {
        match self {
            Self::Main => &[
                Entry::NewGame,
                Entry::Rematch,
                Entry::DrawOpening,
                Entry::OpeningNumber,
                Entry::SetPosition,
                Entry::Settings,
                Entry::Diagnostics,
                Entry::Back,
            ],
            Self::Settings => &[
                Entry::TimeControl,
                Entry::OpeningTable,
                Entry::Edition,
                Entry::Language,
                Entry::Sound,
                Entry::Contrast,
                Entry::Orientation,
                Entry::WhiteSits,
                Entry::Casual,
                Entry::Transcription,
                Entry::Announcement,
                Entry::RepetitionRule,
                Entry::CountLimit,
                Entry::AfterFlag,
                Entry::TableNumber,
                Entry::Back,
            ],
            // After the time controls, which `add_controls` adds.
            Self::Controls => &[Entry::Back],
            Self::Own => &[
                Entry::Lampo,
                Entry::Fischer,
                Entry::MosseLampo,
                Entry::Cadence,
                Entry::Bronstein,
                Entry::Delay,
                Entry::CountUp,
                Entry::Back,
            ],
            Self::SameForBoth => &[Entry::Yes, Entry::No],
            // A key pressed once too often says no.
            Self::ConfirmTable(_) => &[Entry::No, Entry::Yes],
            Self::Game => &[
                Entry::Resume,
                Entry::Resign,
                Entry::OfferDraw,
                Entry::ClaimRepetition,
                Entry::ClaimCount,
                Entry::UnmarkedKing,
                Entry::WronglyMarked,
                Entry::TakeBack,
                Entry::Restart,
                Entry::RestartIn2006,
                Entry::AnnulSeconds,
                Entry::NotCrowned,
                Entry::CrownLate,
                Entry::Arbiter,
            ],
            Self::Arbiter => &[
                Entry::Resume,
                Entry::CorrectIt,
                Entry::KeepIt,
                Entry::RestorePosition,
                Entry::WhiteTime,
                Entry::WhiteMoves,
                Entry::WhitePeriod,
                Entry::BlackTime,
                Entry::BlackMoves,
                Entry::BlackPeriod,
                Entry::RestartWithFullTimes,
                Entry::TakeBack,
                Entry::GiveResult,
                Entry::ClaimRepetition,
                Entry::ImposeCount,
                Entry::SetPosition,
                Entry::BreakOff,
                Entry::PcCode,
                Entry::Back,
            ],
            Self::Results => &[
                Entry::WhiteWins,
                Entry::BlackWins,
                Entry::Draw,
                Entry::WhiteRefuses,
                Entry::BlackRefuses,
                Entry::Back,
            ],
            Self::Diagnostics => &[
                Entry::LiveMap,
                Entry::WeakestSquares,
                Entry::KeyTest,
                Entry::DisplayTest,
                Entry::BuzzerTest,
                Entry::About,
                Entry::Back,
            ],
        }
    }
}

fn add(items: &mut Items, entry: Entry, value: Value) {
    let added = items.push(Item { entry, value });
    debug_assert!(added.is_ok(), "more items than MAX_ITEMS");
}

impl List {
    /// Its items as the game stands now.
    pub(super) fn items(self, game: &Game) -> Items {
        let mut items = Items::new();
        if matches!(self, Self::Controls) {
            add_controls(&mut items, game);
        }
        for entry in self.entries() {
            if self.offers(*entry, game) {
                add(&mut items, *entry, value_of(*entry, game));
            }
        }
        items
    }

    /// Whether an entry makes sense now.
    fn offers(self, entry: Entry, game: &Game) -> bool {
        let record = game.record();
        let phase = record.phase();
        let by_arbiter = matches!(self, Self::Arbiter);
        match entry {
            Entry::Rematch => record.number() > 0,
            Entry::TakeBack => {
                let allowed = by_arbiter || record.clock().is_none();
                allowed && record.can_take_back()
            }
            Entry::Restart => record.edition() == Edition::Year2008,
            Entry::RestartIn2006 => record.edition() == Edition::Year2006,
            Entry::NotCrowned => game.declarable_crowning().is_some(),
            Entry::CrownLate => game.uncrowned(None).is_some(),
            Entry::AnnulSeconds => game.counts_seconds().is_some(),
            Entry::RestartWithFullTimes => {
                record.clock().is_some() && !record.is_over() && game.may_restart(game.latest())
            }
            Entry::CorrectIt | Entry::KeepIt => matches!(phase, Phase::Choosing(_)),
            Entry::RestorePosition => matches!(phase, Phase::Arbiter | Phase::Halted { .. }),
            Entry::ClaimRepetition | Entry::ImposeCount | Entry::SetPosition | Entry::BreakOff => {
                !by_arbiter || !record.is_over()
            }
            _ => match (part_of_clock(entry), record.clock()) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some((_, Part::Time | Part::Moves)), Some(_)) => true,
                (Some((colour, Part::Period)), Some(clock)) => has_periods(clock, colour),
            },
        }
    }
}

/// All time controls to choose from, then those that can be changed.
fn add_controls(items: &mut Items, game: &Game) {
    for (preset, entry) in PRESETS.iter().zip(PRESET_NAMES) {
        add(items, entry, Value::Label(spelled(&preset.control)));
    }
    let own_controls = &game.settings().own;
    for own in own_controls {
        let value = own.as_ref().map_or(Value::None, |own| Value::Label(spelled(own)));
        add(items, Entry::OwnControl, value);
    }
    for (n, own) in (1..).zip(own_controls) {
        if own.is_some() {
            add(items, Entry::ChangeOwn, Value::Number(n));
        }
    }
}

/// The present value of a setting or of a clock.
fn value_of(entry: Entry, game: &Game) -> Value {
    let s = game.settings();
    let of_side = |side| match side {
        Side::South => Entry::South,
        Side::North => Entry::North,
    };
    Value::Word(match entry {
        Entry::TimeControl => return Value::Label(spelled(&s.control)),
        Entry::Sound => return Value::Switch(s.sound),
        Entry::Transcription => return Value::Switch(s.transcription),
        Entry::Announcement => return Value::Switch(s.announcement),
        Entry::Contrast => return Value::Number(s.contrast.into()),
        Entry::CountLimit => return Value::Number(s.count_limit.into()),
        Entry::TableNumber => return Value::Number(s.table),
        Entry::Restart | Entry::RestartIn2006 if !game.may_restart(game.latest()) => {
            return Value::Switch(false);
        }
        Entry::Casual => return s.casual.map_or(Value::Switch(false), quiet_time),
        Entry::OpeningTable => match s.openings {
            OpeningChoice::ByOccasion => Entry::Automatic,
            OpeningChoice::Free => Entry::Free,
            OpeningChoice::Drawn(OpeningTable::General) => Entry::General,
            OpeningChoice::Drawn(OpeningTable::A) => Entry::TableA,
            OpeningChoice::Drawn(OpeningTable::B) => Entry::TableB,
            OpeningChoice::Drawn(OpeningTable::C) => Entry::TableC,
        },
        Entry::Edition => match s.edition {
            Edition::Year2008 => Entry::Year2008,
            Edition::Year2006 => Entry::Year2006,
        },
        Entry::Language => match s.language {
            Language::Italian => Entry::Italian,
            Language::English => Entry::English,
        },
        Entry::Orientation => of_side(s.facing),
        Entry::WhiteSits => s.white.map_or(Entry::FirstPress, of_side),
        Entry::RepetitionRule if s.automatic_repetition => Entry::Automatic,
        Entry::RepetitionRule => Entry::OnClaim,
        Entry::AfterFlag => match s.after_flag {
            AfterFlag::Stop => Entry::Stop,
            AfterFlag::RunOn => Entry::RunOn,
        },
        _ => return value_of_clock(entry, game).unwrap_or(Value::None),
    })
}

fn value_of_clock(entry: Entry, game: &Game) -> Option<Value> {
    let (clock, (colour, part)) = (game.record().clock()?, part_of_clock(entry)?);
    let remaining = game.remaining(colour, game.latest())?;
    Some(match part {
        Part::Time => Value::Time(time_of(remaining.main)),
        Part::Moves => Value::Number(clock.moves(colour)),
        Part::Period => Value::Number(remaining.period),
    })
}
