//! What follows from a change of the board, without a press.

use super::{Answered, Game, Phase, squares_of};
use crate::event::{Breach, Decision, EventKind, Irregularity, Removal, Target, Trace, TracedEdge};
use crate::game::judge::{Afterwards, Judgement};
use crate::rules::{Article, Cell, Colour, Move, Square, Squares};
use crate::time::Instant;
use crate::tracker::{Tracker, Verdict};

impl Game {
    /// A cell opened or closed.
    pub(super) fn changed(&mut self, cell: Cell, closed: bool) {
        match cell.dark().filter(|_| self.tracker.trusts(cell)) {
            Some(square) if closed => self.first_lift_put_back(square),
            Some(square) => {
                if self.is_next_after(self.answered, square) {
                    self.no_doubt_about_the_reply();
                }
                self.next_was_pushed(square);
                self.watch_first_lift(square);
            }
            None => {}
        }
        self.changed_then(cell, closed, self.now);
    }

    /// A cell opened or closed then, and it counts as of now.
    pub(super) fn changed_then(&mut self, cell: Cell, closed: bool, then: Instant) {
        self.settle_after_knock();
        let turn = self.turn();
        self.tracker.change(cell, closed, then, &turn);
        self.board_changed();
    }

    /// Whether this piece is one that the player could play after this reply.
    pub(super) fn is_next_after(&self, answered: Option<Answered>, square: Square) -> bool {
        answered.is_some_and(|Answered { played, reply, .. }| {
            let after = self.record.position().play_unchecked(played).play_unchecked(reply);
            after.pieces(after.turn()).contains(square)
        })
    }

    /// The edges of the turn, as an event carries them.
    pub(super) fn traced(&self) -> Trace {
        Trace::latest(self.tracker.trace().iter().rev().map(|change| {
            let before = self.now.saturating_since(change.at).as_millis();
            TracedEdge::new(before, change.cell, change.closed)
        }))
    }

    /// Tells of an irregularity that the board does not show: the position it is to go back to
    /// is the one agreed.
    #[inline(never)]
    pub(super) fn accuse(&mut self, offender: Colour, breach: Breach, squares: Squares) {
        let correct = Target::Position(*self.record.position());
        self.report(Irregularity { offender, breach, squares, light: None, correct });
    }

    /// Tells of an irregularity.
    pub(super) fn report(&mut self, irregularity: Irregularity) {
        let trace = self.traced();
        self.emit(EventKind::Irregularity(irregularity, trace));
    }

    pub(super) fn time_passed(&mut self) {
        if self.record.paused() {
            return;
        }
        self.touched();
        self.colours_swapped();
        self.tell_of_withdrawal();
        self.tell_of_reply();
        // Once after the last edge: what nobody has touched since is not judged again,
        // as if the other player had left it so.
        let quiet = !self.quiet_over
            && self.settings.casual.is_some_and(|quiet| self.now >= self.last_edge + quiet);
        match self.record.phase() {
            Phase::Playing if quiet && self.can_be_judged(&self.tracker) => self.judge(),
            // 7.8: moved on, the board not restored.
            Phase::Halted { .. } if quiet && self.is_played_on_after_knock() => {
                self.emit(EventKind::AskedArbiter(self.to_put_right()));
            }
            _ => {}
        }
    }

    /// Casual play: whether the board, left quiet, calls for a judgement.
    pub(super) fn can_be_judged(&self, tracker: &Tracker) -> bool {
        if self.record.waiting().is_some() {
            return false;
        }
        match tracker.verdict(self.record.position(), &self.legal) {
            Verdict::AtRest | Verdict::Replied(..) => false,
            Verdict::Complete(_) => true,
            Verdict::InHand(_) | Verdict::Off(_) => !self.own_in_the_air(tracker),
        }
    }

    fn own_in_the_air(&self, tracker: &Tracker) -> bool {
        let position = self.record.position();
        let off = tracker.differs(position.occupied());
        let own_off = off & position.pieces(position.turn());
        own_off.len() > (off - position.occupied()).len() + tracker.light().len()
    }

    pub(super) fn board_changed(&mut self) {
        if self.record.paused() {
            return;
        }
        match *self.record.phase() {
            Phase::Arbiter | Phase::Over => {}
            Phase::Setup => self.set_up(),
            Phase::Halted { occupied, .. } => {
                if self.tracker.shows(occupied) {
                    self.emit(EventKind::Restored { by_move: false });
                    self.stands();
                }
            }
            Phase::Restoring(irregularity) => self.restoring(&irregularity),
            Phase::Choosing(_) => {
                // 7.8: knocked pieces are not touched; the choice stays open.
                if let Some(first) = self.tracker.many_at_once(self.now) {
                    self.tracker.untouch();
                    self.tell_of_knock(first, self.expected());
                }
                self.touched();
            }
            Phase::Playing => self.played_on(),
        }
    }

    fn played_on(&mut self) {
        let verdict = self.verdict();
        if let Some(answered) = self.answered.take() {
            self.doubted = Some((answered, self.now));
        }
        if let Some(first) = self.tracker.many_at_once(self.now)
            && let Verdict::Off(off) = verdict
            && !self.is_only_brushed(off)
            && !self.reply_is_on_its_way()
        {
            self.knocked(first);
            return;
        }
        if let Some(waiting) = self.record.waiting() {
            // 7.7: judged as soon as one of the squares opens.
            if !(waiting - self.tracker.board()).is_empty() {
                self.judge();
            }
            return;
        }

        self.touched();
        self.colours_swapped();
        match verdict {
            Verdict::Complete(_) => self.stands(),
            Verdict::Replied(played, reply) => {
                let sure = self.tracker.replied_since(played, reply);
                self.answered = Some(Answered { played, reply, sure });
                self.tell_of_reply();
            }
            _ => self.tell_of_withdrawal(),
        }
    }

    /// 8.1.4: the move that counted was put back, and when that is beyond doubt.
    pub(super) fn withdrawn(&self) -> Option<(Instant, Irregularity)> {
        // 6.4: a capture that ends where it began may be on the board, nothing of
        // it collected yet, and the move back the reply to it.
        let round = |m: &Move| m.from() == m.to() && self.tracker.was_lifted(m.from());
        if self.standing || !self.record.is_playing() || self.legal.iter().any(round) {
            return None;
        }
        self.afterwards()?.withdrawn(&self.settings.hand_timings)
    }

    fn tell_of_withdrawal(&mut self) {
        if let Some((sure, irregularity)) = self.withdrawn()
            && self.now >= sure
        {
            self.report(irregularity);
        }
    }

    /// Whether a move made in this turn and a reply to it that is being carried
    /// out explain the board: he may collect what he captures all at once.
    fn reply_is_on_its_way(&self) -> bool {
        let position = self.record.position();
        let replied = |m: &Move| {
            let after = position.play_unchecked(*m);
            let verdict = self.tracker.verdict(&after, &after.legal_moves());
            self.tracker.arrived(*m).is_some() && !matches!(verdict, Verdict::Off(_))
        };
        self.tracker.light().is_empty() && self.legal.iter().any(replied)
    }

    /// Whether two hands that met by chance explain the board: the captured pieces
    /// of a lawful move collected, and one piece more in the air.
    fn is_only_brushed(&self, off: Squares) -> bool {
        let position = self.record.position();
        let explained = |square: Square| {
            let board = self.tracker.with_piece(square);
            !matches!(board.verdict(position, &self.legal), Verdict::Off(_))
        };
        self.tracker.light().is_empty() && (off & position.occupied()).iter().any(explained)
    }

    /// A lawful reply on the board makes the move before it good, as soon as it
    /// cannot be anything else.
    fn tell_of_reply(&mut self) {
        if self.answered.is_some_and(|answered| self.now >= answered.sure) {
            self.no_doubt_about_the_reply();
        }
    }

    /// Whoever presses, or takes up his next piece, has seen the reply: if there
    /// is one on the board, it is one.
    pub(super) fn no_doubt_about_the_reply(&mut self) {
        if let Some(answered) = self.answered.take() {
            self.replied(answered.played);
        }
    }

    /// A lawful reply makes the move before it good.
    pub(super) fn replied(&mut self, played: Move) {
        if self.is_not_the_opening(played) {
            return;
        }
        let touched = self.bound();
        if let Some(touched) = touched.filter(|touched| *touched != played.from()) {
            // 8.1.3, and final: the opponent has moved (8.3).
            let position = *self.record.position();
            let squares = squares_of(played).with(touched);
            self.accuse(position.turn(), Breach::OtherPiece, squares);
            let decision = Decision::Keep(Some(position.play_unchecked(played)));
            // Nobody pressed for it, but it counts.
            let clock = self.clock_after(|clock, _| clock.count(position.turn()));
            self.emit(EventKind::Decided { decision, clock });
        } else {
            let removal = self.removal_of(played, true);
            // Without a clock there is nothing to press.
            let unpressed = self.settings.casual.is_none();
            self.count(played, removal, unpressed, None);
        }
        // The reply is complete, and waits for its own press.
        if let Verdict::Complete(_) = self.verdict() {
            self.stands();
        }
    }

    /// Remembers that a complete move was on the board.
    pub(super) fn stands(&mut self) {
        let judgement = self.judgement();
        self.standing |= matches!(judgement, Judgement::Lawful { absent: None, .. });
    }

    /// How the captured pieces came off; `answered` if the opponent's hand was
    /// at work as well.
    pub(super) fn removal_of(&self, played: Move, answered: bool) -> Removal {
        let regular = match self.record.remade() {
            // Nothing new is reported while a correction is carried out.
            _ if self.record.correcting() => true,
            // A move that was knocked over and set up again was made only once.
            Some((remade, removal)) if remade == played => removal == Removal::Regular,
            _ if answered => self.tracker.removed_regularly_at_first(played),
            _ => self.tracker.removed_regularly(played),
        };
        if regular { Removal::Regular } else { Removal::Irregular }
    }

    /// 7.8: play halts until the last position, or it and the complete move,
    /// is on the board again.
    fn knocked(&mut self, first: Instant) {
        let position = *self.record.position();
        // The move that was complete when the first piece jumped, a piece of the
        // opponent's in the air or not.
        let before = self.tracker.before(first);
        let touched = self.record.touched().or_else(|| before.touched(first));
        let standing = match self.scene(&before, touched, first).judge() {
            Judgement::Lawful { played, removal, .. } => Some((played, removal)),
            _ => None,
        };
        self.tracker.untouch();
        let occupied = match standing {
            Some((played, _)) => position.play_unchecked(played).occupied(),
            None => position.occupied(),
        };
        self.tell_of_knock(first, occupied);
        self.settled = None;
        self.emit(EventKind::Halted { occupied, standing });
    }

    /// What a knock has left wrong is known with the first change that comes after
    /// a pause: from then on hands are at work.
    fn settle_after_knock(&mut self) {
        let last = self.tracker.trace().iter().next_back().map(|change| change.at);
        let pause = last
            .is_none_or(|last| self.now.saturating_since(last) >= self.settings.hand_timings.brush);
        if self.settled.is_none() && pause && matches!(self.record.phase(), Phase::Halted { .. }) {
            self.settled = Some(self.to_put_right());
        }
    }

    /// Whether a piece that the knock had left in its place has gone elsewhere
    /// since: somebody has moved on, and without clocks no press tells.
    pub(super) fn is_played_on_after_knock(&self) -> bool {
        let Phase::Halted { occupied, .. } = *self.record.phase() else {
            return false;
        };
        self.settled.is_some_and(|settled| {
            let since = self.tracker.differs(occupied) - settled;
            since.meets(occupied) && !(since - occupied).is_empty()
        })
    }

    fn tell_of_knock(&mut self, first: Instant, occupied: Squares) {
        if self.knocked.is_none_or(|told| told < first) {
            self.knocked = Some(first);
            let squares = self.tracker.differs(occupied);
            self.emit(EventKind::Notice { article: Article::new(7, 8), squares, light: None });
        }
    }

    /// Tells of the first playable piece touched; in a choice, it keeps.
    pub(super) fn touched(&mut self) {
        let Some(square) = self.tracker.touched(self.now) else {
            return;
        };
        match *self.record.phase() {
            Phase::Playing if self.record.touched().is_none() => {
                self.emit(EventKind::Touched(square));
            }
            Phase::Choosing(irregularity) => {
                self.keep(&irregularity, Some(square));
                if self.record.is_playing() {
                    self.emit(EventKind::Touched(square));
                }
            }
            _ => {}
        }
    }

    /// The piece that has to be played. A reed that is found out to be faulty has
    /// not been touched.
    pub(super) fn bound(&self) -> Option<Square> {
        let touched = self.record.touched().or_else(|| self.tracker.touched(self.now));
        touched.filter(|square| self.tracker.trusts(square.cell()))
    }

    /// What the player whose clock stands has done since his move counted.
    pub(super) fn afterwards(&self) -> Option<Afterwards<'_>> {
        Some(Afterwards {
            before: self.record.pressed_from()?,
            position: self.record.position(),
            tracker: &self.tracker,
            last: self.record.last(),
            crowned: self.record.crowned(),
        })
    }
}
