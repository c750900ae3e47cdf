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
//!        Playing --- no pieces, or no move ---> Over
//! ```
//!
//! One file a part: `begin` before the first move, `hands` what follows from a
//! change of the board, `press` what follows from a key, `choice` correct and
//! keep, `judge` what a board means, `record` what outlives a power cut.

mod begin;
mod choice;
mod hands;
mod judge;
mod press;
mod record;

use heapless::Vec;

pub use record::{Phase, Record};

use crate::event::{Breach, Decision, Event, Irregularity, Target, What};
use crate::rules::{
    Cell, Colour, Edition, Move, MoveList, Opening, Outcome, Position, Side, Square, Squares,
};
use crate::sense::{Cells, Contact, Edge};
use crate::time::{Micros, Span};
use crate::tracker::{Manners, Tracker, Turn, Verdict};

/// How a game is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How irregularities are numbered.
    pub edition: Edition,
    /// Without a clock: a complete move counts after this quiet time, or when
    /// the opponent lifts a piece.
    pub casual: Option<Span>,
    /// Where White sits; else the first press, or the first lift, tells.
    pub white: Option<Side>,
    /// How the hands are read.
    pub manners: Manners,
}

impl Default for Settings {
    fn default() -> Self {
        Self { edition: Edition::Year2008, casual: None, white: None, manners: Manners::default() }
    }
}

/// Something that reaches the game.
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
    /// A player, or with `None` the arbiter, says what reeds cannot see: a king
    /// moved unmarked (8.1.16) or a wrong man marked (8.1.17).
    Declare {
        /// Which of the two.
        breach: Breach,
        /// Who says so.
        by: Option<Colour>,
    },
    /// The deadline has come.
    Wake,
}

/// The most events one input can cause.
///
/// The longest chain is a reply that makes an irregular move final: touched,
/// irregularity, decision, a notice, restored, and the change-over. A random
/// player with every kind of hand stays below this in `host-tests`, where the
/// debug build would panic.
pub const MAX_EFFECTS: usize = 8;

/// What an input caused, in order.
pub type Effects = Vec<Event, MAX_EFFECTS>;

/// A game on the board.
#[derive(Clone, Debug)]
pub struct Game {
    settings: Settings,
    record: Record,
    tracker: Tracker,
    /// When the game's own line of time began.
    began: Micros,
    legal: MoveList,
    /// Whether the board has shown a complete move in this turn.
    standing: bool,
    /// The move and the reply that the board shows, while that may still turn
    /// out to be something else.
    answered: Option<Answered>,
    /// When the last move counted.
    counted: Micros,
    /// When a press last changed the clock over.
    changed_over: Option<Micros>,
    /// The knock that was told last began then.
    knocked: Option<Micros>,
    /// Which squares it left wrong when the board had come to rest.
    settled: Option<Squares>,
    /// The first piece taken up in this game, if it was Black's, and when.
    black_first: Option<(Square, Micros)>,
    last_edge: Micros,
    effects: Effects,
}

/// A lawful move and the reply to it, before they count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answered {
    played: Move,
    reply: Move,
    /// From when on there is no doubt.
    sure: Micros,
}

impl Game {
    /// A board on which no game has begun.
    pub fn new(settings: Settings) -> Self {
        let record = Record::new();
        let legal = record.position().legal_moves();
        Self {
            settings,
            record,
            tracker: Tracker::new(settings.manners),
            began: Micros::ZERO,
            legal,
            standing: false,
            answered: None,
            counted: Micros::ZERO,
            changed_over: None,
            knocked: None,
            settled: None,
            black_first: None,
            last_edge: Micros::ZERO,
            effects: Effects::new(),
        }
    }

    /// What outlives a power cut: the fold of all events.
    pub const fn record(&self) -> &Record {
        &self.record
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

    /// One input, at this time. Decides what happens, then applies it.
    pub fn step(&mut self, input: Input, now: Micros) -> Effects {
        self.effects.clear();
        match input {
            Input::NewGame { position, opening } => self.new_game(position, opening, now),
            Input::Distrust(cells) => {
                let turned = self.white() == Side::North;
                self.tracker.distrust(if turned { cells.turned() } else { cells });
                self.board_changed(now);
            }
            Input::Edge(edge) => self.edge(edge),
            Input::Declare { breach, by } => self.declared(breach, by, now),
            Input::Wake => self.time_passed(now),
        }
        self.effects.clone()
    }

    /// When to be woken if nothing happens before.
    pub fn next_deadline(&self) -> Option<Micros> {
        let touch = self.tracker.touch_deadline();
        match self.record.phase() {
            Phase::Playing => {
                let quiet = self.settings.casual.filter(|_| self.can_be_judged());
                let quiet = quiet.map(|quiet| self.last_edge + quiet);
                let brush = self.settings.manners.brush;
                let first = self.black_first.map(|(_, at)| at + brush);
                let withdrawn = self.withdrawn().map(|(sure, _)| sure);
                let touch = touch.filter(|_| self.record.touched().is_none());
                let replied = self.answered.map(|answered| answered.sure);
                [quiet, touch, first, withdrawn, replied].into_iter().flatten().min()
            }
            Phase::Choosing(_) => touch,
            Phase::Halted { .. } => {
                let quiet = self.settings.casual.filter(|_| self.is_played_on_after_knock());
                quiet.map(|quiet| self.last_edge + quiet)
            }
            _ => None,
        }
    }

    /// Where White sits; as long as nobody knows, the diagram is the board.
    fn white(&self) -> Side {
        self.record.white().unwrap_or(Side::South)
    }

    fn edge(&mut self, edge: Edge) {
        let now = edge.at;
        self.last_edge = now;
        match edge.contact {
            Contact::Key(key) if edge.closed => self.key(key, now),
            Contact::Key(_) => {}
            Contact::Cell(cell) => {
                self.sides_by_first_lift(cell, edge.closed, now);
                self.changed(self.on_diagram(cell), edge.closed, now);
            }
        }
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
            // Before a clock runs nobody is on move, unless there is no clock or
            // the moves are prescribed. After a complete move the opponent may be
            // collecting what his reply captures.
            Phase::Playing if self.is_under_way() && !self.standing => {
                (*self.record.position(), playable(&self.legal))
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
    fn expected(&self) -> Squares {
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
            Target::Move(played) => self.record.position().after(played).occupied(),
        }
    }

    /// Applies an event and hands it out.
    fn emit(&mut self, what: What, now: Micros) {
        let at = now.saturating_since(self.began).as_millis() as u32;
        let event = self.record.next(at, what);
        self.record.apply(&event);
        self.legal = self.record.position().legal_moves();
        match what {
            What::Moved { played, .. } => {
                self.standing = false;
                self.counted = now;
                self.tracker.counted(played, self.record.position().occupied());
            }
            What::Irregularity(..) => {
                self.standing = false;
                self.tracker.untouch();
            }
            What::Decided(Decision::Correct) => {
                self.tracker.untouch();
                self.tracker.new_turn();
            }
            // The touch by which it was kept is the first of the new turn.
            What::Decided(Decision::Keep(_)) => self.tracker.new_turn(),
            _ => {}
        }
        // What the board shows has to be compared with something else now.
        if !matches!(what, What::Touched(_)) {
            self.answered = None;
        }
        let kept = self.effects.push(event);
        debug_assert!(kept.is_ok(), "more effects than MAX_EFFECTS");
    }
}

/// The pieces with a legal move.
fn playable(legal: &[Move]) -> Squares {
    legal.iter().map(|legal| legal.from()).collect()
}
