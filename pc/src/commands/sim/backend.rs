use anyhow::Result;
use damiera::game::{Input, Record};
use damiera::rules::Side;
use damiera::sense::{Contact, Frame, Timing};

use super::board::PoweredBoard;
use super::flash::Flash;

/// The simulated board behind the page: the core in this process, or a firmware image under the
/// emulator.
///
/// It exists with and without power. Times are milliseconds since power-on.
pub(super) trait Backend {
    /// Switches the power on, with these contacts closed.
    fn wake(&mut self, frame: Frame) -> Result<()>;

    /// Switches the power off.
    fn cut(&mut self) -> Result<()>;

    /// Whether it has power.
    fn is_awake(&self) -> bool;

    /// Whether it has booted and takes inputs.
    fn is_ready(&self) -> bool;

    /// Milliseconds since power-on.
    fn now(&self) -> u64;

    /// Closes or opens a contact.
    fn set(&mut self, contact: Contact, closed: bool) -> Result<()>;

    /// Sends an input that is not a contact; an image takes only those that have a command.
    fn send(&mut self, input: Input) -> Result<()>;

    /// Advances time to `until` milliseconds.
    fn run(&mut self, until: u64) -> Result<()>;

    /// Begins a new connection at the USB port: of another program, or with `false` of the page
    /// only.
    fn greet(&mut self, program: bool) -> Result<()>;

    /// Receives bytes from the PC; returns how many were accepted. The caller keeps the rest.
    fn receive(&mut self, bytes: &[u8]) -> Result<usize>;

    /// The bytes for the PC.
    fn output(&mut self) -> &[u8];

    /// Removes the first `bytes` of [`output`](Self::output).
    fn sent(&mut self, bytes: usize) -> Result<()>;

    /// Whether the buzzer has started since the last call.
    fn sounds(&mut self) -> bool;

    /// Whether a PC has requested a restart since the last call.
    fn wants_reboot(&mut self) -> bool;

    /// The memory of the display that faces a side, as hexadecimal digits: page by page, one byte
    /// for eight pixels in a column.
    fn display(&self, facing: Side) -> String;

    /// The fold of the events of the current game.
    fn record(&self) -> &Record;
}

/// The core in this process.
pub(super) struct Core {
    flash: Flash,
    timing: Timing,
    /// Whether changes of the game's phase are printed to standard error.
    verbose: bool,
    board: Option<PoweredBoard>,
    /// The record while the power is off.
    nothing: Record,
}

impl Core {
    /// Returns a board without power.
    pub(super) fn new(flash: Flash, timing: Timing, verbose: bool) -> Self {
        Self { flash, timing, verbose, board: None, nothing: Record::new() }
    }
}

impl Backend for Core {
    fn wake(&mut self, frame: Frame) -> Result<()> {
        let mut board = PoweredBoard::wake(&self.flash, self.timing, frame)?;
        board.send(Input::Random(getrandom::u64()?))?;
        // The page reads the stream while no program does.
        board.connect(true);
        self.board = Some(board);
        Ok(())
    }

    fn cut(&mut self) -> Result<()> {
        self.board = None;
        Ok(())
    }

    fn is_awake(&self) -> bool {
        self.board.is_some()
    }

    fn is_ready(&self) -> bool {
        self.is_awake()
    }

    fn now(&self) -> u64 {
        self.board.as_ref().map_or(0, PoweredBoard::now)
    }

    fn set(&mut self, contact: Contact, closed: bool) -> Result<()> {
        if let Some(board) = &mut self.board {
            board.set(contact, closed);
        }
        Ok(())
    }

    fn send(&mut self, input: Input) -> Result<()> {
        if let Some(board) = &mut self.board {
            board.send(input)?;
        }
        Ok(())
    }

    fn run(&mut self, until: u64) -> Result<()> {
        if let Some(board) = &mut self.board {
            while board.now() < until {
                board.step();
                while let Some(transition) = board.next_transition() {
                    if self.verbose {
                        eprintln!("{} ms: phase {transition}", board.now());
                    }
                }
            }
        }
        Ok(())
    }

    fn greet(&mut self, _: bool) -> Result<()> {
        if let Some(board) = &mut self.board {
            board.connect(false);
            board.connect(true);
        }
        Ok(())
    }

    fn receive(&mut self, bytes: &[u8]) -> Result<usize> {
        Ok(self.board.as_mut().map_or(0, |board| board.receive(bytes)))
    }

    fn output(&mut self) -> &[u8] {
        self.board.as_mut().map_or(&[], PoweredBoard::output)
    }

    fn sent(&mut self, bytes: usize) -> Result<()> {
        if let Some(board) = &mut self.board {
            board.sent(bytes);
        }
        Ok(())
    }

    fn sounds(&mut self) -> bool {
        self.board.as_mut().is_some_and(PoweredBoard::sounds)
    }

    fn wants_reboot(&mut self) -> bool {
        self.board.as_mut().is_some_and(PoweredBoard::wants_reboot)
    }

    fn display(&self, facing: Side) -> String {
        let Some(board) = &self.board else { return dark() };
        let canvas = board.display(facing);
        canvas.pages().as_flattened().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn record(&self) -> &Record {
        self.board.as_ref().map_or(&self.nothing, |board| board.game().record())
    }
}

/// The memory of a display without lit pixels.
pub(super) fn dark() -> String {
    "0".repeat(2 * damiera::view::WIDTH * damiera::view::HEIGHT / 8)
}
