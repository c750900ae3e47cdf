//! Instants and durations, in whole microseconds.
//!
//! Nothing here reads a clock: whoever has one hands its instants in. No sum and
//! no difference overflows; they stop at the ends of the scale.

use core::cmp::Ordering;
use core::fmt;
use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use serde::{Deserialize, Serialize};

// Sums and differences of 64 bits take a dozen instructions each on the chip, and there are some
// hundred of them: there they are called.

#[cfg_attr(target_os = "none", inline(never))]
const fn sum(one: Count, other: Count) -> Count {
    Count::of(one.get().saturating_add(other.get()))
}

#[cfg_attr(target_os = "none", inline(never))]
const fn difference(one: Count, other: Count) -> Count {
    Count::of(one.get().saturating_sub(other.get()))
}

#[cfg_attr(target_os = "none", inline(never))]
const fn product(one: u64, other: u32) -> Count {
    Count::of(one.saturating_mul(other as u64))
}

/// How often a number goes into the other, by long division in digits of 16 bits: the chip divides 32
/// bits at a time, and a division of 64 that knows nothing of its numbers is a kilobyte of code.
#[cfg_attr(target_os = "none", inline(never))]
const fn quotient(number: Count, by: u16) -> Count {
    let mut left = number.get();
    let mut result = 0;
    let mut rest = 0;
    let mut digits = 4;
    while digits > 0 {
        let part = rest << 16 | (left >> 48) as u32;
        result = result << 16 | (part / by as u32) as u64;
        rest = part % by as u32;
        left <<= 16;
        digits -= 1;
    }
    Count::of(result)
}

/// A number of 64 bits in two halves. As one `u64` it would be aligned to eight bytes in memory and
/// to pairs of registers in calls, with gaps between.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "u64", into = "u64")]
struct Count {
    high: u32,
    low: u32,
}

impl Count {
    const fn of(number: u64) -> Self {
        Self { high: (number >> 32) as u32, low: number as u32 }
    }

    const fn get(self) -> u64 {
        (self.high as u64) << 32 | self.low as u64
    }
}

impl From<u64> for Count {
    fn from(number: u64) -> Self {
        Self::of(number)
    }
}

impl From<Count> for u64 {
    fn from(count: Count) -> Self {
        count.get()
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
    fn lt(&self, other: &Self) -> bool {
        self.get() < other.get()
    }
    fn le(&self, other: &Self) -> bool {
        self.get() <= other.get()
    }
    fn gt(&self, other: &Self) -> bool {
        self.get() > other.get()
    }
    fn ge(&self, other: &Self) -> bool {
        self.get() >= other.get()
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Self) -> Ordering {
        self.get().cmp(&other.get())
    }
}

/// An instant: microseconds since the board woke up.
///
/// 64 bits last for half a million years, so an instant never wraps round.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Micros(Count);

impl Micros {
    /// When the board woke up.
    pub const ZERO: Self = Self(Count::of(0));
    /// Later than anything that will happen.
    pub const MAX: Self = Self(Count::of(u64::MAX));

    /// The instant so many microseconds after the board woke up.
    pub const fn from_micros(micros: u64) -> Self {
        Self(Count::of(micros))
    }

    /// The instant so many milliseconds after the board woke up.
    pub const fn from_millis(millis: u64) -> Self {
        Self(product(millis, 1_000))
    }

    /// Microseconds since the board woke up.
    pub const fn as_micros(self) -> u64 {
        self.0.get()
    }

    /// Whole milliseconds since the board woke up.
    pub const fn as_millis(self) -> u64 {
        quotient(self.0, 1_000).get()
    }

    /// How many stretches of so many milliseconds are over since the board woke up.
    pub const fn stretches(self, millis: u16) -> u64 {
        quotient(quotient(self.0, 1_000), millis).get()
    }

    /// The first of some instants, if there is one.
    #[cfg_attr(target_os = "none", inline(never))]
    pub fn first_of(instants: &[Option<Self>]) -> Option<Self> {
        let mut first = None;
        for instant in instants {
            if let Some(instant) = *instant
                && first.is_none_or(|first| instant < first)
            {
                first = Some(instant);
            }
        }
        first
    }

    /// How long ago an instant was, seen from this one: nothing if it is yet to
    /// come.
    pub const fn saturating_since(self, earlier: Self) -> Span {
        Span(difference(self.0, earlier.0))
    }
}

impl Add<Span> for Micros {
    type Output = Self;
    fn add(self, span: Span) -> Self {
        Self(sum(self.0, span.0))
    }
}

impl AddAssign<Span> for Micros {
    fn add_assign(&mut self, span: Span) {
        *self = *self + span;
    }
}

impl Sub<Span> for Micros {
    type Output = Self;
    fn sub(self, span: Span) -> Self {
        Self(difference(self.0, span.0))
    }
}

impl SubAssign<Span> for Micros {
    fn sub_assign(&mut self, span: Span) {
        *self = *self - span;
    }
}

/// The same as [`Micros::saturating_since`].
impl Sub for Micros {
    type Output = Span;
    fn sub(self, earlier: Self) -> Span {
        self.saturating_since(earlier)
    }
}

/// A duration.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Span(Count);

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(Count::of(0));
    /// Longer than anything lasts.
    pub const MAX: Self = Self(Count::of(u64::MAX));

    /// So many microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(Count::of(micros))
    }

    /// So many milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(product(millis, 1_000))
    }

    /// So many seconds.
    pub const fn from_secs(secs: u64) -> Self {
        Self(product(secs, 1_000_000))
    }

    /// In microseconds.
    pub const fn as_micros(self) -> u64 {
        self.0.get()
    }

    /// In whole milliseconds.
    pub const fn as_millis(self) -> u64 {
        quotient(self.0, 1_000).get()
    }

    /// In whole seconds.
    pub const fn as_secs(self) -> u64 {
        quotient(quotient(self.0, 1_000), 1_000).get()
    }

    /// Whether it is no time at all.
    pub const fn is_zero(self) -> bool {
        self.0.get() == 0
    }
}

impl Add for Span {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(sum(self.0, other.0))
    }
}

impl AddAssign for Span {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// What is left: nothing if the other is longer.
impl Sub for Span {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(difference(self.0, other.0))
    }
}

impl SubAssign for Span {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<u64> for Span {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(Count::of(self.0.get().saturating_mul(times)))
    }
}
