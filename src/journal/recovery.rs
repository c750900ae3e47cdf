//! What a boot finds, whatever is in the region.
//!
//! Slots and settings count when their checks are right; all the rest is to be
//! erased when its turn comes. The only writes make sure that the next boot reads
//! the same: they repeat what is there, or clear what cannot be read. So recovery may
//! be cut and done again, with the same outcome.

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::log::{Found, Log, MAX_RECORD, written_up_to};
use super::marks::{self, MARKED, Marks, Opened};
use super::ring::{Ring, Slot};
use super::tally::Tally;
use super::{Error, Geometry, Head, Journal, settings};

/// What a boot found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// In what state the journal was.
    pub report: Report,
    /// The game that was played last.
    pub last: Option<LastGame>,
}

/// In what state the journal was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// No game was under way, or there never was one.
    Clean,
    /// A game was under way, and all of it is there.
    Resumed,
    /// Something of the last game could not be read.
    Repaired {
        /// Numbers without a record, before the last record that is there.
        lost: u32,
        /// Whether the end was half written: of a record that nobody was told of yet.
        torn: bool,
    },
    /// No game could be read; the journal is empty.
    StartedAnew {
        /// What was there instead.
        why: Why,
    },
}

/// What a region without a game held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Nothing: a new board, or one that was never played on.
    Blank,
    /// Games of another format.
    OtherFormat {
        /// Which.
        format: u16,
    },
    /// Bytes that make no sense.
    Unreadable,
}

/// The game that was played last, and how it stood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastGame {
    /// Its number.
    pub game: u32,
    /// The number of the record that comes next.
    pub next_number: u32,
    /// Whether it was ended.
    pub ended: bool,
    /// Seconds between its last record and the cut, to within one.
    pub elapsed: u32,
}

/// What the slots hold that is not a game.
#[derive(Default)]
struct Oddities {
    foreign: Option<u16>,
    unreadable: bool,
}

/// The last game, read from its first record to its last.
struct Walk {
    slot: usize,
    opened: Opened,
    /// In the last slot.
    last: Option<Found>,
    numbers: Numbers,
}

/// The numbers of a game's records, seen in order.
#[derive(Clone, Copy, Default)]
struct Numbers {
    next: u32,
    lost: u32,
}

impl Numbers {
    /// Comes to a record; those skipped are lost.
    fn reach(&mut self, number: u32) {
        self.lost = self.lost.saturating_add(number.saturating_sub(self.next));
        self.next = self.next.max(number);
    }
}

impl<F: MultiwriteNorFlash> Journal<F> {
    /// Opens the journal after a boot, and tells what was found. It ends well on any
    /// content of the region, and erases nothing.
    ///
    /// # Errors
    ///
    /// Only those of the flash driver, and [`Error::Geometry`].
    pub fn open(flash: F, geometry: Geometry) -> Result<(Self, Recovered), Error<F::Error>> {
        const { assert!(F::WRITE_SIZE == 1 && F::READ_SIZE == 1, "bytes are written singly") };
        if !geometry.fits(F::ERASE_SIZE as u32, flash.capacity()) {
            return Err(Error::Geometry);
        }
        let mut journal = Self {
            flash,
            geometry,
            ring: Ring::default(),
            head: None,
            highest: 0,
            settings: settings::Settings::default(),
            erasing: None,
        };
        let oddities = journal.survey_slots()?;
        let mut bytes = [0; MAX_RECORD];
        let survey = settings::survey(&mut journal.flash, &geometry, &mut bytes)?;
        journal.settings = survey.settings;
        journal.highest = journal.highest.max(survey.highest);

        let Some(walk) = journal.walk_last_game(&mut bytes)? else {
            let ours = journal.ring.ready() > 0 || survey.ours;
            let report = match oddities.foreign.or(survey.foreign) {
                _ if ours => Report::Clean,
                Some(format) => Report::StartedAnew { why: Why::OtherFormat { format } },
                None if oddities.unreadable || survey.unreadable => {
                    Report::StartedAnew { why: Why::Unreadable }
                }
                None => Report::StartedAnew { why: Why::Blank },
            };
            return Ok((journal, Recovered { report, last: None }));
        };
        let (last, torn) = journal.take_up(&walk, &mut bytes)?;
        let lost = walk.numbers.lost;
        let report = if lost > 0 || torn {
            Report::Repaired { lost, torn }
        } else if last.ended {
            Report::Clean
        } else {
            Report::Resumed
        };
        Ok((journal, Recovered { report, last: Some(last) }))
    }

    /// Reads the marks of all slots.
    fn survey_slots(&mut self) -> Result<Oddities, Error<F::Error>> {
        let mut oddities = Oddities::default();
        for slot in 0..self.geometry.slots() {
            let marks = self.marks(slot)?;
            self.highest = self.highest.max(marks.highest());
            let state = match marks {
                Marks::Blank => Slot::Dirty,
                Marks::Unreadable | Marks::Struck | Marks::Torn { .. } => {
                    oddities.unreadable = true;
                    Slot::Dirty
                }
                Marks::Foreign(format) => {
                    oddities.foreign = Some(format);
                    Slot::Dirty
                }
                Marks::Ready { .. } => {
                    let from = self.geometry.slot_start(slot) + MARKED;
                    let end = self.geometry.slot_end(slot);
                    let erased = written_up_to(&mut self.flash, from, end)? == from;
                    oddities.unreadable |= !erased;
                    if erased { Slot::Ready } else { Slot::Dirty }
                }
                Marks::Used { opened: Opened { game, part, .. }, ended, .. } => {
                    Slot::Used { game, part, ended }
                }
            };
            self.ring.push(state);
        }
        self.ring.spoil_orphans();
        self.strike_the_rest()?;
        Ok(oddities)
    }

    /// Makes marks unreadable for good that are nobody's, so that no later boot reads
    /// them differently. Those that alone know the highest number stay.
    fn strike_the_rest(&mut self) -> Result<(), Error<F::Error>> {
        let mut kept = 0;
        for slot in 0..self.geometry.slots() {
            if !self.ring.is_dirty(slot) {
                kept = kept.max(self.marks(slot)?.highest());
            }
        }
        for slot in 0..self.geometry.slots() {
            let marks = self.marks(slot)?;
            let done = matches!(marks, Marks::Blank | Marks::Struck | Marks::Foreign(_));
            if self.ring.is_dirty(slot) && !done && marks.highest() <= kept {
                marks::strike(&mut self.flash, self.geometry.slot_start(slot))?;
            }
        }
        Ok(())
    }

    /// Reads the last game from its first record to its last.
    fn walk_last_game(
        &mut self,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<Option<Walk>, Error<F::Error>> {
        let Some(game) = self.ring.last_game() else { return Ok(None) };
        let mut walk: Option<Walk> = None;
        let mut numbers = Numbers::default();
        let mut next_part = self.ring.part_from(game, 0);
        while let Some((part, slot)) = next_part {
            if let Some(opened) = self.opened(slot)? {
                numbers.reach(opened.first);
                let log = Log::of_part(&self.geometry, slot, game, part);
                let mut last = None;
                let mut at = log.start;
                while let Some(found) = log.next(&mut self.flash, at, bytes)? {
                    numbers.reach(found.header.number);
                    numbers.next = numbers.next.max(found.header.number.saturating_add(1));
                    at = found.next();
                    last = Some(found);
                }
                walk = Some(Walk { slot, opened, last, numbers });
            }
            next_part = part.checked_add(1).and_then(|above| self.ring.part_from(game, above));
        }
        Ok(walk)
    }

    /// Makes sure of the end of the last game, and goes on from there.
    fn take_up(
        &mut self,
        walk: &Walk,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<(LastGame, bool), Error<F::Error>> {
        let Walk { slot, opened, last, numbers } = *walk;
        let next_number = numbers.next;
        let log = Log::of_part(&self.geometry, slot, opened.game, opened.part);
        let tail = log.tail(&mut self.flash, last)?;
        let (base, carried) = match last {
            Some(found) => (found.header.note, 0),
            None => (0, opened.carried),
        };
        let start = self.geometry.tally_start(slot);
        let tally = Tally::read(&mut self.flash, start, self.geometry.tally(), base, carried)?;

        marks::write_opened(&mut self.flash, self.geometry.slot_start(slot), &opened)?;
        log.settle(&mut self.flash, last, tail, bytes)?;

        let Opened { game, part, .. } = opened;
        self.head = Some(Head { slot, game, part, at: tail.free(), next_number, tally });
        let ended = self.ring.ended(game);
        let last = LastGame { game, next_number, ended, elapsed: tally.elapsed() };
        Ok((last, tail.is_torn()))
    }
}
