use std::collections::{HashMap, VecDeque};

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact};

/// Minimal milliseconds between two changes of a contact: a mouse or a test is faster than a hand,
/// and the debouncer would ignore it.
const STAYS: u64 = 40;

/// Milliseconds between two pieces when they are set up.
const EACH: u64 = 60;

/// Length of the queue from which no more orders are taken. The hands make such a number of changes
/// in about a second.
const FULL: usize = 32;

/// Queue of contact changes for the board, in order.
#[derive(Debug, Default)]
pub(super) struct Hands {
    queue: VecDeque<(u64, Contact, bool)>,
    changed: HashMap<Contact, u64>,
}

impl Hands {
    /// Queues a change of a contact, at `now` or as soon as a hand could make it.
    pub(super) fn set(&mut self, contact: Contact, closed: bool, now: u64) {
        let free = self.changed.get(&contact).map_or(0, |changed| changed + STAYS);
        let before = self.queue.back().map_or(0, |(at, ..)| *at);
        let at = now.max(free).max(before);
        self.changed.insert(contact, at);
        self.queue.push_back((at, contact, closed));
    }

    /// Queues the changes from one set of occupied cells to another, one after the other: all at
    /// once would look like a broken wire.
    pub(super) fn lay_out(&mut self, before: Cells, after: Cells, now: u64) {
        for (wait, contact, closed) in one_by_one(before, after) {
            self.set(contact, closed, now + wait);
        }
    }

    /// Whether the hands are busy with what they were told before.
    pub(super) fn is_full(&self) -> bool {
        self.queue.len() >= FULL
    }

    /// Time of the next change.
    pub(super) fn next_at(&self) -> Option<u64> {
        self.queue.front().map(|(at, ..)| *at)
    }

    /// Takes the next change that is due.
    pub(super) fn next(&mut self, now: u64) -> Option<(Contact, bool)> {
        let (_, contact, closed) = self.queue.pop_front_if(|(at, ..)| *at <= now)?;
        Some((contact, closed))
    }

    /// Empties the queue and returns its changes; times begin anew.
    pub(super) fn forget(&mut self) -> impl Iterator<Item = (Contact, bool)> {
        self.changed.clear();
        std::mem::take(&mut self.queue).into_iter().map(|(_, contact, closed)| (contact, closed))
    }
}

/// Returns the changes from one set of occupied cells to another, with their delays in
/// milliseconds.
pub(super) fn one_by_one(
    before: Cells,
    after: Cells,
) -> impl Iterator<Item = (u64, Contact, bool)> {
    let changed = Cell::all().filter(move |&cell| before.contains(cell) != after.contains(cell));
    (0..)
        .map(|n| n * EACH)
        .zip(changed)
        .map(move |(wait, cell)| (wait, Contact::Cell(cell), after.contains(cell)))
}

#[cfg(test)]
mod tests {
    use damiera::sense::Key;

    use super::*;

    #[test]
    fn a_tap_of_zero_length_is_stretched() {
        let mut hands = Hands::default();
        let (menu, plus) = (Contact::Key(Key::Menu), Contact::Key(Key::Plus));
        hands.set(menu, true, 7);
        hands.set(menu, false, 7);
        // Changes stay in order, also those of another contact.
        hands.set(plus, true, 8);
        assert_eq!(hands.next(7), Some((menu, true)));
        assert_eq!(hands.next(7 + STAYS - 1), None);
        assert_eq!(hands.next(7 + STAYS), Some((menu, false)));
        assert_eq!(hands.next(7 + STAYS), Some((plus, true)));
    }
}
