//! Any position, by hand: the pieces are put on the board, then their colours
//! and ranks are told with the keys.
//!
//! ```text
//!   Place --- MENU ---> Mark the first piece ... the last ---> Turn --- MENU ---> set
//!     ^                                                          |
//!     +------------- that is no position to play from -----------+
//! ```

use super::Game;
use super::pages::Page;
use crate::game::snapshot;
use crate::rules::{Colour, Piece, Position, Rank, Setup, Square, Squares};

/// A position that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compose {
    stage: Stage,
    /// What was told of the pieces.
    black: Squares,
    kings: Squares,
    turn: Colour,
    /// The last try was no position.
    refused: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Pieces come onto the board.
    Place,
    /// This one is told.
    Mark(Square),
    /// Whose move it is.
    Turn,
}

impl Compose {
    pub(super) fn new() -> Self {
        Self {
            stage: Stage::Place,
            black: Squares::EMPTY,
            kings: Squares::EMPTY,
            turn: Colour::White,
            refused: false,
        }
    }

    /// MINUS: the other colour.
    pub(super) fn recolour(&mut self) {
        match self.stage {
            Stage::Place => {}
            Stage::Mark(square) => self.black = toggled(self.black, square),
            Stage::Turn => self.turn = self.turn.opponent(),
        }
    }

    /// PLUS: the other rank.
    pub(super) fn crown(&mut self) {
        match self.stage {
            Stage::Place => {}
            Stage::Mark(square) => self.kings = toggled(self.kings, square),
            Stage::Turn => self.turn = self.turn.opponent(),
        }
    }

    fn piece(&self, square: Square) -> Piece {
        let colour = if self.black.contains(square) { Colour::Black } else { Colour::White };
        let rank = if self.kings.contains(square) { Rank::King } else { Rank::Man };
        Piece { colour, rank }
    }

    /// A position to play from: one in which the game would be over at once is
    /// a piece forgotten, or the wrong side to move.
    fn position(&self, board: Squares) -> Option<Position> {
        let mut setup = Setup::empty(self.turn);
        for square in board {
            setup.put(self.piece(square), square);
        }
        Position::try_from(setup).ok().filter(|position| position.outcome().is_none())
    }
}

fn toggled(squares: Squares, square: Square) -> Squares {
    squares ^ Squares::of(square)
}

impl Game {
    /// MENU: on to the next piece, or done.
    pub(super) fn compose_on(&mut self) {
        let Page::Compose(compose) = &mut self.page else { return };
        let board = self.tracker.board() & self.tracker.trusted();
        let next = match compose.stage {
            Stage::Place => {
                // The pieces of the former position are what they were; a new one
                // is of the half of the board it stands on.
                let known = *self.record.position();
                let far = |square: &Square| square.row() < 4;
                let guessed: Squares = board.iter().filter(far).collect();
                let black = known.pieces(Colour::Black) & board;
                compose.black = black | (guessed - known.occupied());
                compose.kings = known.all_kings() & board;
                compose.refused = false;
                board.first()
            }
            Stage::Mark(square) => (board - up_to(square)).first(),
            Stage::Turn => {
                match compose.position(board) {
                    Some(position) => self.set_position(position),
                    None => *compose = Compose { refused: true, ..Compose::new() },
                }
                return;
            }
        };
        compose.stage = match next {
            Some(square) => Stage::Mark(square),
            None => Stage::Turn,
        };
    }

    pub(super) fn compose_screen(&self, compose: &Compose) -> snapshot::Compose {
        let stage = match compose.stage {
            Stage::Place => snapshot::ComposeStage::Place { refused: compose.refused },
            Stage::Mark(square) => {
                snapshot::ComposeStage::Mark { square, piece: compose.piece(square) }
            }
            Stage::Turn => snapshot::ComposeStage::Turn(compose.turn),
        };
        let board = self.tracker.cells();
        snapshot::Compose { board, black: compose.black, kings: compose.kings, stage }
    }
}

/// The squares up to this one, in the order of their numbers.
fn up_to(square: Square) -> Squares {
    Square::all().take_while(|other| other.number() <= square.number()).collect()
}
