//! Requests of the arbiter, and of a PC by its commands.
//!
//! A PC's command is one request. [`Game::begin_step`] authorises it at the time of its
//! execution, and [`Game::take`] executes it whole or not at all: [`Game::execute`] checks everything
//! that can be refused before it changes anything.

use super::{Announcement, Denied, Game};
use crate::clock::TimeControl;
use crate::event::{ClockChange, EventKind, Reason, Tag, TagText};
use crate::rules::{Colour, Opening, OpeningTable, Position, Setup};

/// A request, executed whole or not at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRequest {
    /// Begins a game, if none is on.
    NewGame {
        /// `None` is the start position.
        position: Option<Position>,
        /// An opening to be played, from the start position only.
        opening: Option<Opening>,
    },
    /// Begins a game with an opening drawn by lot.
    DrawOpening(OpeningTable),
    /// Sets the time control of the next game.
    Control(TimeControl),
    /// Sets the players' names: of this game until it is over, and of the next ones.
    Names {
        /// An empty name removes it.
        white: TagText,
        /// An empty name removes it.
        black: TagText,
    },
    /// Sets where the game is played: of this game until it is over, and of the next ones.
    Sitting {
        /// The competition; empty removes it.
        event: TagText,
        /// From 1; 0 removes it.
        round: u16,
        /// From 1; 0 removes it.
        table: u16,
    },
    /// Sets the clock of day, in seconds since 1970 in local time.
    Day(u64),
    /// Stops the clocks.
    Pause,
    /// Ends a pause.
    Resume,
    /// Sets a value of a clock; the `before` values are ignored.
    Correct {
        /// Whose clock.
        of: Colour,
        /// Which value, and to what.
        correction: ClockChange,
    },
    /// Takes the last half-moves back, as many as are asked for or none.
    TakeBack {
        /// 0 changes nothing.
        half_moves: u16,
    },
    /// Ends the game by the arbiter's decision.
    Result {
        /// `None` in a draw.
        winner: Option<Colour>,
        /// Why.
        reason: Reason,
    },
    /// Opens the lock with the code of the display.
    Unlock(u32),
    /// Restarts the board into its bootloader: [`Effects::reboot`](super::Effects::reboot).
    Reboot,
}

impl Game {
    /// Whether a game is on: begun, and not over.
    pub fn is_on(&self) -> bool {
        let started = self.record.half_moves() > 0 || self.record.running().is_some();
        self.record.number() > 0 && started && !self.record.is_over()
    }

    /// Whether a PC may make this request now. Commands that only read, which never come
    /// here, are always allowed.
    pub(super) fn authorise(&self, request: &GameRequest) -> Result<(), Denied> {
        let needs_code = match request {
            GameRequest::Unlock(_) => false,
            // A new firmware can do anything.
            GameRequest::Reboot => true,
            GameRequest::NewGame { .. }
            | GameRequest::DrawOpening(_)
            | GameRequest::Control(_)
            | GameRequest::Names { .. }
            | GameRequest::Sitting { .. }
            | GameRequest::Day(_)
            | GameRequest::Pause
            | GameRequest::Resume
            | GameRequest::Correct { .. }
            | GameRequest::TakeBack { .. }
            | GameRequest::Result { .. } => self.is_on(),
        };
        if needs_code && !self.lock.is_unlocked() { Err(Denied::NeedsCode) } else { Ok(()) }
    }

    /// Executes a request that is allowed. An error means that nothing has changed.
    pub(super) fn execute(&mut self, request: GameRequest) -> Result<(), Denied> {
        match request {
            GameRequest::NewGame { position, opening } => {
                let position = position.unwrap_or_else(Position::start);
                if opening.is_some() && position != Position::start() {
                    return Err(Denied::OpeningElsewhere);
                }
                if self.settings.transcription {
                    // 4.5: here a man on its far base is a king.
                    Setup::from(position).check().map_err(Denied::Position)?;
                }
                self.between_games()?;
                self.new_game(position, opening);
            }
            GameRequest::DrawOpening(table) => {
                self.between_games()?;
                let opening = table.draw(self.entropy.draw());
                self.start_game(Some(opening));
            }
            GameRequest::Control(control) => {
                self.between_games()?;
                self.settings.control = control;
                self.settings.casual = None;
                self.effects.settings = true;
            }
            GameRequest::Names { white, black } => {
                self.set_tag(Tag::White, white);
                self.set_tag(Tag::Black, black);
            }
            GameRequest::Sitting { event, round, table } => {
                self.set_tag(Tag::Event, event);
                self.set_tag(Tag::Round, number_text(round));
                self.set_tag(Tag::Table, number_text(table));
            }
            GameRequest::Day(seconds) => {
                let seconds = u32::try_from(seconds).map_err(|_| Denied::TooLong)?;
                self.day = Some((seconds, self.now));
            }
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
                self.resume();
            }
            GameRequest::Correct { of, correction } => self.correct_clock(of, correction)?,
            GameRequest::TakeBack { half_moves: 0 } => {}
            GameRequest::TakeBack { half_moves } => {
                self.in_a_game()?;
                if usize::from(half_moves) > self.record.undo_depth() {
                    return Err(Denied::NothingToTakeBack);
                }
                for _ in 0..half_moves {
                    self.take_back()?;
                }
            }
            GameRequest::Result { winner, reason } => {
                self.in_play()?;
                self.end(winner, reason);
            }
            GameRequest::Unlock(code) => self.unlock(code)?,
            GameRequest::Reboot => self.effects.reboot = true,
        }
        Ok(())
    }

    /// Tries a code. A wrong one is announced to the arbiter.
    fn unlock(&mut self, code: u32) -> Result<(), Denied> {
        let answer = self.lock.unlock(code, self.now);
        if matches!(answer, Err(Denied::WrongCode { .. })) {
            self.announce(Announcement::WrongCode);
        }
        answer
    }

    /// Sets a line of the score sheet's head: of this game until it is over, and of the
    /// next ones.
    fn set_tag(&mut self, tag: Tag, text: TagText) {
        self.tags[tag as usize] = Some(text).filter(|text| !text.is_empty());
        if self.record.number() > 0 && !self.record.is_over() {
            self.emit(EventKind::Tagged { tag, text });
        }
    }

    /// Fails while a game is on.
    fn between_games(&self) -> Result<(), Denied> {
        if self.is_on() { Err(Denied::GameOn) } else { Ok(()) }
    }

    /// Fails without a game, and after its end.
    fn in_play(&self) -> Result<(), Denied> {
        self.in_a_game()?;
        if self.record.is_over() { Err(Denied::Over) } else { Ok(()) }
    }
}

/// A number as a tag; empty for 0.
fn number_text(number: u16) -> TagText {
    let mut text = TagText::EMPTY;
    if number > 0 {
        // Five digits fit.
        let _ = core::fmt::Write::write_fmt(&mut text, format_args!("{number}"));
    }
    text
}
