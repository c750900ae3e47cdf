use crate::time::{Duration, Instant};

/// A time of contacts, in milliseconds of uptime.
///
/// 32 bits instead of the 64 of [`Instant`]: each world holds some fifty of them. The number wraps
/// after 49 days, so stamps are compared by their distance, which is right up to 24 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp(u32);

impl Stamp {
    /// The start of the uptime.
    pub const ZERO: Self = Self(0);

    /// The stamp of an instant.
    pub const fn of(at: Instant) -> Self {
        Self(at.as_millis() as u32)
    }

    /// Milliseconds since an earlier stamp; 0 if that is later.
    pub const fn since(self, earlier: Self) -> u32 {
        let distance = self.0.wrapping_sub(earlier.0);
        if distance < 1 << 31 { distance } else { 0 }
    }

    /// Whether it is later than another stamp.
    pub const fn is_after(self, other: Self) -> bool {
        self.since(other) > 0
    }

    /// Whether a duration has passed since an earlier stamp.
    pub fn is_past(self, earlier: Self, duration: Duration) -> bool {
        !earlier.is_after(self) && u64::from(self.since(earlier)) >= duration.as_millis()
    }

    /// The stamp a duration earlier.
    #[must_use]
    pub const fn before(self, duration: Duration) -> Self {
        Self(self.0.wrapping_sub(duration.as_millis() as u32))
    }

    /// The later of two stamps.
    #[must_use]
    pub const fn later_of(self, other: Self) -> Self {
        if other.is_after(self) { other } else { self }
    }

    /// The earlier of two stamps.
    #[must_use]
    pub const fn earlier_of(self, other: Self) -> Self {
        if other.is_after(self) { self } else { other }
    }

    /// The instant of this stamp, which lies within 24 days before `now`.
    pub fn to_instant(self, now: Instant) -> Instant {
        let passed = Self::of(now).since(self);
        Instant::from_millis(now.as_millis().saturating_sub(u64::from(passed)))
    }
}
