use core::iter::FusedIterator;

use super::{Contact, Frame};
use crate::time::Instant;

/// A debounced change of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// Instant of the first sample in which it was different, before the debounce time.
    pub at: Instant,
    /// The contact that changed.
    pub contact: Contact,
    /// Its new state: `true` for a piece put down or a key pressed.
    pub closed: bool,
}

/// Iterator over the edges with one stamp: cells that opened, cells that closed, keys
/// released, keys pressed.
///
/// Lifts come before drops, so that a piece never stands on two squares at once;
/// keys come last, so that a press is judged with the board of the same instant.
/// Within each group the order is by index.
#[derive(Clone, Debug)]
pub struct Edges {
    at: Instant,
    opened: Frame,
    closed: Frame,
}

impl Edges {
    pub(super) const fn new(at: Instant, opened: Frame, closed: Frame) -> Self {
        Self { at, opened, closed }
    }

    /// The stamp of all of them. The debouncer has released every edge up to it, even
    /// if this set is empty: a flag at this instant can be decided.
    pub const fn at(&self) -> Instant {
        self.at
    }

    /// The contacts that opened, of the edges not yet taken.
    pub const fn opened(&self) -> Frame {
        self.opened
    }

    /// The contacts that closed, of the edges not yet taken.
    pub const fn closed(&self) -> Frame {
        self.closed
    }

    /// Whether no edge is left. After nearly every frame there is none.
    pub const fn is_quiet(&self) -> bool {
        self.opened.is_open() && self.closed.is_open()
    }
}

impl Iterator for Edges {
    type Item = Edge;

    fn next(&mut self) -> Option<Edge> {
        if self.is_quiet() {
            return None;
        }
        let edge = |contact, closed| Some(Edge { at: self.at, contact, closed });
        if let Some(cell) = self.opened.cells.pop() {
            edge(Contact::Cell(cell), false)
        } else if let Some(cell) = self.closed.cells.pop() {
            edge(Contact::Cell(cell), true)
        } else if let Some(key) = self.opened.keys.pop() {
            edge(Contact::Key(key), false)
        } else {
            edge(Contact::Key(self.closed.keys.pop()?), true)
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.opened.len() + self.closed.len();
        (left, Some(left))
    }
}

impl ExactSizeIterator for Edges {}

impl FusedIterator for Edges {}
