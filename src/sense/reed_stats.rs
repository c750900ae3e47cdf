use super::{Cells, Contact, Edge, Frame};
use crate::rules::Cell;

/// Number of closures and bounces of each reed since power-on, for the building and repair
/// of a board: a reed that bounces much sits badly, or its magnets are weak.
///
/// It takes every frame, before the debouncer does, and every edge of the debouncer. All
/// counters saturate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReedStats {
    /// The cells of the last frame.
    last: Cells,
    /// Changes since the last edge: one of them is the edge, the others are bounces.
    pending: [u8; Cell::COUNT],
    closures: [u16; Cell::COUNT],
    bounces: [u16; Cell::COUNT],
}

impl ReedStats {
    /// All counters at zero.
    pub const fn new() -> Self {
        Self {
            last: Cells::EMPTY,
            pending: [0; Cell::COUNT],
            closures: [0; Cell::COUNT],
            bounces: [0; Cell::COUNT],
        }
    }

    /// Takes a frame before debouncing. One that is equal to the last costs a comparison.
    pub fn sample(&mut self, frame: Frame) {
        if frame.cells != self.last {
            for cell in (frame.cells ^ self.last).iter() {
                let pending = &mut self.pending[cell.index()];
                *pending = pending.saturating_add(1);
            }
            self.last = frame.cells;
        }
    }

    /// Takes an edge of the debouncer.
    pub fn note(&mut self, edge: Edge) {
        let Contact::Cell(cell) = edge.contact else { return };
        let n = cell.index();
        let changes = core::mem::take(&mut self.pending[n]);
        self.bounces[n] = self.bounces[n].saturating_add(changes.saturating_sub(1).into());
        self.closures[n] = self.closures[n].saturating_add(edge.closed.into());
    }

    /// Number of closures of a reed.
    pub fn closures(&self, cell: Cell) -> u16 {
        self.closures[cell.index()]
    }

    /// Number of changes of a reed beyond those of its edges.
    pub fn bounces(&self, cell: Cell) -> u16 {
        self.bounces[cell.index()]
    }

    /// The reeds that bounced most, the worst first; `None` after the last that bounced.
    pub fn weakest<const N: usize>(&self) -> [Option<Cell>; N] {
        let mut worst = [None; N];
        for cell in Cell::all().filter(|cell| self.bounces(*cell) > 0) {
            let worse = |other: &Option<Cell>| {
                other.is_none_or(|other| self.bounces(other) < self.bounces(cell))
            };
            if let Some(place) = worst.iter().position(worse) {
                worst[place..].rotate_right(1);
                worst[place] = Some(cell);
            }
        }
        worst
    }
}

impl Default for ReedStats {
    fn default() -> Self {
        Self::new()
    }
}
