use damiera::clock::{AfterFlag, TimeControl};
use damiera::event::Breach;
use damiera::rules::{Article, Cell, Colour, Edition, Opening, OpeningTable, Position, Square};
use damiera::sense::{Cells, Key, Line as Wire, Side, Timing};

use super::act::HELD;
use super::display::SCREENS;
use super::raw::FIRST_CHANGE;
use super::report::{PIECE_BESIDE, PIECE_BESIDE_2006, SOUNDS, STORAGE, reasons};
use super::word::{Word, Words};
use super::{
    Act, Button, ClockTime, Expectation, FaultName, Hand, Line, Path, Place, Problem, RawChange,
    RawContact, Report, Restart, Scenario, Set, Settings, Start, Step, White,
};

const SETTINGS: [&str; 8] =
    ["start", "edition", "clock", "white", "debounce", "brush", "noise", "set"];

const ACTS: [&str; 24] = [
    "lift", "drop", "take", "put", "slide", "move", "press", "key", "knock", "chatter", "flicker",
    "bounce", "stick", "unstick", "cut", "short", "mend", "declare", "restart", "annul", "unplug",
    "random", "storage", "wait",
];

const EXPECTATIONS: [&str; 39] = [
    "move",
    "irregularity",
    "notice",
    "correct",
    "keep",
    "halted",
    "restored",
    "arbiter",
    "fault",
    "pressed",
    "touched",
    "nothing",
    "position",
    "turn",
    "wrong",
    "hand",
    "outcome",
    "paused",
    "resumed",
    "flag",
    "result",
    "claimed",
    "refused",
    "count",
    "corrected",
    "taken-back",
    "restarted",
    "no-restart",
    "position-set",
    "opening",
    "started",
    "storage",
    "recovered",
    "sound",
    "clock",
    "moves",
    "period",
    "screen",
    "item",
];

const COUNTS: [(&str, u8); 3] = [("begun", 0), ("restarted", 1), ("annulled", 2)];

const COLOURS: [(&str, Colour); 2] = [("white", Colour::White), ("black", Colour::Black)];

/// A day in ms, the longest time that a scenario may write: sums of them do not overflow.
const LONGEST: u32 = 86_400_000;

impl Scenario {
    /// Parses a scenario, up to the first error.
    pub fn read(text: &str) -> Result<Self, Problem> {
        let mut reader = Reader::default();
        for (line, number) in text.lines().zip(1..) {
            reader.line(line, number)?;
        }
        Ok(reader.scenario)
    }
}

#[derive(Default)]
struct Reader {
    scenario: Scenario,
    /// The settings so far; each but `set` may be given once.
    given: Vec<&'static str>,
    /// The line of the first act.
    acts_from: Option<u32>,
    /// The line of the first change of a contact.
    raw_from: Option<u32>,
    /// The time of the last change of a contact.
    changed_at: u32,
    /// Whether the comment at the top has ended.
    below_heading: bool,
}

impl Reader {
    fn line(&mut self, line: &str, number: u32) -> Result<(), Problem> {
        if let Some(comment) = line.trim_start().strip_prefix('#')
            && !self.below_heading
        {
            let comment = comment.strip_prefix(' ').unwrap_or(comment).trim_end();
            self.scenario.heading.push(comment.to_owned());
            return Ok(());
        }
        self.below_heading = true;
        let mut words = Words::of(line, number, self.scenario.settings.edition);
        let Some(first) = words.peek() else { return Ok(()) };
        let place = Place { line: number, column: first.column };
        if let Some(setting) = SETTINGS.into_iter().find(|setting| *setting == first.text) {
            words.take();
            self.setting(setting, first, &mut words)?;
        } else {
            let step = words.step()?;
            self.fits(&step, first, &words)?;
            self.scenario.lines.push(Line { place, step });
        }
        words.end()
    }

    /// Checks that a step follows those before it: acts and changes of contacts do not mix, and the
    /// times of changes do not decrease.
    fn fits(&mut self, step: &Step, first: Word<'_>, words: &Words<'_>) -> Result<(), Problem> {
        let number = words.number_of_line();
        let (of_its_kind, others, other) = match step {
            Step::Expect(_) => return Ok(()),
            Step::Act { .. } => (&mut self.acts_from, self.raw_from, "an `@` line"),
            Step::Raw(_) => (&mut self.raw_from, self.acts_from, "an act"),
        };
        if let Some(line) = others {
            let message = format!("line {line} is {other}: acts and `@` lines do not mix");
            return Err(words.problem(first, message));
        }
        of_its_kind.get_or_insert(number);
        if let Step::Raw(RawChange { at, .. }) = step {
            let before = std::mem::replace(&mut self.changed_at, *at);
            if *at < before {
                let message = format!("@{at} is before @{before}: the times do not decrease");
                return Err(words.problem(first, message));
            }
        }
        Ok(())
    }

    fn setting(
        &mut self,
        setting: &'static str,
        word: Word<'_>,
        words: &mut Words<'_>,
    ) -> Result<(), Problem> {
        if !self.scenario.lines.is_empty() {
            let message = format!("`{setting}` is a setting: they come before the first act");
            return Err(words.problem(word, message));
        }
        if self.given.contains(&setting) && setting != "set" {
            return Err(words.problem(word, format!("`{setting}` is set already")));
        }
        self.given.push(setting);
        words.setting(setting, &mut self.scenario.settings)
    }
}

impl Words<'_> {
    fn setting(&mut self, setting: &str, settings: &mut Settings) -> Result<(), Problem> {
        match setting {
            "start" => settings.start = self.start()?,
            "edition" => {
                let editions = [("2006", Edition::Year2006), ("2008", Edition::Year2008)];
                settings.edition = self.one_of("an edition", &editions)?;
            }
            "clock" => {
                if self.take_if("none").is_some() {
                    self.one_of("what follows `clock none`", &[("quiet", ())])?;
                    settings.quiet = Some(self.number("the quiet time in ms", 1..=LONGEST)?);
                } else {
                    settings.control = self.control()?;
                }
            }
            "white" => {
                let sides =
                    [("south", White::South), ("north", White::North), ("unknown", White::Unknown)];
                settings.white = self.one_of("where White can sit", &sides)?;
                if settings.white == White::Unknown && self.take_if("north").is_some() {
                    settings.white = White::UnknownNorth;
                }
            }
            "debounce" => {
                let frames = 1..=u32::from(Timing::LONGEST);
                let closing = self.number("the time for closing in ms", frames.clone())?;
                let opening = self.number("the time for opening in ms", frames)?;
                // Both are in the range of `Timing::new`.
                settings.debounce =
                    Timing::new(closing as u8, opening as u8).unwrap_or(settings.debounce);
            }
            "set" => {
                let set = self.set()?;
                settings.set.push(set);
            }
            "noise" => {
                let seed = match self.peek() {
                    Some(_) => self.number("a seed", 0..=u32::MAX)?,
                    None => 1,
                };
                settings.noise = Some(seed);
            }
            _ => settings.brush = self.number("the time of a brush in ms", 0..=LONGEST)?,
        }
        Ok(())
    }

    /// A time control, to the end of the line.
    fn control(&mut self) -> Result<TimeControl, Problem> {
        let word = self.need_rest("`none quiet N`, or a time control like 4'+3\",")?;
        word.text.parse().map_err(|error: damiera::clock::TextError| {
            let message = format!("`{}` is no time control: {error}", word.text);
            self.problem(word, message)
        })
    }

    fn set(&mut self) -> Result<Set, Problem> {
        let switch = [("on", true), ("off", false)];
        let names = [
            "transcription",
            "announcement",
            "repetition",
            "count",
            "after-flag",
            "openings",
            "introduced",
        ];
        let word = self.need("the name of a setting")?;
        Ok(match word.text {
            "transcription" => Set::Transcription(self.one_of("on or off", &switch)?),
            "announcement" => Set::Announcement(self.one_of("on or off", &switch)?),
            "introduced" => Set::Introduced(self.one_of("on or off", &switch)?),
            "repetition" => Set::AutomaticRepetition(
                self.one_of("how a repetition counts", &[("automatic", true), ("claimed", false)])?,
            ),
            "count" => Set::Count(self.number("how many moves the count has", 10..=40)? as u8),
            "after-flag" => Set::AfterFlag(self.one_of(
                "what a flag does",
                &[("stop", AfterFlag::Stop), ("run-on", AfterFlag::RunOn)],
            )?),
            "openings" => Set::Openings(self.one_of(
                "a table",
                &[
                    ("free", None),
                    ("general", Some(OpeningTable::General)),
                    ("A", Some(OpeningTable::A)),
                    ("B", Some(OpeningTable::B)),
                    ("C", Some(OpeningTable::C)),
                ],
            )?),
            _ => return Err(self.unknown(word, "a setting of the board", &names)),
        })
    }

    fn start(&mut self) -> Result<Start, Problem> {
        let wanted = "`standard`, `opening N`, `empty`, `none` or a FEN";
        match self.peek() {
            Some(word) if word.text == "opening" => {
                self.take();
                let number = self.number("the number of an opening", 1..=174)?;
                Ok(Opening::new(number as u8).map_or(Start::Standard, Start::Opening))
            }
            Some(word) if !word.text.contains(':') => {
                let words =
                    [("standard", Start::Standard), ("empty", Start::Empty), ("none", Start::None)];
                if let Some((_, start)) = words.into_iter().find(|(name, _)| *name == word.text) {
                    self.take();
                    return Ok(start);
                }
                let what = "a start, nor a FEN like W:W22,K30:B5";
                Err(self.unknown(word, what, &["standard", "opening", "empty", "none"]))
            }
            _ => self.position(wanted).map(Start::Position),
        }
    }

    fn step(&mut self) -> Result<Step, Problem> {
        if let Some(at) = self.changed_at()? {
            return self.change(at).map(Step::Raw);
        }
        let after = self.after()?;
        let word = self.need("an act behind the time")?;
        if word.text == "expect" {
            if after.is_some() {
                let message = "an expectation takes no time: the time belongs to an act";
                return Err(self.problem(word, message.to_owned()));
            }
            return self.expectation().map(Step::Expect);
        }
        let act = self.act(word)?;
        Ok(Step::Act { after, act })
    }

    /// `@T`, if the line begins so.
    fn changed_at(&mut self) -> Result<Option<u32>, Problem> {
        let Some(word) = self.peek().filter(|word| word.text.starts_with('@')) else {
            return Ok(None);
        };
        self.take();
        let number = Word { text: &word.text[1..], ..word };
        self.number_in(number, "the time of a change, like @1200,", FIRST_CHANGE..=LONGEST)
            .map(Some)
    }

    /// A change of a contact, behind its time.
    fn change(&mut self, at: u32) -> Result<RawChange, Problem> {
        let changes = [
            ("open", (false, true)),
            ("close", (true, true)),
            ("down", (true, false)),
            ("up", (false, false)),
        ];
        let (closed, of_cell) = self.one_of("a change of a contact", &changes)?;
        let keys = [
            ("white", RawContact::Button(Colour::White)),
            ("black", RawContact::Button(Colour::Black)),
            ("menu", RawContact::Key(Key::Menu)),
            ("minus", RawContact::Key(Key::Minus)),
            ("plus", RawContact::Key(Key::Plus)),
        ];
        let contact = match of_cell {
            true => RawContact::Cell(self.cell()?),
            false => self.one_of("a key", &keys)?,
        };
        Ok(RawChange { at, contact, closed })
    }

    /// `+N`, if the line begins so.
    fn after(&mut self) -> Result<Option<u32>, Problem> {
        let Some(word) = self.peek().filter(|word| word.text.starts_with('+')) else {
            return Ok(None);
        };
        self.take();
        let number = Word { text: &word.text[1..], ..word };
        self.number_in(number, "the time from the end of the act before, like +50,", 0..=LONGEST)
            .map(Some)
    }

    fn act(&mut self, word: Word<'_>) -> Result<Act, Problem> {
        Ok(match word.text {
            "lift" => Act::Lift(self.cell()?),
            "drop" => Act::Drop(self.cell()?),
            "take" => Act::Take(self.cells()?),
            "put" => Act::Put(self.cells()?),
            "slide" => self.slide()?,
            "move" => Act::Move(self.path()?),
            "press" => {
                let buttons = [
                    ("white", Button::Of(Colour::White)),
                    ("black", Button::Of(Colour::Black)),
                    ("south", Button::At(Side::South)),
                    ("north", Button::At(Side::North)),
                    ("both", Button::Both),
                ];
                let button = self.one_of("a button", &buttons)?;
                match self.held("what follows a button")? {
                    HELD => Act::Press(button),
                    held => Act::Hold(button, held),
                }
            }
            "key" => {
                let keys = [("menu", Key::Menu), ("minus", Key::Minus), ("plus", Key::Plus)];
                let key = self.one_of("a key", &keys)?;
                Act::Key { key, held: self.held("what follows a key")? }
            }
            "knock" => Act::Knock(self.cells()?),
            "chatter" => Act::Chatter(self.cell()?, self.number("for how many ms", 1..=LONGEST)?),
            "flicker" => Act::Flicker(self.cell()?, self.number("for how many ms", 1..=LONGEST)?),
            "bounce" => Act::Bounce(self.number("for how many ms", 0..=1_000)?),
            "stick" => {
                let cell = self.cell()?;
                let how = [("closed", true), ("open", false)];
                Act::Stick(cell, self.one_of("how a contact sticks", &how)?)
            }
            "unstick" => Act::Unstick(self.cell()?),
            "cut" => Act::Cut(self.wire()?),
            "short" => Act::Short(self.wire()?),
            "mend" => Act::Mend(self.wire()?),
            "declare" => {
                let breaches = [
                    ("8.1.16", Some(Breach::UnmarkedKing)),
                    ("8.1.17", Some(Breach::WronglyMarked)),
                    ("uncrowned", None),
                ];
                let breach = self.one_of("what can be declared", &breaches)?;
                self.one_of("what follows the article", &[("by", ())])?;
                let people = [
                    ("white", Some(Colour::White)),
                    ("black", Some(Colour::Black)),
                    ("arbiter", None),
                ];
                let by = self.one_of("who declares", &people)?;
                breach.map_or(Act::DeclareUncrowned { by }, |breach| Act::Declare { breach, by })
            }
            "restart" => {
                let by = [("both", Restart::Both), ("arbiter", Restart::Arbiter)];
                let by = self.one_of("who lets the game begin again", &by)?;
                match self.peek() {
                    Some(_) if by == Restart::Arbiter => {
                        self.one_of("what follows `arbiter`", &[("full", ())])?;
                        Act::Restart(Restart::ArbiterWithFullTimes)
                    }
                    _ => Act::Restart(by),
                }
            }
            "annul" => {
                self.one_of("what can be annulled", &[("seconds", ())])?;
                Act::AnnulSeconds
            }
            "unplug" => {
                let off = self.number("for how many ms", 1..=LONGEST)?;
                let menu = match self.peek() {
                    None => false,
                    Some(_) => self.one_of("what is held", &[("menu", true)])?,
                };
                Act::Unplug { off, menu }
            }
            "random" => Act::Random(self.number("a number", 0..=u32::MAX)?),
            "storage" => Act::Storage(self.one_of("a fault of the log", &STORAGE)?),
            "wait" => Act::Wait(self.number("for how many ms", 0..=LONGEST)?),
            _ => {
                let known: Vec<_> = ACTS.into_iter().chain(["expect"]).chain(SETTINGS).collect();
                return Err(self.unknown(word, "a word that begins a line", &known));
            }
        })
    }

    /// `held N`, if it is there.
    fn held(&mut self, what: &str) -> Result<u32, Problem> {
        if self.peek().is_none() {
            return Ok(HELD);
        }
        self.one_of(what, &[("held", ())])?;
        self.number("how long it is held in ms", 1..=LONGEST)
    }

    fn slide(&mut self) -> Result<Act, Problem> {
        let (from, to) = (self.cell()?, self.cell()?);
        let mut via = Vec::new();
        if self.take_if("via").is_some() {
            via.push(self.cell()?);
            while self.peek().is_some_and(|word| word.text != "bridging") {
                via.push(self.cell()?);
            }
        }
        let bridging = match self.peek() {
            Some(_) => {
                self.one_of("what follows the squares", &[("bridging", ()), ("via", ())])?;
                true
            }
            None => false,
        };
        Ok(Act::Slide { from, to, via, bridging })
    }

    fn expectation(&mut self) -> Result<Expectation, Problem> {
        let word = self.need("what is expected")?;
        Ok(match word.text {
            "move" => {
                let path = self.path()?;
                let unpressed = match self.peek() {
                    Some(_) => {
                        self.one_of("what follows a move", &[("unpressed", ())])?;
                        true
                    }
                    None => false,
                };
                Expectation::Move { path, unpressed }
            }
            "irregularity" => {
                let article = self.article("its number, like 8.1.6,")?;
                let by = match self.take_if("by") {
                    Some(_) => Some(self.article("the priority, 6.6 to 6.9,")?),
                    None => None,
                };
                Expectation::Irregularity { article, by, squares: self.squares()? }
            }
            "notice" => Expectation::Notice {
                article: match self.article("its article, like 5.12,")? {
                    PIECE_BESIDE_2006 => PIECE_BESIDE,
                    article => article,
                },
                squares: self.squares()?,
            },
            "correct" => Expectation::Correct,
            "keep" => Expectation::Keep,
            "halted" => Expectation::Halted,
            "restored" => Expectation::Restored,
            "restarted" => Expectation::Restarted(self.article("the article, 7.2 or 7.3,")?),
            "no-restart" => Expectation::NoRestart(self.article("the article, 7.2 or 7.3,")?),
            "arbiter" => Expectation::Arbiter { squares: self.squares()? },
            "fault" => self.fault()?,
            "pressed" => Expectation::Pressed(self.one_of("a player", &COLOURS)?),
            "touched" => Expectation::Touched(self.square()?),
            "nothing" => Expectation::Nothing,
            "position" => Expectation::Position(self.position("a FEN like W:W22,K30:B5")?),
            "turn" => Expectation::Turn(self.one_of("a player", &COLOURS)?),
            "wrong" => Expectation::Wrong(self.cells_or_none()?),
            "hand" => Expectation::Hand(self.one_of(
                "what hands do",
                &[
                    ("rest", Hand::Rest),
                    ("held", Hand::Held),
                    ("complete", Hand::Complete),
                    ("off", Hand::Off),
                ],
            )?),
            "outcome" => Expectation::Outcome {
                winner: self.one_of("a player", &COLOURS)?,
                article: self.loss_article()?,
            },
            "clock" => {
                let colour = self.one_of("a player", &COLOURS)?;
                Expectation::Clock(colour, self.clock_time()?)
            }
            "moves" => {
                let colour = self.one_of("a player", &COLOURS)?;
                Expectation::Moves(colour, self.number("how many moves", 0..=65_535)? as u16)
            }
            "period" => {
                let colour = self.one_of("a player", &COLOURS)?;
                Expectation::Period(colour, self.number("which period", 1..=65_535)? as u16)
            }
            "screen" => {
                let word = self.need("the name of a screen")?;
                if !SCREENS.contains(&word.text) {
                    return Err(self.unknown(word, "a screen", &SCREENS));
                }
                Expectation::Screen(word.text.to_owned())
            }
            "item" => {
                let word = self.need_rest("the item as the display writes it")?;
                Expectation::Item(word.text.to_owned())
            }
            _ => match self.report(word)? {
                Some(report) => Expectation::Report(report),
                None => return Err(self.unknown(word, "an expectation", &EXPECTATIONS)),
            },
        })
    }

    fn report(&mut self, word: Word<'_>) -> Result<Option<Report>, Problem> {
        let claimants =
            [("white", Some(Colour::White)), ("black", Some(Colour::Black)), ("arbiter", None)];
        Ok(Some(match word.text {
            "paused" => Report::Paused,
            "resumed" => Report::Resumed,
            "flag" => Report::Flag(self.one_of("a player", &COLOURS)?),
            "result" => {
                let winners = [
                    ("white", Some(Colour::White)),
                    ("black", Some(Colour::Black)),
                    ("draw", None),
                    ("none", None),
                ];
                let winner = self.one_of("a result", &winners)?;
                Report::Result { winner, reason: self.one_of("a reason", &reasons(self.edition))? }
            }
            "claimed" => Report::Claimed(self.one_of("who claims", &claimants)?),
            "refused" => {
                let by = self.one_of("who had claimed", &claimants)?;
                Report::Refused(by, self.clock_time()?)
            }
            "count" => match self.one_of("what became of it", &COUNTS)? {
                0 => Report::CountBegun(self.number("to how many", 10..=40)? as u8),
                1 => Report::CountRestarted,
                _ => Report::CountAnnulled,
            },
            "corrected" => {
                let of = self.one_of("a player", &COLOURS)?;
                let parts = [("time", 0), ("moves", 1), ("period", 2)];
                match self.one_of("a part of a clock", &parts)? {
                    0 => Report::Time(of, self.clock_time()?),
                    1 => Report::Moves(of, self.number("how many", 0..=65_535)? as u16),
                    _ => Report::Period(of, self.number("which", 1..=65_535)? as u16),
                }
            }
            "taken-back" => Report::TakenBack,
            "position-set" => Report::Set,
            "opening" => Report::NotTheOpening(self.path()?),
            "started" => Report::Started,
            "storage" => Report::Storage(self.one_of("a fault of the log", &STORAGE)?),
            "recovered" => Report::Recovered,
            "sound" => Report::Sound(self.one_of("a sound", &SOUNDS)?),
            _ => return Ok(None),
        }))
    }

    fn clock_time(&mut self) -> Result<ClockTime, Problem> {
        let word = self.need("a time like 3:59.2")?;
        ClockTime::read(word.text).ok_or_else(|| {
            let message =
                format!("`{}` is no time: they look like 1:20:00, 3:59, 3:59.2 or 19.9", word.text);
            self.problem(word, message)
        })
    }

    fn fault(&mut self) -> Result<Expectation, Problem> {
        let cleared = self.take_if("cleared").is_some();
        let word = self.need("`chatter`, `stuck`, `light`, `row` or `column`")?;
        let fault = match word.text {
            "chatter" => FaultName::Chatter(self.cell()?),
            "stuck" => FaultName::Stuck(self.cell()?),
            "light" => FaultName::Light(self.cell()?),
            "row" => FaultName::Line(Wire::Row(self.line_number()?)),
            "column" => FaultName::Line(Wire::Column(self.line_number()?)),
            _ => {
                let known = ["chatter", "stuck", "light", "row", "column", "cleared"];
                return Err(self.unknown(word, "a fault", &known));
            }
        };
        Ok(Expectation::Fault { fault, cleared })
    }

    /// `squares SQ…`, if it is there.
    fn squares(&mut self) -> Result<Option<Cells>, Problem> {
        if self.peek().is_none() {
            return Ok(None);
        }
        self.one_of("what follows", &[("squares", ()), ("by", ())])?;
        self.cells_or_none().map(Some)
    }

    fn cells_or_none(&mut self) -> Result<Cells, Problem> {
        if self.take_if("none").is_some() {
            return Ok(Cells::EMPTY);
        }
        Ok(self.cells()?.into_iter().collect())
    }

    /// At least one cell, and all to the end of the line.
    fn cells(&mut self) -> Result<Vec<Cell>, Problem> {
        let mut cells = vec![self.cell()?];
        while self.peek().is_some() {
            cells.push(self.cell()?);
        }
        Ok(cells)
    }

    fn cell(&mut self) -> Result<Cell, Problem> {
        let word = self.need("a square, 1 to 32, or a cell like r1c2,")?;
        self.cell_in(word)
    }

    fn square(&mut self) -> Result<Square, Problem> {
        let word = self.need("a square, 1 to 32,")?;
        self.cell_in(word)?.dark().ok_or_else(|| {
            let message = format!("{} is a light cell: no piece there can be played", word.text);
            self.problem(word, message)
        })
    }

    fn cell_in(&self, word: Word<'_>) -> Result<Cell, Problem> {
        let text = word.text;
        if text.starts_with(|c: char| c.is_ascii_digit()) {
            let square = digits(text).and_then(|n| u8::try_from(n).ok()).and_then(Square::new);
            return square.map(Square::cell).ok_or_else(|| {
                self.problem(word, format!("there is no square {text}: they are numbered 1 to 32"))
            });
        }
        let cell = || {
            let (row, column) = text.strip_prefix('r')?.split_once('c')?;
            let number = |text| u8::try_from(digits(text)?).ok()?.checked_sub(1);
            Cell::new(number(row)?, number(column)?)
        };
        cell().ok_or_else(|| {
            let message =
                format!("`{text}` is neither a square, 1 to 32, nor a cell, r1c1 to r8c8");
            self.problem(word, message)
        })
    }

    fn path(&mut self) -> Result<Path, Problem> {
        let word = self.need("a move like 22-18 or 30x21x14")?;
        let capture = word.text.contains(['x', 'X']);
        if capture && word.text.contains('-') {
            let message = "a move is joined by - or by x, not by both".to_owned();
            return Err(self.problem(word, message));
        }
        let mut cells = Vec::new();
        let mut column = word.column;
        for text in word.text.split(['-', 'x', 'X']) {
            if text.is_empty() {
                let message = format!("a square is missing in the move {}", word.text);
                return Err(self.problem(Word { column, ..word }, message));
            }
            cells.push(self.cell_in(Word { text, column })?);
            column += text.chars().count() as u32 + 1;
        }
        let from = cells.remove(0);
        if cells.is_empty() {
            let text = word.text;
            let message = format!("a move has two squares, like {text}-18 or {text}x15");
            return Err(self.problem(word, message));
        }
        Ok(Path { from, stops: cells, capture })
    }

    fn wire(&mut self) -> Result<Wire, Problem> {
        let row = self.one_of("a line", &[("row", true), ("column", false)])?;
        let number = self.line_number()?;
        Ok(if row { Wire::Row(number) } else { Wire::Column(number) })
    }

    /// 1 to 8, as 0 to 7.
    fn line_number(&mut self) -> Result<u8, Problem> {
        Ok(self.number("the number of a row or column", 1..=8)? as u8 - 1)
    }

    /// `8.1.15`, `5.12`, `III.4.4.5`.
    fn article(&mut self, wanted: &str) -> Result<Article, Problem> {
        let word = self.need(wanted)?;
        let of_three = word.text.strip_prefix("III.");
        let numbers: Option<Vec<u8>> = of_three
            .unwrap_or(word.text)
            .split('.')
            .map(|part| digits(part).and_then(|number| number.try_into().ok()))
            .collect();
        let (article, point) = match numbers.as_deref() {
            Some(&[article, paragraph]) => ((article, paragraph), None),
            Some(&[article, paragraph, point]) => ((article, paragraph), Some(point)),
            _ => {
                let message = format!(
                    "`{}` is no article: they look like 5.12, 8.1.6 or III.4.4.5",
                    word.text
                );
                return Err(self.problem(word, message));
            }
        };
        let article = match of_three {
            Some(_) => Article::of_chapter_three(article.0, article.1),
            None => Article::new(article.0, article.1),
        };
        Ok(point.map_or(article, |point| article.point(point)))
    }

    /// The article of a loss on the board, in the numbering of either edition, as that of 2008.
    fn loss_article(&mut self) -> Result<Article, Problem> {
        let letter = self.peek().and_then(|word| word.text.strip_prefix("9.2."));
        match letter.map(str::as_bytes) {
            Some(&[letter @ b'a'..=b'e']) => {
                self.take();
                Ok(Article::new(9, 2).point(letter - b'a' + 1))
            }
            _ => self.article("the article, like 9.2.3,"),
        }
    }

    /// A FEN, to the end of the line.
    fn position(&mut self, wanted: &str) -> Result<Position, Problem> {
        let word = self.need_rest(wanted)?;
        word.text.parse().map_err(|error: damiera::rules::FenError| {
            // The column of the error counts from the start of the FEN.
            let sentence = error.to_string();
            let sentence = sentence.split_once(": ").map_or(&*sentence, |(_, sentence)| sentence);
            let column = word.column + u32::from(error.column) - 1;
            self.problem(Word { column, ..word }, sentence.to_owned())
        })
    }

    fn number(
        &mut self,
        wanted: &str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, Problem> {
        let word = self.need(wanted)?;
        self.number_in(word, wanted, range)
    }

    fn number_in(
        &self,
        word: Word<'_>,
        wanted: &str,
        range: std::ops::RangeInclusive<u32>,
    ) -> Result<u32, Problem> {
        digits(word.text).filter(|number| range.contains(number)).ok_or_else(|| {
            let (text, least, most) = (word.text, range.start(), range.end());
            let message = format!("`{text}` is not {wanted}: a number from {least} to {most}");
            self.problem(word, message)
        })
    }
}

/// The number written by a text of digits only.
fn digits(text: &str) -> Option<u32> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
