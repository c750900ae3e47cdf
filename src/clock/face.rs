use core::fmt;

use crate::time::Duration;

/// From here up a face shows whole seconds, below it tenths.
pub const TENTHS_BELOW: Duration = Duration::from_secs(20);

/// 99 h 59 min 59 s: all that two digits for each part can show. A longer time
/// is shown as this.
pub const LONGEST_SHOWN: Duration = Duration::from_secs(99 * 3_600 + 59 * 60 + 59);

/// In milliseconds.
const TENTH: u32 = 100;
const SECOND: u32 = 1_000;

/// What one clock shows.
///
/// Times are rounded down: who reads three seconds has three seconds at least.
/// So `0.0` alone means that less than a tenth is left; that it is over is said by
/// the flag and nothing else.
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
    /// No time is left.
    pub flagged: bool,
    /// The delay of this turn is not over yet; the time shown includes it.
    pub waiting: bool,
}

impl Face {
    /// A time to be read, without tenths.
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

/// After how much of a time that runs down its digits change; at the end of it at
/// the latest.
pub(super) fn down_to_next_digit(time: Duration) -> Duration {
    let unit = if time < TENTHS_BELOW { TENTH } else { SECOND };
    let shown = shown_millis(time) / unit * unit;
    // Just below what is shown, except that there is nothing below zero.
    (time - Duration::from_millis(shown.into()) + Duration::from_micros(1)).min(time)
}

/// What is shown of a time, in milliseconds.
fn shown_millis(time: Duration) -> u32 {
    time.min(LONGEST_SHOWN).as_millis() as u32
}

/// After how much more of a time that runs up its digits change.
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
