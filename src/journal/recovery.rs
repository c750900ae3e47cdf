//! Recovery of the journal at boot, from any content of the region.
//!
//! Slots and settings are valid if their CRCs are right; `prepare` erases the rest later. Recovery
//! only repeats writes or clears unreadable bytes, so that the next boot reads the same. A power cut
//! during recovery therefore does not change its result (`host-tests/tests/journal_power_cuts.rs`).

use embedded_storage::nor_flash::MultiwriteNorFlash;

use super::log::{Log, MAX_RECORD, RecordLocation, written_up_to};
use super::marks::{self, MARKED, Opened, State};
use super::ring::{Ring, Slot};
use super::seconds_counter::SecondsCounter;
use super::{Error, Geometry, Head, Journal, settings};

/// The result of [`Journal::open`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recovered {
    /// The state of the journal.
    pub report: Report,
    /// The game with the highest number, if one is stored.
    pub last: Option<LastGame>,
}

/// The state of the journal at boot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Report {
    /// The last game has ended, or no game is stored.
    Clean,
    /// The last game has not ended, and all its records can be read.
    Resumed,
    /// Parts of the last game cannot be read.
    Repaired {
        /// Number of missing records before the last one that can be read.
        lost: u32,
        /// Whether the game ends with a torn record, whose `append` had not returned.
        torn: bool,
    },
    /// No game can be read; the journal is empty.
    StartedAnew {
        /// The content of the region.
        why: Why,
    },
}

/// The content of a region without a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Erased: a new board.
    Blank,
    /// Games of another format.
    OtherFormat {
        /// Version of that format.
        format: u16,
    },
    /// Bytes that are no valid marks.
    Unreadable,
}

/// The game with the highest number, as its records and tally were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LastGame {
    /// Number of the game.
    pub game: u32,
    /// Number of the next record.
    pub next_number: u32,
    /// Whether `end_game` was called.
    pub ended: bool,
    /// Seconds between the last record and the power cut, at most one too few.
    pub elapsed: u32,
}

/// Content of slots, or of sectors of settings, that is not valid.
#[derive(Default)]
pub(super) struct Oddities {
    foreign: Option<u16>,
    pub(super) unreadable: bool,
}

impl Oddities {
    pub(super) fn note(&mut self, state: State) {
        match state {
            State::Foreign(format) => self.foreign = Some(format),
            State::Unreadable | State::Struck | State::Torn => self.unreadable = true,
            State::Blank | State::Ready | State::Used { .. } => {}
        }
    }
}

/// The state of reading the last game from its first record to its last.
#[derive(Default)]
struct Walk {
    slot: usize,
    /// The opened mark of `slot`; `None` if no slot could be read.
    opened: Option<Opened>,
    /// The last record in `slot`.
    last: Option<RecordLocation>,
    numbers: Numbers,
}

/// Counts the gaps in the numbers of a game's records.
#[derive(Clone, Copy, Default)]
struct Numbers {
    next: u32,
    lost: u32,
}

impl Numbers {
    /// Counts the numbers between the expected record and this one as lost.
    fn reach(&mut self, number: u32) {
        self.lost = self.lost.saturating_add(number.saturating_sub(self.next));
        self.next = self.next.max(number);
    }
}

impl<F> Journal<F> {
    /// A journal that knows nothing of its region: [`recover`](Self::recover) reads it.
    pub const fn new(flash: F, geometry: Geometry) -> Self {
        Self {
            flash,
            geometry,
            ring: Ring::new(),
            head: None,
            highest: 0,
            settings: settings::Settings::UNKNOWN,
            erasing: None,
        }
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
        let mut journal = Self::new(flash, geometry);
        let recovered = journal.recover()?;
        Ok((journal, recovered))
    }

    /// Reads the region, once after [`new`](Self::new) and before anything else: the second
    /// half of [`open`](Self::open).
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn recover(&mut self) -> Result<Recovered, Error<F::Error>> {
        const { assert!(F::WRITE_SIZE == 1 && F::READ_SIZE == 1, "bytes are written singly") };
        if !self.geometry.fits(F::ERASE_SIZE as u32, self.flash.capacity()) {
            return Err(Error::Geometry);
        }
        let (mut slots, mut settings) = (Oddities::default(), Oddities::default());
        self.survey_slots(&mut slots)?;
        let mut bytes = [0; MAX_RECORD];
        self.survey_settings(&mut settings, &mut bytes)?;
        let mut walk = Walk::default();
        self.walk_last_game(&mut walk, &mut bytes)?;
        if let Some(opened) = walk.opened {
            return Ok(self.take_up(&walk, &opened, &mut bytes)?);
        }
        let report = match slots.foreign.or(settings.foreign) {
            _ if self.ring.ready() > 0 || self.has_settings() => Report::Clean,
            Some(format) => Report::StartedAnew { why: Why::OtherFormat { format } },
            None if slots.unreadable || settings.unreadable => {
                Report::StartedAnew { why: Why::Unreadable }
            }
            None => Report::StartedAnew { why: Why::Blank },
        };
        Ok(Recovered { report, last: None })
    }

    /// Reads the marks of all slots.
    fn survey_slots(&mut self, oddities: &mut Oddities) -> Result<(), F::Error> {
        for slot in 0..self.geometry.slots() {
            let marks = self.marks(slot)?;
            self.highest = self.highest.max(marks.highest);
            oddities.note(marks.state);
            let state = match marks.state {
                State::Used { ended } => {
                    let Opened { game, part, .. } = marks.opened;
                    Slot::Used { game, part, ended }
                }
                State::Ready => {
                    let from = self.geometry.slot_start(slot) + MARKED;
                    let end = self.geometry.slot_end(slot);
                    let erased = written_up_to(&mut self.flash, from, end)? == from;
                    oddities.unreadable |= !erased;
                    if erased { Slot::Ready } else { Slot::Dirty }
                }
                _ => Slot::Dirty,
            };
            self.ring.push(state);
        }
        self.ring.spoil_orphans();
        self.strike_the_rest()
    }

    /// Invalidates the marks of dirty slots, so that no later boot reads them differently. Marks
    /// that alone hold the highest game number stay.
    fn strike_the_rest(&mut self) -> Result<(), F::Error> {
        let mut kept = 0;
        for striking in [false, true] {
            for slot in 0..self.geometry.slots() {
                // The first pass finds the highest number in valid slots, the second one
                // invalidates dirty slots.
                if self.ring.is_dirty(slot) != striking {
                    continue;
                }
                let marks = self.marks(slot)?;
                let done = matches!(marks.state, State::Blank | State::Struck | State::Foreign(_));
                if !striking {
                    kept = kept.max(marks.highest);
                } else if !done && marks.highest <= kept {
                    marks::invalidate(&mut self.flash, self.geometry.slot_start(slot))?;
                }
            }
        }
        Ok(())
    }

    /// Reads the last game from its first record to its last.
    fn walk_last_game(
        &mut self,
        walk: &mut Walk,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<(), F::Error> {
        let Some(game) = self.ring.last_game() else { return Ok(()) };
        let mut next_part = self.ring.part_from(game, 0);
        while let Some((part, slot)) = next_part {
            if let Some(opened) = self.opened(slot)? {
                walk.numbers.reach(opened.first);
                walk.slot = slot;
                walk.opened = Some(opened);
                walk.last = None;
                let log = Log::of_part(&self.geometry, slot, game, part);
                let mut at = log.start;
                while let Some(found) = log.next(&mut self.flash, at, bytes)? {
                    let number = found.header.number;
                    walk.numbers.reach(number);
                    walk.numbers.next = walk.numbers.next.max(number.saturating_add(1));
                    walk.last = Some(found);
                    at = found.next();
                }
            }
            next_part = part.checked_add(1).and_then(|above| self.ring.part_from(game, above));
        }
        Ok(())
    }

    /// Makes the bits at the end of the last game stable, and sets the head behind it.
    fn take_up(
        &mut self,
        walk: &Walk,
        opened: &Opened,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<Recovered, F::Error> {
        let Walk { slot, last, numbers, .. } = *walk;
        let Opened { game, part, .. } = *opened;
        let next_number = numbers.next;
        let log = Log::of_part(&self.geometry, slot, game, part);
        let tail = log.tail(&mut self.flash, last)?;
        let (base, carried) = match last {
            Some(found) => (found.header.note, 0),
            None => (0, opened.carried),
        };
        let start = self.geometry.tally_start(slot);
        let tally =
            SecondsCounter::read(&mut self.flash, start, self.geometry.tally(), base, carried)?;

        marks::write_opened(&mut self.flash, self.geometry.slot_start(slot), opened)?;
        log.settle(&mut self.flash, last, tail, bytes)?;

        self.head = Some(Head { slot, game, part, at: tail.free(), next_number, tally });
        let ended = self.ring.ended(game);
        let (lost, torn) = (numbers.lost, tail.is_torn());
        let report = if lost > 0 || torn {
            Report::Repaired { lost, torn }
        } else if ended {
            Report::Clean
        } else {
            Report::Resumed
        };
        let last = LastGame { game, next_number, ended, elapsed: tally.elapsed() };
        Ok(Recovered { report, last: Some(last) })
    }
}
