//! Beginning the game again (7.2 to 7.4): the board was turned, or the colours were wrong.

use super::{Denied, Game};
use crate::event::EventKind;
use crate::rules::{Article, Edition, Side};
use crate::time::Instant;

/// 7.4: a game may be begun again until both players have made five moves.
const HALF_MOVES: u16 = 10;
/// 7.2, 7.3 of 2008: and until ten minutes have passed, in milliseconds.
const WITHIN: u64 = 600_000;

impl Game {
    /// 7.2 to 7.4: whether a game begun on a turned board, or with the colours swapped, may begin
    /// again. Moves of an opening count; the time is the game time since the first clock was
    /// started, pauses included. Without a clock, and in 2006, only the moves count.
    pub fn may_restart(&self, now: Instant) -> bool {
        let early = self.record.half_moves() < HALF_MOVES;
        let played = self.to_game_time(now).as_millis();
        let in_time = self
            .record
            .started()
            .is_none_or(|started| played.saturating_sub(u64::from(started)) < WITHIN);
        early && (in_time || self.record.edition() == Edition::Year2006)
    }

    /// Begins the game again from its first position, or says that it is too late. The times
    /// used stay (7.4.2), unless the clocks get their full times: the fault was the organizers'
    /// (7.4.3).
    pub(super) fn restart(&mut self, full: bool) -> Result<(), Denied> {
        self.in_a_game()?;
        if self.record.result().is_some() {
            return Err(Denied::Over);
        }
        let article = self.article_of_restart();
        if !self.may_restart(self.now) {
            self.emit(EventKind::RestartRefused { article });
            return Err(Denied::TooLateToRestart);
        }
        let turned = self.white() == Side::North;
        let clock = self.clock_after(|clock, at| clock.restart(full, at));
        self.emit(EventKind::Restarted { article, full, clock });
        self.forget_the_play();
        self.look_at_the_board_anew(turned);
        Ok(())
    }

    /// Why the game would begin again: 7.2 if the board was seen to be turned, otherwise 7.3.
    pub(crate) fn article_of_restart(&self) -> Article {
        Article::new(7, if self.record.quarter_turned() { 2 } else { 3 })
    }
}
