//! Scenarios: text files that say what hands and keys do, and what must come
//! out. `host-tests/data/scenarios/README.md` describes the format.
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
mod expectation;
mod hands;
mod problem;
mod read;
mod run;
mod seen;
mod settings;
mod shown;
mod told;
mod word;
mod write;

pub use account::{Account, Entry, Kind};
pub use act::{Act, Button, Path};
pub use expectation::{Expectation, FaultName, Hand};
pub use problem::{Place, Problem};
pub use settings::{Set, Settings, Start, White};
pub use shown::Shown;
pub use told::Told;

/// A scenario that has been read, or made by a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scenario {
    /// The comment at the top, line by line, without its marks.
    pub heading: Vec<String>,
    /// Where the game starts and how it is played.
    pub settings: Settings,
    /// What is done and expected, in order.
    pub lines: Vec<Line>,
}

/// An act or an expectation.
#[derive(Clone, Debug)]
pub struct Line {
    /// Where it stands in the file.
    pub place: Place,
    /// What it says.
    pub step: Step,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Something is done.
    Act {
        /// How long after the end of the act before, in ms, if not 200.
        after: Option<u32>,
        /// What.
        act: Act,
    },
    /// Something must have happened, or be so.
    Expect(Expectation),
}

impl Scenario {
    /// Adds an act, so many ms after the last one.
    pub fn act(&mut self, after: Option<u32>, act: Act) {
        self.lines.push(Line { place: Place::default(), step: Step::Act { after, act } });
    }

    /// Adds an expectation.
    pub fn expect(&mut self, expectation: Expectation) {
        self.lines.push(Line { place: Place::default(), step: Step::Expect(expectation) });
    }
}

/// Two lines are the same if they say the same, wherever they stand.
impl PartialEq for Line {
    fn eq(&self, other: &Self) -> bool {
        self.step == other.step
    }
}

impl Eq for Line {}
