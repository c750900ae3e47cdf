//! The lists of the menu: what they hold, and what choosing does.

use core::fmt::Write;

use heapless::Vec;

use super::claims::Claim;
use super::compose::Compose;
use super::edit::{Edit, Edited, Part};
use super::pages::Page;
use super::settings::QUIETS;
use super::{Game, Phase};
use crate::clock::{AfterFlag, MAX_TEXT, PRESETS, Pace, TimeControl};
use crate::event::{Breach, Reason};
use crate::game::snapshot::{Entry, Item, Label, Language, Value};
use crate::rules::{Colour, Edition, OpeningTable, Position, Side};
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

/// The kinds of a time control of one's own.
const KINDS: [Entry; 7] = [
    Entry::Lampo,
    Entry::Fischer,
    Entry::MosseLampo,
    Entry::Cadence,
    Entry::Bronstein,
    Entry::Delay,
    Entry::CountUp,
];

/// A time control as it is written; cut where a line ends.
pub(super) fn spelled(control: &TimeControl) -> Label {
    let mut whole = crate::text::Text::<MAX_TEXT>::EMPTY;
    let _ = Write::write_fmt(&mut whole, format_args!("{control}"));
    Label::cut(whole.as_str())
}

const fn plain(entry: Entry) -> Item {
    Item { entry, value: Value::None }
}

/// How long the board must be left alone for a move to count.
fn quiet_time(quiet: Span) -> Value {
    let (seconds, tenths) = (quiet.as_millis() / 1_000, quiet.as_millis() / 100 % 10);
    let mut text = Label::EMPTY;
    // A time of the list fits.
    let _ = match tenths {
        0 => write!(text, "{seconds} s"),
        _ => write!(text, "{seconds}.{tenths} s"),
    };
    Value::Label(text)
}

impl Game {
    /// What a list holds now.
    pub(super) fn items(&self, list: List) -> Items {
        let mut items = Items::new();
        let mut add = |item: Item| {
            let added = items.push(item);
            debug_assert!(added.is_ok(), "more items than MAX_ITEMS");
        };
        match list {
            List::Main => {
                let over = self.record.number() > 0;
                let entries = [
                    (Entry::NewGame, true),
                    (Entry::Rematch, over),
                    (Entry::DrawOpening, true),
                    (Entry::OpeningNumber, true),
                    (Entry::SetPosition, true),
                    (Entry::Settings, true),
                    (Entry::Diagnostics, true),
                    (Entry::Back, true),
                ];
                entries.iter().filter(|(_, there)| *there).for_each(|(e, _)| add(plain(*e)));
            }
            List::Settings => self.settings_items(add),
            List::Controls => {
                for (preset, entry) in PRESETS.iter().zip(PRESET_NAMES) {
                    add(Item { entry, value: Value::Label(spelled(&preset.control)) });
                }
                for own in &self.settings.own {
                    let value = own.as_ref().map_or(Value::None, |own| Value::Label(spelled(own)));
                    add(Item { entry: Entry::OwnControl, value });
                }
                for (n, own) in (1..).zip(&self.settings.own) {
                    if own.is_some() {
                        add(Item { entry: Entry::ChangeOwn, value: Value::Number(n) });
                    }
                }
                add(plain(Entry::Back));
            }
            List::Own(_) => {
                KINDS.into_iter().for_each(|kind| add(plain(kind)));
                add(plain(Entry::Back));
            }
            List::SameForBoth(..) => {
                [Entry::Yes, Entry::No].into_iter().for_each(|e| add(plain(e)))
            }
            List::Game => {
                let casual = self.record.clock().is_none();
                let entries = [
                    (Entry::Resume, true),
                    (Entry::Resign, true),
                    (Entry::OfferDraw, true),
                    (Entry::ClaimRepetition, true),
                    (Entry::ClaimCount, true),
                    (Entry::UnmarkedKing, true),
                    (Entry::WronglyMarked, true),
                    (Entry::TakeBack, casual && self.record.can_take_back()),
                    (Entry::Arbiter, true),
                ];
                entries.iter().filter(|(_, there)| *there).for_each(|(e, _)| add(plain(*e)));
            }
            List::Arbiter => self.arbiter_items(add),
            List::Results => [
                Entry::WhiteWins,
                Entry::BlackWins,
                Entry::Draw,
                Entry::WhiteRefuses,
                Entry::BlackRefuses,
                Entry::Back,
            ]
            .into_iter()
            .for_each(|e| add(plain(e))),
            List::Diagnostics => [
                Entry::LiveMap,
                Entry::WeakestSquares,
                Entry::KeyTest,
                Entry::DisplayTest,
                Entry::BuzzerTest,
                Entry::About,
                Entry::Back,
            ]
            .into_iter()
            .for_each(|e| add(plain(e))),
        }
        items
    }

    fn settings_items(&self, mut add: impl FnMut(Item)) {
        let s = &self.settings;
        let word = Value::Word;
        let of_side = |side| match side {
            Side::South => Entry::South,
            Side::North => Entry::North,
        };
        let table = match s.openings {
            None => Entry::Free,
            Some(OpeningTable::General) => Entry::General,
            Some(OpeningTable::A) => Entry::TableA,
            Some(OpeningTable::B) => Entry::TableB,
            Some(OpeningTable::C) => Entry::TableC,
        };
        let edition = match s.edition {
            Edition::Year2008 => Entry::Year2008,
            Edition::Year2006 => Entry::Year2006,
        };
        let language = match s.language {
            Language::Italian => Entry::Italian,
            Language::English => Entry::English,
        };
        let repetition = if s.automatic_repetition { Entry::Automatic } else { Entry::OnClaim };
        let white = s.white.map_or(Entry::FirstPress, of_side);
        let after_flag = match s.after_flag {
            AfterFlag::Stop => Entry::Stop,
            AfterFlag::RunOn => Entry::RunOn,
        };
        for (entry, value) in [
            (Entry::TimeControl, Value::Label(spelled(&s.control))),
            (Entry::OpeningTable, word(table)),
            (Entry::Edition, word(edition)),
            (Entry::Language, word(language)),
            (Entry::Sound, Value::Switch(s.sound)),
            (Entry::Contrast, Value::Number(s.contrast.into())),
            (Entry::Orientation, word(of_side(s.facing))),
            (Entry::WhiteSits, word(white)),
            (Entry::Casual, s.casual.map_or(Value::Switch(false), quiet_time)),
            (Entry::Transcription, Value::Switch(s.transcription)),
            (Entry::Announcement, Value::Switch(s.announcement)),
            (Entry::RepetitionRule, word(repetition)),
            (Entry::CountLimit, Value::Number(s.count_limit.into())),
            (Entry::AfterFlag, word(after_flag)),
            (Entry::TableNumber, Value::Number(s.table)),
            (Entry::Back, Value::None),
        ] {
            add(Item { entry, value });
        }
    }

    fn arbiter_items(&self, mut add: impl FnMut(Item)) {
        let phase = self.record.phase();
        let line = self.line(self.latest);
        let choosing = matches!(phase, Phase::Choosing(_));
        let lost = matches!(phase, Phase::Arbiter | Phase::Halted { .. });
        let over = *phase == Phase::Over;
        add(plain(Entry::Resume));
        if choosing {
            add(plain(Entry::CorrectIt));
            add(plain(Entry::KeepIt));
        }
        if lost {
            add(plain(Entry::RestorePosition));
        }
        if let Some(clock) = self.record.clock() {
            for (colour, time, moves, period) in [
                (Colour::White, Entry::WhiteTime, Entry::WhiteMoves, Entry::WhitePeriod),
                (Colour::Black, Entry::BlackTime, Entry::BlackMoves, Entry::BlackPeriod),
            ] {
                let remaining = clock.remaining(colour, line);
                add(Item {
                    entry: time,
                    value: Value::Time(super::screen::time_of(remaining.main)),
                });
                add(Item { entry: moves, value: Value::Number(clock.moves(colour)) });
                if matches!(clock.control().of(colour), Pace::Cadence(_) | Pace::MosseLampo { .. })
                {
                    add(Item { entry: period, value: Value::Number(remaining.period) });
                }
            }
        }
        if self.record.can_take_back() {
            add(plain(Entry::TakeBack));
        }
        add(plain(Entry::GiveResult));
        if !over {
            add(plain(Entry::ClaimRepetition));
            add(plain(Entry::ImposeCount));
            add(plain(Entry::SetPosition));
            add(plain(Entry::BreakOff));
        }
        add(plain(Entry::PcCode));
        add(plain(Entry::Back));
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
                self.new_game(Position::start(), opening);
            }
            Entry::Rematch => self.rematch(),
            Entry::DrawOpening => {
                let table = self.settings.openings.unwrap_or_default();
                let opening = table.draw(self.lot.draw());
                self.new_game(Position::start(), Some(opening));
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
        let clock = |colour, part| Edited::Clock(colour, part);
        let edited = match entry {
            Entry::WhiteTime => clock(Colour::White, Part::Time),
            Entry::BlackTime => clock(Colour::Black, Part::Time),
            Entry::WhiteMoves => clock(Colour::White, Part::Moves),
            Entry::BlackMoves => clock(Colour::Black, Part::Moves),
            Entry::WhitePeriod => clock(Colour::White, Part::Period),
            Entry::BlackPeriod => clock(Colour::Black, Part::Period),
            Entry::ImposeCount => {
                self.page =
                    Page::Edit(Edit::count(Edited::ImposedCount, self.settings.count_limit));
                return;
            }
            Entry::Resume => {
                self.close();
                return self.resume();
            }
            Entry::CorrectIt | Entry::KeepIt => return self.decide(entry == Entry::CorrectIt),
            Entry::RestorePosition => return self.restore_position(),
            Entry::TakeBack => {
                let _ = self.take_back();
                return self.close();
            }
            Entry::GiveResult => return self.open(List::Results),
            Entry::ClaimRepetition => return self.page = Page::Claim(Claim::Repetition),
            Entry::SetPosition => return self.page = Page::Compose(Compose::new()),
            Entry::BreakOff => {
                self.close();
                return self.end(None, Reason::BrokenOff);
            }
            Entry::PcCode => {
                return self.call_code();
            }
            _ => {
                return if *self.record.phase() == Phase::Over {
                    self.close();
                } else {
                    self.open(List::Game);
                };
            }
        };
        if let Some(edit) = self.edit_of_clock(edited) {
            self.page = Page::Edit(edit);
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
