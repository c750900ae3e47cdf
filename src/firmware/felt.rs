//! What the contacts have shown since the board woke up, for the pages of whoever builds or repairs it.

use damiera::menu::Platform;
use damiera::rules::Position;
use damiera::sense::{Cells, Contact, Edges, Frame, SelfTest};
use damiera::view::Label;

use super::scan;

/// The contacts as their edges have left them.
pub(super) struct Felt {
    contacts: Frame,
    reeds: SelfTest,
}

impl Felt {
    pub(super) fn new() -> Self {
        let reference = Position::start().occupied();
        Self { contacts: Frame::OPEN, reeds: SelfTest::new(reference, Cells::EMPTY) }
    }

    pub(super) fn note(&mut self, edges: &Edges) {
        for edge in edges.clone() {
            self.contacts = self.contacts.with(edge.contact, edge.closed);
            if let Contact::Cell(_) = edge.contact {
                self.reeds.observe(self.contacts.cells);
            }
        }
    }

    /// What the game does not know of the board.
    pub(super) fn platform(&self, id: u64, rate: u16) -> Platform {
        let platform = Platform {
            version: Label::cut(env!("DAMIERA_VERSION")),
            id,
            rate,
            keys: self.contacts.keys,
            closed: self.reeds.present(),
            working: self.reeds.working(),
            silent: self.reeds.silent(),
            ..Platform::default()
        };
        scan::with_tally(|tally| platform.with_tally(tally))
    }
}
