use anyhow::{Result, anyhow};
use damiera::event::Cause;
use damiera::game::{Game, Input, Platform, Settings};
use damiera::journal::Geometry;
use damiera::protocol::{Capabilities, Hello, NEWEST, OLDEST, Version};
use damiera::rules::Side;
use damiera::sense::{Contact, Debouncer, Frame, Timing};
use damiera::station::Station;
use damiera::store::Store;
use damiera::table::QueueFull;
use damiera::text::Text;
use damiera::time::Micros;
use damiera::view::{self, Canvas};
use embedded_storage::nor_flash::ReadNorFlash;

use super::flash::{Flash, LENGTH};

/// Frames a second.
const RATE: u16 = 1_000;
/// Beside the numbers of real chips.
const ID: u64 = 0x0d41_1e4a;

/// A board under power: everything but the metal.
#[derive(Debug)]
pub(super) struct Board {
    station: Station<Flash>,
    debouncer: Debouncer,
    frame: Frame,
    /// The next frame, in milliseconds since the board woke up.
    next: u64,
}

/// Puts settings into a chip, as somebody before had left them.
pub(super) fn prepare(flash: &Flash, settings: &Settings) -> Result<()> {
    let (mut store, _) = open(flash)?;
    while store.tidy() {}
    match store.keep_settings(settings) {
        None => Ok(()),
        Some(fault) => Err(anyhow!("the flash takes no settings: {fault:?}")),
    }
}

fn open(flash: &Flash) -> Result<(Store<Flash>, damiera::store::Found)> {
    let start = flash.capacity() as u32 - LENGTH;
    Store::open(flash.clone(), Geometry::new(start, LENGTH))
        .map_err(|error| anyhow!("the flash cannot be read: {error:?}"))
}

impl Board {
    /// Gives power to a board with these contacts closed.
    pub(super) fn wake(flash: &Flash, timing: Timing, frame: Frame) -> Result<Self> {
        let (store, found) = open(flash)?;
        let station = Station::new(store, found, hello(), Cause::Power, Micros::ZERO);
        let debouncer = Debouncer::new(timing, Frame::OPEN);
        Ok(Self { station, debouncer, frame, next: 0 })
    }

    /// The next frame, in milliseconds since the board woke up.
    pub(super) fn now(&self) -> u64 {
        self.next
    }

    pub(super) fn game(&self) -> &Game {
        self.station.game()
    }

    /// Closes or opens a contact: the next frame sees it first.
    pub(super) fn set(&mut self, contact: Contact, closed: bool) {
        self.frame = self.frame.with(contact, closed);
    }

    /// Queues an input that is no edge.
    pub(super) fn send(&mut self, input: Input) -> Result<(), QueueFull> {
        self.station.send(input, self.instant())
    }

    /// Takes one frame.
    pub(super) fn step(&mut self) {
        let edges = self.debouncer.sample(self.frame, self.instant());
        let known = edges.at();
        // A deadline comes before an edge of the same instant, as on the chip.
        if self.station.next_due().is_some_and(|due| due <= known) {
            self.station.pass(known, known);
        }
        if !edges.is_quiet() {
            self.station.take(edges, known);
        }
        self.station.tidy();
        self.next += 1;
    }

    /// A PC has opened the port, or closed it.
    pub(super) fn connect(&mut self, connected: bool) {
        self.station.connected(connected, self.instant());
    }

    /// Takes bytes from the PC, and says how many: the rest has to wait.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> usize {
        self.station.receive(bytes, self.instant())
    }

    /// The bytes for the PC.
    pub(super) fn output(&mut self) -> &[u8] {
        self.station.output()
    }

    /// So many of them went out.
    pub(super) fn sent(&mut self, bytes: usize) {
        self.station.sent(bytes);
    }

    /// Whether the buzzer has begun to sound.
    pub(super) fn sounds(&mut self) -> bool {
        self.station.sound().is_some()
    }

    /// Whether a PC has asked for a restart.
    pub(super) fn wants_reboot(&mut self) -> bool {
        self.station.wants_reboot()
    }

    /// The display that is read from a side.
    pub(super) fn display(&self, facing: Side) -> Canvas {
        let delay = u64::from(self.debouncer.delay());
        let known = Micros::from_millis(self.next.saturating_sub(delay));
        let mut canvas = Canvas::new();
        let snapshot = self.station.snapshot(known, facing, &platform());
        let Ok(()) = view::draw(&snapshot, &mut canvas);
        canvas
    }

    fn instant(&self) -> Micros {
        Micros::from_millis(self.next)
    }
}

fn platform() -> Platform {
    let version = Text::cut(env!("CARGO_PKG_VERSION"));
    Platform { version, id: ID, rate: RATE, ..Platform::default() }
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
