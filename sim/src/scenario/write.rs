//! Scenarios as text, in the form in which they are read.

use std::fmt::{Display, Formatter, Result};

use damiera::clock::AfterFlag;
use damiera::event::Breach;
use damiera::rules::{Article, Cell, Colour, Edition, OpeningTable};
use damiera::sense::{Cells, Key, Line as Wire, Side};

use super::act::HELD;
use super::report::{PIECE_BESIDE, PIECE_BESIDE_2006, STORAGE};
use super::{
    Act, Button, Expectation, FaultName, Hand, Path, RawChange, RawContact, Restart, Scenario, Set,
    Settings, Start, Step, White,
};

impl Display for Scenario {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        for line in &self.heading {
            writeln!(f, "{}", format!("# {line}").trim_end())?;
        }
        let settings = self.settings.to_string();
        f.write_str(&settings)?;
        if !settings.is_empty() {
            writeln!(f)?;
        }
        for line in &self.lines {
            match &line.step {
                Step::Expect(expectation) => {
                    writeln!(f, "expect {}", expectation.written(self.settings.edition))?;
                }
                step => writeln!(f, "{step}")?,
            }
        }
        Ok(())
    }
}

/// The settings that differ from the default, a line each.
impl Display for Settings {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let usual = Self::default();
        match self.start {
            Start::Standard => {}
            Start::Opening(opening) => writeln!(f, "start opening {}", opening.number())?,
            Start::Position(position) => writeln!(f, "start {position}")?,
            Start::Empty => writeln!(f, "start empty")?,
            Start::None => writeln!(f, "start none")?,
        }
        if self.edition == Edition::Year2006 {
            writeln!(f, "edition 2006")?;
        }
        if let Some(quiet) = self.quiet {
            writeln!(f, "clock none quiet {quiet}")?;
        } else if self.control != usual.control {
            writeln!(f, "clock {}", self.control)?;
        }
        match self.white {
            White::South => {}
            White::North => writeln!(f, "white north")?,
            White::Unknown => writeln!(f, "white unknown")?,
            White::UnknownNorth => writeln!(f, "white unknown north")?,
        }
        if self.debounce != usual.debounce {
            writeln!(f, "debounce {} {}", self.debounce.closing(), self.debounce.opening())?;
        }
        if self.brush != usual.brush {
            writeln!(f, "brush {}", self.brush)?;
        }
        if let Some(seed) = self.noise {
            writeln!(f, "noise {seed}")?;
        }
        self.set.iter().try_for_each(|set| writeln!(f, "set {set}"))
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let switch = |on: bool| if on { "on" } else { "off" };
        match *self {
            Self::Transcription(on) => write!(f, "transcription {}", switch(on)),
            Self::Announcement(on) => write!(f, "announcement {}", switch(on)),
            Self::Introduced(on) => write!(f, "introduced {}", switch(on)),
            Self::AutomaticRepetition(true) => f.write_str("repetition automatic"),
            Self::AutomaticRepetition(false) => f.write_str("repetition claimed"),
            Self::Count(limit) => write!(f, "count {limit}"),
            Self::AfterFlag(AfterFlag::Stop) => f.write_str("after-flag stop"),
            Self::AfterFlag(AfterFlag::RunOn) => f.write_str("after-flag run-on"),
            Self::Openings(table) => f.write_str(match table {
                None => "openings free",
                Some(OpeningTable::General) => "openings general",
                Some(OpeningTable::A) => "openings A",
                Some(OpeningTable::B) => "openings B",
                Some(OpeningTable::C) => "openings C",
            }),
        }
    }
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Act { after: Some(after), act } => write!(f, "+{after} {act}"),
            Self::Act { after: None, act } => act.fmt(f),
            Self::Raw(change) => change.fmt(f),
            Self::Expect(expectation) => write!(f, "expect {expectation}"),
        }
    }
}

impl Display for RawChange {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { at, contact, closed } = *self;
        match contact {
            RawContact::Cell(cell) => {
                write!(f, "@{at} {} {}", if closed { "close" } else { "open" }, Spot(cell))
            }
            RawContact::Button(colour) => {
                write!(f, "@{at} {} {}", down_or_up(closed), colour_name(colour))
            }
            RawContact::Key(key) => write!(f, "@{at} {} {}", down_or_up(closed), key_name(key)),
        }
    }
}

fn down_or_up(closed: bool) -> &'static str {
    if closed { "down" } else { "up" }
}

impl Display for Act {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Lift(cell) => write!(f, "lift {}", Spot(*cell)),
            Self::Drop(cell) => write!(f, "drop {}", Spot(*cell)),
            Self::Take(cells) => write!(f, "take{}", Spots(cells)),
            Self::Put(cells) => write!(f, "put{}", Spots(cells)),
            Self::Slide { from, to, via, bridging } => {
                write!(f, "slide {} {}", Spot(*from), Spot(*to))?;
                if !via.is_empty() {
                    write!(f, " via{}", Spots(via))?;
                }
                f.write_str(if *bridging { " bridging" } else { "" })
            }
            Self::Move(path) => write!(f, "move {path}"),
            Self::Press(button) => write!(f, "press {button}"),
            Self::Hold(button, held) => write!(f, "press {button} held {held}"),
            Self::Key { key, held } => {
                write!(f, "key {}", key_name(*key))?;
                if *held == HELD { Ok(()) } else { write!(f, " held {held}") }
            }
            Self::Knock(cells) => write!(f, "knock{}", Spots(cells)),
            Self::Chatter(cell, millis) => write!(f, "chatter {} {millis}", Spot(*cell)),
            Self::Flicker(cell, millis) => write!(f, "flicker {} {millis}", Spot(*cell)),
            Self::Bounce(millis) => write!(f, "bounce {millis}"),
            Self::Stick(cell, true) => write!(f, "stick {} closed", Spot(*cell)),
            Self::Stick(cell, false) => write!(f, "stick {} open", Spot(*cell)),
            Self::Unstick(cell) => write!(f, "unstick {}", Spot(*cell)),
            Self::Cut(line) => write!(f, "cut {line}"),
            Self::Short(line) => write!(f, "short {line}"),
            Self::Mend(line) => write!(f, "mend {line}"),
            Self::Declare { breach, by } => {
                // The two breaches have the same numbers in both editions.
                let article = Breach::article(*breach, Edition::Year2008);
                let by = by.map_or("arbiter", colour_name);
                write!(f, "declare {article} by {by}")
            }
            Self::Restart(Restart::Both) => f.write_str("restart both"),
            Self::Restart(Restart::Arbiter) => f.write_str("restart arbiter"),
            Self::Restart(Restart::ArbiterWithFullTimes) => f.write_str("restart arbiter full"),
            Self::DeclareUncrowned { by } => {
                write!(f, "declare uncrowned by {}", by.map_or("arbiter", colour_name))
            }
            Self::AnnulSeconds => f.write_str("annul seconds"),
            Self::Unplug { off, menu } => {
                write!(f, "unplug {off}{}", if *menu { " menu" } else { "" })
            }
            Self::Random(number) => write!(f, "random {number}"),
            Self::Storage(fault) => {
                let name = STORAGE.iter().find(|(_, known)| known == fault);
                write!(f, "storage {}", name.map_or("?", |(name, _)| *name))
            }
            Self::Wait(millis) => write!(f, "wait {millis}"),
        }
    }
}

impl Display for Button {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::Of(colour) => colour_name(*colour),
            Self::At(Side::South) => "south",
            Self::At(Side::North) => "north",
            Self::Both => "both",
        })
    }
}

impl Display for Path {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}", Spot(self.from))?;
        let join = if self.capture { 'x' } else { '-' };
        self.stops.iter().try_for_each(|stop| write!(f, "{join}{}", Spot(*stop)))
    }
}

impl Expectation {
    /// It as a scenario of this edition writes it. Its [`Display`] form is that of 2008.
    pub fn written(&self, edition: Edition) -> impl Display {
        std::fmt::from_fn(move |f| self.write(edition, f))
    }

    fn write(&self, edition: Edition, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Move { path, unpressed } => {
                write!(f, "move {path}{}", if *unpressed { " unpressed" } else { "" })
            }
            Self::Irregularity { article, by, squares } => {
                write!(f, "irregularity {}", Number(*article))?;
                if let Some(by) = by {
                    write!(f, " by {}", Number(*by))?;
                }
                write!(f, "{}", Named(*squares))
            }
            Self::Notice { article, squares } => {
                let article = match (*article, edition) {
                    (PIECE_BESIDE, Edition::Year2006) => PIECE_BESIDE_2006,
                    (article, _) => article,
                };
                write!(f, "notice {}{}", Number(article), Named(*squares))
            }
            Self::Correct => f.write_str("correct"),
            Self::Keep => f.write_str("keep"),
            Self::Halted => f.write_str("halted"),
            Self::Restored => f.write_str("restored"),
            Self::Restarted(article) => write!(f, "restarted {}", Number(*article)),
            Self::NoRestart(article) => write!(f, "no-restart {}", Number(*article)),
            Self::Arbiter { squares } => write!(f, "arbiter{}", Named(*squares)),
            Self::Fault { fault, cleared } => {
                write!(f, "fault {}{fault}", if *cleared { "cleared " } else { "" })
            }
            Self::Pressed(colour) => write!(f, "pressed {}", colour_name(*colour)),
            Self::Touched(square) => write!(f, "touched {square}"),
            Self::Report(report) => report.write(edition, f),
            Self::Nothing => f.write_str("nothing"),
            Self::Position(position) => write!(f, "position {position}"),
            Self::Turn(colour) => write!(f, "turn {}", colour_name(*colour)),
            Self::Wrong(cells) => write!(f, "wrong{}", SetOf(*cells)),
            Self::Hand(hand) => write!(f, "hand {hand}"),
            Self::Outcome { winner, article } => {
                let article = Number(loss_article(*article, edition));
                write!(f, "outcome {} {article}", colour_name(*winner))
            }
            Self::Clock(colour, time) => write!(f, "clock {} {time}", colour_name(*colour)),
            Self::Moves(colour, moves) => write!(f, "moves {} {moves}", colour_name(*colour)),
            Self::Period(colour, period) => write!(f, "period {} {period}", colour_name(*colour)),
            Self::Screen(screen) => write!(f, "screen {screen}"),
            Self::Item(item) => write!(f, "item {item}"),
        }
    }
}

impl Display for Expectation {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.write(Edition::default(), f)
    }
}

/// The article of a loss on the board, given in the numbering of 2008: in 2006 the points of 9.2 have
/// letters.
fn loss_article(article: Article, edition: Edition) -> Article {
    let won = Article::new(9, 2);
    let letters = (1..).zip('a'..='e');
    match edition {
        Edition::Year2008 => article,
        Edition::Year2006 => letters
            .filter(|(point, _)| article == won.point(*point))
            .map(|(_, letter)| won.letter(letter))
            .next()
            .unwrap_or(article),
    }
}

impl Display for Hand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(match self {
            Self::Rest => "rest",
            Self::Held => "held",
            Self::Complete => "complete",
            Self::Off => "off",
        })
    }
}

impl Display for FaultName {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Chatter(cell) => write!(f, "chatter {}", Spot(*cell)),
            Self::Stuck(cell) => write!(f, "stuck {}", Spot(*cell)),
            Self::Light(cell) => write!(f, "light {}", Spot(*cell)),
            Self::Line(Wire::Row(row)) => write!(f, "row {}", row + 1),
            Self::Line(Wire::Column(column)) => write!(f, "column {}", column + 1),
        }
    }
}

pub(super) fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "white",
        Colour::Black => "black",
    }
}

fn key_name(key: Key) -> &'static str {
    match key {
        Key::Player(Side::South) => "south",
        Key::Player(Side::North) => "north",
        Key::Menu => "menu",
        Key::Minus => "minus",
        Key::Plus => "plus",
    }
}

/// A cell: the number of its square, or its row and column.
pub(super) struct Spot(pub(super) Cell);

impl Display for Spot {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0.dark() {
            Some(square) => write!(f, "{square}"),
            None => write!(f, "r{}c{}", self.0.row() + 1, self.0.column() + 1),
        }
    }
}

/// Cells in this order, each behind a space.
struct Spots<'a>(&'a [Cell]);

impl Display for Spots<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.iter().try_for_each(|cell| write!(f, " {}", Spot(*cell)))
    }
}

/// Cells in the order of the board, each behind a space, or ` none`.
struct SetOf(Cells);

impl Display for SetOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.0.is_empty() {
            return f.write_str(" none");
        }
        self.0.iter().try_for_each(|cell| write!(f, " {}", Spot(cell)))
    }
}

/// The squares of a report behind the word `squares`; `None` writes nothing.
struct Named(Option<Cells>);

impl Display for Named {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        self.0.map_or(Ok(()), |cells| write!(f, " squares{}", SetOf(cells)))
    }
}

/// An article without spaces, as one word: `9.3.b`.
struct Number(Article);

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        f.write_str(&self.0.to_string().replace(' ', "."))
    }
}
