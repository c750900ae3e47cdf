use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::Result;
use damiera::game::Input;
use damiera::rules::{Cell, Colour, Position, Side};
use damiera::sense::{Contact, Frame, Key, Keys, Timing};
use damiera::view::Canvas;
use serde::{Deserialize, Serialize};

use crate::cable::Cable;
use crate::told::Told;

use super::board::Board;
use super::flash::Flash;
use super::hands::{Hands, one_by_one};
use super::news::News;
use super::pieces::Pieces;
use super::script::{Deed, Script};

/// How long it rests between two looks at the time.
const REST: Duration = Duration::from_millis(1);
/// How often pages are told what has changed.
const TELLS: Duration = Duration::from_millis(16);

/// What somebody at the page does.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Order {
    /// Takes a piece off a cell, 0 to 63 from the top left.
    Lift { cell: u8 },
    /// Puts a piece down: of this colour, `w` or `b`, or the one lifted last.
    Drop { cell: u8, piece: Option<char> },
    /// Presses a key or lets it go.
    Key { key: KeyName, down: bool },
    /// Cuts the power, or gives it back.
    Power { on: bool },
    /// Puts all pieces where a game starts.
    SetUp,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KeyName {
    South,
    North,
    Menu,
    Minus,
    Plus,
}

impl From<KeyName> for Key {
    fn from(name: KeyName) -> Self {
        match name {
            KeyName::South => Self::Player(Side::South),
            KeyName::North => Self::Player(Side::North),
            KeyName::Menu => Self::Menu,
            KeyName::Minus => Self::Minus,
            KeyName::Plus => Self::Plus,
        }
    }
}

/// What a page shows besides the displays and the stream.
#[derive(Serialize)]
struct State<'a> {
    power: bool,
    board: String,
    off: String,
    /// The keys that are down, by bits: south, north, MENU, MINUS, PLUS.
    keys: u8,
    /// At which side the clock runs.
    running: Option<&'static str>,
    reader: Option<&'static str>,
    pty: Option<&'a str>,
    tcp: Option<String>,
    /// Whether hands of the program play.
    plays: bool,
    speed: f64,
    /// How often the buzzer has sounded.
    sounds: u32,
}

/// A virtual board with its hands, its cable and its pages, in real time.
pub(super) struct Engine {
    flash: Flash,
    timing: Timing,
    board: Option<Board>,
    pieces: Pieces,
    keys: Keys,
    hands: Hands,
    port: Cable,
    told: Told,
    news: News,
    play: Option<Play>,
    /// The seed of the next game of the demonstration.
    demo: Option<u64>,
    speed: f64,
    /// When the board woke up.
    woke: Instant,
    sounds: u32,
}

/// A script on its way.
struct Play {
    script: Script,
    /// How many deeds are done.
    done: usize,
    /// When it began.
    base: u64,
}

impl Engine {
    /// A board that has pieces where a game starts, and no power yet.
    pub(super) fn new(flash: Flash, port: Cable, news: News, speed: f64) -> Self {
        Self {
            flash,
            timing: Timing::default(),
            board: None,
            pieces: Pieces::of(&Position::start(), Side::South),
            keys: Keys::EMPTY,
            hands: Hands::default(),
            port,
            told: Told::default(),
            news,
            play: None,
            demo: None,
            speed,
            woke: Instant::now(),
            sounds: 0,
        }
    }

    /// Has a script played as soon as there is power.
    pub(super) fn play(&mut self, script: Script) {
        self.timing = script.timing;
        self.lay_out(&script);
        self.play = Some(Play { script, done: 0, base: 0 });
    }

    /// Has game after game played, from this seed on, as soon as there is power.
    pub(super) fn demonstrate(&mut self, seed: u64) -> Result<()> {
        self.demo = Some(seed.wrapping_add(1));
        self.play(Script::random(seed)?);
        Ok(())
    }

    /// Gives the board its power.
    pub(super) fn switch_on(&mut self) -> Result<()> {
        let frame = Frame { cells: self.pieces.occupied(), keys: self.keys };
        let mut board = Board::wake(&self.flash, self.timing, frame)?;
        board.send(Input::Random(getrandom::u64()?));
        self.woke = Instant::now();
        self.told = Told::default();
        // Where nobody else does, the page reads.
        board.connect(true);
        self.board = Some(board);
        Ok(())
    }

    fn switch_off(&mut self) {
        // The hands go on: what they were about to do is done without anybody noticing.
        self.hands.forget().for_each(drop);
        self.board = None;
        self.play = None;
        self.demo = None;
        self.port.unplug();
    }

    /// Runs until nobody can give orders any more.
    pub(super) fn run(mut self, orders: &Receiver<Order>) -> Result<()> {
        let mut told = Instant::now() - TELLS;
        loop {
            match orders.recv_timeout(REST) {
                Ok(order) => self.obey(order)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            self.catch_up()?;
            if told.elapsed() >= TELLS {
                told = Instant::now();
                self.tell();
            }
        }
    }

    fn obey(&mut self, order: Order) -> Result<()> {
        match order {
            Order::Lift { cell } => {
                if let Some(cell) = Cell::from_index(cell)
                    && self.pieces.lift(cell)
                {
                    self.touch(Contact::Cell(cell), false);
                }
            }
            Order::Drop { cell, piece } => {
                let colour = piece.map(|piece| match piece {
                    'b' | 'B' => Colour::Black,
                    _ => Colour::White,
                });
                if let Some(cell) = Cell::from_index(cell)
                    && self.pieces.drop(cell, colour)
                {
                    self.touch(Contact::Cell(cell), true);
                }
            }
            Order::Key { key, down } => {
                let key = key.into();
                if self.keys.contains(key) != down {
                    self.keys = if down { self.keys.with(key) } else { self.keys.without(key) };
                    self.touch(Contact::Key(key), down);
                }
            }
            Order::Power { on } => match (on, self.board.is_some()) {
                (true, false) => self.switch_on()?,
                (false, true) => self.switch_off(),
                _ => {}
            },
            Order::SetUp => {
                let before = self.pieces.occupied();
                self.pieces = Pieces::of(&Position::start(), Side::South);
                if let Some(board) = &self.board {
                    self.hands.lay_out(before, self.pieces.occupied(), board.now());
                }
            }
        }
        Ok(())
    }

    /// A contact changes; without power nobody notices before it is back.
    fn touch(&mut self, contact: Contact, closed: bool) {
        if let Some(board) = &self.board {
            self.hands.set(contact, closed, board.now());
        }
    }

    /// Takes all frames up to now.
    fn catch_up(&mut self) -> Result<()> {
        let now = (self.woke.elapsed().as_secs_f64() * self.speed * 1_000.0) as u64;
        if self.board.is_some() && self.port.poll() {
            // Whether somebody came or went, what the board says begins anew.
            if let Some(board) = &mut self.board {
                board.connect(false);
                board.connect(true);
            }
            self.told = Told::default();
        }
        while self.board.as_ref().is_some_and(|board| board.now() < now) {
            self.perform()?;
            self.step()?;
        }
        Ok(())
    }

    fn step(&mut self) -> Result<()> {
        let Some(board) = &mut self.board else { return Ok(()) };
        while let Some((contact, closed)) = self.hands.next(board.now()) {
            board.set(contact, closed);
        }
        let taken = board.receive(self.port.input());
        self.port.taken(taken);
        board.step();
        loop {
            let bytes = board.output().to_vec();
            if bytes.is_empty() {
                break;
            }
            let sent = self.port.send(&bytes);
            board.sent(sent);
            self.told.read(&bytes[..sent]).iter().for_each(|line| self.news.line(line));
            if sent < bytes.len() {
                break;
            }
        }
        self.sounds += u32::from(board.sounds());
        let record = board.game().record();
        let white = record.white().unwrap_or(Side::South);
        if self.play.is_some() {
            self.pieces.agree(record.position(), white);
        }
        self.pieces.crown(record.position(), white);
        if board.wants_reboot() {
            self.switch_off();
            self.switch_on()?;
        }
        Ok(())
    }

    /// Does what a script wants done by now.
    fn perform(&mut self) -> Result<()> {
        let (Some(play), Some(board)) = (&mut self.play, &mut self.board) else { return Ok(()) };
        let now = board.now() - play.base;
        while let Some((_, deed)) = play.script.deeds.get(play.done).filter(|(at, _)| *at <= now) {
            play.done += 1;
            match *deed {
                Deed::Input(input) => board.send(input),
                Deed::Contact(contact, closed) => {
                    board.set(contact, closed);
                    match contact {
                        Contact::Cell(cell) if closed => self.pieces.bring(cell),
                        Contact::Cell(cell) => {
                            self.pieces.lift(cell);
                        }
                        Contact::Key(key) if closed => self.keys = self.keys.with(key),
                        Contact::Key(key) => self.keys = self.keys.without(key),
                    }
                }
            }
        }
        if now < play.script.end {
            return Ok(());
        }
        self.play = None;
        if let Some(seed) = self.demo {
            let mut script = Script::random(seed)?;
            let base = board.now();
            let before = self.pieces.occupied();
            self.demo = Some(seed.wrapping_add(1));
            self.lay_out(&script);
            script.begin_with(one_by_one(before, self.pieces.occupied()));
            self.play = Some(Play { script, done: 0, base });
        }
        Ok(())
    }

    /// Puts the pieces where a script begins.
    fn lay_out(&mut self, script: &Script) {
        self.pieces = Pieces::of(&script.position, script.white);
        for square in script.position.occupied() & !script.pieces {
            self.pieces.lift(super::pieces::below(square.cell(), script.white));
        }
    }

    fn tell(&self) {
        for (topic, side) in [("south", Side::South), ("north", Side::North)] {
            let canvas = self.board.as_ref().map_or_else(Canvas::new, |board| board.display(side));
            self.news.now_is(topic, &hex(&canvas));
        }
        let running = self.board.as_ref().and_then(|board| {
            let record = board.game().record();
            let white = record.white().unwrap_or(Side::South);
            Some(match (record.running()?, white) {
                (Colour::White, Side::South) | (Colour::Black, Side::North) => "south",
                _ => "north",
            })
        });
        self.news.now_is(
            "state",
            &State {
                power: self.board.is_some(),
                board: self.pieces.board_text(),
                off: self.pieces.off_text(),
                keys: self.keys.bits(),
                running,
                reader: self.port.reader(),
                pty: self.port.path().and_then(|path| path.to_str()),
                tcp: self.port.address().map(|address| address.to_string()),
                plays: self.play.is_some(),
                speed: self.speed,
                sounds: self.sounds,
            },
        );
    }
}

/// A display as its controller holds it: page by page, a byte for eight pixels one below
/// the other, two digits each.
fn hex(canvas: &Canvas) -> String {
    canvas.pages().as_flattened().iter().map(|byte| format!("{byte:02x}")).collect()
}
