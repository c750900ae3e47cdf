//! What a PC may ask the game for. Whether it may is settled before: here it is
//! only done, or denied with the reason.

use super::{Denied, Game};
use crate::clock::TimeControl;
use crate::event::{ClockChange, Reason, Tag, TagText, What};
use crate::rules::{Colour, Opening, OpeningTable, Position};

/// A request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRequest {
    /// A new game, if none is on.
    NewGame {
        /// From the start, unless another position is given.
        position: Option<Position>,
        /// An opening to be played.
        opening: Option<Opening>,
    },
    /// A new game with an opening drawn by lot.
    DrawOpening(OpeningTable),
    /// The time control of the next game.
    Control(TimeControl),
    /// A name, a round, a table: of this game as long as it has no move, and of
    /// the next ones.
    Tag {
        /// What it is about.
        tag: Tag,
        /// What it says.
        text: TagText,
    },
    /// The clock of day, in seconds since 1970.
    Day(u32),
    /// Stop the clocks.
    Pause,
    /// Go on.
    Resume,
    /// Set a value of a clock; what it was before is not looked at.
    Correct {
        /// Whose.
        of: Colour,
        /// Which, and to what.
        correction: ClockChange,
    },
    /// The last half-move does not count.
    TakeBack,
    /// The arbiter's decision.
    Result {
        /// Who has won; nobody in a draw.
        winner: Option<Colour>,
        /// Why.
        reason: Reason,
    },
}

impl Game {
    /// Whether a game is on: begun, and not over.
    pub fn is_on(&self) -> bool {
        let started = self.record.half_moves() > 0 || self.record.running().is_some();
        self.record.number() > 0 && started && !self.record.is_over()
    }

    pub(super) fn asked(&mut self, ask: GameRequest) -> Result<(), Denied> {
        match ask {
            GameRequest::NewGame { position, opening } => {
                self.between_games()?;
                self.new_game(position.unwrap_or_else(Position::start), opening);
            }
            GameRequest::DrawOpening(table) => {
                self.between_games()?;
                let opening = table.draw(self.lot.draw());
                self.start_game(Some(opening));
            }
            GameRequest::Control(control) => {
                self.between_games()?;
                self.settings.control = control;
                self.settings.casual = None;
                self.effects.settings = true;
            }
            GameRequest::Tag { tag, text } => {
                self.tags[tag as usize] = Some(text).filter(|text| !text.is_empty());
                if self.record.number() > 0 && !self.record.is_over() {
                    self.emit(What::Tagged { tag, text });
                }
            }
            GameRequest::Day(seconds) => self.day = Some((seconds, self.now)),
            GameRequest::Pause => {
                self.in_play()?;
                if self.record.paused() {
                    return Err(Denied::Paused);
                }
                self.pause();
            }
            GameRequest::Resume => {
                self.in_a_game()?;
                if !self.record.paused() {
                    return Err(Denied::NotPaused);
                }
                self.close();
                self.resume();
            }
            GameRequest::Correct { of, correction } => self.correct_clock(of, correction)?,
            GameRequest::TakeBack => {
                self.take_back()?;
                self.close();
            }
            GameRequest::Result { winner, reason } => {
                self.in_play()?;
                self.close();
                self.end(winner, reason);
            }
        }
        Ok(())
    }

    fn between_games(&self) -> Result<(), Denied> {
        if self.is_on() { Err(Denied::GameOn) } else { Ok(()) }
    }

    fn in_play(&self) -> Result<(), Denied> {
        self.in_a_game()?;
        if self.record.is_over() { Err(Denied::Over) } else { Ok(()) }
    }
}
