use super::faults::Lines;
use super::{Cells, Contact, Edge, FaultEvents, Faults, Line};
use crate::rules::{Cell, Squares};
use crate::time::{Duration, Instant};

/// Number of edges on one cell within [`CHATTER_WITHIN`] that is chatter: a piece
/// would have to go up and down four times, and even blitz players need a quarter of a
/// second to lift or put down (`host-tests/tests/faults.rs::fast_hands_make_no_fault`).
pub const CHATTER_EDGES: u8 = 8;

/// See [`CHATTER_EDGES`].
pub const CHATTER_WITHIN: Duration = Duration::from_secs(1);

/// Time without an edge after which chatter clears. Longer than [`CHATTER_WITHIN`], so that
/// the fault of a loose contact does not come and go on the display.
pub const CHATTER_CLEARS_AFTER: Duration = Duration::from_secs(2);

/// Time without any edge on the board after which a closed light cell is a fault. A piece may
/// cross a light cell or rest there for a moment while a hand hesitates.
pub const LIGHT_CLOSED_AFTER: Duration = Duration::from_secs(2);

/// Number of pieces, the last ones of a line, that have to vanish at once for a lost wire. A
/// hand may take two at once.
pub const LINE_LOST_PIECES: usize = 3;

/// The longest time between two stamps that count as "at once": one frame, since the rows are
/// read one after the other, and half a frame for its jitter.
pub const LINE_LOST_WITHIN: Duration = Duration::from_micros(1_500);

/// Time for which a single square has to contradict the game at rest to be stuck. Longer than
/// a player needs to correct the square that the display shows.
pub const STUCK_AFTER: Duration = Duration::from_secs(10);

/// The same time while the missing piece may be in a hand ([`FaultDetector::hold`]). A player
/// may think with the piece in hand, but hardly for a minute without any other contact; if one
/// does, the fault clears with the next edge of the square, and the move is read all the same.
pub const HELD_AFTER: Duration = Duration::from_secs(60);

/// Detects the faults of the cells, and when they clear. Keys are not checked: a clock has
/// to obey them in any case.
///
/// [`note`](Self::note) takes every [`Edge`]; [`look`](Self::look) is due after each batch of
/// edges and at [`next_deadline`](Self::next_deadline), and is cheap in every frame
/// (`host-tests/tests/faults.rs::looking_only_when_due_reports_the_same`). The instants of the
/// calls must not decrease.
///
/// | fault | appears | clears |
/// | --- | --- | --- |
/// | chatter | [`CHATTER_EDGES`] within [`CHATTER_WITHIN`] | silent for [`CHATTER_CLEARS_AFTER`] |
/// | line all closed | at once | one of its cells opens |
/// | line all open | [`LINE_LOST_PIECES`] left it within [`LINE_LOST_WITHIN`], the last ones | one of its cells closes, or the game has no piece on it |
/// | light cell closed | no edge for [`LIGHT_CLOSED_AFTER`] | it opens |
/// | stuck | the only cell that contradicts the game, for [`STUCK_AFTER`], or [`HELD_AFTER`] where its piece may be in hand | it changes, or agrees |
///
/// A line that empties piece by piece, as in any game, is no fault.
#[derive(Clone, Debug)]
pub struct FaultDetector {
    /// The cells after all edges so far.
    closed: Cells,
    /// Where the game has its pieces, when at rest.
    expected: Option<Squares>,
    faults: Faults,
    /// The faults at the last report.
    last_reported: Faults,
    /// Whether there was an edge, or a change of `held`, since the last `look`.
    edges: bool,
    /// Instant of the next possible change without an edge.
    deadline: Instant,
    /// Instant of the last edge on a cell that does not chatter.
    quiet_since: Instant,
    /// Whether a piece may be in hand.
    held: bool,
    /// The only square that contradicts the game, and the instant at which it was found.
    odd: Option<(Cell, Instant)>,
    /// The cells that opened at the last two stamps, the newest first.
    opened: [(Instant, Cells); 2],
    /// For each cell the number of edges in the period that began with the edge at `since`.
    edge_counts: [u8; Cell::COUNT],
    /// The beginning of that period; for a cell that chatters, its last edge.
    since: [Instant; Cell::COUNT],
}

impl FaultDetector {
    /// Takes the cells found at `now` as the initial state.
    pub const fn new(found: Cells, now: Instant) -> Self {
        Self {
            closed: found,
            expected: None,
            faults: Faults { all_closed: Lines::within(found), ..Faults::NONE },
            last_reported: Faults::NONE,
            // The first `look` checks everything.
            edges: true,
            deadline: Instant::MAX,
            quiet_since: now,
            held: false,
            odd: None,
            opened: [(now, Cells::EMPTY); 2],
            edge_counts: [0; Cell::COUNT],
            since: [now; Cell::COUNT],
        }
    }

    /// The closed cells after all edges so far.
    pub const fn closed(&self) -> Cells {
        self.closed
    }

    /// The present faults.
    pub const fn faults(&self) -> Faults {
        self.faults
    }

    /// The cells that the game should ignore at present.
    pub fn untrusted(&self) -> Cells {
        self.faults.untrusted()
    }

    /// Instant at which `look` is due even without an edge.
    pub fn next_deadline(&self) -> Option<Instant> {
        (self.deadline < Instant::MAX).then_some(self.deadline)
    }

    /// Takes an edge.
    pub fn note(&mut self, edge: Edge) {
        let Contact::Cell(cell) = edge.contact else { return };
        self.edges = true;
        self.count(cell, edge.at);
        if !self.faults.chatter.contains(cell) {
            self.quiet_since = edge.at;
        }
        self.faults.stuck = self.faults.stuck.without(cell);
        if self.odd.is_some_and(|(odd, _)| odd == cell) {
            self.odd = None;
        }
        if edge.closed { self.note_closed(cell) } else { self.note_opened(cell, edge.at) }
    }

    fn note_closed(&mut self, cell: Cell) {
        self.closed = self.closed.with(cell);
        for &line in &Line::through(cell) {
            self.faults.all_closed.set(line, line.cells().is_within(self.closed));
            self.faults.all_open.set(line, false);
        }
    }

    fn note_opened(&mut self, cell: Cell, at: Instant) {
        self.closed = self.closed.without(cell);
        self.faults.light_closed = self.faults.light_closed.without(cell);
        if self.opened[0].0 != at {
            self.opened = [(at, Cells::EMPTY), self.opened[0]];
        }
        self.opened[0].1 = self.opened[0].1.with(cell);
        let [(_, mut together), (before, others)] = self.opened;
        if at - before <= LINE_LOST_WITHIN {
            together |= others;
        }
        for &line in &Line::through(cell) {
            self.faults.all_closed.set(line, false);
            let cells = line.cells();
            if !cells.meets(self.closed) && (together & cells).len() >= LINE_LOST_PIECES {
                self.faults.all_open.set(line, true);
            }
        }
    }

    /// Counts the edges of a cell in periods that begin with an edge. A cell that keeps
    /// chattering is found in its first or second period, and only a cell with
    /// [`CHATTER_EDGES`] within [`CHATTER_WITHIN`] is found.
    fn count(&mut self, cell: Cell, at: Instant) {
        let (since, edges) = (&mut self.since[cell.index()], &mut self.edge_counts[cell.index()]);
        if self.faults.chatter.contains(cell) {
            *since = at;
        } else if *edges > 0 && at - *since < CHATTER_WITHIN {
            *edges += 1;
            if *edges >= CHATTER_EDGES {
                self.faults.chatter = self.faults.chatter.with(cell);
                (*since, *edges) = (at, 0);
            }
        } else {
            (*since, *edges) = (at, 1);
        }
    }

    /// Sets whether a missing piece may be in a player's hand.
    pub fn hold(&mut self, held: bool) {
        self.edges |= self.held != held;
        self.held = held;
    }

    /// Returns the faults that have appeared or cleared since the last call. `expected` is
    /// where the game has its pieces while it is at rest; `None` while a hand may be at
    /// work.
    pub fn look(&mut self, expected: Option<Squares>, now: Instant) -> FaultEvents {
        if !self.edges && now < self.deadline && expected == self.expected {
            return FaultEvents::none(now);
        }
        self.expected = expected;
        self.check(now)
    }

    fn check(&mut self, now: Instant) -> FaultEvents {
        self.edges = false;
        self.deadline = Instant::MAX;
        self.check_chatter(now);
        self.check_light_cells(now);
        self.check_against_game(now);
        let events = FaultEvents::between(now, self.last_reported, self.faults);
        self.last_reported = self.faults;
        events
    }

    /// Clears the chatter of cells that have been silent.
    fn check_chatter(&mut self, now: Instant) {
        for cell in self.faults.chatter {
            let silent = now - self.since[cell.index()];
            if silent >= CHATTER_CLEARS_AFTER {
                self.faults.chatter = self.faults.chatter.without(cell);
            } else {
                self.wake_at(now + (CHATTER_CLEARS_AFTER - silent));
            }
        }
    }

    /// Finds light cells that stay closed.
    fn check_light_cells(&mut self, now: Instant) {
        let closed = self.closed.light() - self.faults.light_closed - self.untrusted();
        if closed.is_empty() {
            return;
        }
        let due = self.quiet_since + LIGHT_CLOSED_AFTER;
        if now >= due {
            self.faults.light_closed |= closed;
        } else {
            self.wake_at(due);
        }
    }

    /// Compares the board with the game, for stuck squares and for lost lines that the game has
    /// no piece on.
    fn check_against_game(&mut self, now: Instant) {
        let Some(expected) = self.expected.map(Cells::from) else {
            self.odd = None;
            return;
        };
        for line in self.faults.all_open.iter() {
            if !line.cells().meets(expected) {
                self.faults.all_open.set(line, false);
            }
        }
        let different = self.closed ^ expected;
        self.faults.stuck &= different;
        // Two cells that differ are a piece on a wrong square rather than a bad
        // reed; so are a dark one and a light one.
        let alone = (different - self.untrusted()).only().filter(|cell| cell.dark().is_some());
        self.odd = match (alone, self.odd) {
            (Some(cell), Some((odd, since))) if odd == cell => Some((cell, since)),
            (Some(cell), _) => Some((cell, now)),
            (None, _) => None,
        };
        if let Some((cell, since)) = self.odd {
            let due = since + if self.held { HELD_AFTER } else { STUCK_AFTER };
            if now >= due {
                self.faults.stuck = self.faults.stuck.with(cell);
                self.odd = None;
            } else {
                self.wake_at(due);
            }
        }
    }

    /// Makes `look` due at this instant, or earlier.
    fn wake_at(&mut self, due: Instant) {
        self.deadline = self.deadline.min(due);
    }
}
