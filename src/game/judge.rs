//! What a board means at the press: a lawful move, or which article it breaks.
//!
//! One report a turn, the first that fits from the top of this list: a piece
//! touched and another moved (8.1.3); pieces off that should be on (8.1.13, 12,
//! 7); a capture stopped, or pieces left on (8.1.9, 11, 10); a capture that
//! priority forbids (8.1.15); one jump too many (8.1.8); an impossible capture
//! (8.1.14); a capture left out (8.1.6); any other displacement (8.1.2).

use super::squares_of;
use crate::event::{Breach, Irregularity, Removal, Target};
use crate::rules::{
    CapturePriority, Cell, Colour, Direction, Move, MoveList, Piece, Position, Rank, Setup, Square,
    Squares,
};
use crate::time::Instant;
use crate::tracker::{HandTimings, Tracker};

/// What the player on move has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// A lawful move.
    Lawful {
        played: Move,
        removal: Removal,
        /// A piece that somebody pushed beside its square (7.5).
        beside: Option<Cell>,
        /// A playable piece of the opponent that is off: his reply in hand?
        absent: Option<Square>,
    },
    /// An irregularity, with what its correction and its keeping would be.
    Irregular(Irregularity),
    /// 7.7: one piece closes two squares; it waits until one of them opens.
    Waits(Squares),
    /// Only a person can tell.
    Arbiter(Squares),
}

/// Everything a judgement looks at.
pub(super) struct Scene<'a> {
    pub(super) position: &'a Position,
    pub(super) legal: &'a MoveList,
    pub(super) tracker: &'a Tracker,
    /// The piece that has to be played.
    pub(super) touched: Option<Square>,
    /// A piece of his that was off already when his turn began.
    pub(super) absent: Option<Square>,
    /// A press waits for a piece to leave one of two squares (7.7).
    pub(super) waiting: bool,
    /// The king just made, which its owner may be stacking (4.4).
    pub(super) crowning: Option<Square>,
    pub(super) hand_timings: &'a HandTimings,
    /// When it is judged.
    pub(super) now: Instant,
}

impl Scene<'_> {
    /// Judges the board as the player on move leaves it.
    pub(super) fn judge(&self) -> Judgement {
        if let Some(played) = self.lawful() {
            let stacked = self.crowning.filter(|_| !self.tracker.explains(self.position, played));
            return self.with_touch(played, None, stacked);
        }
        if let Some((played, absent)) = self.lawful_with_reply_in_hand() {
            return self.with_touch(played, None, Some(absent));
        }
        if let Some((played, (from, to))) = self.foreign_after_own(self.tracker.board()) {
            let passed = squares_of(played).with(from).with(to);
            let seen = Seen::of(self, self.tracker.board()).over(passed);
            return self.report(Breach::ForeignPiece, &seen, Target::Position(*self.position));
        }
        if let Some((played, cell)) = self.lawful_but_for_one_beside() {
            return self.with_touch(played, Some(cell), None);
        }
        let seen = Seen::of(self, self.tracker.board());
        // A piece of his was off from the first, and he has played another.
        if let Some(absent) = self.absent.filter(|absent| seen.own_off.contains(*absent))
            && !seen.own_off.without(absent).is_empty()
        {
            return Judgement::Arbiter(seen.all());
        }
        match (seen.own_off.len(), seen.arrived.len()) {
            (1, 2) if self.lies_on_two(&seen) => Judgement::Waits(seen.arrived),
            (0, 1) if seen.foreign_off.is_empty() && !self.half_way(&seen).is_empty() => {
                Judgement::Waits(seen.arrived | self.half_way(&seen))
            }
            // A foreign piece pushed onto a light cell (7.5).
            (0, 0) if seen.light.is_some() && seen.foreign_off.len() == 1 => {
                self.report(Breach::ForeignPiece, &seen, Target::Position(*self.position))
            }
            (0, 0) => self.nothing_moved(&seen),
            (_, 0) if seen.light.is_none() => self.in_the_air(&seen),
            (0, _) if seen.foreign_off.is_empty() => Judgement::Arbiter(seen.all()),
            (0, arrived) if arrived == seen.foreign_off.len() => {
                self.report(Breach::ForeignPiece, &seen, Target::Position(*self.position))
            }
            (0, _) => Judgement::Arbiter(seen.all()),
            (_, arrived) if arrived + usize::from(seen.light.is_some()) == 1 => {
                self.one_displaced(&seen)
            }
            // A foreign piece displaced, and an own one.
            (_, _) if !seen.foreign_off.is_empty() => Judgement::Arbiter(seen.all()),
            (_, _) => self.report(Breach::Displacement, &seen, Target::Position(*self.position)),
        }
    }

    /// 7.7: one piece closes two squares, and one of them would do.
    fn lies_on_two(&self, seen: &Seen) -> bool {
        let would_do = |legal: &Move| {
            Squares::of(legal.from()) == seen.own_off
                && seen.arrived.contains(legal.to())
                && (seen.foreign_off - legal.captured()).is_empty()
        };
        are_near(seen.arrived) && self.legal.iter().any(would_do)
    }

    /// 7.7: pieces that may lie on their own square and on the new one.
    fn half_way(&self, seen: &Seen) -> Squares {
        let to_there = |m: &&Move| !m.is_capture() && seen.arrived.contains(m.to());
        self.legal.iter().filter(to_there).map(|m| m.from()).collect()
    }

    /// The legal move that explains the board.
    fn lawful(&self) -> Option<Move> {
        let explains = |legal: &Move| {
            self.tracker.explains(self.position, *legal) || self.explains_but_for_crowning(*legal)
        };
        let fitting: MoveList = self.legal.iter().copied().filter(explains).collect();
        self.tracker.shown(&fitting)
    }

    /// 4.4: the opponent may be stacking the king that he has just made.
    fn explains_but_for_crowning(&self, legal: Move) -> bool {
        let Some(crowning) = self.crowning else {
            return false;
        };
        let occupied = self.position.play_unchecked(legal).occupied();
        occupied.contains(crowning) && self.tracker.shows(occupied.without(crowning))
    }

    /// The opponent may have begun his reply before the press: his piece is in
    /// hand or on its way, nothing is off that it does not capture.
    fn lawful_with_reply_in_hand(&self) -> Option<(Move, Square)> {
        let reply_to = |legal: Move| {
            // 7.7: a piece that lay on two squares was there before it left the one.
            let lay_there = || self.tracker.stands_since(legal.to()).filter(|_| self.waiting);
            let made = self.tracker.arrived(legal).or_else(lay_there)?;
            let after = self.position.play_unchecked(legal);
            let off = self.tracker.differs(after.occupied());
            let arrived = off - after.occupied();
            // It may be sliding over any square. But a piece that went somewhere
            // before the move is no reply to it, and one that stands there longer
            // than a brush was put there.
            let stood =
                |at| off.contains(legal.to()) || self.tracker.stood(legal, self.position, at);
            let later = |square| {
                let since = self.tracker.stands_since(square);
                since.is_some_and(|at| at >= made && (self.waiting || stood(at)))
            };
            let slides = |square| {
                let stands = self.tracker.stands_since(square);
                stands.is_some_and(|at| self.now.saturating_since(at) < self.hand_timings.brush)
            };
            let begun = |reply: &&Move| {
                let off_path = arrived - reply.path().collect();
                let astray = !off_path.is_empty();
                if !off_path.iter().all(slides) {
                    return false;
                }
                let taken = if astray { Squares::EMPTY } else { reply.captured() };
                // A piece that is on its square has not moved.
                if astray && arrived.contains(legal.from()) {
                    return false;
                }
                self.tracker.was_lifted(reply.from())
                    && off.contains(reply.from())
                    && (off - arrived - taken).without(reply.from()).is_empty()
            };
            if arrived.len() > 1 || !arrived.iter().all(later) {
                return None;
            }
            after.legal_moves().iter().find(begun).copied()
        };
        let answered = |legal: &Move| reply_to(*legal).is_some();
        let fitting: MoveList = self.legal.iter().copied().filter(answered).collect();
        let played = self.tracker.shown(&fitting)?;
        Some((played, reply_to(played)?.from()))
    }

    /// 8.1.5: after a lawful move a piece of the opponent's was displaced too;
    /// the move, and from where to where the piece went.
    fn foreign_after_own(&self, board: Squares) -> Option<(Move, (Square, Square))> {
        let mut found = None;
        let mut last = Instant::ZERO;
        for legal in self.legal.iter().copied() {
            let Some(made) = self.tracker.arrived(legal) else { continue };
            let after = self.position.play_unchecked(legal);
            let off = (board ^ after.occupied()) & self.tracker.trusted();
            let (gone, arrived) = (off & after.pieces(after.turn()), off - after.occupied());
            // Of two squares that could be either's, the foreign piece's came last.
            if let (Some(from), Some(to)) = (gone.first(), arrived.first())
                && let Some(put) = self.tracker.put_at(to)
                && off.len() == 2
                && put >= made.max(last)
            {
                last = put;
                found = Some((legal, (from, to)));
            }
        }
        found
    }

    /// 7.5: a piece that was not moved stands on a light cell beside its square.
    fn lawful_but_for_one_beside(&self) -> Option<(Move, Cell)> {
        let mut light = self.tracker.light().iter();
        let (Some(cell), None) = (light.next(), light.next()) else {
            return None;
        };
        let fits = |legal: &&Move| {
            let off = self.tracker.differs(self.position.play_unchecked(**legal).occupied());
            let pushed = off.first();
            off.len() == 1
                && pushed.is_some_and(|pushed| {
                    pushed != legal.to() && touches(cell, pushed) && self.was_there(pushed)
                })
        };
        self.legal.iter().find(fits).map(|legal| (*legal, cell))
    }

    fn was_there(&self, square: Square) -> bool {
        self.position.occupied().contains(square)
    }

    /// 8.1.3 comes before anything else that is lawful.
    fn with_touch(&self, played: Move, beside: Option<Cell>, absent: Option<Square>) -> Judgement {
        if let Some(touched) = self.touched.filter(|touched| *touched != played.from()) {
            return Judgement::Irregular(Irregularity {
                offender: self.position.turn(),
                breach: Breach::OtherPiece,
                squares: squares_of(played).with(touched),
                light: None,
                correct: Target::Position(*self.position),
            });
        }
        let regular = self.tracker.removed_regularly(played);
        let removal = if regular { Removal::Regular } else { Removal::Irregular };
        Judgement::Lawful { played, removal, beside, absent }
    }

    /// Every own piece is on its square, and nothing has arrived.
    fn nothing_moved(&self, seen: &Seen) -> Judgement {
        if seen.foreign_off.is_empty() {
            return self.report(Breach::EmptyPress, seen, Target::Position(*self.position));
        }
        // 6.4: a capture that ends where it began, not all of it collected.
        let round = |legal: &&Move| {
            legal.from() == legal.to()
                && self.tracker.was_lifted(legal.from())
                && legal.captured().meets(seen.foreign_off)
        };
        if let Some(round) = self.legal.iter().find(round) {
            return self.after_legal_capture(*round, seen);
        }
        self.report(Breach::PiecesOff, seen, Target::Position(*self.position))
    }

    /// Own pieces are off, and nothing has arrived anywhere.
    fn in_the_air(&self, seen: &Seen) -> Judgement {
        let begun = |legal: &Move| {
            Squares::of(legal.from()) == seen.own_off
                && (seen.foreign_off - legal.captured()).is_empty()
        };
        // A piece of the opponent taken off, and an own piece put in its place
        // by a jump: the square looks as before.
        if let Some(from) = seen.own_off.first().filter(|_| seen.own_off.len() == 1) {
            let foreign = self.position.pieces(self.position.turn().opponent());
            let replaced = foreign.iter().find_map(|to| {
                let lifted = self.tracker.was_lifted(to) && self.tracker.board().contains(to);
                let free = !self.position.occupied().without(to);
                let over = self.impossible_jumps(from, to, seen.foreign_off, free)?;
                (lifted && !seen.foreign_off.is_empty()).then_some(over.with(to))
            });
            if let Some(over) = replaced {
                let seen = seen.over(over);
                let former = Target::Position(*self.position);
                return self.report(Breach::Impossible { own: false }, &seen, former);
            }
        }
        let one_in_hand = seen.own_off.len() == 1
            && (seen.foreign_off.is_empty() || self.legal.iter().any(begun));
        let breach = if one_in_hand { Breach::EmptyPress } else { Breach::PiecesOff };
        self.report(breach, seen, Target::Position(*self.position))
    }

    /// One piece has arrived somewhere, and own pieces are off.
    fn one_displaced(&self, seen: &Seen) -> Judgement {
        let former = Target::Position(*self.position);
        let Some(act) = self.act(seen) else {
            return Judgement::Arbiter(seen.all());
        };
        let mut seen = *seen;
        seen.from = Some(act.from);
        if self.touched.is_some_and(|touched| touched != act.from) {
            return self.report(Breach::OtherPiece, &seen, former);
        }
        let Some(to) = act.to else {
            return self.report(Breach::Displacement, &seen, former);
        };
        let own_off = seen.own_off.without(act.from);

        // The legal capture that was carried out, or begun.
        if let Some(done) = self.best_fit(&seen, &|c| c.from() == act.from && c.to() == to) {
            return self.after_legal_capture(done, &seen);
        }
        let stops_there =
            |c: Move| c.from() == act.from && c.is_capture() && c.path().any(|s| s == to);
        if let Some(begun) = self.best_fit(&seen, &stops_there) {
            let breach = if !own_off.is_empty() {
                Breach::OwnOff
            } else if !(seen.foreign_off - begun.captured()).is_empty() {
                Breach::NotCaptured
            } else {
                Breach::Stopped
            };
            return self.report(breach, &seen, Target::Move(begun));
        }
        // A capture that is possible, but not allowed.
        if let Some((done, worth)) = self.forbidden_capture(&seen, act.from, to) {
            let breach = if !own_off.is_empty() {
                Breach::OwnOff
            } else if !(seen.foreign_off - done.captured()).is_empty() {
                Breach::NotCaptured
            } else {
                Breach::Priority(self.position.surpassing(worth))
            };
            seen.passed = done.captured();
            return self.report(breach, &seen, former);
        }
        let all_off = seen.foreign_off | own_off;
        if let Some(over) = self.jump_too_many(act.from, to, all_off) {
            seen.passed = over;
            return self.report(Breach::TooMany, &seen, former);
        }
        let step = self.is_a_step(act.from, to);
        // Where nothing came off, a step is a step, whatever jumps lead there too.
        let jumped = |_: &Squares| !step || !all_off.is_empty();
        if let Some(over) = self.impossible_capture(act.from, to, all_off).filter(jumped) {
            let own = over.meets(own_off);
            seen.passed = over;
            return self.report(Breach::Impossible { own }, &seen, former);
        }
        if !all_off.is_empty() {
            // 8.4: pieces back; the simple move stands, if it was one.
            let lawful = self.legal.iter().find(|m| m.from() == act.from && m.to() == to);
            return self.report(
                Breach::PiecesOff,
                &seen,
                lawful.map_or(former, |m| Target::Move(*m)),
            );
        }
        if step && self.legal.first().is_some_and(|legal| legal.is_capture()) {
            return self.report(Breach::CaptureLeft, &seen, former);
        }
        self.report(Breach::Displacement, &seen, former)
    }

    /// A legal capture has been carried out, but what came off is not it.
    fn after_legal_capture(&self, done: Move, seen: &Seen) -> Judgement {
        let own_off =
            if done.from() == done.to() { seen.own_off } else { seen.own_off.without(done.from()) };
        let breach = if !done.is_capture() {
            Breach::PiecesOff
        } else if !own_off.is_empty() {
            Breach::OwnOff
        } else if !(seen.foreign_off - done.captured()).is_empty() {
            Breach::NotCaptured
        } else if done.captured().len() == 1 {
            Breach::OneLeftOn
        } else {
            Breach::SomeLeftOn
        };
        let seen = Seen { from: Some(done.from()), ..*seen }.over(done.captured());
        self.report(breach, &seen, Target::Move(done))
    }

    /// Which own piece went where: the one with a reason to, else the one
    /// lifted last.
    fn act(&self, seen: &Seen) -> Option<Act> {
        let to = seen.arrived.first();
        if seen.own_off.len() == 1 {
            return Some(Act { from: seen.own_off.first()?, to });
        }
        let to_square = to?;
        let mut forbidden = None;
        self.position.each_capture(|c, _| {
            if c.to() == to_square && seen.own_off.contains(c.from()) {
                forbidden = Some(c.from());
            }
        });
        let with_reason = self
            .legal
            .iter()
            .find(|m| m.to() == to_square && seen.own_off.contains(m.from()))
            .map(|m| m.from())
            .or(forbidden)
            .or_else(|| {
                let could = |from: &Square| {
                    let others = seen.own_off.without(*from) | seen.foreign_off;
                    self.impossible_capture(*from, to_square, others).is_some()
                        || self.is_a_step(*from, to_square)
                };
                // Of several that could, the one touched first.
                let touched = self.touched.filter(|touched| seen.own_off.contains(*touched));
                touched.filter(could).or_else(|| seen.own_off.iter().find(could))
            });
        Some(Act { from: with_reason.or_else(|| self.lifted_last(seen.own_off))?, to })
    }

    fn lifted_last(&self, squares: Squares) -> Option<Square> {
        let (mut last, mut at) = (None, None);
        for square in squares {
            let lifted = self.tracker.lifted_at(square);
            if lifted >= at {
                (last, at) = (Some(square), lifted);
            }
        }
        last
    }

    /// Of the legal moves that answer a question, the one whose captures agree
    /// best with what came off.
    fn best_fit(&self, seen: &Seen, wanted: &dyn Fn(Move) -> bool) -> Option<Move> {
        let agreement = |m: &Move| {
            let (right, wrong) = (m.captured() & seen.foreign_off, m.captured() ^ seen.foreign_off);
            // Of what came off rightly first.
            64 * right.len() + 32 - wrong.len()
        };
        let (mut best, mut most) = (None, 0);
        for legal in self.legal.iter().filter(|m| wanted(**m)) {
            if agreement(legal) >= most {
                (best, most) = (Some(*legal), agreement(legal));
            }
        }
        best
    }

    fn forbidden_capture(
        &self,
        seen: &Seen,
        from: Square,
        to: Square,
    ) -> Option<(Move, CapturePriority)> {
        let mut best: Option<(Move, CapturePriority)> = None;
        let agreement = |m: Move| 32 - (m.captured() ^ seen.foreign_off).len();
        self.position.each_capture(|c, worth| {
            if c.from() == from
                && c.to() == to
                && best.is_none_or(|(known, _)| agreement(known) < agreement(c))
            {
                best = Some((c, worth));
            }
        });
        best
    }

    /// 8.1.8: a whole legal capture and one jump more; what it passed over.
    fn jump_too_many(&self, from: Square, to: Square, off: Squares) -> Option<Squares> {
        self.legal.iter().find_map(|legal| {
            if legal.from() != from || !legal.is_capture() {
                return None;
            }
            let over = between(legal.to(), to)?;
            let all = legal.captured().with(over);
            ((off - all).is_empty() && (legal.captured() - off).is_empty()).then_some(all)
        })
    }

    /// 8.1.14: jumps that no rule allows, over pieces that came off or over the
    /// opponent's; what they passed over.
    fn impossible_capture(&self, from: Square, to: Square, off: Squares) -> Option<Squares> {
        let free = !self.position.occupied() | Squares::of(from);
        self.impossible_jumps(from, to, off, free)
    }

    fn impossible_jumps(
        &self,
        from: Square,
        to: Square,
        off: Squares,
        free: Squares,
    ) -> Option<Squares> {
        let foreign = self.position.pieces(self.position.turn().opponent());
        let may_pass = (foreign | off) - free;
        let mut found = None;
        jumps(from, to, may_pass, free, Squares::EMPTY, &mut |over| {
            if (off - over).is_empty() && found.is_none() {
                found = Some(over);
            }
        });
        found
    }

    /// Whether this is how the piece moves when it captures nothing.
    fn is_a_step(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.position.piece_at(from) else {
            return false;
        };
        Direction::ALL.into_iter().any(|towards| {
            from.step(towards) == Some(to)
                && (piece.rank == Rank::King || towards.is_forward_for(piece.colour))
        })
    }

    fn report(&self, breach: Breach, seen: &Seen, correct: Target) -> Judgement {
        let mut squares = seen.all();
        if let Some(touched) = self.touched.filter(|_| breach == Breach::OtherPiece) {
            squares = squares.with(touched);
        }
        Judgement::Irregular(Irregularity {
            offender: self.position.turn(),
            breach,
            squares,
            light: seen.light,
            correct,
        })
    }

    /// The position if this board stands, where its pieces can be known.
    pub(super) fn kept(&self, breach: Breach, board: Squares) -> Option<Position> {
        let mut seen = Seen::of(self, board);
        if seen.light.is_some() {
            return None;
        }
        if seen.own_off.len() > 1 && seen.arrived.len() == 1 {
            seen.from = self.act(&seen).map(|act| act.from);
        }
        if let Some((played, shift)) =
            self.foreign_after_own(board).filter(|_| breach == Breach::ForeignPiece)
        {
            return shifted(
                &self.position.play_unchecked(played),
                shift,
                Squares::EMPTY,
                self.position.turn().opponent(),
            );
        }
        let player = self.position.turn();
        // An own piece that is off and has not arrived is in somebody's hand, or
        // stands where another stood.
        let in_hand = matches!(breach, Breach::EmptyPress | Breach::Impossible { .. });
        if in_hand && !seen.own_off.is_empty() && seen.arrived.is_empty() {
            return None;
        }
        let (mover, from) = if seen.own_off.is_empty() && !seen.arrived.is_empty() {
            (player.opponent(), seen.foreign_off)
        } else {
            let from = seen.from.map_or(seen.own_off, Squares::of);
            (player, if seen.arrived.is_empty() { Squares::EMPTY } else { from })
        };
        // Pieces of different rank that moved at once could be either.
        let kings = self.position.kings(mover) & from;
        if from.len() != seen.arrived.len() || (!kings.is_empty() && kings != from) {
            return None;
        }
        let rank = if kings.is_empty() { Rank::Man } else { Rank::King };
        let staying = !(seen.own_off | seen.foreign_off);
        let mut setup = left_on(self.position, staying, player.opponent());
        for square in seen.arrived {
            // A man kept on the far base is a king.
            let crowned = Squares::crowning_row(mover).contains(square);
            let rank = if crowned { Rank::King } else { rank };
            setup.put(Piece { colour: mover, rank }, square);
        }
        Position::try_from(setup).ok()
    }
}

/// How the board differs from the position.
#[derive(Clone, Copy)]
struct Seen {
    /// Own pieces that are not on their squares.
    own_off: Squares,
    /// The opponent's.
    foreign_off: Squares,
    /// Squares that were empty and are not.
    arrived: Squares,
    light: Option<Cell>,
    /// The own piece that went to where one arrived, when there are several.
    from: Option<Square>,
    /// Pieces passed over, off or not.
    passed: Squares,
}

impl Seen {
    fn of(scene: &Scene<'_>, board: Squares) -> Self {
        let position = scene.position;
        let off = (board ^ position.occupied()) & scene.tracker.trusted();
        Self {
            own_off: off & position.pieces(position.turn()),
            foreign_off: off & position.pieces(position.turn().opponent()),
            arrived: off - position.occupied(),
            light: scene.tracker.light().iter().next(),
            from: None,
            passed: Squares::EMPTY,
        }
    }

    fn over(&self, passed: Squares) -> Self {
        Self { passed, ..*self }
    }

    fn all(&self) -> Squares {
        let from = self.from.map_or(Squares::EMPTY, Squares::of);
        self.own_off | self.foreign_off | self.arrived | self.passed | from
    }
}

/// One own piece left a square and, unless it stands on a light one, reached
/// another.
struct Act {
    from: Square,
    to: Option<Square>,
}

/// The square between two that lie a jump apart.
fn between(from: Square, to: Square) -> Option<Square> {
    Direction::ALL
        .into_iter()
        .find(|towards| from.jump(*towards) == Some(to))
        .and_then(|towards| from.step(towards))
}

/// Visits what every chain of jumps between two squares passes over.
fn jumps(
    at: Square,
    to: Square,
    may_pass: Squares,
    free: Squares,
    over: Squares,
    visit: &mut impl FnMut(Squares),
) {
    if at == to && !over.is_empty() {
        visit(over);
    }
    for towards in Direction::ALL {
        // A hand may jump two pieces in a row, which no rule allows either.
        let (mut passed, mut next) = (over, at.step(towards));
        while let Some(square) = next.filter(|s| may_pass.contains(*s) && !passed.contains(*s)) {
            passed = passed.with(square);
            next = square.step(towards);
        }
        if let Some(landing) = next.filter(|s| free.contains(*s) && passed != over) {
            jumps(landing, to, may_pass, free, passed, visit);
        }
    }
}

/// The pieces of a position on these squares, with this player on move.
pub(super) fn left_on(position: &Position, squares: Squares, turn: Colour) -> Setup {
    let mut setup = Setup::empty(turn);
    for square in squares {
        if let Some(piece) = position.piece_at(square) {
            setup.put(piece, square);
        }
    }
    setup
}

/// A position after somebody displaced a piece anyhow and took some off. A man
/// on the far base is a king.
fn shifted(
    position: &Position,
    (from, to): (Square, Square),
    off: Squares,
    turn: Colour,
) -> Option<Position> {
    let mut setup = left_on(position, (!off).without(from), turn);
    let mut piece = position.piece_at(from)?;
    if Squares::crowning_row(piece.colour).contains(to) {
        piece.rank = Rank::King;
    }
    setup.put(piece, to);
    Position::try_from(setup).ok()
}

/// Whether one piece can lie on both of two squares, or of several.
fn are_near(squares: Squares) -> bool {
    squares.iter().all(|a| squares.iter().all(|b| a.is_near(b)))
}

/// Whether a light cell shares an edge with a square.
fn touches(cell: Cell, square: Square) -> bool {
    let square = square.cell();
    cell.row().abs_diff(square.row()) + cell.column().abs_diff(square.column()) == 1
}

/// What the player whose clock stands has done since his move counted.
pub(super) struct Afterwards<'a> {
    /// Before his move; he was on move.
    pub(super) before: &'a Position,
    /// After it.
    pub(super) position: &'a Position,
    pub(super) tracker: &'a Tracker,
    /// The move.
    pub(super) last: Option<Move>,
    /// The king that his move made, which he may be stacking (4.4).
    pub(super) crowned: Option<Square>,
}

impl Afterwards<'_> {
    /// 8.1.4: the move was put back; and from when on it cannot be a reply that
    /// slides onto the same square.
    pub(super) fn withdrawn(&self, hand_timings: &HandTimings) -> Option<(Instant, Irregularity)> {
        // 6.4: a capture that ended where it began is put back by its pieces alone.
        if self.last?.from() == self.last?.to() && self.tracker.shows(self.before.occupied()) {
            let board = self.tracker.board();
            return Some((Instant::ZERO, self.report(Breach::Withdrawal, board)));
        }
        let lifted = self.tracker.lifted_at(self.last?.to())?;
        let back_since = self.tracker.stands_since(self.last?.from()).unwrap_or(lifted);
        // The opponent's reply may come to look the same.
        let theirs = self.position.pieces(self.position.turn());
        let replying = theirs.iter().any(|square| self.tracker.was_lifted(square));
        let back = self.before.occupied() != self.position.occupied()
            && self.tracker.shows(self.before.occupied())
            && (back_since > lifted || !replying);
        let from = self.last?.from();
        let near = |square: Square| {
            square.row().abs_diff(from.row()) <= 2 && square.column().abs_diff(from.column()) <= 2
        };
        let may_slide_there =
            theirs.iter().any(near) || self.position.legal_moves().iter().any(|m| m.to() == from);
        // A reply that is pushed onto the square he left lies on two squares at
        // first, and his own piece may be brushed just then: the board is the
        // former one for as long as a bridge lasts.
        let sure = if may_slide_there { back_since + hand_timings.bridge } else { Instant::ZERO };
        back.then(|| (sure, self.report(Breach::Withdrawal, self.tracker.board())))
    }

    /// At his second press: 8.1.4 if another move stands instead, 8.1.1 if a
    /// second one was made.
    pub(super) fn second_press(&self) -> Option<Irregularity> {
        // The opponent may hold a piece meanwhile.
        let theirs = self.position.pieces(self.position.turn());
        let held = self.tracker.in_hand(theirs);
        let boards = [
            self.tracker.board(),
            self.tracker.board() | if held.len() == 1 { held } else { Squares::EMPTY },
        ];
        for board in boards {
            let breach = if self.instead(board).is_some() {
                Breach::Withdrawal
            } else if self.second(board).is_some() {
                Breach::TwoMoves
            } else {
                continue;
            };
            return Some(self.report(breach, board));
        }
        None
    }

    /// The position if this board stands.
    pub(super) fn kept(&self, board: Squares) -> Option<Position> {
        let board = board & self.tracker.trusted();
        for known in [self.position, self.before] {
            if board == known.occupied() & self.tracker.trusted() {
                return Some(*known);
            }
        }
        self.instead(board).map(|other| self.before.play_unchecked(other)).or_else(|| {
            let (from, to, over) = self.second(board)?;
            shifted(self.position, (from, to), over, self.position.turn())
        })
    }

    /// The lawful move that stands on the board in place of the one that counted.
    fn instead(&self, board: Squares) -> Option<Move> {
        let off = |occupied: Squares| (board ^ occupied) & self.tracker.trusted();
        let stands = |m: &&Move| off(self.before.play_unchecked(**m).occupied()).is_empty();
        if off(self.position.occupied()).is_empty() {
            return None;
        }
        self.before.legal_moves().iter().find(stands).copied()
    }

    /// The second displacement: one own piece, and what it jumped, if anything.
    fn second(&self, board: Squares) -> Option<(Square, Square, Squares)> {
        let player = self.before.turn();
        let off = (board ^ self.position.occupied()) & self.tracker.trusted();
        let own_off = off & self.position.pieces(player);
        let arrived = off - self.position.occupied();
        let foreign_off = off - own_off - arrived;
        let from = own_off.first().filter(|_| own_off.len() == 1)?;
        if self.crowned == Some(from) && arrived.is_empty() {
            return None;
        }
        let to = arrived.first().filter(|_| arrived.len() == 1)?;
        let over = between(from, to).map_or(Squares::EMPTY, Squares::of);
        (foreign_off - over).is_empty().then_some((from, to, foreign_off))
    }

    fn report(&self, breach: Breach, board: Squares) -> Irregularity {
        Irregularity {
            offender: self.before.turn(),
            breach,
            squares: (board ^ self.position.occupied()) & self.tracker.trusted(),
            light: self.tracker.light().iter().next(),
            correct: Target::Position(*self.position),
        }
    }
}
