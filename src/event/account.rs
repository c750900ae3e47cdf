use heapless::Vec;
use serde::{Deserialize, Serialize};

use super::Breach;
use crate::rules::{Cell, Square, Squares};

/// What the board believes the hands did, so that a judgement can be examined later.
///
/// It holds the latest [`Account::CAPACITY`] edges of the turn, the oldest first, each with the piece
/// that is taken to have caused it, and for an accusation the reading that came next.
/// `Record::apply` ignores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Listed", from = "Listed")]
pub struct Account {
    edges: [AccountEdge; Account::CAPACITY],
    len: u8,
    /// The accusation that was not believed, if there was another one.
    pub rival: Option<Rival>,
}

/// One edge of an [`Account`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountEdge {
    /// Milliseconds before the event, at most 65,535.
    pub before: u16,
    /// The cell on the diagram.
    pub cell: Cell,
    /// Whether the cell closed (a piece came); otherwise it opened.
    pub closed: bool,
    /// The piece, by its square before the move; `None`: noise, or a piece too many.
    pub piece: Option<Square>,
}

/// The accusation that came next, and was not believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    /// What it would have been; `None`: only the arbiter could have told.
    pub breach: Option<Breach>,
    /// The squares concerned.
    pub squares: Squares,
}

impl AccountEdge {
    const NONE: Self = Self { before: 0, cell: Cell::FIRST, closed: false, piece: None };
}

impl Account {
    /// Capacity in edges. A capture of nine pieces with a touch of every square takes 2 · 9 + 9
    /// edges and loses its first one; any other move fits from the first lift to the last piece
    /// taken off, a few brushes included.
    pub const CAPACITY: usize = 26;

    /// No edge at all.
    pub const EMPTY: Self =
        Self { edges: [AccountEdge::NONE; Self::CAPACITY], len: 0, rival: None };

    /// The latest of these edges, given the latest first.
    pub fn latest(edges: impl Iterator<Item = AccountEdge>, rival: Option<Rival>) -> Self {
        let mut account = Self { rival, ..Self::EMPTY };
        for edge in edges.take(Self::CAPACITY) {
            account.edges[usize::from(account.len)] = edge;
            account.len += 1;
        }
        account.edges[..usize::from(account.len)].reverse();
        account
    }

    /// The edges, the oldest first.
    pub fn edges(&self) -> &[AccountEdge] {
        &self.edges[..usize::from(self.len)]
    }
}

impl Default for Account {
    fn default() -> Self {
        Self::EMPTY
    }
}

/// The serialized form of an [`Account`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "Account")]
struct Listed {
    edges: Vec<AccountEdge, { Account::CAPACITY }>,
    rival: Option<Rival>,
}

impl From<Account> for Listed {
    fn from(account: Account) -> Self {
        Self { edges: account.edges().iter().copied().collect(), rival: account.rival }
    }
}

impl From<Listed> for Account {
    fn from(listed: Listed) -> Self {
        Self::latest(listed.edges.into_iter().rev(), listed.rival)
    }
}
