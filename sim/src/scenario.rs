//! Scenarios: text files with the acts of hands and keys, and the expected outputs of the board.
//! `host-tests/data/scenarios/README.md` describes the format.
//!
//! ```
//! use damiera_sim::scenario::Scenario;
//!
//! let scenario = Scenario::read("move 22-18\npress white\nexpect move 22-18\n")?;
//! let account = scenario.run();
//! assert!(account.passed(), "{account}{:?}", account.failure);
//! # Ok::<(), damiera_sim::scenario::Problem>(())
//! ```

mod account;
mod act;
mod clock_time;
mod display;
mod expectation;
mod hands;
mod mixed;
mod people;
mod problem;
mod raw;
mod read;
mod report;
mod run;
mod settings;
mod word;
mod write;

pub use account::{Account, Entry, Kind};
pub use act::{Act, Button, HELD, Path, Restart};
pub use clock_time::ClockTime;
pub use expectation::{Expectation, FaultName, Hand};
pub use problem::{Code, Place, Problem};
pub use raw::{RawChange, RawContact};
pub use report::Report;
pub use settings::{Set, Settings, Start, White};

/// A scenario, read from a text or built by a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The comment at the top, line by line, without its marks.
    pub heading: Vec<String>,
    /// The start position and the settings of the board.
    pub settings: Settings,
    /// Acts or changes of contacts, and expectations, in order.
    pub lines: Vec<Line>,
}

/// An act, a change of a contact or an expectation.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its position in the file.
    pub place: Place,
    /// The act, the change or the expectation.
    pub step: Step,
}

/// The content of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// An act of hands, or an event that the board is exposed to.
    Act {
        /// Milliseconds from the end of the act before; `None` for 200.
        after: Option<u32>,
        /// The act.
        act: Act,
    },
    /// A change of a contact at a time of its own. Acts and these do not stand in one scenario.
    Raw(RawChange),
    /// An output or a state that is required.
    Expect(Expectation),
}

impl Scenario {
    /// Adds an act, `after` milliseconds after the end of the one before.
    pub fn act(&mut self, after: Option<u32>, act: Act) {
        self.lines.push(Line { place: Place::default(), step: Step::Act { after, act } });
    }

    /// Adds a change of a contact.
    pub fn raw(&mut self, change: RawChange) {
        self.lines.push(Line { place: Place::default(), step: Step::Raw(change) });
    }

    /// Whether it has changes of contacts instead of acts.
    pub fn is_raw(&self) -> bool {
        self.lines.iter().any(|line| matches!(line.step, Step::Raw(_)))
    }

    /// Adds an expectation.
    pub fn expect(&mut self, expectation: Expectation) {
        self.lines.push(Line { place: Place::default(), step: Step::Expect(expectation) });
    }
}

/// Lines are equal if their steps are; their positions are not compared.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.step == other.step
    }
}

impl Eq for Line {}
