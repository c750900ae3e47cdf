use damiera::event::Event;
use damiera::game::{GameRequest, Input, Settings};
use damiera::menu::DeviceStatus;
use damiera::protocol::{Command, Deframed, Deframer, Entry, EventPosition, Reply, ToBoard, ToPc};
use damiera::rules::{Opening, Position};
use damiera::sense::{Cells, Contact, Key, SelfTest, Side};
use damiera::time::Instant;
use damiera::view::{Label, Screen, Snapshot};
use damiera_sim::picture::drawn;
use damiera_sim::virtual_board::{Happened, Mismatch, VirtualBoard};
use damiera_sim::wire;

use crate::alike::difference;
use crate::boards::BoardKind;
use crate::near::near;
use crate::{Emulator, Stopped, flash, image, same_picture, version};

/// The image of a board, and beside it the core alone with the same contacts:
/// what the one tells and shows, the other must tell and show.
pub struct Bench {
    /// The image.
    pub emulator: Emulator,
    /// The core.
    pub shadow: VirtualBoard,
    /// The core again with other lots, where some are drawn.
    others: Vec<VirtualBoard>,
    board: BoardKind,
    white: Side,
    /// Closed now, as the reeds lie.
    closed: Cells,
    felt: SelfTest,
    /// Commands sent.
    commands: u16,
    is_dark: bool,
    /// The command that asked for everything from the beginning.
    replayed: Option<u16>,
}

/// The core plays from the beginning, the image after it has checked itself: so
/// many milliseconds later.
const STARTS_AT: u64 = 4;
/// From the power to the end of the image's first frame, in milliseconds.
const FIRST_FRAME: u64 = 6;
const MILLI: u64 = 1_000;
/// With so many there is one for each of the 174 openings, and if there is none the image differs.
const LOTS: u64 = 3_000;
/// Microseconds in which both displays have been drawn anew.
const REDRAW: u64 = 70 * MILLI;
impl Bench {
    /// Starts the image of a board with a PC that listens.
    pub fn start(board: &BoardKind, limit: std::time::Duration) -> Result<Self, Stopped> {
        let emulator = Emulator::start(board, &image(board), limit)?;
        Self::with(emulator, board, Settings::default(), Side::South)
    }

    /// The same on a board that somebody has set up, with White at this side.
    /// Contacts are then those of the diagram.
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
        let felt = SelfTest::new(Position::start().occupied(), Cells::EMPTY);
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
            felt,
            commands,
            is_dark,
            replayed,
        })
    }

    /// Lots will be drawn. Those of the image hang on its oscillator and on microseconds, which nobody
    /// can foretell: so the core runs with every lot there is, until [`drawn`](Self::drawn).
    pub fn draws(&mut self) {
        let with = |lot| {
            let mut board = self.shadow.clone();
            board.send(Input::Random(lot));
            board
        };
        self.others = (1..=LOTS).map(with).collect();
    }

    /// From here on the core is the one that has drawn what the image has drawn; the same as before if
    /// none has.
    pub fn drawn(&mut self) {
        let told = self.told();
        let others = std::mem::take(&mut self.others);
        let same = |board: &VirtualBoard| same_events(board, &told).is_ok();
        if let Some(same) = others.into_iter().find(same) {
            self.shadow = same;
        }
    }

    /// Does the same to the core, with whatever lots.
    fn shadows(
        &mut self,
        mut act: impl FnMut(&mut VirtualBoard) -> Result<(), Mismatch>,
    ) -> Result<(), Stopped> {
        let all = std::iter::once(&mut self.shadow).chain(&mut self.others);
        let done = all.map(&mut act).find(Result::is_err).unwrap_or(Ok(()));
        done.map_err(|mismatch| Stopped::Refused(mismatch.to_string()))
    }

    /// Waits until the board has greeted the PC.
    pub fn connected(&mut self) -> Result<(), Stopped> {
        while !self.told_besides().iter().any(|told| matches!(told, ToPc::Hello(_))) {
            self.run(50 * MILLI)?;
            if self.emulator.now() > 5_000 * MILLI {
                return Err(Stopped::Refused("the board does not greet".to_owned()));
            }
        }
        Ok(())
    }

    /// Sends a command, and says by which number its reply is known. The core does not
    /// hear of it.
    pub fn command(&mut self, command: Command) -> Result<u16, Stopped> {
        self.commands += 1;
        let message = ToBoard { id: self.commands, command };
        self.emulator.usb_write(&wire::frame(&wire::bytes(&message)))?;
        Ok(self.commands)
    }

    /// The reply to a command, if it has come.
    pub fn reply(&self, id: u16) -> Option<Reply> {
        self.told_besides().into_iter().find_map(|told| match told {
            ToPc::Reply(reply) if reply.id == id => Some(reply),
            _ => None,
        })
    }

    /// A PC begins a game.
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

    /// The power goes.
    pub fn power_off(&mut self) -> Result<(), Stopped> {
        self.is_dark = true;
        self.emulator.power(false)
    }

    /// It comes back, with or without MENU held.
    pub fn power_on(&mut self, menu: bool) -> Result<(), Stopped> {
        if menu {
            self.emulator.set(Contact::Key(Key::Menu), true)?;
        }
        self.is_dark = false;
        self.emulator.power(true)?;
        self.felt = SelfTest::new(Position::start().occupied(), Cells::EMPTY);
        self.felt.observe(self.closed);
        // Both count the time of the game from here on.
        let back = (self.emulator.now() / MILLI).saturating_sub(STARTS_AT);
        self.shadows(|shadow| shadow.restart_slowly(back, FIRST_FRAME, menu))
    }

    /// Asks the board for all that it keeps: from here on that is what it has told. A PC that
    /// the power cut has thrown off could not know otherwise.
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
            self.felt.observe(self.closed);
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

    /// Lets the board make room in its flash: an erase keeps the chip for 45 ms, and
    /// edges meanwhile are stamped late.
    pub fn tidied(&mut self) -> Result<(), Stopped> {
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

    /// Goes past the first screen and what a new board asks, to the pieces.
    pub fn welcome(&mut self) -> Result<(), Stopped> {
        self.run(1_300 * MILLI)?;
        self.tidied()?;
        for _ in 0..12 {
            if let Screen::SetUp(_) | Screen::Ready(_) = self.snapshot(Side::South).screen {
                return Ok(());
            }
            self.press(Key::Menu)?;
        }
        Err(Stopped::Refused("MENU does not lead past the welcome".to_owned()))
    }

    /// What a display should show.
    pub fn snapshot(&self, facing: Side) -> Snapshot {
        let device_status = DeviceStatus {
            version: Label::cut(&version()),
            silent: self.felt.silent(),
            closed: self.closed,
            working: self.felt.working(),
            ..DeviceStatus::default()
        };
        self.shadow.game().snapshot(self.known(), facing, &device_status)
    }

    /// Up to when the core knows everything.
    fn known(&self) -> Instant {
        Instant::from_millis(self.shadow.now().saturating_sub(self.shadow.delay()))
    }

    /// Whether the displays show what the core says, in either phase of its
    /// blinking and with clocks at most three milliseconds apart; otherwise how they differ. A picture that is being sent at this moment
    /// is looked at again.
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
                return Err(format!("display {address:#x}, {screen:?}:\n{difference}"));
            }
        }
        Ok(())
    }

    /// Whether nothing went wrong that nobody asked for; otherwise what.
    pub fn is_clean(&self) -> Result<(), String> {
        let bad = self.emulator.happened().iter().find(|happening| happening.what.is_bad());
        bad.map_or(Ok(()), |bad| Err(format!("{bad:?}")))
    }

    /// What the image has told, whole.
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

    /// The events that the image has told.
    pub fn told(&self) -> Vec<Event> {
        let mut messages = self.messages();
        if let Some(asked) = self.replayed {
            let answers = |message: &Vec<u8>| matches!(ToPc::read(message), Ok(ToPc::Reply(reply)) if reply.id == asked);
            // What came before the answer was not asked for.
            let answer = messages.iter().position(answers).unwrap_or(messages.len());
            messages.drain(..answer);
        }
        let entries = messages.iter().filter_map(|message| Entry::in_message(message)?.ok());
        entries.filter_map(|entry| entry.event().ok()).collect()
    }

    /// What the image has told that is no event: greetings, replies, what is live.
    pub fn told_besides(&self) -> Vec<ToPc> {
        let read = self.messages();
        let read = read.iter().filter_map(|message| ToPc::read(message).ok());
        read.filter(|message| !matches!(message, ToPc::Event(_))).collect()
    }

    /// Whether the image has told the events of the core, and no others, the same in
    /// every field and with times at most three milliseconds apart; otherwise the
    /// first that differs.
    pub fn tells_the_same(&self) -> Result<(), String> {
        self.are_the_same(&self.told())
    }

    /// The same for events that somebody has put together.
    pub fn are_the_same(&self, told: &[Event]) -> Result<(), String> {
        same_events(&self.shadow, told)
    }
}

/// Whether these are the events of the core; otherwise the first that differs.
fn same_events(shadow: &VirtualBoard, told: &[Event]) -> Result<(), String> {
    let expected = shadow.happenings().iter().filter_map(|happening| {
        let Happened::Event(event) = happening.what else { return None };
        Some(event)
    });
    let expected: Vec<_> = expected.collect();
    for (index, expected) in expected.iter().enumerate() {
        let Some(told) = told.get(index) else {
            return Err(format!("the image does not tell event {index}: {expected:?}"));
        };
        if let Some(difference) = difference(told, expected) {
            return Err(format!(
                "event {index}: {difference}\nthe image tells {told:?}\ninstead of {expected:?}"
            ));
        }
    }
    match told.get(expected.len()) {
        Some(more) => Err(format!("the image tells {more:?}, which did not happen")),
        None => Ok(()),
    }
}
