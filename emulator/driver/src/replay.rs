//! Plays a scenario on the image of a board, contact by contact.

use std::fmt;
use std::mem::{Discriminant, discriminant};
use std::time::Duration;

use damiera::event::{Event, EventKind};
use damiera::game::{Input, Settings};
use damiera::rules::{Colour, Opening, Position, Squares};
use damiera::sense::{Contact, Side, Timing};
use damiera_sim::scenario::{Act, Scenario, Start, Step, White};
use damiera_sim::virtual_board::{OutputKind, Stimulus, StimulusKind};

use crate::boards::BoardKind;
use crate::{Bench, Stopped};

/// The contacts and power changes of a scenario with their times, the settings of the board and the
/// game to start.
#[derive(Clone, Debug)]
pub struct Replay {
    settings: Settings,
    white: Side,
    timing: Timing,
    begin: Option<Begin>,
    pieces: Squares,
    /// Whether the events depend on random numbers.
    draws: bool,
    stimuli: Vec<Stimulus>,
    /// Duration in milliseconds.
    lasts: u64,
}

/// The game that the PC starts.
#[derive(Clone, Copy, Debug)]
struct Begin {
    position: Position,
    opening: Option<Opening>,
    /// The side whose key starts the opponent's clock; `None` if no clock is to run.
    clock: Option<Colour>,
}

/// The reason why a scenario is played on the core only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoreOnly {
    /// It takes more than `LONGEST` of play.
    Long,
    /// It has a `declare` step (8.1.16, 8.1.17). On the board a declaration is made in a menu, which
    /// other scenarios test.
    Said,
    /// It needs flash errors, which the emulator does not produce.
    Flash,
    /// Its debounce time is not that of the board's wiring.
    Timing,
    /// Two inputs have the same time, such as a press and a flag: on a board one of them comes first by
    /// microseconds.
    Tie,
    /// The scenario fails on the core.
    Fails,
}

impl fmt::Display for CoreOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Long => "longer than 60 s",
            Self::Said => "declared, not played",
            Self::Flash => "the flash fails",
            Self::Timing => "a debounce time of its own",
            Self::Tie => "two inputs at the same time",
            Self::Fails => "the core fails",
        })
    }
}

/// Longest scenario that is played on an image, in milliseconds of play: with it `cargo xtask emulate
/// --all` takes about twenty minutes on two cores.
const LONGEST: u64 = 60_000;
/// Time in milliseconds at which the board of a scenario starts to play, see [`VirtualBoard::begin`].
///
/// [`VirtualBoard::begin`]: damiera_sim::virtual_board::VirtualBoard::begin
const BEGUN_AT: u64 = 400;
/// Time that is played after the last change, in milliseconds.
const AFTER: u64 = 300;
/// Microseconds of a millisecond.
const MILLI: u64 = 1_000;

impl Replay {
    /// Records a scenario on the core. Fails with the reason if it cannot be played on an image.
    pub fn of(scenario: &Scenario) -> Result<Self, CoreOnly> {
        for line in &scenario.lines {
            match &line.step {
                Step::Act { act: Act::Declare { .. }, .. } => return Err(CoreOnly::Said),
                Step::Act { act: Act::Storage(_), .. } => return Err(CoreOnly::Flash),
                _ => {}
            }
        }
        let recorded = Self::recorded(scenario)?;
        let stimuli = &recorded.stimuli;
        if recorded.lasts - dark(stimuli) > LONGEST {
            return Err(CoreOnly::Long);
        }
        let end = BEGUN_AT + recorded.lasts + AFTER;
        let came =
            |random, jitter| events(scenario, stimuli, end, random, jitter).ok_or(CoreOnly::Fails);
        let exactly = came(0, [0, 0])?;
        let draws = came(1, [0, 0])? != exactly;
        // If inputs that come a millisecond earlier give other events, the core has decided a tie.
        for jitter in [[0, -1], [-1, 0], [-1, -1]] {
            if kinds(&came(0, jitter)?) != kinds(&exactly) {
                return Err(CoreOnly::Tie);
            }
        }
        Ok(Self { draws, ..recorded })
    }

    /// Records the contacts of a scenario on the core, whatever an image makes of them: its events may
    /// be others, where two inputs come at the same time.
    pub fn recorded(scenario: &Scenario) -> Result<Self, CoreOnly> {
        let mut board = scenario.board().map_err(|_| CoreOnly::Fails)?;
        board.record_stimuli();
        if !scenario.run_on(&mut board).passed() {
            return Err(CoreOnly::Fails);
        }
        let settings = &scenario.settings;
        let start = Position::start();
        let (position, opening, pieces) = match settings.start {
            Start::Standard | Start::None => (start, None, start.occupied()),
            Start::Opening(opening) => (start, Some(opening), start.occupied()),
            Start::Position(position) => (position, None, position.occupied()),
            Start::Empty => (start, None, Squares::EMPTY),
        };
        let clock_runs = settings.quiet.is_none()
            && !matches!(settings.white, White::Unknown | White::UnknownNorth)
            && !matches!(settings.start, Start::Empty | Start::Opening(_));
        let clock = clock_runs.then_some(position.turn().opponent());
        Ok(Self {
            settings: settings.of_game(),
            white: scenario.white_sits(),
            timing: settings.debounce,
            begin: (settings.start != Start::None).then_some(Begin { position, opening, clock }),
            pieces,
            draws: false,
            stimuli: board.stimuli().to_vec(),
            lasts: board.now() - BEGUN_AT,
        })
    }

    /// Returns the duration in milliseconds.
    pub fn millis(&self) -> u64 {
        self.lasts
    }

    /// Checks that this board can play it: it must have the same debounce time.
    pub fn fits(&self, board: &BoardKind) -> Result<(), CoreOnly> {
        if self.timing == board.wiring.timing { Ok(()) } else { Err(CoreOnly::Timing) }
    }

    /// Plays on the image of a board: writes the settings, starts the game from the PC, and sets the
    /// contacts. Calls `look` about ten times a second of emulated time.
    pub fn play(
        &self,
        board: &BoardKind,
        limit: Duration,
        mut look: impl FnMut(&mut Bench) -> Result<(), Stopped>,
    ) -> Result<Bench, Stopped> {
        let mut bench = Bench::prepared(board, &self.settings, self.white, limit)?;
        if self.draws {
            bench.run_all_draws();
        }
        for square in self.pieces {
            bench.set(Contact::Cell(square.cell()), true)?;
        }
        bench.connected()?;
        if let Some(Begin { position, opening, clock }) = self.begin {
            bench.new_game(position, opening)?;
            bench.run(100 * MILLI)?;
            let mut passed = 100;
            if let Some(opponent) = clock {
                let button = bench.shadow.button(opponent);
                bench.set(button, true)?;
                bench.run(80 * MILLI)?;
                bench.set(button, false)?;
                passed += 80;
            }
            bench.run((300 - passed) * MILLI)?;
        }
        let begin = bench.emulator.now() / MILLI;
        for (index, stimulus) in self.stimuli.iter().enumerate() {
            let at = begin + stimulus.at.saturating_sub(BEGUN_AT);
            while bench.emulator.now() / MILLI < at {
                let left = at * MILLI - bench.emulator.now();
                bench.run(left.min(100 * MILLI))?;
                look(&mut bench)?;
            }
            if is_first_of_several(&self.stimuli, index) {
                bench.run_to_frame()?;
            }
            match stimulus.what {
                StimulusKind::Contact(contact, closed) => bench.set(contact, closed)?,
                StimulusKind::Off => bench.power_off()?,
                StimulusKind::On { menu } => bench.power_on(menu)?,
            }
        }
        let end = begin + self.lasts + AFTER;
        while bench.emulator.now() / MILLI < end {
            let left = end * MILLI - bench.emulator.now();
            bench.run(left.min(100 * MILLI))?;
            look(&mut bench)?;
        }
        if self.stimuli.iter().any(|stimulus| stimulus.what == StimulusKind::Off) {
            bench.ask_for_all()?;
        }
        if self.draws {
            bench.adopt_draw();
        }
        Ok(bench)
    }
}

/// Returns whether this is the first of several reeds that change at the same time.
fn is_first_of_several(stimuli: &[Stimulus], index: usize) -> bool {
    let reed =
        |stimulus: &&Stimulus| matches!(stimulus.what, StimulusKind::Contact(Contact::Cell(_), _));
    let at = |index: usize| stimuli.get(index).filter(reed).map(|stimulus| stimulus.at);
    let before = index.checked_sub(1).and_then(at);
    at(index).is_some() && before != at(index) && at(index + 1) == at(index)
}

/// Returns the time without power, in milliseconds.
fn dark(stimuli: &[Stimulus]) -> u64 {
    let times = |wanted: fn(&StimulusKind) -> bool| {
        stimuli
            .iter()
            .filter(|stimulus| wanted(&stimulus.what))
            .map(|stimulus| stimulus.at)
            .sum::<u64>()
    };
    times(|kind| matches!(kind, StimulusKind::On { .. })) - times(|kind| *kind == StimulusKind::Off)
}

/// Returns the kinds of the events.
fn kinds(events: &[Event]) -> Vec<Discriminant<EventKind>> {
    events.iter().map(|event| discriminant(&event.what)).collect()
}

/// Returns the events of the core with this random number. `jitter` shifts the inputs in milliseconds:
/// those of every second time by the first number, the others by the second.
fn events(
    scenario: &Scenario,
    stimuli: &[Stimulus],
    end: u64,
    random: u64,
    jitter: [i64; 2],
) -> Option<Vec<Event>> {
    let mut board = scenario.board().ok()?;
    board.send(Input::Random(random));
    let (mut moments, mut last) = (0, None);
    for stimulus in stimuli {
        // Inputs at the same time are shifted together, like all contacts of a broken wire.
        if last.replace(stimulus.at).is_some_and(|last| last != stimulus.at) {
            moments += 1;
        }
        let at = stimulus.at.saturating_add_signed(jitter[moments % 2]);
        match stimulus.what {
            StimulusKind::Contact(contact, closed) => board.set(contact, closed, at).ok()?,
            StimulusKind::Off => board.run_to(at).ok()?,
            StimulusKind::On { menu } => board.restart(at, menu).ok()?,
        }
    }
    board.run_to(end).ok()?;
    let events = board.outputs().iter().filter_map(|output| match output.what {
        OutputKind::Event(event) => Some(event),
        _ => None,
    });
    Some(events.collect())
}
