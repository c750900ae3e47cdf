use std::time::Instant;

use damiera::event::{Event, EventKind, Tag};
use damiera::game::{Ending, Record};
use damiera::protocol::{EventPosition, Hello};
use damiera::sense;

use super::remark::ending;
use super::{ConnectionState, Remark, Times};
use crate::link::{Address, BoardUpdate, LinkEvent};
use crate::pdn::Score;

/// Number of finished games that are kept: more than two players play in a day.
const PAST: usize = 50;
/// Number of remarks that are kept for a game; the oldest are dropped. Only a board in a
/// demonstration loop has more.
const REMARKS: usize = 500;

/// The state of one board, folded from its stream.
pub(crate) struct BoardView {
    pub(crate) address: Address,
    pub(crate) connection: ConnectionState,
    /// Time of the last change of `connection`.
    pub(crate) since: Instant,
    pub(crate) hello: Option<Hello>,
    /// The latest game.
    pub(crate) score: Score,
    /// `None` before the first game, and for a game without clocks.
    pub(crate) times: Option<Times>,
    pub(crate) remarks: Vec<Remark>,
    /// Current faults of contacts.
    pub(crate) faults: Vec<sense::Fault>,
    /// Earlier games, the oldest first.
    pub(crate) past: Vec<Past>,
    /// Number of events received, of all games.
    pub(crate) events: u64,
    /// Number of reconnections.
    pub(crate) returns: u32,
    /// Version of the hall at the last change of this board.
    pub(crate) version: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) game: u32,
    /// Names of White and Black, if known.
    pub(crate) names: [Option<String>; 2],
    pub(crate) ending: Option<Ending>,
    pub(crate) half_moves: u16,
}

impl BoardView {
    pub(super) fn new(address: Address, version: u64) -> Self {
        Self {
            address,
            connection: ConnectionState::Awaited,
            since: Instant::now(),
            hello: None,
            score: Score::new(),
            times: None,
            remarks: Vec::new(),
            faults: Vec::new(),
            past: Vec::new(),
            events: 0,
            returns: 0,
            version,
        }
    }

    /// The fold of the events of the current game.
    pub(crate) const fn record(&self) -> &Record {
        self.score.record()
    }

    /// Whether a game is known.
    pub(crate) const fn has_game(&self) -> bool {
        self.record().game() > 0
    }

    /// The reason of the end of the game, in Italian and English.
    pub(crate) fn ending(&self) -> Option<[String; 2]> {
        self.record().result().map(|result| ending(result.reason))
    }

    /// Applies an event of the connection; returns whether the state has changed.
    pub(super) fn apply(&mut self, event: LinkEvent, now: Instant) -> bool {
        match event {
            LinkEvent::Update(_, update) => return self.update(update, now),
            LinkEvent::Quiet => return false,
            LinkEvent::Lost(_, fault) => {
                if matches!(self.connection, ConnectionState::Lost(_)) {
                    return false;
                }
                self.connection = ConnectionState::Lost(fault);
            }
            LinkEvent::Over(_) => self.connection = ConnectionState::Over,
            LinkEvent::Failed(fault) => self.connection = ConnectionState::Failed(fault),
        }
        self.since = now;
        if let Some(times) = &mut self.times {
            times.freeze(now);
        }
        true
    }

    fn update(&mut self, update: BoardUpdate, now: Instant) -> bool {
        match update {
            BoardUpdate::Hello(hello) => {
                if self.hello.is_some() && !self.connection.is_live() {
                    self.returns += 1;
                }
                if self.hello.is_some_and(|known| known.id != hello.id) {
                    self.forget();
                }
                if !self.connection.is_live() {
                    (self.connection, self.since) = (ConnectionState::Live, now);
                }
                self.hello = Some(hello);
            }
            BoardUpdate::Event(place, event) => {
                self.events += 1;
                self.take(place, event.as_ref(), now);
            }
            BoardUpdate::Clocks(clocks) => {
                let Some(times) = &mut self.times else { return false };
                let Some(corrected) = times.corrected(&clocks, now) else { return false };
                *times = corrected;
            }
            BoardUpdate::Erased => self.forget(),
        }
        true
    }

    /// Clears the state: another board is connected, or the memory of the board was erased.
    fn forget(&mut self) {
        self.score = Score::new();
        self.times = None;
        self.remarks.clear();
        self.faults.clear();
        self.past.clear();
        self.events = 0;
    }

    fn take(&mut self, place: EventPosition, event: Option<&Event>, now: Instant) {
        if place.number == 0 {
            self.remember();
            self.score = Score::new();
            self.remarks.clear();
        }
        let Some(event) = event else {
            self.score.apply_unknown();
            return;
        };
        match event.what {
            EventKind::Fault { fault, cleared: false } if !self.faults.contains(&fault) => {
                self.faults.push(fault);
            }
            EventKind::Fault { fault, cleared: true } => {
                self.faults.retain(|known| *known != fault)
            }
            _ => {}
        }
        self.score.apply(event);
        let steps = self.score.plies().len();
        // Remarks on a move that was taken back are shown after the last remaining step.
        for remark in &mut self.remarks {
            remark.after = remark.after.min(steps);
        }
        let edition = self.record().edition();
        if let Some(remark) = Remark::about(event, edition, steps) {
            if self.remarks.len() == REMARKS {
                self.remarks.remove(0);
            }
            self.remarks.push(remark);
        }
        self.times = self.record().clock().map(|clock| Times::of(clock, event.at, now));
    }

    /// Appends the current game to the earlier ones, if anything was played.
    fn remember(&mut self) {
        let record = self.record();
        if record.game() == 0 || (record.half_moves() == 0 && record.result().is_none()) {
            return;
        }
        let name = |tag| self.score.tag(tag).map(str::to_owned);
        let past = Past {
            game: record.game(),
            names: [name(Tag::White), name(Tag::Black)],
            ending: record.result(),
            half_moves: record.half_moves(),
        };
        if self.past.len() == PAST {
            self.past.remove(0);
        }
        self.past.push(past);
    }
}
