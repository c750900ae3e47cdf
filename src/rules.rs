//! The game of dama italiana as the federation's regulations describe it.
//!
//! Everything here is a value: nothing allocates, reads a clock or keeps a
//! hidden state. Numbers such as *6.9* are articles of Capo I of the
//! *Regolamento tecnico* (2008).
//!
//! ```
//! use damiera::rules::Position;
//!
//! let start = Position::start();
//! let moves = start.legal_moves();
//! assert_eq!(moves.len(), 7);
//!
//! let played = start.read_move("22-18").unwrap();
//! let next = start.play(played).unwrap();
//! assert_eq!(next.legal_moves().len(), 7);
//! ```

mod article;
mod candidate;
mod capture_priority;
mod colour;
mod count;
mod fen;
mod history;
mod movegen;
mod moves;
mod notation;
mod openings;
mod outcome;
mod perft;
mod position;
mod setup;
mod square;
mod squares;

pub use article::Article;
pub use candidate::{Candidate, MAX_STOPS, Refusal};
pub use capture_priority::CapturePriority;
pub use colour::{Colour, Edition, Piece, Rank, Side};
pub use count::{CountOfMoves, CountRefused, Counted};
pub use fen::{Fen, FenError, FenProblem};
pub use history::{HISTORY_WORDS, History};
pub use movegen::{MAX_MOVES, MoveList};
pub use moves::{MAX_CAPTURES, Move};
pub use notation::{MoveError, Sign, Written};
pub use openings::{Balance, Opening, OpeningTable, openings};
pub use outcome::{Loss, Outcome};
pub use perft::{perft, perft_bulk};
pub use position::{IllegalMove, Position};
pub use setup::{Setup, SetupError};
pub use square::{Cell, Direction, Square};
pub use squares::{Iter as SquaresIter, Squares};
