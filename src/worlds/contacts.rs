use crate::rules::{Cell, Square, Squares};
use crate::sense::Cells;

/// The cells of the diagram that read closed, and those whose reeds cannot be trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contacts {
    closed: Cells,
    /// The dark squares of `closed`, which every decision asks for.
    board: Squares,
    untrusted: Cells,
}

impl Contacts {
    /// No cell is closed, all are trusted.
    pub const NONE: Self =
        Self { closed: Cells::EMPTY, board: Squares::EMPTY, untrusted: Cells::EMPTY };

    /// Every cell that reads closed.
    pub const fn cells(&self) -> Cells {
        self.closed
    }

    /// The dark squares that read closed.
    pub const fn board(&self) -> Squares {
        self.board
    }

    /// The light cells that read closed and can be trusted.
    pub fn light(&self) -> Cells {
        self.closed.light() - self.untrusted
    }

    /// The cells whose reeds cannot be trusted.
    pub const fn untrusted(&self) -> Cells {
        self.untrusted
    }

    /// The dark squares whose reeds can be trusted.
    pub fn trusted(&self) -> Squares {
        !self.untrusted.dark()
    }

    /// Whether the reed under a cell can be trusted.
    pub const fn trusts(&self, cell: Cell) -> bool {
        !self.untrusted.contains(cell)
    }

    /// The squares that differ from these occupied ones, as far as they can be trusted.
    pub fn differs(&self, occupied: Squares) -> Squares {
        (self.board() ^ occupied) & self.trusted()
    }

    /// Whether exactly these dark squares are occupied, as far as they can be trusted. A piece may
    /// lie partly on a light cell (7.6).
    pub fn shows(&self, occupied: Squares) -> bool {
        self.differs(occupied).is_empty()
    }

    /// Whether a square reads closed.
    pub fn is_closed(&self, square: Square) -> bool {
        self.closed.contains(square.cell())
    }

    /// A cell closed or opened.
    pub fn set(&mut self, cell: Cell, closed: bool) {
        self.closed = if closed { self.closed.with(cell) } else { self.closed.without(cell) };
        if let Some(square) = cell.dark() {
            self.board = if closed { self.board.with(square) } else { self.board.without(square) };
        }
    }

    /// From now on these cells, and no others, cannot be trusted.
    pub fn distrust(&mut self, cells: Cells) {
        self.untrusted = cells;
    }

    /// The same seen from the other side of the board.
    pub fn turn_by_half(&mut self) {
        *self = Self {
            closed: self.closed.turned(),
            board: self.board.turned(),
            untrusted: self.untrusted.turned(),
        };
    }
}
