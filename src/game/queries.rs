//! Values that the menu reads from the game, besides its record, settings and contacts.

use super::{Game, Phase};
use crate::rules::{Article, Colour, Position, Rank, Square, Squares};
use crate::time::Instant;
use crate::worlds::World;

/// What the hands are doing with the pieces of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hands {
    /// The board shows the agreed position.
    Rest,
    /// A lawful move is on its way.
    Held,
    /// A lawful move is complete.
    Complete,
    /// No lawful move explains the board.
    Off,
}

impl Game {
    /// The instant of the decision in progress: of the input, or of a flag that fell before it.
    pub(crate) const fn now(&self) -> Instant {
        self.now
    }

    /// The latest instant of any input.
    pub(crate) const fn latest(&self) -> Instant {
        self.latest
    }

    /// Whether no game is on and the board is being set up for the next one.
    pub(crate) fn is_idle(&self) -> bool {
        let over = self.record.is_over() && !self.record.paused();
        let start = Position::start().occupied();
        self.record.number() == 0 || (over && self.contacts().shows(start))
    }

    /// Whether the game waits for the first press or the first half-move.
    pub(crate) fn has_not_begun(&self) -> bool {
        let waits = matches!(self.record.phase(), Phase::Setup | Phase::Playing);
        waits && !self.record.paused() && !self.is_on()
    }

    /// Whether the board shows a complete lawful move that does not count yet.
    pub(crate) fn is_move_standing(&self) -> bool {
        self.record.is_playing() && self.hands() == Hands::Complete
    }

    /// Colour and square of the king that a complete move makes, before its press: its two men
    /// may be stacked already.
    pub(crate) fn crowning_before_the_press(&self) -> Option<(Colour, Square)> {
        if !self.record.is_playing() || self.worlds.iter().all(World::is_at_rest) {
            return None;
        }
        let played = self.lawful_now()?.played;
        let piece = self.record.position().piece_at(played.from())?;
        let crowned =
            piece.rank == Rank::Man && Squares::crowning_row(piece.colour).contains(played.to());
        crowned.then_some((piece.colour, played.to()))
    }

    /// The article by which the board has to be put right: 7.8 after a knock, 8.4 after an
    /// irregularity.
    pub(crate) fn article_of_restoring(&self) -> Option<Article> {
        match self.record.phase() {
            Phase::Restoring(_) => Some(Article::new(8, 4)),
            Phase::Halted { .. } if self.is_halted_by_a_knock() => Some(Article::new(7, 8)),
            _ => None,
        }
    }

    /// What the hands are doing with the pieces of this turn.
    pub fn hands(&self) -> Hands {
        let contacts = self.contacts();
        if contacts.shows(self.record.position().occupied())
            && self.worlds.iter().all(World::is_at_rest)
        {
            return Hands::Rest;
        }
        if self.lawful_now().is_some() {
            return Hands::Complete;
        }
        let turn = self.turn();
        let begun =
            self.worlds.best().is_some_and(|best| self.reader(best, &turn, self.now).is_held());
        if begun { Hands::Held } else { Hands::Off }
    }

    /// Number of times that the position has been on the board.
    pub(crate) const fn repeated(&self) -> u8 {
        self.repeated
    }

    /// Number of occurrences of the position that occurred most: a claim may come at any later
    /// moment, so the present position alone does not decide it.
    pub(crate) fn most_repeated(&self) -> u8 {
        let times = self.record.history().most_occurrences(self.record.position());
        times.min(u8::MAX.into()) as u8
    }
}
