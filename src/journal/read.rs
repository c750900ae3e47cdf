//! Reading records.

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::log::{Log, MAX_RECORD};
use super::marks::{self, Kind, Marks, Opened, State};
use super::{Error, Journal, PAGE};

/// A position in a game from which [`Journal::read`] continues. It stays valid while records are
/// added; once its game is dropped, `read` returns `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    game: u32,
    /// Records below this number are skipped.
    from: u32,
    part: u32,
    /// Offset behind the last record read, from the first record of this part, in bytes.
    at: u32,
}

/// Number and length of a record that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in its game.
    pub number: u32,
    /// Length of the record in the buffer, in bytes.
    pub length: usize,
}

/// Counts of the stored records of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of the game.
    pub game: u32,
    /// Number of records that can be read.
    pub records: u32,
    /// Number behind the last record; more than `records` if some are lost.
    pub next_number: u32,
    /// Whether `end_game` was called for the game.
    pub ended: bool,
    /// Number of slots that the game takes.
    pub slots: usize,
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// The stored game with the lowest number above `game`. Starting with 0, it lists all games.
    pub fn game_above(&self, game: u32) -> Option<u32> {
        self.ring.game_above(game)
    }

    /// Whether [`end_game`](Self::end_game) was called for a stored game.
    pub fn is_ended(&self, game: u32) -> bool {
        self.ring.ended(game)
    }

    /// Reads all records of a game and counts them; `None` if the game is not stored.
    pub fn summary(&mut self, game: u32) -> Result<Option<Summary>, Error<F::Error>> {
        if self.ring.find(game, 0).is_none() {
            return Ok(None);
        }
        let mut summary = Summary {
            game,
            records: 0,
            next_number: 0,
            ended: self.ring.ended(game),
            slots: self.ring.parts(game).count(),
        };
        let mut cursor = self.cursor(game, 0)?;
        let mut buffer = [0; MAX_RECORD];
        while let Some(record) = self.read(&mut cursor, &mut buffer)? {
            summary.records = summary.records.saturating_add(1);
            summary.next_number = record.number.saturating_add(1);
        }
        Ok(Some(summary))
    }

    /// A cursor at the record with the number `from`.
    pub fn cursor(&mut self, game: u32, from: u32) -> Result<Cursor, Error<F::Error>> {
        let mut cursor = Cursor { game, from, part: 0, at: 0 };
        // Start in the last part whose first record is not behind `from`.
        let mut next = 1;
        while let Some((part, slot)) = self.ring.part_from(game, next) {
            if self.opened(slot)?.is_some_and(|opened| opened.first <= from) {
                cursor.part = part;
            }
            let Some(above) = part.checked_add(1) else { break };
            next = above;
        }
        Ok(cursor)
    }

    /// Reads the next record of a game into the buffer; `None` at its end, where a later call may
    /// find more.
    pub fn read(
        &mut self,
        cursor: &mut Cursor,
        buffer: &mut [u8; MAX_RECORD],
    ) -> Result<Option<Record>, Error<F::Error>> {
        loop {
            let Some((part, slot)) = self.ring.part_from(cursor.game, cursor.part) else {
                return Ok(None);
            };
            if part != cursor.part {
                (cursor.part, cursor.at) = (part, 0);
            }
            let log = Log::of_part(&self.geometry, slot, cursor.game, part);
            while let Some(found) = log.next(&mut self.flash, log.start + cursor.at, buffer)? {
                cursor.at = found.next() - log.start;
                let number = found.header.number;
                if number >= cursor.from {
                    cursor.from = number.saturating_add(1);
                    return Ok(Some(Record { number, length: found.length() }));
                }
            }
            let Some(above) = part.checked_add(1) else { return Ok(None) };
            let Some((next, _)) = self.ring.part_from(cursor.game, above) else {
                return Ok(None);
            };
            (cursor.part, cursor.at) = (next, 0);
        }
    }

    /// The opened mark of a slot, if the slot is used.
    pub(super) fn opened(&mut self, slot: usize) -> Result<Option<Opened>, F::Error> {
        let marks = self.marks(slot)?;
        Ok(matches!(marks.state, State::Used { .. }).then_some(marks.opened))
    }

    /// The marks of a slot.
    pub(super) fn marks(&mut self, slot: usize) -> Result<Marks, F::Error> {
        let pages = (self.geometry.slot / PAGE) as u16;
        marks::read(&mut self.flash, self.geometry.slot_start(slot), Kind::Slot, pages)
    }
}
