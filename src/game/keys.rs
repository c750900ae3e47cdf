//! The keys while no page is open: the players' buttons, and MINUS and PLUS for the
//! choice after an irregularity (8.2) and "accomodo" (3.9).

use super::{Game, GameRequest, Input, Phase};
use crate::event::EventKind;
use crate::rules::{Colour, Side};
use crate::sense::{Contact, Edge, Key};

impl Game {
    /// Takes a press or release of a key while no page is open.
    pub(super) fn key_edge(&mut self, key: Key, closed: bool) {
        match key {
            Key::Player(side) if closed => {
                if let Some(colour) = self.pressed_by(side) {
                    self.button(colour);
                }
            }
            Key::Minus if closed => self.minus(),
            Key::Plus if closed => self.plus(),
            _ => {}
        }
    }

    /// The player whose button on this side was pressed; `None` if the press comes together
    /// with the one that changed the clock over. The first press begins a game where the board
    /// is set up for one, and names Black's side.
    pub(crate) fn pressed_by(&mut self, side: Side) -> Option<Colour> {
        self.begin_by_press();
        if self.record.white().is_none() && self.record.number() > 0 {
            // Free start: the first press names Black's side.
            self.sit(side.other());
        }
        // Both buttons at once: one change-over.
        let window = self.window;
        let colour = if side == self.white() { Colour::White } else { Colour::Black };
        let at_once =
            self.changed_over.is_some_and(|then| self.now.saturating_since(then) <= window);
        // Unless it is for a reply that is complete: then the first one was late.
        let moved = || {
            self.record.is_playing()
                && self.record.position().turn() == colour
                && self.lawful_now().is_some()
        };
        (!at_once || moved()).then_some(colour)
    }

    /// MINUS, PLUS and MENU end the waiting: what is pending is decided before them. So does what a
    /// PC or the arbiter requests.
    pub(super) fn end_waiting(&mut self, input: &Input) {
        let ends = match input {
            Input::Edge(Edge { contact: Contact::Key(Key::Player(_)), .. }) => false,
            Input::Edge(Edge { contact: Contact::Key(_), closed, .. }) => *closed,
            Input::Declare { .. } | Input::Request(_) => true,
            Input::Command(request) => !matches!(request, GameRequest::Unlock(_)),
            _ => false,
        };
        if ends && self.pending.is_some_and(|pending| pending.on_two.is_none()) {
            self.resolve(true);
        }
    }

    /// Takes a press of a player's button while no page is open; without effect in a pause.
    pub(crate) fn button(&mut self, colour: Colour) {
        if !self.record.paused() {
            self.press(colour);
        }
    }

    /// MINUS: correct, accept a withdrawn reply, or "accomodo".
    fn minus(&mut self) {
        match *self.record.phase() {
            _ if self.record.paused() => {}
            Phase::Choosing(_) => self.correct(),
            Phase::Playing if self.reply_was_taken_off().is_some() => self.taken_off(),
            Phase::Playing if !self.record.adjusting() => self.emit(EventKind::Accomodo),
            _ => {}
        }
    }

    /// PLUS: keep.
    fn plus(&mut self) {
        if let Phase::Choosing(irregularity) = *self.record.phase()
            && !self.record.paused()
        {
            self.keep(&irregularity);
        }
    }
}
