use anyhow::{Result, anyhow};
use damiera::board::Board;
use damiera::event::{Cause, StorageFault};
use damiera::event_store::Store;
use damiera::game::{Input, Settings, Transition};
use damiera::journal::{Error, Geometry};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::protocol::{Capabilities, Hello, NEWEST, OLDEST, Version};
use damiera::rules::Side;
use damiera::sense::{Contact, Debouncer, Frame, Timing};
use damiera::sequencer::QueueFull;
use damiera::text::Text;
use damiera::time::Instant;
use damiera::view::{self, Canvas};
use embedded_storage::nor_flash::{NorFlashErrorKind, ReadNorFlash};

use super::flash::{Flash, LENGTH};

/// Scans per second.
const RATE: u16 = 1_000;
/// Serial number of every virtual board; real ones come from the flash chip.
const ID: u64 = 0x0d41_1e4a;

/// A running board: the core with its debouncer.
#[derive(Debug)]
pub(super) struct PoweredBoard {
    board: Board<Flash>,
    debouncer: Debouncer,
    frame: Frame,
    /// Time of the next frame, in milliseconds since power-on.
    next: u64,
}

/// Writes settings to a flash chip.
pub(super) fn prepare(flash: &Flash, settings: &Settings) -> Result<()> {
    let (mut store, ..) =
        Store::open(flash.clone(), geometry(flash)).map_err(|error| not_opened(&error))?;
    while store.erase_ahead() {}
    match store.keep_settings(settings) {
        None => Ok(()),
        Some(fault) => {
            Err(anyhow!("the settings cannot be written to the flash: {}", storage_fault(fault)))
        }
    }
}

fn geometry(flash: &Flash) -> Geometry {
    Geometry::new(flash.capacity() as u32 - LENGTH, LENGTH)
}

fn not_opened(error: &Error<NorFlashErrorKind>) -> anyhow::Error {
    match error {
        Error::Flash(kind) => anyhow!("the flash cannot be read: {}", flash_error(*kind)),
        _ => anyhow!("the journal in the flash cannot be opened"),
    }
}

impl PoweredBoard {
    /// Starts a board with these contacts closed.
    pub(super) fn wake(flash: &Flash, timing: Timing, frame: Frame) -> Result<Self> {
        let store = Store::new(flash.clone(), geometry(flash));
        let mut board = Board::open(store, hello(), Cause::Power, Instant::ZERO)
            .map_err(|error| not_opened(&error))?;
        board.set_timing(timing);
        let debouncer = Debouncer::new(timing, Frame::OPEN);
        Ok(Self { board, debouncer, frame, next: 0 })
    }

    /// Time of the next frame, in milliseconds since power-on.
    pub(super) fn now(&self) -> u64 {
        self.next
    }

    pub(super) fn game(&self) -> &GameWithMenu {
        self.board.game()
    }

    /// Closes or opens a contact, from the next frame on.
    pub(super) fn set(&mut self, contact: Contact, closed: bool) {
        self.frame = self.frame.with(contact, closed);
    }

    /// Queues an input that is not a contact.
    pub(super) fn send(&mut self, input: Input) -> Result<(), QueueFull> {
        self.board.send(input, self.instant())
    }

    /// Scans one frame.
    pub(super) fn step(&mut self) {
        let edges = self.debouncer.sample(self.frame, self.instant());
        let known = edges.at();
        // A deadline comes before an edge of the same instant, as on the chip.
        if self.board.next_due().is_some_and(|due| due <= known) {
            self.board.advance_to(known, known);
        }
        if !edges.is_quiet() {
            self.board.take(edges, known);
        }
        self.board.erase_ahead();
        self.next += 1;
    }

    /// Opens or closes the USB port.
    pub(super) fn connect(&mut self, connected: bool) {
        self.board.connected(connected, self.instant());
    }

    /// Receives bytes from the PC; returns how many were accepted.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> usize {
        self.board.receive(bytes, self.instant())
    }

    /// The bytes for the PC.
    pub(super) fn output(&mut self) -> &[u8] {
        self.board.output()
    }

    /// Removes the first `bytes` of [`output`](Self::output).
    pub(super) fn sent(&mut self, bytes: usize) {
        self.board.sent(bytes);
    }

    /// Whether the buzzer has started since the last call.
    pub(super) fn sounds(&mut self) -> bool {
        self.board.sound().is_some()
    }

    /// The oldest change of the game's phase that has not been taken.
    pub(super) fn next_transition(&mut self) -> Option<Transition> {
        self.board.next_transition()
    }

    /// Whether a PC has requested a restart.
    pub(super) fn wants_reboot(&mut self) -> bool {
        self.board.wants_reboot()
    }

    /// Draws the display that faces a side.
    pub(super) fn display(&self, facing: Side) -> Canvas {
        let delay = u64::from(self.debouncer.delay());
        let known = Instant::from_millis(self.next.saturating_sub(delay));
        let mut canvas = Canvas::new();
        let snapshot = self.board.snapshot(known, facing, &device_status());
        let Ok(()) = view::draw(&snapshot, &mut canvas);
        canvas
    }

    fn instant(&self) -> Instant {
        Instant::from_millis(self.next)
    }
}

const fn flash_error(kind: NorFlashErrorKind) -> &'static str {
    match kind {
        NorFlashErrorKind::NotAligned => "an address is not aligned",
        NorFlashErrorKind::OutOfBounds => "an address is out of bounds",
        _ => "the driver failed",
    }
}

const fn storage_fault(fault: StorageFault) -> &'static str {
    match fault {
        StorageFault::Write => "writing fails",
        StorageFault::Full => "it is full",
        StorageFault::Damaged => "written data cannot be read back",
    }
}

/// The parts of the device status that the core does not know.
fn device_status() -> DeviceStatus {
    let version = Text::cut(env!("CARGO_PKG_VERSION"));
    DeviceStatus { version, id: ID, rate: RATE, ..DeviceStatus::default() }
}

fn hello() -> Hello {
    let part = |text: &str| text.parse().unwrap_or_default();
    Hello {
        oldest: OLDEST,
        newest: NEWEST,
        version: Version {
            major: part(env!("CARGO_PKG_VERSION_MAJOR")),
            minor: part(env!("CARGO_PKG_VERSION_MINOR")),
            patch: part(env!("CARGO_PKG_VERSION_PATCH")),
        },
        build: Text::cut("virtual"),
        board: Text::cut("sim"),
        id: ID,
        capabilities: Capabilities::JOURNAL
            .and(Capabilities::LIGHT_CELLS)
            .and(Capabilities::DAY_CLOCK),
    }
}
