//! A board in virtual time: changes of contacts go in, events, faults and sounds come out.
//!
//! The path between is that of the firmware: a frame of 64 cells and 5 keys every millisecond, the
//! debouncer, the fault detector, the sequencer, the game. Only frames in which no contact changes and
//! no deadline passes are skipped, so a game takes microseconds.
//!
//! ```
//! use damiera::game::Settings;
//! use damiera::rules::{Position, Square};
//! use damiera::sense::{Contact, Key, Side, Timing};
//! use damiera_sim::virtual_board::VirtualBoard;
//!
//! let mut board = VirtualBoard::new(Settings::default(), Timing::default(), Side::South);
//! board.begin(Position::start(), None, Position::start().occupied(), true)?;
//! let cell = |number| Contact::Cell(Square::new(number).unwrap().cell());
//! board.set(cell(22), false, 1000)?;
//! board.set(cell(18), true, 1200)?;
//! board.set(Contact::Key(Key::Player(Side::South)), true, 1400)?;
//! board.run_to(1500)?;
//! assert_eq!(board.game().record().half_moves(), 1);
//! # Ok::<(), damiera_sim::virtual_board::Mismatch>(())
//! ```

mod explained;
mod fold;
mod output;
mod recorder;
mod wires;

use damiera::event::Cause;
use damiera::game::{Input, Settings, Transition};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::{Colour, Opening, Position, Squares};
use damiera::sense::{Contact, Debouncer, Faults, Frame, Key, Line, ReedStats, Side, Timing};
use damiera::sequencer::Sequencer;
use damiera::time::{Duration, Instant};
use damiera::view::Snapshot;

use crate::wire::VecLog;

pub use explained::{explained, worlds_explain};
pub use fold::{Mismatch, same_fold};
pub use output::{BoardOutput, OutputKind};
use recorder::Recorder;
use wires::Wires;

/// Time of the new game in ms: the debouncer has reported the pieces by then.
const BEGINS_AT: u64 = 100;
/// Time in ms of the press that starts the clock.
const STARTED_AT: u64 = 200;
/// Time in ms at which [`VirtualBoard::begin`] and [`VirtualBoard::wake_up`] end.
const BEGUN_AT: u64 = 400;

/// A board, its wiring and the game on it, at an instant of virtual time.
///
/// Cells, rows and columns are those of the diagram, White's side at the bottom;
/// where White sits at the north, the physical board is rotated by 180 degrees.
#[derive(Clone, Debug)]
pub struct VirtualBoard {
    white: Side,
    wires: Wires,
    debouncer: Debouncer,
    sequencer: Sequencer,
    recorder: Recorder,
    /// The next frame, in milliseconds: all before it have been sampled.
    next: u64,
    /// From this frame on the debouncer reports no edge unless a contact changes.
    quiet_from: u64,
    timing: Timing,
    tally: ReedStats,
    changes: Option<Vec<Change>>,
    stimuli: Option<StimulusRecorder>,
}

/// A change of a contact or of the power, as the scanner sees it. Another board that gets the same
/// stimuli gets the same frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stimulus {
    /// Time in ms; of a contact, that of the first frame with the change.
    pub at: u64,
    /// The change.
    pub what: StimulusKind,
}

/// The kind of a [`Stimulus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StimulusKind {
    /// A contact of the diagram reads closed (`true`) or open, by a hand, a bounce or a wire.
    Contact(Contact, bool),
    /// The power is cut.
    Off,
    /// The power comes back, with or without MENU held.
    On {
        /// Whether MENU is held.
        menu: bool,
    },
}

/// The stimuli so far, and the last frame to compare the next one with.
#[derive(Clone, Debug)]
struct StimulusRecorder {
    last: Frame,
    stimuli: Vec<Stimulus>,
}

/// A contact closed or opened by [`VirtualBoard::set`], before bounces and wiring faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// Time in ms of the first frame with the change.
    pub at: u64,
    /// The contact, on the diagram.
    pub contact: Contact,
    /// Whether it is closed now.
    pub closed: bool,
}

impl VirtualBoard {
    /// An empty board that has just woken up.
    pub fn new(settings: Settings, timing: Timing, white: Side) -> Self {
        Self {
            white,
            wires: Wires::new(),
            debouncer: Debouncer::new(timing, Frame::OPEN),
            sequencer: sequencer(GameWithMenu::new(settings), timing, Instant::ZERO),
            recorder: Recorder::new(white),
            next: 0,
            quiet_from: 0,
            timing,
            tally: ReedStats::new(),
            changes: None,
            stimuli: None,
        }
    }

    /// Puts pieces on these squares, begins a game from this position and, with `clock_runs`, starts
    /// the clock of the side on move by the opponent's button.
    ///
    /// Takes the first 400 ms; the outputs of the start are dropped.
    pub fn begin(
        &mut self,
        position: Position,
        opening: Option<Opening>,
        pieces: Squares,
        clock_runs: bool,
    ) -> Result<(), Mismatch> {
        for square in pieces {
            self.change(Contact::Cell(square.cell()), true);
        }
        self.run_to(BEGINS_AT)?;
        self.send(Input::NewGame { position, opening });
        if clock_runs {
            let opponent = self.button(position.turn().opponent());
            self.set(opponent, true, STARTED_AT)?;
            self.set(opponent, false, STARTED_AT + 80)?;
        }
        self.run_to(BEGUN_AT)?;
        self.recorder.outputs.retain(|output| !output.begins_a_game());
        Ok(())
    }

    /// Puts pieces on these squares and boots the board with no stored game.
    pub fn wake_up(&mut self, pieces: Squares) -> Result<(), Mismatch> {
        for square in pieces {
            self.change(Contact::Cell(square.cell()), true);
        }
        self.send(Input::Woken);
        self.run_to(BEGUN_AT)?;
        self.recorder.outputs.clear();
        Ok(())
    }

    /// Cuts the power now and restores it at `back` ms, with or without MENU held. The game continues
    /// from the log and from the count of seconds since its last event.
    pub fn restart(&mut self, back: u64, menu: bool) -> Result<(), Mismatch> {
        self.restart_slowly(back, 0, menu)
    }

    /// Like [`restart`](Self::restart), with the first frame `boot` ms after the power is back.
    pub fn restart_slowly(&mut self, back: u64, boot: u64, menu: bool) -> Result<(), Mismatch> {
        let ran = self.game().seconds_since_last_event(self.stamp(self.next));
        if let Some(recorder) = &mut self.stimuli {
            let (off, on) = (self.next, self.next.max(back));
            recorder.stimuli.push(Stimulus { at: off, what: StimulusKind::Off });
            recorder.stimuli.push(Stimulus { at: on, what: StimulusKind::On { menu } });
        }
        let game =
            GameWithMenu::with_record(*self.game().settings(), self.recorder.folded().clone());
        self.debouncer = Debouncer::new(self.timing, Frame::OPEN);
        self.next = self.next.max(back);
        self.sequencer = sequencer(game, self.timing, Instant::from_millis(self.next));
        let elapsed = Duration::from_secs(ran);
        self.send(Input::Recovered { elapsed, cause: Cause::Power });
        self.next += boot;
        if menu {
            self.change(Contact::Key(Key::Menu), true);
        }
        self.disturbed(self.wires.bounce);
        self.run_to(self.next + self.delay() + 2)
    }

    /// The snapshot for a display read from the south, at the time up to which all edges are known.
    pub fn snapshot(&self) -> Snapshot {
        let closed = self.wires.frame(self.next);
        let device_status =
            DeviceStatus { keys: closed.keys, closed: closed.cells, ..DeviceStatus::default() };
        let device_status = device_status.with_reed_stats(&self.tally);
        self.game().snapshot(self.stamp(self.next), Side::South, &device_status)
    }

    /// The button of the player of this colour.
    pub fn button(&self, colour: Colour) -> Contact {
        let side = match colour {
            Colour::White => self.white,
            Colour::Black => self.white.other(),
        };
        Contact::Key(Key::Player(side))
    }

    /// The next frame, in milliseconds: all before it have been sampled.
    pub fn now(&self) -> u64 {
        self.next
    }

    /// Milliseconds from the first frame of a change to the debouncer's edge.
    pub fn delay(&self) -> u64 {
        self.debouncer.delay().into()
    }

    /// The game on the board.
    pub fn game(&self) -> &GameWithMenu {
        self.sequencer.game()
    }

    /// Every event so far, encoded.
    pub fn log(&self) -> &VecLog {
        self.recorder.log()
    }

    /// The present faults of contacts, as the fault detector reports them.
    pub fn faults(&self) -> Faults {
        self.sequencer.faults()
    }

    /// Number of inputs that the game has taken.
    pub fn steps(&self) -> u64 {
        self.recorder.steps
    }

    /// The outputs since the last [`clear_outputs`](Self::clear_outputs).
    pub fn outputs(&self) -> &[BoardOutput] {
        &self.recorder.outputs
    }

    /// Every change of the game's phase so far, with its reason.
    pub fn transitions(&self) -> &[Transition] {
        &self.recorder.transitions
    }

    /// Drops all outputs so far.
    pub fn clear_outputs(&mut self) {
        self.recorder.outputs.clear();
    }

    /// Starts to record the changes made by [`set`](Self::set).
    pub fn record_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// The changes since [`record_changes`](Self::record_changes).
    pub fn changes(&self) -> &[Change] {
        self.changes.as_deref().unwrap_or_default()
    }

    /// Starts to record stimuli.
    pub fn record_stimuli(&mut self) {
        self.stimuli =
            Some(StimulusRecorder { last: self.wires.frame(self.next), stimuli: Vec::new() });
    }

    /// The stimuli since [`record_stimuli`](Self::record_stimuli).
    pub fn stimuli(&self) -> &[Stimulus] {
        self.stimuli.as_ref().map_or(&[], |recorder| &recorder.stimuli)
    }

    /// Whether a piece or a finger closes this contact, before bounces and wiring faults.
    pub fn is_closed(&self, contact: Contact) -> bool {
        self.wires.contacts.is_closed(self.physical(contact))
    }

    /// From now on samples every frame, as the firmware does. The outputs are the same.
    pub fn sample_every_frame(&mut self) {
        self.quiet_from = u64::MAX;
    }

    /// Samples every frame before this time.
    ///
    /// Does nothing if the time has passed.
    pub fn run_to(&mut self, millis: u64) -> Result<(), Mismatch> {
        while self.next < millis {
            if self.next < self.quiet_from {
                self.sample(self.next)?;
                self.next += 1;
            } else {
                // The debouncer is quiet: only a deadline can change anything.
                match self.next_due() {
                    Some(due) if due < millis => {
                        self.next = due.max(self.next) + 1;
                        self.advance_to(self.stamp(self.next - 1))?;
                    }
                    _ => self.next = millis,
                }
            }
        }
        Ok(())
    }

    /// Closes or opens a contact; the frame of this time is the first with the change.
    pub fn set(&mut self, contact: Contact, closed: bool, millis: u64) -> Result<(), Mismatch> {
        self.run_to(millis)?;
        self.change(contact, closed);
        Ok(())
    }

    /// Sends an input to the game, stamped with the time of the next frame. Panics if the queue of the
    /// sequencer is full.
    pub fn send(&mut self, input: Input) {
        let sent = self.sequencer.send(input, Instant::from_millis(self.next));
        assert_eq!(sent, Ok(()), "the queue of the sequencer is full");
        self.disturbed(0);
    }

    /// From now on contacts bounce for this time in ms when they change.
    pub fn bounce(&mut self, millis: u64) {
        self.wires.bounce = millis;
    }

    /// Makes the contact of a cell stick closed or open; `None` repairs it.
    pub fn stick(&mut self, contact: Contact, closed: Option<bool>) {
        if let Contact::Cell(cell) = self.physical(contact) {
            self.wires.stick(cell, closed);
            self.disturbed(0);
        }
    }

    /// Makes all contacts of a line read closed or open; `None` repairs it.
    pub fn break_line(&mut self, line: Line, closed: Option<bool>) {
        let line = if self.white == Side::North { line.turned() } else { line };
        self.wires.break_line(line, closed);
        self.disturbed(0);
    }

    fn change(&mut self, contact: Contact, closed: bool) {
        let physical = self.physical(contact);
        if self.wires.contacts.is_closed(physical) == closed {
            return;
        }
        self.wires.change(physical, closed, self.next);
        self.disturbed(self.wires.bounce);
        if let Some(changes) = &mut self.changes {
            changes.push(Change { at: self.next, contact, closed });
        }
    }

    /// Contacts may change from the next frame on, for `bounce` ms: none of these frames is skipped.
    fn disturbed(&mut self, bounce: u64) {
        // The debouncer opens a window at a change and reports the edge one delay later.
        let quiet = self.next + bounce + self.delay() + 1;
        self.quiet_from = self.quiet_from.max(quiet);
    }

    /// The physical contact of a contact of the diagram.
    fn physical(&self, contact: Contact) -> Contact {
        match (contact, self.white) {
            (Contact::Cell(cell), Side::North) => Contact::Cell(cell.turned()),
            _ => contact,
        }
    }

    /// The time up to which all edges are known when a frame has been sampled.
    fn stamp(&self, frame: u64) -> Instant {
        Instant::from_millis(frame.saturating_sub(self.delay()))
    }

    /// The first frame whose [`stamp`](Self::stamp) is not before the next deadline.
    fn next_due(&self) -> Option<u64> {
        let due = self.sequencer.next_due()?;
        Some(due.as_micros().div_ceil(1_000).saturating_add(self.delay()))
    }

    fn sample(&mut self, frame: u64) -> Result<(), Mismatch> {
        let stamp = self.stamp(frame);
        self.advance_to(stamp)?;
        let contacts = self.wires.frame(frame);
        self.record_stimulus(contacts, frame);
        let edges = self.debouncer.sample(contacts, Instant::from_millis(frame));
        self.tally.sample(contacts);
        edges.clone().for_each(|edge| self.tally.note(edge));
        if !edges.is_quiet() {
            debug_assert_eq!(edges.at(), stamp, "a frame with a change was skipped");
            self.sequencer.take(edges, &mut self.recorder);
        }
        self.recorder.mismatch()
    }

    /// Records the contacts that differ from the last frame.
    fn record_stimulus(&mut self, contacts: Frame, at: u64) {
        let Some(recorder) = &mut self.stimuli else { return };
        let cells = (contacts.cells ^ recorder.last.cells).iter().map(Contact::Cell);
        for physical in cells.chain(Key::ALL.map(Contact::Key)) {
            let closed = contacts.is_closed(physical);
            if closed != recorder.last.is_closed(physical) {
                let contact = match (physical, self.white) {
                    (Contact::Cell(cell), Side::North) => Contact::Cell(cell.turned()),
                    _ => physical,
                };
                let what = StimulusKind::Contact(contact, closed);
                recorder.stimuli.push(Stimulus { at, what });
            }
        }
        recorder.last = contacts;
    }

    fn advance_to(&mut self, stamp: Instant) -> Result<(), Mismatch> {
        self.sequencer.advance_to(stamp, &mut self.recorder);
        self.recorder.mismatch()
    }
}

/// A sequencer of a board with these debounce times.
fn sequencer(game: GameWithMenu, timing: Timing, now: Instant) -> Sequencer {
    let mut sequencer = Sequencer::new(game, now);
    sequencer.set_timing(timing);
    sequencer
}
