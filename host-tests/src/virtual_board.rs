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
//! use host_tests::virtual_board::VirtualBoard;
//!
//! let mut board = VirtualBoard::new(Settings::default(), Timing::default(), Side::South);
//! board.begin(Position::start(), None, Position::start().occupied(), true)?;
//! let cell = |number| Contact::Cell(Square::new(number).unwrap().cell());
//! board.set(cell(22), false, 1000)?;
//! board.set(cell(18), true, 1200)?;
//! board.set(Contact::Key(Key::Player(Side::South)), true, 1400)?;
//! board.run_to(1500)?;
//! assert_eq!(board.game().record().half_moves(), 1);
//! # Ok::<(), host_tests::virtual_board::Mismatch>(())
//! ```

mod fold;
mod happening;
mod wires;

use std::collections::VecDeque;

use damiera::event::Cause;
use damiera::game::{Game, Input, Phase, Platform, Record, Settings};
use damiera::rules::{Colour, Opening, Position, Squares};
use damiera::sense::{
    Cells, Contact, Debouncer, Edges, FaultEvent, FaultWatch, Faults, Frame, Key, Line, Side,
    Timing,
};
use damiera::time::{Micros, Span};
use damiera::tracker::Verdict;
use damiera::view::Snapshot;

use crate::wire::{VecLog, through_bytes};

pub use fold::{Mismatch, same_fold};
pub use happening::{Happened, Happening};
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
    watch: FaultWatch,
    game: Game,
    /// The fold of all events so far, as they come back from their bytes.
    folded: Record,
    log: VecLog,
    /// What the watch was last told about the pieces.
    at_rest: Option<Squares>,
    untrusted: Cells,
    /// What is to reach the game at a time of its own, in order.
    sent: VecDeque<(Micros, Input)>,
    /// When the game wants to be woken.
    wake: Option<Micros>,
    /// The next frame, in milliseconds: all before it have been sampled.
    next: u64,
    /// From this frame on the debouncer has nothing to do.
    quiet_from: u64,
    steps: u64,
    happenings: Vec<Happening>,
    /// Faults that the game has not heard of yet.
    told: Vec<FaultEvent>,
    timing: Timing,
    changes: Option<Vec<Change>>,
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
            watch: FaultWatch::new(Cells::EMPTY, Micros::ZERO),
            game: Game::new(settings),
            folded: Record::new(),
            log: VecLog::default(),
            at_rest: None,
            untrusted: Cells::EMPTY,
            sent: VecDeque::new(),
            wake: None,
            next: 0,
            quiet_from: 0,
            steps: 0,
            happenings: Vec::new(),
            told: Vec::new(),
            timing,
            changes: None,
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
        self.happenings.retain(|happening| !happening.begins_a_game());
        Ok(())
    }

    /// Puts pieces on these squares and lets the board wake up with no game on.
    pub fn wake_up(&mut self, pieces: Squares) -> Result<(), Mismatch> {
        for square in pieces {
            self.change(Contact::Cell(square.cell()), true);
        }
        self.send(Input::Woken);
        self.run_to(BEGUN_AT)?;
        self.happenings.clear();
        Ok(())
    }

    /// The power fails now and comes back at this time, with or without MENU
    /// held. What the log and the tally of seconds beside it know is all that is
    /// left of the game.
    pub fn restart(&mut self, back: u64, menu: bool) -> Result<(), Mismatch> {
        let ran = self.game.seconds_since_last_event(self.stamp(self.next));
        let settings = *self.game.settings();
        self.game = Game::with_record(settings, self.folded.clone());
        self.debouncer = Debouncer::new(self.timing, Frame::OPEN);
        self.next = self.next.max(back);
        self.watch = FaultWatch::new(Cells::EMPTY, Micros::from_millis(self.next));
        self.at_rest = None;
        self.untrusted = Cells::EMPTY;
        self.told.clear();
        self.sent.clear();
        self.wake = None;
        let elapsed = Span::from_secs(ran);
        self.send(Input::Recovered { elapsed, cause: Cause::Power });
        if menu {
            self.change(Contact::Key(Key::Menu), true);
        }
        self.disturbed(self.wires.bounce);
        self.run_to(self.next + self.delay() + 2)
    }

    /// What the display shows, as far as everything is known.
    pub fn snapshot(&self) -> Snapshot {
        let platform = Platform::default();
        self.game.snapshot(self.stamp(self.next), Side::South, &platform)
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
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Every event so far, in its bytes.
    pub fn log(&self) -> &VecLog {
        &self.log
    }

    /// What is wrong with the contacts at present, as the board sees it.
    pub fn faults(&self) -> Faults {
        self.watch.faults()
    }

    /// How many inputs the game has had.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What has happened since [`forget`](Self::forget).
    pub fn happenings(&self) -> &[Happening] {
        &self.happenings
    }

    /// Forgets what has happened; the room for it stays.
    pub fn forget(&mut self) {
        self.happenings.clear();
    }

    /// From now on keeps what is done to the contacts.
    pub fn keep_changes(&mut self) {
        self.changes.get_or_insert_default();
    }

    /// What was done to the contacts since they are kept.
    pub fn changes(&self) -> &[Change] {
        self.changes.as_deref().unwrap_or_default()
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
                        self.pass(self.stamp(self.next - 1))?;
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
        self.sent.push_back((Micros::from_millis(self.next), input));
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
    fn stamp(&self, frame: u64) -> Micros {
        Micros::from_millis(frame.saturating_sub(self.delay()))
    }

    /// The first frame in which a deadline is known to have passed.
    fn next_due(&self) -> Option<u64> {
        let due = [self.wake, self.watch.next_deadline()].into_iter().flatten().min()?;
        Some(due.as_micros().div_ceil(1_000).saturating_add(self.delay()))
    }

    fn sample(&mut self, frame: u64) -> Result<(), Mismatch> {
        let stamp = self.stamp(frame);
        self.pass(stamp)?;
        let contacts = self.wires.frame(frame);
        let edges = self.debouncer.sample(contacts, Micros::from_millis(frame));
        if edges.is_quiet() { Ok(()) } else { self.take(edges, stamp) }
    }

    /// Everything up to this instant that is not an edge. At the same instant it
    /// comes before the edges.
    fn pass(&mut self, stamp: Micros) -> Result<(), Mismatch> {
        let mut passed = self.watch.next_deadline().is_some_and(|due| due <= stamp);
        loop {
            let wake = self.wake.filter(|due| *due <= stamp);
            let sent = self.sent.front().filter(|(at, _)| *at <= stamp);
            match (wake, sent) {
                (Some(due), sent) if sent.is_none_or(|(at, _)| due <= *at) => {
                    self.step(Input::Wake, due)?;
                    // Woken once is enough, even if it asks for the same again.
                    self.wake = self.wake.filter(|next| *next > due);
                }
                (_, Some(&(at, input))) => {
                    self.sent.pop_front();
                    self.step(input, at)?;
                }
                _ => break,
            }
            passed = true;
        }
        if passed { self.look(stamp) } else { Ok(()) }
    }

    fn take(&mut self, edges: Edges, stamp: Micros) -> Result<(), Mismatch> {
        debug_assert_eq!(edges.at(), stamp, "frames were left out too soon");
        for edge in edges.clone() {
            self.watch.note(edge);
        }
        self.ask(stamp);
        // A cell that becomes doubtful or sound in this very moment is passed
        // over while the game takes the edges in.
        self.distrust(self.untrusted | self.watch.untrusted(), stamp)?;
        for edge in edges {
            self.step(Input::Edge(edge), edge.at)?;
        }
        self.look(stamp)
    }

    /// Compares the board with the game again.
    fn look(&mut self, stamp: Micros) -> Result<(), Mismatch> {
        self.at_rest = at_rest(&self.game).map(|occupied| match self.white {
            Side::South => occupied,
            Side::North => occupied.turned(),
        });
        self.ask(stamp);
        self.distrust(self.watch.untrusted(), stamp)
    }

    fn ask(&mut self, stamp: Micros) {
        for event in self.watch.look(self.at_rest, stamp) {
            self.happenings.push(Happening::fault(event, self.white));
            self.told.push(event);
        }
    }

    fn distrust(&mut self, untrusted: Cells, stamp: Micros) -> Result<(), Mismatch> {
        for event in std::mem::take(&mut self.told) {
            self.step(Input::Fault(event), stamp)?;
        }
        if untrusted == self.untrusted {
            return Ok(());
        }
        self.untrusted = untrusted;
        self.step(Input::Distrust(untrusted), stamp)
    }

    fn step(&mut self, input: Input, at: Micros) -> Result<(), Mismatch> {
        self.steps += 1;
        let effects = self.game.step(input, at);
        self.wake = self.game.next_deadline();
        let sound = effects.sound.map(Happened::Sound);
        self.happenings.extend(sound.map(|what| Happening { at, what }));
        if effects.is_empty() {
            return Ok(());
        }
        let mismatch = |difference| Mismatch { step: self.steps, input, at, difference };
        for event in &effects {
            self.folded.apply(&through_bytes(event).map_err(mismatch)?);
            self.log.push(event);
            self.happenings.push(Happening { at, what: Happened::Event(*event) });
        }
        same_fold(&self.folded, self.game.record()).map_err(mismatch)
    }
}

/// Where the game has its pieces, unless a hand may be at work.
fn at_rest(game: &Game) -> Option<Squares> {
    if *game.record().phase() != Phase::Playing {
        return None;
    }
    match game.verdict() {
        Verdict::AtRest | Verdict::Off(_) => Some(game.record().position().occupied()),
        _ => None,
    }
}
