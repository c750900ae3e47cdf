//! What follows from a player's button.

use super::pending::Pending;
use super::reading::{Reading, Reply};
use super::{Counts, Game, Phase, squares_of};
use crate::event::{Breach, EventKind, Irregularity};
use crate::rules::{Article, Colour, Square, Squares};
use crate::time::Instant;
use crate::worlds::{Piece, Stamp};

impl Game {
    /// A player's button, while nothing but the game is to be seen.
    pub(super) fn press(&mut self, colour: Colour) {
        match *self.record.phase() {
            Phase::Setup => {
                // With an opening, White's press after its third half-move does.
                if colour != self.record.position().turn() && self.record.opening().is_none() {
                    self.change_over(colour, Counts::Nothing);
                }
            }
            Phase::Choosing(irregularity) => {
                if colour != irregularity.offender {
                    self.answer_by_press(&irregularity);
                }
            }
            Phase::Restoring(irregularity) => self.press_while_restoring(&irregularity, colour),
            Phase::Halted { .. } => {
                // He plays on without restoring.
                if self.record.running() != Some(colour.opponent()) {
                    let squares = self.to_put_right();
                    self.change_over(colour, Counts::Nothing);
                    self.ask_arbiter(squares, false);
                }
            }
            Phase::Arbiter => self.change_over(colour, Counts::Nothing),
            // A clock that is set to run on after a flag.
            Phase::Over => {
                if self.record.clock().is_some_and(|clock| clock.running() == Some(colour)) {
                    self.change_over(colour, Counts::Nothing);
                }
            }
            Phase::Playing => self.press_in_play(colour),
        }
    }

    fn press_in_play(&mut self, colour: Colour) {
        // A late press belongs to the move that the reply has made good, and ends no waiting.
        if self.pending.is_some_and(|pending| pending.by != colour)
            && self.record.unpressed() == Some(colour)
            && self.record.running() == Some(colour)
        {
            return self.change_over(colour, Counts::Recharge);
        }
        // The opponent's press ends the waiting: what is pending is decided first.
        if self.pending.is_some_and(|pending| pending.by != colour && pending.on_two.is_none()) {
            self.resolve(true);
            return self.press(colour);
        }
        // A complete reply makes the move before it good, whichever player presses.
        if self.pending.is_none()
            && let Some((lawful, world)) = self.answered()
        {
            let half_moves = self.record.half_moves();
            self.made_good_by_reply(lawful, world);
            if self.record.half_moves() != half_moves {
                return self.press(colour);
            }
            return;
        }
        if colour == self.record.position().turn() {
            if self.is_late(colour) {
                let rests = !self
                    .worlds
                    .iter()
                    .any(|world| world.away().meets(self.record.position().pieces(colour)));
                if rests {
                    self.recharge_late(colour);
                } else {
                    // A piece that tilts at the press, or a quick move.
                    let pending = Pending { late: true, ..Pending::new(colour, self.now) };
                    self.pending = Some(pending);
                }
            } else if let Some(pending) = self.pending {
                // Pressed again for the same move (7.7): it has brought what it brings.
                if self.record.running() == Some(colour) {
                    self.change_over(colour, Counts::Nothing);
                } else if pending.on_two.is_none() {
                    self.pending = Some(pending);
                }
            } else if self.reply_was_taken_off().is_some() {
                self.taken_off();
            } else if let Some(withdrawn) = self.withdrawn() {
                self.report(withdrawn, self.now);
                self.press(colour);
            // Before the clocks run, the player on move has nothing to press for as long as he has
            // not moved.
            } else if self.record.running().is_some() || !self.is_at_rest() {
                self.judge(colour);
            }
            return;
        }
        if self.record.running() != Some(colour.opponent()) {
            // The first press starts the clock; a late one belongs to the move that has counted
            // already, and brings its recharge. With an opening only White's starts it.
            if self.record.running().is_some() || self.record.opening().is_none() {
                let late = self.record.unpressed() == Some(colour);
                self.change_over(colour, if late { Counts::Recharge } else { Counts::Nothing });
            }
        } else {
            self.pending = Some(Pending::new(colour, self.now));
        }
    }

    /// Whether every piece stands on its square, but for one that tilts.
    fn is_at_rest(&self) -> bool {
        let since = self.brush_ago();
        self.worlds.iter().all(|world| world.settled(since).as_ref().unwrap_or(world).is_at_rest())
    }

    /// Whether a player has put a piece of his down by then: elsewhere, or where a capture that began
    /// there ends (6.4), which is the only piece at home with a record.
    fn has_come_down(&self, player: Colour, by: Instant) -> bool {
        let (own, by) = (self.record.position().pieces(player), Stamp::of(by));
        let moved = |piece: &Piece| !piece.is_in_hand() && !piece.put.is_after(by);
        self.worlds.best().is_some_and(|best| {
            best.pieces().iter().any(|piece| own.contains(piece.home) && moved(piece))
        })
    }

    /// Whether this player has not pressed since a move of his counted by the reply to it, and has
    /// not touched anything since.
    fn is_late(&self, colour: Colour) -> bool {
        let own = self.record.position().pieces(colour);
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let touched = self.worlds.best().is_some_and(|best| {
            best.pieces().iter().any(|piece| {
                own.contains(piece.home) && !piece.is_home() && now.is_past(piece.left, brush)
            })
        });
        self.record.unpressed() == Some(colour)
            && self.record.running() == Some(colour)
            && self.record.touched().is_none()
            && self.pending.is_none()
            && !touched
    }

    /// A late press, when the opponent has pressed for his reply: it brings the recharge, and the
    /// clock goes on.
    fn recharge_late(&mut self, colour: Colour) {
        if self.record.running() == Some(colour)
            && let Some(clock) = self.clock_after(|clock, at| clock.recharge(colour, at, false))
        {
            self.emit(EventKind::Recharged { of: colour, clock });
        }
    }

    /// The piece of the side on move that is off since before the opponent's last press, while
    /// nothing else has happened.
    pub(super) fn reply_was_taken_off(&self) -> Option<Square> {
        let position = self.record.position();
        let best = self.worlds.best()?;
        let settled = best.settled(self.brush_ago());
        let best = settled.as_ref().unwrap_or(best);
        let away = best.away();
        let square = away.first().filter(|_| away.len() == 1)?;
        let piece = best.piece(square)?;
        let taken_off = piece.is_off_since_before()
            && best.arrivals().is_empty()
            && position.pieces(position.turn()).contains(square)
            && self.record.last().is_some()
            && self.record.crowned() != Some(square);
        taken_off.then_some(square)
    }

    /// It was no reply in hand: the opponent asks for his piece back.
    pub(super) fn taken_off(&mut self) {
        let (Some(absent), Some(last)) = (self.reply_was_taken_off(), self.record.last()) else {
            return;
        };
        let breach = if last.is_capture() { Breach::NotCaptured } else { Breach::PiecesOff };
        let offender = self.record.position().turn().opponent();
        self.accuse(offender, breach, squares_of(last).with(absent));
        self.correct();
    }

    /// The press of the player on move: the clock changes over, and the move is judged at once or
    /// when the contacts around the press have settled.
    fn judge(&mut self, colour: Colour) {
        self.pending = Some(Pending::new(colour, self.now));
        self.resolve(false);
        let Some(pending) = self.pending else { return };
        if pending.brought.is_none() {
            let empty = self.is_at_rest();
            let again = self.record.pressed() == Some(colour);
            let counts = if empty || again { Counts::Nothing } else { Counts::Move };
            self.change_over(colour, counts);
            if let Some(pending) = &mut self.pending {
                pending.brought = Some(if again { Counts::Recharge } else { counts });
            }
        }
    }

    /// A press whose meaning was not decided before a knock or a power cut is judged now.
    pub(super) fn press_again(&mut self) {
        if let Some(by) = self.record.pressed().filter(|_| self.record.is_playing()) {
            let mut pending = Pending::new(by, self.now);
            pending.brought = Some(Counts::Recharge);
            self.pending = Some(pending);
            self.resolve(false);
        }
    }

    /// When the decision after a press, a reply or a knock falls if no contact changes.
    pub fn decides_at(&self) -> Option<Instant> {
        if !self.is_followed() {
            return None;
        }
        let brush = self.settings.brush;
        let press = self.press_deadline();
        let settled = self.last_edge + brush;
        let waits = settled > self.latest
            && (self.withdrawn().is_some() || self.is_reply_complete())
            && self.record.is_playing();
        let settles = waits.then_some(settled);
        Instant::first_of(&[press, settles, self.knock_deadline()])
    }

    /// When what a press meant is decided; not before a knock that may be one has settled.
    pub(super) fn press_deadline(&self) -> Option<Instant> {
        let due = self.pending?.deadline(self.settings.brush)?;
        (due > self.latest || self.knock_deadline().is_none()).then_some(due)
    }

    fn is_reply_complete(&self) -> bool {
        self.pending.is_none() && self.answered().is_some()
    }

    /// Decides what a press meant, if that can be told now; `forced`: without waiting, because the
    /// opponent acts, the arbiter is called or a flag falls.
    pub(super) fn resolve(&mut self, forced: bool) {
        let Some(pending) = self.pending else { return };
        if !self.record.is_playing() {
            self.pending = None;
            return;
        }
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        let due = forced || pending.is_due(self.now, brush);
        if pending.by != self.record.position().turn() {
            return self.resolve_other_press(&pending, due);
        }
        let (mut reading, mut world) = self.read(pending.at);
        if due && !matches!(reading, Reading::Lawful(_)) {
            if let Some((lawful, number)) = self.lawful_before_late_lifts(pending.at) {
                (reading, world) = (Reading::Lawful(lawful), number);
            } else if let (settled, number) = self.read_settled(pending.at)
                && !matches!(settled, Reading::Lawful(_))
            {
                (reading, world) = (settled, number);
            }
        }
        match reading {
            Reading::Lawful(lawful) => {
                // A piece that was lifted just now may come back.
                let lasts = self.worlds.iter().nth(world).is_some_and(|world| {
                    world.is_collected(lawful.played, now, brush)
                        && !world.is_lifting(self.brush_ago())
                });
                let certain = lawful.is_certain()
                    && lasts
                    && self.is_only_move(lawful.played, world, pending.at);
                if due || certain {
                    self.pending = None;
                    if self.is_not_the_opening(lawful.played) {
                        return;
                    }
                    self.count(&lawful, world, false, pending.at);
                    self.change_over_for(&pending, Counts::Move);
                    self.judge_early_press();
                }
            }
            _ if pending.early => self.pending = None,
            _ if !due => {}
            Reading::OnTwoSquares(squares) => {
                if pending.on_two != Some(squares) {
                    let article = Article::new(7, 7);
                    self.emit(EventKind::Notice { article, squares, light: None });
                }
                if let Some(pending) = &mut self.pending {
                    pending.on_two = Some(squares);
                }
                if pending.brought.is_none() {
                    let again = self.record.pressed() == Some(pending.by);
                    self.change_over(
                        pending.by,
                        if again { Counts::Nothing } else { Counts::Move },
                    );
                    if let Some(pending) = &mut self.pending {
                        pending.brought = Some(Counts::Move);
                    }
                }
            }
            Reading::Irregular(_) if let Some(withdrawn) = self.withdrawn() => {
                self.change_over_for(&pending, Counts::Nothing);
                self.report(withdrawn, pending.at);
                self.correct();
            }
            Reading::Irregular(irregularity) => self.judged_irregular(&pending, irregularity),
            Reading::Arbiter(squares) => {
                self.pending = None;
                self.change_over_for(&pending, Counts::Move);
                self.ask_arbiter(squares, false);
            }
        }
    }

    /// A press of the side that is not on move: for its reply to a move that was not pressed for, or
    /// for a second move (8.1.1, 8.1.4).
    fn resolve_other_press(&mut self, pending: &Pending, due: bool) {
        let (now, brush) = (Stamp::of(self.now), self.settings.brush);
        // Only a reply that was lifted before the press was pressed for.
        let press = Stamp::of(pending.at);
        let answered = self.answered().filter(|(lawful, _)| match lawful.reply {
            Reply::Complete(_, began) => !began.is_after(press),
            _ => false,
        });
        if let Some((lawful, world)) = answered {
            let collected =
                self.worlds.iter().all(|one| one.is_collected(lawful.played, now, brush));
            if due || collected {
                self.pending = None;
                self.made_good_by_reply(lawful, world);
                if self.record.is_playing() && self.record.position().turn() == pending.by {
                    self.pending = Some(*pending);
                    self.resolve(due);
                }
                return;
            }
        }
        if !due {
            return;
        }
        self.pending = None;
        // What this side does while the captured pieces are being collected is a reply.
        if self.has_come_down(self.record.position().turn(), self.now) {
            let replied = self.has_come_down(pending.by, pending.at);
            self.early = replied.then_some(*pending);
            return;
        }
        let second = self.worlds.best().and_then(|best| {
            let settled = best.settled(self.brush_ago());
            let best = settled.as_ref().unwrap_or(best);
            self.afterwards(best).and_then(|afterwards| afterwards.second_press())
        });
        if let Some(irregularity) = second {
            self.report(irregularity, pending.at);
        }
    }

    /// The move before it has counted: a press that came while its pieces were being collected is one
    /// for the reply.
    pub(super) fn judge_early_press(&mut self) {
        let Some(early) = self.early.take() else { return };
        if self.pending.is_none() && early.by == self.record.position().turn() {
            self.pending = Some(Pending { early: true, ..early });
            self.resolve(false);
        }
    }

    fn judged_irregular(&mut self, pending: &Pending, irregularity: Irregularity) {
        self.pending = None;
        if pending.late {
            return self.recharge_late(pending.by);
        }
        self.bind_displaced();
        // Withdrawn if it is corrected, and given again for the lawful move.
        let empty = irregularity.breach == Breach::EmptyPress;
        let counts = if empty { Counts::Nothing } else { Counts::Move };
        self.change_over_for(pending, counts);
        if !self.is_the_swapped_first_move(&irregularity) {
            self.report(irregularity, pending.at);
        }
    }

    /// What is off its square was touched: a piece that is in the air at a judgement was no brush.
    pub(super) fn bind_displaced(&mut self) {
        let position = self.record.position();
        let playable = self.own_playable();
        let own = position.pieces(position.turn()) & playable;
        let since = self.brush_ago();
        self.worlds.bind(own, since);
        self.tell_of_touch();
    }

    fn own_playable(&self) -> Squares {
        let lawful = super::playable(&self.legal);
        match self.prescribed() {
            Some(prescribed) => Squares::of(prescribed.from()),
            None => lawful,
        }
    }

    /// The clock changes over for a press, or what the change-over has brought is set right, now that
    /// its meaning is known.
    fn change_over_for(&mut self, pending: &Pending, counts: Counts) {
        let (by, brought) = (pending.by, pending.brought);
        let clock = match brought {
            None => return self.change_over(by, counts),
            Some(Counts::Nothing) if counts == Counts::Move => {
                self.clock_after(|clock, at| clock.recharge(by, at, true))
            }
            Some(Counts::Move) if counts == Counts::Nothing => {
                self.clock_after(|clock, at| clock.withdraw(by, at))
            }
            _ => return,
        };
        if let Some(clock) = clock {
            self.emit(EventKind::Recharged { of: by, clock });
        }
    }

    /// 7.3, never 8.1.5: the first piece of the game was Black's.
    fn is_the_swapped_first_move(&self, irregularity: &Irregularity) -> bool {
        irregularity.breach == Breach::ForeignPiece
            && self.record.swapped().is_some_and(|piece| piece.meets(irregularity.squares))
    }
}
