//! What is known of each slot.
//!
//! Slots are taken in turn, so that all of them wear alike.

use core::mem::discriminant;

use heapless::Vec;

use super::geometry::MAX_SLOTS;

/// What is known of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// To be erased before it can be used.
    Dirty,
    /// Could not be erased; left alone until the next boot.
    Bad,
    /// Erased.
    Ready,
    /// A part of a game.
    Used { game: u32, part: u32, ended: bool },
}

/// The first of so many behind another that is wanted, round the end if need be.
#[inline(never)]
pub(super) fn next_round(
    count: usize,
    after: Option<usize>,
    wanted: &dyn Fn(usize) -> bool,
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

/// All slots.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    slots: Vec<Slot, MAX_SLOTS>,
}

impl Ring {
    /// Adds the next slot at boot.
    pub(super) fn push(&mut self, slot: Slot) {
        // The geometry has no more slots than there is room for.
        let _ = self.slots.push(slot);
    }

    pub(super) fn ready(&self) -> usize {
        (0..self.slots.len()).filter(|slot| self.is(*slot, Slot::Ready)).count()
    }

    /// The first erased slot behind another.
    pub(super) fn next_ready(&self, after: Option<usize>) -> Option<usize> {
        self.next(after, Slot::Ready)
    }

    /// The first slot behind another that is to be erased.
    pub(super) fn next_dirty(&self, after: Option<usize>) -> Option<usize> {
        self.next(after, Slot::Dirty)
    }

    fn next(&self, after: Option<usize>, wanted: Slot) -> Option<usize> {
        next_round(self.slots.len(), after, &|slot| self.is(slot, wanted))
    }

    /// Whether a slot is of this kind.
    fn is(&self, slot: usize, wanted: Slot) -> bool {
        self.slots.get(slot).is_some_and(|slot| discriminant(slot) == discriminant(&wanted))
    }

    /// The slot of a part of a game.
    pub(super) fn find(&self, game: u32, part: u32) -> Option<usize> {
        self.part_from(game, part).filter(|(found, _)| *found == part).map(|(_, slot)| slot)
    }

    /// The parts of a game, each with its slot; in no particular order.
    pub(super) fn parts(&self, game: u32) -> impl Iterator<Item = (u32, usize)> + '_ {
        self.slots.iter().enumerate().filter_map(move |(index, slot)| match *slot {
            Slot::Used { game: g, part, .. } if g == game => Some((part, index)),
            _ => None,
        })
    }

    /// The first part of a game from one on, with its slot.
    #[inline(never)]
    pub(super) fn part_from(&self, game: u32, part: u32) -> Option<(u32, usize)> {
        self.parts(game).filter(|(found, _)| *found >= part).min()
    }

    /// The first game whose number is above another.
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

    /// Whether a game was ended.
    pub(super) fn ended(&self, game: u32) -> bool {
        let first = self.find(game, 0).and_then(|slot| self.slots.get(slot));
        matches!(first, Some(Slot::Used { ended: true, .. }))
    }

    /// Whether a slot is to be erased before it can be used.
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

    pub(super) fn spoil(&mut self, slot: usize) {
        self.set(slot, Slot::Dirty);
    }

    pub(super) fn set(&mut self, slot: usize, state: Slot) {
        if let Some(slot) = self.slots.get_mut(slot) {
            *slot = state;
        }
    }

    /// Spoils parts of games that have lost their first part: a game is there as a
    /// whole or not at all.
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
