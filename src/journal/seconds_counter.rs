//! Seconds since the last record, a cleared bit each.
//!
//! A slot's tally is a row of bits, cleared from the first on, the lowest of a byte
//! first. Every record names the byte where counting begins anew behind it, so
//! starting over costs no write. A write has a zero only where a bit is to be
//! cleared now: no cell is programmed twice.

use embedded_storage::nor_flash::{MultiwriteNorFlash, ReadNorFlash};

use super::log::written_up_to;

/// How far the tally of the running slot is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SecondsCounter {
    /// The byte where counting began.
    base: u16,
    /// Bits cleared since.
    bits: u32,
    /// Seconds counted in an earlier slot, with no record since.
    carried: u32,
    /// After a boot, until a record follows: the first byte that nobody has cleared a
    /// bit of, not even halfway.
    untouched: Option<u16>,
}

impl SecondsCounter {
    /// Of a slot that has just been opened.
    pub(super) fn new(carried: u32) -> Self {
        Self { base: 0, bits: 0, carried, untouched: None }
    }

    /// Of a slot found at boot.
    #[inline(never)]
    pub(super) fn read<F: ReadNorFlash>(
        flash: &mut F,
        start: u32,
        length: u32,
        base: u16,
        carried: u32,
    ) -> Result<Self, F::Error> {
        let mut bits = 0;
        let mut at = u32::from(base);
        // The first erased byte ends it. Inside a byte the highest cleared bit counts,
        // so a worn bit that could not be cleared costs nothing.
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
        // The next bit may have been half cleared when the power went: leave its byte out.
        let written = written_up_to(flash, start + u32::from(base).min(length), start + length)?;
        let untouched = (written - start).saturating_add(1).min(length) as u16;
        Ok(Self { base, bits, carried, untouched: Some(untouched) })
    }

    /// Seconds since the last record.
    pub(super) fn elapsed(&self) -> u32 {
        self.carried.saturating_add(self.bits)
    }

    /// The byte where counting began, as a record names it.
    pub(super) fn base(&self) -> u16 {
        self.base
    }

    /// How it stands behind a record that is about to be written: at the next byte
    /// that nobody has cleared a bit of.
    pub(super) fn after_record(&self, length: u32) -> Self {
        let next = u32::from(self.base) + self.bits.div_ceil(8);
        let base = self.untouched.unwrap_or(next.min(length) as u16);
        Self { base, bits: 0, carried: 0, untouched: None }
    }

    /// Whether seconds can be counted: after a boot, only once a record has followed.
    pub(super) fn is_settled(&self) -> bool {
        self.untouched.is_none()
    }

    /// Clears bits up to so many seconds; tells whether there was room for that.
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
            // Usually one bit. After a long silence up to 32 bytes at once.
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
