use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::{Direction, Square, Squares};

/// The most pieces one move can capture.
///
/// A jump leads two rows and two columns away, so a piece that captures stays
/// on squares of one kind: rows all even or all odd, and every second square of
/// those. That leaves eight squares, joined by nine jumps, and no jump can be
/// made twice (6.4). `host-tests/tests/capacities.rs` walks all of them.
pub const MAX_CAPTURES: usize = 9;

/// A move with its whole path and the captured squares in order.
///
/// `from x to` does not tell a capture: two paths may share both ends. So a move
/// keeps the direction of every jump, two bits each.
///
/// Serialized as its squares in order: where it starts, then its
/// [`path`](Self::path). What it captures lies between them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Squared", try_from = "Squared")]
pub struct Move {
    captured: Squares,
    /// ```text
    ///  bit 31..14                      13..10   9..5   4..0
    ///  +-----------------------------+--------+------+------+
    ///  | directions, first jump low  | jumps  |  to  | from |
    ///  +-----------------------------+--------+------+------+
    /// ```
    route: u32,
}

const TO: u32 = 5;
const JUMPS: u32 = 10;
const DIRECTIONS: u32 = 14;

impl Move {
    /// A simple displacement (3.2 a).
    #[inline]
    pub(super) const fn simple(from: Square, to: Square) -> Self {
        let route = from.bit() as u32 | (to.bit() as u32) << TO;
        Self { captured: Squares::EMPTY, route }
    }

    /// A capture (3.2 b); `jumps` as in [`Jumps`].
    #[inline]
    pub(super) const fn capture(from: Square, to: Square, jumps: Jumps, captured: Squares) -> Self {
        let route = from.bit() as u32 | (to.bit() as u32) << TO | jumps.0 << JUMPS;
        Self { captured, route }
    }

    /// The move through these squares, the first one included: a step, or jumps of
    /// which none passes a square again (6.4). It need not be legal in any position.
    pub fn through(squares: &[Square]) -> Option<Self> {
        let [from, landings @ ..] = squares else { return None };
        if let [to] = *landings
            && way(*from, to, Square::step).is_some()
        {
            return Some(Self::simple(*from, to));
        }
        let to = *landings.last()?;
        let (mut at, mut jumps, mut captured) = (*from, Jumps::NONE, Squares::EMPTY);
        for landing in landings {
            let way = way(at, *landing, Square::jump)?;
            let over = at.neighbour(way);
            if captured.contains(over) {
                return None;
            }
            (at, jumps, captured) = (*landing, jumps.then(way), captured.with(over));
        }
        Some(Self::capture(*from, to, jumps, captured))
    }

    /// The square of the piece before the move.
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_bit(self.route as u8)
    }

    /// The square of the piece after the move.
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_bit((self.route >> TO) as u8)
    }

    /// The captured squares, as a set.
    #[inline]
    pub const fn captured(self) -> Squares {
        self.captured
    }

    /// Whether it captures anything.
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }

    /// The squares on which the piece lands, the last one included.
    pub const fn path(self) -> Path {
        Path { steps: if self.is_capture() { None } else { Some(self.to()) }, leaps: self.leaps() }
    }

    /// The captured squares in the order of capture (5.12).
    pub fn captured_in_order(self) -> impl Iterator<Item = Square> + Clone {
        self.leaps().map(|(over, _)| over)
    }

    const fn leaps(self) -> Leaps {
        let jumps = Jumps(self.route >> JUMPS);
        Leaps { at: self.from(), number: jumps.number(), codes: jumps.codes() }
    }
}

/// The squares on which a piece lands.
#[derive(Clone, Debug)]
pub struct Path {
    /// Where a simple displacement ends.
    steps: Option<Square>,
    leaps: Leaps,
}

impl Iterator for Path {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        self.steps.take().or_else(|| self.leaps.next().map(|(_, landing)| landing))
    }
}

/// Each jump: the square passed over, the square reached.
#[derive(Clone, Debug)]
struct Leaps {
    at: Square,
    /// How many there are left, and their directions as in [`Jumps`].
    number: u32,
    codes: u32,
}

impl Iterator for Leaps {
    type Item = (Square, Square);

    fn next(&mut self) -> Option<(Square, Square)> {
        self.number = self.number.checked_sub(1)?;
        let towards = Direction::from_code(self.codes);
        self.codes >>= 2;
        let over = self.at.neighbour(towards);
        self.at = over.neighbour(towards);
        Some((over, self.at))
    }
}

/// The direction in which a step, or a jump, leads from one square to another.
fn way(
    from: Square,
    to: Square,
    reach: fn(Square, Direction) -> Option<Square>,
) -> Option<Direction> {
    Direction::ALL.iter().copied().find(|way| reach(from, *way) == Some(to))
}

/// A move as it is serialized: each square on which its piece stands.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Move")]
struct Squared(Vec<Square, { MAX_CAPTURES + 1 }>);

impl From<Move> for Squared {
    fn from(played: Move) -> Self {
        Self(core::iter::once(played.from()).chain(played.path()).collect())
    }
}

impl TryFrom<Squared> for Move {
    type Error = &'static str;

    fn try_from(Squared(squares): Squared) -> Result<Self, Self::Error> {
        Self::through(&squares).ok_or("squares that are neither a step nor jumps")
    }
}

/// Start, every landing and, after a bar, what was captured.
impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.from())?;
        for landing in self.path() {
            write!(f, "{}{landing}", if self.is_capture() { 'x' } else { '-' })?;
        }
        if self.is_capture() {
            write!(f, "|{}", self.captured)?;
        }
        Ok(())
    }
}

/// The directions of a capture's jumps: their number in the low four bits, then
/// two bits each.
#[derive(Clone, Copy)]
pub(super) struct Jumps(u32);

impl Jumps {
    pub(super) const NONE: Self = Self(0);

    /// One more jump.
    #[must_use]
    #[inline]
    pub(super) const fn then(self, towards: Direction) -> Self {
        let number = self.0 & 15;
        let place = DIRECTIONS - JUMPS + 2 * number;
        Self((self.0 + 1) | (towards.code() << place))
    }

    const fn number(self) -> u32 {
        self.0 & 15
    }

    const fn codes(self) -> u32 {
        self.0 >> (DIRECTIONS - JUMPS)
    }
}
