use damiera::rules::{Colour, Move, Piece, Position, Rank, Setup, Square, Squares};

/// The pieces as they really stand, whatever the rules say of it.
#[derive(Clone, Debug)]
pub(super) struct Pieces([Option<Piece>; Square::COUNT]);

impl Pieces {
    /// Those of a position.
    pub(super) fn of(position: &Position) -> Self {
        let mut pieces = [None; Square::COUNT];
        for square in position.occupied() {
            pieces[square.index()] = position.piece_at(square);
        }
        Self(pieces)
    }

    /// Takes a piece off.
    pub(super) fn remove(&mut self, square: Square) -> Option<Piece> {
        self.0[square.index()].take()
    }

    /// Moves a piece; on the far base it is a king (4.2), also if the irregularity is kept.
    pub(super) fn shift(&mut self, from: Square, to: Square) {
        let Some(Piece { colour, rank }) = self.remove(from) else { return };
        let crowned = Squares::crowning_row(colour).contains(to);
        let rank = if crowned { Rank::King } else { rank };
        self.0[to.index()] = Some(Piece { colour, rank });
    }

    /// Makes a man a king.
    pub(super) fn crown(&mut self, square: Square) {
        if let Some(piece) = &mut self.0[square.index()] {
            piece.rank = Rank::King;
        }
    }

    /// Plays a whole move.
    pub(super) fn play(&mut self, played: Move) {
        for square in played.captured() {
            self.remove(square);
        }
        self.shift(played.from(), played.to());
    }

    /// The occupied squares.
    pub(super) fn occupied(&self) -> Squares {
        Square::all().filter(|square| self.0[square.index()].is_some()).collect()
    }

    /// The position with this side on move; `None` if it cannot be played.
    pub(super) fn position(&self, turn: Colour) -> Option<Position> {
        let mut setup = Setup::empty(turn);
        for square in Square::all() {
            if let Some(piece) = self.0[square.index()] {
                setup.put(piece, square);
            }
        }
        Position::try_from(setup).ok()
    }
}
