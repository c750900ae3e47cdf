//! Correct and keep (8.2 to 8.4), and what a correction asks of the board.

use super::{Counts, Game, Phase, playable};
use crate::event::{Breach, Decision, EventKind, Irregularity, Removal};
use crate::game::judge::{Judgement, left_on};
use crate::rules::{Colour, Move, Position, Square, Squares};
use crate::time::Instant;

impl Game {
    /// 8.1.16, 8.1.17: before the opponent has touched a movable piece (8.3).
    pub(super) fn declared(&mut self, breach: Breach, by: Option<Colour>) {
        let position = *self.record.position();
        let offender = position.turn().opponent();
        let in_time = self.record.is_playing()
            && self.record.touched().is_none()
            && by.is_none_or(|by| by == position.turn());
        let squares = match breach {
            Breach::UnmarkedKing => match self.record.last() {
                // Only the king just moved, and not the one just made.
                Some(last)
                    if position.kings(offender).contains(last.to())
                        && self.record.crowned().is_none() =>
                {
                    Squares::of(last.from()).with(last.to())
                }
                _ => return,
            },
            Breach::WronglyMarked => Squares::EMPTY,
            _ => return,
        };
        if in_time {
            self.accuse(offender, breach, squares);
        }
    }

    pub(super) fn correct(&mut self) {
        let Phase::Choosing(irregularity) = *self.record.phase() else { return };
        let offender = irregularity.offender;
        // Where his move stands, its press does as well.
        let irregular = self.record.position().turn() == offender;
        let clock = self.clock_after(|clock, line| {
            if irregular {
                clock.withdraw(offender, line);
            }
            // He has something to do, on his own time.
            clock.give_back_turn(offender, line);
        });
        self.emit(EventKind::Decided { decision: Decision::Correct, clock });
        self.board_changed();
    }

    /// It stands, by a key or by the touch of this piece.
    pub(super) fn keep(&mut self, irregularity: &Irregularity, touched: Option<Square>) {
        let kept = self.kept(irregularity, touched);
        let offender = irregularity.offender;
        let again = kept.is_some_and(|kept| kept.turn() == offender);
        let clock = self.clock_after(|clock, line| {
            // 8.1.4: the move is his once more.
            if again {
                clock.withdraw(offender, line);
                clock.give_back_turn(offender, line);
            }
        });
        self.emit(EventKind::Decided { decision: Decision::Keep(kept), clock });
        if kept.is_none() {
            self.emit(EventKind::AskedArbiter(irregularity.squares));
        }
    }

    /// The position if the board stands as it is now, the piece by whose touch
    /// the opponent decides put back.
    pub(super) fn kept(
        &self,
        irregularity: &Irregularity,
        touched: Option<Square>,
    ) -> Option<Position> {
        let chooser = irregularity.offender.opponent();
        let position = *self.record.position();
        let in_hand = self.tracker.in_hand(position.pieces(chooser) - irregularity.squares);
        let in_hand = if in_hand.len() == 1 { in_hand } else { Squares::EMPTY };
        let board = self.tracker.board() | touched.map_or(in_hand, Squares::of);
        match irregularity.breach {
            Breach::WronglyMarked => None,
            Breach::UnmarkedKing => Some(position),
            Breach::TwoMoves | Breach::Withdrawal => self.afterwards()?.kept(board),
            breach => self.scene(&self.tracker, None, Instant::MAX).kept(breach, board),
        }
    }

    /// Whose pieces decide for "keep" when they are touched: the position they
    /// stand in, and those of them that can move.
    pub(super) fn pieces_of_choice(&self, irregularity: &Irregularity) -> (Position, Squares) {
        let chooser = irregularity.offender.opponent();
        let base = match self.kept(irregularity, None) {
            Some(kept) => kept.with_turn(chooser),
            None => self.still_there().with_turn(chooser),
        };
        // Taking off what the correction takes off is the offender's business.
        let to_come_off = base.occupied() - self.target(irregularity);
        (base, playable(&base.legal_moves()) - to_come_off)
    }

    /// The position less everything that is not on its square.
    fn still_there(&self) -> Position {
        let position = self.record.position();
        let setup = left_on(position, self.tracker.board(), position.turn());
        Position::try_from(setup).unwrap_or(*position)
    }

    /// A correction is under way: is the board what it should be?
    pub(super) fn restoring(&mut self, irregularity: &Irregularity) {
        let target = self.target(irregularity);
        // The opponent may hold a piece of his meanwhile.
        let off = self.tracker.differs(target);
        let his = self.record.position().pieces(irregularity.offender.opponent());
        let held = off.len() == 1 && (off - his).is_empty() && !irregularity.squares.meets(off);
        if off.is_empty() || held {
            self.emit(EventKind::Restored { by_move: false });
            self.stands();
        } else if self.corrected_by_a_move(irregularity.offender).is_some() {
            // At once the lawful move that follows from it.
            self.emit(EventKind::Restored { by_move: true });
            self.stands();
        }
    }

    pub(super) fn press_while_restoring(&mut self, irregularity: &Irregularity, colour: Colour) {
        let mut counts = Counts::Nothing;
        if colour == irregularity.offender {
            // Nothing new is reported while a correction is carried out.
            if let Some((played, absent)) = self.corrected_by_a_move(colour) {
                counts = Counts::Move;
                self.count(played, Removal::Regular, false, absent);
            }
        } else if self.record.running() == Some(colour) && self.has_played_on(irregularity) {
            // The opponent has gone on while the correction was not whole.
            let squares = self.to_put_right();
            self.change_over(colour, Counts::Nothing);
            self.emit(EventKind::AskedArbiter(squares));
            return;
        }
        self.change_over(colour, counts);
    }

    /// Whether a piece of the opponent's, which the correction does not ask
    /// for, has gone somewhere.
    fn has_played_on(&self, irregularity: &Irregularity) -> bool {
        let off = self.tracker.differs(self.target(irregularity));
        let his = self.record.position().pieces(irregularity.offender.opponent());
        let arrived = off - self.target(irregularity);
        !((off & his) - irregularity.squares).is_empty() && !arrived.is_empty()
    }

    /// The lawful move on the board that makes a correction whole. The piece
    /// touched first still binds: any other move is not lawful.
    fn corrected_by_a_move(&mut self, offender: Colour) -> Option<(Move, Option<Square>)> {
        let Phase::Restoring(irregularity) = *self.record.phase() else {
            return None;
        };
        if self.record.position().turn() != offender {
            return None;
        }
        match self.judgement() {
            // A piece that has to come back is no reply in hand.
            Judgement::Lawful { played, beside: None, absent, .. }
                if !absent.is_some_and(|absent| irregularity.squares.contains(absent)) =>
            {
                Some((played, absent))
            }
            _ => None,
        }
    }
}
