use std::fmt::{Display, Formatter, Result};

use damiera::time::Duration;

/// The time on a clock as a scenario writes it: `1:20:00`, `3:59`, `3:59.2`, `19.9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockTime {
    /// Whole seconds.
    seconds: u64,
    /// `None` if they are not written.
    tenths: Option<u8>,
}

impl ClockTime {
    /// Parses a time; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let number = |text: &str| -> Option<u64> {
            let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| text.parse().ok())?.filter(|number| *number < 1_000_000)
        };
        let (whole, tenths) = match text.split_once('.') {
            None => (text, None),
            Some((whole, tenths)) => (whole, Some(number(tenths).filter(|_| tenths.len() == 1)?)),
        };
        let mut seconds = 0;
        for (place, part) in whole.split(':').enumerate() {
            let part = number(part).filter(|part| place == 0 || *part < 60)?;
            seconds = seconds * 60 + part;
        }
        let parts = whole.split(':').count();
        (parts <= 3).then_some(Self { seconds, tenths: tenths.map(|tenths| tenths as u8) })
    }

    /// Whether the times are equal; without tenths here, only the seconds are compared.
    pub fn agrees(&self, whole: &Self) -> bool {
        self.seconds == whole.seconds && (self.tenths.is_none() || self.tenths == whole.tenths)
    }
}

/// Rounded down to tenths, like the displayed clocks.
impl From<Duration> for ClockTime {
    fn from(duration: Duration) -> Self {
        let tenths = duration.as_millis() / 100;
        Self { seconds: tenths / 10, tenths: Some((tenths % 10) as u8) }
    }
}

impl Display for ClockTime {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let (hours, minutes, seconds) =
            (self.seconds / 3_600, self.seconds / 60 % 60, self.seconds % 60);
        if hours > 0 {
            write!(f, "{hours}:{minutes:02}:{seconds:02}")?;
        } else {
            write!(f, "{minutes}:{seconds:02}")?;
        }
        self.tenths.map_or(Ok(()), |tenths| write!(f, ".{tenths}"))
    }
}
