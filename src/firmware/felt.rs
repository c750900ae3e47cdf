//! The state of all contacts since the board was switched on, for the self-test and service pages.

use damiera::menu::Platform;
use damiera::rules::Position;
use damiera::sense::{Cells, Contact, Edges, Frame, Keys, SelfTest};
use damiera::view::Label;

use super::scan;

/// The contacts as the debounced edges have left them.
pub(super) struct Felt {
    keys: Keys,
    reeds: SelfTest,
}

impl Felt {
    pub(super) fn new() -> Self {
        let reference = Position::start().occupied();
        Self { keys: Keys::EMPTY, reeds: SelfTest::new(reference, Cells::EMPTY) }
    }

    /// Applies the edges of one frame.
    pub(super) fn note(&mut self, edges: &Edges) {
        for edge in edges.clone() {
            let before = Frame { cells: self.reeds.present(), keys: self.keys };
            let after = before.with(edge.contact, edge.closed);
            self.keys = after.keys;
            if let Contact::Cell(_) = edge.contact {
                self.reeds.observe(after.cells);
            }
        }
    }

    /// The part of the display's data that the game does not have.
    pub(super) fn platform(&self, id: u64, rate: u16) -> Platform {
        let platform = Platform {
            version: Label::cut(env!("DAMIERA_VERSION")),
            id,
            rate,
            keys: self.keys,
            closed: self.reeds.present(),
            working: self.reeds.working(),
            silent: self.reeds.silent(),
            ..Platform::default()
        };
        scan::with_tally(|tally| platform.with_tally(tally))
    }
}
