use core::ops::Deref;

use heapless::Vec;

use super::{Denied, MAX_TAKE_BACK, Transition};
use crate::event::Event;

/// The most events one input can cause.
///
/// The longest chain is a command that takes back every half-move of the undo stack;
/// eight more are for a flag or a lift that is judged before it, and for its consequences. A first press that begins a game by itself (started, six tags,
/// seated, restored, change-over) stays below. A random player with every kind of hand
/// and request stays below this in `host-tests/tests/game_inputs`, where the debug build
/// would panic.
pub const MAX_EFFECTS: usize = MAX_TAKE_BACK + 8;

/// The effects of an input: events in order, and outputs that are no events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    events: Vec<Event, MAX_EFFECTS>,
    transitions: Vec<Transition, MAX_EFFECTS>,
    /// Whether the settings have changed and have to be stored.
    pub settings: bool,
    /// A sound for the buzzer.
    pub sound: Option<Sound>,
    /// The answer to a request or a command.
    pub answer: Option<Result<(), Denied>>,
    /// Whether the board has to restart into its bootloader.
    pub reboot: bool,
}

/// A sound of the buzzer. The display shows the reason as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// The display has a message.
    Attention,
    /// Little time is left.
    Low,
    /// A flag has fallen.
    Flag,
}

impl Effects {
    /// Removes all effects.
    pub(super) fn clear(&mut self) {
        let Self { events, transitions, settings, sound, answer, reboot } = self;
        events.clear();
        transitions.clear();
        (*settings, *sound, *answer, *reboot) = (false, None, None, false);
    }

    /// No effect.
    pub(super) const fn new() -> Self {
        Self {
            events: Vec::new(),
            transitions: Vec::new(),
            settings: false,
            sound: None,
            answer: None,
            reboot: false,
        }
    }

    pub(super) fn push(&mut self, event: Event) {
        let kept = self.events.push(event);
        debug_assert!(kept.is_ok(), "more effects than MAX_EFFECTS");
    }

    /// Adds the transition that an event has caused. There is room: one for each event.
    pub(super) fn trace(&mut self, transition: Option<Transition>) {
        let kept = transition.map_or(Ok(()), |transition| self.transitions.push(transition));
        debug_assert!(kept.is_ok(), "more transitions than events");
    }

    /// The changes of the phase, in order, for the log of the shell.
    pub fn transitions(&self) -> &[Transition] {
        &self.transitions
    }
}

impl Deref for Effects {
    type Target = [Event];
    fn deref(&self) -> &[Event] {
        &self.events
    }
}

impl<'a> IntoIterator for &'a Effects {
    type Item = &'a Event;
    type IntoIter = core::slice::Iter<'a, Event>;
    fn into_iter(self) -> Self::IntoIter {
        self.events.iter()
    }
}
