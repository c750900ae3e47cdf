use super::Trace;
use crate::rules::{MAX_CAPTURES, Move, Square};

/// The captured pieces of a move in the order in which they came off (5.12). Not part of any event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovalOrder {
    squares: [Option<Square>; MAX_CAPTURES],
}

impl RemovalOrder {
    /// Of a move that captures nothing, or of which nothing is known.
    pub const NONE: Self = Self { squares: [None; MAX_CAPTURES] };

    /// The order in which the edges of a turn show the captured pieces to come off. The last lift of a
    /// piece counts, and a piece that was put back has not come off.
    pub fn of(played: Move, trace: &Trace) -> Self {
        let mut order = Self::NONE;
        for edge in trace.edges() {
            let square = edge.cell().and_then(|cell| cell.dark());
            let Some(square) = square.filter(|square| played.captured().contains(*square)) else {
                continue;
            };
            order.remove(square);
            if !edge.closed() {
                order.push(square);
            }
        }
        order
    }

    /// The squares, the first one taken off first.
    pub fn iter(&self) -> impl Iterator<Item = Square> + '_ {
        self.squares.iter().flatten().copied()
    }

    fn push(&mut self, square: Square) {
        if let Some(free) = self.squares.iter_mut().find(|place| place.is_none()) {
            *free = Some(square);
        }
    }

    fn remove(&mut self, square: Square) {
        let mut left = Self::NONE;
        self.iter().filter(|other| *other != square).for_each(|other| left.push(other));
        *self = left;
    }
}

impl FromIterator<Square> for RemovalOrder {
    /// At most [`MAX_CAPTURES`] squares; the others are left out.
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut order = Self::NONE;
        squares.into_iter().for_each(|square| order.push(square));
        order
    }
}
