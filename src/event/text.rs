use core::fmt::{self, Write};

/// A short text of at most `N` bytes, plain data that can be copied.
///
/// `write!` fills it, and stops where the next character would not fit. `N` is
/// at most 255.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Text<const N: usize> {
    bytes: [u8; N],
    length: u8,
}

impl<const N: usize> Text<N> {
    /// No text.
    pub const EMPTY: Self = {
        assert!(N <= u8::MAX as usize);
        Self { bytes: [0; N], length: 0 }
    };

    /// As much of a text as fits.
    pub fn new(text: &str) -> Self {
        let mut short = Self::EMPTY;
        // The only error is that it is full.
        let _ = short.write_str(text);
        short
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        // Only whole characters go in.
        core::str::from_utf8(&self.bytes[..usize::from(self.length)]).unwrap_or_default()
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }
}

impl<const N: usize> Default for Text<N> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const N: usize> Write for Text<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let start = usize::from(self.length);
            let end = start + character.len_utf8();
            character.encode_utf8(self.bytes.get_mut(start..end).ok_or(fmt::Error)?);
            self.length = end as u8;
        }
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for Text<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}
