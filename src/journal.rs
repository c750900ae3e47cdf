//! The log of games in flash, which a power cut at any byte leaves whole.
//!
//! A game is a run of numbered records: opaque bytes that come back exactly as
//! they were given. Beside each game a tally counts the seconds since its last
//! record, one cleared bit a second, so a cut loses at most a second of clock
//! time. Settings lie beside the games with the same guarantees.
//!
//! ```text
//! region   settings, 8 sectors │ slot 0 │ slot 1 │ …                     slots form a ring
//! slot     marks, 1 page │ tally, a bit a second │ records, one after another
//! record   length, tally, number, CRC-32 │ bytes
//! ```
//!
//! A game begins in an erased slot and goes on in another when that is full. Only
//! [`Journal::prepare`] erases, a sector at a call, and only somebody who knows that
//! no clock runs calls it. `docs/JOURNAL.md` has the layout in full, the reasons and
//! the figures.
//!
//! Any flash that may be written twice will do, in single bytes: a bit that is 0
//! stays 0 (see [`MultiwriteNorFlash`]). The W25Q chips do, and `embassy-rp` lets them:
//! it fills up the page around the bytes with ones, which changes nothing there.
//! Two habits spare the cells all the same: the tally clears each bit once, and what
//! was half written when the power went is never written on.

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

/// The journal of one board. It owns the flash as long as it lives.
#[derive(Clone, Debug)]
pub struct Journal<F> {
    flash: F,
    geometry: Geometry,
    ring: Ring,
    /// Where the last game goes on.
    head: Option<Head>,
    /// The highest number that a game ever had; 0 before the first.
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
    /// Where in the flash; everything from here to the end of the slot is erased.
    at: u32,
    next_number: u32,
    tally: SecondsCounter,
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// The number for the next game: no game ever had it, also none that has been
    /// dropped since.
    pub fn next_game(&self) -> u32 {
        self.highest.saturating_add(1)
    }

    /// Begins a game in an erased slot. One program.
    ///
    /// # Errors
    ///
    /// [`Error::NumberUsed`] below [`next_game`](Self::next_game); [`Error::Full`]
    /// where no slot is erased: [`prepare`](Self::prepare) before the clock runs.
    pub fn begin_game(&mut self, game: u32) -> Result<(), Error<F::Error>> {
        if game <= self.highest {
            return Err(Error::NumberUsed);
        }
        self.open_slot(Opened { game, part: 0, first: 0, carried: 0 })
    }

    /// Stores the next record of the running game: once this returns, no cut takes
    /// it away. One program, two where it lies across the edge of a page; one more
    /// when it takes a new slot. Never an erase.
    ///
    /// # Errors
    ///
    /// [`Error::Full`] where it would need a slot and none is erased: keep it, call
    /// [`prepare`](Self::prepare) when no clock runs, and try again.
    pub fn append(&mut self, game: u32, number: u32, bytes: &[u8]) -> Result<(), Error<F::Error>> {
        if bytes.len() > MAX_RECORD {
            return Err(Error::TooLong);
        }
        // Each turn takes another slot, unless the record finds its place.
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

    /// Notes that so many seconds have passed since the last record. One program for
    /// a second; nothing if that is known already.
    ///
    /// # Errors
    ///
    /// [`Error::Full`] where the slot's tally is at its end and no slot is erased;
    /// [`Error::RecordFirst`] after a boot, until a record says how the game goes on.
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

    /// Notes that the last game is over. It may be called again, and records may
    /// still follow, until another game begins. One program.
    pub fn end_game(&mut self) -> Result<(), Error<F::Error>> {
        let game = self.head.ok_or(Error::NoGame)?.game;
        let slot = self.ring.find(game, 0).ok_or(Error::NoGame)?;
        marks::write_ended(&mut self.flash, self.geometry.slot_start(slot))?;
        self.ring.end(slot);
        Ok(())
    }

    /// How many slots there are.
    pub const fn slots(&self) -> usize {
        self.geometry.slots()
    }

    /// Lets the flash go.
    pub fn release(self) -> F {
        self.flash
    }

    /// The flash underneath, for a model of one to be asked and told things.
    pub fn flash_mut(&mut self) -> &mut F {
        &mut self.flash
    }

    /// Takes the next erased slot for a part of a game.
    fn open_slot(&mut self, opened: Opened) -> Result<(), Error<F::Error>> {
        let after = self.head.map(|head| head.slot);
        while let Some(slot) = self.ring.next_ready(after) {
            let start = self.geometry.slot_start(slot);
            if !marks::write_opened(&mut self.flash, start, &opened)? {
                // It does not hold what was written: let it be erased again.
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
