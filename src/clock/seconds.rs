use serde::{Deserialize, Serialize};

use crate::time::Duration;

/// A time in whole seconds, the unit of time controls.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Seconds(u32);

impl Seconds {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// 23 h 59', the longest time in a time control: less than a day, with two digits
    /// for the hours.
    pub const LONGEST: Self = Self::hms(23, 59, 0);

    /// A time of this many seconds.
    pub const fn new(seconds: u32) -> Self {
        Self(seconds)
    }

    /// The sum of hours, minutes and seconds, none of them limited to its usual range. Saturates.
    pub const fn hms(hours: u32, minutes: u32, seconds: u32) -> Self {
        let minutes = hours.saturating_mul(60).saturating_add(minutes);
        Self(minutes.saturating_mul(60).saturating_add(seconds))
    }

    /// Number of seconds.
    pub const fn get(self) -> u32 {
        self.0
    }

    /// The same time as a [`Duration`].
    pub const fn duration(self) -> Duration {
        Duration::from_secs(self.0 as u64)
    }
}
