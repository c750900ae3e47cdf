//! Simulated hands: whole games played by moving magnets over reeds, as people play them.
//!
//! ```text
//!  seed, temperament --> Game ------> Performance ------> VirtualBoard --> what came
//!                        (intents,    (motions of pieces,                     |
//!                         habits)      raw contacts)                          |
//!                           |               |                                 |
//!                           +---- Truth ----+--------- compared --------------+
//! ```
//!
//! A [`Game`] is a list of turns, each with an intent (a lawful move, or an offence) and the habits
//! with which the hands carry it out. [`Performance`] makes motions of them: pieces fly, slide, lean
//! and are carried low, two hands at a time, and reeds with hysteresis turn that into raw contacts.
//! What had to come of it ([`truths`]) follows from the intent and the raw contacts by the
//! regulations; where reeds cannot tell two acts apart, a [`CannotTell`] names the class.
//!
//! Nothing here asks the tracker, the referee or the debouncer what the hands may do: the modules
//! use the squares, positions and legal moves of [`damiera::rules`], and the events of the log.
//!
//! ```
//! use damiera_sim::hands::{Game, Performance, Plan, Temperament, scenario};
//!
//! let game = Game::random(1, &Plan::lawful(Some(Temperament::CALM)));
//! let performance = Performance::of(&game);
//! assert!(performance.contacts.len() > 4 * game.turns.len());
//! // Any game can be written as a scenario of raw contacts.
//! assert!(scenario(&game, &performance, &[]).contains("down white"));
//! ```

mod article;
mod game;
mod habits;
pub mod magnets;
pub mod motion;
pub mod noise;
mod offence;
mod perform;
mod pieces;
pub mod point;
pub mod reed;
mod score;
mod shrink;
mod table;
mod temperament;
mod trial;
mod truth;
mod written;

pub use game::{Game, Intent, Plan, Turn};
pub use habits::{Anchor, Crowns, Habits, Tilt};
pub use offence::{Choice, Deed, Offence, OffenceKind, Then};
pub use perform::{Performance, TurnTimes};
pub use score::{OffenceScore, Score};
pub use shrink::shrink;
pub use temperament::{Span, Temperament};
pub use trial::{Failure, FailureKind, Named, Verdict, play, play_with, try_out, try_out_on};
pub use truth::{CannotTell, Order, Truth, truths};
pub use written::{line, scenario};
