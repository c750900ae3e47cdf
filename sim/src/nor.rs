//! A NOR flash chip in memory whose power can be cut at any byte.
//!
//! Erasing makes ones, programming only clears bits. A cut leaves a program done up
//! to a byte, and of that byte any subset of the bits that were to be cleared; it
//! leaves an erase as any mixture of what was there and what was to be. Bits caught
//! by a cut may also stay [weak](Nor::with_weak_bits): they read as they please until
//! they are programmed again or erased.
//!
//! While [a clock runs](Nor::set_clock_running) an erase is a panic, because on the
//! chip it would stop everything for tens of milliseconds.

use std::collections::BTreeMap;

use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
    check_erase, check_read, check_write,
};

use crate::random::Random;

/// What is programmed at once.
pub const PAGE: usize = 256;
/// What is erased at once.
pub const SECTOR: usize = 4096;

/// The chip.
#[derive(Clone, Debug)]
pub struct Nor {
    bytes: Vec<u8>,
    /// Bits in doubt, by the place of their byte.
    weak: BTreeMap<usize, u8>,
    leaves_weak_bits: bool,
    tearing: Tearing,
    clock_running: bool,
    power: Power,
    random: Random,
    counts: Counts,
    erases: Vec<u32>,
    journal: Option<Vec<Operation>>,
}

/// What was done since the beginning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pages programmed: bytes across the edge of a page make two.
    pub programs: u64,
    /// Bytes programmed.
    pub bytes: u64,
    /// Sectors erased.
    pub erases: u64,
    /// Bytes read.
    pub read: u64,
}

/// A call that changes the flash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Bytes programmed at a place.
    Program {
        /// Where.
        at: usize,
        /// Of each byte, whether it clears a bit that was set.
        clears: Vec<bool>,
    },
    /// One sector erased.
    Erase {
        /// Where it begins.
        at: usize,
    },
}

impl Operation {
    /// The bytes that it changes.
    pub fn length(&self) -> usize {
        match self {
            Self::Program { clears, .. } => clears.len(),
            Self::Erase { .. } => SECTOR,
        }
    }

    /// The places where it can be cut: before each byte is whole, and when all are
    /// but nobody has been told.
    pub fn cuts(&self) -> u64 {
        self.length() as u64 + 1
    }

    /// Whether a cut at one of them leaves the flash as a cut just before does,
    /// because the bytes in question were programmed already.
    pub fn is_same_as_before(&self, cut: u64) -> bool {
        let Self::Program { clears, .. } = self else { return false };
        let changes = |byte: usize| clears.get(byte).is_some_and(|clears| *clears);
        cut > 0 && !changes(cut as usize - 1) && !changes(cut as usize)
    }
}

/// In which order a chip clears the bits of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tearing {
    /// Byte after byte: a cut tears one.
    InOrder,
    /// All at once: a cut tears every byte of the page.
    AtOnce,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    On,
    /// It goes at the so manieth place from here.
    Until(u64),
    Off,
}

/// Why the chip did not do what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NorError {
    /// The power is gone.
    PowerCut,
    /// The driver asked for something that the chip does not have.
    Misuse(NorFlashErrorKind),
}

impl NorFlashError for NorError {
    fn kind(&self) -> NorFlashErrorKind {
        match self {
            Self::PowerCut => NorFlashErrorKind::Other,
            Self::Misuse(kind) => *kind,
        }
    }
}

impl Nor {
    /// A chip fresh from the factory; whole sectors.
    pub fn new(length: usize) -> Self {
        Self::with_content(vec![0xff; length])
    }

    /// A chip with something in it.
    pub fn with_content(bytes: Vec<u8>) -> Self {
        assert!(bytes.len().is_multiple_of(SECTOR), "a chip has whole sectors");
        let erases = vec![0; bytes.len() / SECTOR];
        Self {
            bytes,
            weak: BTreeMap::new(),
            leaves_weak_bits: false,
            tearing: Tearing::InOrder,
            clock_running: false,
            power: Power::On,
            random: Random::new(0),
            counts: Counts::default(),
            erases,
            journal: None,
        }
    }

    /// Bits caught by a cut stay in doubt from now on.
    pub fn with_weak_bits(mut self) -> Self {
        self.leaves_weak_bits = true;
        self
    }

    /// Whether they do.
    pub fn leaves_weak_bits(&self) -> bool {
        self.leaves_weak_bits
    }

    /// What a cut leaves behind follows from this number.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// How a cut leaves a page that was being programmed.
    pub fn set_tearing(&mut self, tearing: Tearing) {
        self.tearing = tearing;
    }

    /// While a clock runs, nobody may erase.
    pub fn set_clock_running(&mut self, running: bool) {
        self.clock_running = running;
    }

    /// Cuts the power at a place: each operation from now on has
    /// [so many](Operation::cuts), and they count from 0.
    pub fn cut_at(&mut self, place: u64) {
        self.power = Power::Until(place);
    }

    /// The place of the cut that is to come.
    pub fn planned_cut(&self) -> Option<u64> {
        match self.power {
            Power::Until(place) => Some(place),
            Power::On | Power::Off => None,
        }
    }

    /// Whether the power is gone.
    pub fn is_off(&self) -> bool {
        self.power == Power::Off
    }

    /// Gives it power again, until somebody cuts it.
    pub fn restore_power(&mut self) {
        self.power = Power::On;
        self.clock_running = false;
    }

    /// What is in it now.
    pub fn content(&self) -> &[u8] {
        &self.bytes
    }

    /// What was done since the beginning.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// How often each sector was erased.
    pub fn erases(&self) -> &[u32] {
        &self.erases
    }

    /// Begins to note every operation.
    pub fn record(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// The operations noted since the last call.
    pub fn take_record(&mut self) -> Vec<Operation> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// How many bytes of an operation can be done: `None` where there is power for
    /// all of it and for saying so.
    fn cut_in(&mut self, length: usize) -> Result<Option<usize>, NorError> {
        let cuts = length as u64 + 1;
        match self.power {
            Power::On => Ok(None),
            Power::Off => Err(NorError::PowerCut),
            Power::Until(place) if place < cuts => {
                self.power = Power::Off;
                Ok(Some(place as usize))
            }
            Power::Until(place) => {
                self.power = Power::Until(place - cuts);
                Ok(None)
            }
        }
    }

    fn program(&mut self, at: usize, byte: u8) {
        self.bytes[at] &= byte;
        if let Some(weak) = self.weak.get_mut(&at) {
            *weak &= byte;
        }
    }

    /// Whether a byte is half done when the power goes at another of the operation.
    fn is_torn(&self, at: usize, done: usize, place: usize, length: usize) -> bool {
        match self.tearing {
            Tearing::InOrder => place == done,
            Tearing::AtOnce => done < length && (at + place) / PAGE == (at + done) / PAGE,
        }
    }

    /// The byte where the power went: some of its bits are cleared.
    fn tear(&mut self, at: usize, byte: u8) {
        let due = self.bytes[at] & !byte;
        let caught = self.random.number() as u8;
        self.program(at, byte | caught);
        if self.leaves_weak_bits && due != 0 {
            *self.weak.entry(at).or_default() |= due;
        }
    }

    /// A sector whose erase was cut: any mixture, in several kinds, because chips
    /// differ in how they go about it.
    fn half_erase(&mut self, sector: usize, done: usize) {
        let kind = if done == SECTOR { 0 } else { self.random.below(5) };
        let (skipped, whole) = (self.random.below(100), self.random.below(SECTOR));
        for offset in 0..SECTOR {
            let at = sector + offset;
            let any = self.random.number() as u8;
            let ones = match kind {
                // From the front up to the cut.
                0 if offset < done => 0xff,
                0 if offset == done => any,
                0 => 0,
                // Whole bytes, here and there.
                1 if self.random.chance(skipped) => 0,
                1 => 0xff,
                // Bits, here and there.
                2 => any,
                3 => any | self.random.number() as u8 | self.random.number() as u8,
                // Everything but one byte.
                _ if offset == whole => any,
                _ => 0xff,
            };
            let before = self.bytes[at];
            self.bytes[at] |= ones;
            self.weak.remove(&at);
            if self.leaves_weak_bits && before != 0xff {
                self.weak.insert(at, !before & self.random.number() as u8);
            }
        }
    }
}

impl ErrorType for Nor {
    type Error = NorError;
}

impl ReadNorFlash for Nor {
    const READ_SIZE: usize = 1;

    fn read(&mut self, offset: u32, bytes: &mut [u8]) -> Result<(), NorError> {
        check_read(self, offset, bytes.len()).map_err(NorError::Misuse)?;
        if self.is_off() {
            return Err(NorError::PowerCut);
        }
        let offset = offset as usize;
        bytes.copy_from_slice(&self.bytes[offset..offset + bytes.len()]);
        for (at, weak) in self.weak.range(offset..offset + bytes.len()) {
            bytes[at - offset] ^= self.random.number() as u8 & weak;
        }
        self.counts.read += bytes.len() as u64;
        Ok(())
    }

    fn capacity(&self) -> usize {
        self.bytes.len()
    }
}

impl NorFlash for Nor {
    const WRITE_SIZE: usize = 1;
    const ERASE_SIZE: usize = SECTOR;

    fn erase(&mut self, from: u32, to: u32) -> Result<(), NorError> {
        assert!(!self.clock_running, "an erase while a clock runs");
        check_erase(self, from, to).map_err(NorError::Misuse)?;
        for sector in (from as usize..to as usize).step_by(SECTOR) {
            if let Some(journal) = &mut self.journal {
                journal.push(Operation::Erase { at: sector });
            }
            let cut = self.cut_in(SECTOR)?;
            self.counts.erases += 1;
            self.erases[sector / SECTOR] += 1;
            if let Some(done) = cut {
                self.half_erase(sector, done);
                return Err(NorError::PowerCut);
            }
            self.bytes[sector..sector + SECTOR].fill(0xff);
            self.weak.retain(|at, _| !(sector..sector + SECTOR).contains(at));
        }
        Ok(())
    }

    fn write(&mut self, offset: u32, bytes: &[u8]) -> Result<(), NorError> {
        check_write(self, offset, bytes.len()).map_err(NorError::Misuse)?;
        let (at, length) = (offset as usize, bytes.len());
        if length == 0 {
            return Ok(());
        }
        if let Some(journal) = &mut self.journal {
            let clears = |(old, new): (&u8, &u8)| old & !new != 0;
            let clears = self.bytes[at..at + length].iter().zip(bytes).map(clears).collect();
            journal.push(Operation::Program { at, clears });
        }
        let cut = self.cut_in(length)?;
        self.counts.programs += ((at + length - 1) / PAGE - at / PAGE + 1) as u64;
        self.counts.bytes += length as u64;
        for (place, &byte) in bytes.iter().enumerate() {
            match cut {
                Some(done) if self.is_torn(at, done, place, length) => self.tear(at + place, byte),
                Some(done) if place > done => break,
                _ => self.program(at + place, byte),
            }
        }
        if cut.is_some() { Err(NorError::PowerCut) } else { Ok(()) }
    }
}

/// Bits that are zeroes stay zeroes, whatever is written.
impl MultiwriteNorFlash for Nor {}
