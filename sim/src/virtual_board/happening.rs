use damiera::event::{Event, EventKind};
use damiera::game::Sound;
use damiera::sense::{Fault, FaultEvent, Side};
use damiera::time::Instant;

/// Something that came out of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Happening {
    /// The stamp of what caused it.
    pub at: Instant,
    /// What came out.
    pub what: Happened,
}

/// See [`Happening`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Happened {
    /// An event of the game's log.
    Event(Event),
    /// A fault that came, or went if `cleared`, with the cells of the diagram.
    #[allow(missing_docs)] // The names say it all.
    Fault { fault: Fault, cleared: bool },
    /// The buzzer sounds.
    Sound(Sound),
}

impl Happening {
    /// A fault on a board at whose side White sits.
    pub(super) fn fault(event: FaultEvent, white: Side) -> Self {
        let fault = match (event.fault, white) {
            (fault, Side::South) => fault,
            (Fault::Chatter(cell), _) => Fault::Chatter(cell.turned()),
            (Fault::Stuck(cell), _) => Fault::Stuck(cell.turned()),
            (Fault::LightClosed(cell), _) => Fault::LightClosed(cell.turned()),
            (Fault::AllClosed(line), _) => Fault::AllClosed(line.turned()),
            (Fault::AllOpen(line), _) => Fault::AllOpen(line.turned()),
        };
        Self { at: event.at, what: Happened::Fault { fault, cleared: event.cleared } }
    }

    /// Whether it only says that a game begins, its pieces are in their places
    /// and its clock runs.
    pub(super) fn begins_a_game(&self) -> bool {
        let Happened::Event(Event { what, .. }) = self.what else { return false };
        matches!(
            what,
            EventKind::Started { .. } | EventKind::Restored { .. } | EventKind::Pressed { .. }
        )
    }
}
