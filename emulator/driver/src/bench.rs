//! A board's image and the core with the same contacts, compared.

use damiera::event::Event;
use damiera::game::{GameRequest, Input, Settings};
use damiera::menu::DeviceStatus;
use damiera::protocol::{Command, Deframed, Deframer, Entry, EventPosition, Reply, ToBoard, ToPc};
use damiera::rules::{Opening, Position};
use damiera::sense::{Cells, Contact, Key, SelfTest, Side};
use damiera::time::Instant;
use damiera::view::{Label, Screen, Snapshot};
use damiera_sim::picture::drawn;
use damiera_sim::virtual_board::{Mismatch, OutputKind, VirtualBoard};
use damiera_sim::wire;

use crate::alike::difference;
use crate::boards::BoardKind;
use crate::near::near;
use crate::{Emulator, Stopped, flash, image, same_picture, version};

/// The image of a board in the emulator, and the core ([`VirtualBoard`]) with the same contacts. Both
/// must report the same events and show the same screens.
pub struct Bench {
    /// The image.
    pub emulator: Emulator,
    /// The core.
    pub shadow: VirtualBoard,
    /// The core with other random numbers, after [`run_all_draws`](Self::run_all_draws).
    others: Vec<VirtualBoard>,
    board: BoardKind,
    white: Side,
    /// The closed reeds, by their place on the board.
    closed: Cells,
    /// The expected self-test page: reeds that have closed so far.
    self_test: SelfTest,
    /// Number of commands sent, the id of the last one.
    commands: u16,
    /// Whether the power is off.
    is_dark: bool,
    /// The id of the last [`Command::Replay`].
    replayed: Option<u16>,
}

/// Time from power-up until the image starts its game, in milliseconds; the core starts at 0.
const STARTS_AT: u64 = 4;
/// Time from power-up to the end of the image's first frame, in milliseconds.
const FIRST_FRAME: u64 = 6;
const MILLI: u64 = 1_000;
/// Number of random numbers that are tried for a draw: with 3,000 each of the 174 openings is drawn.
const LOTS: u64 = 3_000;
/// Time in which both displays are redrawn, in microseconds: two whole pictures of 25 ms, and a reserve.
const REDRAW: u64 = 70 * MILLI;

impl Bench {
    /// Starts the image of a board with a PC that listens.
    pub fn start(board: &BoardKind, limit: std::time::Duration) -> Result<Self, Stopped> {
        let emulator = Emulator::start(board, &image(board), limit)?;
        Self::with(emulator, board, Settings::default(), Side::South)
    }

    /// Starts the image with these settings in its flash, and White at this side. [`set`](Self::set)
    /// then takes the cells of the diagram, with White in the south.
    pub fn prepared(
        board: &BoardKind,
        settings: &Settings,
        white: Side,
        limit: std::time::Duration,
    ) -> Result<Self, Stopped> {
        let content = flash::with_settings(settings)?;
        let emulator = Emulator::start_with(board, &image(board), &content, limit)?;
        Self::with(emulator, board, *settings, white)
    }

    fn with(
        mut emulator: Emulator,
        board: &BoardKind,
        settings: Settings,
        white: Side,
    ) -> Result<Self, Stopped> {
        emulator.usb("plug")?;
        emulator.usb("open")?;
        emulator.power(true)?;
        let mut shadow = VirtualBoard::new(settings, board.wiring.timing, white);
        shadow.send(Input::Woken);
        let self_test = SelfTest::new(Position::start().occupied(), Cells::EMPTY);
        let (board, closed) = (*board, Cells::EMPTY);
        let (commands, is_dark, replayed) = (0, false, None);
        let others = Vec::new();
        Ok(Self {
            emulator,
            shadow,
            others,
            board,
            white,
            closed,
            self_test,
            commands,
            is_dark,
            replayed,
        })
    }

    /// Runs the core with `LOTS` random numbers from here on, until [`adopt_draw`](Self::adopt_draw):
    /// the random number of the image depends on its oscillator and on microseconds.
    pub fn run_all_draws(&mut self) {
        let with = |lot| {
            let mut board = self.shadow.clone();
            board.send(Input::Random(lot));
            board
        };
        self.others = (1..=LOTS).map(with).collect();
    }

    /// Keeps the core that has reported the same events as the image; the one before if none has.
    pub fn adopt_draw(&mut self) {
        let told = self.told();
        let others = std::mem::take(&mut self.others);
        let same = |board: &VirtualBoard| same_events(board, &told).is_ok();
        if let Some(same) = others.into_iter().find(same) {
            self.shadow = same;
        }
    }

    /// Applies `act` to the core, with every random number.
    fn shadows(
        &mut self,
        mut act: impl FnMut(&mut VirtualBoard) -> Result<(), Mismatch>,
    ) -> Result<(), Stopped> {
        let all = std::iter::once(&mut self.shadow).chain(&mut self.others);
        let done = all.map(&mut act).find(Result::is_err).unwrap_or(Ok(()));
        done.map_err(|mismatch| Stopped::Refused(mismatch.to_string()))
    }

    /// Waits for the board's `Hello`, 5 s at most.
    pub fn connected(&mut self) -> Result<(), Stopped> {
        while !self.other_messages().iter().any(|message| matches!(message, ToPc::Hello(_))) {
            self.run(50 * MILLI)?;
            if self.emulator.now() > 5_000 * MILLI {
                return Err(Stopped::Refused("the board sends no Hello".to_owned()));
            }
        }
        Ok(())
    }

    /// Sends a command to the image, not to the core. Returns the id of its reply.
    pub fn command(&mut self, command: Command) -> Result<u16, Stopped> {
        self.commands += 1;
        let message = ToBoard { id: self.commands, command };
        self.emulator.usb_write(&wire::frame(&wire::bytes(&message)))?;
        Ok(self.commands)
    }

    /// Returns the reply to a command, if it has come.
    pub fn reply(&self, id: u16) -> Option<Reply> {
        self.other_messages().into_iter().find_map(|message| match message {
            ToPc::Reply(reply) if reply.id == id => Some(reply),
            _ => None,
        })
    }

    /// Starts a game, as a PC does with `NewGame`.
    pub fn new_game(
        &mut self,
        position: Position,
        opening: Option<Opening>,
    ) -> Result<(), Stopped> {
        self.command(Command::NewGame { position, opening })?;
        self.shadows(|shadow| {
            shadow.send(Input::Request(GameRequest::NewGame { position: Some(position), opening }));
            Ok(())
        })
    }

    /// Lets so many microseconds pass.
    pub fn run(&mut self, micros: u64) -> Result<(), Stopped> {
        self.emulator.run(micros)?;
        if self.is_dark {
            return Ok(());
        }
        let now = (self.emulator.now() / MILLI).saturating_sub(STARTS_AT);
        self.shadows(|shadow| shadow.run_to(now))
    }

    /// Lets time pass until the image begins its next frame: contacts that change now change
    /// in one frame.
    pub fn run_to_frame(&mut self) -> Result<(), Stopped> {
        self.emulator.run_to_frame()?;
        self.run(0)
    }

    /// Switches the power off.
    pub fn power_off(&mut self) -> Result<(), Stopped> {
        self.is_dark = true;
        self.emulator.power(false)
    }

    /// Switches the power on, with or without MENU held.
    pub fn power_on(&mut self, menu: bool) -> Result<(), Stopped> {
        if menu {
            self.emulator.set(Contact::Key(Key::Menu), true)?;
        }
        self.is_dark = false;
        self.emulator.power(true)?;
        self.self_test = SelfTest::new(Position::start().occupied(), Cells::EMPTY);
        self.self_test.observe(self.closed);
        // Image and core count the game's time from here on.
        let back = (self.emulator.now() / MILLI).saturating_sub(STARTS_AT);
        self.shadows(|shadow| shadow.restart_slowly(back, FIRST_FRAME, menu))
    }

    /// Asks the image for all events in its journal. [`told`](Self::told) then returns these: the PC has
    /// missed the events of a connection that a power cut has ended.
    pub fn ask_for_all(&mut self) -> Result<(), Stopped> {
        self.run(500 * MILLI)?;
        self.replayed = Some(self.command(Command::Replay(EventPosition::default()))?);
        self.run(300 * MILLI)
    }

    /// Closes or opens a contact.
    pub fn set(&mut self, contact: Contact, closed: bool) -> Result<(), Stopped> {
        let below = match contact {
            Contact::Cell(cell) if self.white == Side::North => Contact::Cell(cell.turned()),
            _ => contact,
        };
        self.emulator.set(below, closed)?;
        self.shadows(|shadow| shadow.set(contact, closed, shadow.now()))?;
        if let Contact::Cell(cell) = below {
            let others = self.closed.without(cell);
            self.closed = if closed { others.with(cell) } else { others };
            self.self_test.observe(self.closed);
        }
        Ok(())
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: Key) -> Result<(), Stopped> {
        self.set(Contact::Key(key), true)?;
        self.run(80 * MILLI)?;
        self.set(Contact::Key(key), false)?;
        self.run(80 * MILLI)
    }

    /// Puts the pieces of the start position on the board.
    pub fn set_up_pieces(&mut self) -> Result<(), Stopped> {
        for square in Position::start().occupied() {
            self.set(Contact::Cell(square.cell()), true)?;
        }
        Ok(())
    }

    /// Waits until the image erases no more flash: an erase stops the scan for 45 ms, and edges
    /// meanwhile are stamped late.
    pub fn wait_for_erases(&mut self) -> Result<(), Stopped> {
        let mut operations = None;
        loop {
            self.run(600 * MILLI)?;
            let counted = Some(self.emulator.counts()?.flash_operations);
            if counted == operations {
                return Ok(());
            }
            operations = counted;
        }
    }

    /// Passes the first screen and the questions of a new board, up to the setup of the pieces.
    pub fn welcome(&mut self) -> Result<(), Stopped> {
        self.run(1_300 * MILLI)?;
        self.wait_for_erases()?;
        for _ in 0..12 {
            if let Screen::SetUp(_) | Screen::Ready(_) = self.snapshot(Side::South).screen {
                return Ok(());
            }
            self.press(Key::Menu)?;
        }
        Err(Stopped::Refused("MENU does not lead past the welcome".to_owned()))
    }

    /// Returns the snapshot that a display must show, from the core.
    pub fn snapshot(&self, facing: Side) -> Snapshot {
        let device_status = DeviceStatus {
            version: Label::cut(&version()),
            silent: self.self_test.silent(),
            closed: self.closed,
            working: self.self_test.working(),
            ..DeviceStatus::default()
        };
        self.shadow.game().snapshot(self.known(), facing, &device_status)
    }

    /// Returns the time up to which the core knows all edges.
    fn known(&self) -> Instant {
        Instant::from_millis(self.shadow.now().saturating_sub(self.shadow.delay()))
    }

    /// Checks that the displays show the core's snapshots, in either phase of blinking and with clocks at
    /// most three milliseconds apart; otherwise returns the difference. A picture that differs is
    /// compared again after `REDRAW`, since it may be in transfer.
    pub fn shows_the_same(&mut self) -> Result<(), String> {
        if self.compared().is_ok() {
            return Ok(());
        }
        self.run(REDRAW).map_err(|error| error.to_string())?;
        self.compared()
    }

    fn compared(&mut self) -> Result<(), String> {
        for mount in self.board.wiring.displays.mounts {
            let shown = self.emulator.picture(mount.address).map_err(|error| error.to_string())?;
            let snapshot = self.snapshot(mount.facing);
            let off = same_picture(&drawn(&Snapshot { blink: false, ..snapshot }), shown.as_ref());
            let near = near(&snapshot, self.shadow.game(), self.known());
            let phases = near
                .iter()
                .flat_map(|near| [false, true].map(|blink| drawn(&Snapshot { blink, ..*near })));
            let same = phases.into_iter().any(|phase| same_picture(&phase, shown.as_ref()).is_ok());
            if let (Err(difference), false) = (off, same) {
                let (address, screen) = (mount.address, snapshot.screen);
                let name = self.board.name;
                return Err(format!("{name}, display {address:#x}, {screen:?}:\n{difference}"));
            }
        }
        Ok(())
    }

    /// Checks that no fault, reset, USB error or gap of the emulator has happened; otherwise returns the
    /// first.
    pub fn is_clean(&self) -> Result<(), String> {
        let bad = self.emulator.happened().iter().find(|happening| happening.what.is_bad());
        bad.map_or(Ok(()), |bad| Err(format!("{}: {bad:?}", self.board.name)))
    }

    /// Returns all whole messages that the image has sent.
    pub fn messages(&self) -> Vec<Vec<u8>> {
        let mut deframer = Deframer::new();
        let mut messages = Vec::new();
        for (_, byte) in self.emulator.usb_bytes() {
            if let Some(Deframed::Message(message)) = deframer.push(byte) {
                messages.push(message.to_vec());
            }
        }
        messages
    }

    /// Returns the events that the image has sent; after [`ask_for_all`](Self::ask_for_all) those of the
    /// replay.
    pub fn told(&self) -> Vec<Event> {
        let mut messages = self.messages();
        if let Some(asked) = self.replayed {
            let answers = |message: &Vec<u8>| matches!(ToPc::read(message), Ok(ToPc::Reply(reply)) if reply.id == asked);
            // The replay begins after the reply.
            let answer = messages.iter().position(answers).unwrap_or(messages.len());
            messages.drain(..answer);
        }
        let entries = messages.iter().filter_map(|message| Entry::in_message(message)?.ok());
        entries.filter_map(|entry| entry.event().ok()).collect()
    }

    /// Returns the messages of the image that are no events: hellos, replies, live messages.
    pub fn other_messages(&self) -> Vec<ToPc> {
        let read = self.messages();
        let read = read.iter().filter_map(|message| ToPc::read(message).ok());
        read.filter(|message| !matches!(message, ToPc::Event(_))).collect()
    }

    /// Checks that the image has sent the events of the core and no others, equal in every field and
    /// with times at most three milliseconds apart; otherwise returns the first difference.
    pub fn tells_the_same(&self) -> Result<(), String> {
        self.are_the_same(&self.told())
    }

    /// Checks these events, as [`tells_the_same`](Self::tells_the_same) does.
    pub fn are_the_same(&self, told: &[Event]) -> Result<(), String> {
        same_events(&self.shadow, told)
    }
}

/// Checks that these are the events of the core; otherwise returns the first difference.
fn same_events(shadow: &VirtualBoard, told: &[Event]) -> Result<(), String> {
    let expected = shadow.outputs().iter().filter_map(|output| {
        let OutputKind::Event(event) = output.what else { return None };
        Some(event)
    });
    let expected: Vec<_> = expected.collect();
    for (index, expected) in expected.iter().enumerate() {
        let Some(told) = told.get(index) else {
            return Err(format!("the image does not send event {index}: {expected:?}"));
        };
        if let Some(difference) = difference(told, expected) {
            return Err(format!(
                "event {index}: {difference}\nthe image sends {told:?}\ninstead of {expected:?}"
            ));
        }
    }
    match told.get(expected.len()) {
        Some(more) => Err(format!("the image sends {more:?}, which the core does not report")),
        None => Ok(()),
    }
}
