//! The classifier: what a world means if the turn ended now.
//!
//! One table. A lawful reading of the lowest rank wins, whatever it costs the hands; accusations are
//! compared by cost first, then by rank, or absurd worlds would accuse.
//!
//! | rank | reading | articles (2008) |
//! | --- | --- | --- |
//! | 0 | a lawful move, complete | 3.5, 5.10 |
//! | 1 | that, and the reply in hand, begun or complete | 3.11 |
//! | 2 | that, and the new king in hand to be crowned | 4.4 |
//! | 3 | that, and a piece beside its square | 7.5 |
//! | 4 | that, and one piece too many, or one that never was there | arbiter |
//! | +5 | captured pieces off in a wrong order | 5.12 |
//! | 10 | one piece on two squares | 7.7 |
//! | 11 | two own pieces displaced, the first lawfully | 8.1.1 |
//! | 12 | a piece of the opponent displaced | 8.1.5 |
//! | 13 | a foreign piece first, then an own move | arbiter |
//! | 14 | one piece touched, another moved | 8.1.3 |
//! | 15 | own pieces off after a capture | 8.1.13 |
//! | 16 | pieces off that were not captured | 8.1.12 |
//! | 17 | pieces off with no capture | 8.1.7 |
//! | 18 | stopped within a capture | 8.1.9 |
//! | 19 | captured pieces left on | 8.1.10, 8.1.11 |
//! | 20 | a capture that priority forbids | 8.1.15 |
//! | 21 | a whole capture and an impossible jump | 8.1.8 |
//! | 22 | an impossible capture | 8.1.14 |
//! | 23 | a capture left out | 8.1.6 |
//! | 24 | any other displacement | 8.1.2 |
//! | 25 | nothing displaced: an empty press | III 4.4.5 |

use core::cmp::Reverse;

use crate::event::{Breach, Irregularity, Removal, Target};
use crate::rules::{
    CapturePriority, Cell, Colour, Direction, Move, Piece, Position, Rank, Setup, Square, Squares,
};
use crate::sense::Cells;
use crate::time::Duration;
use crate::worlds::{Lift, Stamp, Turn, World};

/// What a world means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    /// A lawful move was made.
    Lawful(Lawful),
    /// 7.7: a piece lies on these squares, and one of them would make a lawful move.
    OnTwoSquares(Squares),
    /// An act against the rules.
    Irregular(Irregularity),
    /// Only the arbiter can tell.
    Arbiter(Squares),
}

/// A lawful move, and what else is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lawful {
    pub(crate) played: Move,
    pub(crate) removal: Removal,
    /// 7.5: the square of a piece that stands beside it, if it is not a captured one, and the cell.
    pub(crate) beside: Option<(Squares, Cell)>,
    /// Pieces too many, or that never were there: the arbiter is asked.
    pub(crate) surplus: Squares,
    /// The opponent's playable piece that is off the board.
    pub(crate) absent: Option<Square>,
    pub(crate) reply: Reply,
    /// Its piece is in hand, to be crowned (4.4).
    pub(crate) crowning: bool,
}

/// How far the reply to a lawful move is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    None,
    /// It is on its way, and its piece left its square then.
    Begun(Move, Stamp),
    /// It is complete, and its piece left its square then.
    Complete(Move, Stamp),
}

impl Reply {
    /// The move that it is.
    pub(crate) const fn played(&self) -> Option<Move> {
        match self {
            Self::None => None,
            Self::Begun(played, _) | Self::Complete(played, _) => Some(*played),
        }
    }
}

impl Lawful {
    /// The row of the table.
    pub(crate) fn rank(&self) -> u8 {
        let rank = if !self.surplus.is_empty() {
            4
        } else if self.beside.is_some() {
            3
        } else if self.crowning {
            2
        } else {
            u8::from(self.reply != Reply::None)
        };
        rank + if self.removal == Removal::Irregular { 5 } else { 0 }
    }

    /// Whether nothing else is on the board, in whatever order captured pieces came off.
    pub(crate) fn is_all(&self) -> bool {
        self.rank() % 5 <= 2
    }

    /// Whether it is taken at once: nothing about it may be different in a moment.
    pub(crate) fn is_certain(&self) -> bool {
        self.rank() <= 2
    }
}

impl Reading {
    /// The row of the table.
    pub(crate) fn rank(&self) -> u8 {
        match self {
            Self::Lawful(lawful) => lawful.rank(),
            Self::OnTwoSquares(_) => 10,
            Self::Arbiter(_) => 13,
            Self::Irregular(irregularity) => match irregularity.breach {
                Breach::TwoMoves | Breach::Withdrawal => 11,
                Breach::ForeignPiece => 12,
                Breach::OtherPiece => 14,
                Breach::OwnOff => 15,
                Breach::NotCaptured => 16,
                Breach::PiecesOff => 17,
                Breach::Stopped => 18,
                Breach::OneLeftOn | Breach::SomeLeftOn => 19,
                Breach::Priority(_) => 20,
                Breach::TooMany => 21,
                Breach::Impossible { .. } => 22,
                Breach::CaptureLeft => 23,
                Breach::Displacement => 24,
                Breach::EmptyPress | Breach::UnmarkedKing | Breach::WronglyMarked => 25,
            },
        }
    }
}

/// What speaks for one of several lawful paths, the most important first: where its piece stands, how
/// many landings were shown, how nearly the pieces came off in order, and in direct order.
type Evidence = (u8, usize, Reverse<u32>, bool);

/// A world and what it is read against.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) world: &'a World,
    pub(crate) turn: &'a Turn<'a>,
    pub(crate) now: Stamp,
    /// When the press came that is judged; `now` where nothing was pressed.
    pub(crate) press: Stamp,
    /// The king that the last move made, which may be stacked (4.4).
    pub(crate) crowned: Option<Square>,
}

impl Reader<'_> {
    /// What the world means if the turn ended now.
    pub(crate) fn read(&self) -> Reading {
        let Some(lawful) = self.lawful(0) else { return self.accuse() };
        if self.world.was_touched_before(lawful.played.from(), self.now, self.turn.timings.brush) {
            return self.other_piece(lawful.played);
        }
        match self.second_square(&lawful) {
            Some(squares) => Reading::OnTwoSquares(squares),
            None => Reading::Lawful(lawful),
        }
    }

    /// The lawful move that was made, if all the rest is explained as well.
    pub(crate) fn lawful(&self, depth: u8) -> Option<Lawful> {
        let mut best: Option<(Lawful, Evidence)> = None;
        let mut known: Option<(Move, Option<Lawful>)> = None;
        for played in self.turn.legal.iter().copied() {
            // Of the paths over the same pieces only one is tried.
            let rest = match known {
                Some((other, rest)) if ends_alike(other, played) => rest,
                _ if self.world.makes(played, self.turn) => self.rest(played, depth),
                _ => None,
            };
            known = Some((played, rest));
            let Some(rest) = rest.map(|rest| Lawful { played, ..rest }) else { continue };
            let shown = self.world.landings_shown(played);
            let direct = self.world.removed_too_early(played, self.turn, false);
            let inverse = self.world.removed_too_early(played, self.turn, true);
            let too_early = direct.min(inverse);
            let removal = if too_early == 0 { Removal::Regular } else { Removal::Irregular };
            let lawful = Lawful { removal, ..rest };
            // The path shown goes before the order of removal, the first one before all others.
            // A piece that stands there was not moved on since.
            let stands = self
                .world
                .piece(played.from())
                .is_none_or(|piece| piece.place.is_none_or(|cell| cell == played.to().cell()));
            let last = self
                .world
                .piece(played.from())
                .is_none_or(|piece| piece.stood == played.to().cell());
            let order = (u8::from(stands) + u8::from(last), shown, Reverse(too_early), direct == 0);
            let better = best.as_ref().is_none_or(|(known, known_order)| {
                let (rank, known_rank) = (lawful.rank() % 5, known.rank() % 5);
                rank < known_rank || rank == known_rank && order > *known_order
            });
            if better {
                best = Some((lawful, order));
            }
        }
        best.map(|(lawful, _)| lawful)
    }

    /// What is on the board besides a lawful move; `None` if something is not explained.
    fn rest(&self, played: Move, depth: u8) -> Option<Lawful> {
        let mut lawful = Lawful {
            played,
            removal: Removal::Regular,
            beside: None,
            surplus: Squares::EMPTY,
            absent: None,
            reply: Reply::None,
            crowning: false,
        };
        let mut left = self.world.after(played, self.press, self.turn.trusted);
        for captured in played.captured() {
            if let Some(cell) = self.world.piece(captured).and_then(|piece| piece.elsewhere())
                && cell.dark().is_none()
            {
                // One that is carried low over a light cell is gone in a moment.
                if self.lies(captured) {
                    lawful.beside = Some((Squares::EMPTY, cell));
                }
            }
        }
        let surplus = left.arrivals().iter().filter_map(|arrival| arrival.cell.dark());
        lawful.surplus = surplus.collect();
        left = left.without_arrivals(Cells::from(lawful.surplus));
        if left.is_at_rest() {
            return Some(lawful);
        }
        let mut explained = Squares::EMPTY;
        for piece in left.pieces() {
            if piece.lift == Lift::NeverThere {
                lawful.surplus = lawful.surplus.with(piece.home);
                explained = explained.with(piece.home);
            } else if let Some(cell) = piece.elsewhere().filter(|cell| cell.dark().is_none())
                && lawful.beside.is_none()
                && touches(cell, piece.home)
            {
                lawful.beside = Some((Squares::of(piece.home), cell));
                explained = explained.with(piece.home);
            }
        }
        let crowns = self.crowns(played);
        if crowns && left.in_hand().contains(played.to()) {
            lawful.crowning = true;
            explained = explained.with(played.to());
        }
        if let Some(crowned) = self.crowned.filter(|crowned| left.in_hand().contains(*crowned)) {
            explained = explained.with(crowned);
        }
        left = left.without(explained);
        if left.is_at_rest() {
            return Some(lawful);
        }
        let after = self.turn.position.play_unchecked(played);
        // Each half-move that follows is made by a piece that was lifted, unless nothing is known of
        // it, and explains that piece and those that it captures.
        let them = after.pieces(after.turn());
        let us = after.occupied() - them;
        let moves = |side: Squares| {
            let lifted = left.pieces().iter().any(|piece| side.contains(piece.home));
            lifted || !(side - self.turn.trusted).is_empty()
        };
        let away = left.away();
        if !moves(them) || !moves(us) && (away & them).len() > 1 {
            return None;
        }
        let legal = after.legal_moves();
        let captures = legal.first().is_some_and(|reply| reply.is_capture());
        if !captures && (away & us).len() > 1 {
            return None;
        }
        let (touchable, last) = (Squares::EMPTY, Some(played));
        let next =
            Turn { position: &after, legal: &legal, touchable, last, kept: None, ..*self.turn };
        let reader = Reader { world: &left, turn: &next, crowned: None, ..*self };
        let came = self.world.came_to_rest(played, self.turn.timings.brush);
        let in_time = left.pieces().iter().all(|piece| {
            // 3.11: what was displaced before the move is no reply to it.
            came.is_none_or(|came| {
                piece.is_in_hand() || piece.put.is_after(came) || {
                    u64::from(came.since(piece.put)) < self.turn.timings.brush.as_millis()
                }
            })
        });
        if !in_time {
            return None;
        }
        if depth < 2
            && let Some(reply) = reader.lawful(depth + 1).filter(Lawful::is_all)
        {
            let replied = left.piece(reply.played.from());
            // A player who lifts his piece before the reply has come down has not moved it there.
            let moved_on = self.world.piece(played.from()).filter(|mover| {
                mover.place != Some(played.to().cell())
                    && !reply.played.captured().contains(played.to())
            });
            let too_early = moved_on
                .zip(replied)
                .is_some_and(|(mover, replied)| !mover.lifted.is_after(replied.put));
            if !too_early {
                let began = replied.map_or(self.now, |piece| piece.left);
                lawful.reply = Reply::Complete(reply.played, began);
                return Some(lawful);
            }
        }
        let reply = reader.begun()?;
        // 3.6: a piece that was shown on a square and taken up again has not moved there.
        let (from, to) = (played.from(), played.to());
        let stood = self.world.piece(from).is_none_or(|piece| {
            let taken_up = piece.is_in_hand() && piece.stood == to.cell();
            piece.place == Some(to.cell())
                || taken_up && self.world.has_stood(from, to.cell(), self.turn.timings.brush)
        });
        if !stood {
            return None;
        }
        let began = left.piece(reply.from()).map_or(self.now, |piece| piece.left);
        lawful.reply = Reply::Begun(reply, began);
        lawful.absent = left.in_hand().contains(reply.from()).then_some(reply.from());
        Some(lawful)
    }

    /// Whether a piece has lain where it is for longer than a brush.
    fn lies(&self, home: Square) -> bool {
        let brush = self.turn.timings.brush;
        self.world.piece(home).is_some_and(|piece| self.now.is_past(piece.put, brush))
    }

    /// A lawful move of which the piece is in hand or on its path, and nothing else is off. A piece
    /// that came down around the press is still on its way.
    pub(crate) fn begun(&self) -> Option<Move> {
        let brush = self.turn.timings.brush;
        // Other own pieces are on their squares then.
        if (self.world.away() & self.turn.position.pieces(self.us())).len() > 1 {
            return None;
        }
        let legal = self.turn.legal.iter();
        let by_now = |m: &&Move| self.world.is_on_its_way(**m, self.now, brush, self.turn);
        let by_the_press = |m: &&Move| self.world.is_on_its_way(**m, self.press, brush, self.turn);
        legal.clone().find(by_now).or_else(|| legal.clone().find(by_the_press)).copied()
    }

    /// Whether a lawful capture has landed and its pieces are being collected, with the reply begun
    /// or complete.
    pub(crate) fn is_collecting(&self) -> bool {
        let landed = |legal: &&Move| {
            let mover = self.world.piece(legal.from()).and_then(|mover| mover.place);
            legal.is_capture() && mover == Some(legal.to().cell())
        };
        let mut known: Option<Move> = None;
        self.turn.legal.iter().filter(landed).any(|legal| {
            let again = known.replace(*legal).is_some_and(|other| ends_alike(other, *legal));
            !again && self.rest(*legal, 0).is_some_and(|lawful| lawful.is_all())
        })
    }

    /// The same for a piece in hand or on its path now.
    pub(crate) fn is_held(&self) -> bool {
        let now = |m: &Move| self.world.is_on_its_way(*m, self.now, Duration::ZERO, self.turn);
        self.turn.legal.iter().any(now)
    }

    fn crowns(&self, played: Move) -> bool {
        let us = self.turn.position.turn();
        self.turn.position.men(us).contains(played.from())
            && Squares::crowning_row(us).contains(played.to())
    }

    /// 7.7: the piece lies on a second square beside its own.
    fn second_square(&self, lawful: &Lawful) -> Option<Squares> {
        let to = lawful.played.to();
        let brush = self.turn.timings.brush;
        let put = self.world.piece(lawful.played.from()).map(|piece| piece.put)?;
        let beside = self.world.arrivals().iter().find(|arrival| {
            let at_once = !put.later_of(arrival.at).is_past(arrival.at, brush)
                && !put.later_of(arrival.at).is_past(put, brush);
            arrival.cell.dark().is_some_and(|square| square.is_near(to)) && at_once
        })?;
        Some(Squares::of(to).with(beside.cell.dark()?))
    }

    // --- Accusations -------------------------------------------------------------------------

    fn us(&self) -> Colour {
        self.turn.position.turn()
    }

    fn former(&self) -> Target {
        Target::Position(*self.turn.position)
    }

    /// No lawful move explains the world: which article does.
    fn accuse(&self) -> Reading {
        // Only pieces lifted before the press count.
        let later = self.world.pieces().iter().filter(|piece| piece.left.is_after(self.press));
        let world = self.world.without(later.map(|piece| piece.home).collect());
        let seen = Seen::of(&world, self.turn);
        let own_moved = seen.own_moved;
        if own_moved.is_empty() && seen.foreign_moved.is_empty() {
            return self.nothing_displaced(&world, &seen);
        }
        if !seen.foreign_moved.is_empty() {
            return self.foreign_displaced(&world, &seen);
        }
        if own_moved.len() > 1 {
            return self.two_displaced(&world, &seen);
        }
        // A piece that was off before this turn, and another one played.
        let before = |square| world.piece(square).is_some_and(|piece| piece.is_off_since_before());
        if seen.own_off.iter().any(before) {
            return Reading::Arbiter(seen.all());
        }
        match own_moved.first() {
            Some(mover) => self.one_displaced(&world, &seen, mover),
            None => Reading::Arbiter(seen.all()),
        }
    }

    fn report(&self, breach: Breach, seen: &Seen, correct: Target) -> Reading {
        Reading::Irregular(Irregularity {
            offender: self.us(),
            breach,
            squares: seen.all(),
            light: seen.light,
            correct,
        })
    }

    /// 8.1.3 for a move that is lawful but for the piece touched first.
    fn other_piece(&self, played: Move) -> Reading {
        let touched = self.world.touched(self.now, self.turn.timings.brush);
        let squares = played.captured().with(played.from()).with(played.to()) | touched;
        Reading::Irregular(Irregularity {
            offender: self.us(),
            breach: Breach::OtherPiece,
            squares,
            light: None,
            correct: self.former(),
        })
    }

    /// Every own piece that is off its square is in hand, and nothing has come down anywhere.
    fn nothing_displaced(&self, world: &World, seen: &Seen) -> Reading {
        if seen.own_off.is_empty() && seen.foreign_off.is_empty() {
            // 7.7: a piece may lie on its own square and on the next one.
            let arrived: Squares =
                world.arrivals().iter().filter_map(|arrival| arrival.cell.dark()).collect();
            let half_way: Squares = self
                .turn
                .legal
                .iter()
                .filter(|legal| !legal.is_capture() && arrived.contains(legal.to()))
                .map(|legal| legal.from())
                .collect();
            if !half_way.is_empty() {
                return Reading::OnTwoSquares(half_way | arrived);
            }
            return self.report(Breach::EmptyPress, seen, self.former());
        }
        if seen.own_off.is_empty() {
            // 6.4: a capture that ends where it began, not all of it collected.
            let round = |legal: &&Move| {
                legal.from() == legal.to()
                    && world.piece(legal.from()).is_some()
                    && legal.captured().meets(seen.foreign_off)
            };
            if let Some(round) = self.turn.legal.iter().find(round) {
                return self.after_legal_capture(*round, seen);
            }
            return self.report(Breach::PiecesOff, seen, self.former());
        }
        let begun = |legal: &Move| {
            Squares::of(legal.from()) == seen.own_off
                && (seen.foreign_off - legal.captured()).is_empty()
        };
        let one_in_hand = seen.own_off.len() == 1
            && (seen.foreign_off.is_empty() || self.turn.legal.iter().any(begun));
        let breach = if one_in_hand { Breach::EmptyPress } else { Breach::PiecesOff };
        self.report(breach, seen, self.former())
    }

    /// 8.1.5: a piece of the opponent was displaced, alone or after a lawful move.
    fn foreign_displaced(&self, world: &World, seen: &Seen) -> Reading {
        let report = || self.report(Breach::ForeignPiece, seen, self.former());
        match seen.own_moved.len() {
            0 => report(),
            1 => {
                let made = self.turn.legal.iter().find(|legal| world.makes(**legal, self.turn));
                let came = made.and_then(|made| world.came_to_rest(*made, self.turn.timings.brush));
                let after = |came: Stamp| {
                    world.pieces().iter().all(|piece| {
                        !seen.foreign_moved.contains(piece.home) || !came.is_after(piece.put)
                    })
                };
                if came.is_some_and(after) { report() } else { Reading::Arbiter(seen.all()) }
            }
            _ => Reading::Arbiter(seen.all()),
        }
    }

    /// 8.1.1 where the first displacement is a lawful move, else 8.1.2.
    fn two_displaced(&self, world: &World, seen: &Seen) -> Reading {
        let moved = world.pieces().iter().filter(|piece| seen.own_moved.contains(piece.home));
        let first =
            moved.reduce(|first, piece| if first.put.is_after(piece.put) { piece } else { first });
        let lawful = first.and_then(|first| {
            let made =
                |legal: &&Move| legal.from() == first.home && world.makes(**legal, self.turn);
            self.turn.legal.iter().find(made)
        });
        match lawful {
            Some(first) => self.report(Breach::TwoMoves, seen, Target::Move(*first)),
            None => self.report(Breach::Displacement, seen, self.former()),
        }
    }

    /// One own piece stands elsewhere.
    fn one_displaced(&self, world: &World, seen: &Seen, from: Square) -> Reading {
        let mut seen = *seen;
        let brush = self.turn.timings.brush;
        if world.was_touched_before(from, self.now, brush) {
            seen.passed = world.touched(self.now, brush);
            return self.report(Breach::OtherPiece, &seen, self.former());
        }
        let Some(to) = world.piece(from).and_then(|piece| piece.elsewhere()?.dark()) else {
            // 8.1.2 with 7.5: on a light cell.
            return self.report(Breach::Displacement, &seen, self.former());
        };
        let is = |m: Move| m.from() == from && m.to() == to;
        if let Some(done) = self.best_fit(&seen, &is) {
            return self.after_legal_capture(done, &seen);
        }
        let stops =
            |m: Move| m.from() == from && m.is_capture() && m.path().any(|square| square == to);
        if let Some(begun) = self.best_fit(&seen, &stops) {
            let breach = wrongly_off(&seen, begun.captured()).unwrap_or(Breach::Stopped);
            return self.report(breach, &seen, Target::Move(begun));
        }
        // A capture that is possible, but not allowed.
        if let Some((done, priority)) = self.forbidden_capture(&seen, from, to) {
            let breach = wrongly_off(&seen, done.captured())
                .unwrap_or_else(|| Breach::Priority(self.turn.position.surpassing(priority)));
            seen.passed = done.captured();
            return self.report(breach, &seen, self.former());
        }
        let off = seen.foreign_off | seen.own_off;
        if let Some(over) = self.jump_too_many(from, to, off) {
            seen.passed = over;
            return self.report(Breach::TooMany, &seen, self.former());
        }
        let step = self.is_a_step(from, to);
        // Where nothing came off, a step is a step, whatever jumps lead there too.
        let jumped = self.impossible_capture(from, to, off).filter(|_| !step || !off.is_empty());
        if let Some(over) = jumped {
            let own = over.meets(seen.own_off);
            seen.passed = over;
            return self.report(Breach::Impossible { own }, &seen, self.former());
        }
        if !off.is_empty() {
            // 8.4: pieces back; the simple move stands, if it was one.
            let lawful = self.turn.legal.iter().find(|legal| is(**legal));
            let correct = lawful.map_or(self.former(), |legal| Target::Move(*legal));
            return self.report(Breach::PiecesOff, &seen, correct);
        }
        if step && self.turn.legal.first().is_some_and(|legal| legal.is_capture()) {
            return self.report(Breach::CaptureLeft, &seen, self.former());
        }
        self.report(Breach::Displacement, &seen, self.former())
    }

    /// A legal move was made, but what came off is not what it captures.
    fn after_legal_capture(&self, done: Move, seen: &Seen) -> Reading {
        let breach = if done.is_capture() {
            let left_on =
                if done.captured().len() == 1 { Breach::OneLeftOn } else { Breach::SomeLeftOn };
            wrongly_off(seen, done.captured()).unwrap_or(left_on)
        } else {
            Breach::PiecesOff
        };
        let seen = Seen { passed: done.captured().with(done.from()), ..*seen };
        self.report(breach, &seen, Target::Move(done))
    }

    /// Of the legal moves wanted, the one whose captures agree best with what came off: what came off
    /// rightly first.
    fn best_fit(&self, seen: &Seen, wanted: &dyn Fn(Move) -> bool) -> Option<Move> {
        let agreement = |m: &Move| {
            let (right, wrong) = (m.captured() & seen.foreign_off, m.captured() ^ seen.foreign_off);
            (right.len(), usize::MAX - wrong.len())
        };
        self.turn.legal.iter().copied().filter(|m| wanted(*m)).max_by_key(agreement)
    }

    fn forbidden_capture(
        &self,
        seen: &Seen,
        from: Square,
        to: Square,
    ) -> Option<(Move, CapturePriority)> {
        let mut best: Option<(Move, CapturePriority)> = None;
        let wrong = |m: Move| (m.captured() ^ seen.foreign_off).len();
        self.turn.position.each_capture(|capture, priority| {
            if capture.from() == from
                && capture.to() == to
                && best.is_none_or(|(known, _)| wrong(capture) < wrong(known))
            {
                best = Some((capture, priority));
            }
        });
        best
    }

    /// 8.1.8: a whole legal capture and one jump more; what it passed over.
    fn jump_too_many(&self, from: Square, to: Square, off: Squares) -> Option<Squares> {
        self.turn.legal.iter().find_map(|legal| {
            if legal.from() != from || !legal.is_capture() {
                return None;
            }
            let all = legal.captured().with(between(legal.to(), to)?);
            ((off - all).is_empty() && (legal.captured() - off).is_empty()).then_some(all)
        })
    }

    /// 8.1.14: jumps that no rule allows, over pieces that came off or over the opponent's; what
    /// they passed over.
    fn impossible_capture(&self, from: Square, to: Square, off: Squares) -> Option<Squares> {
        let position = self.turn.position;
        // The piece on the square where it lands may have been taken off first.
        let free = (!position.occupied()).with(from).with(to);
        let may_pass = (position.pieces(self.us().opponent()) | off) - free;
        let wanted = off.without(to);
        let mut found = None;
        jumps(from, to, may_pass, free, Squares::EMPTY, &mut |over| {
            if (wanted - over).is_empty() && found.is_none() {
                found = Some(over);
            }
        });
        let landing = off & Squares::of(to);
        found.or_else(|| self.flown_over(from, to, wanted)).map(|over| over | landing)
    }

    /// A jump from afar over one piece that came off.
    fn flown_over(&self, from: Square, to: Square, off: Squares) -> Option<Squares> {
        let over = off.first().filter(|_| off.len() == 1)?;
        let empty = !self.turn.position.occupied() | off;
        Direction::ALL.into_iter().find_map(|towards| {
            let mut passed = false;
            let mut at = from.step(towards)?;
            while at != to {
                if !empty.contains(at) {
                    return None;
                }
                passed |= at == over;
                at = at.step(towards)?;
            }
            passed.then_some(off)
        })
    }

    /// Whether this is how the piece moves when it captures nothing.
    fn is_a_step(&self, from: Square, to: Square) -> bool {
        let Some(piece) = self.turn.position.piece_at(from) else { return false };
        Direction::ALL.into_iter().any(|towards| {
            from.step(towards) == Some(to)
                && (piece.rank == Rank::King || towards.is_forward_for(piece.colour))
        })
    }
}

/// What a world displaces, as far as accusations ask for it.
#[derive(Clone, Copy)]
struct Seen {
    /// Own pieces that are off the board.
    own_off: Squares,
    /// The opponent's.
    foreign_off: Squares,
    /// Own pieces that stand elsewhere, by their squares.
    own_moved: Squares,
    /// The opponent's.
    foreign_moved: Squares,
    /// The dark squares on which pieces stand that were not there.
    arrived: Squares,
    /// A light cell on which a piece stands.
    light: Option<Cell>,
    /// Other squares concerned: pieces passed over, off or not, and the piece touched first.
    passed: Squares,
}

impl Seen {
    fn of(world: &World, turn: &Turn<'_>) -> Self {
        let own = turn.position.pieces(turn.position.turn());
        let known = |piece: &&crate::worlds::Piece| piece.lift != Lift::NeverThere;
        let pieces = || world.pieces().iter().filter(known);
        let off: Squares =
            pieces().filter(|piece| piece.is_in_hand()).map(|piece| piece.home).collect();
        let off = off & turn.trusted;
        let moved: Squares =
            pieces().filter(|piece| piece.elsewhere().is_some()).map(|piece| piece.home).collect();
        let cells = || pieces().filter_map(|piece| piece.elsewhere());
        Self {
            own_off: off & own,
            foreign_off: off - own,
            own_moved: moved & own,
            foreign_moved: moved - own,
            arrived: cells().filter_map(Cell::dark).collect(),
            light: cells().find(|cell| cell.dark().is_none()),
            passed: Squares::EMPTY,
        }
    }

    fn all(&self) -> Squares {
        self.own_off
            | self.foreign_off
            | self.own_moved
            | self.foreign_moved
            | self.arrived
            | self.passed
    }
}

/// 8.1.13 and 8.1.12: own pieces off after a capture, or pieces that it did not capture.
fn wrongly_off(seen: &Seen, captured: Squares) -> Option<Breach> {
    if !seen.own_off.is_empty() {
        Some(Breach::OwnOff)
    } else if !(seen.foreign_off - captured).is_empty() {
        Some(Breach::NotCaptured)
    } else {
        None
    }
}

/// Whether two moves differ only in their paths: the board is the same after them.
fn ends_alike(one: Move, two: Move) -> bool {
    (one.from(), one.to(), one.captured()) == (two.from(), two.to(), two.captured())
}

/// The square between two that lie a jump apart.
fn between(from: Square, to: Square) -> Option<Square> {
    let towards = Direction::ALL.into_iter().find(|towards| from.jump(*towards) == Some(to))?;
    from.step(towards)
}

/// Visits what every chain of jumps between two squares passes over.
fn jumps(
    at: Square,
    to: Square,
    may_pass: Squares,
    free: Squares,
    over: Squares,
    visit: &mut impl FnMut(Squares),
) {
    if at == to && !over.is_empty() {
        visit(over);
    }
    for towards in Direction::ALL {
        // A hand may jump two pieces in a row, which no rule allows either.
        let (mut passed, mut next) = (over, at.step(towards));
        while let Some(square) = next.filter(|s| may_pass.contains(*s) && !passed.contains(*s)) {
            passed = passed.with(square);
            next = square.step(towards);
        }
        if let Some(landing) = next.filter(|s| free.contains(*s) && passed != over) {
            jumps(landing, to, may_pass, free, passed, visit);
        }
    }
}

/// Whether a light cell shares an edge with a square.
fn touches(cell: Cell, square: Square) -> bool {
    let square = square.cell();
    cell.row().abs_diff(square.row()) + cell.column().abs_diff(square.column()) == 1
}

/// The position if an irregularity is kept: every piece where this world has it, those of `held` on
/// their squares (8.3: the piece by whose touch the opponent decides). `None` where the pieces
/// cannot be known.
pub(crate) fn kept(
    world: &World,
    turn: &Turn<'_>,
    breach: Breach,
    held: Squares,
) -> Option<Position> {
    let position = turn.position;
    let us = position.turn();
    let own = position.pieces(us);
    if !world.arrivals().is_empty() {
        return None;
    }
    let world = &world.without(held);
    let in_hand = world.in_hand() & own & turn.trusted;
    let displaced = world.pieces().iter().any(|piece| piece.elsewhere().is_some());
    // An own piece that is off and has not come down anywhere is in a hand.
    if matches!(breach, Breach::EmptyPress) && !in_hand.is_empty() && !displaced {
        return None;
    }
    let mut setup = Setup::empty(us.opponent());
    for square in position.occupied() {
        let Some(piece) = position.piece_at(square) else { continue };
        let Some(record) = world.piece(square) else {
            setup.put(piece, square);
            continue;
        };
        if record.lift == Lift::NeverThere {
            continue;
        }
        if let Some(cell) = record.place {
            // 7.5: a piece kept on a light cell is the arbiter's business.
            let to = cell.dark()?;
            setup.put(ranked(piece, to, breach, turn, square), to);
        }
    }
    Position::try_from(setup).ok()
}

/// The piece on the square to which it came: a man on the far base is a king (4.2), and so is one
/// that a whole capture has led there before it went on (8.1.8).
fn ranked(piece: Piece, to: Square, breach: Breach, turn: &Turn<'_>, from: Square) -> Piece {
    let base = Squares::crowning_row(piece.colour);
    let through = breach == Breach::TooMany
        && turn.legal.iter().any(|legal| legal.from() == from && base.contains(legal.to()));
    if base.contains(to) || through { Piece { rank: Rank::King, ..piece } } else { piece }
}
