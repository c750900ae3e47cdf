use core::ops::Deref;

use heapless::Vec;

use super::Denied;
use crate::event::Event;

/// The most events one input can cause.
///
/// The longest chain is a first press that begins a game by itself: started, six
/// tags, seated, restored, and the change-over. A reply that makes an irregular
/// move final and ends the game stays below it. A random player with every kind
/// of hand stays below this in `host-tests`, where the debug build would panic.
pub const MAX_EFFECTS: usize = 12;

/// What an input caused: events in order, and what is no event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    events: Vec<Event, MAX_EFFECTS>,
    /// The settings have changed: whoever keeps them keeps them now.
    pub settings: bool,
    /// Something to hear.
    pub sound: Option<Sound>,
    /// What becomes of something that was asked for.
    pub answer: Option<Result<(), Denied>>,
}

/// What the buzzer says. The display says it as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sound {
    /// Look at the display.
    Attention,
    /// Little time is left.
    Low,
    /// A flag has fallen.
    Flag,
}

impl Effects {
    pub(super) fn push(&mut self, event: Event) {
        let kept = self.events.push(event);
        debug_assert!(kept.is_ok(), "more effects than MAX_EFFECTS");
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
