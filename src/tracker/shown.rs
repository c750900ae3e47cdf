//! Which of several moves the hands showed, and in which order the captured
//! pieces came off (5.12).

use heapless::Vec;

use super::Tracker;
use crate::rules::{MAX_CAPTURES, Move, MoveList, Square};
use crate::time::{Duration, Instant};

/// No hand is faster from one square to another that it does not touch: that would be ten
/// centimetres at more than three metres a second.
const CARRY: Duration = Duration::from_millis(30);

/// How captured pieces are taken off (5.12).
#[derive(Clone, Copy)]
enum Order {
    /// As they were captured.
    Direct,
    /// The last one first.
    Inverse,
}

/// Which lifts of a piece count.
#[derive(Clone, Copy)]
enum Lifts {
    Last,
    Any,
}

/// Only those moves stay of which this is true most.
fn keep_best(moves: &mut MoveList, how_much: &dyn Fn(Move) -> u64) {
    let most = moves.iter().map(|m| how_much(*m)).max();
    moves.retain(|m| Some(how_much(*m)) == most);
}

impl Tracker {
    /// Of the legal moves that all explain the board, the one that the hands
    /// showed: by the squares landed on, then by the order of removal, then
    /// the first.
    pub fn shown(&self, fitting: &[Move]) -> Option<Move> {
        if let [] | [_] = fitting {
            return fitting.first().copied();
        }
        let mut best = MoveList::from_slice(fitting).ok()?;
        keep_best(&mut best, &|m| self.landings_shown(m) as u64);
        // What came down while the piece stood elsewhere was another piece.
        keep_best(&mut best, &|m| {
            u64::from(!fitting.iter().any(|other| self.stood_elsewhere(m, *other)))
        });
        // 3.6: of two squares tried, one that was not left again, or the last.
        keep_best(&mut best, &|m| {
            u64::from(self.lifted_at(m.to()) <= self.trace.drops(m.to()).next())
        });
        keep_best(&mut best, &|m| {
            self.put_at(m.to()).map_or(0, |put| put.as_micros().saturating_add(1))
        });
        let came_off = |m: Move, order| self.came_off(m, order, None, Lifts::Last);
        keep_best(&mut best, &|m| {
            if came_off(m, Order::Direct) { 2 } else { came_off(m, Order::Inverse).into() }
        });
        best.first().copied()
    }

    /// Whether the piece of a move stood at the end of another one when something came down at
    /// the end of this one.
    fn stood_elsewhere(&self, played: Move, other: Move) -> bool {
        let (to, elsewhere) = (played.to(), other.to());
        let stood = |put: Instant| {
            let there = self.trace.drops(elsewhere).rev().find(|at| *at < put);
            let left = there.and_then(|there| self.trace.lifts(elsewhere).find(|at| *at > there));
            let in_time = |left: Instant| match to.is_near(elsewhere) {
                true => left <= put + self.hand_timings.bridge,
                false => left + CARRY <= put,
            };
            there.is_some() && !left.is_some_and(in_time)
        };
        played.from() == other.from()
            && to != elsewhere
            && self.trace.drops(to).next().is_some_and(stood)
    }

    /// Whether the piece of a move stood on another square when something came down at its end:
    /// a square that was empty, got a piece after this one had been lifted, and kept it for
    /// longer than a piece that slides lies on two.
    pub(super) fn stood_aside(&self, played: Move, put: Instant) -> bool {
        let Some(lifted) = self.trace.lifts(played.from()).next() else { return false };
        let aside = |square: Square| {
            let first = self.trace.iter().find(|change| change.cell == square.cell());
            let put_there = first.filter(|first| first.closed && first.at >= lifted);
            put_there.is_some_and(|there| {
                let left = self.trace.lifts(square).find(|at| *at > there.at);
                there.at < put && left.is_none_or(|left| left > put + self.hand_timings.bridge)
            })
        };
        let stops = |square: Square| played.path().any(|stop| stop == square);
        self.trace
            .iter()
            .filter(|change| change.closed)
            .filter_map(|change| change.cell.dark())
            .any(|square| square != played.from() && !stops(square) && aside(square))
    }

    /// How many landings of a path were shown in its order, others between them
    /// or not: the length of the longest common subsequence.
    fn landings_shown(&self, legal: Move) -> usize {
        let mut lengths = [0; MAX_CAPTURES + 1];
        let drops = self.trace.iter().filter(|change| change.closed);
        for landing in drops.filter_map(|change| change.cell.dark()) {
            let mut before = 0;
            for (n, stop) in legal.path().enumerate() {
                let here = lengths[n + 1];
                lengths[n + 1] = if stop == landing { before + 1 } else { here.max(lengths[n]) };
                before = here;
            }
        }
        lengths[MAX_CAPTURES.min(legal.path().count())]
    }

    /// Whether the captured pieces came off after the capturing piece had come
    /// to rest, in direct or inverse order of capture (5.12). The last lift of
    /// each counts.
    pub fn removed_regularly(&self, played: Move) -> bool {
        let rest = self.came_to_rest(played);
        self.came_off_in_order(played, rest, Lifts::Last)
    }

    /// The same for a move to which the opponent's hand has replied already. His
    /// piece may have passed an emptied square, and which lift was whose reeds
    /// cannot tell: whatever can be read as regular is.
    pub fn removed_regularly_at_first(&self, played: Move) -> bool {
        let rest = self.arrived(played);
        self.came_off_in_order(played, rest, Lifts::Any)
    }

    fn came_off_in_order(&self, played: Move, not_before: Option<Instant>, lifts: Lifts) -> bool {
        self.came_off(played, Order::Direct, not_before, lifts)
            || self.came_off(played, Order::Inverse, not_before, lifts)
    }

    /// Whether the captured pieces were lifted in this order, not before a time.
    /// Pieces lifted within one debounce came at once: either order.
    fn came_off(
        &self,
        played: Move,
        order: Order,
        not_before: Option<Instant>,
        lifts: Lifts,
    ) -> bool {
        let mut squares = Vec::<Square, MAX_CAPTURES>::new();
        squares.extend(played.captured_in_order());
        if let Order::Inverse = order {
            squares.reverse();
        }
        let mut latest = not_before.unwrap_or(Instant::ZERO);
        for square in squares {
            // Nothing is known of a piece that went before the trace began.
            let Some(last) = self.lifted_at(square) else { continue };
            let in_time = |lift: &Instant| *lift + self.hand_timings.window >= latest;
            let lift = match lifts {
                Lifts::Last => Some(last).filter(in_time),
                Lifts::Any => self.trace.lifts(square).find(in_time),
            };
            match lift {
                Some(lift) => latest = latest.max(lift),
                None => return false,
            }
        }
        true
    }

    /// When the piece of a move first came to its end, if it was lifted and put
    /// down there in this turn.
    pub fn arrived(&self, played: Move) -> Option<Instant> {
        let (from, to) = (played.from(), played.to());
        self.trace.drops(to).find(|at| {
            // A piece that slides may close the new square before the old one opens.
            let by_then = |lift: &Instant| *lift <= *at + self.hand_timings.bridge;
            let lifted = self.trace.lifts(from).rev().find(by_then);
            // One that was back on its square is another than the one that came down.
            let back = |lift| self.trace.drops(from).any(|drop| lift < drop && drop <= *at);
            lifted.is_some_and(|lift| from == to || !back(lift))
        })
    }

    /// When the piece came to the end of its path for good. Lifting it there to
    /// stack it (4.4) is no new arrival.
    fn came_to_rest(&self, played: Move) -> Option<Instant> {
        let mut rest = None;
        for change in self.trace.iter().filter(|change| change.closed) {
            let Some(square) = change.cell.dark() else { continue };
            if square == played.to() {
                rest = rest.or(Some(change.at));
            } else if square == played.from() || played.path().any(|stop| stop == square) {
                rest = None;
            }
        }
        rest
    }
}
