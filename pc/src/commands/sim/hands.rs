use std::collections::{HashMap, VecDeque};

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact};

/// How long a contact stays as it is at least, in milliseconds: a mouse, or a test, is
/// faster than any hand, and a debouncer takes no notice of it.
const STAYS: u64 = 40;

/// From one piece to the next when they are set up, in milliseconds.
const EACH: u64 = 60;

/// Changes of contacts on their way to the board, in the order in which they were made.
#[derive(Debug, Default)]
pub(super) struct Hands {
    queue: VecDeque<(u64, Contact, bool)>,
    changed: HashMap<Contact, u64>,
}

impl Hands {
    /// A contact is changed now, or as soon as a hand could.
    pub(super) fn set(&mut self, contact: Contact, closed: bool, now: u64) {
        let free = self.changed.get(&contact).map_or(0, |changed| changed + STAYS);
        let before = self.queue.back().map_or(0, |(at, ..)| *at);
        let at = now.max(free).max(before);
        self.changed.insert(contact, at);
        self.queue.push_back((at, contact, closed));
    }

    /// Pieces are put from where they stand to where they should: one after the other, as
    /// hands do. All at once would look like a broken wire.
    pub(super) fn lay_out(&mut self, before: Cells, after: Cells, now: u64) {
        for (wait, contact, closed) in one_by_one(before, after) {
            self.set(contact, closed, now + wait);
        }
    }

    /// When the next change is due.
    pub(super) fn next_at(&self) -> Option<u64> {
        self.queue.front().map(|(at, ..)| *at)
    }

    /// The next change that is due.
    pub(super) fn next(&mut self, now: u64) -> Option<(Contact, bool)> {
        let (_, contact, closed) = self.queue.pop_front_if(|(at, ..)| *at <= now)?;
        Some((contact, closed))
    }

    /// Everything that was on its way has arrived, and the time begins anew.
    pub(super) fn forget(&mut self) -> impl Iterator<Item = (Contact, bool)> {
        self.changed.clear();
        std::mem::take(&mut self.queue).into_iter().map(|(_, contact, closed)| (contact, closed))
    }
}

/// From one board to another: each change so long after the beginning.
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
    fn a_tap_of_no_time_at_all_is_felt() {
        let mut hands = Hands::default();
        let (menu, plus) = (Contact::Key(Key::Menu), Contact::Key(Key::Plus));
        hands.set(menu, true, 7);
        hands.set(menu, false, 7);
        // What is done later comes later, even to another contact.
        hands.set(plus, true, 8);
        assert_eq!(hands.next(7), Some((menu, true)));
        assert_eq!(hands.next(7 + STAYS - 1), None);
        assert_eq!(hands.next(7 + STAYS), Some((menu, false)));
        assert_eq!(hands.next(7 + STAYS), Some((plus, true)));
    }
}
