use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use damiera::game::{Input, Record};
use damiera::protocol::Command;
use damiera::rules::{Cell, Side};
use damiera::sense::{Contact, Frame, Key};
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::{Emulator, Happened, UsbState};

use super::backend::{Backend, dark};
use super::flash::Flash;
use crate::link::{BoardUpdate, Follower};

/// Wall-clock limit of the emulator: ten years, in effect none.
const FOR_EVER: Duration = Duration::from_secs(10 * 365 * 24 * 3_600);
/// Milliseconds for which the port is closed between two readers.
const CLOSED: u64 = 10;
/// Length of the output buffer from which the board is not read.
const WAITING: usize = 4_096;

/// Number of packets in the emulated host's queue from which no more bytes of a program are taken.
/// The queue itself has no end, and the next program would wait behind all of it.
const QUEUED: u64 = 64;

/// The firmware image of a board under the emulator.
pub(super) struct Image {
    emulator: Emulator,
    board: BoardKind,
    /// Time of power-on in microseconds of the emulator; `None` without power.
    woke: Option<u64>,
    frame: Frame,
    /// Memory of each display, by its I2C address.
    screens: HashMap<u8, String>,
    /// Bytes for the PC.
    out: Vec<u8>,
    /// Whether reading from the board is paused because `out` is full.
    paused: bool,
    /// Whether the port is open for the board.
    open: bool,
    /// Whether a program reads: it sends its own commands, and the follower sends none.
    program: bool,
    /// Follows the events of the board.
    follower: Follower,
    record: Record,
    sounded: bool,
    rebooted: bool,
}

impl Image {
    /// Starts the emulator with a board of this name, a flash chip and the image in it.
    pub(super) fn load(elf: &Path, name: &str, chip: &Flash) -> Result<Self> {
        let names = BOARDS.map(|board| board.name).join(", ");
        let board = BOARDS.into_iter().find(|board| board.name == name);
        let board = board
            .with_context(|| format!("{name}: there is no such board; the boards are {names}"))?;
        if !elf.is_file() {
            bail!(
                "{}: there is no such image; `cargo xtask sim --image` builds one",
                elf.display()
            );
        }
        if !damiera_emulator::is_installed() {
            bail!("the emulator's packages are missing; `cargo xtask sim --image` installs them");
        }
        let mut emulator = Emulator::start(&board, elf, FOR_EVER)?;
        // The chip first: the image then overwrites the region before the journal.
        let file = std::env::temp_dir().join(format!("damiera-flash-{}", std::process::id()));
        std::fs::write(&file, chip.bytes()).with_context(|| file.display().to_string())?;
        let loaded = emulator.load_flash(&file).and_then(|()| emulator.flash(elf));
        std::fs::remove_file(&file).with_context(|| file.display().to_string())?;
        loaded?;
        emulator.usb("plug")?;
        emulator.usb("open")?;
        Ok(Self {
            emulator,
            board,
            woke: None,
            frame: Frame::OPEN,
            screens: HashMap::new(),
            out: Vec::new(),
            paused: false,
            open: false,
            program: false,
            follower: Follower::beside_others(),
            record: Record::new(),
            sounded: false,
            rebooted: false,
        })
    }

    /// Applies the events of the emulator.
    fn look(&mut self) -> Result<()> {
        for happening in self.emulator.take_happened() {
            match happening.what {
                Happened::Screen { address, hex, .. } => {
                    self.screens.insert(address, hex.unwrap_or_else(dark));
                }
                Happened::Buzzer { hertz } => self.sounded |= hertz > 0,
                Happened::Usb { state, .. } => {
                    self.open = state == UsbState::Open;
                    if self.open {
                        self.follower.connected(!self.program);
                    }
                }
                Happened::UsbData { hex } => self.hear(&hex),
                Happened::Bootsel { .. } => self.rebooted = true,
                Happened::Lockup => bail!("the image has crashed (lockup)"),
                _ => {}
            }
        }
        if self.open {
            let asked = self.follower.outgoing();
            if !asked.is_empty() {
                self.emulator.usb_write(&asked)?;
            }
        }
        Ok(())
    }

    fn hear(&mut self, hex: &str) {
        let before = self.out.len();
        let digits = hex.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
        self.out.extend(digits.filter_map(|pair| u8::from_str_radix(pair, 16).ok()));
        let (record, bytes) = (&mut self.record, &self.out[before..]);
        self.follower.read(bytes, &mut |update| match update {
            BoardUpdate::Event(_, Some(event)) => record.apply(&event),
            BoardUpdate::Erased => *record = Record::new(),
            _ => {}
        });
    }

    /// Pauses reading from the board while `out` is full.
    fn pace(&mut self) -> Result<()> {
        let full = self.out.len() > WAITING;
        if full != self.paused {
            self.paused = full;
            self.emulator.usb(if full { "pause" } else { "read" })?;
        }
        Ok(())
    }
}

impl Backend for Image {
    fn wake(&mut self, frame: Frame) -> Result<()> {
        self.frame = frame;
        for cell in Cell::all() {
            self.emulator.set(Contact::Cell(cell), frame.cells.contains(cell))?;
        }
        for key in Key::ALL {
            self.emulator.set(Contact::Key(key), frame.keys.contains(key))?;
        }
        self.out.clear();
        self.emulator.power(true)?;
        self.woke = Some(self.emulator.now());
        self.look()
    }

    fn cut(&mut self) -> Result<()> {
        self.emulator.power(false)?;
        self.look()?;
        self.woke = None;
        self.open = false;
        self.screens.clear();
        self.out.clear();
        Ok(())
    }

    fn is_awake(&self) -> bool {
        self.woke.is_some()
    }

    fn is_ready(&self) -> bool {
        self.open && self.follower.greeted()
    }

    fn now(&self) -> u64 {
        self.woke.map_or(0, |woke| self.emulator.now().saturating_sub(woke) / 1_000)
    }

    fn set(&mut self, contact: Contact, closed: bool) -> Result<()> {
        self.frame = self.frame.with(contact, closed);
        Ok(self.emulator.set(contact, closed)?)
    }

    /// Sends the command for the input; inputs without a command are ignored.
    fn send(&mut self, input: Input) -> Result<()> {
        if let Input::NewGame { position, opening } = input {
            self.follower.order(Command::NewGame { position, opening });
        }
        Ok(())
    }

    fn run(&mut self, until: u64) -> Result<()> {
        let Some(woke) = self.woke else { return Ok(()) };
        self.emulator.run_to(woke + until * 1_000)?;
        self.look()?;
        self.pace()
    }

    fn greet(&mut self, program: bool) -> Result<()> {
        self.program = program;
        if self.woke.is_none() {
            return Ok(());
        }
        self.emulator.usb("close")?;
        self.emulator.run(CLOSED * 1_000)?;
        self.look()?;
        // Bytes that the former reader has not taken are discarded.
        self.out.clear();
        self.emulator.usb("open")?;
        self.look()?;
        self.pace()
    }

    fn receive(&mut self, bytes: &[u8]) -> Result<usize> {
        if !self.open || bytes.is_empty() || self.emulator.usb_queued()? >= QUEUED {
            return Ok(0);
        }
        self.emulator.usb_write(bytes)?;
        Ok(bytes.len())
    }

    fn output(&mut self) -> &[u8] {
        &self.out
    }

    fn sent(&mut self, bytes: usize) -> Result<()> {
        self.out.drain(..bytes);
        self.pace()
    }

    fn sounds(&mut self) -> bool {
        std::mem::take(&mut self.sounded)
    }

    fn wants_reboot(&mut self) -> bool {
        std::mem::take(&mut self.rebooted)
    }

    fn display(&self, facing: Side) -> String {
        let mounts = self.board.wiring.displays.mounts;
        let mount = mounts.iter().find(|mount| mount.facing == facing);
        mount.and_then(|mount| self.screens.get(&mount.address)).cloned().unwrap_or_else(dark)
    }

    fn record(&self) -> &Record {
        &self.record
    }
}
