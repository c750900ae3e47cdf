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

use crate::game::{Effects, Game, Hands, Input};
use crate::menu::{DeviceStatus, GameWithMenu};
use crate::rules::{Position, Side, Squares};
use crate::sense::{
    Cells, Contact, Edges, FaultDetector, FaultEvent, Faults, Keys, SelfTest, Timing,
};
use crate::time::Instant;

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

/// Receives the results of each step of the [`Sequencer`].
pub trait StepObserver {
    /// The game has processed an input with these effects. `game` is its state after the step.
    fn stepped(&mut self, input: Input, at: Instant, effects: &Effects, game: &Game);

    /// The fault detector has found or cleared a fault of a contact.
    fn fault(&mut self, event: FaultEvent);
}

/// The game, the fault detector of its contacts, and the queue of inputs.
#[derive(Clone, Debug)]
pub struct Sequencer {
    /// Fault detector; holds the closed cells after all edges.
    detector: FaultDetector,
    /// The closed keys after all edges.
    keys: Keys,
    reeds: SelfTest,
    game: GameWithMenu,
    /// The occupied squares that the game expects, as last given to the detector; `None` while a
    /// move is on the board.
    at_rest: Option<Squares>,
    /// The distrusted cells that the game knows of.
    untrusted: Cells,
    waiting: Deque<(Instant, Input), MAX_WAITING>,
    /// The next deadline of the game.
    wake: Option<Instant>,
}

impl Sequencer {
    /// A sequencer with this game, whose contacts are all open.
    pub const fn new(game: GameWithMenu, now: Instant) -> Self {
        Self {
            detector: FaultDetector::new(Cells::EMPTY, now),
            keys: Keys::EMPTY,
            reeds: SelfTest::new(Position::start().occupied(), Cells::EMPTY),
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

    /// The game, to be restored before the first input.
    pub(crate) const fn game_mut(&mut self) -> &mut GameWithMenu {
        &mut self.game
    }

    /// Sets the debounce times of the contacts: edges within the longer one came at once.
    pub const fn set_timing(&mut self, timing: Timing) {
        self.game.set_timing(timing);
    }

    /// The present faults of the contacts.
    pub const fn faults(&self) -> Faults {
        self.detector.faults()
    }

    /// `device_status` with the contacts after all edges filled in.
    pub fn with_contacts(&self, device_status: &DeviceStatus) -> DeviceStatus {
        DeviceStatus {
            keys: self.keys,
            closed: self.detector.closed(),
            working: self.reeds.working(),
            silent: self.reeds.silent(),
            ..*device_status
        }
    }

    /// Queues an input that is no edge. The game gets it once every edge up to its time is known,
    /// with its time or that of the input before it in the queue, whichever is later: for the game
    /// time does not go back (`tests/board.rs::time_does_not_go_back_for_the_game`). The same
    /// change of the connection twice in a row is queued once.
    pub fn send(&mut self, input: Input, at: Instant) -> Result<(), QueueFull> {
        let last = self.waiting.back();
        if matches!(input, Input::Connection(_)) && last.is_some_and(|(_, last)| *last == input) {
            return Ok(());
        }
        let at = last.map_or(at, |(last, _)| at.max(*last));
        self.waiting.push_back((at, input)).map_err(|_| QueueFull)
    }

    /// The earliest deadline of game, detector and queue. The caller calls
    /// [`advance_to`](Self::advance_to) once all edges up to it are known.
    pub fn next_due(&self) -> Option<Instant> {
        let waiting = self.waiting.front().map(|(at, _)| *at);
        Instant::first_of(&[self.wake, self.detector.next_deadline(), waiting])
    }

    /// Hands the inputs and deadlines up to `stamp` to the game, after every edge before `stamp`
    /// was taken. At the same instant they come before the edges.
    pub fn advance_to(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        let mut passed = self.detector.next_deadline().is_some_and(|due| due <= stamp);
        loop {
            let wake = self.wake.filter(|due| *due <= stamp);
            let waiting = self.waiting.front().filter(|(at, _)| *at <= stamp);
            match (wake, waiting) {
                (Some(due), waiting) if waiting.is_none_or(|(at, _)| due <= *at) => {
                    self.step(Input::Wake, due, observer);
                    // A deadline that the game repeats is not due again.
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

    /// Hands the edges of one stamp to the game, after the inputs and deadlines before them.
    ///
    /// The fault detector is asked twice, for two different comparisons. Before the game
    /// takes the edges in, with the position of before: a fault that the edges show is
    /// reported first, and its cells are distrusted while the game judges; asked only afterwards,
    /// a wire that comes off is judged as a move of the hands (`row-cut.scn`, `column-shorted.scn`).
    /// Afterwards, in `look`, with the position that the edges have led to.
    pub fn take(&mut self, edges: Edges, observer: &mut impl StepObserver) {
        let stamp = edges.at();
        self.advance_to(stamp, observer);
        if edges.is_quiet() {
            return;
        }
        for edge in edges.clone() {
            self.detector.note(edge);
            match edge.contact {
                Contact::Cell(_) => self.reeds.observe(self.detector.closed()),
                Contact::Key(key) if edge.closed => self.keys = self.keys.with(key),
                Contact::Key(key) => self.keys = self.keys.without(key),
            }
        }
        self.report_faults(stamp, observer);
        // A cell whose trust changes at this stamp is distrusted while the game takes the edges.
        self.distrust(self.untrusted | self.detector.untrusted(), stamp, observer);
        for edge in edges {
            self.step(Input::Edge(edge), edge.at, observer);
        }
        self.look(stamp, observer);
    }

    /// Compares the contacts with the position after a step.
    fn look(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        self.detector.hold(self.game.hands() == Hands::Held);
        let turned = self.game.record().white() == Some(Side::North);
        self.at_rest =
            at_rest(&self.game).map(|occupied| if turned { occupied.turned() } else { occupied });
        self.report_faults(stamp, observer);
        self.distrust(self.detector.untrusted(), stamp, observer);
    }

    /// Steps the game with the faults that the detector reports.
    fn report_faults(&mut self, stamp: Instant, observer: &mut impl StepObserver) {
        for event in self.detector.look(self.at_rest, stamp) {
            observer.fault(event);
            self.step(Input::Fault(event), stamp, observer);
        }
    }

    /// Steps the game with the distrusted cells, if they have changed.
    fn distrust(&mut self, untrusted: Cells, stamp: Instant, observer: &mut impl StepObserver) {
        if untrusted != self.untrusted {
            self.untrusted = untrusted;
            self.step(Input::Distrust(untrusted), stamp, observer);
        }
    }

    fn step(&mut self, input: Input, at: Instant, observer: &mut impl StepObserver) {
        self.game.step(input, at);
        self.wake = self.game.next_deadline();
        observer.stepped(input, at, self.game.effects(), &self.game);
    }
}

/// The occupied squares that the game expects; `None` while a move is on the board.
fn at_rest(game: &Game) -> Option<Squares> {
    if !game.record().is_playing() {
        return None;
    }
    (game.hands() != Hands::Complete).then(|| game.record().position().occupied())
}
