use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use damiera::event::Reason;
use damiera::game::{Ask, Input, Settings};
use damiera::rules::{Colour, Opening, Position, Side, Squares};
use damiera::sense::{Contact, Key, Timing};
use host_tests::hands::{Game, Kind, Performance, Span, Temperament};
use host_tests::random::Random;
use host_tests::scenario::{Act, Scenario, Start, Step, White};

use super::pieces::below;

/// As in a scenario: the pieces stand, then the game begins, then its clock runs.
const BEGINS_AT: u64 = 100;
const STARTED_AT: u64 = 200;
const HELD: u64 = 80;
/// How long the board is left alone after the last act.
const AFTER: u64 = 2_000;

/// What hands do, laid out in time.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// Of the board on which it is played.
    pub(super) settings: Settings,
    /// Of its debouncer.
    pub(super) timing: Timing,
    pub(super) white: Side,
    /// From which position, on the diagram.
    pub(super) position: Position,
    /// The squares of the diagram where pieces stand when it begins.
    pub(super) pieces: Squares,
    /// What is done, and when in milliseconds since the board woke up, in order.
    pub(super) deeds: Vec<(u64, Deed)>,
    /// When it is over.
    pub(super) end: u64,
}

/// Something that is done to a board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// A contact of the board closes or opens.
    Contact(Contact, bool),
    /// Something that is no contact.
    Input(Input),
}

impl Script {
    /// The hands of a scenario in a file.
    pub(super) fn in_file(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let scenario = Scenario::read(&fs::read_to_string(path)?)
                .map_err(|problem| anyhow!("{problem}"))?;
            Self::of(&scenario)
        };
        read().with_context(|| path.display().to_string())
    }

    /// The hands of a scenario. Only hands: broken wires and the like are refused.
    pub(super) fn of(scenario: &Scenario) -> Result<Self> {
        for line in &scenario.lines {
            let Step::Act { act, .. } = &line.step else { continue };
            if matches!(
                act,
                Act::Stick(..)
                    | Act::Unstick(_)
                    | Act::Cut(_)
                    | Act::Short(_)
                    | Act::Mend(_)
                    | Act::Declare { .. }
                    | Act::Unplug { .. }
                    | Act::Random(_)
                    | Act::Storage(_)
            ) {
                bail!(
                    "`{}` in line {} is nothing that hands do; `damiera scenario` plays it",
                    line.step,
                    line.place.line
                );
            }
        }
        let settings = &scenario.settings;
        let white = scenario.white_sits();
        let start = Position::start();
        let (position, opening, pieces) = match settings.start {
            Start::Standard | Start::None => (start, None, start.occupied()),
            Start::Opening(opening) => (start, Some(opening), start.occupied()),
            Start::Position(position) => (position, None, position.occupied()),
            Start::Empty => (start, None, Squares::default()),
        };
        // Just as a scenario begins: the half-moves of an opening are off the clock.
        let clock_runs = settings.quiet.is_none()
            && !matches!(settings.white, White::Unknown | White::UnknownNorth)
            && !matches!(settings.start, Start::Empty | Start::Opening(_));
        let mut board = scenario.board().map_err(|mismatch| anyhow!("{mismatch}"))?;
        board.keep_changes();
        // Whether it comes out as expected is for another command to say.
        let _ = scenario.run_on(&mut board);
        let mut script = Self {
            settings: settings.of_game(),
            timing: settings.debounce,
            white,
            position,
            pieces,
            deeds: Vec::new(),
            end: board.now() + AFTER,
        };
        if settings.start != Start::None {
            script.begin(opening, clock_runs);
        }
        script.deeds.extend(board.changes().iter().map(|change| {
            let contact = match change.contact {
                Contact::Cell(cell) => Contact::Cell(below(cell, white)),
                key => key,
            };
            (change.at, Deed::Contact(contact, change.closed))
        }));
        Ok(script)
    }

    /// A whole game by hands of some seed, from the start position and White at the
    /// south.
    pub(super) fn random(seed: u64) -> Result<Self> {
        let mut random = Random::new(seed);
        let temperament = Temperament {
            thinks: Span(600, 3_500),
            carries: Span(250, 700),
            collects: Span(250, 500),
            presses: Span(150, 600),
            ..Temperament::SLOW
        };
        let temperaments = [temperament.clone(), temperament];
        loop {
            let game = Game::with(&mut random, &temperaments, Kind::Lawful);
            let settings = &game.settings;
            if settings.start == Start::Standard && settings.white == White::South {
                return Self::of(&Performance::of(&game).scenario(&game));
            }
        }
    }

    fn begin(&mut self, opening: Option<Opening>, clock_runs: bool) {
        let end = Ask::Result { winner: None, reason: Reason::BrokenOff };
        let begin = Input::NewGame { position: self.position, opening };
        // A game that goes on is broken off; where there is none, this is refused.
        self.deeds.push((BEGINS_AT, Deed::Input(Input::Ask(end))));
        self.deeds.push((BEGINS_AT, Deed::Input(begin)));
        if clock_runs {
            let side = match self.position.turn() {
                Colour::White => self.white.other(),
                Colour::Black => self.white,
            };
            let button = Contact::Key(Key::Player(side));
            self.deeds.push((STARTED_AT, Deed::Contact(button, true)));
            self.deeds.push((STARTED_AT + HELD, Deed::Contact(button, false)));
        }
    }
}
