use core::fmt;

use crate::time::Duration;

/// Below this time a face shows tenths, from it up whole seconds.
pub const TENTHS_BELOW: Duration = Duration::from_secs(20);

/// The longest time that a face shows, 99:59:59: two digits for each part. A longer
/// time is shown as this.
pub const LONGEST_SHOWN: Duration = Duration::from_secs(99 * 3_600 + 59 * 60 + 59);

/// In milliseconds.
const TENTH: u32 = 100;
const SECOND: u32 = 1_000;

/// The display of one clock.
///
/// Times are rounded down: a player who reads three seconds has at least three. So
/// `0.0` means less than a tenth; only `flagged` says that no time is left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Face {
    /// 0 to 99.
    pub hours: u8,
    /// 0 to 59.
    pub minutes: u8,
    /// 0 to 59.
    pub seconds: u8,
    /// Only below [`TENTHS_BELOW`], and never if it counts up.
    pub tenths: Option<u8>,
    /// Little time is left.
    pub low: bool,
    /// The flag has fallen.
    pub flagged: bool,
    /// The delay of this turn is not over yet; the time shown includes it.
    pub waiting: bool,
}

impl Face {
    /// The face of a time, without tenths.
    pub(crate) fn of_whole_seconds(time: Duration) -> Self {
        Self::of(time, false)
    }

    pub(super) fn of(time: Duration, with_tenths: bool) -> Self {
        let millis = shown_millis(time);
        let seconds = millis / SECOND;
        Self {
            hours: (seconds / 3_600) as u8,
            minutes: (seconds / 60 % 60) as u8,
            seconds: (seconds % 60) as u8,
            tenths: (with_tenths && time < TENTHS_BELOW).then_some((millis % SECOND / TENTH) as u8),
            ..Self::default()
        }
    }
}

/// Time until the digits of a time that runs down change; at most the time itself.
pub(super) fn down_to_next_digit(time: Duration) -> Duration {
    let unit = if time < TENTHS_BELOW { TENTH } else { SECOND };
    let shown = shown_millis(time) / unit * unit;
    // They change one microsecond below the value shown; `0.0` lasts until the flag.
    (time - Duration::from_millis(shown.into()) + Duration::from_micros(1)).min(time)
}

/// A time in milliseconds, at most [`LONGEST_SHOWN`].
fn shown_millis(time: Duration) -> u32 {
    time.min(LONGEST_SHOWN).as_millis() as u32
}

/// Time until the digits of a time that runs up change; `None` once they stay at
/// [`LONGEST_SHOWN`].
pub(super) fn up_to_next_digit(time: Duration) -> Option<Duration> {
    (time < LONGEST_SHOWN).then(|| Duration::from_secs(time.as_secs() + 1) - time)
}

/// `1:20:00`, `4:59`, `0:20`, `19.9`.
impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hours, minutes, seconds, .. } = self;
        match self.tenths {
            Some(tenths) => write!(f, "{seconds}.{tenths}"),
            None if *hours > 0 => write!(f, "{hours}:{minutes:02}:{seconds:02}"),
            None => write!(f, "{minutes}:{seconds:02}"),
        }
    }
}
