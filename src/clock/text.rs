//! Time controls as text.
//!
//! ```text
//! control  = side [ "|" side ]               White, Black; a single side is for both
//! side     = time                            lampo: 5'
//!          | time "+" time                   Fischer: 4'+3"
//!          | time "+" time "lampo"           mosse lampo: 15'+5s lampo
//!          | time "b" time                   Bronstein: 5'b3"
//!          | time "d" time                   simple delay: 5'd3"
//!          | period { "," period } [ "zero" ]   cadence: 50/120',25/60'
//!          | "up"                            counts up, for analysis
//! period   = moves "/" time
//!          | time                            the last of several only
//! time     = [ number "h" ] [ number "'" ] [ number '"' ]     at least one of them
//! moves    = number
//! ```
//!
//! The last period of a cadence repeats for ever if it has a number of moves, so
//! `40/60'` is 40 moves in each hour; without a number the game has to end in it:
//! `40/90',60'`. With `zero` the time of the next period is added when that of this
//! one is used up, not at the press of its last move.
//!
//! `m` stands for `'` and `s` for `"`, and so do the printed marks `’ ′ ” ″`. The
//! number after hours or minutes needs no unit: `1h20` is `1h20'`. Spaces and capital
//! letters are accepted. `Display` writes a cadence without hours (`40/60'`), other
//! times with them (`1h20'+1'`), and the time per move of mosse lampo in seconds.

use core::fmt;
use core::str::FromStr;

use heapless::Vec;

use super::control::check_time;
use super::{
    Award, Cadence, ControlError, MAX_MOVES_IN_PERIOD, MAX_PERIODS, Pace, Period, Seconds,
    TimeControl,
};
use crate::rules::Colour;

/// Maximum length of a text that `Display` writes, in bytes.
///
/// A period is at most `255/1438'59"`, 12 bytes; four of them with three commas
/// and ` zero` are 56; two such sides with ` | ` between them are 115.
pub const MAX_TEXT: usize = 115;

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (white, black) = (self.of(Colour::White), self.of(Colour::Black));
        white.fmt(f)?;
        if black != white {
            write!(f, " | {black}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lampo { time } => write!(f, "{time}"),
            Self::Fischer { base, increment } => write!(f, "{base}+{increment}"),
            Self::MosseLampo { main, per_move } => write!(f, "{main}+{}s lampo", per_move.get()),
            Self::Cadence(cadence) => cadence.fmt(f),
            Self::Bronstein { base, delay } => write!(f, "{base}b{delay}"),
            Self::Delay { base, delay } => write!(f, "{base}d{delay}"),
            Self::CountUp => f.write_str("up"),
        }
    }
}

impl fmt::Display for Cadence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, period) in self.periods().iter().enumerate() {
            if n > 0 {
                f.write_str(",")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{}/", u32::from(moves))?;
            }
            write_minutes(f, period.time.get())?;
        }
        match self.award() {
            Award::AtPress => Ok(()),
            Award::AtZero => f.write_str(" zero"),
        }
    }
}

/// `1h20'`, `4'`, `30"`; zero is `0"`.
impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hours, rest) = (self.get() / 3_600, self.get() % 3_600);
        if hours > 0 {
            write!(f, "{hours}h")?;
        }
        if hours > 0 && rest == 0 { Ok(()) } else { write_minutes(f, rest) }
    }
}

fn write_minutes(f: &mut fmt::Formatter<'_>, seconds: u32) -> fmt::Result {
    let (minutes, seconds) = (seconds / 60, seconds % 60);
    if minutes > 0 {
        write!(f, "{minutes}'")?;
    }
    if seconds > 0 || minutes == 0 { write!(f, "{seconds}\"") } else { Ok(()) }
}

impl FromStr for TimeControl {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Reader { text, column: 1 }.control()
    }
}

/// Parser from left to right, with the column for errors.
struct Reader<'a> {
    /// The rest of the text.
    text: &'a str,
    /// Column of the next character, from 1.
    column: u16,
}

impl Reader<'_> {
    fn control(&mut self) -> Result<TimeControl, TextError> {
        let white = self.side()?;
        let mut black = white;
        if self.next_is('|') {
            black = self.side()?;
        }
        match self.peek() {
            None => TimeControl::new(white, black)
                .map_err(|error| self.error(TextProblem::Control(error))),
            Some(found) => Err(self.error(TextProblem::Unexpected(found))),
        }
    }

    fn side(&mut self) -> Result<Pace, TextError> {
        if matches!(self.peek(), Some('u' | 'U')) {
            self.word("up")?;
            return Ok(Pace::CountUp);
        }
        // `peek` has skipped the spaces.
        let column = self.column;
        let number = self.number()?;
        if self.next_is('/') {
            return self.cadence(number, column);
        }
        let base = self.time_from(number, column)?;
        Ok(match self.peek() {
            Some('+') => {
                self.take();
                let increment = self.time()?;
                if !matches!(self.peek(), Some('l' | 'L')) {
                    return Ok(Pace::Fischer { base, increment });
                }
                self.word("lampo")?;
                Pace::MosseLampo { main: base, per_move: increment }
            }
            Some('b' | 'B') => {
                self.take();
                Pace::Bronstein { base, delay: self.time()? }
            }
            Some('d' | 'D') => {
                self.take();
                Pace::Delay { base, delay: self.time()? }
            }
            Some('l' | 'L') => return Err(self.error(TextProblem::NoTimePerMove)),
            Some('z' | 'Z') => return Err(self.error(TextProblem::ZeroWithoutPeriods)),
            Some(',') => {
                let problem = TextProblem::Control(ControlError::RestNotLast);
                return Err(TextError { column, problem });
            }
            _ => Pace::Lampo { time: base },
        })
    }

    /// Reads on after the first `/`; `first` is the number before it.
    fn cadence(&mut self, first: u32, first_column: u16) -> Result<Pace, TextError> {
        let mut periods = Vec::<Period, MAX_PERIODS>::new();
        let (mut number, mut column) = (first, first_column);
        let mut with_moves = true;
        loop {
            let at = |error| TextError { column, problem: TextProblem::Control(error) };
            let period = if with_moves {
                Period::of(moves(number, column)?, self.time()?)
            } else {
                Period::rest(self.time_from(number, column)?)
            };
            periods.push(period).map_err(|_| at(ControlError::TooManyPeriods))?;
            if !self.next_is(',') {
                break;
            }
            if !with_moves {
                return Err(at(ControlError::RestNotLast));
            }
            self.skip_spaces();
            column = self.column;
            number = self.number()?;
            with_moves = self.next_is('/');
        }
        let mut award = Award::AtPress;
        if matches!(self.peek(), Some('z' | 'Z')) {
            self.word("zero")?;
            award = Award::AtZero;
        }
        let cadence = Cadence::new(&periods, award);
        cadence.map(Pace::Cadence).map_err(|error| self.control_error(error))
    }

    fn time(&mut self) -> Result<Seconds, TextError> {
        self.skip_spaces();
        let column = self.column;
        let number = self.number()?;
        self.time_from(number, column)
    }

    /// Reads on after the first number of a time; `column` is that of the number.
    fn time_from(&mut self, first: u32, column: u16) -> Result<Seconds, TextError> {
        let mut number = first;
        let mut number_column = column;
        let mut total: u32 = 0;
        let mut larger = None;
        loop {
            let unit = self.unit(number, larger)?;
            if larger.is_some_and(|larger| unit >= larger) {
                let problem = TextProblem::UnitsBackwards;
                return Err(TextError { column: number_column, problem });
            }
            total = total.saturating_add(number.saturating_mul(unit));
            larger = Some(unit);
            if unit == 1 || !self.peek().is_some_and(|c| c.is_ascii_digit()) {
                break;
            }
            // `peek` has skipped the spaces.
            number_column = self.column;
            number = self.number()?;
        }
        let time = Seconds::new(total);
        let checked = check_time(time);
        checked.map_err(|error| TextError { column, problem: TextProblem::Control(error) })?;
        Ok(time)
    }

    /// Reads the unit after a number, in seconds. Without a unit it is the next smaller
    /// one after `larger`.
    fn unit(&mut self, number: u32, larger: Option<u32>) -> Result<u32, TextError> {
        let unit = match self.peek() {
            Some('h' | 'H') => 3_600,
            Some('\'' | 'm' | 'M' | '’' | '′') => 60,
            Some('"' | 's' | 'S' | '”' | '″') => 1,
            // `b`, `d`, `lampo` and `zero` may follow a time.
            Some(found)
                if found.is_alphabetic()
                    && !matches!(found.to_ascii_lowercase(), 'b' | 'd' | 'l' | 'z') =>
            {
                return Err(self.error(TextProblem::NoSuchUnit(found)));
            }
            _ => {
                let smaller = larger.map(|unit| unit / 60);
                return smaller.ok_or(self.error(TextProblem::NoUnit(number)));
            }
        };
        self.take();
        Ok(unit)
    }

    fn number(&mut self) -> Result<u32, TextError> {
        self.skip_spaces();
        let mut number: Option<u32> = None;
        while let Some(digit) = self.text.chars().next().and_then(|c| c.to_digit(10)) {
            self.take();
            // Saturating: a number may have any number of digits.
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number.ok_or_else(|| self.error(TextProblem::NoNumber(self.text.chars().next())))
    }

    fn word(&mut self, word: &str) -> Result<(), TextError> {
        for letter in word.chars() {
            match self.text.chars().next() {
                Some(found) if found.eq_ignore_ascii_case(&letter) => self.take(),
                Some(found) => return Err(self.error(TextProblem::Unexpected(found))),
                None => return Err(self.error(TextProblem::TooShort)),
            }
        }
        Ok(())
    }

    /// Takes the next character, spaces skipped, if it is `wanted`.
    fn next_is(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.take();
        }
        found
    }

    /// The next character after spaces, which are skipped.
    fn peek(&mut self) -> Option<char> {
        self.skip_spaces();
        self.text.chars().next()
    }

    fn skip_spaces(&mut self) {
        while self.text.starts_with(char::is_whitespace) {
            self.take();
        }
    }

    fn take(&mut self) {
        let mut rest = self.text.chars();
        if rest.next().is_some() {
            self.column = self.column.saturating_add(1);
        }
        self.text = rest.as_str();
    }

    fn error(&self, problem: TextProblem) -> TextError {
        TextError { column: self.column, problem }
    }

    fn control_error(&self, error: ControlError) -> TextError {
        self.error(TextProblem::Control(error))
    }
}

/// Checks the number of moves of a period.
fn moves(number: u32, column: u16) -> Result<u8, TextError> {
    let moves = u8::try_from(number).ok().filter(|moves| *moves > 0);
    moves.ok_or(TextError { column, problem: TextProblem::NoSuchMoves(number) })
}

/// The error in the text of a time control, and its column (the first is 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Counted in characters; at most 65,535.
    pub column: u16,
    /// The error.
    pub problem: TextProblem,
}

/// See [`TextError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextProblem {
    /// A number is missing before this character, or at the end.
    NoNumber(Option<char>),
    /// This number has no unit.
    NoUnit(u32),
    /// This is no unit of time.
    NoSuchUnit(char),
    /// Seconds before minutes, minutes before hours, or one of them twice.
    UnitsBackwards,
    /// Not 1 to [`MAX_MOVES_IN_PERIOD`].
    NoSuchMoves(u32),
    /// Mosse lampo without the time of a move.
    NoTimePerMove,
    /// `zero` after a pace that has no periods.
    ZeroWithoutPeriods,
    /// This character has no meaning here.
    Unexpected(char),
    /// The text ends in the middle of a word.
    TooShort,
    /// The syntax is right, the time control is not.
    Control(ControlError),
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match self.problem {
            TextProblem::NoNumber(Some(found)) => {
                write!(f, "a number should stand before {found:?}")
            }
            TextProblem::NoNumber(None) => {
                f.write_str("a time is missing at the end, like 5' or 30\"")
            }
            TextProblem::NoUnit(number) => {
                write!(f, "minutes or seconds? Write {number}' or {number}\"")
            }
            TextProblem::NoSuchUnit(found) => {
                write!(f, "there is no unit {found:?}: h, ' for minutes, \" for seconds")
            }
            TextProblem::UnitsBackwards => {
                f.write_str("a time is written as hours, minutes, seconds, each once: 1h20'30\"")
            }
            TextProblem::NoSuchMoves(_) => {
                write!(f, "a period is of 1 to {MAX_MOVES_IN_PERIOD} moves")
            }
            TextProblem::NoTimePerMove => f.write_str(
                "mosse lampo need the time of a move, like 15'+5s lampo; the time alone is lampo",
            ),
            TextProblem::ZeroWithoutPeriods => {
                f.write_str("only periods can begin at zero, like 40/60' zero")
            }
            TextProblem::Unexpected(found) => write!(f, "{found:?} has no meaning here"),
            TextProblem::TooShort => f.write_str("the text ends in the middle of a word"),
            TextProblem::Control(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TextError {}
