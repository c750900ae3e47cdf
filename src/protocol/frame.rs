use core::fmt;

use cobs::CobsEncoder;
use serde::Serialize;

use super::MAX_MESSAGE;
use crate::crc::CRC_32;

/// Writes a [`ToPc`](super::ToPc) or a [`ToBoard`](super::ToBoard) as one frame, its final zero
/// included, and returns its length in bytes.
pub fn encode_frame(message: &impl Serialize, out: &mut [u8]) -> Result<usize, TooLong> {
    let mut bytes = [0; MAX_MESSAGE];
    let bytes = postcard::to_slice(message, &mut bytes).map_err(|_| TooLong)?;
    write_frame(&[bytes], out)
}

/// Writes a message as one frame, its final zero included, and returns its length in bytes.
///
/// The message is given in parts, so that a stored event need not be copied behind the byte
/// [`ToPc::EVENT`](super::ToPc::EVENT). A buffer of [`MAX_FRAME`](super::MAX_FRAME) bytes always
/// suffices.
pub fn write_frame(parts: &[&[u8]], out: &mut [u8]) -> Result<usize, TooLong> {
    if parts.iter().map(|part| part.len()).sum::<usize>() > MAX_MESSAGE {
        return Err(TooLong);
    }
    let mut digest = CRC_32.digest();
    let mut encoder = CobsEncoder::new(out);
    for part in parts {
        digest.update(part);
        encoder.push(part).map_err(|_| TooLong)?;
    }
    encoder.push(&digest.finalize().to_le_bytes()).map_err(|_| TooLong)?;
    let length = encoder.finalize();
    *out.get_mut(length).ok_or(TooLong)? = 0;
    Ok(length + 1)
}

/// A message is longer than [`MAX_MESSAGE`], or its frame longer than the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a message is at most {MAX_MESSAGE} bytes long")
    }
}

impl core::error::Error for TooLong {}
