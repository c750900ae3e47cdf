use std::fmt;
use std::mem::{Discriminant, discriminant};
use std::time::Duration;

use damiera::event::{Event, What};
use damiera::game::{Input, Settings};
use damiera::rules::{Colour, Opening, Position, Squares};
use damiera::sense::{Contact, Side, Timing};

use super::{Bench, Stopped};
use crate::boards::Board;
use crate::scenario::{Act, Scenario, Start, Step, White};
use crate::virtual_board::{Change, Happened};

/// The hands of a scenario, as changes of contacts, with what they need: the
/// settings of the board and the game to begin.
#[derive(Clone, Debug)]
pub struct Replay {
    settings: Settings,
    white: Side,
    timing: Timing,
    begin: Option<Begin>,
    pieces: Squares,
    changes: Vec<Change>,
    /// How long it takes, in milliseconds.
    lasts: u64,
}

/// The game that a PC asks for.
#[derive(Clone, Copy, Debug)]
struct Begin {
    position: Position,
    opening: Option<Opening>,
    /// The opponent's button starts the clock of the side on move.
    clock: Option<Colour>,
}

/// Why a scenario is for the core only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CoreOnly {
    /// It takes more than a minute of play.
    Long,
    /// Something befalls the board that no contact can do: broken wires, a power cut,
    /// a full log, given randomness.
    NotByHand,
    /// It has a debounce time of its own, and a board has that of its wiring.
    Timing,
    /// A lot is drawn, and an image has randomness of its own.
    Drawn,
    /// A millisecond more or less makes another game of it, and a frame is as long.
    Sharp,
    /// The core itself does not come to its end.
    Fails,
}

impl fmt::Display for CoreOnly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Long => "longer than 60 s",
            Self::NotByHand => "more than contacts",
            Self::Timing => "a debounce time of its own",
            Self::Drawn => "a lot is drawn",
            Self::Sharp => "sharp to the millisecond",
            Self::Fails => "the core fails",
        })
    }
}

/// The longest that is played on an image, in milliseconds.
const LONGEST: u64 = 60_000;
/// When a scenario's own board has begun, see [`VirtualBoard::begin`].
///
/// [`VirtualBoard::begin`]: crate::virtual_board::VirtualBoard::begin
const BEGUN_AT: u64 = 400;
/// How long after the last change the board is left alone, in milliseconds.
const AFTER: u64 = 300;
/// Microseconds.
const MILLI: u64 = 1_000;

impl Replay {
    /// The hands of a scenario, if contacts are all it needs and it is short.
    pub fn of(scenario: &Scenario) -> Result<Self, CoreOnly> {
        let by_hand = scenario.lines.iter().all(|line| match &line.step {
            Step::Act { act, .. } => act.is_by_hand() && !matches!(act, Act::Bounce(_)),
            Step::Expect(_) => true,
        });
        if !by_hand {
            return Err(CoreOnly::NotByHand);
        }
        let mut board = scenario.board().map_err(|_| CoreOnly::Fails)?;
        board.keep_changes();
        if !scenario.run_on(&mut board).passed() {
            return Err(CoreOnly::Fails);
        }
        let lasts = board.now() - BEGUN_AT;
        if lasts > LONGEST {
            return Err(CoreOnly::Long);
        }
        let changes = board.changes().to_vec();
        let end = board.now() + AFTER;
        let came =
            |random, jitter| events(scenario, &changes, end, random, jitter).ok_or(CoreOnly::Fails);
        let exactly = came(0, [0, 0])?;
        if came(1, [0, 0])? != exactly {
            return Err(CoreOnly::Drawn);
        }
        for jitter in [[0, 1], [1, 0], [1, 1], [0, -1], [-1, 0], [-1, -1]] {
            if kinds(&came(0, jitter)?) != kinds(&exactly) {
                return Err(CoreOnly::Sharp);
            }
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
            changes,
            lasts,
        })
    }

    /// How long the hands take, in milliseconds.
    pub fn millis(&self) -> u64 {
        self.lasts
    }

    /// Whether this board can play it.
    pub fn fits(&self, board: &Board) -> Result<(), CoreOnly> {
        if self.timing == board.wiring.timing { Ok(()) } else { Err(CoreOnly::Timing) }
    }

    /// Plays on the image of a board: sets it up, has a PC begin the game, and moves
    /// the hands. Calls back about ten times a second.
    pub fn play(
        &self,
        board: &Board,
        limit: Duration,
        mut look: impl FnMut(&mut Bench) -> Result<(), Stopped>,
    ) -> Result<Bench, Stopped> {
        let mut bench = Bench::prepared(board, &self.settings, self.white, limit)?;
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
        for change in &self.changes {
            let at = begin + change.at.saturating_sub(BEGUN_AT);
            while bench.emulator.now() / MILLI < at {
                let left = at * MILLI - bench.emulator.now();
                bench.run(left.min(100 * MILLI))?;
                look(&mut bench)?;
            }
            bench.set(change.contact, change.closed)?;
        }
        let end = begin + self.lasts + AFTER;
        while bench.emulator.now() / MILLI < end {
            let left = end * MILLI - bench.emulator.now();
            bench.run(left.min(100 * MILLI))?;
            look(&mut bench)?;
        }
        Ok(bench)
    }
}

/// Of which kinds events are.
fn kinds(events: &[Event]) -> Vec<Discriminant<What>> {
    events.iter().map(|event| discriminant(&event.what)).collect()
}

/// What comes in the core with this randomness, and if every other change is later by so
/// many milliseconds and the others by so many.
fn events(
    scenario: &Scenario,
    changes: &[Change],
    end: u64,
    random: u64,
    jitter: [i64; 2],
) -> Option<Vec<Event>> {
    let mut board = scenario.board().ok()?;
    board.send(Input::Random(random));
    for (change, late) in changes.iter().zip(jitter.into_iter().cycle()) {
        board.set(change.contact, change.closed, change.at.saturating_add_signed(late)).ok()?;
    }
    board.run_to(end).ok()?;
    let events = board.happenings().iter().filter_map(|happening| match happening.what {
        Happened::Event(event) => Some(event),
        _ => None,
    });
    Some(events.collect())
}
