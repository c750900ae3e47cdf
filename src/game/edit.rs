//! One value, set with MINUS, PLUS and MENU.

use super::list::{List, name_of_part};
use super::pages::Page;
use super::{Game, GameRequest};
use crate::clock::{Award, Cadence, MAX_SET_MOVES, Pace, Period, Seconds, TimeControl};
use crate::event::ClockChange;
use crate::game::snapshot::{Editor, Entry, Field, Time};
use crate::rules::{Colour, CountOfMoves, Opening};
use crate::time::Span;

/// A value being set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    what: Edited,
    value: Value,
    /// As it was: what is not changed is not set.
    before: Value,
    /// Which digit; of a number in one go, 0.
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Time { hours: u8, minutes: u8, seconds: u8 },
    Number { value: u16, range: (u16, u16) },
}

/// What is being set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// Of a clock that stands.
    Clock(Colour, Part),
    CountLimit,
    /// The arbiter imposes a count (10.2).
    ImposedCount,
    Contrast,
    Table,
    Opening,
    /// The main time of a control of one's own.
    OwnTime,
    /// Its seconds, or its moves.
    OwnMore,
}

/// A part of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Time,
    Moves,
    Period,
}

/// A time control that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    /// Where it will be kept.
    pub(super) place: u8,
    kind: Entry,
    /// The main time, once it is there.
    time: Seconds,
    /// White's, once it is there.
    white: Option<Pace>,
}

/// A number up to this is counted through, a larger one set digit by digit.
const COUNTED_THROUGH: u16 = 60;

impl Edit {
    fn new(what: Edited, value: Value) -> Self {
        Self { what, value, before: value, cursor: 0 }
    }

    /// A number within a range.
    pub(super) fn number(what: Edited, value: u16, range: (u16, u16)) -> Self {
        Self::new(what, Value::Number { value: value.max(range.0).min(range.1), range })
    }

    /// How many moves a count has.
    pub(super) fn count(what: Edited, value: u8) -> Self {
        let range = (CountOfMoves::FEWEST.into(), CountOfMoves::MOVES.into());
        Self::number(what, value.into(), range)
    }

    fn time(what: Edited, time: Span) -> Self {
        let Time { hours, minutes, seconds, .. } = super::screen::time_of(time);
        Self::new(what, Value::Time { hours, minutes, seconds })
    }

    /// MINUS and PLUS: one less or more of the digit, round at its ends.
    pub(super) fn change(&mut self, up: bool) {
        let turned = |digit: u16, size: u16| if up { digit + 1 } else { digit + size - 1 } % size;
        match &mut self.value {
            Value::Time { hours, .. } if self.cursor == 0 => {
                *hours = turned((*hours).into(), 100) as u8;
            }
            Value::Time { minutes, seconds, .. } => {
                let part = if self.cursor < 3 { minutes } else { seconds };
                let (tens, ones) = (u16::from(*part / 10), u16::from(*part % 10));
                *part = if self.cursor % 2 == 1 {
                    turned(tens, 6) * 10 + ones
                } else {
                    tens * 10 + turned(ones, 10)
                } as u8;
            }
            Value::Number { value, range: (least, most) } => {
                if *most <= COUNTED_THROUGH {
                    *value = *least + turned(*value - *least, *most - *least + 1);
                } else {
                    let unit = 10_u16.pow(u32::from(last_digit(*most) - self.cursor));
                    let digit = *value / unit % 10;
                    let others = *value - digit * unit;
                    *value = (others + turned(digit, 10) * unit).min(*most);
                }
            }
        }
    }

    /// The next digit; `false` behind the last.
    fn next(&mut self) -> bool {
        let last = match self.value {
            Value::Time { .. } => 4,
            Value::Number { range: (_, most), .. } if most <= COUNTED_THROUGH => 0,
            Value::Number { range: (_, most), .. } => last_digit(most),
        };
        let more = self.cursor < last;
        self.cursor += u8::from(more);
        more
    }

    fn seconds(&self) -> Seconds {
        match self.value {
            Value::Time { hours, minutes, seconds } => {
                Seconds::hms(hours.into(), minutes.into(), seconds.into())
            }
            Value::Number { value, .. } => Seconds::new(value.into()),
        }
    }

    /// Digit by digit one may come below the smallest number, and means that.
    fn amount(&self) -> u16 {
        match self.value {
            Value::Number { value, range: (least, _) } => value.max(least),
            Value::Time { .. } => 0,
        }
    }

    /// What there is to see.
    pub(super) fn editor(&self, draft: &Draft) -> Editor {
        let title = match self.what {
            Edited::Clock(colour, part) => name_of_part(colour, part),
            Edited::CountLimit => Entry::CountLimit,
            Edited::ImposedCount => Entry::ImposeCount,
            Edited::Contrast => Entry::Contrast,
            Edited::Table => Entry::TableNumber,
            Edited::Opening => Entry::OpeningNumber,
            Edited::OwnTime if draft.white.is_some() => Entry::BlackTime,
            Edited::OwnTime => draft.kind,
            Edited::OwnMore => draft.more(),
        };
        let field = match self.value {
            Value::Time { hours, minutes, seconds } => {
                let time = Time { hours, minutes, seconds, tenths: None };
                Field::Time { time, cursor: self.cursor }
            }
            Value::Number { value, range } => {
                let cursor = (range.1 > COUNTED_THROUGH).then_some(self.cursor);
                Field::Number { value, range, cursor }
            }
        };
        Editor { title, field }
    }
}

/// How many digits come behind the first.
fn last_digit(most: u16) -> u8 {
    most.checked_ilog10().unwrap_or(0) as u8
}

impl Draft {
    /// Before the first one.
    pub(super) const NONE: Self =
        Self { place: 0, kind: Entry::CountUp, time: Seconds::ZERO, white: None };

    /// What belongs to it besides a time.
    const fn more(&self) -> Entry {
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

impl Game {
    /// The value of a clock as it stands, to be set.
    pub(super) fn edit_of_clock(&self, what: Edited) -> Option<Edit> {
        let clock = self.record.clock()?;
        let Edited::Clock(colour, part) = what else { return None };
        let remaining = clock.remaining(colour, self.line(self.latest));
        Some(match part {
            Part::Time => Edit::time(what, remaining.main),
            Part::Moves => Edit::number(what, clock.moves(colour), (0, MAX_SET_MOVES)),
            Part::Period => {
                let most = match clock.control().of(colour) {
                    Pace::Cadence(cadence) => cadence.periods().len().max(9) as u16,
                    _ => 2,
                };
                Edit::number(what, remaining.period, (1, most.max(remaining.period)))
            }
        })
    }

    /// Opens a value to be set.
    #[inline(never)]
    pub(super) fn edit(&mut self, edit: &Edit) {
        self.page = Page::Edit(*edit);
    }

    /// MENU: the next digit, or done.
    pub(super) fn edit_on(&mut self) {
        let Page::Edit(edit) = &mut self.page else { return };
        if edit.next() {
            return;
        }
        let amount = edit.amount();
        match edit.what {
            Edited::Clock(colour, part) => {
                if edit.value != edit.before {
                    // The values are those of before: what is refused changes nothing.
                    let correction = match part {
                        Part::Time => {
                            let after = edit.seconds().span();
                            ClockChange::Time { before: Span::ZERO, after }
                        }
                        Part::Moves => ClockChange::Moves { before: 0, after: amount },
                        Part::Period => ClockChange::Period { before: 0, after: amount },
                    };
                    let _ = self.execute(GameRequest::Correct { of: colour, correction });
                }
                self.open(List::Arbiter);
            }
            Edited::ImposedCount => self.count_claimed(None, amount as u8),
            Edited::CountLimit => {
                self.settings.count_limit = amount as u8;
                self.back_to_settings();
            }
            Edited::Contrast => {
                self.settings.contrast = amount as u8;
                self.back_to_settings();
            }
            Edited::Table => {
                self.settings.table = amount;
                self.back_to_settings();
            }
            Edited::Opening => {
                let opening = u8::try_from(amount).ok().and_then(Opening::new);
                self.start_game(opening);
            }
            Edited::OwnTime => {
                self.draft.time = edit.seconds();
                self.own_time();
            }
            Edited::OwnMore => self.own_pace(amount),
        }
    }

    fn back_to_settings(&mut self) {
        self.effects.settings = true;
        self.open(List::Settings);
    }

    /// A time control of one's own, of this kind.
    pub(super) fn begin_own_control(&mut self, kind: Entry) {
        self.draft = Draft { place: self.draft.place, kind, ..Draft::NONE };
        self.begin_draft();
    }

    /// The time of White, or of Black, from its beginning.
    pub(super) fn begin_draft(&mut self) {
        if self.draft.kind == Entry::CountUp {
            return self.own_pace(0);
        }
        let usual = Seconds::hms(0, 15, 0).span();
        self.edit(&Edit::time(Edited::OwnTime, usual));
    }

    fn own_time(&mut self) {
        let (usual, range) = match self.draft.kind {
            Entry::Lampo => return self.own_pace(0),
            Entry::Cadence => (40, (1, 255)),
            Entry::MosseLampo => (Pace::MOSSE_LAMPO.get() as u16, (1, 600)),
            _ => (5, (1, 600)),
        };
        self.edit(&Edit::number(Edited::OwnMore, usual, range));
    }

    fn own_pace(&mut self, more: u16) {
        let sound = |pace: &Pace| TimeControl::same(*pace).is_ok();
        match self.draft.pace(more).filter(sound) {
            // A time of zero: once more.
            None => self.begin_draft(),
            Some(black) if self.draft.white.is_some() => self.keep_own_control(&black),
            Some(white) => {
                self.draft.white = Some(white);
                self.open(List::SameForBoth);
            }
        }
    }

    /// Black has the same time as White.
    pub(super) fn same_for_both(&mut self) {
        if let Some(white) = self.draft.white {
            self.keep_own_control(&white);
        }
    }

    /// Kept in its place, and chosen.
    fn keep_own_control(&mut self, black: &Pace) {
        let Some(white) = self.draft.white else { return };
        if let (Ok(control), Some(own)) = (
            TimeControl::new(white, *black),
            self.settings.own.get_mut(usize::from(self.draft.place)),
        ) {
            *own = Some(control);
            self.choose_control(control);
        }
    }
}
