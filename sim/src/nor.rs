//! A NOR flash chip in memory whose power can be cut at any byte.
//!
//! Erasing sets bits, programming only clears them. A cut during a program leaves the bytes before
//! it programmed and clears a random subset of the bits due in the byte at the cut; a cut during an
//! erase leaves a random mixture of old and erased bits. Bits caught by a cut may also stay
//! [weak](Nor::with_weak_bits): each read returns a random value until they are programmed or erased.
//!
//! While [a clock runs](Nor::set_clock_running) an erase panics: on the chip it would stop every task
//! for tens of milliseconds.

use std::collections::BTreeMap;

use embedded_storage::nor_flash::{
    ErrorType, MultiwriteNorFlash, NorFlash, NorFlashError, NorFlashErrorKind, ReadNorFlash,
    check_erase, check_read, check_write,
};

use crate::random::Random;

/// Bytes in a page, the largest unit of one program operation.
pub const PAGE: usize = 256;
/// Bytes in a sector, the unit of an erase.
pub const SECTOR: usize = 4096;

/// The flash chip, its power supply and the counters of its operations.
#[derive(Clone, Debug)]
pub struct Nor {
    bytes: Vec<u8>,
    /// Masks of the weak bits, by the offset of their byte.
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

/// Operations since the chip was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Pages programmed; a write across a page boundary counts as two.
    pub programs: u64,
    /// Bytes programmed.
    pub bytes: u64,
    /// Sectors erased.
    pub erases: u64,
    /// Bytes read.
    pub read: u64,
}

/// An operation that changes the flash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Bytes programmed.
    Program {
        /// Offset of the first byte.
        at: usize,
        /// For each byte, whether it clears a bit that was set.
        clears: Vec<bool>,
    },
    /// One sector erased.
    Erase {
        /// Offset of the sector.
        at: usize,
    },
}

impl Operation {
    /// Number of bytes written or erased.
    pub fn length(&self) -> usize {
        match self {
            Self::Program { clears, .. } => clears.len(),
            Self::Erase { .. } => SECTOR,
        }
    }

    /// Number of points at which the power can be cut: in each byte, and after the last one before
    /// the call returns.
    pub fn cuts(&self) -> u64 {
        self.length() as u64 + 1
    }

    /// Whether a cut at this point leaves the flash as a cut at the point before does, because
    /// neither byte clears a bit.
    pub fn is_same_as_before(&self, cut: u64) -> bool {
        let Self::Program { clears, .. } = self else { return false };
        let changes = |byte: usize| clears.get(byte).is_some_and(|clears| *clears);
        cut > 0 && !changes(cut as usize - 1) && !changes(cut as usize)
    }
}

/// Order in which the chip clears the bits of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tearing {
    /// Byte by byte: a cut leaves one byte half programmed.
    InOrder,
    /// All at once: a cut leaves every byte of the page half programmed.
    AtOnce,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Power {
    On,
    /// The power goes after this many further cut points.
    Until(u64),
    Off,
}

/// Error of a flash operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NorError {
    /// The power was cut before or during the operation.
    PowerCut,
    /// The address or the alignment is invalid.
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
    /// An erased chip of `length` bytes, a multiple of [`SECTOR`].
    pub fn new(length: usize) -> Self {
        Self::with_content(vec![0xff; length])
    }

    /// A chip with this content, a whole number of sectors.
    pub fn with_content(bytes: Vec<u8>) -> Self {
        assert!(
            bytes.len().is_multiple_of(SECTOR),
            "the length is not a multiple of the sector size"
        );
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

    /// From now on bits caught by a cut stay weak: each read of them is random.
    pub fn with_weak_bits(mut self) -> Self {
        self.leaves_weak_bits = true;
        self
    }

    /// Whether bits caught by a cut stay weak.
    pub fn leaves_weak_bits(&self) -> bool {
        self.leaves_weak_bits
    }

    /// Seeds the generator that decides which bits a cut leaves.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// Sets the order in which the bits of a page are cleared.
    pub fn set_tearing(&mut self, tearing: Tearing) {
        self.tearing = tearing;
    }

    /// While `running` is set, [`erase`](NorFlash::erase) panics.
    pub fn set_clock_running(&mut self, running: bool) {
        self.clock_running = running;
    }

    /// Cuts the power at a cut point, counted from 0 over all operations from now on; each has
    /// [`Operation::cuts`] of them.
    pub fn cut_at(&mut self, point: u64) {
        self.power = Power::Until(point);
    }

    /// Cut points until the planned cut.
    pub fn planned_cut(&self) -> Option<u64> {
        match self.power {
            Power::Until(point) => Some(point),
            Power::On | Power::Off => None,
        }
    }

    /// Whether the power has been cut.
    pub fn is_off(&self) -> bool {
        self.power == Power::Off
    }

    /// Switches the power on again, with no cut planned and no clock running.
    pub fn restore_power(&mut self) {
        self.power = Power::On;
        self.clock_running = false;
    }

    /// The stored bytes, without the randomness of weak bits.
    pub fn content(&self) -> &[u8] {
        &self.bytes
    }

    /// Operations since the chip was made.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Number of erases of each sector.
    pub fn erases(&self) -> &[u32] {
        &self.erases
    }

    /// Starts to record every operation.
    pub fn record(&mut self) {
        self.journal = Some(Vec::new());
    }

    /// The operations recorded since the last call.
    pub fn take_record(&mut self) -> Vec<Operation> {
        self.journal.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Number of bytes that an operation completes before the power goes; `None` if the power lasts
    /// until the call has returned.
    fn cut_in(&mut self, length: usize) -> Result<Option<usize>, NorError> {
        let cuts = length as u64 + 1;
        match self.power {
            Power::On => Ok(None),
            Power::Off => Err(NorError::PowerCut),
            Power::Until(point) if point < cuts => {
                self.power = Power::Off;
                Ok(Some(point as usize))
            }
            Power::Until(point) => {
                self.power = Power::Until(point - cuts);
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

    /// Whether the byte `index` of a write of `length` bytes at `at` is left half programmed when the
    /// power goes after `done` bytes.
    fn is_torn(&self, at: usize, done: usize, index: usize, length: usize) -> bool {
        match self.tearing {
            Tearing::InOrder => index == done,
            Tearing::AtOnce => done < length && (at + index) / PAGE == (at + done) / PAGE,
        }
    }

    /// Programs a byte half: clears a random subset of the bits that are due.
    fn tear(&mut self, at: usize, byte: u8) {
        let due = self.bytes[at] & !byte;
        let caught = self.random.number() as u8;
        self.program(at, byte | caught);
        if self.leaves_weak_bits && due != 0 {
            *self.weak.entry(at).or_default() |= due;
        }
    }

    /// Erases a sector half, in one of five random patterns: chips differ in how they erase.
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
                // Random whole bytes.
                1 if self.random.chance(skipped) => 0,
                1 => 0xff,
                // Random bits, half of them or seven in eight.
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
        for (index, &byte) in bytes.iter().enumerate() {
            match cut {
                Some(done) if self.is_torn(at, done, index, length) => self.tear(at + index, byte),
                Some(done) if index > done => break,
                _ => self.program(at + index, byte),
            }
        }
        if cut.is_some() { Err(NorError::PowerCut) } else { Ok(()) }
    }
}

/// A write can only clear bits, so a byte may be written several times.
impl MultiwriteNorFlash for Nor {}
