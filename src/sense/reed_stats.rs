use super::{Cells, Contact, Edge, Frame};
use crate::rules::Cell;

/// How often each reed has closed and bounced, for whoever builds or repairs a
/// board: a reed that bounces much sits badly, or its magnets are weak.
///
/// It is shown every frame, before the debouncer takes it, and every edge that
/// comes of them. All counters stop at their end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReedStats {
    last: Cells,
    /// Changes since the last edge, of which one was meant.
    pending: [u8; Cell::COUNT],
    closures: [u16; Cell::COUNT],
    bounces: [u16; Cell::COUNT],
}

impl ReedStats {
    /// Nothing has been seen yet.
    pub const fn new() -> Self {
        Self {
            last: Cells::EMPTY,
            pending: [0; Cell::COUNT],
            closures: [0; Cell::COUNT],
            bounces: [0; Cell::COUNT],
        }
    }

    /// A frame as it was read. One that is like the last costs a comparison.
    pub fn sample(&mut self, frame: Frame) {
        if frame.cells != self.last {
            for cell in (frame.cells ^ self.last).iter() {
                let pending = &mut self.pending[cell.index()];
                *pending = pending.saturating_add(1);
            }
            self.last = frame.cells;
        }
    }

    /// An edge that came of the frames.
    pub fn note(&mut self, edge: Edge) {
        let Contact::Cell(cell) = edge.contact else { return };
        let n = cell.index();
        let changes = core::mem::take(&mut self.pending[n]);
        self.bounces[n] = self.bounces[n].saturating_add(changes.saturating_sub(1).into());
        self.closures[n] = self.closures[n].saturating_add(edge.closed.into());
    }

    /// How often a reed has closed.
    pub fn closures(&self, cell: Cell) -> u16 {
        self.closures[cell.index()]
    }

    /// How often it changed and did not mean it.
    pub fn bounces(&self, cell: Cell) -> u16 {
        self.bounces[cell.index()]
    }

    /// The reeds that bounced most, the worst first; as many as bounced at all.
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
