//! The log of games in flash. A power cut at any byte loses no stored record
//! (`host-tests/tests/journal_power_cuts.rs`).
//!
//! A game is a sequence of numbered records of opaque bytes. Each slot has a tally that counts the
//! seconds since the last record, one cleared bit a second, so that a power cut loses at most a
//! second of clock time. Settings are stored with the same guarantees.
//!
//! ```text
//! region   settings, 8 sectors │ slot 0 │ slot 1 │ …                     slots form a ring
//! slot     marks, 1 page │ tally, a bit a second │ records, one after another
//! record   length, tally, number, CRC-32 │ bytes
//! ```
//!
//! A game begins in an erased slot and continues in another when that is full. Only
//! [`Journal::prepare`] erases, one sector a call; `Board::erase_ahead` calls it only while no clock
//! runs. `docs/JOURNAL.md` has the full layout, the reasons and the figures.
//!
//! The flash must allow a second write to the same byte that clears further bits (see
//! [`MultiwriteNorFlash`]), and writes of single bytes. The W25Q chips do, and `embassy-rp` supports
//! it: it pads the page around the bytes with ones, which change nothing. All the same the tally
//! clears each bit once, and a page with a torn record is not used for further records.

mod error;
mod geometry;
mod log;
mod marks;
mod prepare;
mod read;
mod recovery;
mod ring;
mod seconds_counter;
mod settings;
mod words;

use embedded_storage::nor_flash::MultiwriteNorFlash;

pub use error::Error;
pub use geometry::{CHIP_SIZE, Geometry, IMAGE_SIZE, MAX_SLOTS, PAGE};
pub use log::MAX_RECORD;
pub use marks::FORMAT;
pub use prepare::{Prepared, SPARES};
pub use read::{Cursor, Record, Summary};
pub use recovery::{LastGame, Recovered, Report, Why};
pub use settings::{Blob, MAX_SETTINGS};

use log::{Log, Wrote};
use marks::Opened;
use prepare::Erasing;
use ring::Ring;
use seconds_counter::SecondsCounter;
use settings::Settings;

/// The journal of one board. It owns the flash driver.
#[derive(Clone, Debug)]
pub struct Journal<F> {
    flash: F,
    geometry: Geometry,
    ring: Ring,
    /// The end of the last game.
    head: Option<Head>,
    /// The highest game number ever used; 0 before the first game.
    highest: u32,
    settings: Settings,
    erasing: Option<Erasing>,
}

/// The end of the last game, where the next record goes.
#[derive(Clone, Copy, Debug)]
struct Head {
    slot: usize,
    game: u32,
    part: u32,
    /// Address of the next record; everything from here to the end of the slot is erased.
    at: u32,
    next_number: u32,
    tally: SecondsCounter,
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// The number for the next game, above all numbers ever used, those of dropped games included.
    pub fn next_game(&self) -> u32 {
        self.highest.saturating_add(1)
    }

    /// Begins a game in an erased slot, with one page program.
    ///
    /// # Errors
    ///
    /// [`Error::NumberUsed`] below [`next_game`](Self::next_game); [`Error::Full`] if no slot is
    /// erased: call [`prepare`](Self::prepare) before the clock runs.
    pub fn begin_game(&mut self, game: u32) -> Result<(), Error<F::Error>> {
        if game <= self.highest {
            return Err(Error::NumberUsed);
        }
        self.open_slot(Opened { game, part: 0, first: 0, carried: 0 })
    }

    /// Stores the next record of the last game. Once this returns, a power cut does not lose the
    /// record. It takes one page program for each page that the record touches, one more if a new
    /// slot is opened, and never an erase.
    ///
    /// # Errors
    ///
    /// [`Error::Full`] if a new slot is needed and none is erased: the caller keeps the record,
    /// calls [`prepare`](Self::prepare) while no clock runs, and retries.
    pub fn append(&mut self, game: u32, number: u32, bytes: &[u8]) -> Result<(), Error<F::Error>> {
        if bytes.len() > MAX_RECORD {
            return Err(Error::TooLong);
        }
        // Each iteration opens another slot until the record fits.
        loop {
            let head = self.head.as_mut().filter(|head| head.game == game).ok_or(Error::NoGame)?;
            if number != head.next_number {
                return Err(Error::OutOfOrder);
            }
            let log = Log::of_part(&self.geometry, head.slot, game, head.part);
            let tally = head.tally.after_record(self.geometry.tally());
            match log.append(&mut self.flash, &mut head.at, number, tally.base(), bytes)? {
                Wrote::Record(_) => {
                    head.next_number = number.saturating_add(1);
                    head.tally = tally;
                    return Ok(());
                }
                Wrote::NoRoom => {
                    let opened = Opened {
                        game,
                        part: head.part.saturating_add(1),
                        first: head.next_number,
                        carried: head.tally.elapsed(),
                    };
                    self.open_slot(opened)?;
                }
            }
        }
    }

    /// Stores the number of seconds since the last record, with one page program for each second.
    /// A number that is not above the stored one causes no write.
    ///
    /// # Errors
    ///
    /// [`Error::Full`] if the slot's tally is full and no slot is erased; [`Error::RecordFirst`]
    /// after a boot, until a record follows.
    pub fn tick(&mut self, seconds: u32) -> Result<(), Error<F::Error>> {
        let head = self.head.as_mut().ok_or(Error::NoGame)?;
        if !head.tally.is_settled() {
            return Err(Error::RecordFirst);
        }
        let start = self.geometry.tally_start(head.slot);
        if head.tally.advance(&mut self.flash, start, self.geometry.tally(), seconds)? {
            return Ok(());
        }
        let opened = Opened {
            game: head.game,
            part: head.part.saturating_add(1),
            first: head.next_number,
            carried: seconds,
        };
        self.open_slot(opened)
    }

    /// Marks the last game as ended, with one page program. It may be called again, and records
    /// may still follow, until another game begins.
    pub fn end_game(&mut self) -> Result<(), Error<F::Error>> {
        let game = self.head.ok_or(Error::NoGame)?.game;
        let slot = self.ring.find(game, 0).ok_or(Error::NoGame)?;
        marks::write_ended(&mut self.flash, self.geometry.slot_start(slot))?;
        self.ring.end(slot);
        Ok(())
    }

    /// Number of slots.
    pub const fn slots(&self) -> usize {
        self.geometry.slots()
    }

    /// Returns the flash driver.
    pub fn release(self) -> F {
        self.flash
    }

    /// The flash driver, for tests with a model of a chip.
    pub fn flash_mut(&mut self) -> &mut F {
        &mut self.flash
    }

    /// Opens the next erased slot for a part of a game.
    fn open_slot(&mut self, opened: Opened) -> Result<(), Error<F::Error>> {
        let after = self.head.map(|head| head.slot);
        while let Some(slot) = self.ring.next_ready(after) {
            let start = self.geometry.slot_start(slot);
            if !marks::write_opened(&mut self.flash, start, &opened)? {
                // The mark does not read back: the slot has to be erased again.
                self.ring.spoil(slot);
                continue;
            }
            self.ring.take(slot, opened.game, opened.part);
            self.highest = self.highest.max(opened.game);
            self.head = Some(Head {
                slot,
                game: opened.game,
                part: opened.part,
                at: self.geometry.records_start(slot),
                next_number: opened.first,
                tally: SecondsCounter::new(opened.carried),
            });
            return Ok(());
        }
        Err(Error::Full)
    }
}
