use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use damiera::event::Reason;
use damiera::game::{GameRequest, Input, Settings};
use damiera::rules::{Colour, Opening, Position, Side, Squares};
use damiera::sense::{Contact, Key, Timing};
use damiera_sim::hands::{Game, Habits, Performance, Span, Temperament, reed::Reach};
use damiera_sim::random::Random;
use damiera_sim::scenario::{Scenario, Start, Step, White};
use damiera_sim::virtual_board::Change;

use super::pieces::below;
use crate::pdn;

/// Times in milliseconds, as in a scenario: the game begins, and then its clock is started.
const BEGINS_AT: u64 = 100;
const STARTED_AT: u64 = 200;
const HELD: u64 = 80;
/// Milliseconds after the last act.
const AFTER: u64 = 2_000;

/// Milliseconds between two keys at a menu.
const BETWEEN: u64 = 400;
/// Milliseconds that MENU is held to open the menu during a game.
const LONG: u64 = 2_300;

/// Half-moves after which a random game is broken off.
const HALF_MOVES: usize = 150;

/// Hands slow enough to watch, with no sleeves in the way.
fn calm(random: &mut Random) -> Habits {
    let calm = Temperament {
        thinks: Span(600, 3_500),
        carries: Span(250, 700),
        collects: Span(250, 500),
        presses: Span(150, 600),
        slides: 15,
        low: 0,
        low_off: 0,
        tilts: 0,
        tilts_at_press: 0,
        nudges: 0,
        ..Temperament::CALM
    };
    Habits::any(&calm, Reach::USUAL, false, random)
}

/// A timed list of contact changes and inputs.
#[derive(Clone, Debug)]
pub(super) struct Script {
    /// Settings of the board.
    pub(super) settings: Settings,
    /// Timing of the debouncer.
    pub(super) timing: Timing,
    pub(super) white: Side,
    /// Start position.
    pub(super) position: Position,
    /// Squares that are occupied at the start.
    pub(super) pieces: Squares,
    /// The deeds in order, with their times in milliseconds.
    pub(super) deeds: Vec<(u64, Deed)>,
    /// Time of the end in milliseconds.
    pub(super) end: u64,
}

/// One step of a script.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// A contact of the board closes or opens.
    Contact(Contact, bool),
    /// An input that is not a contact.
    Input(Input),
}

impl Script {
    /// Reads a scenario, or a game if the name ends in `.pdn`.
    pub(super) fn in_file(path: &Path) -> Result<Self> {
        let read = || -> Result<Self> {
            let text = fs::read_to_string(path)?;
            if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pdn")) {
                return Self::of_game(&pdn::read(&text)?);
            }
            let scenario = Scenario::read(&text).map_err(|problem| anyhow!("{problem}"))?;
            Self::of(&scenario)
        };
        read().with_context(|| path.display().to_string())
    }

    /// Lets two calm players play a game; if no move ends it, they enter the result at the menu.
    pub(super) fn of_game(game: &pdn::Game) -> Result<Self> {
        let mut position = game.start;
        let mut moves = Vec::with_capacity(game.plies.len());
        for ply in &game.plies {
            let pdn::Step::Move { written, .. } = &ply.what else {
                bail!("the game contains a position that no move leads to: {}", ply.after);
            };
            let played = position.read_move(written).map_err(|e| anyhow!("{written}: {e}"))?;
            moves.push(played);
            position = position.play_unchecked(played);
        }
        let played = Game::of_moves(moves.len() as u64, &calm, game.start, &moves);
        let mut script = Self::of_hands(&played)?;
        if position.outcome().is_none() {
            script.end_as(game.result);
        }
        Ok(script)
    }

    /// Enters the result: holds MENU, selects the item, and presses the buttons of the players who
    /// confirm it.
    fn end_as(&mut self, result: pdn::Outcome) {
        let button = |colour| {
            Key::Player(if colour == Colour::White { self.white } else { self.white.other() })
        };
        let (item, buttons) = match result {
            pdn::Outcome::Open => return,
            pdn::Outcome::Won(winner) => (1, vec![button(winner.opponent())]),
            pdn::Outcome::Drawn => (2, vec![button(Colour::White), button(Colour::Black)]),
        };
        let mut at = self.end;
        let mut tap = |key, held| {
            self.deeds.push((at, Deed::Contact(Contact::Key(key), true)));
            self.deeds.push((at + held, Deed::Contact(Contact::Key(key), false)));
            at += held + BETWEEN;
        };
        tap(Key::Menu, LONG);
        (0..item).for_each(|_| tap(Key::Plus, HELD));
        tap(Key::Menu, HELD);
        buttons.into_iter().for_each(|button| tap(button, HELD));
        self.end = at + AFTER;
    }

    /// Converts a scenario. Fails if it has acts that are not done by hand, such as broken wires.
    pub(super) fn of(scenario: &Scenario) -> Result<Self> {
        for line in &scenario.lines {
            let Step::Act { act, .. } = &line.step else { continue };
            if !act.is_by_hand() {
                bail!(
                    "line {}: `{}` is not done by hand; use `damiera scenario`",
                    line.place.line,
                    line.step
                );
            }
        }
        let mut board = scenario.board().map_err(|mismatch| anyhow!("{mismatch}"))?;
        board.record_changes();
        // `damiera scenario` checks the expectations.
        let _ = scenario.run_on(&mut board);
        Ok(Self::with_changes(scenario, board.changes(), board.now()))
    }

    /// A game of simulated hands.
    fn of_hands(game: &Game) -> Result<Self> {
        let performance = Performance::of(game);
        let scenario = Scenario { settings: game.settings(), ..Scenario::default() };
        Ok(Self::with_changes(&scenario, &performance.contacts, performance.end))
    }

    /// The start of a scenario, and then these changes of contacts.
    fn with_changes(scenario: &Scenario, changes: &[Change], end: u64) -> Self {
        let settings = &scenario.settings;
        let white = scenario.white_sits();
        let start = Position::start();
        let (position, opening, pieces) = match settings.start {
            Start::Standard | Start::None => (start, None, start.occupied()),
            Start::Opening(opening) => (start, Some(opening), start.occupied()),
            Start::Position(position) => (position, None, position.occupied()),
            Start::Empty => (start, None, Squares::default()),
        };
        // As in a scenario: the half-moves of an opening are played without the clock.
        let clock_runs = settings.quiet.is_none()
            && !matches!(settings.white, White::Unknown | White::UnknownNorth)
            && !matches!(settings.start, Start::Empty | Start::Opening(_));
        let mut script = Self {
            settings: settings.of_game(),
            timing: settings.debounce,
            white,
            position,
            pieces,
            deeds: Vec::new(),
            end: end + AFTER,
        };
        if settings.start != Start::None {
            script.begin(opening, clock_runs);
        }
        script.deeds.extend(changes.iter().map(|change| {
            let contact = match change.contact {
                Contact::Cell(cell) => Contact::Cell(below(cell, white)),
                key => key,
            };
            (change.at, Deed::Contact(contact, change.closed))
        }));
        script
    }

    /// Generates a random game from the start position with White at the south.
    pub(super) fn random(seed: u64) -> Result<Self> {
        let mut random = Random::new(seed);
        let (mut position, mut moves) = (Position::start(), Vec::new());
        while moves.len() < HALF_MOVES {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let played = *random.one_of(&legal);
            moves.push(played);
            position = position.play_unchecked(played);
        }
        Self::of_hands(&Game::of_moves(random.number(), &calm, Position::start(), &moves))
    }

    /// Inserts contact changes at the beginning and delays everything else.
    pub(super) fn begin_with(&mut self, changes: impl Iterator<Item = (u64, Contact, bool)>) {
        let mut deeds: Vec<_> =
            changes.map(|(at, contact, closed)| (at, Deed::Contact(contact, closed))).collect();
        let later = deeds.last().map_or(0, |(at, _)| *at);
        deeds.extend(self.deeds.drain(..).map(|(at, deed)| (at + later, deed)));
        self.deeds = deeds;
        self.end += later;
    }

    fn begin(&mut self, opening: Option<Opening>, clock_runs: bool) {
        let end = GameRequest::Result { winner: None, reason: Reason::BrokenOff };
        let begin = Input::NewGame { position: self.position, opening };
        // Breaks off a game in progress; refused if there is none.
        self.deeds.push((BEGINS_AT, Deed::Input(Input::Request(end))));
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

#[cfg(test)]
mod tests {
    use damiera::event::Event;
    use damiera::protocol::{Deframed, Deframer, Entry, ToPc};
    use damiera::sense::Frame;
    use damiera_emulator::scenario_files;

    use super::super::board::{PoweredBoard, prepare};
    use super::super::flash::Flash;
    use super::super::pieces::Pieces;
    use super::*;

    /// Plays a script in virtual time and returns the events.
    fn events_of(script: &Script) -> Vec<Event> {
        let flash = Flash::new();
        prepare(&flash, &script.settings).expect("a flash");
        let mut pieces = Pieces::of(&script.position, script.white);
        for square in script.position.occupied() & !script.pieces {
            pieces.lift(below(square.cell(), script.white));
        }
        let frame = Frame { cells: pieces.occupied(), ..Frame::OPEN };
        let mut board = PoweredBoard::wake(&flash, script.timing, frame).expect("a board");
        board.connect(true);
        let (mut deframer, mut events) = (Deframer::new(), Vec::new());
        let mut deeds = script.deeds.iter().peekable();
        while board.now() < script.end {
            while let Some((_, deed)) = deeds.next_if(|(at, _)| *at <= board.now()) {
                match *deed {
                    Deed::Contact(contact, closed) => board.set(contact, closed),
                    Deed::Input(input) => board.send(input).expect("room in the queue"),
                }
            }
            board.step();
            while let Some(&byte) = board.output().first() {
                board.sent(1);
                if let Some(Deframed::Message(message)) = deframer.push(byte)
                    && let Ok(ToPc::Event(event)) = ToPc::read(message)
                {
                    events.push(event);
                }
            }
        }
        events
    }

    /// A game played by simulated hands yields the same moves and result.
    #[test]
    fn a_game_in_pdn_is_played() {
        for (number, end) in [(1, "1-0"), (2, "0-1"), (3, "1/2-1/2"), (4, "*")] {
            let mut random = Random::new(number);
            let mut position = Position::start();
            let mut text = String::new();
            for _ in 0..30 {
                let legal = position.legal_moves();
                let Some(&played) = legal.get(random.below(legal.len().max(1))) else { break };
                text += &format!("{} ", position.write_move(played));
                position = position.play_unchecked(played);
            }
            let game = pdn::read(&format!("{text}{end}")).expect("a game");
            let mut score = pdn::Score::new();
            for event in events_of(&Script::of_game(&game).expect("hands")) {
                score.apply(&event);
            }
            let played = score.game();
            assert!(game.moves().eq(played.moves()), "{:?}", played.plies);
            assert_eq!(game.moves().count(), 30);
            assert_eq!(played.result, game.result);
        }
    }

    /// The virtual board of the scenarios and this one give the same events.
    #[test]
    fn a_scenario_comes_out_as_without_flash_and_stream() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../host-tests/data/scenarios");
        let (mut same, mut refused) = (0, 0);
        for file in scenario_files(Path::new(folder)).expect("the scenarios") {
            let text = fs::read_to_string(&file).expect("a file");
            let scenario = Scenario::read(&text).expect("a scenario");
            let Ok(script) = Script::of(&scenario) else {
                refused += 1;
                continue;
            };
            let mut board = scenario.board().expect("a board");
            let _ = scenario.run_on(&mut board);
            let event = |bytes| Entry::of(bytes).and_then(|entry| entry.event()).expect("an event");
            let wanted: Vec<_> = board.log().iter().map(event).collect();
            let came = events_of(&script);
            assert!(came.len() >= wanted.len(), "{}: {came:#?}", file.display());
            assert_eq!(came[..wanted.len()], wanted, "{}", file.display());
            same += 1;
        }
        assert!(same > 200 && refused < same / 4, "{same} were the same, {refused} were not tried");
    }
}
