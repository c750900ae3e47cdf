//! The changes of a turn, in order: everything the tracker knows about the way
//! to the board that it sees.

use heapless::Vec;

use crate::rules::{Cell, Square, Squares};
use crate::time::Instant;

/// How many changes a trace holds.
///
/// A full trace forgets the oldest piece that left a cell and came back to it,
/// or the other way round: two changes that leave the board as it was. Once all
/// of those are gone, at most one change is left for each of the 64 cells, so
/// there is always room, and a square that differs never loses the change that
/// made it differ. Twice as many, so that only a hand that shows more than
/// thirty landings in a turn is ever forgotten anything of.
pub const CAPACITY: usize = 2 * Cell::COUNT;

/// A cell that opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// When.
    pub at: Instant,
    /// Which.
    pub cell: Cell,
    /// To what: a piece put down, otherwise lifted.
    pub closed: bool,
    /// Whether a piece that left is bound to be played.
    pub binds: Binds,
}

/// By which a change is found again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub at: Instant,
    /// Which cell: none changes twice at one time.
    pub cell: Cell,
}

impl Change {
    /// By which it is found again.
    pub const fn mark(&self) -> Mark {
        Mark { at: self.at, cell: self.cell }
    }
}

/// Whether the lift of a piece is a touch (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binds {
    /// No: it cannot move, or its owner is not on move.
    No,
    /// If it does not come back: its owner has said "accomodo" (3.9).
    Adjusted,
    /// Unless it was brushed.
    Touched,
    /// Its owner pressed with the piece in the air.
    Pressed,
}

/// The changes of a turn.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    changes: Vec<Change, CAPACITY>,
}

impl Trace {
    /// Before anything has happened.
    pub const fn new() -> Self {
        Self { changes: Vec::new() }
    }

    /// One more change, the latest.
    pub fn push(&mut self, change: Change) {
        if self.changes.is_full() {
            self.forget_a_pair();
        }
        // There is room: see `CAPACITY`.
        let _ = self.changes.push(change);
    }

    #[cold]
    fn forget_a_pair(&mut self) {
        let again = |n: usize| {
            let cell = self.changes[n].cell;
            let later = self.changes[n + 1..].iter().position(|change| change.cell == cell)?;
            Some((n, n + 1 + later))
        };
        if let Some((first, second)) = (0..self.changes.len()).find_map(again) {
            self.changes.remove(second);
            self.changes.remove(first);
        }
    }

    /// All of them, the oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Change> + Clone {
        self.changes.iter()
    }

    /// Forgets whatever is not to be kept.
    #[cfg_attr(target_os = "none", inline(never))]
    pub fn retain(&mut self, keep: &mut dyn FnMut(&Change) -> bool) {
        self.changes.retain(keep);
    }

    /// Changes what the lifts bind to.
    pub fn rebind(&mut self, binds: impl Fn(&Change) -> Binds) {
        for change in &mut self.changes {
            change.binds = binds(change);
        }
    }

    /// The same board seen from the other side.
    pub fn turn_by_half(&mut self) {
        for change in &mut self.changes {
            change.cell = change.cell.turned();
        }
    }

    /// When pieces left this square.
    pub fn lifts(&self, square: Square) -> Times<'_> {
        self.of(square, false)
    }

    /// When pieces came onto this square.
    pub fn drops(&self, square: Square) -> Times<'_> {
        self.of(square, true)
    }

    fn of(&self, square: Square, closed: bool) -> Times<'_> {
        Times { left: &self.changes, cell: square.cell(), closed }
    }

    /// Where the latest change of this cell to this state stands, and no such
    /// change comes after it.
    pub fn last(&self, cell: Cell, closed: bool) -> Option<usize> {
        self.changes.iter().rposition(|change| change.cell == cell && change.closed == closed)
    }

    /// Cuts off this change and all later ones; nothing if it has been forgotten.
    pub fn split_off(&mut self, mark: Mark) -> Self {
        let place = self.changes.iter().rposition(|change| change.mark() == mark);
        let place = place.unwrap_or(self.changes.len());
        let later = self.changes[place..].iter().copied().collect();
        self.changes.truncate(place);
        Self { changes: later }
    }

    /// The board of dark squares as it was before everything from this time on.
    pub fn undone(&self, board: Squares, from: Instant) -> Squares {
        let later = self.changes.iter().rev().take_while(|change| change.at >= from);
        later.filter_map(|change| Some((change.cell.dark()?, change.closed))).fold(
            board,
            |board, (square, closed)| {
                if closed { board.without(square) } else { board.with(square) }
            },
        )
    }
}

/// When pieces left a square, or came onto it, the earliest first.
#[derive(Clone, Debug)]
pub struct Times<'a> {
    left: &'a [Change],
    cell: Cell,
    closed: bool,
}

impl Times<'_> {
    fn has(&self, change: &Change) -> bool {
        change.cell == self.cell && change.closed == self.closed
    }
}

impl Iterator for Times<'_> {
    type Item = Instant;

    // So many ask for times that on the chip this is called.
    #[cfg_attr(target_os = "none", inline(never))]
    fn next(&mut self) -> Option<Instant> {
        while let Some((change, left)) = self.left.split_first() {
            self.left = left;
            if self.has(change) {
                return Some(change.at);
            }
        }
        None
    }
}

impl DoubleEndedIterator for Times<'_> {
    #[cfg_attr(target_os = "none", inline(never))]
    fn next_back(&mut self) -> Option<Instant> {
        while let Some((change, left)) = self.left.split_last() {
            self.left = left;
            if self.has(change) {
                return Some(change.at);
            }
        }
        None
    }
}
