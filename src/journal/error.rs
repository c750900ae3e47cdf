//! The errors of the journal.

use core::fmt;

/// Why a call of the journal failed. `E` is the error of the flash driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The flash driver failed.
    Flash(E),
    /// No erased slot, or no erased sector for settings, is left.
    Full,
    /// The game number is not above the highest one used.
    NumberUsed,
    /// The game is not the last one begun, or no game has begun.
    NoGame,
    /// The record does not have the next number: they count from 0 without a gap.
    OutOfOrder,
    /// After a boot, seconds can be counted only behind a new record.
    RecordFirst,
    /// More bytes than [`MAX_RECORD`](super::MAX_RECORD) or [`MAX_SETTINGS`](super::MAX_SETTINGS).
    TooLong,
    /// The region does not fit this flash.
    Geometry,
}

/// Lets `?` convert errors of the flash driver.
impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Self::Flash(error)
    }
}

impl<E: fmt::Debug> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flash(error) => write!(f, "the flash failed: {error:?}"),
            Self::Full => f.write_str("no erased sector is left"),
            Self::NumberUsed => f.write_str("the game number was already used"),
            Self::NoGame => f.write_str("the game is not the last one begun"),
            Self::OutOfOrder => f.write_str("the record does not have the next number"),
            Self::RecordFirst => {
                f.write_str("a record has to follow the boot before seconds are counted")
            }
            Self::TooLong => f.write_str("the record or the settings have too many bytes"),
            Self::Geometry => f.write_str("the region does not fit this flash"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for Error<E> {}
