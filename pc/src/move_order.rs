//! The order in which `moves` and `divide` list legal moves.

use damiera::rules::{Move, Position};

/// Returns the legal moves sorted by start square, then by path: an order that does not depend on
/// the move generator.
pub(crate) fn sorted_moves(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_cached_key(|legal| (legal.from(), legal.path().collect::<Vec<_>>()));
    moves
}
