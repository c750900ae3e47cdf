//! The latest moves as the score sheet has them.

use super::Game;
use crate::event::{Decision, EventKind};
use crate::rules::{Colour, Move};

/// A move as the score sheet has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Played {
    /// The player.
    pub by: Colour,
    /// Number of the move in the game, from 1.
    pub number: u16,
    /// The move with its path.
    pub played: Move,
    /// Whether the squares between have to be written, because another capture
    /// shares both ends (table 27).
    pub whole: bool,
}

impl Game {
    /// Stores a move that is about to count.
    pub(super) fn show_move(&mut self, played: Move) {
        let [_, last] = self.last_two;
        let alike = |m: &&Move| m.from() == played.from() && m.to() == played.to();
        let played = Played {
            by: self.record.position().turn(),
            number: self.record.half_moves() / 2 + 1,
            played,
            whole: self.legal.iter().filter(alike).count() > 1,
        };
        self.last_two = [last, Some(played)];
    }

    /// Drops the stored moves that an event makes out of date.
    pub(super) fn forget_moves(&mut self, what: &EventKind) {
        match what {
            EventKind::Started { .. } | EventKind::Restarted { .. } | EventKind::PositionSet(_) => {
                self.last_two = [None; 2];
            }
            EventKind::TakenBack { .. }
            | EventKind::Decided { decision: Decision::Keep(_), .. } => {
                let [before, _] = self.last_two;
                self.last_two = [None, before];
            }
            _ => {}
        }
    }

    /// The last two half-moves since power-on, the last one second.
    pub(crate) const fn last_two(&self) -> [Option<Played>; 2] {
        self.last_two
    }

    /// The last half-move.
    pub(crate) fn last_played(&self) -> Option<Played> {
        let [_, last] = self.last_two;
        // After a restart only the record has it.
        let written = self.record.last().map(|played| Played {
            by: self.record.position().turn().opponent(),
            number: self.record.half_moves().div_ceil(2),
            played,
            whole: true,
        });
        last.filter(|last| written.is_none_or(|written| written.played == last.played)).or(written)
    }

    /// Moves played by White and by Black.
    pub(crate) fn moves_made(&self) -> [u16; 2] {
        let half_moves = self.record.half_moves();
        match self.record.clock() {
            Some(clock) => [clock.moves(Colour::White), clock.moves(Colour::Black)],
            None => [half_moves.div_ceil(2), half_moves / 2],
        }
    }
}
