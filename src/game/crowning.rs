//! Crowning without transcription (4.2 to 4.5): reeds cannot see the second disc.
//!
//! A piece that reaches the far base counts as crowned, and the display asks for it. The opponent or
//! the arbiter declares that it was not, before 8.3 closes that: it is a man, cannot move, and the
//! display goes on asking. Its player declares that it was crowned late; on that player's own turn this is
//! a touch (4.4).

use super::{Denied, Game, playable};
use crate::event::EventKind;
use crate::rules::{Colour, Square};

impl Game {
    /// The king just made, which can still be declared not to have been crowned: only without
    /// transcription, and before the opponent has touched a movable piece (8.3).
    pub(crate) fn declarable_crowning(&self) -> Option<Square> {
        let open = !self.settings.transcription
            && self.record.is_playing()
            && self.record.touched().is_none();
        self.record.crowned().filter(|_| open)
    }

    /// A man on the far base that was not crowned: of this player, or of either.
    pub(crate) fn uncrowned(&self, of: Option<Colour>) -> Option<Square> {
        let position = self.record.position();
        let own = |square: &Square| of.is_none_or(|of| position.pieces(of).contains(*square));
        position.uncrowned().iter().find(own)
    }

    /// 4.5: the king just made was not crowned.
    pub(super) fn not_crowned(&mut self, by: Option<Colour>) -> Result<(), Denied> {
        let opponent = self.record.position().turn();
        let square = self.declarable_crowning().filter(|_| by.is_none_or(|by| by == opponent));
        let square = square.ok_or(Denied::NotOpen)?;
        self.emit(EventKind::NotCrowned { square, by });
        Ok(())
    }

    /// 4.4: a man on the far base was crowned later.
    pub(super) fn crowned_late(&mut self, by: Option<Colour>) -> Result<(), Denied> {
        let square = self.uncrowned(by).filter(|_| self.record.is_playing());
        let square = square.ok_or(Denied::NotOpen)?;
        self.emit(EventKind::CrownedLate { square, by });
        let playable = playable(&self.legal).contains(square);
        if by == Some(self.record.position().turn()) && self.record.touched().is_none() && playable
        {
            self.emit(EventKind::Touched(square));
        }
        Ok(())
    }
}
