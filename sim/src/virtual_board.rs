//! A board in virtual time: contacts go in, what happened comes out.
//!
//! Everything between is the real thing: a frame of 64 cells and 5 keys every
//! millisecond, the debouncer, the watch for faults, the game. Only the frames
//! in which nothing can happen are left out, so a game takes microseconds.
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
mod happening;
mod notes;
mod wires;

use damiera::event::Cause;
use damiera::game::{Input, Settings, Transition};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::{Colour, Opening, Position, Squares};
use damiera::sense::{
    Cells, Contact, Debouncer, Faults, Frame, Key, Line, ReedStats, Side, Timing,
};
use damiera::sequencer::Sequencer;
use damiera::time::{Duration, Instant};
use damiera::view::Snapshot;

use crate::wire::VecLog;

pub use explained::explained;
pub use fold::{Mismatch, same_fold};
pub use happening::{Happened, Happening};
use notes::Notes;
use wires::Wires;

/// When the game begins, after the pieces on the board have settled.
const BEGINS_AT: u64 = 100;
/// When the clock is started.
const STARTED_AT: u64 = 200;
/// When everything that belongs to the beginning is over.
const BEGUN_AT: u64 = 400;

/// A board, its wires and the game on it, at an instant of virtual time.
///
/// Cells, rows and columns are those of the diagram, White's side at the bottom;
/// where White sits at the north, the board below is turned by half.
#[derive(Clone, Debug)]
pub struct VirtualBoard {
    white: Side,
    wires: Wires,
    debouncer: Debouncer,
    sequencer: Sequencer,
    notes: Notes,
    /// The next frame, in milliseconds: all before it have been sampled.
    next: u64,
    /// From this frame on the debouncer has nothing to do.
    quiet_from: u64,
    timing: Timing,
    tally: ReedStats,
    changes: Option<Vec<Change>>,
    felt: Option<Feeling>,
}

/// What another board has to be done to, so that it feels the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Felt {
    /// When, in ms: of a contact the first frame that sees it.
    pub at: u64,
    /// What.
    pub what: Touch,
}

/// See [`Felt`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// A contact of the diagram reads closed, or open: because of a hand, a bounce, or a wire.
    Contact(Contact, bool),
    /// The power goes.
    Off,
    /// The power comes back, with or without MENU held.
    On {
        /// Whether it is.
        menu: bool,
    },
}

/// All that was felt, and the frame before.
#[derive(Clone, Debug)]
struct Feeling {
    last: Frame,
    felt: Vec<Felt>,
}

/// A contact that was closed or opened from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The first frame that sees it, in ms.
    pub at: u64,
    /// Which, on the diagram.
    pub contact: Contact,
    /// To what.
    pub closed: bool,
}

impl VirtualBoard {
    /// An empty board that has just woken up.
    pub fn new(settings: Settings, timing: Timing, white: Side) -> Self {
        Self {
            white,
            wires: Wires::new(),
            debouncer: Debouncer::new(timing, Frame::OPEN),
            sequencer: Sequencer::new(GameWithMenu::new(settings), Cells::EMPTY, Instant::ZERO),
            notes: Notes::new(white),
            next: 0,
            quiet_from: 0,
            timing,
            tally: ReedStats::new(),
            changes: None,
            felt: None,
        }
    }

    /// Puts pieces on these squares, begins a game from this position and, if
    /// asked, starts the clock of the side on move with the opponent's button.
    ///
    /// It takes the first 400 ms, and what belongs to it is not reported.
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
        self.notes.happenings.retain(|happening| !happening.begins_a_game());
        Ok(())
    }

    /// Puts pieces on these squares and lets the board wake up with no game on.
    pub fn wake_up(&mut self, pieces: Squares) -> Result<(), Mismatch> {
        for square in pieces {
            self.change(Contact::Cell(square.cell()), true);
        }
        self.send(Input::Woken);
        self.run_to(BEGUN_AT)?;
        self.notes.happenings.clear();
        Ok(())
    }

    /// The power fails now and comes back at this time, with or without MENU
    /// held. What the log and the tally of seconds beside it know is all that is
    /// left of the game.
    pub fn restart(&mut self, back: u64, menu: bool) -> Result<(), Mismatch> {
        self.restart_slowly(back, 0, menu)
    }

    /// The same on a board that reads its first frame so many milliseconds after the power has
    /// come back.
    pub fn restart_slowly(&mut self, back: u64, boot: u64, menu: bool) -> Result<(), Mismatch> {
        let ran = self.game().seconds_since_last_event(self.stamp(self.next));
        if let Some(feeling) = &mut self.felt {
            let (off, on) = (self.next, self.next.max(back));
            feeling.felt.push(Felt { at: off, what: Touch::Off });
            feeling.felt.push(Felt { at: on, what: Touch::On { menu } });
        }
        let game = GameWithMenu::with_record(*self.game().settings(), self.notes.folded().clone());
        self.debouncer = Debouncer::new(self.timing, Frame::OPEN);
        self.next = self.next.max(back);
        self.sequencer = Sequencer::new(game, Cells::EMPTY, Instant::from_millis(self.next));
        let elapsed = Duration::from_secs(ran);
        self.send(Input::Recovered { elapsed, cause: Cause::Power });
        self.next += boot;
        if menu {
            self.change(Contact::Key(Key::Menu), true);
        }
        self.disturbed(self.wires.bounce);
        self.run_to(self.next + self.delay() + 2)
    }

    /// What the display shows, as far as everything is known.
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

    /// How long after its first contact an edge is known, in milliseconds.
    pub fn delay(&self) -> u64 {
        self.debouncer.delay().into()
    }

    /// The game on the board.
    pub fn game(&self) -> &GameWithMenu {
        self.sequencer.game()
    }

    /// Every event so far, in its bytes.
    pub fn log(&self) -> &VecLog {
        self.notes.log()
    }

    /// What is wrong with the contacts at present, as the board sees it.
    pub fn faults(&self) -> Faults {
        self.sequencer.faults()
    }

    /// How many inputs the game has had.
    pub fn steps(&self) -> u64 {
        self.notes.steps
    }

    /// What has happened since [`forget`](Self::forget).
    pub fn happenings(&self) -> &[Happening] {
        &self.notes.happenings
    }

    /// Every change of the game's phase so far, with its reason.
    pub fn transitions(&self) -> &[Transition] {
        &self.notes.transitions
    }

    /// Forgets what has happened; the room for it stays.
    pub fn forget(&mut self) {
        self.notes.happenings.clear();
    }

    /// From now on keeps what is done to the contacts.
    pub fn keep_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// What was done to the contacts since they are kept.
    pub fn changes(&self) -> &[Change] {
        self.changes.as_deref().unwrap_or_default()
    }

    /// From now on keeps what the board feels.
    pub fn keep_felt(&mut self) {
        self.felt = Some(Feeling { last: self.wires.frame(self.next), felt: Vec::new() });
    }

    /// What the board has felt since that is kept.
    pub fn felt(&self) -> &[Felt] {
        self.felt.as_ref().map_or(&[], |feeling| &feeling.felt)
    }

    /// Whether hands have left this contact closed, whatever the board can see.
    pub fn is_closed(&self, contact: Contact) -> bool {
        self.wires.contacts.is_closed(self.below(contact))
    }

    /// From now on leaves no frame out, as the board does: slow, and the same.
    pub fn sample_every_frame(&mut self) {
        self.quiet_from = u64::MAX;
    }

    /// Samples every frame before this time.
    ///
    /// A time that has passed already changes nothing.
    pub fn run_to(&mut self, millis: u64) -> Result<(), Mismatch> {
        while self.next < millis {
            if self.next < self.quiet_from {
                self.sample(self.next)?;
                self.next += 1;
            } else {
                // No edge can come: only deadlines count.
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

    /// Closes or opens a contact: the frame of this time sees it first.
    pub fn set(&mut self, contact: Contact, closed: bool, millis: u64) -> Result<(), Mismatch> {
        self.run_to(millis)?;
        self.change(contact, closed);
        Ok(())
    }

    /// Hands an input to the game, stamped with the next frame.
    pub fn send(&mut self, input: Input) {
        let sent = self.sequencer.send(input, Instant::from_millis(self.next));
        assert_eq!(sent, Ok(()), "too many inputs for one moment");
        self.disturbed(0);
    }

    /// From now on contacts bounce for so long when they change.
    pub fn bounce(&mut self, millis: u64) {
        self.wires.bounce = millis;
    }

    /// The contact of a cell is stuck, or with `None` no longer.
    pub fn stick(&mut self, contact: Contact, closed: Option<bool>) {
        if let Contact::Cell(cell) = self.below(contact) {
            self.wires.stick(cell, closed);
            self.disturbed(0);
        }
    }

    /// A wire reads closed or open from end to end, or with `None` is mended.
    pub fn break_line(&mut self, line: Line, closed: Option<bool>) {
        let line = if self.white == Side::North { line.turned() } else { line };
        self.wires.break_line(line, closed);
        self.disturbed(0);
    }

    fn change(&mut self, contact: Contact, closed: bool) {
        let below = self.below(contact);
        if self.wires.contacts.is_closed(below) == closed {
            return;
        }
        self.wires.change(below, closed, self.next);
        self.disturbed(self.wires.bounce);
        if let Some(changes) = &mut self.changes {
            changes.push(Change { at: self.next, contact, closed });
        }
    }

    /// The frame may change from here on, for so long.
    fn disturbed(&mut self, bounce: u64) {
        // Once the contacts stay as they are, no window of the debouncer opens
        // any more, and each edge leaves one delay after its window opened.
        let quiet = self.next + bounce + self.delay() + 1;
        self.quiet_from = self.quiet_from.max(quiet);
    }

    /// The contact of the board that lies below one of the diagram.
    fn below(&self, contact: Contact) -> Contact {
        match (contact, self.white) {
            (Contact::Cell(cell), Side::North) => Contact::Cell(cell.turned()),
            _ => contact,
        }
    }

    /// Up to when everything is known in a frame.
    fn stamp(&self, frame: u64) -> Instant {
        Instant::from_millis(frame.saturating_sub(self.delay()))
    }

    /// The first frame in which a deadline is known to have passed.
    fn next_due(&self) -> Option<u64> {
        let due = self.sequencer.next_due()?;
        Some(due.as_micros().div_ceil(1_000).saturating_add(self.delay()))
    }

    fn sample(&mut self, frame: u64) -> Result<(), Mismatch> {
        let stamp = self.stamp(frame);
        self.advance_to(stamp)?;
        let contacts = self.wires.frame(frame);
        self.feel(contacts, frame);
        let edges = self.debouncer.sample(contacts, Instant::from_millis(frame));
        self.tally.sample(contacts);
        edges.clone().for_each(|edge| self.tally.note(edge));
        if !edges.is_quiet() {
            debug_assert_eq!(edges.at(), stamp, "frames were left out too soon");
            self.sequencer.take(edges, &mut self.notes);
        }
        self.notes.mismatch()
    }

    fn feel(&mut self, contacts: Frame, at: u64) {
        let Some(feeling) = &mut self.felt else { return };
        let cells = (contacts.cells ^ feeling.last.cells).iter().map(Contact::Cell);
        for below in cells.chain(Key::ALL.map(Contact::Key)) {
            let closed = contacts.is_closed(below);
            if closed != feeling.last.is_closed(below) {
                let contact = match (below, self.white) {
                    (Contact::Cell(cell), Side::North) => Contact::Cell(cell.turned()),
                    _ => below,
                };
                feeling.felt.push(Felt { at, what: Touch::Contact(contact, closed) });
            }
        }
        feeling.last = contacts;
    }

    fn advance_to(&mut self, stamp: Instant) -> Result<(), Mismatch> {
        self.sequencer.advance_to(stamp, &mut self.notes);
        self.notes.mismatch()
    }
}
