use std::time::Instant;

use damiera::event::{Event, Tag, What};
use damiera::game::{Ending, Record};
use damiera::protocol::{Hello, Place};
use damiera::sense;

use super::remark::ending;
use super::{ConnectionState, Remark, Times};
use crate::link::{Address, BoardUpdate, LinkEvent};
use crate::pdn::Score;

/// How many finished games are remembered: more than two players play in a day.
const PAST: usize = 50;
/// How many remarks a game keeps. Only a board that plays by itself has more, and the
/// first are then the least interesting.
const REMARKS: usize = 500;

/// One board, as its stream shows it.
pub(crate) struct BoardView {
    pub(crate) address: Address,
    pub(crate) bond: ConnectionState,
    /// When the bond last changed.
    pub(crate) since: Instant,
    pub(crate) hello: Option<Hello>,
    /// The latest game.
    pub(crate) score: Score,
    /// None before the first game, and where it has no clock.
    pub(crate) times: Option<Times>,
    pub(crate) remarks: Vec<Remark>,
    /// Contacts that do what no hand explains.
    pub(crate) faults: Vec<sense::Fault>,
    /// Games before this one.
    pub(crate) past: Vec<Past>,
    /// Events taken in, of all games.
    pub(crate) events: u64,
    /// How often the board has come back.
    pub(crate) returns: u32,
    /// Of the hall, when this changed last.
    pub(crate) version: u64,
}

/// A game that is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Past {
    pub(crate) game: u32,
    /// White's and Black's, where they were told.
    pub(crate) names: [Option<String>; 2],
    pub(crate) ending: Option<Ending>,
    pub(crate) half_moves: u16,
}

impl BoardView {
    pub(super) fn new(address: Address, version: u64) -> Self {
        Self {
            address,
            bond: ConnectionState::Awaited,
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

    /// What the events have come to.
    pub(crate) const fn record(&self) -> &Record {
        self.score.record()
    }

    /// Whether a game has begun on it, as far as is known.
    pub(crate) const fn has_game(&self) -> bool {
        self.record().game() > 0
    }

    /// Why the game ended, in Italian and English.
    pub(crate) fn ending(&self) -> Option<[String; 2]> {
        self.record().result().map(|result| ending(result.reason))
    }

    /// Takes a report in. Whether there is anything new for those who look.
    pub(super) fn hear(&mut self, report: LinkEvent, now: Instant) -> bool {
        match report {
            LinkEvent::Update(_, news) => return self.news(news, now),
            LinkEvent::Quiet => return false,
            LinkEvent::Lost(_, fault) => {
                if matches!(self.bond, ConnectionState::Lost(_)) {
                    return false;
                }
                self.bond = ConnectionState::Lost(fault);
            }
            LinkEvent::Over(_) => self.bond = ConnectionState::Over,
            LinkEvent::Failed(fault) => self.bond = ConnectionState::Failed(fault),
        }
        self.since = now;
        if let Some(times) = &mut self.times {
            times.freeze(now);
        }
        true
    }

    fn news(&mut self, news: BoardUpdate, now: Instant) -> bool {
        match news {
            BoardUpdate::Hello(hello) => {
                if self.hello.is_some() && !self.bond.is_live() {
                    self.returns += 1;
                }
                if self.hello.is_some_and(|known| known.id != hello.id) {
                    self.forget();
                }
                if !self.bond.is_live() {
                    (self.bond, self.since) = (ConnectionState::Live, now);
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

    /// Another board, or one whose memory was erased: nothing of it is known.
    fn forget(&mut self) {
        self.score = Score::new();
        self.times = None;
        self.remarks.clear();
        self.faults.clear();
        self.past.clear();
        self.events = 0;
    }

    fn take(&mut self, place: Place, event: Option<&Event>, now: Instant) {
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
            What::Fault { fault, cleared: false } if !self.faults.contains(&fault) => {
                self.faults.push(fault);
            }
            What::Fault { fault, cleared: true } => self.faults.retain(|known| *known != fault),
            _ => {}
        }
        self.score.apply(event);
        let steps = self.score.plies().len();
        // What a move that was taken back gave rise to is told after what is left.
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

    /// Puts the game that was played until now among those that are over.
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
