//! The bytes of what is sent and stored: postcard's format, read and written without serde.
//!
//! A PC reads and writes the same values through serde, whose derived code is several
//! times as large: each field of each variant brings its own checks along. Here one
//! walk over the fields serves both ways: a [`Coder`] puts each value behind the one
//! before, or replaces it by the one that comes next. It remembers its first failure
//! and gives zeroes from then on, so nobody between it and the one who asked for the
//! value has anything to check; where it has no room left, it remembers that too.
//!
//! Every type says once more what it consists of, in `coded_struct!` or
//! `coded_enum!`. The compiler sees that nothing is left out, and
//! `host-tests/tests/codec.rs` that both ways agree in every byte and every refusal.

use core::fmt;

/// Something that is sent or stored.
pub trait Coded {
    /// Any value, to be replaced by one that is read.
    fn blank() -> Self
    where
        Self: Sized;

    /// Appends the value, or replaces it by the one that comes next: by any at all
    /// once the coder has failed.
    fn code(&mut self, by: &mut Coder<'_>);
}

/// Reads a value and gives what lies behind it.
pub fn take_from_bytes<T: Coded>(bytes: &[u8]) -> Result<(T, &[u8]), Unread> {
    let mut value = T::blank();
    let left = read(&mut value, bytes)?;
    Ok((value, left))
}

/// Reads a value that nothing may lie behind.
pub fn from_bytes<T: Coded>(bytes: &[u8]) -> Result<T, Unread> {
    match take_from_bytes(bytes)? {
        (value, []) => Ok(value),
        _ => Err(Unread::Malformed),
    }
}

/// Reads a value into its place and gives what lies behind it.
#[inline(never)]
pub fn read<'a>(value: &mut dyn Coded, bytes: &'a [u8]) -> Result<&'a [u8], Unread> {
    let mut coder = Coder { reads: true, left: bytes, out: &mut [], length: 0, failure: None };
    value.code(&mut coder);
    match coder.failure {
        None => Ok(coder.left),
        Some(failure) => Err(failure),
    }
}

/// Writes a value, and gives the bytes that it takes; `None` if there is no room for it.
pub fn to_slice<'a>(value: &(impl Coded + Clone), into: &'a mut [u8]) -> Option<&'a [u8]> {
    write(&mut value.clone(), into)
}

/// As [`to_slice`]. The value stays as it is; that it might be read is why it is not shared.
#[inline(never)]
pub fn write<'a>(value: &mut dyn Coded, into: &'a mut [u8]) -> Option<&'a [u8]> {
    let mut coder = Coder { reads: false, left: &[], out: into, length: 0, failure: None };
    value.code(&mut coder);
    let Coder { out, length, .. } = coder;
    out.get(..length)
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

/// Goes over values, one behind the other, to read them or to write them.
#[derive(Debug)]
pub struct Coder<'a> {
    reads: bool,
    /// What is to be read.
    left: &'a [u8],
    /// The room to write into.
    out: &'a mut [u8],
    /// How much is written: more than there is room for once something did not fit.
    length: usize,
    /// The first one.
    failure: Option<Unread>,
}

impl<'a> Coder<'a> {
    /// What was read is not what was asked for. From now on there are only zeroes. What is written
    /// has been checked before, and goes on as it is.
    #[inline(never)]
    pub fn fail(&mut self, why: Unread) {
        debug_assert!(self.reads, "a value that could not be read again");
        if self.reads {
            self.failure = self.failure.or(Some(why));
            self.left = &[];
        }
    }

    /// Puts a value in its place that its type has checked, or refused.
    #[inline]
    pub fn known<T>(&mut self, place: &mut T, checked: Option<T>) {
        match checked {
            Some(value) => *place = value,
            None => self.fail(Unread::Unknown),
        }
    }

    /// A byte as it is.
    #[inline(never)]
    pub fn byte(&mut self, byte: u8) -> u8 {
        if !self.reads {
            if let Some(place) = self.out.get_mut(self.length) {
                *place = byte;
            }
            self.length = self.length.saturating_add(1);
            return byte;
        }
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
    fn number(&mut self, mut number: u64, bits: u32) -> u64 {
        if !self.reads {
            let given = number;
            while number > 0x7f {
                self.byte(number as u8 | 0x80);
                number >>= 7;
            }
            self.byte(number as u8);
            return given;
        }
        let mut shift = 0;
        number = 0;
        loop {
            let byte = self.byte(0);
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

    /// Which variant of an enum that has so many: at most 128, which take a byte.
    /// Where it is read, the value has to become a blank one of this variant.
    #[inline(never)]
    pub fn variant(&mut self, variant: u8, count: u8) -> Option<u8> {
        debug_assert!(count <= 0x80);
        let number = self.number(variant.into(), 32);
        if !self.reads {
            return None;
        }
        if number >= u64::from(count) {
            self.fail(Unread::Unknown);
            return Some(0);
        }
        Some(number as u8)
    }

    /// A choice between two.
    #[inline(never)]
    fn flag(&mut self, flag: bool) -> bool {
        let byte = self.byte(flag.into());
        if byte > 1 {
            self.fail(Unread::Malformed);
        }
        byte == 1
    }

    /// A text of any length; it is given back where one is read.
    #[inline(never)]
    pub fn text(&mut self, text: &str) -> Option<&'a str> {
        let length = self.number(text.len() as u64, 64) as usize;
        if !self.reads {
            for byte in text.bytes() {
                self.byte(byte);
            }
            return None;
        }
        let text = self.left.split_at_checked(length);
        if let Some((text, left)) = text
            && let Ok(text) = core::str::from_utf8(text)
        {
            self.left = left;
            return Some(text);
        }
        self.fail(Unread::Malformed);
        None
    }

    /// A list of so many items, the number first: it gives how many there are now.
    /// Those that come too many are refused.
    pub fn list<T: Coded>(&mut self, items: &mut [T], length: usize) -> usize {
        let length = self.number(length as u64, 64) as usize;
        let mut items = items.iter_mut();
        for _ in 0..length {
            let place = items.next();
            let known = place.is_some();
            place.unwrap_or(&mut T::blank()).code(self);
            if self.failure.is_none() && !known {
                self.fail(Unread::Unknown);
            }
            if self.failure.is_some() {
                return 0;
            }
        }
        length
    }
}

/// A number of as many bits as it has.
macro_rules! coded_number {
    ($($type:ty),+) => {$(
        impl Coded for $type {
            fn blank() -> Self {
                0
            }

            #[inline(never)]
            fn code(&mut self, by: &mut Coder<'_>) {
                *self = by.number((*self).into(), Self::BITS) as Self;
            }
        }
    )+};
}

coded_number!(u16, u32, u64);

impl Coded for u8 {
    fn blank() -> Self {
        0
    }

    #[inline(never)]
    fn code(&mut self, by: &mut Coder<'_>) {
        *self = by.byte(*self);
    }
}

impl Coded for bool {
    fn blank() -> Self {
        false
    }

    #[inline(never)]
    fn code(&mut self, by: &mut Coder<'_>) {
        *self = by.flag(*self);
    }
}

/// Zigzagged: 0, −1, 1, −2…
impl Coded for i16 {
    fn blank() -> Self {
        0
    }

    #[inline(never)]
    fn code(&mut self, by: &mut Coder<'_>) {
        let mut number = ((*self << 1) ^ (*self >> 15)).cast_unsigned();
        number.code(by);
        *self = (number >> 1) as Self ^ -((number & 1) as Self);
    }
}

impl<T: Coded> Coded for Option<T> {
    fn blank() -> Self {
        None
    }

    #[inline(never)]
    fn code(&mut self, by: &mut Coder<'_>) {
        if by.flag(self.is_some()) {
            self.get_or_insert_with(T::blank).code(by);
        } else {
            *self = None;
        }
    }
}

impl<T: Coded, const N: usize> Coded for [T; N] {
    fn blank() -> Self {
        core::array::from_fn(|_| T::blank())
    }

    fn code(&mut self, by: &mut Coder<'_>) {
        self.iter_mut().for_each(|item| item.code(by));
    }
}

impl<A: Coded, B: Coded> Coded for (A, B) {
    fn blank() -> Self {
        (A::blank(), B::blank())
    }

    fn code(&mut self, by: &mut Coder<'_>) {
        self.0.code(by);
        self.1.code(by);
    }
}

/// The fields of a struct in the order of their bytes; those of a tuple by number.
macro_rules! coded_struct {
    ($type:ty { $($field:tt),+ $(,)? }) => {
        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self { $($field: $crate::codec::Coded::blank()),+ }
            }

            fn code(&mut self, by: &mut $crate::codec::Coder<'_>) {
                $($crate::codec::Coded::code(&mut self.$field, by);)+
            }
        }
    };
}

/// How many variants there are, which are numbered from 0 without a gap.
pub(crate) const fn counted(numbers: &[u8]) -> u8 {
    let mut count = 0;
    while count < numbers.len() {
        assert!(numbers[count] as usize == count, "a variant with a number out of turn");
        count += 1;
    }
    count as u8
}

/// The variants of an enum by number, from 0 without a gap, and what each consists of.
macro_rules! coded_enum {
    ($type:ty {
        $($number:literal => $variant:ident $({ $($field:ident),+ })? $(( $($item:ident),+ ))?,)+
    }) => {
        impl $type {
            /// A blank one of this variant.
            fn blank_of(variant: u8) -> Self {
                match variant {
                    $($number => Self::$variant
                        $({ $($field: $crate::codec::Coded::blank()),+ })?
                        $(( $({ let $item = $crate::codec::Coded::blank(); $item }),+ ))?,
                    )+
                    _ => $crate::codec::Coded::blank(),
                }
            }
        }

        impl $crate::codec::Coded for $type {
            fn blank() -> Self {
                Self::blank_of(0)
            }

            #[inline(never)]
            fn code(&mut self, by: &mut $crate::codec::Coder<'_>) {
                const NUMBERS: &[u8] = &[$($number),+];
                const COUNT: u8 = $crate::codec::counted(NUMBERS);
                let variant = match self {
                    $(Self::$variant { .. } => $number,)+
                };
                if let Some(variant) = by.variant(variant, COUNT) {
                    *self = Self::blank_of(variant);
                }
                match self {
                    $(Self::$variant $({ $($field),+ })? $(( $($item),+ ))? => {
                        $($($crate::codec::Coded::code($field, by);)+)?
                        $($($crate::codec::Coded::code($item, by);)+)?
                    })+
                }
            }
        }
    };
}

pub(crate) use {coded_enum, coded_struct};
