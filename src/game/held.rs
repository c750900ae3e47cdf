//! A lift that would decide something, held back until it is sure that it is no brush.
//!
//! Without a clock the opponent's lift ends the turn, and before anybody has said where White
//! sits the first lift tells it. A sleeve that opens a reed for a moment must do neither. So such
//! a lift waits: if the piece is back within the time of a brush, both edges go in without
//! consequence; with any other input, or when that time is over, the lift counts as it came.

use super::{Game, Input, Phase};
use crate::rules::Cell;
use crate::sense::{Contact, Edge};
use crate::time::Micros;

/// The lift that waits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    /// As the reeds lie.
    cell: Cell,
    at: Micros,
}

impl Game {
    /// A cell opened or closed.
    pub(super) fn felt(&mut self, cell: Cell, closed: bool, now: Micros) {
        if self.is_back_from_held(cell, closed, now) {
            if let Some(Held { cell, at }) = self.held.take() {
                self.brushed(self.on_diagram(cell), at, now);
            }
            return;
        }
        self.let_go_of_held(now);
        if !closed && self.would_decide(cell, now) {
            self.held = Some(Held { cell, at: now });
            return;
        }
        self.take_in(cell, closed, now, now);
    }

    /// The lift that waited counts, before what comes now.
    pub(super) fn let_go_of_held(&mut self, now: Micros) {
        if let Some(Held { cell, at }) = self.held.take() {
            self.take_in(cell, false, at, now);
        }
    }

    /// Before an input that is neither an edge nor the passing of time, nothing is held back.
    pub(super) fn let_go_before(&mut self, input: Input, now: Micros) {
        match input {
            Input::Edge(Edge { contact: Contact::Cell(_), .. }) | Input::Random(_) => {}
            Input::Wake if self.held_until().is_some_and(|until| now < until) => {}
            _ => self.let_go_of_held(now),
        }
    }

    /// When a lift that waits is sure to be one.
    pub(super) fn held_until(&self) -> Option<Micros> {
        self.held.map(|held| held.at + self.settings.manners.brush)
    }

    fn is_back_from_held(&self, cell: Cell, closed: bool, now: Micros) -> bool {
        let same = self.held.is_some_and(|held| held.cell == cell);
        closed && same && self.held_until().is_some_and(|until| now < until)
    }

    /// Whether the mere lift of this piece would seat White or end a turn.
    fn would_decide(&self, cell: Cell, now: Micros) -> bool {
        if self.record.paused() || *self.record.phase() != Phase::Playing {
            return false;
        }
        let cell_on_diagram = self.on_diagram(cell);
        let trusted = cell_on_diagram.dark().filter(|_| self.tracker.trusts(cell_on_diagram));
        self.tells_where_white_sits(false)
            || trusted.is_some_and(|square| self.ends_casual_turn(square, now))
    }

    fn take_in(&mut self, cell: Cell, closed: bool, at: Micros, now: Micros) {
        if !self.record.paused() {
            self.sides_by_first_lift(cell, closed, now);
        }
        self.changed(self.on_diagram(cell), closed, at, now);
    }
}
