//! Counts the seconds since the last record in flash, one cleared bit a second.
//!
//! The tally of a slot is a range of bytes whose bits are cleared in order, the lowest bit of a
//! byte first. Every record names the byte from which seconds count after it, so that a reset of
//! the counter costs no write. A write has a zero only for bits that are cleared now: no bit is
//! programmed twice.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::log::written_up_to;

/// The state of the tally of the current slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecondsCounter {
    /// The tally byte from which seconds count.
    base: u16,
    /// Number of bits cleared from `base` on.
    bits: u32,
    /// Seconds counted in an earlier slot, if no record followed them.
    carried: u32,
    /// The first tally byte of which no bit can be half cleared; set after a boot, until a record
    /// follows.
    untouched: Option<u16>,
}

impl SecondsCounter {
    /// The counter of a slot that has just been opened.
    pub(super) fn new(carried: u32) -> Self {
        Self { base: 0, bits: 0, carried, untouched: None }
    }

    /// Reads the counter of a slot at boot.
    pub(super) fn read<F: ReadNorFlash>(
        flash: &mut F,
        start: u32,
        length: u32,
        base: u16,
        carried: u32,
    ) -> Result<Self, F::Error> {
        let mut bits = 0;
        let mut at = u32::from(base);
        // The first erased byte ends the count. Inside a byte the highest cleared bit counts, so
        // that a worn bit below it does not matter.
        'bytes: while at < length {
            let mut chunk = [0; 32];
            let size = (length - at).min(chunk.len() as u32);
            let Some(read) = chunk.get_mut(..size as usize) else { break };
            flash.read(start + at, read)?;
            for &byte in &*read {
                let cleared = !byte;
                if cleared == 0 {
                    break 'bytes;
                }
                bits = (at - u32::from(base)) * 8 + (8 - cleared.leading_zeros());
                at += 1;
            }
        }
        // A power cut may have left the next bit half cleared: skip its byte.
        let written = written_up_to(flash, start + u32::from(base).min(length), start + length)?;
        let untouched = (written - start).saturating_add(1).min(length) as u16;
        Ok(Self { base, bits, carried, untouched: Some(untouched) })
    }

    /// Seconds since the last record.
    pub(super) fn elapsed(&self) -> u32 {
        self.carried.saturating_add(self.bits)
    }

    /// The tally byte from which seconds count, for the record's header.
    pub(super) fn base(&self) -> u16 {
        self.base
    }

    /// The counter behind a record that is about to be written: it starts at the next erased byte.
    pub(super) fn after_record(&self, length: u32) -> Self {
        let next = u32::from(self.base) + self.bits.div_ceil(8);
        let base = self.untouched.unwrap_or(next.min(length) as u16);
        Self { base, bits: 0, carried: 0, untouched: None }
    }

    /// Whether seconds can be counted: after a boot, only behind a new record.
    pub(super) fn is_settled(&self) -> bool {
        self.untouched.is_none()
    }

    /// Clears bits up to this number of seconds; returns false, and clears none, if the tally is too
    /// short.
    pub(super) fn advance<F: MultiwriteNorFlash>(
        &mut self,
        flash: &mut F,
        start: u32,
        length: u32,
        seconds: u32,
    ) -> Result<bool, F::Error> {
        let wanted = seconds.saturating_sub(self.carried);
        let room = length.saturating_sub(u32::from(self.base)) * 8;
        if wanted > room {
            return Ok(false);
        }
        while self.bits < wanted {
            // Usually one bit; up to 32 bytes at once if many seconds have passed.
            let at = self.bits / 8;
            let mut chunk = [0; 32];
            let size = (wanted.div_ceil(8) - at).min(chunk.len() as u32);
            let upto = wanted.min((at + size) * 8);
            let Some(bytes) = chunk.get_mut(..size as usize) else { break };
            if let Some(first) = bytes.first_mut() {
                *first |= !(0xff << (self.bits % 8));
            }
            if let Some(last) = bytes.last_mut()
                && !upto.is_multiple_of(8)
            {
                *last |= 0xff << (upto % 8);
            }
            flash.write(start + u32::from(self.base) + at, bytes)?;
            self.bits = upto;
        }
        Ok(true)
    }
}
