use cobs::{DecodeResult, DecoderState};

use super::MAX_MESSAGE;
use crate::crc::CRC_32;

/// Capacity for a message and its CRC-32, in bytes.
const ROOM: usize = MAX_MESSAGE + 4;

/// Decodes the frames in a stream of bytes, one byte at a time.
///
/// Bytes that are no frame, are too long or fail their CRC are dropped and counted. The next zero
/// ends them, and a frame behind it is decoded (`wire_frames.rs::frames_are_found_in_any_garbage`).
#[derive(Debug)]
pub struct Deframer {
    decoder: DecoderState,
    decoded: [u8; ROOM],
    length: usize,
    /// Bytes since the last zero.
    taken: u32,
    /// More than [`ROOM`] bytes were decoded since the last zero.
    overflowed: bool,
    dropped: Dropped,
}

/// The result of a zero byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deframed<'a> {
    /// No byte came since the zero before: the sender starts a connection.
    Start,
    /// A message, without its CRC-32.
    Message(&'a [u8]),
}

/// Counts of bytes that were no frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Number of runs of bytes between zeroes.
    pub frames: u32,
    /// Number of bytes in them, without the zeroes.
    pub bytes: u32,
}

impl Default for Deframer {
    fn default() -> Self {
        Self::new()
    }
}

impl Deframer {
    /// A deframer at the beginning of a stream.
    pub const fn new() -> Self {
        Self {
            decoder: DecoderState::Idle,
            decoded: [0; ROOM],
            length: 0,
            taken: 0,
            overflowed: false,
            dropped: Dropped { frames: 0, bytes: 0 },
        }
    }

    /// Counts since `new`.
    pub const fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// Takes one byte; returns a result if the byte is a zero that ends a frame or starts a
    /// connection.
    pub fn push(&mut self, byte: u8) -> Option<Deframed<'_>> {
        if byte != 0 {
            self.taken = self.taken.saturating_add(1);
            // COBS finds an error only at a zero.
            if let Ok(DecodeResult::DataContinue(decoded)) = self.decoder.feed(byte) {
                match self.decoded.get_mut(self.length) {
                    Some(room) => *room = decoded,
                    None => self.overflowed = true,
                }
                self.length = (self.length + 1).min(ROOM);
            }
            return None;
        }
        if self.taken == 0 {
            return Some(Deframed::Start);
        }
        let whole = matches!(self.decoder.feed(0), Ok(DecodeResult::DataComplete));
        let length = self.length;
        let good = whole && !self.overflowed && is_sound(&self.decoded[..length]);
        if !good {
            self.dropped.frames = self.dropped.frames.saturating_add(1);
            self.dropped.bytes = self.dropped.bytes.saturating_add(self.taken);
        }
        self.begin();
        good.then(|| Deframed::Message(&self.decoded[..length - 4]))
    }

    fn begin(&mut self) {
        self.decoder = DecoderState::Idle;
        self.length = 0;
        self.taken = 0;
        self.overflowed = false;
    }
}

/// Whether these bytes are a message of at least one byte and its CRC-32.
fn is_sound(bytes: &[u8]) -> bool {
    match bytes.split_last_chunk() {
        Some((message, crc)) if !message.is_empty() => {
            CRC_32.checksum(message) == u32::from_le_bytes(*crc)
        }
        _ => false,
    }
}
