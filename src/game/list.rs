//! The lists of the menu: what they hold, and what choosing does.

use core::fmt::Write;

use heapless::Vec;

use super::claims::Claim;
use super::compose::Compose;
use super::edit::{Edit, Edited, Part};
use super::pages::Page;
use super::screen::{has_periods, time_of};
use super::settings::QUIETS;
use super::{Game, Phase};
use crate::clock::{AfterFlag, MAX_TEXT, PRESETS, Pace, TimeControl};
use crate::event::{Breach, Reason};
use crate::game::snapshot::{Entry, Item, Label, Language, Value};
use crate::rules::{Colour, Edition, OpeningTable, Side};
use crate::time::Span;

/// The longest list has so many items: the arbiter's, with everything in it.
pub(super) const MAX_ITEMS: usize = 20;

pub(super) type Items = Vec<Item, MAX_ITEMS>;

/// The lists there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// No game is on.
    Main,
    Settings,
    Controls,
    /// The kind of a time control of one's own, in this place.
    Own(u8),
    /// Whether Black has the same time; the draft is White's.
    SameForBoth(u8, Pace),
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
            Self::Own(_) => Entry::OwnControl,
            Self::SameForBoth(..) => Entry::SameForBoth,
            Self::Game => Entry::GamePage,
            Self::Arbiter => Entry::Arbiter,
            Self::Results => Entry::GiveResult,
            Self::Diagnostics => Entry::Diagnostics,
        }
    }
}

/// The presets by their names.
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

/// What can be set of the clocks.
const PARTS: [(Entry, Colour, Part); 6] = [
    (Entry::WhiteTime, Colour::White, Part::Time),
    (Entry::WhiteMoves, Colour::White, Part::Moves),
    (Entry::WhitePeriod, Colour::White, Part::Period),
    (Entry::BlackTime, Colour::Black, Part::Time),
    (Entry::BlackMoves, Colour::Black, Part::Moves),
    (Entry::BlackPeriod, Colour::Black, Part::Period),
];

/// Of which clock this is which part.
fn part_of_clock(entry: Entry) -> Option<(Colour, Part)> {
    PARTS.iter().find(|part| part.0 == entry).map(|(_, colour, part)| (*colour, *part))
}

/// What a part of a clock is called.
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

/// How long the board must be left alone for a move to count.
fn quiet_time(quiet: Span) -> Value {
    let tenths = (quiet.as_millis() / 100) as u32;
    let (seconds, tenths) = (tenths / 10, tenths % 10);
    let mut text = Label::EMPTY;
    // A time of the list fits.
    let _ = match tenths {
        0 => write!(text, "{seconds} s"),
        _ => write!(text, "{seconds}.{tenths} s"),
    };
    Value::Label(text)
}

impl List {
    /// What it holds, with everything in it.
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
            // Behind the time controls themselves.
            Self::Controls => &[Entry::Back],
            Self::Own(_) => &[
                Entry::Lampo,
                Entry::Fischer,
                Entry::MosseLampo,
                Entry::Cadence,
                Entry::Bronstein,
                Entry::Delay,
                Entry::CountUp,
                Entry::Back,
            ],
            Self::SameForBoth(..) => &[Entry::Yes, Entry::No],
            Self::Game => &[
                Entry::Resume,
                Entry::Resign,
                Entry::OfferDraw,
                Entry::ClaimRepetition,
                Entry::ClaimCount,
                Entry::UnmarkedKing,
                Entry::WronglyMarked,
                Entry::TakeBack,
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

impl Game {
    /// What a list holds now.
    pub(super) fn items(&self, list: List) -> Items {
        let mut items = Items::new();
        if matches!(list, List::Controls) {
            self.add_controls(&mut items);
        }
        for entry in list.entries() {
            if self.offers(list, *entry) {
                add(&mut items, *entry, self.value_of(*entry));
            }
        }
        items
    }

    /// All time controls to choose from, then those that can be changed.
    fn add_controls(&self, items: &mut Items) {
        for (preset, entry) in PRESETS.iter().zip(PRESET_NAMES) {
            add(items, entry, Value::Label(spelled(&preset.control)));
        }
        for own in &self.settings.own {
            let value = own.as_ref().map_or(Value::None, |own| Value::Label(spelled(own)));
            add(items, Entry::OwnControl, value);
        }
        for (n, own) in (1..).zip(&self.settings.own) {
            if own.is_some() {
                add(items, Entry::ChangeOwn, Value::Number(n));
            }
        }
    }

    /// Whether an entry makes sense now.
    fn offers(&self, list: List, entry: Entry) -> bool {
        let phase = self.record.phase();
        let by_arbiter = matches!(list, List::Arbiter);
        match entry {
            Entry::Rematch => self.record.number() > 0,
            Entry::TakeBack => {
                let allowed = by_arbiter || self.record.clock().is_none();
                allowed && self.record.can_take_back()
            }
            Entry::CorrectIt | Entry::KeepIt => matches!(phase, Phase::Choosing(_)),
            Entry::RestorePosition => matches!(phase, Phase::Arbiter | Phase::Halted { .. }),
            Entry::ClaimRepetition | Entry::ImposeCount | Entry::SetPosition | Entry::BreakOff => {
                !by_arbiter || *phase != Phase::Over
            }
            _ => match (part_of_clock(entry), self.record.clock()) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some((_, Part::Time | Part::Moves)), Some(_)) => true,
                (Some((colour, Part::Period)), Some(clock)) => has_periods(clock, colour),
            },
        }
    }

    /// How the settings and the clocks stand.
    #[inline(never)] // So that values are made in memory, not in registers.
    fn value_of(&self, entry: Entry) -> Value {
        let s = &self.settings;
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
            Entry::Casual => return s.casual.map_or(Value::Switch(false), quiet_time),
            Entry::OpeningTable => match s.openings {
                None => Entry::Free,
                Some(OpeningTable::General) => Entry::General,
                Some(OpeningTable::A) => Entry::TableA,
                Some(OpeningTable::B) => Entry::TableB,
                Some(OpeningTable::C) => Entry::TableC,
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
            _ => return self.value_of_clock(entry).unwrap_or(Value::None),
        })
    }

    fn value_of_clock(&self, entry: Entry) -> Option<Value> {
        let (clock, (colour, part)) = (self.record.clock()?, part_of_clock(entry)?);
        let remaining = clock.remaining(colour, self.line(self.latest));
        Some(match part {
            Part::Time => Value::Time(time_of(remaining.main)),
            Part::Moves => Value::Number(clock.moves(colour)),
            Part::Period => Value::Number(remaining.period),
        })
    }

    /// An item was chosen.
    pub(super) fn chosen(&mut self, list: List, at: u8) {
        let items = self.items(list);
        let Some(item) = items.get(usize::from(at)).copied() else { return self.close() };
        match list {
            List::Main => self.chosen_in_main(item.entry),
            List::Settings => self.chosen_in_settings(item.entry, at),
            List::Controls => self.chosen_in_controls(at, item),
            List::Own(place) => match item.entry {
                Entry::Back => self.open(List::Controls),
                kind => self.begin_own_control(place, kind),
            },
            List::SameForBoth(place, pace) => match item.entry {
                Entry::Yes => self.keep_own_control(place, pace, pace),
                _ => self.begin_black_control(place, pace),
            },
            List::Game => self.chosen_in_game(item.entry),
            List::Arbiter => self.chosen_by_arbiter(item.entry),
            List::Results => self.chosen_result(item.entry),
            List::Diagnostics => match item.entry {
                Entry::Back => self.close(),
                Entry::BuzzerTest => self.effects.sound = Some(super::Sound::Attention),
                page => self.page = Page::Diagnostics(page),
            },
        }
    }

    fn chosen_in_main(&mut self, entry: Entry) {
        match entry {
            Entry::NewGame => {
                let opening = self.settings.openings.map(|table| table.draw(self.lot.draw()));
                self.start_game(opening);
            }
            Entry::Rematch => self.rematch(),
            Entry::DrawOpening => {
                let table = self.settings.openings.unwrap_or_default();
                let opening = table.draw(self.lot.draw());
                self.start_game(Some(opening));
            }
            Entry::OpeningNumber => {
                self.page = Page::Edit(Edit::number(Edited::Opening, 1, (1, 174)))
            }
            Entry::SetPosition => self.page = Page::Compose(Compose::new()),
            Entry::Settings => self.open(List::Settings),
            Entry::Diagnostics => self.open(List::Diagnostics),
            _ => self.close(),
        }
    }

    fn chosen_in_settings(&mut self, entry: Entry, at: u8) {
        let s = &mut self.settings;
        match entry {
            Entry::TimeControl => {
                let places = PRESETS.iter().map(|preset| Some(preset.control)).chain(s.own);
                let place = places.into_iter().position(|c| c == Some(s.control)).unwrap_or(0);
                self.page = Page::List(List::Controls, place as u8);
                return;
            }
            Entry::OpeningTable => {
                s.openings = match s.openings {
                    None => Some(OpeningTable::General),
                    Some(OpeningTable::General) => Some(OpeningTable::A),
                    Some(OpeningTable::A) => Some(OpeningTable::B),
                    Some(OpeningTable::B) => Some(OpeningTable::C),
                    Some(OpeningTable::C) => None,
                }
            }
            Entry::Edition => {
                s.edition = match s.edition {
                    Edition::Year2008 => Edition::Year2006,
                    Edition::Year2006 => Edition::Year2008,
                }
            }
            Entry::Language => s.language = s.language.other(),
            Entry::Sound => s.sound = !s.sound,
            Entry::Contrast => {
                let (least, most) = super::CONTRAST;
                let edit =
                    Edit::number(Edited::Contrast, s.contrast.into(), (least.into(), most.into()));
                self.page = Page::Edit(edit);
                return;
            }
            Entry::Orientation => s.facing = s.facing.other(),
            Entry::WhiteSits => {
                s.white = match s.white {
                    None => Some(Side::South),
                    Some(Side::South) => Some(Side::North),
                    Some(Side::North) => None,
                }
            }
            // Without clock: longer and longer, then with clock again.
            Entry::Casual => {
                let now = s.casual.unwrap_or_default();
                s.casual = QUIETS.into_iter().find(|quiet| *quiet > now);
            }
            Entry::Transcription => s.transcription = !s.transcription,
            Entry::Announcement => s.announcement = !s.announcement,
            Entry::RepetitionRule => s.automatic_repetition = !s.automatic_repetition,
            Entry::CountLimit => {
                self.page = Page::Edit(Edit::count(Edited::CountLimit, s.count_limit));
                return;
            }
            Entry::AfterFlag => {
                s.after_flag = match s.after_flag {
                    AfterFlag::Stop => AfterFlag::RunOn,
                    AfterFlag::RunOn => AfterFlag::Stop,
                }
            }
            Entry::TableNumber => {
                self.page = Page::Edit(Edit::number(Edited::Table, s.table, (0, 999)));
                return;
            }
            _ => return self.open(List::Main),
        }
        self.effects.settings = true;
        self.page = Page::List(List::Settings, at);
    }

    fn chosen_in_controls(&mut self, at: u8, item: Item) {
        let at = usize::from(at);
        let own = at.checked_sub(PRESETS.len());
        let control = match own {
            None => Some(PRESETS[at].control),
            Some(place) => self.settings.own.get(place).copied().flatten(),
        };
        match (item.entry, own, control) {
            (Entry::Back, ..) => self.open(List::Settings),
            (Entry::ChangeOwn, ..) => {
                let Value::Number(place) = item.value else { return };
                self.open(List::Own((place - 1) as u8));
            }
            (_, _, Some(control)) => self.choose_control(control),
            (_, Some(place), None) => self.open(List::Own(place as u8)),
            (_, None, None) => {}
        }
    }

    /// The time control of the next game, and of the ones after it.
    pub(super) fn choose_control(&mut self, control: TimeControl) {
        self.settings.control = control;
        self.settings.casual = None;
        self.effects.settings = true;
        self.open(List::Settings);
    }

    fn chosen_in_game(&mut self, entry: Entry) {
        let claim = match entry {
            Entry::Resume => {
                self.close();
                return self.resume();
            }
            Entry::Arbiter => return self.open(List::Arbiter),
            Entry::Resign => Claim::Resignation,
            Entry::OfferDraw => Claim::Agreement([false; 2]),
            Entry::ClaimRepetition => Claim::Repetition,
            Entry::ClaimCount => Claim::Count,
            Entry::UnmarkedKing => Claim::King(Breach::UnmarkedKing),
            Entry::WronglyMarked => Claim::King(Breach::WronglyMarked),
            Entry::TakeBack => Claim::TakeBack([false; 2]),
            _ => return self.close(),
        };
        self.page = Page::Claim(claim);
    }

    fn chosen_by_arbiter(&mut self, entry: Entry) {
        if let Some((colour, part)) = part_of_clock(entry) {
            if let Some(edit) = self.edit_of_clock(Edited::Clock(colour, part)) {
                self.page = Page::Edit(edit);
            }
            return;
        }
        match entry {
            Entry::ImposeCount => {
                self.page =
                    Page::Edit(Edit::count(Edited::ImposedCount, self.settings.count_limit));
            }
            Entry::Resume => {
                self.close();
                self.resume();
            }
            Entry::CorrectIt | Entry::KeepIt => self.decide(entry == Entry::CorrectIt),
            Entry::RestorePosition => self.restore_position(),
            Entry::TakeBack => {
                let _ = self.take_back();
                self.close();
            }
            Entry::GiveResult => self.open(List::Results),
            Entry::ClaimRepetition => self.page = Page::Claim(Claim::Repetition),
            Entry::SetPosition => self.page = Page::Compose(Compose::new()),
            Entry::BreakOff => {
                self.close();
                self.end(None, Reason::BrokenOff);
            }
            Entry::PcCode => self.call_code(),
            _ if *self.record.phase() == Phase::Over => self.close(),
            _ => self.open(List::Game),
        }
    }

    fn chosen_result(&mut self, entry: Entry) {
        let (winner, reason) = match entry {
            Entry::WhiteWins => (Some(Colour::White), Reason::Arbiter),
            Entry::BlackWins => (Some(Colour::Black), Reason::Arbiter),
            Entry::Draw => (None, Reason::Arbiter),
            // 9.2.5: who refuses to follow the rules has lost.
            Entry::WhiteRefuses => (Some(Colour::Black), Reason::Refusal),
            Entry::BlackRefuses => (Some(Colour::White), Reason::Refusal),
            _ => return self.open(List::Arbiter),
        };
        self.close();
        self.end(winner, reason);
    }
}
