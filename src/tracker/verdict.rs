//! What the board shows, compared with a position and its legal moves.

use super::Tracker;
use crate::rules::{Move, MoveList, Position, Squares};
use crate::time::Instant;

/// What the board shows, compared with a position and its legal moves.
// There is no heap to put the list on, and a verdict never lives for long.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board is the position.
    AtRest,
    /// A piece is in hand, or on its way; these moves are still possible.
    InHand(MoveList),
    /// Exactly this lawful move explains the board.
    Complete(Move),
    /// A lawful move, and the opponent's lawful reply to it.
    Replied(Move, Move),
    /// No lawful move explains the board: these squares would have to change.
    Off(Squares),
}

impl Tracker {
    /// Compares the board with a position and its legal moves.
    pub fn verdict(&self, position: &Position, legal: &[Move]) -> Verdict {
        if self.shows(position.occupied()) {
            return Verdict::AtRest;
        }
        if let Some(complete) = legal.iter().find(|legal| self.explains(position, **legal)) {
            return Verdict::Complete(*complete);
        }
        let answered = |legal: &&Move| self.reply(**legal, position).is_some();
        let answered: MoveList = legal.iter().filter(answered).copied().collect();
        if let Some(played) = self.shown(&answered)
            && let Some(reply) = self.reply(played, position)
        {
            return Verdict::Replied(played, reply);
        }
        let on_its_way = |legal: &&Move| self.is_on_its_way(position, **legal);
        let possible: MoveList = legal.iter().filter(on_its_way).copied().collect();
        if possible.is_empty() {
            Verdict::Off(self.differs(position.occupied()))
        } else {
            Verdict::InHand(possible)
        }
    }

    /// Whether this move has been begun and may still become complete: its piece
    /// is in hand or on its path, and nothing is off that it does not capture.
    pub fn is_on_its_way(&self, position: &Position, candidate: Move) -> bool {
        let off = self.differs(position.occupied());
        let own_off = off & position.pieces(position.turn());
        let foreign_off = off & position.pieces(position.turn().opponent());
        let stops: Squares = candidate.path().collect();
        (own_off.without(candidate.from())).is_empty()
            && (foreign_off - candidate.captured()).is_empty()
            && (off - position.occupied() - stops).is_empty()
            && !(own_off | foreign_off).is_empty()
    }

    /// Whether the board is what it should be after this move.
    pub fn explains(&self, position: &Position, candidate: Move) -> bool {
        self.has_moved(candidate) && self.shows(position.play_unchecked(candidate).occupied())
    }

    /// 6.4: a capture may end where it began; then its piece was at least
    /// lifted. Any other move is seen from its squares.
    pub fn has_moved(&self, candidate: Move) -> bool {
        candidate.from() != candidate.to() || self.was_lifted(candidate.from())
    }

    /// The lawful reply that explains the board after a move, made after it.
    fn reply(&self, played: Move, position: &Position) -> Option<Move> {
        let made = self.arrived(played).filter(|made| !self.stood_aside(played, *made))?;
        let after = position.play_unchecked(played);
        if self.shows(after.occupied()) {
            return None;
        }
        let follows = |reply: Move| {
            let put = self.trace.drops(reply.to()).next_back();
            self.arrived(reply).is_some()
                && put.is_some_and(|put| made <= put)
                && (reply.captured().contains(played.to())
                    || put.is_some_and(|put| self.stood(played, position, put)))
        };
        let explains = |reply: &&Move| self.explains(&after, **reply) && follows(**reply);
        after.legal_moves().iter().find(explains).copied()
    }

    /// Whether a move stood on the board when a reply to it was put down. Its piece may have been brushed just then, or lifted to be stacked (4.4).
    pub fn stood(&self, played: Move, position: &Position, put: Instant) -> bool {
        let to = played.to();
        let player = position.turn();
        let crowns = position.men(player).contains(played.from())
            && Squares::crowning_row(player).contains(to);
        let brushed = || {
            let lifted = self.trace.lifts(to).rev().find(|lift| *lift <= put);
            let back = self.trace.drops(to).find(|drop| *drop >= put);
            let open = lifted.zip(back).map(|(lifted, back)| back.saturating_since(lifted));
            open.is_some_and(|open| open < self.hand_timings.brush)
        };
        self.trace.undone(self.board, put).contains(to) || crowns || brushed()
    }

    /// From when on a reply cannot be anything else.
    ///
    /// As a rule it is one at once. But where its square was left only a moment
    /// ago by a piece that may have come back, or where it captures the piece
    /// that may itself have gone there, the piece that replies could still turn
    /// out to be brushed: then it counts when it has been off for longer. And a
    /// captured piece that is back on its square may stay there while the opponent
    /// holds another: no time tells, only what somebody does next.
    pub fn replied_since(&self, played: Move, reply: Move) -> Instant {
        let put = self.trace.drops(reply.to()).next_back().unwrap_or(Instant::ZERO);
        let left = self.trace.lifts(reply.to()).rev().find(|lift| *lift <= put);
        let came_back =
            left.is_some_and(|left| put.saturating_since(left) < self.hand_timings.brush);
        if came_back && played.captured().contains(reply.to()) {
            return Instant::MAX;
        }
        let lifted = self.lifted_at(reply.from());
        match lifted.filter(|_| came_back || reply.captured().contains(played.to())) {
            Some(lifted) => lifted + self.hand_timings.brush,
            None => Instant::ZERO,
        }
    }
}
