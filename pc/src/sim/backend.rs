use anyhow::Result;
use damiera::game::{Input, Record};
use damiera::rules::Side;
use damiera::sense::{Contact, Frame, Timing};

use super::board::Board;
use super::flash::Flash;

/// What is below the page: the core in this program, or an image under the emulator.
///
/// It outlives the power of its board. Times are milliseconds since that came.
pub(super) trait Backend {
    /// Gives power to a board with these contacts closed.
    fn wake(&mut self, frame: Frame) -> Result<()>;

    /// Cuts the power.
    fn cut(&mut self) -> Result<()>;

    /// Whether it has power.
    fn is_awake(&self) -> bool;

    /// Whether it has come so far that it can be played on.
    fn is_ready(&self) -> bool;

    fn now(&self) -> u64;

    /// Closes or opens a contact.
    fn set(&mut self, contact: Contact, closed: bool) -> Result<()>;

    /// Hands in something that is no contact, where that is possible.
    fn send(&mut self, input: Input) -> Result<()>;

    /// Lets time pass.
    fn run(&mut self, until: u64) -> Result<()>;

    /// Somebody else listens from now on, a program or with `false` only the page: what
    /// the board says begins anew.
    fn greet(&mut self, program: bool) -> Result<()>;

    /// Takes bytes from the PC, and says how many: the rest has to wait.
    fn receive(&mut self, bytes: &[u8]) -> Result<usize>;

    /// The bytes for the PC.
    fn output(&mut self) -> &[u8];

    /// So many of them went out.
    fn sent(&mut self, bytes: usize) -> Result<()>;

    /// Whether the buzzer has begun to sound.
    fn sounds(&mut self) -> bool;

    /// Whether a PC has asked for a restart.
    fn wants_reboot(&mut self) -> bool;

    /// The display that is read from a side, as its controller holds it: page by page, a
    /// byte for eight pixels one below the other, two digits each.
    fn display(&self, facing: Side) -> String;

    /// The game, as far as it is known.
    fn record(&self) -> &Record;
}

/// The core in this program.
pub(super) struct Core {
    flash: Flash,
    timing: Timing,
    board: Option<Board>,
    /// Of a board without power.
    nothing: Record,
}

impl Core {
    /// A board without power.
    pub(super) fn new(flash: Flash, timing: Timing) -> Self {
        Self { flash, timing, board: None, nothing: Record::new() }
    }
}

impl Backend for Core {
    fn wake(&mut self, frame: Frame) -> Result<()> {
        let mut board = Board::wake(&self.flash, self.timing, frame)?;
        board.send(Input::Random(getrandom::u64()?))?;
        // Where nobody else does, the page reads.
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
        self.board.as_ref().map_or(0, Board::now)
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
        self.board.as_mut().map_or(&[], Board::output)
    }

    fn sent(&mut self, bytes: usize) -> Result<()> {
        if let Some(board) = &mut self.board {
            board.sent(bytes);
        }
        Ok(())
    }

    fn sounds(&mut self) -> bool {
        self.board.as_mut().is_some_and(Board::sounds)
    }

    fn wants_reboot(&mut self) -> bool {
        self.board.as_mut().is_some_and(Board::wants_reboot)
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

/// A display on which nothing is lit.
pub(super) fn dark() -> String {
    "0".repeat(2 * damiera::view::WIDTH * damiera::view::HEIGHT / 8)
}
