//! What choosing an item of a list does.

use super::Menu;
use super::claims::Claim;
use super::compose::Compose;
use super::edit::{Edit, Edited};
use super::list::{List, part_of_clock};
use super::pages::Page;
use crate::clock::{AfterFlag, PRESETS, TimeControl};
use crate::event::{Breach, Reason};
use crate::game::{CONTRAST, Game, MenuRequest, OpeningChoice, QUIETS};
use crate::menu::snapshot::{Entry, Item, Value};
use crate::rules::{Colour, Edition, Opening, OpeningTable, Side};

impl Menu {
    /// An item was chosen.
    pub(super) fn chosen(&mut self, list: List, at: u8, game: &mut Game) {
        let items = list.items(game);
        let Some(item) = items.get(usize::from(at)).copied() else { return self.close() };
        match list {
            List::Main => self.chosen_in_main(item.entry, game),
            List::Settings => self.chosen_in_settings(item.entry, at, game),
            List::Controls => self.chosen_in_controls(at, item, game),
            List::Own => match item.entry {
                Entry::Back => self.open(List::Controls),
                kind => self.begin_own_control(kind, game),
            },
            List::SameForBoth => match item.entry {
                Entry::Yes => self.same_for_both(game),
                _ => self.begin_draft(game),
            },
            List::ConfirmTable(table) => {
                let choice = match item.entry {
                    Entry::Yes => OpeningChoice::Drawn(table),
                    _ => OpeningChoice::ByOccasion,
                };
                Self::change_settings(game, |settings| settings.openings = choice);
                let entries = List::Settings.items(game);
                let at = entries.iter().position(|item| item.entry == Entry::OpeningTable);
                self.page = Page::List(List::Settings, at.unwrap_or(0) as u8);
            }
            List::Game => self.chosen_in_game(item.entry, game),
            List::Arbiter => self.chosen_by_arbiter(item.entry, game),
            List::Results => self.chosen_result(item.entry, game),
            List::Diagnostics => match item.entry {
                Entry::Back => self.close(),
                Entry::BuzzerTest => {
                    let _ = game.request(MenuRequest::TestBuzzer);
                }
                page => self.page = Page::Diagnostics(page),
            },
        }
    }

    fn chosen_in_main(&mut self, entry: Entry, game: &mut Game) {
        let openings = game.opening_table();
        let request = match entry {
            Entry::NewGame => openings.map_or(MenuRequest::NewGame(None), MenuRequest::DrawOpening),
            Entry::Rematch => MenuRequest::Rematch,
            Entry::DrawOpening => MenuRequest::DrawOpening(openings.unwrap_or(OpeningTable::B)),
            Entry::OpeningNumber => {
                return self.edit(Edit::number(Edited::Opening, 1, (1, Opening::COUNT)));
            }
            Entry::SetPosition => return self.page = Page::Compose(Compose::new()),
            Entry::Settings => return self.open(List::Settings),
            Entry::Diagnostics => return self.open(List::Diagnostics),
            _ => return self.close(),
        };
        self.close();
        let _ = game.request(request);
    }

    fn chosen_in_settings(&mut self, entry: Entry, at: u8, game: &mut Game) {
        let mut settings = *game.settings();
        let s = &mut settings;
        match entry {
            Entry::TimeControl => {
                let presets = PRESETS.iter().map(|preset| Some(&preset.control));
                let mut places = presets.chain(s.own.iter().map(Option::as_ref));
                let place = places.position(|place| place == Some(&s.control)).unwrap_or(0);
                self.page = Page::List(List::Controls, place as u8);
                return;
            }
            Entry::OpeningTable => {
                use OpeningChoice::{ByOccasion, Drawn, Free};
                s.openings = match s.openings {
                    ByOccasion => Free,
                    Free => Drawn(OpeningTable::B),
                    Drawn(OpeningTable::B) => Drawn(OpeningTable::C),
                    // Only for matches of two games, pairs and teams.
                    Drawn(OpeningTable::C) => {
                        return self.open(List::ConfirmTable(OpeningTable::General));
                    }
                    Drawn(OpeningTable::General) => {
                        return self.open(List::ConfirmTable(OpeningTable::A));
                    }
                    Drawn(OpeningTable::A) => ByOccasion,
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
                let range = (CONTRAST.0.into(), CONTRAST.1.into());
                return self.edit(Edit::number(Edited::Contrast, s.contrast.into(), range));
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
                return self.edit(Edit::count(Edited::CountLimit, s.count_limit));
            }
            Entry::AfterFlag => {
                s.after_flag = match s.after_flag {
                    AfterFlag::Stop => AfterFlag::RunOn,
                    AfterFlag::RunOn => AfterFlag::Stop,
                }
            }
            Entry::TableNumber => {
                return self.edit(Edit::number(Edited::Table, s.table, (0, 999)));
            }
            _ => return self.open(List::Main),
        }
        let _ = game.request(MenuRequest::ChangeSettings(&settings));
        self.page = Page::List(List::Settings, at);
    }

    fn chosen_in_controls(&mut self, at: u8, item: Item, game: &mut Game) {
        let at = usize::from(at);
        let own = at.checked_sub(PRESETS.len());
        let control = match own {
            None => PRESETS.get(at).map(|preset| &preset.control),
            Some(place) => game.settings().own.get(place).and_then(Option::as_ref),
        };
        match (item.entry, own, control) {
            (Entry::Back, ..) => self.open(List::Settings),
            (Entry::ChangeOwn, ..) => {
                let Value::Number(place) = item.value else { return };
                self.open_own(usize::from(place - 1));
            }
            (_, _, Some(control)) => self.choose_control(*control, game),
            (_, Some(place), None) => self.open_own(place),
            (_, None, None) => {}
        }
    }

    /// Begins to put the time control in this place together.
    fn open_own(&mut self, place: usize) {
        self.draft.place = place as u8;
        self.open(List::Own);
    }

    /// Sets the time control of the next games.
    pub(super) fn choose_control(&mut self, control: TimeControl, game: &mut Game) {
        Self::change_settings(game, |settings| {
            settings.control = control;
            settings.casual = None;
        });
        self.open(List::Settings);
    }

    fn chosen_in_game(&mut self, entry: Entry, game: &mut Game) {
        let claim = match entry {
            Entry::Resume => return self.resume(game),
            Entry::Arbiter => return self.open(List::Arbiter),
            Entry::Resign => Claim::Resignation,
            Entry::OfferDraw => Claim::Agreement([false; 2]),
            Entry::ClaimRepetition => Claim::Repetition,
            Entry::ClaimCount => Claim::Count,
            Entry::UnmarkedKing => Claim::King(Breach::UnmarkedKing),
            Entry::WronglyMarked => Claim::King(Breach::WronglyMarked),
            Entry::TakeBack => Claim::TakeBack([false; 2]),
            Entry::AnnulSeconds => Claim::AnnulSeconds,
            Entry::NotCrowned => Claim::NotCrowned,
            Entry::CrownLate => Claim::CrownLate,
            Entry::Restart | Entry::RestartIn2006 if game.may_restart(game.now()) => {
                Claim::Restart([false; 2])
            }
            Entry::Restart | Entry::RestartIn2006 => return self.restart(None, false, game),
            _ => return self.close(),
        };
        self.page = Page::Claim(claim);
    }

    fn chosen_by_arbiter(&mut self, entry: Entry, game: &mut Game) {
        if let Some((colour, part)) = part_of_clock(entry) {
            if let Some(edit) = Edit::of_clock(colour, part, game) {
                self.edit(edit);
            }
            return;
        }
        let request = match entry {
            Entry::ImposeCount => {
                let limit = game.settings().count_limit;
                return self.edit(Edit::count(Edited::ImposedCount, limit));
            }
            Entry::Resume => MenuRequest::Resume,
            Entry::CorrectIt => MenuRequest::Correct,
            Entry::KeepIt => MenuRequest::Keep,
            Entry::RestorePosition => MenuRequest::RestorePosition,
            Entry::RestartWithFullTimes => return self.restart(None, true, game),
            Entry::TakeBack => MenuRequest::TakeBack,
            Entry::GiveResult => return self.open(List::Results),
            Entry::ClaimRepetition => return self.page = Page::Claim(Claim::Repetition),
            Entry::SetPosition => return self.page = Page::Compose(Compose::new()),
            Entry::BreakOff => MenuRequest::End { winner: None, reason: Reason::BrokenOff },
            Entry::PcCode => return self.call_code(game),
            _ if game.record().is_over() => return self.close(),
            _ => return self.open(List::Game),
        };
        self.close();
        let _ = game.request(request);
    }

    fn chosen_result(&mut self, entry: Entry, game: &mut Game) {
        let (winner, reason) = match entry {
            Entry::WhiteWins => (Some(Colour::White), Reason::Arbiter),
            Entry::BlackWins => (Some(Colour::Black), Reason::Arbiter),
            Entry::Draw => (None, Reason::Arbiter),
            // 9.2.5: a player who refuses to follow the rules has lost.
            Entry::WhiteRefuses => (Some(Colour::Black), Reason::Refusal),
            Entry::BlackRefuses => (Some(Colour::White), Reason::Refusal),
            _ => return self.open(List::Arbiter),
        };
        self.end(winner, reason, game);
    }
}
