//! Uptime, game time and durations, in whole microseconds.
//!
//! [`Instant`] counts from the power-on of the board, [`GameTime`] from the start of a game, across
//! power cuts. They are two types, so that one is never compared with or subtracted from the other;
//! `game::timing` has the only conversion. Nothing here reads a clock: instants are inputs. Sums and
//! differences saturate at the ends of the scale.

use core::ops::{Add, AddAssign, Mul, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Uptime: microseconds since power-on.
///
/// 64 bits last for half a million years, so an instant never wraps round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(u64);

/// Microseconds on the time line of one game, which goes on after a power cut.
///
/// The clocks are computed on this line, and events carry it in milliseconds. The schema of the
/// protocol calls it `Micros`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename = "Micros")]
pub struct GameTime(u64);

/// The methods that [`Instant`] and [`GameTime`] have in common.
macro_rules! time_point {
    ($type:ident) => {
        impl $type {
            /// The start: power-on, or the start of the game.
            pub const ZERO: Self = Self(0);
            /// The end of the scale, later than every real instant.
            pub const MAX: Self = Self(u64::MAX);

            /// The point `micros` microseconds after the start.
            pub const fn from_micros(micros: u64) -> Self {
                Self(micros)
            }

            /// The point `millis` milliseconds after the start. Saturates.
            pub const fn from_millis(millis: u64) -> Self {
                Self(millis.saturating_mul(1_000))
            }

            /// Microseconds since the start.
            pub const fn as_micros(self) -> u64 {
                self.0
            }

            /// Whole milliseconds since the start.
            pub const fn as_millis(self) -> u64 {
                self.0 / 1_000
            }

            /// The time from `earlier` to this point; zero if `earlier` is later.
            pub const fn saturating_since(self, earlier: Self) -> Duration {
                Duration(self.0.saturating_sub(earlier.0))
            }
        }

        impl Add<Duration> for $type {
            type Output = Self;
            fn add(self, duration: Duration) -> Self {
                Self(self.0.saturating_add(duration.0))
            }
        }

        impl AddAssign<Duration> for $type {
            fn add_assign(&mut self, duration: Duration) {
                *self = *self + duration;
            }
        }

        impl Sub<Duration> for $type {
            type Output = Self;
            fn sub(self, duration: Duration) -> Self {
                Self(self.0.saturating_sub(duration.0))
            }
        }

        impl SubAssign<Duration> for $type {
            fn sub_assign(&mut self, duration: Duration) {
                *self = *self - duration;
            }
        }

        /// The same as `saturating_since`.
        impl Sub for $type {
            type Output = Duration;
            fn sub(self, earlier: Self) -> Duration {
                self.saturating_since(earlier)
            }
        }
    };
}

time_point!(Instant);
time_point!(GameTime);

impl Instant {
    /// Number of whole periods of `millis` milliseconds since power-on.
    pub const fn stretches(self, millis: u16) -> u64 {
        self.as_millis() / millis as u64
    }

    /// The earliest of the instants that are `Some`.
    pub fn first_of(instants: &[Option<Self>]) -> Option<Self> {
        instants.iter().copied().flatten().min()
    }
}

/// A length of time, in microseconds. The schema of the protocol calls it `Span`.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename = "Span")]
pub struct Duration(u64);

impl Duration {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// The longest duration, about half a million years.
    pub const MAX: Self = Self(u64::MAX);

    /// A duration of `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros)
    }

    /// A duration of `millis` milliseconds. Saturates.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000))
    }

    /// A duration of `secs` seconds. Saturates.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }

    /// In microseconds.
    pub const fn as_micros(self) -> u64 {
        self.0
    }

    /// In whole milliseconds.
    pub const fn as_millis(self) -> u64 {
        self.0 / 1_000
    }

    /// In whole seconds.
    pub const fn as_secs(self) -> u64 {
        self.0 / 1_000_000
    }

    /// Whether it is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl Add for Duration {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

/// Saturates at zero.
impl Sub for Duration {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl SubAssign for Duration {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<u64> for Duration {
    type Output = Self;
    fn mul(self, times: u64) -> Self {
        Self(self.0.saturating_mul(times))
    }
}
