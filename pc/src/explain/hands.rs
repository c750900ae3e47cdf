//! From the edges of an account to what the hands did.

use damiera::event::Account;
use damiera::rules::{Cell, Square};
use serde::Serialize;

/// What hands did, or a change of a contact that was taken for noise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Action {
    /// Milliseconds before the event; of a slide or a brush, when it began.
    pub(crate) before: u32,
    /// The piece, by its square before the move; `None`: no piece.
    #[serde(serialize_with = "square")]
    pub(crate) piece: Option<Square>,
    #[serde(flatten)]
    pub(crate) what: ActionKind,
}

/// The kind of an [`Action`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "lowercase")]
pub(crate) enum ActionKind {
    /// A piece left a cell.
    Lifted {
        #[serde(serialize_with = "cell")]
        from: Cell,
    },
    /// A piece in hand was put down.
    Put {
        #[serde(serialize_with = "cell")]
        to: Cell,
    },
    /// A piece was pushed; both cells were closed for a while.
    Slid {
        #[serde(serialize_with = "cell")]
        from: Cell,
        #[serde(serialize_with = "cell")]
        to: Cell,
    },
    /// A piece was off its cell for less than a brush.
    Brushed {
        #[serde(serialize_with = "cell")]
        at: Cell,
        millis: u32,
    },
    /// A cell closed without a piece; `None`: it is still closed.
    Closed {
        #[serde(serialize_with = "cell")]
        at: Cell,
        millis: Option<u32>,
    },
    /// A cell opened, and no piece is taken to have stood there.
    Opened {
        #[serde(serialize_with = "cell")]
        at: Cell,
    },
}

fn square<S: serde::Serializer>(square: &Option<Square>, to: S) -> Result<S::Ok, S::Error> {
    square.map(Square::number).serialize(to)
}

fn cell<S: serde::Serializer>(cell: &Cell, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(&cell_name(*cell))
}

/// A square by its number, a light cell by row and column from 1, as scenarios write it.
pub(crate) fn cell_name(cell: Cell) -> String {
    match cell.dark() {
        Some(square) => square.number().to_string(),
        None => format!("r{}c{}", cell.row() + 1, cell.column() + 1),
    }
}

impl Action {
    /// Whether it is without consequence: a brush, or a contact that no piece closed for good.
    pub(crate) const fn is_noise(&self) -> bool {
        match self.what {
            ActionKind::Brushed { .. } | ActionKind::Opened { .. } => true,
            ActionKind::Closed { millis, .. } => millis.is_some(),
            _ => false,
        }
    }
}

/// What the hands did, the oldest first. A piece that came home within `brush` ms was brushed.
pub(crate) fn actions(account: &Account, brush: u32) -> Vec<Action> {
    let edges = account.edges();
    let mut told = vec![false; edges.len()];
    let mut actions = Vec::new();
    for (index, edge) in edges.iter().enumerate() {
        if told[index] {
            continue;
        }
        let (cell, before) = (edge.cell, u32::from(edge.before));
        // The next edge of the same piece, or of the same cell where no piece has either.
        let next = edges.iter().enumerate().skip(index + 1).find(|(other, next)| {
            !told[*other]
                && match edge.piece {
                    Some(_) => next.piece == edge.piece,
                    None => next.piece.is_none() && next.cell == cell,
                }
        });
        let lasted = |next: u16| before.saturating_sub(u32::from(next));
        let what = match (edge.closed, edge.piece, next) {
            (false, Some(_), Some((other, next)))
                if next.closed && next.cell == cell && lasted(next.before) < brush =>
            {
                told[other] = true;
                ActionKind::Brushed { at: cell, millis: lasted(next.before) }
            }
            (false, Some(_), _) => ActionKind::Lifted { from: cell },
            // It closes the next cell before it opens its own: it was pushed.
            (true, Some(piece), Some((other, next)))
                if !next.closed
                    && next.cell != cell
                    && stands(edges[..index].iter(), piece) == Some(next.cell) =>
            {
                told[other] = true;
                ActionKind::Slid { from: next.cell, to: cell }
            }
            (true, Some(_), _) => ActionKind::Put { to: cell },
            (true, None, Some((other, next))) if !next.closed => {
                told[other] = true;
                ActionKind::Closed { at: cell, millis: Some(lasted(next.before)) }
            }
            (true, None, _) => ActionKind::Closed { at: cell, millis: None },
            (false, None, _) => ActionKind::Opened { at: cell },
        };
        actions.push(Action { before, piece: edge.piece, what });
    }
    actions
}

/// Where a piece stands after these edges; `None` in hand.
fn stands<'a>(
    edges: impl DoubleEndedIterator<Item = &'a damiera::event::AccountEdge>,
    piece: Square,
) -> Option<Cell> {
    match edges.rev().find(|edge| edge.piece == Some(piece)) {
        Some(edge) if edge.closed => Some(edge.cell),
        Some(_) => None,
        None => Some(piece.cell()),
    }
}

#[cfg(test)]
mod tests {
    use damiera::event::AccountEdge;

    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).expect("a square")
    }

    fn edge(before: u16, cell: u8, closed: bool, piece: Option<u8>) -> AccountEdge {
        AccountEdge { before, cell: square(cell).cell(), closed, piece: piece.map(square) }
    }

    fn of(edges: &[AccountEdge]) -> Vec<(u32, ActionKind)> {
        let account = Account::latest(edges.iter().rev().copied(), None);
        actions(&account, 150).iter().map(|action| (action.before, action.what)).collect()
    }

    #[test]
    fn a_piece_that_comes_home_within_a_brush_was_brushed() {
        let brushed = of(&[edge(500, 28, false, Some(28)), edge(440, 28, true, Some(28))]);
        assert_eq!(brushed, [(500, ActionKind::Brushed { at: square(28).cell(), millis: 60 })]);
        let touched = of(&[edge(500, 28, false, Some(28)), edge(340, 28, true, Some(28))]);
        let from = square(28).cell();
        let both = [(500, ActionKind::Lifted { from }), (340, ActionKind::Put { to: from })];
        assert_eq!(touched, both);
    }

    #[test]
    fn a_piece_that_closes_two_cells_was_pushed() {
        let pushed = of(&[edge(500, 19, true, Some(23)), edge(480, 23, false, Some(23))]);
        let (from, to) = (square(23).cell(), square(19).cell());
        assert_eq!(pushed, [(500, ActionKind::Slid { from, to })]);
    }

    #[test]
    fn a_cell_that_closes_without_a_piece_is_noise_unless_it_stays_closed() {
        let low = of(&[edge(500, 19, true, None), edge(480, 19, false, None)]);
        let at = square(19).cell();
        assert_eq!(low, [(500, ActionKind::Closed { at, millis: Some(20) })]);
        assert_eq!(
            of(&[edge(500, 19, true, None)]),
            [(500, ActionKind::Closed { at, millis: None })]
        );
    }
}
