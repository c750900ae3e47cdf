//! The referee: applies the rules to the actions of the hands, the presses and the requests.
//!
//! ```text
//!                    irregular at the press           his press, MINUS
//!        Playing ------------------------> Choosing ------------------> Restoring
//!         ^ ^ |   <------------------------        |                        |
//!         | | |     keep: he touches a movable piece, PLUS                  |
//!         | | +--- knock (7.8) ---> Halted --- the board is restored ---+   |
//!         | +-----------------------------------------------------------+   |
//!         +-------------------- the board shows what it should -------------+
//!
//!        Setup --- the board is set up, or the first press ---> Playing
//!        Playing, Choosing, Halted --- cannot be known ---> Arbiter
//!        any of them --- a result ---> Over; a pause stops any of them
//! ```
//!
//! One file for each part: `begin` the time before the first move, `hands` the consequences of
//! a change of the board, `held` lifts that may be brushes, `press` the consequences of a
//! player's button, `choice` correct and keep, `judge` the judgement of a board, `timing` the
//! clocks, `ends` the ends of games, `keys` the players' buttons, MINUS and PLUS, `request` the
//! requests of a PC and `pc_lock` its permission, `menu_request` the requests of the menu,
//! `claims` repetitions and counts of moves, `restart` a game that begins again, `ruling` the decisions of the arbiter, `queries` the
//! values that the menu reads, `score` the latest moves, `announcement` the messages over the
//! clocks, `entropy` the random numbers, `effects` the output of a step, `denied` the reasons of
//! refusals, `settings` the settings, `transition` the trace of the phases. The record,
//! [`Record`], survives a power cut. Pages, lists and editors are in [`menu`](crate::menu).

mod announcement;
mod begin;
mod choice;
mod claims;
mod denied;
mod effects;
mod ends;
mod entropy;
mod hands;
mod held;
mod judge;
mod keys;
mod menu_request;
mod pc_lock;
mod press;
mod queries;
mod request;
mod restart;
mod ruling;
mod score;
mod settings;
mod timing;
mod transition;

pub use crate::event::{Ending, MAX_TAKE_BACK, Phase, Record};
pub(crate) use announcement::Announcement;
pub use denied::Denied;
pub use effects::{Effects, MAX_EFFECTS, Sound};
pub(crate) use menu_request::MenuRequest;
pub use pc_lock::{CodeAttempts, FIRST_WAIT, LONGEST_WAIT, PcLock};
pub use request::GameRequest;
pub use score::Played;
pub use settings::{CONTRAST, Language, OWN_CONTROLS, QUIET, QUIETS, Settings};
pub use transition::Transition;

use crate::clock::Counts;
use crate::event::{
    Breach, Cause, Decision, EventKind, Irregularity, StorageFault, Tag, TagText, Target,
};
use crate::rules::{
    Cell, Colour, Move, MoveList, Opening, Outcome, Position, Side, Square, Squares,
};
use crate::sense::{Cells, Contact, Edge, FaultEvent};
use crate::time::{Duration, GameTime, Instant};
use crate::tracker::{Tracker, Turn, Verdict};
use timing::Earliest;

/// An input of the game and its menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A contact opened or closed.
    Edge(Edge),
    /// The cells whose reeds cannot be trusted from now on; replaces the set before.
    Distrust(Cells),
    /// A new game, from this position.
    NewGame {
        /// The first position.
        position: Position,
        /// The opening drawn.
        opening: Option<Opening>,
    },
    /// A player or the arbiter declares an irregularity that reeds cannot see: an
    /// unmarked king moved (8.1.16) or a wrong man marked (8.1.17).
    Declare {
        /// Which of the two.
        breach: Breach,
        /// The player who declares it; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// The instant of `GameWithMenu::next_deadline` has come.
    Wake,
    /// The board has started without a game to continue.
    Woken,
    /// The board has started in the middle of the game of its record.
    Recovered {
        /// Time that a clock ran after the last event.
        elapsed: Duration,
        /// Why the board restarted.
        cause: Cause,
    },
    /// A random number from outside, for the draw of openings and for codes.
    Random(u64),
    /// A fault of a contact appeared or cleared; its cells are those of the wiring, not of the
    /// diagram.
    Fault(FaultEvent),
    /// A fault of the storage of the log.
    Storage(StorageFault),
    /// A request of the arbiter, which needs no permission.
    Request(GameRequest),
    /// A PC's command: a request that the lock has to allow at the time of its execution.
    Command(GameRequest),
    /// The connection with a PC has changed, and the permission given to it ends.
    Connection(ConnectionChange),
}

/// A change of the connection with a PC that ends its permission. The greater one includes
/// the effects of the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ConnectionChange {
    /// The PC has greeted again: an unused code stays valid.
    Reset,
    /// The port was closed: an unused code is revoked, too.
    Closed,
}

/// A game on the board: the referee.
#[derive(Clone, Debug)]
pub struct Game {
    /// Whether the board has shown a complete move in this turn.
    standing: bool,
    /// Casual play: the quiet time after the last edge has passed and was handled.
    quiet_over: bool,
    /// Number of times that the position has been on the board.
    repeated: u8,
    /// Whether the warning of little time has sounded in this turn, for White and for Black.
    warned: [bool; 2],
    /// Storage fault to report when the next game starts.
    pending_storage_fault: Option<StorageFault>,
    /// The instant of the decision in progress: of the input, or of a flag that fell before it.
    now: Instant,
    /// The instant of the last edge of a cell or a key.
    last_edge: Instant,
    /// The instant at which the game time began, or went on after a power cut.
    began: Instant,
    /// The game time at `began`.
    offset: GameTime,
    /// The latest message for the display, and its instant, until the menu takes it.
    announced: Option<(Announcement, Instant)>,
    record: Record,
    tracker: Tracker,
    settings: Settings,
    /// The instant of the last press that changed the clock over.
    changed_over: Option<Instant>,
    /// The instant at which the last move counted.
    counted: Instant,
    /// The latest instant of any input.
    latest: Instant,
    /// The move and the reply that the board shows, until `Answered::sure`.
    answered: Option<Answered>,
    /// The value of `answered` that the latest change of the board ended, and the instant of
    /// that change.
    doubted: Option<(Answered, Instant)>,
    /// The first piece lifted in this game if it was Black's, and the instant.
    black_first: Option<(Square, Instant)>,
    /// A lift that may still be a brush.
    held: Option<held::Held>,
    /// The instant at which the last reported knock began.
    knocked: Option<Instant>,
    /// The squares to put right after that knock, once the board has come to rest.
    settled: Option<Squares>,
    /// The last two half-moves, the last one second.
    last_two: [Option<Played>; 2],
    /// The time of day in seconds since 1970 that a PC has set, and the instant of that.
    day: Option<(u32, Instant)>,
    /// The lock that keeps a PC from changing a running game.
    lock: PcLock,
    /// The legal moves of the record's position.
    legal: MoveList,
    entropy: entropy::EntropyPool,
    /// The tags that the next games begin with.
    tags: [Option<TagText>; Tag::ALL.len()],
    /// The effects of the step so far.
    effects: Effects,
}

/// A lawful move and the reply to it, before they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answered {
    played: Move,
    reply: Move,
    /// The instant from which the reply is sure.
    sure: Instant,
}

impl Game {
    /// A game with an empty record. A constant of it is large, but needs no stack:
    /// [`restore`](Self::restore) completes it in place before the first step.
    pub(crate) const fn new() -> Self {
        Self {
            settings: Settings::NEW_BOARD,
            record: Record::new(),
            tracker: Tracker::new(Settings::NEW_BOARD.hand_timings),
            began: Instant::ZERO,
            offset: GameTime::ZERO,
            legal: MoveList::new(),
            standing: false,
            answered: None,
            doubted: None,
            counted: Instant::ZERO,
            changed_over: None,
            knocked: None,
            settled: None,
            black_first: None,
            held: None,
            last_edge: Instant::ZERO,
            quiet_over: false,
            latest: Instant::ZERO,
            now: Instant::ZERO,
            announced: None,
            repeated: 1,
            warned: [false; 2],
            last_two: [None; 2],
            tags: [None; Tag::ALL.len()],
            day: None,
            entropy: entropy::EntropyPool::new(),
            pending_storage_fault: None,
            lock: PcLock::new(),
            effects: Effects::new(),
        }
    }

    /// Takes up the game of the record, with these settings.
    pub(crate) fn restore(&mut self, settings: Settings) {
        self.settings = settings;
        self.tracker = Tracker::new(settings.hand_timings);
        self.legal = self.record.position().legal_moves();
    }

    /// The record, for the events stored before a restart, which are folded into it before
    /// [`restore`](Self::restore).
    pub(crate) const fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The fold of all events, which survives a power cut.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The settings.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The code that the arbiter has called up and no PC has used yet.
    pub fn code(&self) -> Option<[u8; 6]> {
        self.lock.code()
    }

    /// The attempts of a PC at the last code.
    pub fn code_attempts(&self) -> CodeAttempts {
        self.lock.attempts()
    }

    /// The board as the reeds show it.
    pub const fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// The state of the board compared with the position and its legal moves.
    pub fn verdict(&self) -> Verdict {
        self.tracker.verdict(self.record.position(), &self.legal)
    }

    /// The squares that differ from `expected`: those to set up, to restore or
    /// to put right. Empty after a complete move.
    pub fn to_put_right(&self) -> Squares {
        match (self.record.phase(), self.verdict()) {
            (Phase::Playing, Verdict::Complete(_) | Verdict::Replied(..)) => Squares::EMPTY,
            _ => self.tracker.differs(self.expected()),
        }
    }

    /// The outcome if the position ends the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.position().outcome()
    }

    /// Begins the step of one input: lets a flag fall that is due before it, and judges a lift
    /// that waited (`held`). Returns whether the input is allowed: then `take` or a `request`
    /// follows. `end_step` comes last.
    pub(crate) fn begin_step(&mut self, input: &Input, now: Instant) -> bool {
        self.latest = self.latest.max(now);
        self.now = now;
        // Before `Recovered` has set the game time, no flag can be computed.
        if !matches!(input, Input::Recovered { .. } | Input::Woken) {
            self.flag_falls();
        }
        // Before `let_go_before`, so that a PC without permission changes nothing on the board.
        if let Input::Command(request) = input
            && let Err(denied) = self.authorise(request)
        {
            self.effects.answer = Some(Err(denied));
            return false;
        }
        self.let_go_before(input);
        if let Input::Edge(edge) = input {
            self.last_edge = edge.at;
            self.quiet_over = false;
            // The microseconds of an edge are not predictable: they feed the random numbers.
            self.entropy.stir(edge.at.as_micros());
        }
        true
    }

    /// Decides the consequences of one input and applies them. MENU, and the keys that the menu
    /// uses for an open page, do not come here.
    pub(crate) fn take(&mut self, input: Input) {
        match input {
            Input::NewGame { position, opening } => self.new_game(position, opening),
            Input::Distrust(cells) => {
                let turned = self.white() == Side::North;
                self.tracker.distrust(if turned { cells.turned() } else { cells });
                self.board_changed();
            }
            Input::Edge(edge) => match edge.contact {
                Contact::Key(key) => self.key_edge(key, edge.closed),
                Contact::Cell(cell) => self.felt(cell, edge.closed),
            },
            Input::Declare { breach, by } => self.declared(breach, by),
            Input::Wake => {
                self.time_passed();
                let quiet = self.settings.casual.unwrap_or_default();
                self.quiet_over |= !self.record.paused() && self.now >= self.last_edge + quiet;
            }
            Input::Recovered { elapsed, cause } => self.recovered(elapsed, cause),
            Input::Random(random) => self.entropy.stir(random),
            Input::Fault(event) => self.fault(event),
            Input::Storage(fault) => self.storage(fault),
            Input::Request(request) | Input::Command(request) => {
                self.effects.answer = Some(self.execute(request));
            }
            Input::Connection(change) => self.lock.connection_changed(change),
            // Handled by the menu only.
            Input::Woken => {}
        }
    }

    /// Ends the step: adds the consequences of its events. `take_effects` follows.
    pub(crate) fn end_step(&mut self) {
        self.add_consequences();
    }

    /// The answer of this step to a request or a command.
    pub(crate) const fn answer(&self) -> Option<Result<(), Denied>> {
        self.effects.answer
    }

    /// Moves the effects of the step out. `core::mem::take` would fill 4 KB with zeroes, half of
    /// the instructions of a step (`cargo xtask instructions`).
    pub(crate) fn take_effects(&mut self) -> Effects {
        let effects = self.effects.clone();
        self.effects.clear();
        effects
    }

    /// Instant at which `Input::Wake` is due if no input comes before: the earliest decision of
    /// the game, or change of a clock face, without an input.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let mut first = Earliest::default();
        self.hands_deadline(&mut first);
        self.clock_deadline(&mut first);
        first.get()
    }

    /// Adds the instants at which the state of the board is judged without an edge.
    fn hands_deadline(&self, first: &mut Earliest) {
        if self.record.paused() {
            return;
        }
        let (touchable, waits) = match self.record.phase() {
            Phase::Playing => {
                if let Some((_, at)) = self.black_first {
                    first.or(at + self.settings.hand_timings.brush);
                }
                if let Some((sure, _)) = self.withdrawn() {
                    first.or(sure);
                }
                if let Some(answered) = self.answered {
                    first.or(answered.sure);
                }
                if let Some(until) = self.held_until() {
                    first.or(until);
                }
                let waits = !self.quiet_over && self.can_be_judged(&self.tracker);
                (self.record.touched().is_none(), waits)
            }
            Phase::Choosing(_) => (true, false),
            Phase::Halted { .. } => (false, self.is_played_on_after_knock()),
            _ => (false, false),
        };
        if let Some(touched) = self.tracker.touch_deadline().filter(|_| touchable) {
            first.or(touched);
        }
        if let Some(quiet) = self.settings.casual.filter(|_| waits) {
            first.or(self.last_edge + quiet);
        }
    }

    /// The side of White; south until it is known.
    pub(crate) fn white(&self) -> Side {
        self.record.white().unwrap_or(Side::South)
    }

    /// The cell on the diagram for a cell of the wiring: White may sit on either side.
    fn on_diagram(&self, cell: Cell) -> Cell {
        match self.white() {
            Side::South => cell,
            Side::North => cell.turned(),
        }
    }

    /// The pieces of both players for the tracker, and those whose touch binds.
    fn turn(&self) -> Turn {
        let (position, touchable) = match self.record.phase() {
            Phase::Choosing(irregularity) => self.pieces_of_choice(irregularity),
            // Before a clock runs no player is on move, unless there is no clock or
            // the moves are prescribed. After a complete move the opponent may already be
            // removing the pieces that his reply captures.
            Phase::Playing if self.is_under_way() && !self.standing && !self.record.paused() => {
                // Where an opening prescribes the move, no other piece binds.
                let touchable = match self.prescribed() {
                    Some(prescribed) => Squares::of(prescribed.from()),
                    None => playable(&self.legal),
                };
                (*self.record.position(), touchable)
            }
            _ => (*self.record.position(), Squares::EMPTY),
        };
        Turn {
            own: position.pieces(position.turn()),
            foreign: position.pieces(position.turn().opponent()),
            touchable,
            adjusting: self.record.adjusting(),
        }
    }

    /// Whether a touch can bind: a clock runs, or the game is played without one, or an opening
    /// is prescribed.
    fn is_under_way(&self) -> bool {
        self.record.running().is_some()
            || self.settings.casual.is_some()
            || self.record.opening().is_some()
    }

    /// The squares that should be occupied now.
    pub(crate) fn expected(&self) -> Squares {
        match self.record.phase() {
            Phase::Halted { occupied, .. } => *occupied,
            Phase::Choosing(irregularity) | Phase::Restoring(irregularity) => {
                self.target(irregularity)
            }
            _ => self.record.position().occupied(),
        }
    }

    /// The squares that should be occupied after a correction.
    fn target(&self, irregularity: &Irregularity) -> Squares {
        match irregularity.correct {
            Target::Position(position) => position.occupied(),
            Target::Move(played) => self.record.position().play_unchecked(played).occupied(),
        }
    }

    /// Applies an event to the record and adds it to the effects.
    fn emit(&mut self, what: EventKind) {
        let at = self.moment().as_millis() as u32;
        let event = self.record.next(at, what);
        let phase = *self.record.phase();
        self.record.apply(&event);
        self.effects.trace(Transition::caused(&phase, &what, self.record.phase()));
        self.legal = self.record.position().legal_moves();
        match what {
            EventKind::Moved { played, .. } => {
                self.standing = false;
                self.counted = self.now;
                self.tracker.counted(played, self.record.position().occupied());
            }
            EventKind::Irregularity(..) => {
                self.standing = false;
                self.tracker.untouch();
            }
            EventKind::Decided { decision: Decision::Correct, .. } => {
                self.tracker.untouch();
                self.tracker.new_turn();
            }
            // The touch that kept the irregularity is the first of the new turn: no `untouch`.
            EventKind::Decided { decision: Decision::Keep(_), .. } => self.tracker.new_turn(),
            EventKind::TakenBack { .. }
            | EventKind::PositionSet(_)
            | EventKind::NotTheOpening { .. } => {
                self.standing = false;
                self.tracker.untouch();
                self.tracker.new_turn();
            }
            _ => {}
        }
        // The move and the reply belong to the state before this event.
        if !matches!(what, EventKind::Touched(_)) {
            self.answered = None;
        }
        self.effects.push(event);
        self.signal(&what);
    }
}

/// The squares where a move began and ended, and those of the captured pieces.
fn squares_of(played: Move) -> Squares {
    played.captured().with(played.from()).with(played.to())
}

/// The squares of the pieces that have a legal move.
fn playable(legal: &[Move]) -> Squares {
    legal.iter().map(|legal| legal.from()).collect()
}
