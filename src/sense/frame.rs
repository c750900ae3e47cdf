use serde::{Deserialize, Serialize};

use super::{Cells, Key, Keys};
use crate::rules::Cell;

/// One sample of every contact: those in it are closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Frame {
    /// The cells whose reed is closed.
    pub cells: Cells,
    /// The keys that are held down.
    pub keys: Keys,
}

impl Frame {
    /// Number of contacts: 64 cells and 5 keys.
    pub const CONTACTS: usize = Cell::COUNT + Key::ALL.len();

    /// All contacts open: an empty board, no key held down.
    pub const OPEN: Self = Self { cells: Cells::EMPTY, keys: Keys::EMPTY };

    /// Whether this contact is closed.
    pub const fn is_closed(self, contact: Contact) -> bool {
        match contact {
            Contact::Cell(cell) => self.cells.contains(cell),
            Contact::Key(key) => self.keys.contains(key),
        }
    }

    /// The frame with this contact closed or open.
    #[must_use]
    pub const fn with(mut self, contact: Contact, closed: bool) -> Self {
        match (contact, closed) {
            (Contact::Cell(cell), true) => self.cells = self.cells.with(cell),
            (Contact::Cell(cell), false) => self.cells = self.cells.without(cell),
            (Contact::Key(key), true) => self.keys = self.keys.with(key),
            (Contact::Key(key), false) => self.keys = self.keys.without(key),
        }
        self
    }

    /// Whether every contact is open.
    pub const fn is_open(self) -> bool {
        self.cells.is_empty() && self.keys.is_empty()
    }

    /// How many contacts are closed.
    pub(super) const fn len(self) -> usize {
        self.cells.len() + self.keys.len()
    }
}

/// A reed or a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Contact {
    /// The reed under a cell: closed while a piece stands on it.
    Cell(Cell),
    /// A key: closed while it is held down.
    Key(Key),
}

impl Contact {
    /// All contacts, the cells by index and then the keys.
    pub fn all() -> impl Iterator<Item = Self> {
        Cell::all().map(Self::Cell).chain(Key::ALL.into_iter().map(Self::Key))
    }
}
