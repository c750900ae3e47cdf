//! The bytes of what is sent and stored: postcard's format, read and written without serde.
//!
//! A PC reads and writes the same values through serde, whose derived code is several
//! times as large: each field of each variant brings its own checks along. Here a
//! [`Reader`] remembers its first failure and gives zeroes from then on, so nobody
//! between it and the one who asked for the value has anything to check; a [`Writer`]
//! that is full remembers that too.
//!
//! Every type says once more what it consists of, in `coded_struct!` or
//! `coded_enum!`. The compiler sees that nothing is left out, and
//! `host-tests/tests/codec.rs` that both ways agree in every byte and every refusal.

use core::fmt;

/// Something that is sent or stored.
pub trait Coded: Sized {
    /// The value that comes next; any at all once the reader has failed.
    fn read(from: &mut Reader<'_>) -> Self;

    /// Appends the value.
    fn write(&self, to: &mut Writer<'_>);
}

/// Reads a value and gives what lies behind it.
pub fn take_from_bytes<T: Coded>(bytes: &[u8]) -> Result<(T, &[u8]), Unread> {
    let mut reader = Reader { left: bytes, failure: None };
    let value = T::read(&mut reader);
    match reader.failure {
        None => Ok((value, reader.left)),
        Some(failure) => Err(failure),
    }
}

/// Reads a value that nothing may lie behind.
pub fn from_bytes<T: Coded>(bytes: &[u8]) -> Result<T, Unread> {
    match take_from_bytes(bytes)? {
        (value, []) => Ok(value),
        _ => Err(Unread::Malformed),
    }
}

/// Writes a value, and gives the bytes that it takes; `None` if there is no room for it.
pub fn to_slice<'a>(value: &impl Coded, into: &'a mut [u8]) -> Option<&'a [u8]> {
    let mut writer = Writer { out: into, length: 0 };
    value.write(&mut writer);
    writer.out.get(..writer.length)
}

/// Why bytes are not the value that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// A kind, or a value in it, that this version does not know.
    Unknown,
    /// Too short or too long for what it says it is.
    Malformed,
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Unknown => "a message of a kind that this version does not know",
            Self::Malformed => "a message with too few bytes, or too many",
        })
    }
}

impl core::error::Error for Unread {}

/// Bytes of which values are read, one behind the other.
#[derive(Debug)]
pub struct Reader<'a> {
    left: &'a [u8],
    /// The first one.
    failure: Option<Unread>,
}

impl<'a> Reader<'a> {
    /// What comes next is not what was asked for. From now on there are only zeroes.
    #[inline(never)]
    pub fn fail(&mut self, why: Unread) {
        self.failure = self.failure.or(Some(why));
        self.left = &[];
    }

    /// A value that its type has checked; if it was refused, another one instead.
    #[inline]
    pub fn known<T>(&mut self, checked: Option<T>, instead: T) -> T {
        checked.unwrap_or_else(|| {
            self.fail(Unread::Unknown);
            instead
        })
    }

    #[inline(never)]
    fn byte(&mut self) -> u8 {
        match self.left.split_first() {
            Some((byte, left)) => {
                self.left = left;
                *byte
            }
            None => {
                self.fail(Unread::Malformed);
                0
            }
        }
    }

    /// A number of so many bits, seven a byte, the lowest first.
    #[inline(never)]
    fn number(&mut self, bits: u32) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            // In the last byte there may be only the bits that are missing.
            let missing = bits - shift;
            if missing < 7 && byte >> missing != 0 {
                self.fail(Unread::Malformed);
                return 0;
            }
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    /// Which variant of an enum.
    pub fn variant(&mut self) -> u32 {
        u32::read(self)
    }

    /// How many come next.
    pub fn length(&mut self) -> usize {
        self.number(64) as usize
    }

    /// A choice between two.
    #[inline(never)]
    fn flag(&mut self) -> bool {
        let byte = self.byte();
        if byte > 1 {
            self.fail(Unread::Malformed);
        }
        byte == 1
    }

    /// A text of any length.
    #[inline(never)]
    pub fn text(&mut self) -> &'a str {
        let length = self.length();
        let text = self.left.split_at_checked(length);
        if let Some((text, left)) = text
            && let Ok(text) = core::str::from_utf8(text)
        {
            self.left = left;
            return text;
        }
        self.fail(Unread::Malformed);
        ""
    }

    /// A list, item by item: those that come too many are refused.
    pub fn list<T: Coded>(&mut self, mut push: impl FnMut(T) -> bool) {
        for _ in 0..self.length() {
            let item = T::read(self);
            if self.failure.is_none() && !push(item) {
                self.fail(Unread::Unknown);
            }
            if self.failure.is_some() {
                return;
            }
        }
    }
}

/// Room into which values are written, one behind the other.
#[derive(Debug)]
pub struct Writer<'a> {
    out: &'a mut [u8],
    /// More than there is room for once something did not fit.
    length: usize,
}

impl Writer<'_> {
    #[inline(never)]
    fn byte(&mut self, byte: u8) {
        if let Some(place) = self.out.get_mut(self.length) {
            *place = byte;
        }
        self.length = self.length.saturating_add(1);
    }

    #[inline(never)]
    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.byte(number as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    /// Which variant of an enum: one of the first 128, which take a byte.
    pub fn variant(&mut self, number: u8) {
        debug_assert!(number < 0x80);
        self.byte(number);
    }

    /// How many come next.
    pub fn length(&mut self, length: usize) {
        self.number(length as u64);
    }

    /// A text of any length.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        self.length(text.len());
        text.bytes().for_each(|byte| self.byte(byte));
    }

    /// A list, the number of its items first.
    pub fn list<T: Coded>(&mut self, items: &[T]) {
        self.length(items.len());
        items.iter().for_each(|item| item.write(self));
    }
}

impl Coded for u8 {
    fn read(from: &mut Reader<'_>) -> Self {
        from.byte()
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.byte(*self);
    }
}

impl Coded for bool {
    fn read(from: &mut Reader<'_>) -> Self {
        from.flag()
    }

    fn write(&self, to: &mut Writer<'_>) {
        to.byte((*self).into());
    }
}

impl Coded for u16 {
    fn read(from: &mut Reader<'_>) -> Self {
        from.number(Self::BITS) as Self
    }

    #[inline(never)]
    fn write(&self, to: &mut Writer<'_>) {
        to.number((*self).into());
    }
}

impl Coded for u32 {
    fn read(from: &mut Reader<'_>) -> Self {
        from.number(Self::BITS) as Self
    }

    #[inline(never)]
    fn write(&self, to: &mut Writer<'_>) {
        to.number((*self).into());
    }
}

impl Coded for u64 {
    fn read(from: &mut Reader<'_>) -> Self {
        from.number(Self::BITS)
    }

    #[inline(never)]
    fn write(&self, to: &mut Writer<'_>) {
        to.number(*self);
    }
}

/// Zigzagged: 0, −1, 1, −2…
impl Coded for i16 {
    fn read(from: &mut Reader<'_>) -> Self {
        let number = u16::read(from);
        (number >> 1) as Self ^ -((number & 1) as Self)
    }

    fn write(&self, to: &mut Writer<'_>) {
        ((*self << 1) ^ (*self >> 15)).cast_unsigned().write(to);
    }
}

impl<T: Coded> Coded for Option<T> {
    fn read(from: &mut Reader<'_>) -> Self {
        if from.flag() { Some(T::read(from)) } else { None }
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.is_some().write(to);
        if let Some(value) = self {
            value.write(to);
        }
    }
}

impl<T: Coded, const N: usize> Coded for [T; N] {
    fn read(from: &mut Reader<'_>) -> Self {
        core::array::from_fn(|_| T::read(from))
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.iter().for_each(|item| item.write(to));
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn read(from: &mut Reader<'_>) -> Self {
        (A::read(from), B::read(from))
    }

    fn write(&self, to: &mut Writer<'_>) {
        self.0.write(to);
        self.1.write(to);
    }
}

/// The fields of a struct in the order of their bytes; those of a tuple by number.
macro_rules! coded_struct {
    ($type:ty { $($field:tt),+ $(,)? }) => {
        impl $crate::codec::Coded for $type {
            fn read(from: &mut $crate::codec::Reader<'_>) -> Self {
                Self { $($field: $crate::codec::Coded::read(from)),+ }
            }

            fn write(&self, to: &mut $crate::codec::Writer<'_>) {
                $($crate::codec::Coded::write(&self.$field, to);)+
            }
        }
    };
}

/// The variants of an enum by number, and what each consists of.
macro_rules! coded_enum {
    ($type:ty {
        $($number:literal => $variant:ident $({ $($field:ident),+ })? $(( $($item:ident),+ ))?,)+
    }) => {
        impl $crate::codec::Coded for $type {
            // Where it is inlined, the compiler would carry the bytes of all variants together.
            #[inline(never)]
            fn read(from: &mut $crate::codec::Reader<'_>) -> Self {
                let mut variant = from.variant();
                loop {
                    return match variant {
                        $($number => Self::$variant
                            $({ $($field: $crate::codec::Coded::read(from)),+ })?
                            $(( $({ let $item = $crate::codec::Coded::read(from); $item }),+ ))?,
                        )+
                        _ => {
                            from.fail($crate::codec::Unread::Unknown);
                            variant = 0;
                            continue;
                        }
                    };
                }
            }

            fn write(&self, to: &mut $crate::codec::Writer<'_>) {
                to.variant(match self {
                    $(Self::$variant { .. } => $number,)+
                });
                match self {
                    $(Self::$variant $({ $($field),+ })? $(( $($item),+ ))? => {
                        $($($crate::codec::Coded::write($field, to);)+)?
                        $($($crate::codec::Coded::write($item, to);)+)?
                    })+
                }
            }
        }
    };
}

pub(crate) use {coded_enum, coded_struct};
