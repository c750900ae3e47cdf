use core::fmt;

use serde::de::DeserializeOwned;

/// Decodes a value that takes up all of the bytes: [`postcard::from_bytes`] ignores bytes behind it.
pub(super) fn decode_all<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, DecodeError> {
    match postcard::take_from_bytes(bytes)? {
        (value, []) => Ok(value),
        _ => Err(DecodeError::Malformed),
    }
}

/// Why bytes are not a message, a command or an event.
///
/// A board answers `Unknown` with [`Invalid::Unknown`](super::Invalid::Unknown) and `Malformed`
/// with [`Invalid::Malformed`](super::Invalid::Malformed)
/// (`host-tests/tests/wire_newer_peer.rs`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// A variant, or a value inside it, that this version does not know.
    Unknown,
    /// Too few bytes, bytes left over, or bytes that no postcard encoder writes.
    Malformed,
}

impl From<postcard::Error> for DecodeError {
    fn from(error: postcard::Error) -> Self {
        match error {
            // Derived code calls `Error::custom` for a variant number behind the last one, and
            // `try_from` for a value that its type refuses.
            postcard::Error::SerdeDeCustom => Self::Unknown,
            _ => Self::Malformed,
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a message of a kind that this version does not know",
            Self::Malformed => "a message with too few bytes, or too many",
        })
    }
}

impl core::error::Error for DecodeError {}
