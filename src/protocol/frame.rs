use core::fmt;

use super::MAX_MESSAGE;
use crate::check::Crc;

/// Writes a message as one frame, its final zero included, and says how long it is.
///
/// The message is given in parts, so that a stored event needs no copy behind the
/// byte that announces it. Room for [`MAX_FRAME`](super::MAX_FRAME) always suffices.
pub fn write_frame(parts: &[&[u8]], out: &mut [u8]) -> Result<usize, TooLong> {
    if parts.iter().map(|part| part.len()).sum::<usize>() > MAX_MESSAGE {
        return Err(TooLong);
    }
    let mut crc = Crc::NEW;
    let mut stuffed = Stuffed { out, code: 0, length: 1 };
    for part in parts {
        crc = crc.with(part);
        stuffed.push(part)?;
    }
    stuffed.push(&crc.value().to_le_bytes())?;
    // The zero at the end is one like any other, and the byte behind it another's.
    stuffed.push(&[0])?;
    let Stuffed { out, code, .. } = stuffed;
    *out.get_mut(code).ok_or(TooLong)? = 0;
    Ok(code + 1)
}

/// Bytes without a zero (COBS): each zero becomes the number of bytes up to the next one.
/// A message and its CRC are fewer than can be counted, so no run has to be split.
struct Stuffed<'a> {
    out: &'a mut [u8],
    /// Where the last zero stands, or what counts the first bytes.
    code: usize,
    length: usize,
}

impl Stuffed<'_> {
    fn push(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        for byte in bytes {
            let place = self.out.get_mut(self.length);
            if *byte > 0 {
                *place.ok_or(TooLong)? = *byte;
            } else {
                *self.out.get_mut(self.code).ok_or(TooLong)? = (self.length - self.code) as u8;
                self.code = self.length;
            }
            self.length += 1;
        }
        Ok(())
    }
}

/// A message is longer than [`MAX_MESSAGE`], or its frame than the room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a message is at most {MAX_MESSAGE} bytes long")
    }
}

impl core::error::Error for TooLong {}
