//! The settings: a byte string of which the newest version is valid.
//!
//! Every change is written as a record behind the one before. When a sector is full, the next
//! erased one is used, and the sector with the newest settings is never erased: after a power cut
//! either the old or the new settings are there.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::geometry::{Geometry, PAGE};
use super::log::{Log, MAX_RECORD, RecordLocation, Wrote, written_up_to};
use super::marks::{self, Kind, MARKED, Ready, State};
use super::recovery::Oddities;
use super::ring::next_round;
use super::{Error, Journal};

/// Maximum length of the settings, in bytes.
pub const MAX_SETTINGS: usize = MAX_RECORD;

/// The highest valid record number of settings. No chip lives long enough to count so far; a
/// damaged or forged record with a higher number is ignored, so that the next settings still have a
/// number that is not lower.
const LAST: u32 = u32::MAX - 1;

/// The version and length of stored settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Version of the settings' encoding, as given to `store_settings`.
    pub version: u16,
    /// Length of the settings in the buffer, in bytes.
    pub length: usize,
}

/// Positions of the settings in flash. Sectors are named by index.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    /// Sector and location of the newest settings.
    newest: Option<(u32, RecordLocation)>,
    /// Sector and address for the next settings.
    writing: Option<(u32, u32)>,
    /// An erased sector.
    spare: Option<u32>,
    /// A sector that could not be erased.
    bad: Option<u32>,
}

impl Settings {
    /// Positions before the sectors have been read.
    pub(super) const UNKNOWN: Self = Self { newest: None, writing: None, spare: None, bad: None };
}

/// Start and length of a sector in flash, in bytes.
#[derive(Clone, Copy)]
struct Sector {
    start: u32,
    length: u32,
}

impl Sector {
    fn new<F: MultiwriteNorFlash>(geometry: &Geometry, index: u32) -> Self {
        let length = F::ERASE_SIZE as u32;
        Self { start: geometry.start + index * length, length }
    }

    fn end(&self) -> u32 {
        self.start + self.length
    }

    /// The records of the sector, behind the page with its marks.
    fn log(&self) -> Log {
        Log::new(self.start + PAGE, self.end(), [u32::MAX, self.start])
    }

    fn pages(&self) -> u16 {
        (self.length / PAGE) as u16
    }
}

fn sectors<F: MultiwriteNorFlash>(geometry: &Geometry) -> u32 {
    geometry.settings / F::ERASE_SIZE as u32
}

fn last_record<F: ReadNorFlash>(
    flash: &mut F,
    log: &Log,
    bytes: &mut [u8; MAX_RECORD],
) -> Result<Option<RecordLocation>, F::Error> {
    let mut last = None;
    let mut at = log.start;
    while let Some(found) = log.next(flash, at, bytes)? {
        at = found.next();
        if found.header.number <= LAST {
            last = Some(found);
        }
    }
    Ok(last)
}

/// Whether everything behind the ready mark is erased.
fn erased<F: ReadNorFlash>(flash: &mut F, sector: &Sector) -> Result<bool, F::Error> {
    let start = sector.start + MARKED;
    Ok(written_up_to(flash, start, sector.end())? == start)
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// Finds the newest settings and makes their bits stable.
    pub(super) fn survey_settings(
        &mut self,
        oddities: &mut Oddities,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<(), F::Error> {
        for index in 0..sectors::<F>(&self.geometry) {
            let sector = Sector::new::<F>(&self.geometry, index);
            let marks = marks::read(&mut self.flash, sector.start, Kind::Settings, sector.pages())?;
            self.highest = self.highest.max(marks.highest);
            oddities.note(marks.state);
            if marks.state != State::Ready {
                continue;
            }
            let newest = self.settings.newest.map_or(0, |(_, newest)| newest.header.number);
            match last_record(&mut self.flash, &sector.log(), bytes)? {
                Some(found) if found.header.number >= newest => {
                    self.settings.newest = Some((index, found));
                }
                Some(_) => {}
                None if erased(&mut self.flash, &sector)? => self.settings.spare = Some(index),
                None => {
                    // The first record in it is torn: it must not read as valid later.
                    oddities.unreadable = true;
                    marks::invalidate(&mut self.flash, sector.start)?;
                }
            }
        }
        if let Some((index, found)) = self.settings.newest {
            let log = Sector::new::<F>(&self.geometry, index).log();
            let tail = log.tail(&mut self.flash, Some(found))?;
            log.settle(&mut self.flash, Some(found), tail, bytes)?;
            self.settings.writing = Some((index, tail.free()));
        }
        Ok(())
    }

    /// Whether a sector of settings has valid marks.
    pub(super) fn has_settings(&self) -> bool {
        self.settings.newest.is_some() || self.settings.spare.is_some()
    }

    /// Reads the settings into the buffer; `None` if none are stored.
    pub fn settings(
        &mut self,
        buffer: &mut [u8; MAX_SETTINGS],
    ) -> Result<Option<Blob>, Error<F::Error>> {
        let Some((index, newest)) = self.settings.newest else { return Ok(None) };
        let log = Sector::new::<F>(&self.geometry, index).log();
        let found = log.next(&mut self.flash, newest.at, buffer)?;
        let blob =
            |found: RecordLocation| Blob { version: found.header.note, length: found.length() };
        Ok(found.filter(|found| *found == newest).map(blob))
    }

    /// Stores settings. Until this returns, a power cut leaves the old or the new ones. Settings
    /// equal to the stored ones cause no write.
    ///
    /// # Errors
    ///
    /// [`Error::Full`] if a sector has to be erased first: call [`prepare`](Self::prepare) and
    /// retry.
    pub fn store_settings(&mut self, version: u16, bytes: &[u8]) -> Result<(), Error<F::Error>> {
        if bytes.len() > MAX_SETTINGS {
            return Err(Error::TooLong);
        }
        let mut old = [0; MAX_SETTINGS];
        if let Some(blob) = self.settings(&mut old)?
            && blob.version == version
            && old.get(..blob.length) == Some(bytes)
        {
            return Ok(());
        }
        let number = self.settings.newest.map_or(0, |(_, found)| found.header.number);
        let number = number.saturating_add(1).min(LAST);
        loop {
            let Some((index, mut at)) = self.settings.writing.or_else(|| self.open_spare()) else {
                return Err(Error::Full);
            };
            let log = Sector::new::<F>(&self.geometry, index).log();
            match log.append(&mut self.flash, &mut at, number, version, bytes)? {
                Wrote::Record(found) => {
                    let old = self.settings.newest.filter(|(old, _)| *old != index);
                    if let Some((old, _)) = old.filter(|(_, old)| old.header.number >= number) {
                        // Only the number `LAST` occurs twice: in one sector the later record is
                        // valid, of two sectors the older one is invalidated.
                        let old = Sector::new::<F>(&self.geometry, old);
                        marks::invalidate(&mut self.flash, old.start)?;
                    }
                    self.settings.newest = Some((index, found));
                    self.settings.writing = Some((index, at));
                    return Ok(());
                }
                Wrote::NoRoom => self.settings.writing = None,
            }
        }
    }

    fn open_spare(&mut self) -> Option<(u32, u32)> {
        let index = self.settings.spare.take()?;
        Some((index, Sector::new::<F>(&self.geometry, index).log().start))
    }

    /// The sector of settings that should be erased next, if any.
    pub(super) fn settings_to_erase(&self) -> Option<u32> {
        if self.settings.spare.is_some() {
            return None;
        }
        let newest = self.settings.newest.map(|(index, _)| index);
        let writing = self.settings.writing.map(|(index, _)| index);
        let taken = [newest, writing, self.settings.bad];
        let count = sectors::<F>(&self.geometry) as usize;
        let after = writing.or(newest).map(|index| index as usize);
        let free = |index| !taken.contains(&Some(index as u32));
        next_round(count, after, free).map(|index| index as u32)
    }

    /// Erases a sector of settings and makes it the spare one.
    pub(super) fn erase_settings(&mut self, index: u32) -> Result<(), Error<F::Error>> {
        let sector = Sector::new::<F>(&self.geometry, index);
        marks::invalidate(&mut self.flash, sector.start)?;
        self.flash.erase(sector.start, sector.end())?;
        let ready = Ready { kind: Kind::Settings, pages: sector.pages(), highest: self.highest };
        let blank = written_up_to(&mut self.flash, sector.start, sector.end())? == sector.start;
        if blank && marks::write_ready(&mut self.flash, sector.start, &ready)? {
            self.settings.spare = Some(index);
        } else {
            self.settings.bad = Some(index);
        }
        Ok(())
    }
}
