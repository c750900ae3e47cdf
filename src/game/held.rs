//! A lift that decides something as soon as it is sure to be no brush.
//!
//! Without a clock the opponent's lift ends the turn, and before anybody has said where White
//! sits the first lift tells it. A sleeve that opens a reed for a moment must do neither. So the
//! decision waits for the time of a brush; if the piece is not back by then, the board is judged as
//! it was when the lift came, and what happened since follows.

use super::{Game, GameRequest, Input, playable};
use crate::game::judge::Judgement;
use crate::rules::{Cell, Colour, Move, Side, Square, Squares};
use crate::sense::{Contact, Edge};
use crate::time::Instant;
use crate::tracker::trace::{Change, Trace};
use crate::tracker::{Mark, Tracker};

/// The lift that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    lift: Mark,
    /// What came before this change is judged. A piece that is pushed closes the next reed before
    /// its own one opens.
    from: Mark,
    /// The half-moves before this turn.
    half_moves: u16,
    /// Whether it seats White.
    seats: bool,
}

impl Game {
    /// A cell opened or closed.
    pub(super) fn felt(&mut self, cell: Cell, closed: bool) {
        let here = self.on_diagram(cell);
        match self.held {
            Some(held) if closed && held.lift.cell == here => self.held = None,
            // Whoever puts his piece down has moved it.
            Some(held) if closed && held.seats => self.let_go_of_held(),
            None if !closed => self.held = self.holds(here),
            _ => {}
        }
        // Which may be another cell by now.
        self.changed(self.on_diagram(cell), closed);
    }

    /// Before an input that is neither a piece nor the passing of time, nothing is held back.
    pub(super) fn let_go_before(&mut self, input: &Input) {
        match input {
            Input::Edge(Edge { contact: Contact::Cell(_), .. }) | Input::Wake
                if self.held_until().is_some_and(|until| self.now < until) => {}
            // Nothing of these concerns the board.
            Input::Random(_) | Input::Connection(_) | Input::Command(GameRequest::Unlock(_)) => {}
            _ => self.let_go_of_held(),
        }
    }

    /// When a lift that waits is sure to be one.
    pub(super) fn held_until(&self) -> Option<Instant> {
        self.held.map(|held| held.lift.at + self.settings.hand_timings.brush)
    }

    /// The lift that waited counts.
    fn let_go_of_held(&mut self) {
        let Some(held) = self.held.take() else { return };
        let same_turn = held.half_moves == self.record.half_moves();
        if !same_turn || self.record.paused() || !self.record.is_playing() {
            return;
        }
        let (mut before, later) = self.tracker.rewound(held.from);
        before.forget_brushes(&later);
        // A brush of another piece may have made it look so.
        let square = held.lift.cell.dark();
        if !held.seats && !square.is_some_and(|square| self.ends_turn(&before, false, square)) {
            return;
        }
        self.tracker = before;
        if held.seats {
            let far = |square: Square| Squares::start(Colour::Black).contains(square);
            let north = held.lift.cell.dark().is_some_and(far);
            self.sit(if north { Side::North } else { Side::South });
        } else {
            self.judge();
        }
        // Up to now nobody knew better than that the diagram is the board.
        self.follow(&later, |game, cell| if held.seats { game.on_diagram(cell) } else { cell });
    }

    /// What has happened since a board of the past was judged. A piece that was brushed is back
    /// already.
    fn follow(&mut self, later: &Trace, place: impl Fn(&Self, Cell) -> Cell) {
        for change in later.iter() {
            let cell = place(self, change.cell);
            if self.tracker.cells().contains(cell) != change.closed {
                self.changed_then(cell, change.closed, change.at);
            }
        }
    }

    /// Whoever takes up his next piece has seen the reply on the board. A piece that is pushed
    /// closes its next reed before its own one opens, and the reply was no longer seen: then
    /// the board before that counts.
    #[inline(never)] // It has a whole tracker on its stack.
    pub(super) fn next_was_pushed(&mut self, square: Square) {
        let Some((answered, at)) = self.doubted.take() else { return };
        let pushed = self.now.saturating_since(at) <= self.settings.hand_timings.bridge;
        let changes = self.tracker.trace().iter().rev();
        let first = changes.take_while(|change| change.at >= at).last();
        let Some(first) = first.filter(|first| pushed && first.closed).map(Change::mark) else {
            return;
        };
        if !self.is_next_after(Some(answered), square) {
            return;
        }
        let (before, later) = self.tracker.rewound(first);
        self.tracker = before;
        self.replied(answered.played);
        self.follow(&later, |_, cell| cell);
    }

    /// Whether the lift of this piece seats White or ends a turn.
    #[inline(never)] // See `board`.
    fn holds(&self, cell: Cell) -> Option<Held> {
        let decides = self.settings.casual.is_some() || self.record.white().is_none();
        if !decides || self.record.paused() || !self.record.is_playing() {
            return None;
        }
        let lift = Mark { at: self.now, cell };
        let half_moves = self.record.half_moves();
        let held = Held { lift, from: lift, half_moves, seats: false };
        let pushed =
            self.tracker.pushed_from(self.now).map(|from| (from, self.tracker.rewound(from).0));
        if let Some((from, before)) = &pushed
            && self.is_white_unseated(before)
        {
            return Some(Held { from: *from, seats: true, ..held });
        }
        if self.is_white_unseated(&self.tracker) {
            return Some(Held { seats: true, ..held });
        }
        self.settings.casual?;
        let square = cell.dark().filter(|_| self.tracker.trusts(cell))?;
        if let Some((from, before)) = &pushed
            && self.ends_turn(before, true, square)
        {
            return Some(Held { from: *from, ..held });
        }
        self.ends_turn(&self.tracker, false, square).then_some(held)
    }

    /// Without a clock, the opponent's lift of a movable piece judges the board.
    fn ends_turn(&self, tracker: &Tracker, lawful: bool, square: Square) -> bool {
        let position = *self.record.position();
        let opponent = position.pieces(position.turn().opponent());
        // A captured piece that is being collected is no reply.
        let collected =
            |m: &Move| m.captured().contains(square) && tracker.is_on_its_way(&position, *m);
        if !opponent.contains(square)
            || self.legal.iter().any(collected)
            || !self.can_be_judged(tracker)
        {
            return false;
        }
        let movable = match self.judgement_of(tracker) {
            Judgement::Lawful { played, .. } => {
                playable(&position.play_unchecked(played).legal_moves())
            }
            Judgement::Irregular(irregularity) if !lawful => self
                .kept(&irregularity, None)
                .map_or(Squares::EMPTY, |kept| playable(&kept.legal_moves())),
            _ => Squares::EMPTY,
        };
        movable.contains(square)
    }
}
