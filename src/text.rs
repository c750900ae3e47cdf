//! Short texts of a fixed capacity: names, versions, log lines.

use core::fmt::{self, Write};

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text of at most `N` bytes of UTF-8, without control characters; `N` is at most
/// 255.
///
/// It is a value like any other, to be copied and compared. Serialized as a text
/// of any length would be; read back, one that is too long is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    length: u8,
}

impl<const N: usize> Text<N> {
    /// Nothing written.
    pub const EMPTY: Self = {
        assert!(N <= 255, "the length of a text is a byte");
        Self { bytes: [0; N], length: 0 }
    };

    /// As much of a text as fits, control characters left out.
    pub fn cut(text: &str) -> Self {
        let mut cut = Self::EMPTY;
        // The only error is that it is full.
        let _ = cut.write_str(text);
        cut
    }

    /// The whole of a text, or `None` if it does not fit or has control characters.
    pub fn whole(text: &str) -> Option<Self> {
        let whole = Self::cut(text);
        (whole.as_str() == text).then_some(whole)
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // Only whole characters are written.
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether nothing is written.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

/// `write!` fills it, and fails where the next character would not fit.
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
