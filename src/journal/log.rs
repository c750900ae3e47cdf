//! Records one after another in an erased range of flash.
//!
//! A record is written by one call and is valid if its CRC is right: after a power cut it is there
//! as a whole or not at all. The CRC also covers the owner and the position of the record, so that
//! neither a leftover of another game nor bytes inside a record pass for a record.
//!
//! Behind unreadable bytes all written bytes are searched for the next record, so that damage
//! costs only the records it hits (`host-tests/tests/journal.rs`). After a power cut the next record
//! goes to an erased page, because a bit that was being cleared may read as one now and as zero
//! later.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::geometry::{Geometry, PAGE};
use super::words::{self, check};

/// Maximum length of a record, in bytes: more than twice
/// `protocol::MAX_EVENT`, so that the format outlives longer events.
pub const MAX_RECORD: usize = 512;

/// Records begin at multiples of 8 bytes, so that a search tries every eighth byte only.
const ALIGN: u32 = 8;

/// Length of a record's header in flash: length, note, number and CRC-32, in bytes.
const HEADER: usize = 12;
/// Maximum length of a record with its header, in bytes.
const LONGEST: usize = HEADER + MAX_RECORD;

/// A range of flash that holds records of one owner.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    pub(super) start: u32,
    pub(super) end: u32,
    /// Game and part, or for settings `u32::MAX` and the start of the sector.
    owner: [u32; 2],
}

/// The header of a record, without its CRC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    length: u16,
    /// The tally byte from which seconds count after this record; for settings, their version.
    pub(super) note: u16,
    pub(super) number: u32,
}

/// Address and header of a valid record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordLocation {
    pub(super) at: u32,
    pub(super) header: Header,
}

/// The result of [`Log::append`].
pub(super) enum Wrote {
    Record(RecordLocation),
    NoRoom,
}

/// The end of a log, in flash addresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// End of the last record.
    end: u32,
    /// End of the bytes that are not erased.
    written: u32,
}

impl Tail {
    /// Address of the next record: the start of the first erased page.
    pub(super) fn free(&self) -> u32 {
        self.written.next_multiple_of(PAGE)
    }

    /// Whether unreadable bytes lie behind the last record.
    pub(super) fn is_torn(&self) -> bool {
        self.written > self.end
    }
}

impl RecordLocation {
    pub(super) fn length(&self) -> usize {
        usize::from(self.header.length)
    }

    /// Address behind its last byte.
    fn end(&self) -> u32 {
        self.at + HEADER as u32 + u32::from(self.header.length)
    }

    /// First address at which the next record may begin.
    pub(super) fn next(&self) -> u32 {
        self.end().next_multiple_of(ALIGN)
    }
}

impl Log {
    pub(super) fn new(start: u32, end: u32, owner: [u32; 2]) -> Self {
        Self { start, end, owner }
    }

    /// The records of one part of a game.
    pub(super) fn of_part(geometry: &Geometry, slot: usize, game: u32, part: u32) -> Self {
        Self::new(geometry.records_start(slot), geometry.slot_end(slot), [game, part])
    }

    /// The first valid record at or behind an address; copies its bytes into the buffer.
    pub(super) fn next<F: ReadNorFlash>(
        &self,
        flash: &mut F,
        mut at: u32,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<Option<RecordLocation>, F::Error> {
        while at < self.end {
            if let Some(found) = self.read(flash, at, bytes)? {
                return Ok(Some(found));
            }
            at = self.written_from(flash, at + ALIGN)?;
        }
        Ok(None)
    }

    /// The first address at or behind `at`, a multiple of [`ALIGN`], whose bytes are not all
    /// erased; the end of the log if there is none.
    fn written_from<F: ReadNorFlash>(&self, flash: &mut F, mut at: u32) -> Result<u32, F::Error> {
        while at < self.end {
            let mut chunk = [0; CHUNK];
            let size = (self.end - at).min(CHUNK as u32);
            let Some(read) = chunk.get_mut(..size as usize) else { break };
            flash.read(at, read)?;
            if let Some(first) = read.iter().position(|&byte| byte != 0xff) {
                return Ok(at + first as u32 / ALIGN * ALIGN);
            }
            at += size;
        }
        Ok(self.end)
    }

    fn read<F: ReadNorFlash>(
        &self,
        flash: &mut F,
        at: u32,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<Option<RecordLocation>, F::Error> {
        if self.end.saturating_sub(at) < HEADER as u32 {
            return Ok(None);
        }
        let mut raw = [0; HEADER];
        flash.read(at, &mut raw)?;
        let mut header = [0; HEADER / 4];
        words::get(&mut header, &raw);
        let [packed, number, check] = header;
        let header = Header { length: packed as u16, note: (packed >> 16) as u16, number };
        let found = RecordLocation { at, header };
        if found.length() > MAX_RECORD || found.end() > self.end {
            return Ok(None);
        }
        let Some(bytes) = bytes.get_mut(..found.length()) else { return Ok(None) };
        flash.read(at + HEADER as u32, bytes)?;
        Ok((self.check(at, &header, bytes) == check).then_some(found))
    }

    /// Writes a record at `at` and moves `at` behind it. If the record does not read back, its
    /// header is cleared and the write is retried in the next page.
    pub(super) fn append<F: MultiwriteNorFlash>(
        &self,
        flash: &mut F,
        at: &mut u32,
        number: u32,
        note: u16,
        bytes: &[u8],
    ) -> Result<Wrote, F::Error> {
        let header = Header { length: bytes.len() as u16, note, number };
        loop {
            let found = RecordLocation { at: *at, header };
            let end = found.end();
            if end > self.end {
                return Ok(Wrote::NoRoom);
            }
            let mut buffer = [0; LONGEST];
            let Some(piece) = self.piece(*at, &header, bytes, &mut buffer) else {
                return Ok(Wrote::NoRoom);
            };
            flash.write(*at, piece)?;
            if holds(flash, *at, piece)? {
                *at = found.next();
                return Ok(Wrote::Record(found));
            }
            flash.write(*at, &[0; HEADER])?;
            *at = end.next_multiple_of(PAGE);
        }
    }

    /// The end of the log; `last` is its last record.
    pub(super) fn tail<F: ReadNorFlash>(
        &self,
        flash: &mut F,
        last: Option<RecordLocation>,
    ) -> Result<Tail, F::Error> {
        let end = last.map_or(self.start, |found| found.end());
        let written = written_up_to(flash, end, self.end)?;
        Ok(Tail { end, written })
    }

    /// Makes the bits that a power cut left half cleared stable: writes the last record again over
    /// itself, and clears the headers of torn records behind it. A power cut during this changes
    /// nothing that the next boot reads (`host-tests/tests/journal_power_cuts.rs`).
    pub(super) fn settle<F: MultiwriteNorFlash>(
        &self,
        flash: &mut F,
        last: Option<RecordLocation>,
        tail: Tail,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<(), F::Error> {
        if let Some(found) = last {
            // Read again, so that only bytes with a right CRC are written.
            if self.read(flash, found.at, bytes)? == Some(found) {
                let mut buffer = [0; LONGEST];
                let bytes = bytes.get(..found.length()).unwrap_or_default();
                if let Some(piece) = self.piece(found.at, &found.header, bytes, &mut buffer) {
                    flash.write(found.at, piece)?;
                }
            }
        }
        // A torn record begins right behind the last record or, after an earlier cut, at a page.
        let mut at = tail.end.next_multiple_of(ALIGN);
        while at < tail.written {
            let length = (self.end - at).min(HEADER as u32);
            flash.write(at, [0; HEADER].get(..length as usize).unwrap_or_default())?;
            at = (at + 1).next_multiple_of(PAGE);
        }
        Ok(())
    }

    /// Encodes a record with its header and CRC into the buffer.
    fn piece<'a>(
        &self,
        at: u32,
        header: &Header,
        bytes: &[u8],
        buffer: &'a mut [u8; LONGEST],
    ) -> Option<&'a [u8]> {
        let piece = buffer.get_mut(..HEADER + bytes.len())?;
        let (head, body) = piece.split_at_mut_checked(HEADER)?;
        let [packed, number] = header.words();
        words::put(&[packed, number, self.check(at, header, bytes)], head);
        body.copy_from_slice(bytes);
        Some(piece)
    }

    fn check(&self, at: u32, header: &Header, bytes: &[u8]) -> u32 {
        let ([owner, part], [packed, number]) = (self.owner, header.words());
        check(&[owner, part, at - self.start, packed, number], bytes)
    }
}

impl Header {
    fn words(&self) -> [u32; 2] {
        [u32::from(self.length) | u32::from(self.note) << 16, self.number]
    }
}

/// Size of the buffer for scanning the flash, in bytes: small, since it lies on the stack.
const CHUNK: usize = 64;

/// Whether the flash holds these bytes.
pub(super) fn holds<F: ReadNorFlash>(
    flash: &mut F,
    at: u32,
    bytes: &[u8],
) -> Result<bool, F::Error> {
    let mut at = at;
    for expected in bytes.chunks(CHUNK) {
        let mut chunk = [0; CHUNK];
        let Some(read) = chunk.get_mut(..expected.len()) else { return Ok(false) };
        flash.read(at, read)?;
        if read != expected {
            return Ok(false);
        }
        at += expected.len() as u32;
    }
    Ok(true)
}

/// The address behind the last byte that is not erased; `start` if all are erased.
pub(super) fn written_up_to<F: ReadNorFlash>(
    flash: &mut F,
    start: u32,
    end: u32,
) -> Result<u32, F::Error> {
    let mut end = end;
    while end > start {
        let from = start.max(end.saturating_sub(CHUNK as u32));
        let mut chunk = [0; CHUNK];
        let Some(read) = chunk.get_mut(..(end - from) as usize) else { break };
        flash.read(from, read)?;
        if let Some(last) = read.iter().rposition(|&byte| byte != 0xff) {
            return Ok(from + last as u32 + 1);
        }
        end = from;
    }
    Ok(start)
}
