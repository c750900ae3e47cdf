use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::rules::Cell;

/// The edges that led to an event, so that a judgement can be examined later.
///
/// It holds the latest [`Trace::CAPACITY`] edges of the turn, the oldest first. `Record::apply`
/// ignores them.
///
/// Serialized as a list of at most [`Trace::CAPACITY`] edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Listed", from = "Listed")]
pub struct Trace {
    edges: [TracedEdge; Trace::CAPACITY],
    len: u8,
}

/// One edge of a [`Trace`].
///
/// Serialized as `before` and [`code`](Self::code).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u16, u8)", try_from = "(u16, u8)")]
pub struct TracedEdge {
    /// Milliseconds before the event, at most 65,535.
    pub before: u16,
    /// The [index](Cell::index) of the cell on the diagram, and 64 more where it
    /// closed.
    code: u8,
}

/// Bit in [`TracedEdge::code`] that marks a closed cell.
const CLOSED: u8 = Cell::COUNT as u8;

impl TracedEdge {
    /// A cell that opened or closed `before` milliseconds before the event.
    pub const fn new(before: u64, cell: Cell, closed: bool) -> Self {
        let before = if before > u16::MAX as u64 { u16::MAX } else { before as u16 };
        Self { before, code: cell.index() as u8 | if closed { CLOSED } else { 0 } }
    }

    /// The edge with this [`code`](Self::code); `None` if the code is above 127.
    pub const fn from_code(before: u16, code: u8) -> Option<Self> {
        if code < 2 * CLOSED { Some(Self { before, code }) } else { None }
    }

    /// Index of the cell in six bits, and 64 if the cell closed.
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The cell.
    pub const fn cell(self) -> Option<Cell> {
        Cell::from_index(self.code % CLOSED)
    }

    /// Whether the cell closed (a piece came); otherwise it opened.
    pub const fn closed(self) -> bool {
        self.code >= CLOSED
    }
}

impl Trace {
    /// Capacity in edges. A capture of nine pieces with a touch of every square takes 2 · 9 + 9
    /// edges and loses its first ones; any other move fits from the first lift to the last piece
    /// taken off, a few repeated edges included.
    pub const CAPACITY: usize = 24;

    /// No edge at all.
    pub const EMPTY: Self =
        Self { edges: [TracedEdge { before: 0, code: 0 }; Self::CAPACITY], len: 0 };

    /// The latest of these edges, given the latest first.
    pub fn latest(edges: impl Iterator<Item = TracedEdge>) -> Self {
        let mut trace = Self::EMPTY;
        for edge in edges.take(Self::CAPACITY) {
            trace.edges[usize::from(trace.len)] = edge;
            trace.len += 1;
        }
        trace.edges[..usize::from(trace.len)].reverse();
        trace
    }

    /// The edges, the oldest first.
    pub fn edges(&self) -> &[TracedEdge] {
        &self.edges[..usize::from(self.len)]
    }
}

impl From<TracedEdge> for (u16, u8) {
    fn from(edge: TracedEdge) -> Self {
        (edge.before, edge.code)
    }
}

impl TryFrom<(u16, u8)> for TracedEdge {
    type Error = &'static str;

    fn try_from((before, code): (u16, u8)) -> Result<Self, Self::Error> {
        Self::from_code(before, code).ok_or("a traced edge has a code below 128")
    }
}

/// The serialized form of a [`Trace`].
#[derive(Serialize, Deserialize)]
#[serde(rename = "Trace")]
struct Listed(Vec<TracedEdge, { Trace::CAPACITY }>);

impl From<Trace> for Listed {
    fn from(trace: Trace) -> Self {
        Self(trace.edges().iter().copied().collect())
    }
}

impl From<Listed> for Trace {
    fn from(listed: Listed) -> Self {
        Self::latest(listed.0.into_iter().rev())
    }
}

impl Default for Trace {
    fn default() -> Self {
        Self::EMPTY
    }
}
