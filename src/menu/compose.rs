//! Any position, by hand: the pieces are put on the board, then their colours
//! and ranks are set with the keys.
//!
//! ```text
//!   Place --- MENU ---> Mark the first piece ... the last ---> Turn --- MENU ---> set
//!     ^                                                          |
//!     +------------- that is no position to play from -----------+
//! ```

use super::Menu;
use super::pages::Page;
use crate::game::{Game, MenuRequest};
use crate::menu::snapshot;
use crate::rules::{Cell, Colour, Piece, Position, Rank, Setup, Square, Squares};

/// A position that is being put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Compose {
    stage: Stage,
    /// The pieces marked as black.
    black: Squares,
    /// The pieces marked as kings.
    kings: Squares,
    turn: Colour,
    /// The last try was no position to play from.
    refused: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Pieces come onto the board.
    Place,
    /// The colour and the rank of this piece are set.
    Mark(Square),
    /// The side to move is set.
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

    /// The page as a display shows it.
    pub(super) fn screen(&self, game: &Game) -> snapshot::Compose {
        let stage = match self.stage {
            Stage::Place => snapshot::ComposeStage::Place { refused: self.refused },
            Stage::Mark(square) => {
                snapshot::ComposeStage::Mark { square, piece: self.piece(square) }
            }
            Stage::Turn => snapshot::ComposeStage::Turn(self.turn),
        };
        let board = game.contacts().cells();
        snapshot::Compose { board, black: self.black, kings: self.kings, stage }
    }

    fn piece(&self, square: Square) -> Piece {
        let colour = if self.black.contains(square) { Colour::Black } else { Colour::White };
        let rank = if self.kings.contains(square) { Rank::King } else { Rank::Man };
        Piece { colour, rank }
    }

    /// A position to play from: one in which the game would be over at once is
    /// a piece forgotten, or the wrong side to move.
    /// Without transcription a man may stand on the far base (4.5).
    fn position(&self, board: Squares, transcription: bool) -> Option<Position> {
        let mut setup = Setup::empty(self.turn);
        for square in board {
            setup.put(self.piece(square), square);
        }
        let position = match transcription {
            true => Position::try_from(setup),
            false => Position::with_uncrowned(setup),
        };
        position.ok().filter(|position| position.outcome().is_none())
    }
}

fn toggled(squares: Squares, square: Square) -> Squares {
    squares ^ Squares::of(square)
}

impl Menu {
    /// MENU: on to the next piece, or done.
    pub(super) fn compose_on(&mut self, game: &mut Game) {
        let Page::Compose(compose) = &mut self.page else { return };
        let board = game.contacts().board() & game.contacts().trusted();
        let next = match compose.stage {
            Stage::Place => {
                // The pieces of the former position are what they were; a new one
                // is of the half of the board it stands on.
                let known = *game.record().position();
                let far = |square: &Square| square.row() < Cell::SIDE / 2;
                let guessed: Squares = board.iter().filter(far).collect();
                let black = known.pieces(Colour::Black) & board;
                compose.black = black | (guessed - known.occupied());
                compose.kings = known.all_kings() & board;
                compose.refused = false;
                board.first()
            }
            Stage::Mark(square) => (board - up_to(square)).first(),
            Stage::Turn => {
                let Some(position) = compose.position(board, game.settings().transcription) else {
                    *compose = Compose { refused: true, ..Compose::new() };
                    return;
                };
                self.close();
                let _ = game.request(MenuRequest::SetPosition(position));
                return;
            }
        };
        compose.stage = match next {
            Some(square) => Stage::Mark(square),
            None => Stage::Turn,
        };
    }
}

/// The squares up to this one, in the order of their numbers.
fn up_to(square: Square) -> Squares {
    Square::all().take_while(|other| other.number() <= square.number()).collect()
}
