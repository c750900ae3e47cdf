//! The first playable piece touched (3.7, 3.8), read from the trace.

use super::trace::Binds;
use super::{HandTimings, Tracker};
use crate::rules::{Square, Squares};
use crate::time::{Duration, Instant};

/// A playable piece was lifted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Touch {
    square: Square,
    at: Instant,
    binds: Binds,
    /// When it was put on another square, as far as can be told: a piece that
    /// slides closes the new square first.
    put: Option<Instant>,
}

impl Touch {
    /// From when on it cannot have been a brush.
    fn sure_at(&self, hand_timings: &HandTimings) -> Option<Instant> {
        let open = match self.binds {
            Binds::Pressed => Some(self.at),
            Binds::Touched => Some(self.at + hand_timings.brush),
            Binds::Adjusted | Binds::No => None,
        };
        let put = self.put.map(|put| put + hand_timings.bridge + Duration::from_millis(1));
        Instant::first_of(&[open, put])
    }

    fn is_sure(&self, now: Instant, hand_timings: &HandTimings) -> bool {
        self.sure_at(hand_timings).is_some_and(|sure| now >= sure)
    }
}

impl Tracker {
    /// The first playable piece touched in this turn (3.7, 3.8).
    ///
    /// A piece that was lifted less than a brush ago and is still in the air
    /// does not count yet.
    pub fn touched(&self, now: Instant) -> Option<Square> {
        self.touch()
            .filter(|touch| touch.is_sure(now, &self.hand_timings))
            .map(|touch| touch.square)
    }

    /// When [`touched`](Self::touched) will change without a change of the board.
    pub fn touch_deadline(&self) -> Option<Instant> {
        self.touch()?.sure_at(&self.hand_timings)
    }

    /// A press while a piece is in the air: it was no brush.
    pub fn press(&mut self) {
        let board = self.board;
        self.trace.rebind(|change| match change.cell.dark() {
            Some(square) if change.binds != Binds::No && !board.contains(square) => Binds::Pressed,
            _ => change.binds,
        });
    }

    /// Forgets the touch: it was a knock, or belongs to the last turn.
    #[inline(never)]
    pub fn untouch(&mut self) {
        self.trace.rebind(|_| Binds::No);
    }

    fn touch(&self) -> Option<Touch> {
        if self.trace.iter().all(|change| change.binds == Binds::No) {
            return None;
        }
        let hand_timings = &self.hand_timings;
        let mut board = self.trace.undone(self.board, Instant::ZERO);
        let mut touch: Option<Touch> = None;
        for change in self.trace.iter() {
            let Some(square) = change.cell.dark() else { continue };
            if touch.as_ref().is_some_and(|touch| touch.is_sure(change.at, hand_timings)) {
                return touch;
            }
            // What the player holds besides.
            let others = |but: Square| (self.turn.own - board).without(but);
            if change.closed {
                if let Some(held) = &mut touch {
                    // Put elsewhere while no other own piece is in hand, it is
                    // played; faster than a piece slides, it is another piece.
                    let elsewhere = !(self.turn.own | self.turn.foreign).contains(square);
                    let alone = others(held.square).is_empty();
                    let slid = change.at > held.at + hand_timings.bridge;
                    if held.square == square {
                        // Back on its square at once, or adjusted.
                        touch = None;
                    } else if elsewhere && alone && slid {
                        held.put = Some(change.at);
                    }
                }
                board = board.with(square);
            } else {
                // It was another piece that slid there.
                if let Some(held) = &mut touch
                    && self.turn.own.contains(square)
                    && held.square != square
                {
                    held.put = None;
                }
                // 3.8: the first piece touched; while one is in hand, another is
                // brushed.
                let free_hand: Squares = others(square);
                if touch.is_none() && free_hand.is_empty() && change.binds != Binds::No {
                    let (at, binds) = (change.at, change.binds);
                    touch = Some(Touch { square, at, binds, put: None });
                }
                board = board.without(square);
            }
        }
        touch
    }
}
