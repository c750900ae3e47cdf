//! Short texts of a fixed capacity: names, versions, log lines.

use core::fmt::{self, Write};

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text of at most `N` bytes of UTF-8, without control characters; `N` is at most
/// 255.
///
/// Serialized as a string; deserializing refuses one that is too long or has control
/// characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    length: u8,
}

impl<const N: usize> Text<N> {
    /// The empty text.
    pub const EMPTY: Self = {
        assert!(N <= 255, "the length of a text is a byte");
        Self { bytes: [0; N], length: 0 }
    };

    /// A text without its control characters, cut after the last character that fits.
    pub fn cut(text: &str) -> Self {
        let mut cut = Self::EMPTY;
        // The only error is a full buffer: the text is cut.
        let _ = cut.write_str(text);
        cut
    }

    /// A text unchanged, or `None` if it does not fit or has control characters.
    pub fn whole(text: &str) -> Option<Self> {
        let whole = Self::cut(text);
        (whole.as_str() == text).then_some(whole)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // `write_char` writes only whole characters.
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

/// Appends; fails at the first character that does not fit, and keeps those before it.
impl<const N: usize> Write for Text<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|character| self.write_char(character))
    }

    fn write_char(&mut self, character: char) -> fmt::Result {
        if character.is_control() {
            return Ok(());
        }
        let start = usize::from(self.length);
        let end = start + character.len_utf8();
        character.encode_utf8(self.bytes.get_mut(start..end).ok_or(fmt::Error)?);
        self.length = end as u8;
        Ok(())
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> fmt::Display for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl<const N: usize> Serialize for Text<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de, const N: usize> Deserialize<'de> for Text<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Reader<const N: usize>;

        impl<const N: usize> Visitor<'_> for Reader<N> {
            type Value = Text<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a text of at most {N} bytes, without control characters")
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<Text<N>, E> {
                Text::whole(text).ok_or_else(|| E::invalid_length(text.len(), &self))
            }
        }

        deserializer.deserialize_str(Reader)
    }
}
