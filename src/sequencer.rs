//! The sequencer: hands edges, faults, requests and deadlines to the game in the order of their
//! stamps.
//!
//! ```text
//!   Edges --> FaultDetector --> Fault, Distrust --+
//!   Edges ----------------------------------------+--> GameWithMenu::step --> Effects
//!   requests, deadlines, each at its own time ----+
//! ```
//!
//! An edge is known only after its debounce time (8 ms on the shipped boards), so an input with a
//! time of its own waits in the queue until all edges up to that time are known. The firmware and
//! the virtual board are two shells around [`Board`](crate::board::Board), which owns this.

use core::fmt;

use heapless::Deque;

use crate::game::{Effects, Game, Input};
use crate::menu::{DeviceStatus, GameWithMenu};
use crate::rules::{Position, Side, Squares};
use crate::sense::{Cells, Contact, Edges, FaultDetector, FaultEvent, Faults, Keys, SelfTest};
use crate::time::Instant;
use crate::tracker::Verdict;

/// Capacity of the queue of inputs.
///
/// An input waits for the longest debounce, 15 ms at most. On a board the sources are the
/// boot with its random number, a fault of the log, the PC's command, of which there is
/// one at a time, and its connection, whose repeated changes are merged: six at once need
/// a port that is opened and closed twice in 15 ms while the board starts.
pub const MAX_WAITING: usize = 8;

/// The queue of inputs is full; the input was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueFull;

impl fmt::Display for QueueFull {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the queue of inputs is full")
    }
}

impl core::error::Error for QueueFull {}

/// What happens at a table.
pub trait StepObserver {
    /// An input was handed to the game, with these effects. `game` is as it is now.
    fn stepped(&mut self, input: Input, at: Instant, effects: &Effects, game: &Game);

    /// A contact turned bad, or good again.
    fn fault(&mut self, event: FaultEvent);
}

/// A game, its contacts' faults and what waits for its time.
#[derive(Clone, Debug)]
pub struct Sequencer {
    /// Has the closed cells after all edges.
    watch: FaultDetector,
    /// The closed keys after all edges.
    keys: Keys,
    reeds: SelfTest,
    game: GameWithMenu,
    /// Where the watch was last told that pieces should stand.
    at_rest: Option<Squares>,
    untrusted: Cells,
    waiting: Deque<(Instant, Input), MAX_WAITING>,
    /// When the game wants to be woken.
    wake: Option<Instant>,
}

impl Sequencer {
    /// A table with a game, or none yet, and the cells as they are found.
    #[inline(never)] // See `board`: once, and large.
    pub fn new(game: GameWithMenu, found: Cells, now: Instant) -> Self {
        Self {
            watch: FaultDetector::new(found, now),
            keys: Keys::EMPTY,
            reeds: SelfTest::new(Position::start().occupied(), found),
            game,
            at_rest: None,
            untrusted: Cells::EMPTY,
            waiting: Deque::new(),
            wake: None,
        }
    }

    /// The game.
    pub const fn game(&self) -> &GameWithMenu {
        &self.game
    }

    /// What is wrong with the contacts at present.
    pub const fn faults(&self) -> Faults {
        self.watch.faults()
    }

    /// The status of the device, with the contacts as their edges have left them.
    pub fn with_contacts(&self, device_status: &DeviceStatus) -> DeviceStatus {
        DeviceStatus {
            keys: self.keys,
            closed: self.watch.closed(),
            working: self.reeds.working(),
            silent: self.reeds.silent(),
            ..*device_status
        }
    }

    /// Queues an input that is no edge. It reaches the game once every edge up to its
    /// time is known, at its time or at that of the input before it in the queue,
    /// whichever is later: for the game time does not go back. The same change of the
    /// connection twice in a row, as a greeting makes it, is queued once.
    pub fn send(&mut self, input: Input, at: Instant) -> Result<(), QueueFull> {
        let last = self.waiting.back();
        if matches!(input, Input::Connection(_)) && last.is_some_and(|(_, last)| *last == input) {
            return Ok(());
        }
        let at = last.map_or(at, |(last, _)| at.max(*last));
        self.waiting.push_back((at, input)).map_err(|_| QueueFull)
    }

    /// The next time at which something is due without an edge: when all edges
    /// up to here are known, [`advance_to`](Self::pass) is to be called.
    pub fn next_due(&self) -> Option<Instant> {
        let waiting = self.waiting.front().map(|(at, _)| *at);
        Instant::first_of(&[self.wake, self.watch.next_deadline(), waiting])
    }

    /// Time has passed, and every edge before `stamp` has been taken: does
    /// whatever is due. At the same instant it comes before the edges.
    pub fn advance_to(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        let mut passed = self.watch.next_deadline().is_some_and(|due| due <= stamp);
        loop {
            let wake = self.wake.filter(|due| *due <= stamp);
            let waiting = self.waiting.front().filter(|(at, _)| *at <= stamp);
            match (wake, waiting) {
                (Some(due), waiting) if waiting.is_none_or(|(at, _)| due <= *at) => {
                    self.step(Input::Wake, due, observer);
                    // Woken once is enough, even if it asks for the same again.
                    self.wake = self.wake.filter(|next| *next > due);
                }
                (_, Some(&(at, input))) => {
                    self.waiting.pop_front();
                    self.step(input, at, observer);
                }
                _ => break,
            }
            passed = true;
        }
        if passed {
            self.look(stamp, observer);
        }
    }

    /// Takes the edges of one stamp, after what was due before them.
    ///
    /// The fault detector is asked twice, for two different comparisons. Before the game
    /// takes the edges in, with the position of before: a fault that the edges show is
    /// reported first, and its cells are distrusted while the game judges. Afterwards, in
    /// `look`, with the position that the edges have led to.
    pub fn take(&mut self, edges: Edges, observer: &mut impl StepObserver) {
        let stamp = edges.at();
        self.advance_to(stamp, observer);
        if edges.is_quiet() {
            return;
        }
        for edge in edges.clone() {
            self.watch.note(edge);
            match edge.contact {
                Contact::Cell(_) => self.reeds.observe(self.watch.closed()),
                Contact::Key(key) if edge.closed => self.keys = self.keys.with(key),
                Contact::Key(key) => self.keys = self.keys.without(key),
            }
        }
        self.ask(stamp, observer);
        // A cell that becomes doubtful or sound in this very moment is passed
        // over while the game takes the edges in.
        self.distrust(self.untrusted | self.watch.untrusted(), stamp, observer);
        for edge in edges {
            self.step(Input::Edge(edge), edge.at, observer);
        }
        self.look(stamp, observer);
    }

    /// Compares the board with the game again.
    fn look(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        self.watch.hold(matches!(self.game.verdict(), Verdict::InHand(_)));
        let turned = self.game.record().white() == Some(Side::North);
        self.at_rest =
            at_rest(&self.game).map(|occupied| if turned { occupied.turned() } else { occupied });
        self.ask(stamp, observer);
        self.distrust(self.watch.untrusted(), stamp, observer);
    }

    fn ask(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        for event in self.watch.look(self.at_rest, stamp) {
            observer.fault(event);
            self.step(Input::Fault(event), stamp, observer);
        }
    }

    fn distrust(&mut self, untrusted: Cells, stamp: Instant, observer: &mut impl StepObserver) {
        if untrusted != self.untrusted {
            self.untrusted = untrusted;
            self.step(Input::Distrust(untrusted), stamp, observer);
        }
    }

    fn step(&mut self, input: Input, at: Instant, observer: &mut impl StepObserver) {
        let effects = self.game.step(input, at);
        self.wake = self.game.next_deadline();
        observer.stepped(input, at, &effects, &self.game);
    }
}

/// Where the game has its pieces, unless a move is on the board.
fn at_rest(game: &Game) -> Option<Squares> {
    if !game.record().is_playing() {
        return None;
    }
    match game.verdict() {
        Verdict::AtRest | Verdict::Off(_) | Verdict::InHand(_) => {
            Some(game.record().position().occupied())
        }
        _ => None,
    }
}
