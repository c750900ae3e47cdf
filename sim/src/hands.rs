//! Simulated hands: whole games played through the contacts of a board, as
//! people play them.
//!
//! ```text
//!  seed, temperaments --> Game --> Performance --> VirtualBoard --> what came
//!                        (turns)   (timed acts,                        |
//!                                   what is wanted) ---- compared -----+
//! ```
//!
//! A [`Game`] is a list of turns, each with its essential steps and with habits
//! that could be left out: a piece put back, a slide over other squares, a
//! neighbour brushed. [`Performance`] lays them out in time. So a game that fails
//! is made smaller by leaving habits, moves and times out: what remains is lawful
//! by construction, and what has to come of it is known.
//!
//! ```
//! use damiera_sim::hands::{Game, Kind, Performance};
//!
//! let game = Game::random(1, Kind::Lawful);
//! let performance = Performance::of(&game);
//! assert!(performance.wanted.len() > 1);
//! // Any game can be written as a scenario.
//! assert!(performance.scenario(&game).to_string().contains("press white"));
//! ```

mod game;
mod habits;
pub mod magnets;
pub mod motion;
mod offence;
mod perform;
pub mod point;
pub mod reed;
mod shrink;
mod step;
mod temperament;
mod trial;
mod written;

pub use game::{Game, Kind};
pub use offence::Article;
pub use perform::{Performance, TimedAct, Wanted};
pub use shrink::shrink;
pub use step::{Anchor, Aside, Begin, Habit, Step, Turn};
pub use temperament::{Span, Temperament};
pub use trial::{Difference, Failure, Verdicts, known_after, try_out, try_out_on};
