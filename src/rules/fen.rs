//! Positions as text: the FEN of Portable Draughts Notation.

use core::fmt;
use core::str::FromStr;

use super::{Colour, Piece, Position, Rank, Setup, SetupError, Square};

/// Side on move, then the squares of each colour: `W:W21-23,K4:B9,K30`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.turn.letter())?;
        for colour in [Colour::White, Colour::Black] {
            let men = self.of(Piece { colour, rank: Rank::Man });
            let kings = self.of(Piece { colour, rank: Rank::King });
            write!(f, ":{}", colour.letter())?;
            for (n, square) in (men | kings).iter().enumerate() {
                let comma = if n > 0 { "," } else { "" };
                let king = if kings.contains(square) { "K" } else { "" };
                write!(f, "{comma}{king}{square}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Fen::read(text).map(|fen| fen.setup)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        Fen::read(text)?.position()
    }
}

/// A FEN that has been read: a setup, and where in the text each piece stood.
#[derive(Clone, Copy, Debug)]
pub struct Fen {
    /// The pieces and the turn that the text describes.
    pub setup: Setup,
    /// For each square, the column in which it was named.
    named_at: [u16; Square::COUNT],
    /// The column in which each colour's list begins.
    list_at: [u16; 2],
}

impl Fen {
    /// Reads a FEN.
    ///
    /// Either colour may come first; ranges (`W21-32`, `K1-4`), small letters,
    /// spaces and a full stop at the end are understood.
    pub fn read(text: &str) -> Result<Self, FenError> {
        Reader { text, column: 1 }.fen()
    }

    /// The position, or what makes it unplayable and in which column.
    pub fn position(&self) -> Result<Position, FenError> {
        Position::try_from(self.setup).map_err(|problem| {
            let at = match problem {
                SetupError::TwoPieces(square) | SetupError::UncrownedMan(_, square) => {
                    self.named_at[square.index()]
                }
                SetupError::TooMany(colour, _) => self.list_at[colour as usize],
                SetupError::NoPieces => 1,
            };
            FenError { column: at, problem: FenProblem::Setup(problem) }
        })
    }
}

/// Parses a FEN from the left, counting columns.
struct Reader<'a> {
    text: &'a str,
    column: u16,
}

impl Reader<'_> {
    fn fen(&mut self) -> Result<Fen, FenError> {
        let turn = self.colour(FenProblem::NoTurn)?;
        let mut fen =
            Fen { setup: Setup::empty(turn), named_at: [0; Square::COUNT], list_at: [0; 2] };
        for _ in 0..2 {
            self.expect(':')?;
            self.skip_spaces();
            let at = self.column;
            let colour = self.colour(FenProblem::NoColour)?;
            if fen.list_at[colour as usize] > 0 {
                return Err(FenError { column: at, problem: FenProblem::ColourTwice(colour) });
            }
            fen.list_at[colour as usize] = at;
            self.pieces(colour, &mut fen)?;
        }
        self.skip_spaces();
        if self.peek() == Some('.') {
            self.take();
        }
        self.skip_spaces();
        match self.peek() {
            None => Ok(fen),
            Some(found) => Err(self.error(FenProblem::Unexpected(found))),
        }
    }

    fn colour(&mut self, otherwise: FenProblem) -> Result<Colour, FenError> {
        self.skip_spaces();
        let colour = match self.peek() {
            Some('W' | 'w') => Colour::White,
            Some('B' | 'b') => Colour::Black,
            _ => return Err(self.error(otherwise)),
        };
        self.take();
        Ok(colour)
    }

    /// `21-23,K4`, or nothing: a side may have lost all its pieces.
    fn pieces(&mut self, colour: Colour, fen: &mut Fen) -> Result<(), FenError> {
        self.skip_spaces();
        if matches!(self.peek(), None | Some(':' | '.')) {
            return Ok(());
        }
        loop {
            self.skip_spaces();
            let rank = match self.peek() {
                Some('K' | 'k') => {
                    self.take();
                    Rank::King
                }
                _ => Rank::Man,
            };
            let at = self.column;
            let first = self.square()?;
            self.skip_spaces();
            let last = if self.peek() == Some('-') {
                self.take();
                self.skip_spaces();
                self.square()?
            } else {
                first
            };
            if last < first {
                let problem = FenProblem::RangeBackwards(first, last);
                return Err(FenError { column: at, problem });
            }
            for square in Square::all().filter(|square| (first..=last).contains(square)) {
                if fen.named_at[square.index()] > 0 {
                    let problem = FenProblem::Setup(SetupError::TwoPieces(square));
                    return Err(FenError { column: at, problem });
                }
                fen.named_at[square.index()] = at;
                fen.setup.put(Piece { colour, rank }, square);
            }
            self.skip_spaces();
            match self.peek() {
                Some(',') => self.take(),
                None | Some(':' | '.') => return Ok(()),
                Some(found) => return Err(self.error(FenProblem::Unexpected(found))),
            }
        }
    }

    fn square(&mut self) -> Result<Square, FenError> {
        let column = self.column;
        let mut number: Option<u16> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            self.take();
            // Saturating: any number of digits is read, none of them wraps.
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit as u16));
        }
        let Some(number) = number else {
            return Err(self.error(FenProblem::NoNumber(self.peek())));
        };
        u8::try_from(number)
            .ok()
            .and_then(Square::new)
            .ok_or(FenError { column, problem: FenProblem::NoSuchSquare(number) })
    }

    fn expect(&mut self, wanted: char) -> Result<(), FenError> {
        self.skip_spaces();
        match self.peek() {
            Some(found) if found == wanted => {
                self.take();
                Ok(())
            }
            Some(found) => Err(self.error(FenProblem::Unexpected(found))),
            None => Err(self.error(FenProblem::TooShort)),
        }
    }

    fn skip_spaces(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.take();
        }
    }

    fn peek(&self) -> Option<char> {
        self.text.chars().next()
    }

    fn take(&mut self) {
        let mut rest = self.text.chars();
        if rest.next().is_some() {
            self.column = self.column.saturating_add(1);
        }
        self.text = rest.as_str();
    }

    fn error(&self, problem: FenProblem) -> FenError {
        FenError { column: self.column, problem }
    }
}

/// What is wrong with a FEN, and in which column (the first is 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    /// Counted in characters; 65,535 stands for anything further right.
    pub column: u16,
    /// What is wrong there.
    pub problem: FenProblem,
}

/// What is wrong at the column of a [`FenError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenProblem {
    /// It does not begin with the side on move.
    NoTurn,
    /// A list of pieces does not begin with its colour.
    NoColour,
    /// Both lists are of the same colour.
    ColourTwice(Colour),
    /// A square's number is missing; holds the character found instead, if any.
    NoNumber(Option<char>),
    /// Not 1 to 32. 65,535 stands for anything larger.
    NoSuchSquare(u16),
    /// A range that ends before it begins.
    RangeBackwards(Square, Square),
    /// This character has no meaning here.
    Unexpected(char),
    /// One of the two lists of pieces is missing.
    TooShort,
    /// It reads well, but is no position.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: ", self.column)?;
        match self.problem {
            FenProblem::NoTurn => f.write_str("a FEN begins with the side on move, W or B"),
            FenProblem::NoColour => f.write_str("a list of pieces begins with its colour, W or B"),
            FenProblem::ColourTwice(colour) => write!(f, "{colour} has a list already"),
            FenProblem::NoNumber(Some(found)) => {
                write!(f, "a square's number is missing before {found:?}")
            }
            FenProblem::NoNumber(None) => f.write_str("a square's number is missing at the end"),
            FenProblem::NoSuchSquare(u16::MAX) => f.write_str("squares are numbered 1 to 32"),
            FenProblem::NoSuchSquare(number) => {
                write!(f, "there is no square {number}: they are numbered 1 to 32")
            }
            FenProblem::RangeBackwards(first, last) => {
                write!(f, "the range {first}-{last} runs backwards")
            }
            FenProblem::Unexpected(found) => write!(f, "{found:?} has no meaning here"),
            FenProblem::TooShort => {
                f.write_str("the text ends before both colours' pieces are listed")
            }
            FenProblem::Setup(problem) => problem.fmt(f),
        }
    }
}

impl core::error::Error for FenError {}
