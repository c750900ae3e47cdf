use damiera::clock::{Award, Pace, TimeControl};
use damiera::event::{Breach, Decision, Event, EventKind, Reason, Tag};
use damiera::game::{Phase, Record};
use damiera::rules::{Colour, Opening, Position};

use super::words::comment;
use super::{Game, Outcome, Ply, Shown, Step};

/// Builds the score of a game from its events, move by move.
///
/// The [`Record`] holds the position that the events lead to; the score holds the steps. After
/// every event the last step ends in the position of the record, which `apply` asserts.
#[derive(Clone, Debug)]
pub(crate) struct Score {
    record: Record,
    start: Position,
    opening: Option<Opening>,
    control: Option<TimeControl>,
    date: Option<u32>,
    tags: Vec<(Tag, String)>,
    comments: Vec<String>,
    plies: Vec<Ply>,
}

impl Score {
    pub(crate) fn new() -> Self {
        Self {
            record: Record::new(),
            start: Position::start(),
            opening: None,
            control: None,
            date: None,
            tags: Vec::new(),
            comments: Vec::new(),
            plies: Vec::new(),
        }
    }

    /// Notes an event of a kind that this program does not know.
    pub(crate) fn apply_unknown(&mut self) {
        self.note("an event of a newer board that this program does not know".to_owned());
    }

    pub(crate) fn apply(&mut self, event: &Event) {
        let before = *self.record.position();
        let could_take_back = self.record.can_take_back();
        let choosing = match self.record.phase() {
            Phase::Choosing(irregularity) => Some(*irregularity),
            _ => None,
        };
        self.record.apply(event);
        let after = *self.record.position();
        if let Some(text) = comment(event, self.record.edition()) {
            self.note(text);
        }
        match &event.what {
            EventKind::Started { position, opening, control, date, .. } => {
                let record = std::mem::take(&mut self.record);
                *self = Self { record, ..Self::new() };
                self.start = *position;
                (self.opening, self.control, self.date) = (*opening, *control, *date);
            }
            EventKind::Moved { played, spent, .. } if after != before => {
                let by = before.turn();
                let clock = spent.map(|spent| Shown {
                    seconds: spent.left.map(|millis| millis / 1000),
                    turn: after.turn(),
                });
                let written = before.write_move(*played).to_string();
                let number = self.number(before.turn());
                let what = Step::Move { by, written };
                self.plies.push(Ply { what, after, number, clock, comments: Vec::new() });
            }
            EventKind::Restarted { .. } => self.restart(),
            EventKind::TakenBack { .. } if could_take_back => self.take_back(&after),
            EventKind::Tagged { tag, text } => {
                self.tags.retain(|(known, _)| known != tag);
                self.tags.push((*tag, text.to_string()));
            }
            _ if after != before => {
                let withdrawn =
                    matches!(event.what, EventKind::Decided { decision: Decision::Keep(_), .. })
                        && choosing.is_some_and(|i| i.breach == Breach::Withdrawal);
                self.set(before.turn(), after, withdrawn);
            }
            _ => {}
        }
        debug_assert_eq!(self.plies.last().map_or(self.start, |ply| ply.after), after);
    }

    /// The fold of the events.
    pub(crate) const fn record(&self) -> &Record {
        &self.record
    }

    /// The start position.
    pub(crate) const fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The text of a tag, if it is set.
    pub(crate) fn tag(&self, tag: Tag) -> Option<&str> {
        Some(self.tagged(tag)).filter(|text| *text != "?")
    }

    /// Returns the number of the next move.
    fn number(&self, turn: Colour) -> u16 {
        match self.plies.last() {
            None => 1,
            Some(Ply { number, what, .. }) => {
                let by = match what {
                    Step::Move { by, .. } => *by,
                    Step::Set { from } => *from,
                };
                let next = turn == Colour::White && by == Colour::Black;
                number.saturating_add(u16::from(next))
            }
        }
    }

    /// Appends a position that no move led to.
    fn set(&mut self, turn: Colour, after: Position, withdrawn: bool) {
        // After a withdrawn move the same player moves again, with the same move number.
        let (from, number) = match self.plies.last() {
            Some(last) if withdrawn => (after.turn(), last.number),
            _ => (turn, self.number(turn)),
        };
        let what = Step::Set { from };
        self.plies.push(Ply { what, after, number, clock: None, comments: Vec::new() });
    }

    /// Removes the last step; its comments, and a comment on it, stay.
    fn take_back(&mut self, to: &Position) {
        if let Some(Ply { what, comments, .. }) = self.plies.pop() {
            for text in comments {
                self.note(text);
            }
            self.note(match what {
                Step::Move { written, .. } => format!("taken back: {written}"),
                Step::Set { .. } => "taken back".to_owned(),
            });
        }
        let reached = self.plies.last().map_or(self.start, |ply| ply.after);
        if reached != *to {
            self.set(reached.turn(), *to, false);
        }
    }

    /// Removes all steps of a game that begins again; their comments, and one with the moves, stay.
    fn restart(&mut self) {
        let mut moves = Vec::new();
        for Ply { what, number, comments, .. } in std::mem::take(&mut self.plies) {
            if let Step::Move { by, written } = what {
                let dots = if by == Colour::White { "." } else { "..." };
                moves.push(format!("{number}{dots} {written}"));
            }
            for text in comments {
                self.note(text);
            }
        }
        if !moves.is_empty() {
            self.note(format!("before that: {}", moves.join(" ")));
        }
    }

    fn note(&mut self, text: String) {
        let comments = match self.plies.last_mut() {
            Some(last) => &mut last.comments,
            None => &mut self.comments,
        };
        comments.push(text.replace(['{', '}', '\n'], " "));
    }

    fn outcome(&self) -> Outcome {
        match self.record.result() {
            Some(ending) => match (ending.winner, ending.reason) {
                (Some(winner), _) => Outcome::Won(winner),
                (None, Reason::BrokenOff) => Outcome::Open,
                (None, _) => Outcome::Drawn,
            },
            None => Outcome::Open,
        }
    }

    fn tagged(&self, tag: Tag) -> &str {
        let text = self.tags.iter().find(|(known, _)| *known == tag).map(|(_, text)| text.as_str());
        text.filter(|text| !text.is_empty()).unwrap_or("?")
    }

    /// Returns the game with its tags.
    pub(crate) fn game(&self) -> Game {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut tag = |name: &str, value: String| tags.push((name.to_owned(), value));
        tag("Event", self.tagged(Tag::Event).to_owned());
        tag("Site", self.tagged(Tag::Site).to_owned());
        tag("Date", self.date.map_or_else(|| "????.??.??".to_owned(), date));
        tag("Round", self.tagged(Tag::Round).to_owned());
        tag("White", self.tagged(Tag::White).to_owned());
        tag("Black", self.tagged(Tag::Black).to_owned());
        tag("Result", self.outcome().text().to_owned());
        tag("GameType", "22,W,8,8,N2,1".to_owned());
        if self.tagged(Tag::Table) != "?" {
            tag("Board", self.tagged(Tag::Table).to_owned());
        }
        if let Some(control) = self.control {
            tag("TimeControl", time_control(&control));
        }
        if let Some(opening) = self.opening {
            tag("Opening", opening.number().to_string());
        }
        if self.start != Position::start() {
            tag("SetUp", "1".to_owned());
            tag("FEN", self.start.to_string());
        }
        Game {
            tags,
            start: self.start,
            comments: self.comments.clone(),
            plies: self.plies.clone(),
            result: self.outcome(),
        }
    }
}

/// Formats a time control as other programs do: `40/3600`, `240+3`, `300`. Controls without such a
/// form are written as on the board, with m and s.
fn time_control(control: &TimeControl) -> String {
    let (white, black) = (control.of(Colour::White), control.of(Colour::Black));
    let usual = match white {
        _ if white != black => None,
        Pace::Lampo { time } => Some(time.get().to_string()),
        Pace::Fischer { base, increment } => Some(format!("{}+{}", base.get(), increment.get())),
        Pace::Cadence(cadence) if cadence.award() == Award::AtPress => {
            let periods = cadence.periods().iter().map(|period| match period.moves {
                Some(moves) => format!("{moves}/{}", period.time.get()),
                None => period.time.get().to_string(),
            });
            Some(periods.collect::<Vec<_>>().join(":"))
        }
        _ => None,
    };
    usual.unwrap_or_else(|| control.to_string().replace('\'', "m").replace('"', "s"))
}

/// Formats the date of a Unix time in seconds.
fn date(seconds: u32) -> String {
    // Days since the first of March of the year 0: a leap day is the last day of its year.
    let days = u64::from(seconds / 86_400) + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates() {
        for (seconds, wanted) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (951_782_400, "2000.02.29"),
            (1_800_000_000, "2027.01.15"),
            (u32::MAX, "2106.02.07"),
        ] {
            assert_eq!(date(seconds), wanted);
        }
    }
}
