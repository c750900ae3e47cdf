use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;
use damiera::rules::{Cell, Colour, Position, Side};
use damiera::sense::{Contact, Frame, Key, Keys};
use serde::{Deserialize, Serialize};

use crate::cable::Cable;
use crate::event_text::MessageReader;
use crate::link::Stop;

use super::backend::Backend;
use super::hands::{Hands, one_by_one};
use super::news::News;
use super::pieces::Pieces;
use super::script::{Deed, Script};

/// Timeout of waiting for an order.
const REST: Duration = Duration::from_millis(1);
/// Interval of updates to the pages.
const UPDATE_INTERVAL: Duration = Duration::from_millis(16);
/// Milliseconds by which the board may lag behind real time, as an emulator on a busy computer
/// does. Beyond that its time runs slower, so that inputs still take effect soon.
const BEHIND: u64 = 100;
/// Longest run of the board between two polls of its port, in milliseconds.
const STRIDE: u64 = 5;

/// An action of the user at the page.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(super) enum Order {
    /// Takes a piece off a cell: 0 to 63 from the top left.
    Lift { cell: u8 },
    /// Puts a piece down: of this colour, `w` or `b`, or the one lifted last.
    Drop { cell: u8, piece: Option<char> },
    /// Presses or releases a key.
    Key { key: KeyName, down: bool },
    /// Switches the power on or off.
    Power { on: bool },
    /// Sets up the start position.
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

/// The state that a page shows besides the displays and the stream.
#[derive(Serialize)]
struct State<'a> {
    power: bool,
    board: String,
    off: String,
    /// The pressed keys as bits: south, north, MENU, MINUS, PLUS.
    keys: u8,
    /// The side whose clock runs.
    running: Option<&'static str>,
    reader: Option<&'static str>,
    pty: Option<&'a str>,
    tcp: Option<String>,
    /// Whether a script plays.
    plays: bool,
    speed: f64,
    /// Number of times the buzzer has started.
    sounds: u32,
}

/// Runs a virtual board in real time, with its pieces, its USB port and its pages.
pub(super) struct Engine {
    board: Box<dyn Backend>,
    pieces: Pieces,
    keys: Keys,
    hands: Hands,
    port: Cable,
    messages: MessageReader,
    news: News,
    play: Option<Play>,
    /// The seed of the next game of the demonstration.
    demo: Option<u64>,
    speed: f64,
    /// Time of power-on, moved forward by the time that the board lags behind.
    woke: Instant,
    sounds: u32,
}

/// A script that is being played.
struct Play {
    script: Script,
    /// Number of deeds done.
    done: usize,
    /// Start time in milliseconds; `None` until the board is ready.
    base: Option<u64>,
}

impl Play {
    /// Time of the next deed.
    fn next_at(&self) -> Option<u64> {
        let at = self.script.deeds.get(self.done).map_or(self.script.end, |(at, _)| *at);
        Some(self.base? + at)
    }
}

impl Engine {
    /// Returns a board in the start position, without power.
    pub(super) fn new(board: Box<dyn Backend>, port: Cable, news: News, speed: f64) -> Self {
        Self {
            board,
            pieces: Pieces::of(&Position::start(), Side::South),
            keys: Keys::EMPTY,
            hands: Hands::default(),
            port,
            messages: MessageReader::default(),
            news,
            play: None,
            demo: None,
            speed,
            woke: Instant::now(),
            sounds: 0,
        }
    }

    /// Plays a script after power-on.
    pub(super) fn play(&mut self, script: Script) {
        self.lay_out(&script);
        self.play = Some(Play { script, done: 0, base: None });
    }

    /// Plays random games from this seed on after power-on.
    pub(super) fn demonstrate(&mut self, seed: u64) -> Result<()> {
        self.demo = Some(seed.wrapping_add(1));
        self.play(Script::random(seed)?);
        Ok(())
    }

    /// Switches the power on.
    pub(super) fn switch_on(&mut self) -> Result<()> {
        self.board.wake(Frame { cells: self.pieces.occupied(), keys: self.keys })?;
        self.woke = Instant::now();
        self.messages = MessageReader::default();
        Ok(())
    }

    fn switch_off(&mut self) -> Result<()> {
        // Pending changes of contacts are dropped: the board reads the contacts at power-on.
        self.hands.forget().for_each(drop);
        self.board.cut()?;
        self.play = None;
        self.demo = None;
        self.port.unplug();
        Ok(())
    }

    /// Runs until `stop` is set, or all senders of orders are dropped.
    pub(super) fn run(mut self, orders: &Receiver<Order>, stop: &Stop) -> Result<()> {
        let mut told = Instant::now() - UPDATE_INTERVAL;
        while !stop.is_set() {
            if self.hands.is_full() {
                // Orders wait in their queue, and are refused when that is full too.
                thread::sleep(REST);
            } else {
                match orders.recv_timeout(REST) {
                    Ok(order) => self.obey(order)?,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
            }
            self.catch_up()?;
            if told.elapsed() >= UPDATE_INTERVAL {
                told = Instant::now();
                self.tell();
            }
        }
        Ok(())
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
            Order::Power { on } => match (on, self.board.is_awake()) {
                (true, false) => self.switch_on()?,
                (false, true) => self.switch_off()?,
                _ => {}
            },
            Order::SetUp => {
                let before = self.pieces.occupied();
                self.pieces = Pieces::of(&Position::start(), Side::South);
                if self.board.is_awake() {
                    self.hands.lay_out(before, self.pieces.occupied(), self.board.now());
                }
            }
        }
        Ok(())
    }

    /// Changes a contact; without power the change takes effect at power-on.
    fn touch(&mut self, contact: Contact, closed: bool) {
        if self.board.is_awake() {
            self.hands.set(contact, closed, self.board.now());
        }
    }

    /// Advances the board to the current time.
    fn catch_up(&mut self) -> Result<()> {
        if self.board.is_awake() && self.port.poll() {
            // A reader has connected or disconnected: the stream begins anew.
            self.board.greet(self.port.reader().is_some())?;
            self.messages = MessageReader::default();
        }
        let now = (self.woke.elapsed().as_secs_f64() * self.speed * 1_000.0) as u64;
        let begun = Instant::now();
        while self.board.is_awake() && self.board.now() < now {
            self.perform()?;
            self.step(now)?;
            // Orders and pages must not wait for a board that lags behind.
            if begun.elapsed() > 2 * UPDATE_INTERVAL {
                break;
            }
        }
        let behind = now.saturating_sub(self.board.now());
        if self.board.is_awake() && behind > BEHIND {
            let lost = (behind - BEHIND) as f64 / self.speed / 1_000.0;
            self.woke += Duration::from_secs_f64(lost);
        }
        Ok(())
    }

    /// Advances the board to its next input, at most to `now`.
    fn step(&mut self, now: u64) -> Result<()> {
        let Self { board, hands, .. } = self;
        while let Some((contact, closed)) = hands.next(board.now()) {
            board.set(contact, closed)?;
        }
        let taken = board.receive(self.port.input())?;
        self.port.taken(taken);
        let deed = self.play.as_ref().and_then(Play::next_at);
        let next = [Some(now), Some(board.now() + STRIDE), hands.next_at(), deed];
        let until = next.into_iter().flatten().min().unwrap_or(now);
        board.run(until.max(board.now() + 1))?;
        loop {
            let bytes = board.output().to_vec();
            if bytes.is_empty() {
                break;
            }
            let sent = self.port.send(&bytes);
            board.sent(sent)?;
            self.messages.read(&bytes[..sent]).iter().for_each(|line| self.news.line(line));
            if sent < bytes.len() {
                break;
            }
        }
        self.sounds += u32::from(board.sounds());
        let record = board.record();
        let white = record.white().unwrap_or(Side::South);
        if self.play.is_some() {
            self.pieces.agree(record.position(), white);
        }
        self.pieces.crown(record.position(), white);
        if board.wants_reboot() {
            self.switch_off()?;
            self.switch_on()?;
        }
        Ok(())
    }

    /// Does the deeds of the script that are due.
    fn perform(&mut self) -> Result<()> {
        let Some(play) = &mut self.play else { return Ok(()) };
        if play.base.is_none() && self.board.is_ready() {
            play.base = Some(self.board.now());
        }
        let Some(base) = play.base else { return Ok(()) };
        let now = self.board.now() - base;
        while let Some((_, deed)) = play.script.deeds.get(play.done).filter(|(at, _)| *at <= now) {
            play.done += 1;
            match *deed {
                Deed::Input(input) => self.board.send(input)?,
                Deed::Contact(contact, closed) => {
                    self.board.set(contact, closed)?;
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
            let before = self.pieces.occupied();
            self.demo = Some(seed.wrapping_add(1));
            self.lay_out(&script);
            script.begin_with(one_by_one(before, self.pieces.occupied()));
            self.play = Some(Play { script, done: 0, base: None });
        }
        Ok(())
    }

    /// Sets up the start position of a script.
    fn lay_out(&mut self, script: &Script) {
        self.pieces = Pieces::of(&script.position, script.white);
        for square in script.position.occupied() & !script.pieces {
            self.pieces.lift(super::pieces::below(square.cell(), script.white));
        }
    }

    fn tell(&self) {
        for (topic, side) in [("south", Side::South), ("north", Side::North)] {
            self.news.now_is(topic, &self.board.display(side));
        }
        let record = self.board.record();
        let white = record.white().unwrap_or(Side::South);
        let running = record.running().filter(|_| self.board.is_awake());
        let running = running.map(|colour| match (colour, white) {
            (Colour::White, Side::South) | (Colour::Black, Side::North) => "south",
            _ => "north",
        });
        self.news.now_is(
            "state",
            &State {
                power: self.board.is_awake(),
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
