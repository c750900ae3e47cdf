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
//! One file for each part: `reading` the classifier, `pending` the waiting rule, `hands` the
//! consequences of a change of the board, `press` those of a player's button, `choice` correct and
//! keep, `afterwards` second moves and moves withdrawn, `knock` knocks, `casual` play without a
//! clock, `begin` the time before the first move, `timing` the clocks, `ends` the ends of games, `keys` the players' buttons, MINUS and PLUS, `request` the
//! requests of a PC and `pc_lock` its permission, `menu_request` the requests of the menu,
//! `claims` repetitions and counts of moves, `restart` a game that begins again, `crowning` kings without transcription, `ruling` the decisions of the arbiter, `queries` the
//! values that the menu reads, `score` the latest moves, `announcement` the messages over the
//! clocks, `entropy` the random numbers, `effects` the output of a step, `denied` the reasons of
//! refusals, `settings` the settings, `transition` the trace of the phases. The record,
//! [`Record`], survives a power cut. Pages, lists and editors are in [`menu`](crate::menu).

mod afterwards;
mod announcement;
mod begin;
mod casual;
mod choice;
mod claims;
mod crowning;
mod denied;
mod effects;
mod ends;
mod entropy;
mod hands;
mod keys;
mod knock;
mod menu_request;
mod pc_lock;
mod pending;
mod press;
mod queries;
mod reading;
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
pub use queries::Hands;
pub use request::GameRequest;
pub use score::Played;
pub use settings::{CONTRAST, Language, OWN_CONTROLS, OpeningChoice, QUIET, QUIETS, Settings};
pub use transition::Transition;

use core::cell::OnceCell;

use crate::clock::Counts;
use crate::event::{Breach, Cause, EventKind, Irregularity, StorageFault, Tag, TagText, Target};
use crate::rules::{Cell, Colour, Move, MoveList, Opening, Outcome, Position, Side, Squares};
use crate::sense::{Cells, Contact, Edge, FaultEvent};
use crate::time::{Duration, GameTime, Instant};
use crate::worlds::{Contacts, Stamp, Worlds};
use knock::Knock;
use pending::Pending;
use reading::Lawful;
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
    /// What the hands may have done in this turn.
    worlds: Worlds,
    /// The press whose meaning is not decided yet.
    pending: Option<Pending>,
    /// A press for a reply, while the captured pieces of the move before it are being collected.
    early: Option<Pending>,
    knock: Knock,
    /// Since when a lift of the opponent keeps an irregularity (8.3).
    choice_since: Stamp,
    /// The position if the open irregularity is kept: as the board was before the hands that are at
    /// work now; `None` where it cannot be known.
    kept: Option<Position>,
    /// As of when the move counts that is being counted.
    counting: Stamp,
    /// The squares with pieces too many, or missing since the start, of which the arbiter knows.
    asked_about: Squares,
    /// The board's debounce time: changes within it came at once.
    window: Duration,
    settings: Settings,
    /// The instant of the last press that changed the clock over.
    changed_over: Option<Instant>,
    /// The latest instant of any input.
    latest: Instant,
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
    /// The lawful move on the board after the last step, once it was asked for: displays and fault
    /// detector ask some ten times between two steps. `None` within a step, where the board changes.
    standing: Option<OnceCell<Option<Lawful>>>,
    /// The effects of the step so far, or of the last one.
    effects: Effects,
}

impl Game {
    /// A game with an empty record. A constant of it is large, but needs no stack:
    /// [`restore`](Self::restore) completes it in place before the first step.
    pub(crate) const fn new() -> Self {
        Self {
            settings: Settings::NEW_BOARD,
            record: Record::new(),
            worlds: Worlds::new(),
            pending: None,
            early: None,
            knock: Knock::None,
            choice_since: Stamp::ZERO,
            kept: None,
            counting: Stamp::ZERO,
            asked_about: Squares::EMPTY,
            window: SHORTEST_WINDOW,
            began: Instant::ZERO,
            offset: GameTime::ZERO,
            legal: MoveList::new(),
            changed_over: None,
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
            standing: None,
            effects: Effects::new(),
        }
    }

    /// Takes up the game of the record, with these settings.
    pub(crate) fn restore(&mut self, settings: Settings) {
        self.standing = None;
        self.settings = settings;
        self.worlds = Worlds::new();
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
    pub const fn contacts(&self) -> &Contacts {
        self.worlds.contacts()
    }

    /// The squares with pieces too many, or missing since the start, of which the arbiter knows.
    pub const fn asked_about(&self) -> Squares {
        self.asked_about
    }

    /// What the hands may have done in this turn.
    pub const fn worlds(&self) -> &Worlds {
        &self.worlds
    }

    /// Sets the debounce time of the board, before the first step: changes within it came at once.
    pub(crate) const fn set_window(&mut self, window: Duration) {
        self.window = window;
    }

    /// The squares that differ from `expected`: those to set up, to restore or
    /// to put right. Empty after a complete move.
    pub fn to_put_right(&self) -> Squares {
        let differs = self.contacts().differs(self.expected());
        let complete =
            !differs.is_empty() && self.record.is_playing() && self.hands() == Hands::Complete;
        if complete { self.asked_about & differs } else { differs }
    }

    /// The outcome if the position ends the game.
    pub fn outcome(&self) -> Option<Outcome> {
        self.record.position().outcome()
    }

    /// Begins the step of one input: lets a flag fall that is due before it, and judges a lift
    /// that waited (`held`). Returns whether the input is allowed: then `take` or a `request`
    /// follows. `end_step` comes last.
    pub(crate) fn begin_step(&mut self, input: &Input, now: Instant) -> bool {
        self.effects.clear();
        self.standing = None;
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
        self.end_waiting(input);
        if let Input::Edge(edge) = input {
            self.note_kept();
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
                self.distrust(if turned { cells.turned() } else { cells });
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

    /// Ends the step: adds the consequences of its events.
    pub(crate) fn end_step(&mut self) {
        self.add_consequences();
        self.standing = Some(OnceCell::new());
    }

    /// The answer of this step to a request or a command.
    pub(crate) const fn answer(&self) -> Option<Result<(), Denied>> {
        self.effects.answer
    }

    /// The effects of the last step. They stay here until the next one: they have 4 KB of room, and
    /// moving them took half of the instructions of a step (`cargo xtask bench-image`).
    pub(crate) const fn effects(&self) -> &Effects {
        &self.effects
    }

    /// Instant at which `Input::Wake` is due if no input comes before: the earliest decision of
    /// the game, or change of a clock face, without an input.
    pub(crate) fn next_deadline(&self) -> Option<Instant> {
        let mut first = Earliest::default();
        if let Some(hands) = self.hands_deadline() {
            first.or(hands);
        }
        if let Some(quiet) = self
            .settings
            .casual
            .filter(|_| !self.record.paused() && !self.quiet_over && self.waits_for_quiet())
        {
            first.or(self.last_edge + quiet);
        }
        self.clock_deadline(&mut first);
        first.get()
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
        let (phase, position) = (*self.record.phase(), *self.record.position());
        self.record.apply(&event);
        self.effects.trace(Transition::caused(&phase, &what, self.record.phase()));
        if *self.record.position() != position {
            self.legal = self.record.position().legal_moves();
        }
        self.effects.push(event);
        self.signal(&what);
        self.follow_worlds(&what, &phase, &position);
    }

    /// Lets the worlds follow an event.
    fn follow_worlds(&mut self, what: &EventKind, phase: &Phase, position: &Position) {
        match *what {
            EventKind::Moved { played, .. } => self.worlds_after(played, position),
            // Told by other means than a lift: a king that is crowned late (4.4).
            EventKind::Touched(square)
                if self.worlds.best().is_some_and(|best| best.piece(square).is_none()) =>
            {
                self.worlds.touch(square);
            }
            EventKind::Started { .. }
            | EventKind::Restarted { .. }
            | EventKind::PositionSet(_)
            | EventKind::TakenBack { .. }
            | EventKind::NotTheOpening { .. } => {
                self.worlds.clear();
                self.pending = None;
                self.early = None;
                self.knock = Knock::None;
                self.asked_about = Squares::EMPTY;
            }
            _ => {}
        }
        if matches!(phase, Phase::Setup) && self.record.is_playing() {
            self.begin_worlds_of_a_game();
        }
    }
}

/// The debounce time before the board has told its own.
const SHORTEST_WINDOW: Duration = Duration::from_millis(8);

/// The squares where a move began and ended, and those of the captured pieces.
fn squares_of(played: Move) -> Squares {
    played.captured().with(played.from()).with(played.to())
}

/// The squares of the pieces that have a legal move.
fn playable(legal: &[Move]) -> Squares {
    legal.iter().map(|legal| legal.from()).collect()
}
