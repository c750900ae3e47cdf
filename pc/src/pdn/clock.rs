use std::fmt;

use damiera::rules::Colour;

/// The clocks in a comment, in whole seconds; a capital letter marks the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    /// Seconds of White and Black.
    pub(crate) seconds: [u32; 2],
    pub(crate) turn: Colour,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.seconds;
        let (w, b) = match self.turn {
            Colour::White => ('W', 'b'),
            Colour::Black => ('w', 'B'),
        };
        write!(f, "[%clock {w}{} {b}{}]", Hms(white), Hms(black))
    }
}

/// Seconds, displayed as `H:MM:SS`.
pub(crate) struct Hms(pub(crate) u32);

impl fmt::Display for Hms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{:02}:{:02}", self.0 / 3600, self.0 / 60 % 60, self.0 % 60)
    }
}

impl Shown {
    /// Parses the text of a comment.
    pub(super) fn read(text: &str) -> Option<Self> {
        let inner = text.trim().strip_prefix("[%clock")?.strip_suffix(']')?;
        let mut words = inner.split_whitespace();
        let (white, black) = (words.next()?, words.next()?);
        let turn = if white.starts_with('W') { Colour::White } else { Colour::Black };
        let white = white.strip_prefix(['w', 'W'])?;
        let black = black.strip_prefix(['b', 'B'])?;
        Some(Self { seconds: [hms(white)?, hms(black)?], turn })
    }
}

fn hms(text: &str) -> Option<u32> {
    let mut seconds = 0_u32;
    for part in text.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(seconds)
}
