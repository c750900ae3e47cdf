use cobs::{DecodeResult, DecoderState};

use super::MAX_MESSAGE;
use crate::crc::CRC_32;

/// A message and its CRC-32.
const ROOM: usize = MAX_MESSAGE + 4;

/// Finds the messages in a stream of bytes, one byte at a time.
///
/// Whatever comes in between, the next zero ends it: a frame behind it is read
/// whole. What is no frame, or too long, or fails its CRC is dropped and counted.
#[derive(Debug)]
pub struct Deframer {
    decoder: DecoderState,
    decoded: [u8; ROOM],
    length: usize,
    /// Bytes since the last zero.
    taken: u32,
    /// What has come since the last zero is too long.
    overflowed: bool,
    dropped: Dropped,
}

/// What a zero brought to an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deframed<'a> {
    /// Nothing stood before it: the other end begins anew.
    Start,
    /// A message as it was sent.
    Message(&'a [u8]),
}

/// What was no frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// How many runs of bytes between zeroes.
    pub frames: u32,
    /// How many bytes they were, zeroes not counted.
    pub bytes: u32,
}

impl Default for Deframer {
    fn default() -> Self {
        Self::new()
    }
}

impl Deframer {
    /// Waits for a first byte.
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

    /// What has been dropped since the beginning.
    pub const fn dropped(&self) -> Dropped {
        self.dropped
    }

    /// Takes one byte, and gives what it brought to an end.
    pub fn push(&mut self, byte: u8) -> Option<Deframed<'_>> {
        if byte != 0 {
            self.taken = self.taken.saturating_add(1);
            // Before a zero no byte is an error, only the end of a run.
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

/// Whether these bytes are a message, at least one byte of it, and its CRC-32.
fn is_sound(bytes: &[u8]) -> bool {
    match bytes.split_last_chunk() {
        Some((message, crc)) if !message.is_empty() => {
            CRC_32.checksum(message) == u32::from_le_bytes(*crc)
        }
        _ => false,
    }
}
