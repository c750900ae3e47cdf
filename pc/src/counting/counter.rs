use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;

use damiera::rules::{Move, Position, perft, perft_bulk};

use crate::cli::ThreadsArg;

/// Counts move sequences with one or several threads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter {
    bulk: bool,
    threads: usize,
}

/// A part of the tree that one thread counts at a time.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Index of the count that it is added to.
    count: usize,
    position: Position,
    depth: u32,
}

/// Depth below which a branch is counted and not divided: dividing would take longer.
const LOW: u32 = 4;
/// Maximal number of half-moves by which the tree is divided.
const DIVIDED_PLIES: usize = 3;
/// Number of branches per thread at which dividing stops: enough that threads finish at about the
/// same time.
const BRANCHES_A_THREAD: usize = 32;

impl Counter {
    pub(crate) fn new(bulk: bool, threads: &ThreadsArg) -> Self {
        Self { bulk, threads: usize::from(threads.number) }
    }

    /// Returns the number of move sequences of this length.
    pub(crate) fn leaves(&self, position: &Position, depth: u32) -> u64 {
        if self.threads == 1 {
            return self.branch(position, depth);
        }
        self.share(&[Branch { count: 0, position: *position, depth }]).iter().sum()
    }

    /// Returns the number of move sequences of this length for each first move.
    pub(crate) fn leaves_after(&self, position: &Position, moves: &[Move], depth: u32) -> Vec<u64> {
        let after = |(count, &legal): (usize, &Move)| Branch {
            count,
            position: position.play_unchecked(legal),
            depth: depth - 1,
        };
        let branches: Vec<_> = moves.iter().enumerate().map(after).collect();
        self.share(&branches)
    }

    fn branch(&self, position: &Position, depth: u32) -> u64 {
        if self.bulk { perft_bulk(position, depth) } else { perft(position, depth) }
    }

    /// Counts each of these trees; each thread takes the next branch from a shared index.
    fn share(&self, trees: &[Branch]) -> Vec<u64> {
        let branches = self.divide(trees);
        let next = AtomicUsize::new(0);
        let counts: Vec<AtomicU64> = trees.iter().map(|_| AtomicU64::new(0)).collect();
        let work = || {
            while let Some(branch) = branches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let leaves = self.branch(&branch.position, branch.depth);
                counts[branch.count].fetch_add(leaves, Ordering::Relaxed);
            }
        };
        thread::scope(|scope| {
            // This thread works as well.
            for _ in 1..self.threads.min(branches.len()) {
                // If the system refuses a thread, the running ones do its part.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
        counts.into_iter().map(AtomicU64::into_inner).collect()
    }

    fn divide(&self, trees: &[Branch]) -> Vec<Branch> {
        let mut branches = trees.to_vec();
        for _ in 0..DIVIDED_PLIES {
            if self.threads == 1 || branches.len() >= BRANCHES_A_THREAD * self.threads {
                break;
            }
            branches = branches.into_iter().flat_map(Branch::grown).collect();
        }
        branches
    }
}

impl Branch {
    /// Returns the branches after each legal move, or itself at depth [`LOW`] or less.
    fn grown(self) -> Vec<Self> {
        if self.depth <= LOW {
            return vec![self];
        }
        let after = |&legal: &Move| Self {
            position: self.position.play_unchecked(legal),
            depth: self.depth - 1,
            ..self
        };
        self.position.legal_moves().iter().map(after).collect()
    }
}
