//! Erasing slots and settings ahead of time; no other call of the journal erases.

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::geometry::PAGE;
use super::log::written_up_to;
use super::marks::{self, Kind, Ready};
use super::ring::Slot;
use super::{Error, Journal};

/// Number of slots that are kept erased: one for the next game and three for it to overflow into.
/// A game of ten hours without a pause takes three in all
/// (`host-tests/tests/journal_long_game.rs`).
pub const SPARES: usize = 4;

/// The result of [`Journal::prepare`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prepared {
    /// Enough is erased.
    Done,
    /// Another sector has to be erased: call again.
    More,
}

/// A slot that is being erased.
#[derive(Clone, Copy, Debug)]
pub(super) struct Erasing {
    slot: usize,
    /// Number of bytes already erased.
    done: u32,
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// Whether [`prepare`](Self::prepare) has a sector to erase or a game to drop.
    pub fn erase_needed(&self) -> bool {
        self.erasing.is_some() || self.settings_to_erase().is_some() || self.slot_wanted()
    }

    /// Erases one sector, so that slots are ready before they are needed. If no slot is left to
    /// erase, drops the oldest game instead.
    ///
    /// Call it only while no clock runs: erasing a sector stops the chip for 45 ms typically and
    /// 400 ms at most (datasheet of the W25Q16JV).
    pub fn prepare(&mut self) -> Result<Prepared, Error<F::Error>> {
        if let Some(index) = self.settings_to_erase() {
            self.erase_settings(index)?;
        } else if let Some(erasing) = self.erasing.or_else(|| self.next_to_erase()) {
            self.erase_further(erasing)?;
        } else if self.slot_wanted() {
            self.drop_oldest_game()?;
        }
        Ok(if self.erase_needed() { Prepared::More } else { Prepared::Done })
    }

    /// Whether fewer than [`SPARES`] slots are erased and there is one to erase or a game to drop.
    fn slot_wanted(&self) -> bool {
        self.ring.ready() < SPARES && (self.dirty().is_some() || self.oldest_game().is_some())
    }

    fn next_to_erase(&self) -> Option<Erasing> {
        let slot = self.dirty().filter(|_| self.ring.ready() < SPARES)?;
        Some(Erasing { slot, done: 0 })
    }

    fn dirty(&self) -> Option<usize> {
        self.ring.next_dirty(self.head.map(|head| head.slot))
    }

    /// The oldest game, unless it is also the last one.
    fn oldest_game(&self) -> Option<u32> {
        let oldest = self.ring.game_above(0)?;
        (self.ring.last_game() != Some(oldest)).then_some(oldest)
    }

    /// Invalidates all parts of the oldest game, the first part first: `Ring::spoil_orphans`
    /// discards the others if a power cut comes between them.
    fn drop_oldest_game(&mut self) -> Result<(), Error<F::Error>> {
        let Some(game) = self.oldest_game() else { return Ok(()) };
        while let Some((_, slot)) = self.ring.part_from(game, 0) {
            marks::invalidate(&mut self.flash, self.geometry.slot_start(slot))?;
            self.ring.spoil(slot);
        }
        Ok(())
    }

    fn erase_further(&mut self, erasing: Erasing) -> Result<(), Error<F::Error>> {
        let Erasing { slot, done } = erasing;
        let start = self.geometry.slot_start(slot);
        if done == 0 {
            // Invalidates the content of the slot even if a power cut interrupts the erase.
            marks::invalidate(&mut self.flash, start)?;
        }
        let from = start + done;
        let to = from + F::ERASE_SIZE as u32;
        self.flash.erase(from, to)?;
        let blank = written_up_to(&mut self.flash, from, to)? == from;
        let done = done + F::ERASE_SIZE as u32;
        if !blank {
            self.ring.set(slot, Slot::Bad);
            self.erasing = None;
        } else if done < self.geometry.slot {
            self.erasing = Some(Erasing { slot, done });
        } else {
            let pages = (self.geometry.slot / PAGE) as u16;
            let ready = Ready { kind: Kind::Slot, pages, highest: self.highest };
            let holds = marks::write_ready(&mut self.flash, start, &ready)?;
            self.ring.set(slot, if holds { Slot::Ready } else { Slot::Bad });
            self.erasing = None;
        }
        Ok(())
    }
}
