//! Records one after another in an erased stretch of flash.
//!
//! A record is written in one piece and counts when its CRC is right, so a cut
//! leaves it there or not there. The CRC also covers where and whose the record is:
//! nothing left over from another game, and no bytes inside a record, pass for one.
//!
//! Behind something unreadable the log may go on: all that is written is searched for
//! the next record, so that damage costs only what it hits. After a power cut writing
//! goes on in a page of its own, because bits that were being cleared then may read as
//! ones now and as zeroes tomorrow.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::geometry::{Geometry, PAGE};
use super::words::{self, check};

/// The most bytes a record can have: an event with a long trace of edges stays
/// well below.
pub const MAX_RECORD: usize = 512;

/// Records begin at multiples of this, so that a search has few places to look at.
const ALIGN: u32 = 8;

const HEADER: usize = 12;
const LONGEST: usize = HEADER + MAX_RECORD;

/// A stretch of flash that holds records, and whose they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    pub(super) start: u32,
    pub(super) end: u32,
    owner: [u32; 2],
}

/// What stands before the bytes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    length: u16,
    /// The tally byte where counting begins after this record; for settings, their
    /// version.
    pub(super) note: u16,
    pub(super) number: u32,
}

/// A record in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordLocation {
    pub(super) at: u32,
    pub(super) header: Header,
}

/// How an [`append`](Log::append) ended.
pub(super) enum Wrote {
    Record(RecordLocation),
    NoRoom,
}

/// How a log ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Behind the last record.
    end: u32,
    /// Behind everything that is not erased.
    written: u32,
}

impl Tail {
    /// Where the next record goes: a page that nobody has written in.
    pub(super) fn free(&self) -> u32 {
        self.written.next_multiple_of(PAGE)
    }

    /// Whether something unreadable lies behind the last record.
    pub(super) fn is_torn(&self) -> bool {
        self.written > self.end
    }
}

impl RecordLocation {
    pub(super) fn length(&self) -> usize {
        usize::from(self.header.length)
    }

    /// Behind its last byte.
    fn end(&self) -> u32 {
        self.at + HEADER as u32 + u32::from(self.header.length)
    }

    /// Where the next record may begin.
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

    /// The first record at or behind a place, its bytes in the buffer.
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

    /// The first place from one on where a record may begin and bytes are written.
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

    /// Writes a record at a place and moves the place behind it. What does not read
    /// back is made unreadable for good, and another page is tried.
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

    /// Where the log ends, behind its last record or from its start.
    pub(super) fn tail<F: ReadNorFlash>(
        &self,
        flash: &mut F,
        last: Option<RecordLocation>,
    ) -> Result<Tail, F::Error> {
        let end = last.map_or(self.start, |found| found.end());
        let written = written_up_to(flash, end, self.end)?;
        Ok(Tail { end, written })
    }

    /// Makes sure that whatever a cut left behind reads the same for ever: the last
    /// record is written again over itself, and torn ones behind it lose their headers.
    /// Neither does harm when it is cut in turn.
    pub(super) fn settle<F: MultiwriteNorFlash>(
        &self,
        flash: &mut F,
        last: Option<RecordLocation>,
        tail: Tail,
        bytes: &mut [u8; MAX_RECORD],
    ) -> Result<(), F::Error> {
        if let Some(found) = last {
            // Read once more: what is written has to be what was checked.
            if self.read(flash, found.at, bytes)? == Some(found) {
                let mut buffer = [0; LONGEST];
                let bytes = bytes.get(..found.length()).unwrap_or_default();
                if let Some(piece) = self.piece(found.at, &found.header, bytes, &mut buffer) {
                    flash.write(found.at, piece)?;
                }
            }
        }
        // They begin right behind the last record or, after an earlier cut, at a page.
        let mut at = tail.end.next_multiple_of(ALIGN);
        while at < tail.written {
            let length = (self.end - at).min(HEADER as u32);
            flash.write(at, [0; HEADER].get(..length as usize).unwrap_or_default())?;
            at = (at + 1).next_multiple_of(PAGE);
        }
        Ok(())
    }

    /// A record as it lies in the flash.
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

/// Reads are made in pieces of this size, small enough for any stack.
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

/// The place behind the last byte that is not erased: `start` where all are.
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
