//! One value, set with MINUS, PLUS and MENU.

use super::Menu;
use super::game_screen::time_of;
use super::list::{List, name_of_part};
use super::own_control::Draft;
use super::pages::Page;
use crate::clock::{MAX_SET_MOVES, Pace, Seconds};
use crate::event::ClockChange;
use crate::game::{Game, MenuRequest};
use crate::menu::snapshot::{Editor, Entry, Field, Time};
use crate::rules::{Colour, CountOfMoves, Opening};
use crate::time::Duration;

/// A value being set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Edit {
    what: Edited,
    value: Value,
    /// The value when the page was opened: an unchanged one is not set.
    before: Value,
    /// The index of the digit being set; 0 for a number that is counted through.
    cursor: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Time { hours: u8, minutes: u8, seconds: u8 },
    Number { value: u16, range: (u16, u16) },
}

/// The values that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edited {
    /// A part of a stopped clock.
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

    /// The number of moves of a count.
    pub(super) fn count(what: Edited, value: u8) -> Self {
        let range = (CountOfMoves::FEWEST.into(), CountOfMoves::MOVES.into());
        Self::number(what, value.into(), range)
    }

    pub(super) fn time(what: Edited, time: Duration) -> Self {
        let Time { hours, minutes, seconds, .. } = time_of(time);
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

    /// Goes on to the next digit; `false` after the last.
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

    /// The number; a value below the range, set digit by digit, means its smallest.
    fn amount(&self) -> u16 {
        match self.value {
            Value::Number { value, range: (least, _) } => value.max(least),
            Value::Time { .. } => 0,
        }
    }

    /// The editor as a display shows it.
    pub(super) fn editor(&self, draft: &Draft) -> Editor {
        let title = match self.what {
            Edited::Clock(colour, part) => name_of_part(colour, part),
            Edited::CountLimit => Entry::CountLimit,
            Edited::ImposedCount => Entry::ImposeCount,
            Edited::Contrast => Entry::Contrast,
            Edited::Table => Entry::TableNumber,
            Edited::Opening => Entry::OpeningNumber,
            Edited::OwnTime => draft.name_of_time(),
            Edited::OwnMore => draft.name_of_second(),
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

/// The index of the last digit of a number.
fn last_digit(most: u16) -> u8 {
    most.checked_ilog10().unwrap_or(0) as u8
}

impl Edit {
    /// A part of a clock, with its present value.
    pub(super) fn of_clock(colour: Colour, part: Part, game: &Game) -> Option<Self> {
        let what = Edited::Clock(colour, part);
        let clock = game.record().clock()?;
        let remaining = game.remaining(colour, game.latest())?;
        Some(match part {
            Part::Time => Self::time(what, remaining.main),
            Part::Moves => Self::number(what, clock.moves(colour), (0, MAX_SET_MOVES)),
            Part::Period => {
                let most = match clock.control().of(colour) {
                    Pace::Cadence(cadence) => cadence.periods().len().max(9) as u16,
                    _ => 2,
                };
                Self::number(what, remaining.period, (1, most.max(remaining.period)))
            }
        })
    }
}

impl Menu {
    /// Opens the page of a value to be set.
    pub(super) fn edit(&mut self, edit: Edit) {
        self.page = Page::Edit(edit);
    }

    /// MENU: the next digit, or done.
    pub(super) fn edit_on(&mut self, game: &mut Game) {
        let Page::Edit(edit) = &mut self.page else { return };
        if edit.next() {
            return;
        }
        let amount = edit.amount();
        match edit.what {
            Edited::Clock(colour, part) => {
                if edit.value != edit.before {
                    // The game fills in the value before; a refused change changes nothing.
                    let correction = match part {
                        Part::Time => {
                            let after = edit.seconds().duration();
                            ClockChange::Time { before: Duration::ZERO, after }
                        }
                        Part::Moves => ClockChange::Moves { before: 0, after: amount },
                        Part::Period => ClockChange::Period { before: 0, after: amount },
                    };
                    let _ = game.request(MenuRequest::CorrectClock { of: colour, correction });
                }
                self.open(List::Arbiter);
            }
            Edited::ImposedCount => self.count_claimed(None, amount as u8, game),
            Edited::CountLimit => {
                Self::change_settings(game, |settings| settings.count_limit = amount as u8);
                self.open(List::Settings);
            }
            Edited::Contrast => {
                Self::change_settings(game, |settings| settings.contrast = amount as u8);
                self.open(List::Settings);
            }
            Edited::Table => {
                Self::change_settings(game, |settings| settings.table = amount);
                self.open(List::Settings);
            }
            Edited::Opening => {
                let opening = u8::try_from(amount).ok().and_then(Opening::new);
                self.close();
                let _ = game.request(MenuRequest::NewGame(opening));
            }
            Edited::OwnTime => {
                let time = edit.seconds();
                self.own_time(time, game);
            }
            Edited::OwnMore => self.own_pace(amount, game),
        }
    }
}
