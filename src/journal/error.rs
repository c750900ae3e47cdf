//! Why the journal did not do what it was asked.

use core::fmt;

/// Why the journal did not do what it was asked. `E` is the flash driver's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error<E> {
    /// The flash driver failed.
    Flash(E),
    /// No erased slot is left.
    Full,
    /// A game had this number already.
    NumberUsed,
    /// No game has begun, or another one has since.
    NoGame,
    /// Records are numbered from 0 without a gap.
    OutOfOrder,
    /// After a boot, seconds are counted again from the next record on.
    RecordFirst,
    /// More bytes than fit in one piece.
    TooLong,
    /// The region does not fit this flash.
    Geometry,
}

/// So that `?` carries the driver's errors up.
impl<E> From<E> for Error<E> {
    fn from(error: E) -> Self {
        Self::Flash(error)
    }
}

impl<E: fmt::Debug> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flash(error) => write!(f, "the flash failed: {error:?}"),
            Self::Full => f.write_str("no erased slot is left"),
            Self::NumberUsed => f.write_str("a game had this number already"),
            Self::NoGame => f.write_str("this game is not the running one"),
            Self::OutOfOrder => f.write_str("another record comes next"),
            Self::RecordFirst => f.write_str("a record has to come first"),
            Self::TooLong => f.write_str("more bytes than fit in one piece"),
            Self::Geometry => f.write_str("the region does not fit this flash"),
        }
    }
}

impl<E: fmt::Debug> core::error::Error for Error<E> {}
