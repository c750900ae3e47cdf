//! From lifts and drops to what the hands are doing.
//!
//! A reed knows *occupied*, nothing else. The tracker keeps the board as the
//! reeds see it and one [trace] of the changes that led to it in this
//! turn; all else is derived from these two. What it means is decided by
//! comparing the board with the position and its legal moves, never by counting
//! changes, and never by a timer where a press can decide.
//!
//! One file a question: `touch` which piece has to be played, `verdict` what the
//! board shows, `shown` which of several moves it was and how its captured pieces
//! came off.

mod shown;
mod touch;
pub mod trace;
mod verdict;

pub use verdict::Verdict;

use serde::{Deserialize, Serialize};

use crate::rules::{Cell, Move, Square, Squares};
use crate::sense::Cells;
use crate::time::{Duration, Instant};
pub use trace::Mark;
use trace::{Binds, Change, Trace};

/// 7.8: so many cells that change within one debounce are more than a hand does.
const KNOCK: usize = 3;

/// The board as the reeds see it, and how it came to be so in this turn.
#[derive(Clone, Debug)]
// As in `Game`: the long trace comes last.
#[repr(C)]
pub struct Tracker {
    /// The dark squares that read closed.
    board: Squares,
    /// The light cells that read closed.
    light: Cells,
    /// Cells that a fault makes unreadable: every judgement passes over them.
    untrusted: Cells,
    /// The dark squares that are not among those.
    trusted: Squares,
    /// As it was told with the latest change.
    turn: Turn,
    hand_timings: HandTimings,
    trace: Trace,
}

/// How the hands have to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandTimings {
    /// A piece open for less than this and back on its square was brushed.
    pub brush: Duration,
    /// The longest debounce: changes within it came at once.
    pub window: Duration,
    /// A piece that is pushed from one square to the next lies on both of them
    /// for so long at most: the new reed closes before the old one opens, and
    /// until then nobody can tell it from two pieces. A magnet closes a reed
    /// within about a third of a square; a hand that pushes does that in well
    /// under 50 ms.
    pub bridge: Duration,
}

impl HandTimings {
    /// The times of [`Default`], for constants.
    pub const DEFAULT: Self = Self {
        brush: Duration::from_millis(150),
        window: Duration::from_millis(8),
        bridge: Duration::from_millis(50),
    };
}

impl Default for HandTimings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// Whose pieces are whose while a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The pieces of the player on move.
    pub own: Squares,
    /// Those of the opponent.
    pub foreign: Squares,
    /// Those that bind when they are touched (3.7).
    pub touchable: Squares,
    /// The player has said "accomodo" (3.9).
    pub adjusting: bool,
}

impl Turn {
    const NONE: Self = Self {
        own: Squares::EMPTY,
        foreign: Squares::EMPTY,
        touchable: Squares::EMPTY,
        adjusting: false,
    };

    fn binds(&self, square: Square) -> Binds {
        match (self.touchable.contains(square), self.adjusting) {
            (false, _) => Binds::No,
            (true, true) => Binds::Adjusted,
            (true, false) => Binds::Touched,
        }
    }
}

impl Tracker {
    /// An empty board.
    pub const fn new(hand_timings: HandTimings) -> Self {
        Self {
            board: Squares::EMPTY,
            light: Cells::EMPTY,
            untrusted: Cells::EMPTY,
            trusted: Squares::ALL,
            trace: Trace::new(),
            turn: Turn::NONE,
            hand_timings,
        }
    }

    /// Every cell that reads closed.
    pub fn cells(&self) -> Cells {
        Cells::from(self.board) | self.light
    }

    /// The dark squares that read closed.
    pub const fn board(&self) -> Squares {
        self.board
    }

    /// The light cells that read closed and can be trusted.
    pub fn light(&self) -> Cells {
        self.light - self.untrusted
    }

    /// The cells that are passed over.
    pub const fn untrusted(&self) -> Cells {
        self.untrusted
    }

    /// The dark squares whose reeds can be trusted.
    pub const fn trusted(&self) -> Squares {
        self.trusted
    }

    /// Whether the reed under a cell can be trusted.
    pub const fn trusts(&self, cell: Cell) -> bool {
        !self.untrusted.contains(cell)
    }

    /// From now on these cells are passed over, and so is what they said before
    /// they were found out.
    pub fn distrust(&mut self, cells: Cells) {
        self.untrusted = cells;
        self.trusted = !cells.dark();
        self.trace.retain(&mut |change| !cells.contains(change.cell));
    }

    /// Whether the board, as far as it can be trusted, has pieces on exactly
    /// these dark squares. A piece may lie partly on a light cell (7.6).
    pub fn shows(&self, occupied: Squares) -> bool {
        self.differs(occupied).is_empty()
    }

    /// Where the board differs from these occupied squares, as far as it can
    /// be trusted.
    pub fn differs(&self, occupied: Squares) -> Squares {
        (self.board ^ occupied) & self.trusted
    }

    /// Which of these pieces are off the board.
    pub fn in_hand(&self, pieces: Squares) -> Squares {
        (pieces - self.board) & self.trusted
    }

    /// A cell opened or closed. `turn` says whose pieces are whose by now.
    pub fn change(&mut self, cell: Cell, closed: bool, at: Instant, turn: &Turn) {
        self.set(cell, closed);
        let lifted = cell.dark().filter(|_| !closed);
        let binds = lifted.map_or(Binds::No, |square| turn.binds(square));
        self.turn = *turn;
        if self.trusts(cell) {
            self.trace.push(Change { at, cell, closed, binds });
        }
    }

    fn set(&mut self, cell: Cell, closed: bool) {
        match cell.dark() {
            Some(square) if closed => self.board = self.board.with(square),
            Some(square) => self.board = self.board.without(square),
            None if closed => self.light = self.light.with(cell),
            None => self.light = self.light.without(cell),
        }
    }

    /// When the latest changes began, if they came so close together, on so
    /// many cells, that a hand would need an excuse (7.8).
    pub fn many_at_once(&self, now: Instant) -> Option<Instant> {
        let at_once =
            |change: &&Change| now.saturating_since(change.at) <= self.hand_timings.window;
        let mut first = None;
        let mut cells = Cells::EMPTY;
        for change in self.trace.iter().rev().take_while(at_once) {
            first = Some(change.at);
            cells = cells.with(change.cell);
        }
        first.filter(|_| cells.len() >= KNOCK)
    }

    /// The same board with this piece put back: what it would be if a hand had
    /// not brushed it.
    #[must_use]
    pub fn with_piece(&self, square: Square) -> Self {
        let mut with_it = self.clone();
        with_it.board = self.board.with(square);
        with_it
    }

    /// The board as it was before everything from this time on.
    #[must_use]
    pub fn before(&self, from: Instant) -> Self {
        let mut before = self.clone();
        before.board = self.trace.undone(self.board, from);
        before.trace.retain(&mut |change| change.at < from);
        before
    }

    /// The board as it was before this change of the turn, and what has come with it and since.
    #[must_use]
    pub fn rewound(&self, to: Mark) -> (Self, Trace) {
        let mut before = self.clone();
        let later = before.trace.split_off(to);
        for Change { cell, closed, .. } in later.iter().rev() {
            before.set(*cell, !closed);
        }
        (before, later)
    }

    /// Forgets the brushes that were under way: pieces that were off and, as what came later
    /// tells, back in time.
    pub fn forget_brushes(&mut self, later: &Trace) {
        let brush = self.hand_timings.brush;
        for change in later.iter().filter(|change| change.closed) {
            let lifted = change.cell.dark().filter(|square| !self.board.contains(*square));
            let lifted = lifted.and_then(|square| self.lifted_at(square));
            if let Some(at) = lifted.filter(|at| change.at.saturating_since(*at) < brush) {
                self.set(change.cell, true);
                self.trace.retain(&mut |other| other.mark() != Mark { at, cell: change.cell });
            }
        }
    }

    /// If a square opens now: the change with which a piece may have been pushed off it, onto
    /// cells that closed before.
    pub fn pushed_from(&self, now: Instant) -> Option<Mark> {
        let recent = |change: &&Change| now.saturating_since(change.at) <= self.hand_timings.bridge;
        let latest = self.trace.iter().rev().take_while(recent);
        latest.filter(|change| change.closed).last().map(Change::mark)
    }

    /// Whether this piece was lifted in this turn.
    pub fn was_lifted(&self, square: Square) -> bool {
        self.lifted_at(square).is_some()
    }

    /// When this piece was last lifted in this turn.
    pub fn lifted_at(&self, square: Square) -> Option<Instant> {
        self.trace.lifts(square).next_back()
    }

    /// When a piece was last put onto this square in this turn.
    pub fn put_at(&self, square: Square) -> Option<Instant> {
        self.trace.drops(square).next_back()
    }

    /// The same, if it is still there.
    pub fn stands_since(&self, square: Square) -> Option<Instant> {
        self.put_at(square).filter(|_| self.board.contains(square))
    }

    /// It turns out that White sits on the other side.
    pub fn turn_by_half(&mut self) {
        self.board = self.board.turned();
        self.light = self.light.turned();
        self.untrusted = self.untrusted.turned();
        self.trusted = self.trusted.turned();
        self.trace.turn_by_half();
    }

    /// A new turn: what happened before no longer counts, except that pieces
    /// which are in the air were lifted, and one of them perhaps touched.
    pub fn new_turn(&mut self) {
        let closed = self.cells();
        self.trace
            .retain(&mut |change| change.cell.dark().is_some() && !closed.contains(change.cell));
    }

    /// This move counts, and the board should show these squares: its changes
    /// are done with, and so is what came before it. Whatever a hand has done
    /// since the piece came to rest may belong to the reply.
    #[inline(never)] // It has a whole trace on its stack.
    pub fn counted(&mut self, played: Move, occupied: Squares) {
        self.untouch();
        let rest = self.arrived(played).unwrap_or(Instant::MAX);
        let bridge = self.hand_timings.bridge;
        let done = played.captured() | played.path().collect();
        let differs = self.differs(occupied);
        let whole = &self.trace.clone();
        let mut place = 0;
        self.trace.retain(&mut |change| {
            let here = place;
            place += 1;
            let Some(square) = change.cell.dark() else {
                return change.at >= rest;
            };
            if square == played.from() && square != played.to() {
                // A piece that slides leaves it after it has come to rest.
                return change.at > if change.closed { rest } else { rest + bridge };
            }
            if done.contains(square) {
                // Up to the piece's last coming or going.
                return whole.last(change.cell, square == played.to()).is_none_or(|n| here > n);
            }
            let latest = whole.iter().rev().find(|other| other.cell == change.cell);
            differs.contains(square) || latest.is_some_and(|latest| latest.at >= rest)
        });
    }

    /// The changes of this turn.
    pub const fn trace(&self) -> &Trace {
        &self.trace
    }
}
