use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitOr, Sub};

use serde::{Deserialize, Serialize};

use super::Cells;
use crate::rules::Cell;
use crate::time::Instant;

/// A state of the contacts that no hand can cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Fault {
    /// A cell opens and closes faster than a hand can.
    Chatter(Cell),
    /// A square is the only one that contradicts the game, for `STUCK_AFTER` or longer.
    Stuck(Cell),
    /// A light cell is closed while the board is at rest: a piece beside its
    /// square (7.5), or a bad reed.
    LightClosed(Cell),
    /// All eight cells of a line are closed: a short circuit.
    AllClosed(Line),
    /// The pieces of a line vanished in one moment: a wire came off.
    AllOpen(Line),
}

impl Fault {
    /// The cells concerned.
    pub const fn cells(self) -> Cells {
        match self {
            Self::Chatter(cell) | Self::Stuck(cell) | Self::LightClosed(cell) => Cells::of(cell),
            Self::AllClosed(line) | Self::AllOpen(line) => line.cells(),
        }
    }
}

/// A sentence for a person; rows and columns count from 1, at square 1.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chatter(cell) => write!(f, "{} chatters", Name(*cell)),
            Self::Stuck(cell) => write!(f, "{} is stuck", Name(*cell)),
            Self::LightClosed(cell) => write!(f, "{} is closed", Name(*cell)),
            Self::AllClosed(line) => write!(f, "{line} is closed from end to end"),
            Self::AllOpen(line) => write!(f, "{line} has come off"),
        }
    }
}

/// Writes the name of a cell for a person.
struct Name(Cell);

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.dark() {
            Some(square) => write!(f, "square {square}"),
            None => {
                let (row, column) = (self.0.row() + 1, self.0.column() + 1);
                write!(f, "the light square in row {row}, column {column}")
            }
        }
    }
}

/// Row or column of the board: eight cells that share a wire.
///
/// Serialized as a number: 0 to 7 for the rows, 8 to 15 for the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "LineNumber", try_from = "LineNumber")]
pub enum Line {
    /// 0 to 7, from the top of the diagram.
    Row(u8),
    /// 0 to 7, from its left.
    Column(u8),
}

impl Line {
    /// All sixteen, rows first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Cell::SIDE).map(Self::Row).chain((0..Cell::SIDE).map(Self::Column))
    }

    /// The two lines that cross in a cell.
    pub const fn through(cell: Cell) -> [Self; 2] {
        [Self::Row(cell.row()), Self::Column(cell.column())]
    }

    /// The same line of a board turned by half.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Row(row) => Self::Row(7 - row),
            Self::Column(column) => Self::Column(7 - column),
        }
    }

    /// Its cells.
    pub const fn cells(self) -> Cells {
        match self {
            Self::Row(row) => Cells::row(row),
            Self::Column(column) => Cells::column(column),
        }
    }
}

/// Number of lines: the rows, then the columns.
const LINES: u8 = 2 * Cell::SIDE;

/// A line as it is serialized: 0 to 15.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Line")]
struct LineNumber(u8);

impl From<Line> for LineNumber {
    fn from(line: Line) -> Self {
        Self(match line {
            Line::Row(row) => row,
            Line::Column(column) => column.saturating_add(Cell::SIDE),
        })
    }
}

impl TryFrom<LineNumber> for Line {
    type Error = &'static str;

    fn try_from(LineNumber(number): LineNumber) -> Result<Self, Self::Error> {
        match number {
            0..Cell::SIDE => Ok(Self::Row(number)),
            Cell::SIDE..LINES => Ok(Self::Column(number - Cell::SIDE)),
            _ => Err("a line is 0 to 15"),
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
        }
    }
}

/// A set of lines: bits 0 to 7 are the rows, 8 to 15 the columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lines(u16);

impl Lines {
    /// None of them.
    pub(super) const EMPTY: Self = Self(0);
    /// All sixteen.
    pub(super) const ALL: Self = Self(u16::MAX);

    /// The lines whose cells are all among these.
    pub(super) const fn within(cells: Cells) -> Self {
        let mut within = Self::EMPTY;
        let mut left = Self::ALL;
        while let Some(line) = left.pop() {
            within.set(line, line.cells().is_within(cells));
        }
        within
    }

    const fn bit(line: Line) -> u16 {
        match line {
            Line::Row(row) => 1 << (row % Cell::SIDE),
            Line::Column(column) => 1 << (Cell::SIDE + column % Cell::SIDE),
        }
    }

    const fn contains(self, line: Line) -> bool {
        self.0 & Self::bit(line) != 0
    }

    pub(super) const fn set(&mut self, line: Line, within: bool) {
        if within {
            self.0 |= Self::bit(line);
        } else {
            self.0 &= !Self::bit(line);
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Line> {
        let mut left = self;
        core::iter::from_fn(move || left.pop())
    }

    fn cells(self) -> Cells {
        self.iter().fold(Cells::EMPTY, |cells, line| cells | line.cells())
    }

    const fn pop(&mut self) -> Option<Line> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        let column = bit.checked_sub(Cell::SIDE);
        Some(match column {
            Some(column) => Line::Column(column),
            None => Line::Row(bit),
        })
    }
}

/// A set of faults.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    pub(super) chatter: Cells,
    pub(super) stuck: Cells,
    pub(super) light_closed: Cells,
    pub(super) all_closed: Lines,
    pub(super) all_open: Lines,
}

impl Faults {
    /// No fault.
    pub const NONE: Self = Self {
        chatter: Cells::EMPTY,
        stuck: Cells::EMPTY,
        light_closed: Cells::EMPTY,
        all_closed: Lines::EMPTY,
        all_open: Lines::EMPTY,
    };

    /// The set of one fault.
    pub fn of(fault: Fault) -> Self {
        let mut faults = Self::default();
        match fault {
            Fault::Chatter(cell) => faults.chatter = Cells::of(cell),
            Fault::Stuck(cell) => faults.stuck = Cells::of(cell),
            Fault::LightClosed(cell) => faults.light_closed = Cells::of(cell),
            Fault::AllClosed(line) => faults.all_closed.set(line, true),
            Fault::AllOpen(line) => faults.all_open.set(line, true),
        }
        faults
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Whether the fault is in the set.
    pub const fn contains(self, fault: Fault) -> bool {
        match fault {
            Fault::Chatter(cell) => self.chatter.contains(cell),
            Fault::Stuck(cell) => self.stuck.contains(cell),
            Fault::LightClosed(cell) => self.light_closed.contains(cell),
            Fault::AllClosed(line) => self.all_closed.contains(line),
            Fault::AllOpen(line) => self.all_open.contains(line),
        }
    }

    /// The cells whose reeds cannot be trusted while these faults last. A closed light
    /// cell is not among them: in most cases a piece stands on it.
    pub fn untrusted(self) -> Cells {
        self.chatter | self.stuck | self.all_closed.cells() | self.all_open.cells()
    }

    /// Each fault, in the order of the variants of [`Fault`].
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        let mut left = self;
        core::iter::from_fn(move || left.pop())
    }

    fn pop(&mut self) -> Option<Fault> {
        (self.chatter.pop().map(Fault::Chatter))
            .or_else(|| self.stuck.pop().map(Fault::Stuck))
            .or_else(|| self.light_closed.pop().map(Fault::LightClosed))
            .or_else(|| self.all_closed.pop().map(Fault::AllClosed))
            .or_else(|| self.all_open.pop().map(Fault::AllOpen))
    }

    fn len(self) -> usize {
        let lines = self.all_closed.0.count_ones() + self.all_open.0.count_ones();
        self.chatter.len() + self.stuck.len() + self.light_closed.len() + lines as usize
    }
}

/// The union of two sets.
impl BitOr for Faults {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self {
            chatter: self.chatter | other.chatter,
            stuck: self.stuck | other.stuck,
            light_closed: self.light_closed | other.light_closed,
            all_closed: Lines(self.all_closed.0 | other.all_closed.0),
            all_open: Lines(self.all_open.0 | other.all_open.0),
        }
    }
}

/// The difference of two sets.
impl Sub for Faults {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self {
            chatter: self.chatter - other.chatter,
            stuck: self.stuck - other.stuck,
            light_closed: self.light_closed - other.light_closed,
            all_closed: Lines(self.all_closed.0 & !other.all_closed.0),
            all_open: Lines(self.all_open.0 & !other.all_open.0),
        }
    }
}

/// A fault that appeared or cleared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FaultEvent {
    /// Instant of the `FaultDetector::look` that found it.
    pub at: Instant,
    /// The fault.
    pub fault: Fault,
    /// Whether it cleared.
    pub cleared: bool,
}

/// Iterator over the changes since the last report: first the faults that cleared, then
/// those that appeared.
#[derive(Clone, Debug)]
pub struct FaultEvents {
    at: Instant,
    /// Number of events left: nearly always 0, so `next` compares nothing else.
    left: usize,
    cleared: Faults,
    appeared: Faults,
}

impl FaultEvents {
    /// No events.
    pub(super) fn none(at: Instant) -> Self {
        Self { at, left: 0, cleared: Faults::default(), appeared: Faults::default() }
    }

    /// The events that lead from one set of faults to the next.
    pub(super) fn between(at: Instant, before: Faults, after: Faults) -> Self {
        let (cleared, appeared) = (before - after, after - before);
        Self { at, left: cleared.len() + appeared.len(), cleared, appeared }
    }
}

impl Iterator for FaultEvents {
    type Item = FaultEvent;

    fn next(&mut self) -> Option<FaultEvent> {
        self.left = self.left.checked_sub(1)?;
        if let Some(fault) = self.cleared.pop() {
            return Some(FaultEvent { at: self.at, fault, cleared: true });
        }
        let fault = self.appeared.pop()?;
        Some(FaultEvent { at: self.at, fault, cleared: false })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for FaultEvents {}

impl FusedIterator for FaultEvents {}
