use damiera::event::{Event, EventKind};
use damiera::game::Sound;
use damiera::sense::{Fault, FaultEvent, Side};
use damiera::time::Instant;

/// An output of the board, with its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardOutput {
    /// The stamp of the input or deadline that caused it.
    pub at: Instant,
    /// The output.
    pub what: OutputKind,
}

/// The kind of a [`BoardOutput`].
// Nearly all outputs are events: a box for each would save nothing.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// An event of the game's log.
    Event(Event),
    /// A fault that appeared, or disappeared if `cleared`, with cells of the diagram.
    #[allow(missing_docs)] // The names say it all.
    Fault { fault: Fault, cleared: bool },
    /// The buzzer sounds.
    Sound(Sound),
}

impl BoardOutput {
    /// A fault of a board on which White sits at this side.
    pub(super) fn fault(event: FaultEvent, white: Side) -> Self {
        let fault = match (event.fault, white) {
            (fault, Side::South) => fault,
            (Fault::Chatter(cell), _) => Fault::Chatter(cell.turned()),
            (Fault::Stuck(cell), _) => Fault::Stuck(cell.turned()),
            (Fault::LightClosed(cell), _) => Fault::LightClosed(cell.turned()),
            (Fault::AllClosed(line), _) => Fault::AllClosed(line.turned()),
            (Fault::AllOpen(line), _) => Fault::AllOpen(line.turned()),
        };
        Self { at: event.at, what: OutputKind::Fault { fault, cleared: event.cleared } }
    }

    /// Whether it is one of the outputs of a start: the new game, its pieces set up, the press that
    /// starts the clock.
    pub(super) fn begins_a_game(&self) -> bool {
        let OutputKind::Event(Event { what, .. }) = self.what else { return false };
        matches!(
            what,
            EventKind::Started { .. } | EventKind::Restored { .. } | EventKind::Pressed { .. }
        )
    }
}
