//! The referee: ties the hands, the rules and the irregularities together.
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
//! One file a part: `begin` before the first move, `hands` what follows from a
//! change of the board, `press` what follows from a player's button, `choice`
//! correct and keep, `judge` what a board means, `timing` the clocks, `ends` how
//! games end, `keys` the players' buttons, MINUS and PLUS, `request` the requests of a PC and
//! `pc_lock` its permission, `menu_request` the requests of the menu, `claims` repetitions and
//! counts of moves, `ruling` the decisions of the arbiter, `queries` what the menu reads,
//! `score` the latest moves, `announcement` what is shown over the clocks for a while,
//! `transition` the trace of the phases. The record, [`Record`], outlives a power cut. Pages,
//! lists and editors are in [`menu`](crate::menu).

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
    /// From now on the reeds of these cells cannot be trusted.
    Distrust(Cells),
    /// A new game, from this position.
    NewGame {
        /// Where it begins.
        position: Position,
        /// The opening drawn.
        opening: Option<Opening>,
    },
    /// A player, or with `None` the arbiter, declares what reeds cannot see: a king
    /// moved unmarked (8.1.16) or a wrong man marked (8.1.17).
    Declare {
        /// Which of the two.
        breach: Breach,
        /// The player who declares it.
        by: Option<Colour>,
    },
    /// The instant of `GameWithMenu::next_deadline` has come.
    Wake,
    /// The board has woken up, with no game to go on with.
    Woken,
    /// The board has woken up in the middle of the game of its record.
    Recovered {
        /// How long a clock ran after the last event.
        elapsed: Duration,
        /// Why the board restarted.
        cause: Cause,
    },
    /// Randomness from outside, for lots and codes.
    Random(u64),
    /// A fault of a contact came or went; its cells are as the reeds lie.
    Fault(FaultEvent),
    /// The log cannot be kept as it should.
    Storage(StorageFault),
    /// A request of the arbiter, which needs no permission.
    Request(GameRequest),
    /// A PC's command: a request that the lock has to allow at the time of its execution.
    Command(GameRequest),
    /// The connection with a PC has changed, and the permission given to it ends.
    Connection(ConnectionChange),
}

/// A change of the connection with a PC that ends its permission. The greater one does
/// all that the smaller one does.
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
    /// Casual play: the quiet time after it has been looked at.
    quiet_over: bool,
    /// How often the position has been on the board.
    repeated: u8,
    /// The sign of little time has been given to White, to Black.
    warned: [bool; 2],
    /// Storage fault to report when the next game starts.
    pending_storage_fault: Option<StorageFault>,
    /// The instant of what is being decided: of the input, or of a flag that fell before it.
    now: Instant,
    last_edge: Instant,
    /// When the time line of the game began, or began again after a power cut.
    began: Instant,
    /// The game time at `began`.
    offset: GameTime,
    /// The latest message for the display, and its instant, until the menu takes it.
    announced: Option<(Announcement, Instant)>,
    record: Record,
    tracker: Tracker,
    settings: Settings,
    /// When a press last changed the clock over.
    changed_over: Option<Instant>,
    /// When the last move counted.
    counted: Instant,
    /// The latest instant of any input.
    latest: Instant,
    /// The move and the reply that the board shows, while that may still turn
    /// out to be something else.
    answered: Option<Answered>,
    /// The same, as it was before the latest change put an end to it, and when.
    doubted: Option<(Answered, Instant)>,
    /// The first piece taken up in this game, if it was Black's, and when.
    black_first: Option<(Square, Instant)>,
    /// A lift that may yet turn out to be a brush.
    held: Option<held::Held>,
    /// The knock that was told last began then.
    knocked: Option<Instant>,
    /// Which squares it left wrong when the board had come to rest.
    settled: Option<Squares>,
    /// The last two half-moves, the last one second.
    last_two: [Option<Played>; 2],
    /// The clock of day in seconds since 1970, and when it was so.
    day: Option<(u32, Instant)>,
    /// The lock that keeps a PC from changing a running game.
    lock: PcLock,
    legal: MoveList,
    entropy: entropy::EntropyPool,
    /// For the next games.
    tags: [Option<TagText>; Tag::ALL.len()],
    effects: Effects,
}

/// A lawful move and the reply to it, before they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answered {
    played: Move,
    reply: Move,
    /// From when on there is no doubt.
    sure: Instant,
}

impl Game {
    /// The game of this record, before its first step.
    pub(crate) fn with_record(settings: Settings, record: Record) -> Self {
        let legal = record.position().legal_moves();
        Self {
            settings,
            record,
            tracker: Tracker::new(settings.hand_timings),
            began: Instant::ZERO,
            offset: GameTime::ZERO,
            legal,
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
            entropy: entropy::EntropyPool::default(),
            pending_storage_fault: None,
            lock: PcLock::new(),
            effects: Effects::default(),
        }
    }

    /// What outlives a power cut: the fold of all events.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// How games are played.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The code that the arbiter has called up and no PC has used yet.
    pub fn code(&self) -> Option<[u8; 6]> {
        self.lock.code()
    }

    /// The use that a PC has made of the last code.
    pub fn code_attempts(&self) -> CodeAttempts {
        self.lock.attempts()
    }

    /// The board as the reeds see it.
    pub const fn tracker(&self) -> &Tracker {
        &self.tracker
    }

    /// What the hands are doing, compared with the position.
    pub fn verdict(&self) -> Verdict {
        self.tracker.verdict(self.record.position(), &self.legal)
    }

    /// The squares that differ from what the board should show now: those to
    /// set up, to restore or to put right.
    pub fn to_put_right(&self) -> Squares {
        match (self.record.phase(), self.verdict()) {
            (Phase::Playing, Verdict::Complete(_) | Verdict::Replied(..)) => Squares::EMPTY,
            _ => self.tracker.differs(self.expected()),
        }
    }

    /// Whether the game is over on the board.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.position().outcome()
    }

    /// Begins the step of one input: lets a flag fall that is due before it, and judges a lift
    /// that waited (`held`). Returns whether the input is allowed: then `take` or a `request`
    /// follows. `end_step` comes last.
    pub(crate) fn begin_step(&mut self, input: &Input, now: Instant) -> bool {
        self.latest = self.latest.max(now);
        self.now = now;
        // Before a board that woke up knows how long it slept, no time has passed.
        if !matches!(input, Input::Recovered { .. } | Input::Woken) {
            self.flag_falls();
        }
        // Before the hands are looked at: a PC without permission changes nothing there.
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
            // The exact instant of an edge cannot be known before: it feeds the draws.
            self.entropy.stir(edge.at.as_micros());
        }
        true
    }

    /// Decides what follows from one input, and applies it. MENU, and every key that the menu
    /// keeps for an open page, does not come here.
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
            // The menu's alone.
            Input::Woken => {}
        }
    }

    /// Ends the step: adds what follows from its events, and hands all effects out.
    pub(crate) fn end_step(&mut self) -> Effects {
        self.settle();
        core::mem::take(&mut self.effects)
    }

    /// When to be woken if there is no input before: the first instant at which the game
    /// decides something, or a clock face changes, by itself.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let mut first = Earliest::default();
        self.hands_deadline(&mut first);
        self.clock_deadline(&mut first);
        first.get()
    }

    /// When the hands' doing changes its meaning without an edge.
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

    /// Where White sits; south until it is known.
    pub(crate) fn white(&self) -> Side {
        self.record.white().unwrap_or(Side::South)
    }

    /// A board turned by half is the same to reeds: White may sit anywhere.
    fn on_diagram(&self, cell: Cell) -> Cell {
        match self.white() {
            Side::South => cell,
            Side::North => cell.turned(),
        }
    }

    /// Whose pieces bind, whose come back.
    fn turn(&self) -> Turn {
        let (position, touchable) = match self.record.phase() {
            Phase::Choosing(irregularity) => self.pieces_of_choice(irregularity),
            // Before a clock runs no player is on move, unless there is no clock or
            // the moves are prescribed. After a complete move the opponent may be
            // collecting what his reply captures.
            Phase::Playing if self.is_under_way() && !self.standing && !self.record.paused() => {
                // Where an opening says what to play, no other piece binds.
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

    fn is_under_way(&self) -> bool {
        self.record.running().is_some()
            || self.settings.casual.is_some()
            || self.record.opening().is_some()
    }

    /// What the dark squares should show.
    pub(crate) fn expected(&self) -> Squares {
        match self.record.phase() {
            Phase::Halted { occupied, .. } => *occupied,
            Phase::Choosing(irregularity) | Phase::Restoring(irregularity) => {
                self.target(irregularity)
            }
            _ => self.record.position().occupied(),
        }
    }

    /// The squares that a correction wants occupied.
    fn target(&self, irregularity: &Irregularity) -> Squares {
        match irregularity.correct {
            Target::Position(position) => position.occupied(),
            Target::Move(played) => self.record.position().play_unchecked(played).occupied(),
        }
    }

    /// Applies an event and hands it out.
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
            // The touch by which it was kept is the first of the new turn.
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
        // What the board shows has to be compared with something else now.
        if !matches!(what, EventKind::Touched(_)) {
            self.answered = None;
        }
        self.effects.push(event);
        self.signal(&what);
    }
}

/// Where a move began and ended, and what it captured.
fn squares_of(played: Move) -> Squares {
    played.captured().with(played.from()).with(played.to())
}

/// The pieces with a legal move.
fn playable(legal: &[Move]) -> Squares {
    legal.iter().map(|legal| legal.from()).collect()
}
