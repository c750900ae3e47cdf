use super::faults::Lines;
use super::{Cells, Contact, Edge, FaultEvents, Faults, Line};
use crate::rules::{Cell, Squares};
use crate::time::{Duration, Instant};

/// So many edges on one cell within [`CHATTER_WITHIN`] are no hand's: a piece
/// would go up and down four times, and even blitz players need a quarter of a
/// second to lift and put down.
pub const CHATTER_EDGES: u8 = 8;

/// See [`CHATTER_EDGES`].
pub const CHATTER_WITHIN: Duration = Duration::from_secs(1);

/// A cell that was silent for so long no longer chatters. Longer than the time it
/// takes to find out, so that a loose contact does not come and go on the display.
pub const CHATTER_CLEARS_AFTER: Duration = Duration::from_secs(2);

/// A piece may cross a light cell or rest there for a moment while a hand
/// hesitates; after so long without any edge on the board it stands there.
pub const LIGHT_CLOSED_AFTER: Duration = Duration::from_secs(2);

/// A hand may take two pieces of a line at once; three in the same moment, and
/// none left, is a wire.
pub const LINE_LOST_PIECES: usize = 3;

/// The same moment: one frame may lie between, since the rows are read one after
/// the other. Half a frame more, as frames are not exactly a millisecond apart.
pub const LINE_LOST_WITHIN: Duration = Duration::from_micros(1_500);

/// So long a lone square must contradict the game at rest. Longer than somebody
/// needs to put right what the display shows.
pub const STUCK_AFTER: Duration = Duration::from_secs(10);

/// So long it must be open if it is the square of a piece that could be in hand.
/// A player may think with the piece in hand, but not for a minute with nothing
/// else happening; and if one does, the fault goes away with the next contact of
/// the square, and the move is read all the same.
pub const HELD_AFTER: Duration = Duration::from_secs(60);

/// Finds the faults of the cells, and when they are gone. The keys are not
/// watched: a clock must obey them whatever they do.
///
/// It is told every [`Edge`], and asked after each batch of them, and at the
/// latest at [`next_deadline`](Self::next_deadline); asking in every frame is
/// cheap. Time must not go back between one call and the next.
///
/// | fault | appears | goes away |
/// | --- | --- | --- |
/// | chatter | [`CHATTER_EDGES`] within [`CHATTER_WITHIN`] | silent for [`CHATTER_CLEARS_AFTER`] |
/// | line all closed | at once | one of its cells opens |
/// | line all open | [`LINE_LOST_PIECES`] left it within [`LINE_LOST_WITHIN`], the last ones | one of its cells closes, or the game has nothing on it |
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
    /// Of these somebody has been told.
    told: Faults,
    /// Whether there was an edge since the last question.
    edges: bool,
    /// The next time that something may change without an edge.
    deadline: Instant,
    /// The last edge on a cell that does not chatter.
    quiet_since: Instant,
    /// Whether a piece may be in hand.
    held: bool,
    /// The only square that contradicts the game, and since when.
    odd: Option<(Cell, Instant)>,
    /// What opened at the last two stamps, the newest first.
    opened: [(Instant, Cells); 2],
    /// For each cell the edges in the period that began with one at `since`.
    edge_counts: [u8; Cell::COUNT],
    /// The beginning of that period; of a cell that chatters, its last edge.
    since: [Tick; Cell::COUNT],
}

impl FaultDetector {
    /// Begins with the cells as they are found at `now`.
    pub fn new(found: Cells, now: Instant) -> Self {
        let mut watch = Self {
            closed: found,
            expected: None,
            faults: Faults::default(),
            told: Faults::default(),
            // The first question looks at everything.
            edges: true,
            deadline: Instant::MAX,
            quiet_since: now,
            held: false,
            odd: None,
            opened: [(now, Cells::EMPTY); 2],
            edge_counts: [0; Cell::COUNT],
            since: [Tick::at(now); Cell::COUNT],
        };
        for line in Lines::ALL.iter() {
            watch.faults.all_closed.set(line, line.cells().is_within(found));
        }
        watch
    }

    /// The cells that are closed after all edges so far.
    pub const fn closed(&self) -> Cells {
        self.closed
    }

    /// What is wrong at present.
    pub const fn faults(&self) -> Faults {
        self.faults
    }

    /// The cells that judgement should leave out of account at present.
    pub fn untrusted(&self) -> Cells {
        self.faults.untrusted()
    }

    /// When it wants to be asked even if no edge comes.
    pub fn next_deadline(&self) -> Option<Instant> {
        (self.deadline < Instant::MAX).then_some(self.deadline)
    }

    /// Takes note of an edge.
    // Never inlined: a frame without any edge would pay for its registers.
    #[inline(never)]
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

    /// Counts the edges of a cell in periods that begin with an edge. One that
    /// keeps chattering is found in its first period or its second; and whatever
    /// is found did have that many edges in that time.
    fn count(&mut self, cell: Cell, at: Instant) {
        let (since, edges) = (&mut self.since[cell.index()], &mut self.edge_counts[cell.index()]);
        let at = Tick::at(at);
        if self.faults.chatter.contains(cell) {
            *since = at;
        } else if *edges > 0 && at.since(*since) < CHATTER_WITHIN {
            *edges += 1;
            if *edges >= CHATTER_EDGES {
                self.faults.chatter = self.faults.chatter.with(cell);
                (*since, *edges) = (at, 0);
            }
        } else {
            (*since, *edges) = (at, 1);
        }
    }

    /// Says whether the piece that is missing may be in somebody's hand.
    pub fn hold(&mut self, held: bool) {
        self.edges |= self.held != held;
        self.held = held;
    }

    /// What has appeared and gone away since the last question. `expected` is
    /// where the game has its pieces, as long as it is at rest; `None` while a
    /// hand may be at work.
    pub fn look(&mut self, expected: Option<Squares>, now: Instant) -> FaultEvents {
        if !self.edges && now < self.deadline && expected == self.expected {
            return FaultEvents::none(now);
        }
        self.expected = expected;
        self.look_closely(now)
    }

    // Never inlined, as `note`.
    #[inline(never)]
    fn look_closely(&mut self, now: Instant) -> FaultEvents {
        self.edges = false;
        self.deadline = Instant::MAX;
        self.look_for_silence(now);
        self.look_for_light(now);
        self.look_for_contradictions(now);
        let events = FaultEvents::between(now, self.told, self.faults);
        self.told = self.faults;
        events
    }

    /// Ends the chatter of cells that have been silent.
    fn look_for_silence(&mut self, now: Instant) {
        for cell in self.faults.chatter {
            let silent = Tick::at(now).since(self.since[cell.index()]);
            if silent >= CHATTER_CLEARS_AFTER {
                self.faults.chatter = self.faults.chatter.without(cell);
            } else {
                self.wake_at(now + (CHATTER_CLEARS_AFTER - silent));
            }
        }
    }

    /// Finds pieces that stand on light cells.
    fn look_for_light(&mut self, now: Instant) {
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

    /// Compares the board with the game.
    fn look_for_contradictions(&mut self, now: Instant) {
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

    #[cfg_attr(target_os = "none", inline(never))]
    fn wake_at(&mut self, due: Instant) {
        self.deadline = self.deadline.min(due);
    }
}

/// An instant in 32 bits, to have one for each cell: in units of 64 µs, going
/// round after three days.
///
/// A cell that is touched for the second time exactly three days after the first
/// would have one edge too many: no fault comes of that.
#[derive(Clone, Copy, Debug)]
struct Tick(u32);

impl Tick {
    const MICROS_BITS: u32 = 6;

    const fn at(instant: Instant) -> Self {
        Self((instant.as_micros() >> Self::MICROS_BITS) as u32)
    }

    const fn since(self, earlier: Self) -> Duration {
        Duration::from_micros((self.0.wrapping_sub(earlier.0) as u64) << Self::MICROS_BITS)
    }
}
