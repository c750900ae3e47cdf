//! A time control of the user's own, put together value by value.
//!
//! ```text
//!   kind --> main time --> second value --> same for both? --- yes ---> stored and chosen
//!                                               |                            ^
//!                                               no --> the same for Black ---+
//! ```

use super::Menu;
use super::edit::{Edit, Edited};
use super::list::List;
use crate::clock::{Award, Cadence, Pace, Period, Seconds, TimeControl};
use crate::game::Game;
use crate::menu::snapshot::Entry;

/// A time control that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// The index in `Settings::own` where it will be stored.
    pub(super) place: u8,
    kind: Entry,
    /// The main time, once it is set.
    time: Seconds,
    /// White's pace, once it is set.
    white: Option<Pace>,
}

impl Draft {
    /// The draft before the first page of a time control has been opened.
    pub(super) const NONE: Self =
        Self { place: 0, kind: Entry::CountUp, time: Seconds::ZERO, white: None };

    /// The name of the main time being set.
    pub(super) const fn name_of_time(&self) -> Entry {
        match self.white {
            Some(_) => Entry::BlackTime,
            None => self.kind,
        }
    }

    /// The name of its second value, after the main time.
    pub(super) const fn name_of_second(&self) -> Entry {
        match self.kind {
            Entry::Cadence => Entry::MovesInPeriod,
            Entry::MosseLampo => Entry::PerMove,
            Entry::Fischer => Entry::Increment,
            _ => Entry::Delay,
        }
    }

    fn pace(&self, more: u16) -> Option<Pace> {
        let time = self.time;
        let seconds = Seconds::new(more.into());
        Some(match self.kind {
            Entry::Lampo => Pace::Lampo { time },
            Entry::Fischer => Pace::Fischer { base: time, increment: seconds },
            Entry::MosseLampo => Pace::MosseLampo { main: time, per_move: seconds },
            Entry::Bronstein => Pace::Bronstein { base: time, delay: seconds },
            Entry::Delay => Pace::Delay { base: time, delay: seconds },
            Entry::Cadence => {
                let period = Period::of(u8::try_from(more).ok()?, time);
                Pace::Cadence(Cadence::new(&[period], Award::AtPress).ok()?)
            }
            _ => Pace::CountUp,
        })
    }
}

impl Menu {
    /// Begins to put a time control of this kind together.
    pub(super) fn begin_own_control(&mut self, kind: Entry, game: &mut Game) {
        self.draft = Draft { place: self.draft.place, kind, ..Draft::NONE };
        self.begin_draft(game);
    }

    /// Asks for the main time of White, or of Black once White's pace is set.
    pub(super) fn begin_draft(&mut self, game: &mut Game) {
        if self.draft.kind == Entry::CountUp {
            return self.own_pace(0, game);
        }
        let usual = Seconds::hms(0, 15, 0).duration();
        self.edit(Edit::time(Edited::OwnTime, usual));
    }

    /// The main time is set: asks for the second value, where the kind has one.
    pub(super) fn own_time(&mut self, time: Seconds, game: &mut Game) {
        self.draft.time = time;
        let (usual, range) = match self.draft.kind {
            Entry::Lampo => return self.own_pace(0, game),
            Entry::Cadence => (40, (1, 255)),
            Entry::MosseLampo => (Pace::MOSSE_LAMPO.get() as u16, (1, 600)),
            _ => (5, (1, 600)),
        };
        self.edit(Edit::number(Edited::OwnMore, usual, range));
    }

    /// One player's pace is complete: asks for the other's, or stores the time control.
    pub(super) fn own_pace(&mut self, more: u16, game: &mut Game) {
        let sound = |pace: &Pace| TimeControl::same(*pace).is_ok();
        match self.draft.pace(more).filter(sound) {
            // A time of zero: once more.
            None => self.begin_draft(game),
            Some(black) if self.draft.white.is_some() => self.keep_own_control(&black, game),
            Some(white) => {
                self.draft.white = Some(white);
                self.open(List::SameForBoth);
            }
        }
    }

    /// Black has the same time as White.
    pub(super) fn same_for_both(&mut self, game: &mut Game) {
        if let Some(white) = self.draft.white {
            self.keep_own_control(&white, game);
        }
    }

    /// Stores the time control in its place of the settings, and chooses it.
    fn keep_own_control(&mut self, black: &Pace, game: &mut Game) {
        let Some(white) = self.draft.white else { return };
        let place = usize::from(self.draft.place);
        if let Ok(control) = TimeControl::new(white, *black)
            && place < game.settings().own.len()
        {
            Self::change_settings(game, |settings| settings.own[place] = Some(control));
            self.choose_control(control, game);
        }
    }
}
