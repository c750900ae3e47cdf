use std::collections::VecDeque;

use damiera::clock::{AfterFlag, PRESETS};
use damiera::event::{Breach, ClockChange, Reason, StorageFault, TagText, Target};
use damiera::game::{ConnectionChange, GameRequest, Hands, Input, Phase, QUIET, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{
    Cell, Colour, CountOfMoves, Edition, Move, OpeningTable, Position, Side, Squares, openings,
};
use damiera::sense::{Cells, Contact, Edge, Fault, FaultEvent, Key, Line};
use damiera::time::{Duration, Instant};
use damiera_sim::random::{Kind, Random};

use super::BoardInput;

const KEYS: [Key; 5] =
    [Key::Player(Side::South), Key::Player(Side::North), Key::Menu, Key::Minus, Key::Plus];

/// Time controls short enough for flags to fall within a test.
const CONTROLS: [&str; 9] = [
    "5'",
    "20\"",
    "4'+3\"",
    "10\"+2\"",
    "3/20\"",
    "2/20\",30\" zero",
    "10\"+5s lampo",
    "20\"d3\"",
    "20\"b3\"",
];

/// A generator of random inputs, most of them steps of sensible plans.
pub(crate) struct Player {
    pub(crate) settings: Settings,
    random: Random,
    now: Instant,
    closed: Cells,
    keys: [bool; KEYS.len()],
    /// The remaining steps of the present plan.
    planned: VecDeque<Planned>,
    /// Whether deadlines are kept, as by the firmware, or sometimes missed.
    punctual: bool,
}

#[derive(Clone, Copy)]
enum Planned {
    /// A cell of the diagram.
    Cell(Cell, bool),
    Press(Colour),
    Key(Key),
    Hold(Key, Duration),
}

impl Player {
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let control = random.one_of(&CONTROLS).parse().expect("a time control");
        let settings = Settings {
            edition: *random.one_of(&[Edition::Year2008, Edition::Year2008, Edition::Year2006]),
            casual: random.chance(10).then_some(QUIET),
            white: *random.one_of(&[Some(Side::South), Some(Side::North), None]),
            control: if random.chance(80) { control } else { PRESETS[random.below(8)].control },
            after_flag: *random.one_of(&[AfterFlag::Stop, AfterFlag::RunOn]),
            openings: (*random.one_of(&[None, Some(OpeningTable::B)])).into(),
            transcription: random.chance(80),
            announcement: random.chance(80),
            automatic_repetition: random.chance(30),
            count_limit: if random.chance(50) { 10 } else { CountOfMoves::MOVES },
            introduced: random.chance(80),
            ..Settings::default()
        };
        let punctual = random.chance(70);
        Self {
            settings,
            random,
            now: Instant::from_millis(100),
            closed: Cells::EMPTY,
            keys: [false; KEYS.len()],
            planned: VecDeque::new(),
            punctual,
        }
    }

    /// The next inputs of the board.
    pub(crate) fn act(&mut self, game: &GameWithMenu) -> Vec<BoardInput> {
        let random = &mut self.random;
        let wait = match random.below(1_000) {
            0..100 => 0,
            100..950 => random.below(300_000) as u64,
            950..990 => random.below(3_000_000) as u64,
            990..999 => random.below(20_000_000) as u64,
            _ => random.below(1_000_000_000) as u64,
        };
        // Most stamps are whole milliseconds, as those of frames.
        let wait = if random.chance(90) { wait / 1_000 * 1_000 } else { wait };
        let at = self.now + Duration::from_micros(wait);
        let mut inputs = Vec::new();
        if self.punctual || self.random.chance(50) {
            // A deadline before `at` comes first. It changes the next deadline, so the rest of the
            // wait is left to the next call.
            if let Some(due) = game.next_deadline().filter(|due| *due <= at) {
                self.now = self.now.max(due);
                return vec![BoardInput::Step(Input::Wake, due.max(self.now))];
            }
        }
        self.now = at;
        if self.planned.is_empty() {
            self.plan(game);
        }
        match self.planned.pop_front() {
            Some(planned) if self.random.below(1_000) < 985 => {
                self.perform(game, planned, &mut inputs)
            }
            _ => self.random_input(game, &mut inputs),
        }
        inputs
    }

    fn step(&self, input: Input) -> BoardInput {
        BoardInput::Step(input, self.now)
    }

    fn edge(&self, contact: Contact, closed: bool) -> BoardInput {
        self.step(Input::Edge(Edge { at: self.now, contact, closed }))
    }

    fn perform(&mut self, game: &GameWithMenu, planned: Planned, inputs: &mut Vec<BoardInput>) {
        let white = game.record().white().unwrap_or(Side::South);
        match planned {
            Planned::Cell(cell, closed) => {
                let cell = if white == Side::North { cell.turned() } else { cell };
                self.put(cell, closed, inputs);
            }
            Planned::Press(colour) => {
                let side = if colour == Colour::White { white } else { white.other() };
                self.key(Key::Player(side), Duration::from_millis(80), inputs);
            }
            Planned::Key(key) => self.key(key, Duration::from_millis(80), inputs),
            Planned::Hold(key, held) => self.key(key, held, inputs),
        }
    }

    fn put(&mut self, cell: Cell, closed: bool, inputs: &mut Vec<BoardInput>) {
        if self.closed.contains(cell) != closed {
            self.closed = if closed { self.closed.with(cell) } else { self.closed.without(cell) };
            inputs.push(self.edge(Contact::Cell(cell), closed));
        }
    }

    /// Presses a key and releases it after `held`, with a `Wake` just before the release.
    fn key(&mut self, key: Key, held: Duration, inputs: &mut Vec<BoardInput>) {
        let place = KEYS.iter().position(|other| *other == key).unwrap_or_default();
        if self.keys[place] {
            inputs.push(self.edge(Contact::Key(key), false));
        }
        inputs.push(self.edge(Contact::Key(key), true));
        self.now += held;
        inputs.push(self.step(Input::Wake));
        inputs.push(self.edge(Contact::Key(key), false));
        self.keys[place] = false;
    }

    /// Plans a sensible sequence of inputs for the phase of the game.
    fn plan(&mut self, game: &GameWithMenu) {
        let record = game.record();
        let position = *record.position();
        let legal = position.legal_moves();
        if self.random.chance(8) {
            return self.plan_menu();
        }
        match *record.phase() {
            _ if record.paused() => {
                // Close any open page and go on.
                let hold = Planned::Hold(Key::Menu, Duration::from_millis(2_100));
                if self.random.chance(30) {
                    self.planned.push_back(hold);
                }
                let keys = 1 + self.random.below(3);
                self.planned.extend(vec![Planned::Key(Key::Menu); keys]);
            }
            Phase::Over | Phase::Setup => {
                self.plan_set_up(game, Position::start().occupied());
                self.planned.push_back(Planned::Press(Colour::Black));
            }
            Phase::Choosing(irregularity) => match self.random.below(4) {
                0 => self.planned.push_back(Planned::Key(Key::Plus)),
                1 => self.planned.push_back(Planned::Key(Key::Minus)),
                _ => self.planned.push_back(Planned::Press(irregularity.offender.opponent())),
            },
            Phase::Halted { occupied, .. } => self.plan_set_up(game, occupied),
            Phase::Restoring(irregularity) => {
                let target = match irregularity.correct {
                    Target::Position(position) => position,
                    Target::Move(played) => position.play_unchecked(played),
                };
                self.plan_set_up(game, target.occupied());
                self.planned.push_back(Planned::Press(irregularity.offender));
            }
            Phase::Arbiter => {
                // The arbiter has the position set up again.
                let hold = Planned::Hold(Key::Menu, Duration::from_millis(2_100));
                let keys = [Key::Minus, Key::Menu, Key::Plus, Key::Menu].map(Planned::Key);
                self.planned.push_back(hold);
                self.planned.extend(keys);
            }
            Phase::Playing if game.hands() != Hands::Rest && self.random.chance(60) => {
                self.plan_set_up(game, position.occupied());
            }
            Phase::Playing if legal.is_empty() || self.random.chance(5) => {
                let by = self.random.colour();
                self.planned.push_back(Planned::Press(by));
            }
            Phase::Playing => {
                let prescribed = record.opening().and_then(|opening| {
                    opening.moves().get(usize::from(record.half_moves())).copied()
                });
                let any = *self.random.one_of(&legal);
                let lawful = self.random.chance(95);
                self.plan_move(prescribed.filter(|_| lawful).unwrap_or(any));
                if self.random.chance(95) {
                    self.planned.push_back(Planned::Press(position.turn()));
                }
            }
        }
    }

    fn plan_move(&mut self, played: Move) {
        self.planned.push_back(Planned::Cell(played.from().cell(), false));
        for square in played.path() {
            self.planned.push_back(Planned::Cell(square.cell(), true));
            if square != played.to() {
                self.planned.push_back(Planned::Cell(square.cell(), false));
            }
        }
        for square in played.captured() {
            self.planned.push_back(Planned::Cell(square.cell(), false));
        }
    }

    /// Plans to remove surplus pieces and to add missing ones.
    fn plan_set_up(&mut self, game: &GameWithMenu, wanted: Squares) {
        let turned = game.record().white() == Some(Side::North);
        let closed = if turned { self.closed.turned() } else { self.closed };
        let wanted = Cells::from(wanted);
        let cells = |cells: Cells, on| cells.iter().map(move |cell| Planned::Cell(cell, on));
        self.planned.extend(cells(closed - wanted, false));
        self.planned.extend(cells(wanted - closed, true));
    }

    /// Plans key presses through the menus, to a chosen entry or at random.
    fn plan_menu(&mut self) {
        if self.random.chance(70) {
            self.planned.push_back(Planned::Hold(Key::Menu, Duration::from_millis(2_100)));
        }
        // The arbiter's page is the last of the list.
        if self.random.chance(40) {
            self.planned.extend([Planned::Key(Key::Minus), Planned::Key(Key::Menu)]);
        }
        for _ in 0..self.random.below(14) {
            let key = match self.random.below(10) {
                0..4 => Planned::Key(Key::Plus),
                4..6 => Planned::Key(Key::Minus),
                6..9 => Planned::Key(Key::Menu),
                _ => Planned::Press(self.random.colour()),
            };
            self.planned.push_back(key);
        }
        if self.random.chance(60) {
            let hold = Planned::Hold(Key::Menu, Duration::from_millis(2_100));
            self.planned.extend([hold, Planned::Key(Key::Menu), Planned::Key(Key::Menu)]);
        }
    }

    /// An input that is not part of a plan.
    fn random_input(&mut self, game: &GameWithMenu, inputs: &mut Vec<BoardInput>) {
        let random = &mut self.random;
        let cell = Cell::from_index(random.below(64) as u8).expect("64 cells");
        let input = match random.below(24) {
            0..6 => {
                let closed = !self.closed.contains(cell);
                return self.put(cell, closed, inputs);
            }
            6..9 => {
                let place = random.below(KEYS.len());
                self.keys[place] = !self.keys[place];
                let closed = self.keys[place];
                return inputs.push(self.edge(Contact::Key(KEYS[place]), closed));
            }
            9 if random.chance(30) => Input::Distrust(Cells::of(cell)),
            9 | 10 => Input::Distrust(Cells::EMPTY),
            11 => {
                let position = random.position(*random.clone().one_of(&Kind::ALL));
                let opening = random.chance(30).then(|| openings().nth(7)).flatten();
                let position = if opening.is_some() { Position::start() } else { position };
                Input::NewGame { position, opening }
            }
            12 => Input::Declare {
                breach: *random.one_of(&[Breach::UnmarkedKing, Breach::WronglyMarked]),
                by: *random.one_of(&[None, Some(Colour::White), Some(Colour::Black)]),
            },
            13 => Input::Random(random.number()),
            14 => {
                let line = Line::Row(random.below(8) as u8);
                let fault = *random.one_of(&[
                    Fault::Chatter(cell),
                    Fault::Stuck(cell),
                    Fault::LightClosed(cell),
                    Fault::AllClosed(line),
                    Fault::AllOpen(line),
                ]);
                Input::Fault(FaultEvent { at: self.now, fault, cleared: random.chance(50) })
            }
            15 => Input::Storage(*random.one_of(&[
                StorageFault::Write,
                StorageFault::Full,
                StorageFault::Damaged,
            ])),
            16 if random.chance(50) => Input::Connection(
                *random.one_of(&[ConnectionChange::Reset, ConnectionChange::Closed]),
            ),
            16 => {
                let right = game.code().filter(|_| random.chance(50));
                let digits = right.unwrap_or_else(|| [0; 6].map(|_: u8| random.below(10) as u8));
                let code = digits.iter().fold(0, |code, digit| 10 * code + u32::from(*digit));
                Input::Command(GameRequest::Unlock(code))
            }
            17 => return self.restart(game, inputs),
            18 => Input::Woken,
            19 => Input::Command(self.ask()),
            _ => Input::Request(self.ask()),
        };
        inputs.push(self.step(input));
    }

    fn ask(&mut self) -> GameRequest {
        let random = &mut self.random;
        let of = random.colour();
        match random.below(12) {
            0 => GameRequest::NewGame { position: None, opening: None },
            1 => GameRequest::DrawOpening(OpeningTable::General),
            2 => GameRequest::Control(random.one_of(&CONTROLS).parse().expect("a time control")),
            3 if random.chance(50) => {
                GameRequest::Names { white: TagText::cut("Rossi"), black: TagText::EMPTY }
            }
            3 => {
                let (round, table) = (random.below(3) as u16, random.number() as u16);
                GameRequest::Sitting { event: TagText::cut("Torneo"), round, table }
            }
            4 => GameRequest::Day(random.number() >> random.below(64)),
            5 => GameRequest::Pause,
            6 => GameRequest::Resume,
            7 => {
                let after = Duration::from_micros(random.below(400_000_000) as u64);
                let after = if random.chance(20) { Duration::ZERO } else { after };
                GameRequest::Correct {
                    of,
                    correction: ClockChange::Time { before: Duration::ZERO, after },
                }
            }
            8 => {
                let after = random.below(1_100) as u16;
                GameRequest::Correct { of, correction: ClockChange::Moves { before: 0, after } }
            }
            9 => {
                let after = random.below(5) as u16;
                GameRequest::Correct { of, correction: ClockChange::Period { before: 0, after } }
            }
            10 => {
                let most = if random.chance(20) { 14 } else { 2 };
                let half_moves = 1 + random.below(most) as u16;
                GameRequest::TakeBack { half_moves }
            }
            _ => GameRequest::Result { winner: Some(of), reason: Reason::Arbiter },
        }
    }

    /// Cuts the power. Uptime starts from zero or continues; the debouncer finds the pieces where they
    /// are.
    fn restart(&mut self, game: &GameWithMenu, inputs: &mut Vec<BoardInput>) {
        let elapsed = Duration::from_secs(game.seconds_since_last_event(self.now));
        if game.next_deadline().is_some_and(|due| due <= self.now) {
            // A deadline that has passed must be in the log before the cut.
            return inputs.push(self.step(Input::Wake));
        }
        inputs.push(self.step(Input::Random(0)));
        if self.random.chance(50) {
            self.now = Instant::from_millis(self.random.below(900) as u64);
        }
        inputs.push(BoardInput::Restart(elapsed, self.now));
        self.keys = [false; KEYS.len()];
        for cell in self.closed.iter() {
            inputs.push(self.edge(Contact::Cell(cell), true));
        }
    }
}
