//! Moves as text: 12.2, the legend of the score sheet (table 27) and Art. 13.

use core::fmt;
use core::str::FromStr;

use heapless::Vec;

use super::{Candidate, MAX_STOPS, Move, Position, Refusal, Square};

/// A move as a person writes it: `22-18`, `30x21`, `30x21x14!`.
///
/// The squares between start and end may all be there, or some, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The first number.
    pub from: Square,
    /// The other numbers, at least one.
    pub stops: Vec<Square, MAX_STOPS>,
    /// Whether the numbers are joined by `x` (12.2 c).
    pub capture: bool,
    /// The writer's comment on the move (Art. 13).
    pub sign: Option<Sign>,
}

impl Written {
    /// Whether this could stand for that move: same start, same end, the
    /// numbers between them visited in this order.
    fn fits(&self, legal: Move) -> bool {
        let mut path = legal.path();
        self.from == legal.from()
            && self.stops.last() == Some(&legal.to())
            && self.stops.iter().all(|stop| path.any(|landing| landing == *stop))
    }
}

impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from)?;
        for stop in &self.stops {
            write!(f, "{}{stop}", if self.capture { 'x' } else { '-' })?;
        }
        match self.sign {
            // A loss of pieces would read as one more square.
            Some(sign @ Sign::Lost(_)) => write!(f, " {sign}"),
            Some(sign) => sign.fmt(f),
            None => Ok(()),
        }
    }
}

/// A sign that a commentator puts behind a move (Art. 13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sign {
    /// `!`: good or strong (13.3).
    Good,
    /// `!!`: very good (13.4).
    VeryGood,
    /// `?`: weak (13.5).
    Weak,
    /// `??`: a blunder (13.6).
    Blunder,
    /// `?!`: looks weak, is strong (13.7).
    StrongerThanItLooks,
    /// `!?`: looks strong, is weak (13.8).
    WeakerThanItLooks,
    /// `*`: forced, anything else loses (13.9).
    Forced,
    /// `+`: wins (13.10).
    Wins,
    /// `=`: draws (13.11).
    Draws,
    /// `+2`: so many pieces are won (13.12).
    Won(u8),
    /// `-2`: so many pieces are lost (13.13).
    Lost(u8),
    /// `a.l.`: *ad libitum*, others have the same effect (13.14).
    AdLibitum,
}

impl Sign {
    const PLAIN: [(&'static str, Self); 10] = [
        ("!", Self::Good),
        ("!!", Self::VeryGood),
        ("?", Self::Weak),
        ("??", Self::Blunder),
        ("?!", Self::StrongerThanItLooks),
        ("!?", Self::WeakerThanItLooks),
        ("*", Self::Forced),
        ("+", Self::Wins),
        ("=", Self::Draws),
        ("a.l.", Self::AdLibitum),
    ];

    fn read(text: &str) -> Option<Self> {
        if let Some((_, sign)) = Self::PLAIN.iter().find(|(plain, _)| *plain == text) {
            return Some(*sign);
        }
        let (kind, number) = text.split_at_checked(1)?;
        // Art. 13 itself prints some with a space.
        let number = number.trim_start();
        let digits = number.bytes().all(|byte| byte.is_ascii_digit());
        // At most twelve pieces can change hands.
        let number = number.parse().ok().filter(|number| digits && (1..=12).contains(number))?;
        match kind {
            "+" => Some(Self::Won(number)),
            "-" => Some(Self::Lost(number)),
            _ => None,
        }
    }
}

impl fmt::Display for Sign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(pieces) => write!(f, "+{pieces}"),
            Self::Lost(pieces) => write!(f, "-{pieces}"),
            plain => Self::PLAIN
                .iter()
                .find(|(_, sign)| sign == plain)
                .map_or(Ok(()), |(text, _)| f.write_str(text)),
        }
    }
}

impl FromStr for Written {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        let text = text.trim();
        let (from, mut rest) = number(text)?;
        let mut written = Self { from, stops: Vec::new(), capture: false, sign: None };
        // A separator joins two numbers; a lone one is left for the sign.
        while let Some((separator, after)) = split_first(rest)
            && matches!(separator, '-' | 'x' | 'X')
        {
            let capture = separator != '-';
            let (stop, after) = number(after)?;
            if !written.stops.is_empty() && capture != written.capture {
                return Err(MoveError::MixedSeparators);
            }
            written.capture = capture;
            written.stops.push(stop).map_err(|_| MoveError::TooLong)?;
            rest = after;
        }
        if written.stops.is_empty() {
            return Err(MoveError::NoEnd);
        }
        let sign = rest.trim_start();
        if !sign.is_empty() {
            written.sign = Some(Sign::read(sign).ok_or(MoveError::UnknownSign)?);
        }
        Ok(written)
    }
}

fn split_first(text: &str) -> Option<(char, &str)> {
    let mut rest = text.chars();
    Some((rest.next()?, rest.as_str()))
}

/// The square whose number the text begins with, and the rest.
fn number(text: &str) -> Result<(Square, &str), MoveError> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return Err(MoveError::NoNumber(rest.chars().next()));
    }
    let square = digits.parse().ok().and_then(Square::new).ok_or(MoveError::NoSuchSquare)?;
    Ok((square, rest))
}

impl Position {
    /// Reads a legal move of this position.
    ///
    /// The short form is enough where it is unique. A capture may be written
    /// with `-`, as the federation's table of openings does.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.find(&text.parse()?)
    }

    /// The one legal move that a text stands for.
    pub fn find(&self, written: &Written) -> Result<Move, MoveError> {
        let moves = self.legal_moves();
        let mut fitting = moves.iter().copied().filter(|legal| written.fits(*legal));
        match (fitting.next(), fitting.count()) {
            (Some(found), 0) if written.capture && !found.is_capture() => Err(MoveError::NoCapture),
            (Some(found), 0) => Ok(found),
            (Some(_), more) => Err(MoveError::Ambiguous(1 + more)),
            (None, _) => Err(MoveError::Illegal(self.why_not(written))),
        }
    }

    /// The rule that forbids a text which fits no legal move.
    fn why_not(&self, written: &Written) -> Refusal {
        // A short form may stand for a capture that only the priorities forbid.
        let mut forbidden = None;
        self.each_capture(|capture, priority| {
            if written.fits(capture) {
                forbidden = forbidden.max(Some(priority));
            }
        });
        if let Some(priority) = forbidden {
            return Refusal::Priority(self.surpassing(priority));
        }
        let candidate = Candidate { from: written.from, stops: written.stops.clone() };
        match self.judge(&candidate) {
            Err(why) => why,
            // Unreachable: a legal candidate fits the text.
            Ok(_) => Refusal::NotMoved(written.from),
        }
    }

    /// The text that stands for this legal move alone: both ends, and every
    /// square between them where another capture shares the ends (table 27).
    pub fn write_move(&self, legal: Move) -> Written {
        let same_ends = |other: &&Move| other.from() == legal.from() && other.to() == legal.to();
        let stops = if self.legal_moves().iter().filter(same_ends).count() > 1 {
            legal.path().collect()
        } else {
            Vec::from_iter([legal.to()])
        };
        Written { from: legal.from(), stops, capture: legal.is_capture(), sign: None }
    }
}

/// Why a text is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// A square's number is missing; holds the character found instead, if any.
    NoNumber(Option<char>),
    /// Squares are numbered 1 to 32.
    NoSuchSquare,
    /// There is a start, but no end.
    NoEnd,
    /// Both `-` and `x` join the numbers.
    MixedSeparators,
    /// More squares than any capture visits.
    TooLong,
    /// The text behind the move is no sign of Art. 13.
    UnknownSign,
    /// Written as a capture, but it takes nothing.
    NoCapture,
    /// This number of legal captures share these ends.
    Ambiguous(usize),
    /// A rule forbids it.
    Illegal(Refusal),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNumber(Some(found)) => {
                write!(f, "a square's number should stand before {found:?}")
            }
            Self::NoNumber(None) => f.write_str("a square's number is missing at the end"),
            Self::NoSuchSquare => f.write_str("squares are numbered 1 to 32"),
            Self::NoEnd => f.write_str("a move has two squares, like 22-18 or 22x15"),
            Self::MixedSeparators => f.write_str("a move is joined by - or by x, not by both"),
            Self::TooLong => f.write_str("no capture visits so many squares"),
            Self::UnknownSign => f.write_str("what follows the move is no sign of Art. 13"),
            Self::NoCapture => f.write_str("it captures nothing: join the squares by - (12.2 b)"),
            Self::Ambiguous(number) => {
                write!(f, "{number} captures fit: write the squares between as well, like 3x12x19")
            }
            Self::Illegal(why) => why.fmt(f),
        }
    }
}

impl core::error::Error for MoveError {}
