use heapless::Vec;

use super::{MAX_WORLDS, Stamp};
use crate::rules::{Cell, Move, Square};

/// Edges of a turn that are remembered, the latest ones.
///
/// A capture of nine pieces with a touch of every square takes 2 · 9 + 9 edges and loses its first
/// ones; any other move fits from the first lift to the last piece taken off, brushes included.
pub(super) const CAPACITY: usize = 26;

/// The edges of a turn, and the piece that each world has for each of them.
#[derive(Clone, Debug)]
pub struct Log {
    entries: Vec<LogEntry, CAPACITY>,
    /// The piece of each edge, by world; `None` is an edge that no piece explains.
    pieces: [[Option<Square>; CAPACITY]; MAX_WORLDS],
}

/// An edge of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// When.
    pub at: Stamp,
    /// Where.
    pub cell: Cell,
    /// Whether the cell closed.
    pub closed: bool,
}

impl Log {
    /// No edge.
    pub(super) const fn new() -> Self {
        Self { entries: Vec::new(), pieces: [[None; CAPACITY]; MAX_WORLDS] }
    }

    /// The edges with the pieces of one world, oldest first.
    pub fn of(&self, world: usize) -> impl DoubleEndedIterator<Item = (LogEntry, Option<Square>)> {
        self.entries.iter().copied().zip(self.pieces[world])
    }

    /// Adds an edge and returns its place. `worlds` is the number of worlds.
    pub(super) fn push(&mut self, cell: Cell, closed: bool, at: Stamp, worlds: usize) -> usize {
        if self.entries.is_full() {
            self.keep(!1, worlds);
        }
        // There is room now.
        let _ = self.entries.push(LogEntry { at, cell, closed });
        let place = self.entries.len() - 1;
        self.pieces[..worlds].iter_mut().for_each(|pieces| pieces[place] = None);
        place
    }

    /// Keeps the edges at these places only; the others close up.
    fn keep(&mut self, places: u32, worlds: usize) {
        let mut to = 0;
        for from in 0..self.entries.len() {
            if places >> from & 1 == 0 {
                continue;
            }
            if to < from {
                self.entries[to] = self.entries[from];
                self.pieces[..worlds].iter_mut().for_each(|pieces| pieces[to] = pieces[from]);
            }
            to += 1;
        }
        self.entries.truncate(to);
    }

    /// In this world the edge is one of this piece.
    pub(super) const fn attribute(&mut self, world: usize, entry: usize, piece: Square) {
        self.pieces[world][entry] = Some(piece);
    }

    /// In this world the latest closing of a cell was one of this piece.
    pub(super) fn attribute_latest(&mut self, world: usize, cell: Cell, piece: Square) {
        let closing = |entry: &LogEntry| entry.cell == cell && entry.closed;
        if let Some(place) = self.entries.iter().rposition(closing) {
            self.pieces[world][place] = Some(piece);
        }
        // The edge that ended the slide.
        if let Some(last) = self.entries.len().checked_sub(1) {
            self.pieces[world][last] = Some(piece);
        }
    }

    /// A world begins as a copy of another one.
    pub(super) const fn copy(&mut self, from: usize, to: usize) {
        self.pieces[to] = self.pieces[from];
    }

    /// Of so many worlds these are gone, and the others move up.
    pub(super) fn remove(&mut self, dead: u32, worlds: usize) {
        let mut to = 0;
        for from in 0..worlds {
            if dead >> from & 1 == 0 {
                if to < from {
                    self.pieces[to] = self.pieces[from];
                }
                to += 1;
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Forgets what left the board as it was, where nothing is under way any more and more came
    /// since than fits.
    pub(super) fn clear_if(&mut self, at_rest: bool) {
        if at_rest && self.entries.len() > CAPACITY / 2 {
            self.entries.clear();
        }
    }

    /// A move counted: its edges are told, those of the other pieces belong to the next turn.
    pub(super) fn move_counted(&mut self, played: Move, worlds: usize) {
        let mut others = 0;
        for (place, piece) in self.pieces[0][..self.entries.len()].iter().enumerate() {
            let told = piece
                .is_none_or(|piece| piece == played.from() || played.captured().contains(piece));
            others |= u32::from(!told) << place;
        }
        self.keep(others, worlds);
    }

    /// The same seen from the other side of the board.
    pub(super) fn turn_by_half(&mut self) {
        self.entries.iter_mut().for_each(|entry| entry.cell = entry.cell.turned());
        let pieces = self.pieces.iter_mut().flatten().flatten();
        pieces.for_each(|piece| *piece = piece.turned());
    }
}
