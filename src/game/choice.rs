//! Correct and keep (8.2 to 8.4), and what a correction asks of the board.

use super::reading::{self, Reading};
use super::{Counts, Game, Phase, playable};
use crate::event::{Breach, Decision, EventKind, Irregularity};
use crate::rules::{Colour, Position, Setup, Squares};
use crate::worlds::{Lift, Piece, Stamp, World};

impl Game {
    /// 8.1.16, 8.1.17: before the opponent has touched a movable piece (8.3).
    pub(super) fn declared(&mut self, breach: Breach, by: Option<Colour>) {
        let position = *self.record.position();
        let offender = position.turn().opponent();
        let in_time = self.record.is_playing()
            && self.record.touched().is_none()
            && by.is_none_or(|by| by == position.turn());
        let squares = match breach {
            Breach::UnmarkedKing => match self.record.last() {
                // Only the king just moved, and not the one just made.
                Some(last)
                    if position.kings(offender).contains(last.to())
                        && self.record.crowned().is_none() =>
                {
                    Squares::of(last.from()).with(last.to())
                }
                _ => return,
            },
            Breach::WronglyMarked => Squares::EMPTY,
            _ => return,
        };
        if in_time {
            self.accuse(offender, breach, squares);
        }
    }

    /// The opponent, or the arbiter for him, has it corrected.
    pub(super) fn correct(&mut self) {
        let Phase::Choosing(irregularity) = *self.record.phase() else { return };
        let offender = irregularity.offender;
        // Where his move stands, its press does as well.
        let irregular = self.record.position().turn() == offender;
        let clock = self.clock_after(|clock, line| {
            if irregular {
                clock.withdraw(offender, line);
            }
            // He has something to do, on his own time.
            clock.give_back_turn(offender, line);
        });
        self.emit(EventKind::Decided { decision: Decision::Correct, clock });
        self.board_changed();
    }

    /// It stands.
    pub(super) fn keep(&mut self, irregularity: &Irregularity) {
        let kept = self.kept;
        let offender = irregularity.offender;
        let again = kept.is_some_and(|kept| kept.turn() == offender);
        let clock = self.clock_after(|clock, line| {
            // 8.1.4: the move is his once more.
            if again {
                clock.withdraw(offender, line);
                clock.give_back_turn(offender, line);
            }
        });
        let before = *self.record.position();
        self.emit(EventKind::Decided { decision: Decision::Keep(kept), clock });
        match kept {
            Some(kept) => self.worlds_of_kept(&before, &kept, offender.opponent()),
            None => self.ask_arbiter(irregularity.squares, false),
        }
    }

    /// The worlds of the kept position: what the opponent has lifted since the choice was his is
    /// lifted in it.
    fn worlds_of_kept(&mut self, before: &Position, kept: &Position, decider: Colour) {
        if !self.record.is_playing() {
            return;
        }
        let world = self.worlds.lifts_of(decider, before, kept);
        let (since, now) = (self.choice_since, Stamp::of(self.now));
        self.with_worlds(|worlds, turn| {
            worlds.begin_with(world, now, turn);
            worlds.touch_since(since, turn.touchable);
        });
        self.tell_of_touch();
    }

    /// Whether the irregularity can be kept without the arbiter.
    pub(crate) const fn can_keep(&self) -> bool {
        self.kept.is_some()
    }

    /// Notes the position if the open irregularity is kept, as long as the opponent has lifted nothing
    /// and no slide is on its way.
    pub(super) fn note_kept(&mut self) {
        let Phase::Choosing(irregularity) = *self.record.phase() else { return };
        let theirs = self.record.position().pieces(irregularity.offender.opponent());
        let touched = self.worlds.best().is_some_and(|best| {
            let touched = |piece: &Piece| {
                // What was knocked was not touched, but is off.
                self.is_moved_since_the_choice(best, piece)
                    || piece.lift == Lift::Before && !piece.is_home()
            };
            best.pieces().iter().any(|piece| theirs.contains(piece.home) && touched(piece))
        });
        let quiet = self.now >= self.last_edge + self.settings.hand_timings().slide_overlap;
        if quiet && (!touched || self.kept.is_none()) {
            let not_a_brush = Stamp::of(self.now).before(self.settings.brush);
            self.kept = self.if_kept(&irregularity, not_a_brush);
        }
    }

    /// The position if the board stands as it was at a stamp, the pieces that the opponent has lifted
    /// put back.
    pub(super) fn if_kept(&self, irregularity: &Irregularity, since: Stamp) -> Option<Position> {
        let chooser = irregularity.offender.opponent();
        let position = self.record.position();
        let best = self.worlds.best()?;
        match irregularity.breach {
            Breach::WronglyMarked => return None,
            Breach::UnmarkedKing => return Some(*position),
            _ => {}
        }
        let theirs = position.pieces(chooser);
        if position.turn() != irregularity.offender {
            return self.afterwards(best)?.kept();
        }
        let captured = self.to_come_off(irregularity) & best.in_hand();
        let before = best
            .before_lifts(theirs - captured, self.choice_since)
            .before_lifts(position.occupied(), since);
        let held = (before.away() & theirs) - irregularity.squares;
        reading::kept(&before, &self.turn(), irregularity.breach, held)
    }

    /// Whether a piece was lifted since the choice began, and does not stand where it stood then.
    fn is_moved_since_the_choice(&self, world: &World, piece: &Piece) -> bool {
        let stood = world.stood_before(piece.home, self.choice_since);
        let lifted = match piece.lift {
            Lift::Before => piece.lifted.is_after(piece.left),
            _ => true,
        };
        lifted && !self.choice_since.is_after(piece.lifted) && piece.place != Some(stood)
    }

    fn is_since_the_choice(&self, piece: &Piece) -> bool {
        piece.lift == Lift::Plain && !self.choice_since.is_after(piece.left)
    }

    /// The pieces that a correction takes off the board.
    fn to_come_off(&self, irregularity: &Irregularity) -> Squares {
        self.record.position().occupied() - self.target(irregularity)
    }

    /// Whose pieces decide for "keep" when they are touched: those that can move in the position
    /// that would be kept (8.3).
    fn movable(&self, irregularity: &Irregularity) -> Squares {
        let chooser = irregularity.offender.opponent();
        let position = self.kept.unwrap_or_else(|| self.still_there()).with_turn(chooser);
        playable(&position.legal_moves())
    }

    /// The position less everything that was not on its square when the choice began.
    fn still_there(&self) -> Position {
        let position = self.record.position();
        let mut setup = Setup::empty(position.turn());
        let lifted: Squares = self.worlds.best().map_or(Squares::EMPTY, |best| {
            let since = best.pieces().iter().filter(|piece| self.is_since_the_choice(piece));
            since.map(|piece| piece.home).collect()
        });
        for square in position.occupied() & (self.worlds.contacts().board() | lifted) {
            if let Some(piece) = position.piece_at(square) {
                setup.put(piece, square);
            }
        }
        Position::try_from(setup).unwrap_or(*position)
    }

    /// A choice is open: a movable piece of the opponent that is off for longer than a brush keeps
    /// the irregularity (8.3).
    pub(super) fn choosing(&mut self, irregularity: &Irregularity) {
        if self.knocked_in_choice() {
            return;
        }
        self.note_kept();
        if self.is_kept_by_touch(irregularity) {
            self.keep(irregularity);
        }
    }

    /// The best world, where it costs as well that the opponent has a piece in hand: what comes down
    /// then is his.
    fn likeliest(&self, theirs: Squares) -> Option<&World> {
        self.worlds.iter().min_by_key(|world| {
            let held = |piece: &&Piece| {
                theirs.contains(piece.home)
                    && piece.is_in_hand()
                    && self.is_moved_since_the_choice(world, piece)
            };
            world.weight() + world.pieces().iter().filter(held).count()
        })
    }

    /// Whether a piece was lifted by whose touch the irregularity is kept.
    fn is_kept_by_touch(&self, irregularity: &Irregularity) -> bool {
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let theirs = self.record.position().pieces(irregularity.offender.opponent());
        let Some(best) = self.likeliest(theirs) else { return false };
        let candidates = || {
            best.pieces().iter().filter(|piece| {
                let touched = self.is_moved_since_the_choice(best, piece);
                let lasts = self.is_since_the_choice(piece) && now.is_past(piece.left, brush)
                    || now.is_past(piece.lifted, brush);
                theirs.contains(piece.home) && touched && lasts
            })
        };
        if candidates().next().is_none() {
            return false;
        }
        let movable = self.movable(irregularity);
        // A captured piece left on decides by where it goes: reeds cannot tell who lifts it.
        let comes_off = self.to_come_off(irregularity);
        let keeps = |piece: &Piece| {
            let down = piece.elsewhere().is_some_and(|cell| cell.dark().is_some());
            let stood = best.stood_before(piece.home, self.choice_since).dark();
            stood.is_some_and(|stood| movable.contains(stood))
                && (!comes_off.contains(piece.home) || down)
        };
        candidates().any(keeps)
    }

    /// The opponent presses while the choice is his: correct. Has he displaced a piece of his own,
    /// his press ends his turn: the irregularity is final (8.3), and his act is judged for itself.
    pub(super) fn answer_by_press(&mut self, irregularity: &Irregularity) {
        let decider = irregularity.offender.opponent();
        let theirs = self.record.position().pieces(decider);
        let displaced = self.likeliest(theirs).is_some_and(|world| {
            // A piece may tilt at his press.
            let settled = world.settled(self.brush_ago());
            let world = settled.as_ref().unwrap_or(world);
            world.pieces().iter().any(|piece| {
                theirs.contains(piece.home)
                    && piece.elsewhere().is_some()
                    && self.is_moved_since_the_choice(world, piece)
            })
        });
        if displaced {
            self.keep(irregularity);
            if self.record.is_playing() {
                self.press(decider);
            }
        } else {
            self.correct();
        }
    }

    /// A correction is under way: is the board what it should be?
    pub(super) fn restoring(&mut self, irregularity: &Irregularity) {
        let target = self.target(irregularity);
        // The opponent may hold a piece of his meanwhile.
        let off = self.worlds.contacts().differs(target);
        let his = self.record.position().pieces(irregularity.offender.opponent());
        let held = off.len() == 1 && (off - his).is_empty() && !irregularity.squares.meets(off);
        if off.is_empty() || held {
            self.emit(EventKind::Restored { by_move: false });
        } else if self.corrected_by_a_move(irregularity.offender).is_some() {
            // At once the lawful move that follows from it.
            self.emit(EventKind::Restored { by_move: true });
        }
    }

    pub(super) fn press_while_restoring(&mut self, irregularity: &Irregularity, colour: Colour) {
        let mut counts = Counts::Nothing;
        if colour == irregularity.offender {
            // Nothing new is reported while a correction is carried out.
            if let Some((lawful, world)) = self.corrected_by_a_move(colour) {
                counts = Counts::Move;
                self.count(&lawful, world, false, self.now);
            }
        } else if self.record.running() == Some(colour) && self.has_played_on(irregularity) {
            // The opponent has gone on while the correction was not whole.
            let squares = self.to_put_right();
            self.change_over(colour, Counts::Nothing);
            self.ask_arbiter(squares, false);
            return;
        }
        self.change_over(colour, counts);
    }

    /// Whether a piece of the opponent's, which the correction does not ask for, has gone somewhere.
    fn has_played_on(&self, irregularity: &Irregularity) -> bool {
        let off = self.worlds.contacts().differs(self.target(irregularity));
        let his = self.record.position().pieces(irregularity.offender.opponent());
        let arrived = off - self.target(irregularity);
        !((off & his) - irregularity.squares).is_empty() && !arrived.is_empty()
    }

    /// The lawful move on the board that makes a correction whole. The piece touched first still
    /// binds: any other move is not lawful.
    fn corrected_by_a_move(&self, offender: Colour) -> Option<(reading::Lawful, usize)> {
        let Phase::Restoring(irregularity) = *self.record.phase() else { return None };
        if self.record.position().turn() != offender {
            return None;
        }
        match self.read(self.now) {
            // A piece that has to come back is no reply.
            (Reading::Lawful(lawful), world)
                if lawful.beside.is_none()
                    && !lawful
                        .reply
                        .played()
                        .is_some_and(|reply| irregularity.squares.contains(reply.from())) =>
            {
                Some((lawful, world))
            }
            _ => None,
        }
    }
}
