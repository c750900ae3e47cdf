//! Scenarios with other changes of contacts than those of their acts, such as noise of hands.
//!
//! ```text
//! acts ── played once, expectations skipped ──> changes ── mix ──> changes ── played with expectations
//! ```

use damiera::rules::Cell;
use damiera::sense::{Cells, Contact};

use super::run::{Runner, caught};
use super::{Account, Scenario, Step};
use crate::virtual_board::{Change, VirtualBoard};

/// Changes of contacts that a run takes in place of those of its acts.
#[derive(Clone, Debug)]
pub(super) struct Feed {
    /// In order of their times.
    changes: Vec<Change>,
    /// Number of those that the board has had.
    fed: usize,
    /// Time in ms of the end of the act in each line; `None` in lines without one.
    ends: Vec<Option<u64>>,
}

impl Feed {
    /// The next change before this time in ms, or at it.
    pub(super) fn next_until(&mut self, millis: u64) -> Option<Change> {
        let next = self.changes.get(self.fed).copied().filter(|next| next.at <= millis)?;
        self.fed += 1;
        Some(next)
    }

    /// The time of the end of the act in this line.
    pub(super) fn end_of(&self, line: usize) -> Option<u64> {
        self.ends.get(line).copied().flatten()
    }

    /// The time in ms of the last change.
    pub(super) fn last(&self) -> Option<u64> {
        self.changes.last().map(|last| last.at)
    }
}

impl Scenario {
    /// Runs the scenario with the changes of contacts that `mix` makes of those of its acts. It gets the
    /// cells that are closed before the first change, and the changes in order; so must those be that
    /// it returns. Begins, ends and expectations of the acts stay where they are.
    pub fn run_mixed(&self, mix: impl FnOnce(Cells, &[Change]) -> Vec<Change>) -> Account {
        let Ok(mut board) = caught(|| Ok(self.board()?)) else { return self.run_plain() };
        let begins = closed(&board);
        board.record_changes();
        // Where an act cannot be performed, the usual run says so.
        let Some(ends) = self.ends(&mut board) else { return self.run_plain() };
        let feed = Feed { changes: mix(begins, board.changes()), fed: 0, ends };
        match caught(|| Ok(self.board()?)) {
            Ok(mut board) => self.run_fed(&mut board, Some(feed)),
            Err(_) => self.run_plain(),
        }
    }

    /// Performs the acts, and returns the end of each in ms; `None` where one fails.
    fn ends(&self, board: &mut VirtualBoard) -> Option<Vec<Option<u64>>> {
        let mut runner = Runner::new(self, board, None);
        let mut ends = Vec::with_capacity(self.lines.len());
        for (index, line) in self.lines.iter().enumerate() {
            if matches!(line.step, Step::Expect(_)) {
                ends.push(None);
            } else {
                runner.line(index).ok()?;
                ends.push(runner.ended());
            }
        }
        Some(ends)
    }
}

/// The cells of the diagram that pieces close.
fn closed(board: &VirtualBoard) -> Cells {
    let cells = (0..64).filter_map(Cell::from_index);
    cells.filter(|cell| board.is_closed(Contact::Cell(*cell))).collect()
}
