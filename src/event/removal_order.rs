use super::Account;
use crate::rules::{MAX_CAPTURES, Move, Square};

/// The captured pieces of a move in the order in which they came off (5.12). Not part of any event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovalOrder {
    squares: [Option<Square>; MAX_CAPTURES],
}

impl RemovalOrder {
    /// Of a move that captures nothing, or of which nothing is known.
    pub const NONE: Self = Self { squares: [None; MAX_CAPTURES] };

    /// The order in which the account of a turn has the captured pieces come off. The last lift of a
    /// piece counts, and a piece that was put back has not come off.
    pub fn of(played: Move, account: &Account) -> Self {
        let mut order = Self::NONE;
        for edge in account.edges() {
            let captured = edge
                .piece
                .filter(|piece| played.captured().contains(*piece) && edge.cell == piece.cell());
            let Some(square) = captured else { continue };
            order.remove(square);
            if !edge.closed {
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
