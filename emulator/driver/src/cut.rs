//! Power cuts in the middle of flash operations, and the checks after the next power-up.

use std::time::Duration;

use damiera::event::{Event, EventKind};
use damiera::game::{Phase, Record, Settings};
use damiera::journal::Geometry;
use damiera::protocol::{Command, Deframed, Deframer, Entry, EventPosition, ToBoard, ToPc};
use damiera::rules::{Cell, Colour, Move, Position, Side, Square};
use damiera::sense::{Cells, Contact, Key};
use damiera_sim::nor::{PAGE, SECTOR};
use damiera_sim::random::Random;
use damiera_sim::wire;

use crate::boards::BoardKind;
use crate::{Emulator, Happened, Stopped, flash, image};

/// The work of the board at the power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// It erases a flash that is full of zeros: mostly sector erases.
    MakingRoom,
    /// It stores a game with a running clock: page programs.
    Playing,
}

/// The moment of the cut within a flash operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Before the first byte is done.
    Start,
    /// After a random number of bytes.
    Middle,
    /// Before the last byte is done.
    End,
}

/// A power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The work of the board.
    pub doing: Doing,
    /// The flash operation, counted from power-up.
    pub operation: u32,
    /// The moment within the operation.
    pub moment: Moment,
    /// Number of bytes of the operation that are done.
    pub byte: u32,
}

/// Legal half-moves from the start position.
const MOVED: [(u8, u8); 4] = [(24, 20), (10, 14), (28, 24), (5, 10)];
const MILLI: u64 = 1_000;

/// Returns `count` cuts, spread over all flash operations of a board and over their moments. The same
/// count gives the same cuts.
pub fn sample(board: &BoardKind, count: u32, limit: Duration) -> Result<Vec<Cut>, Stopped> {
    let mut random = Random::new(count.into());
    let mut cuts = Vec::new();
    for doing in [Doing::MakingRoom, Doing::Playing] {
        let operations = Hands::start(board, doing, limit)?.run_through(doing)?;
        let share = count.div_ceil(2);
        for index in 0..share {
            let operation = index * operations / share;
            // Pages while it plays, sectors while it erases; the few pages that it programs then are
            // cut at their end.
            let length = if doing == Doing::Playing { PAGE } else { SECTOR } as u32;
            let (moment, byte) = match index % 3 {
                0 => (Moment::Start, 0),
                1 => (Moment::Middle, 1 + random.below(length as usize - 2) as u32),
                _ => (Moment::End, length - 1),
            };
            cuts.push(Cut { doing, operation, moment, byte });
        }
    }
    cuts.truncate(count as usize);
    Ok(cuts)
}

/// Cuts the power, restores it and plays a move: every event sent before the cut must still be in the
/// journal, and the move must be reported. Otherwise returns what failed.
pub fn survives(board: &BoardKind, cut: Cut, limit: Duration) -> Result<(), String> {
    let text = |stopped: Stopped| stopped.to_string();
    let mut hands = Hands::start(board, cut.doing, limit).map_err(text)?;
    hands.emulator.cut(cut.operation, cut.byte).map_err(text)?;
    hands.run_through(cut.doing).map_err(text)?;
    let dark = |what: &Happened| matches!(what, Happened::Cut { .. });
    if !hands.emulator.happened().iter().any(|happening| dark(&happening.what)) {
        return Err(
            "the power was not cut: the board has made fewer flash operations than in `sample`"
                .to_owned(),
        );
    }
    let told = hands.events();
    hands.power_returns().map_err(text)?;
    let kept = hands.kept().map_err(text)?;
    if let Some(lost) = told.iter().find(|event| !kept.contains(event)) {
        return Err(format!("sent, but not in the journal: {lost:?}"));
    }
    hands.play_on(&kept)?;
    let bad = hands.emulator.happened().iter().find(|happening| happening.what.is_bad());
    bad.map_or(Ok(()), |bad| Err(format!("{bad:?}")))
}

/// Simulated hands at a board, and a PC at its USB cable.
pub struct Hands {
    /// The board in the emulator.
    pub emulator: Emulator,
    closed: Cells,
    /// Number of bytes received on earlier connections.
    read: usize,
    commands: u16,
}

impl Hands {
    /// Starts a board with settings, the pieces in the start position, and power.
    pub fn start(board: &BoardKind, doing: Doing, limit: Duration) -> Result<Self, Stopped> {
        let settings =
            Settings { introduced: true, white: Some(Side::South), ..Settings::default() };
        let mut content = flash::with_settings(&settings)?;
        if doing == Doing::MakingRoom {
            let geometry = Geometry::SHIPPED;
            content[(geometry.start + geometry.settings) as usize..].fill(0);
        }
        let emulator = Emulator::start_with(board, &image(board), &content, limit)?;
        let mut hands = Self { emulator, closed: Cells::EMPTY, read: 0, commands: 0 };
        hands.lay_out(&Position::start())?;
        hands.emulator.usb("plug")?;
        hands.emulator.usb("open")?;
        hands.emulator.power(true)?;
        Ok(hands)
    }

    /// Does the work, or the part of it before the power cut. Returns the number of flash operations.
    fn run_through(&mut self, doing: Doing) -> Result<u32, Stopped> {
        match doing {
            Doing::MakingRoom => self.run(3_500)?,
            Doing::Playing => self.play_four()?,
        }
        Ok(self.emulator.counts()?.flash_operations as u32)
    }

    /// Starts a game and plays four half-moves; the clock then runs for 1.3 s.
    pub fn play_four(&mut self) -> Result<(), Stopped> {
        self.run(400)?;
        self.new_game()?;
        for (index, (from, to)) in MOVED.into_iter().enumerate() {
            self.half_move(from, to)?;
            self.press(Key::Player(if index % 2 == 0 { Side::South } else { Side::North }))?;
        }
        self.run(1_300)
    }

    /// Starts a game from the PC, and White's clock with Black's key.
    fn new_game(&mut self) -> Result<(), Stopped> {
        self.command(Command::NewGame { position: Position::start(), opening: None })?;
        self.run(100)?;
        self.press(Key::Player(Side::North))
    }

    /// Lets so many milliseconds pass.
    pub fn run(&mut self, millis: u64) -> Result<(), Stopped> {
        self.emulator.run(millis * MILLI)
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: Key) -> Result<(), Stopped> {
        self.emulator.set(Contact::Key(key), true)?;
        self.run(60)?;
        self.emulator.set(Contact::Key(key), false)?;
        self.run(60)
    }

    fn half_move(&mut self, from: u8, to: u8) -> Result<(), Stopped> {
        let cell = |number| Square::new(number).map(Square::cell);
        let (Some(from), Some(to)) = (cell(from), cell(to)) else { return Ok(()) };
        self.set(from, false)?;
        self.run(200)?;
        self.set(to, true)?;
        self.run(60)
    }

    fn set(&mut self, cell: Cell, closed: bool) -> Result<(), Stopped> {
        let others = self.closed.without(cell);
        self.closed = if closed { others.with(cell) } else { others };
        self.emulator.set(Contact::Cell(cell), closed)
    }

    /// Puts the pieces on the squares of a position.
    fn lay_out(&mut self, position: &Position) -> Result<(), Stopped> {
        let wanted = position.occupied().into_iter().map(Square::cell);
        let wanted = wanted.fold(Cells::EMPTY, Cells::with);
        for cell in (self.closed ^ wanted).iter() {
            self.set(cell, wanted.contains(cell))?;
        }
        Ok(())
    }

    fn has_power(&self) -> bool {
        let power =
            self.emulator.happened().iter().rev().find_map(|happening| match happening.what {
                Happened::Power { on } => Some(on),
                _ => None,
            });
        power == Some(true)
    }

    /// Sends a command; does nothing without power, when there is no port.
    pub fn command(&mut self, command: Command) -> Result<(), Stopped> {
        if !self.has_power() {
            return Ok(());
        }
        self.commands += 1;
        let message = ToBoard { id: self.commands, command };
        self.emulator.usb_write(&wire::frame(&wire::bytes(&message)))
    }

    /// Returns all whole messages of this connection.
    pub fn messages(&self) -> Vec<Vec<u8>> {
        let mut deframer = Deframer::new();
        let mut messages = Vec::new();
        for (_, byte) in self.emulator.usb_bytes().into_iter().skip(self.read) {
            if let Some(Deframed::Message(message)) = deframer.push(byte) {
                messages.push(message.to_vec());
            }
        }
        messages
    }

    /// Returns the events of this connection.
    pub fn events(&self) -> Vec<Event> {
        let messages = self.messages();
        let entries = messages.iter().filter_map(|message| Entry::in_message(message)?.ok());
        entries.filter_map(|entry| entry.event().ok()).collect()
    }

    /// Returns the messages of this connection that are no events.
    pub fn said(&self) -> Vec<ToPc> {
        let read = self.messages().into_iter().filter_map(|message| ToPc::read(&message).ok());
        read.filter(|message| !matches!(message, ToPc::Event(_))).collect()
    }

    /// Drops all bytes received so far.
    pub fn forget(&mut self) {
        self.read = self.emulator.usb_bytes().len();
    }

    /// Restores the power and waits for the board's `Hello`.
    pub fn power_returns(&mut self) -> Result<(), Stopped> {
        self.forget();
        self.run(50)?;
        self.emulator.power(true)?;
        self.greeted()
    }

    /// Waits for the board's `Hello`, 3 s at most.
    pub fn greeted(&mut self) -> Result<(), Stopped> {
        for _ in 0..30 {
            self.run(100)?;
            if self.said().iter().any(|said| matches!(said, ToPc::Hello(_))) {
                return Ok(());
            }
        }
        Err(Stopped::Refused("the board sends no Hello".to_owned()))
    }

    /// Returns all events in the board's journal.
    pub fn kept(&mut self) -> Result<Vec<Event>, Stopped> {
        self.command(Command::Replay(EventPosition::default()))?;
        self.run(300)?;
        Ok(self.events())
    }

    /// Resumes the last of these games, or starts a new one, and plays a move.
    pub fn play_on(&mut self, kept: &[Event]) -> Result<(), String> {
        let text = |stopped: Stopped| stopped.to_string();
        let mut record = Record::new();
        for event in kept {
            record.apply(event);
        }
        let goes_on = record.number() > 0 && *record.phase() != Phase::Over;
        let position = if goes_on { *record.position() } else { Position::start() };
        self.lay_out(&position).map_err(text)?;
        // Past the first screen.
        self.run(1_300).map_err(text)?;
        let recovered =
            matches!(kept.last(), Some(Event { what: EventKind::Recovered { .. }, .. }));
        if recovered {
            self.press(Key::Menu).map_err(text)?;
        } else if goes_on {
            // The game was set up and waits for Black's key.
            self.press(Key::Player(Side::North)).map_err(text)?;
        } else {
            self.new_game().map_err(text)?;
        }
        // 3.7: a piece that was touched before the cut has to be played after it.
        let touched = record.touched().filter(|_| goes_on);
        let fits = |m: &&Move| !m.is_capture() && touched.is_none_or(|square| m.from() == square);
        let Some(played) = position.legal_moves().iter().find(fits).copied() else {
            return Err("no move without a capture is left".to_owned());
        };
        self.half_move(played.from().number(), played.to().number()).map_err(text)?;
        let side = if position.turn() == Colour::White { Side::South } else { Side::North };
        self.press(Key::Player(side)).map_err(text)?;
        self.run(100).map_err(text)?;
        let events = self.events();
        let moved = events.iter().rev().find_map(|event| match event.what {
            EventKind::Moved { played, .. } => Some(played),
            _ => None,
        });
        if moved == Some(played) {
            Ok(())
        } else {
            let after = events.get(kept.len()..).unwrap_or_default();
            Err(format!("{played:?} is not reported after {}, but {}", names(kept), names(after)))
        }
    }
}

/// Returns the names and times of the events.
fn names(events: &[Event]) -> String {
    let name = |event: &Event| {
        let what = format!("{:?}", event.what);
        let end = what.find(|c: char| !c.is_alphanumeric()).unwrap_or(what.len());
        format!("{}@{}", &what[..end], event.at)
    };
    events.iter().map(name).collect::<Vec<_>>().join(" ")
}
