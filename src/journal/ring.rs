//! The states of all slots.
//!
//! Slots are taken in turn, so that all of them wear alike.

use core::mem::discriminant;

use heapless::Vec;

use super::geometry::MAX_SLOTS;

/// The state of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// Has to be erased before it can be used.
    Dirty,
    /// Could not be erased; not used until the next boot.
    Bad,
    /// Erased.
    Ready,
    /// A part of a game.
    Used { game: u32, part: u32, ended: bool },
}

/// The first index behind `after`, modulo `count`, for which `wanted` holds.
pub(super) fn next_round(
    count: usize,
    after: Option<usize>,
    wanted: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut index = after.map_or(0, |after| after + 1);
    for _ in 0..count {
        if index >= count {
            index = 0;
        }
        if wanted(index) {
            return Some(index);
        }
        index += 1;
    }
    None
}

/// The states of all slots, by index.
#[derive(Clone, Debug)]
pub(super) struct Ring {
    slots: Vec<Slot, MAX_SLOTS>,
}

impl Ring {
    /// No slot yet.
    pub(super) const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// Adds the next slot at boot.
    pub(super) fn push(&mut self, slot: Slot) {
        // `Geometry::slots` is at most `MAX_SLOTS`.
        let _ = self.slots.push(slot);
    }

    /// Number of erased slots.
    pub(super) fn ready(&self) -> usize {
        (0..self.slots.len()).filter(|slot| self.is(*slot, Slot::Ready)).count()
    }

    /// The next erased slot behind `after`, in turn.
    pub(super) fn next_ready(&self, after: Option<usize>) -> Option<usize> {
        self.next(after, Slot::Ready)
    }

    /// The next slot behind `after` that has to be erased, in turn.
    pub(super) fn next_dirty(&self, after: Option<usize>) -> Option<usize> {
        self.next(after, Slot::Dirty)
    }

    fn next(&self, after: Option<usize>, wanted: Slot) -> Option<usize> {
        next_round(self.slots.len(), after, |slot| self.is(slot, wanted))
    }

    /// Whether a slot is in this state; the fields of the state are ignored.
    fn is(&self, slot: usize, wanted: Slot) -> bool {
        self.slots.get(slot).is_some_and(|slot| discriminant(slot) == discriminant(&wanted))
    }

    /// The slot of a part of a game.
    pub(super) fn find(&self, game: u32, part: u32) -> Option<usize> {
        self.part_from(game, part).filter(|(found, _)| *found == part).map(|(_, slot)| slot)
    }

    /// The parts of a game, each with its slot, in the order of the slots.
    pub(super) fn parts(&self, game: u32) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.slots.iter().enumerate().filter_map(move |(index, slot)| match *slot {
            Slot::Used { game: g, part, .. } if g == game => Some((part, index)),
            _ => None,
        })
    }

    /// The lowest part of a game from `part` on, with its slot.
    pub(super) fn part_from(&self, game: u32, part: u32) -> Option<(u32, usize)> {
        self.parts(game).filter(|(found, _)| *found >= part).min()
    }

    /// The game with the lowest number above `game`.
    pub(super) fn game_above(&self, game: u32) -> Option<u32> {
        self.games().filter(|found| *found > game).min()
    }

    /// The game with the highest number.
    pub(super) fn last_game(&self) -> Option<u32> {
        self.games().max()
    }

    fn games(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().filter_map(|slot| match *slot {
            Slot::Used { game, part: 0, .. } => Some(game),
            _ => None,
        })
    }

    /// Whether the ended mark of a game is written.
    pub(super) fn ended(&self, game: u32) -> bool {
        let first = self.find(game, 0).and_then(|slot| self.slots.get(slot));
        matches!(first, Some(Slot::Used { ended: true, .. }))
    }

    /// Whether a slot has to be erased before it can be used.
    pub(super) fn is_dirty(&self, slot: usize) -> bool {
        self.is(slot, Slot::Dirty)
    }

    pub(super) fn take(&mut self, slot: usize, game: u32, part: u32) {
        self.set(slot, Slot::Used { game, part, ended: false });
    }

    pub(super) fn end(&mut self, slot: usize) {
        if let Some(Slot::Used { ended, .. }) = self.slots.get_mut(slot) {
            *ended = true;
        }
    }

    /// Marks a slot as dirty.
    pub(super) fn spoil(&mut self, slot: usize) {
        self.set(slot, Slot::Dirty);
    }

    pub(super) fn set(&mut self, slot: usize, state: Slot) {
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = state;
        }
    }

    /// Marks as dirty the parts of games whose first part is missing, and duplicate parts.
    pub(super) fn spoil_orphans(&mut self) {
        for index in 0..self.slots.len() {
            if let Some(&Slot::Used { game, part, .. }) = self.slots.get(index)
                && (self.find(game, 0).is_none() || self.find(game, part) != Some(index))
            {
                self.spoil(index);
            }
        }
    }
}
