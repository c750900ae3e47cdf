use damiera::rules::{Cell, Colour, Piece, Position, Rank, Side};
use damiera::sense::Cells;

/// The pieces on and beside the board with their colours, which the reeds do not sense.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    cells: [Option<Piece>; Cell::COUNT],
    /// Pieces off the board; the last one was taken off last.
    off: Vec<Piece>,
}

impl Pieces {
    /// Sets up a position; `white` is the side where White sits.
    pub(super) fn of(position: &Position, white: Side) -> Self {
        let mut pieces = Self { cells: [None; Cell::COUNT], off: Vec::new() };
        for square in position.occupied() {
            pieces.cells[below(square.cell(), white).index()] = position.piece_at(square);
        }
        pieces
    }

    /// The occupied cells.
    pub(super) fn occupied(&self) -> Cells {
        Cell::all()
            .filter(|cell| self.cells[cell.index()].is_some())
            .fold(Cells::EMPTY, Cells::with)
    }

    /// Takes a piece off; returns whether there was one.
    pub(super) fn lift(&mut self, cell: Cell) -> bool {
        let lifted = self.cells[cell.index()].take();
        self.off.extend(lifted);
        lifted.is_some()
    }

    /// Puts a piece on an empty cell: of this colour, or the one lifted last. Returns whether it
    /// did.
    pub(super) fn drop(&mut self, cell: Cell, colour: Option<Colour>) -> bool {
        if self.cells[cell.index()].is_some() {
            return false;
        }
        let wanted = |piece: &Piece| colour.is_none_or(|colour| piece.colour == colour);
        let Some(place) = self.off.iter().rposition(wanted) else { return false };
        self.cells[cell.index()] = Some(self.off.remove(place));
        true
    }

    /// Puts a piece on a cell, as in a script: the one lifted last, or a new one.
    pub(super) fn bring(&mut self, cell: Cell) {
        if !self.drop(cell, None) {
            let new = Piece { colour: Colour::White, rank: Rank::Man };
            self.cells[cell.index()].get_or_insert(new);
        }
    }

    /// Gives the pieces the ranks that they have in the position.
    pub(super) fn crown(&mut self, position: &Position, white: Side) {
        for square in position.occupied() {
            let disc = &mut self.cells[below(square.cell(), white).index()];
            if let (Some(disc), Some(piece)) = (disc, position.piece_at(square))
                && disc.colour == piece.colour
            {
                disc.rank = piece.rank;
            }
        }
        // Off the board a king is two men again.
        self.off.iter_mut().for_each(|piece| piece.rank = Rank::Man);
    }

    /// If the occupied cells are those of the position, takes over its pieces: after several lifted
    /// pieces the colours may be swapped.
    pub(super) fn agree(&mut self, position: &Position, white: Side) {
        let Self { cells, .. } = Self::of(position, white);
        if cells.iter().zip(&self.cells).all(|(one, other)| one.is_some() == other.is_some()) {
            let all: Vec<_> = self.cells.iter().flatten().chain(&self.off).copied().collect();
            self.cells = cells;
            self.off.clear();
            for colour in [Colour::White, Colour::Black] {
                let of = |pieces: &[Piece]| pieces.iter().filter(|p| p.colour == colour).count();
                let on: Vec<_> = self.cells.iter().flatten().copied().collect();
                let off = of(&all).saturating_sub(of(&on));
                self.off.extend(std::iter::repeat_n(Piece { colour, rank: Rank::Man }, off));
            }
        }
    }

    /// One character for each cell: `w`, `b`, capital for kings, a dot if empty.
    pub(super) fn board_text(&self) -> String {
        self.cells.iter().map(|piece| piece.map_or('.', letter)).collect()
    }

    /// One character for each piece beside the board.
    pub(super) fn off_text(&self) -> String {
        self.off.iter().copied().map(letter).collect()
    }
}

fn letter(piece: Piece) -> char {
    match (piece.colour, piece.rank) {
        (Colour::White, Rank::Man) => 'w',
        (Colour::White, Rank::King) => 'W',
        (Colour::Black, Rank::Man) => 'b',
        (Colour::Black, Rank::King) => 'B',
    }
}

/// Converts a cell of the diagram to the cell of the board.
pub(super) fn below(cell: Cell, white: Side) -> Cell {
    if white == Side::North { cell.turned() } else { cell }
}
