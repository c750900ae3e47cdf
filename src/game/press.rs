//! What follows from a player's button.

use super::{Counts, Game, Phase, squares_of};
use crate::event::{Breach, EventKind, Irregularity, Removal};
use crate::game::judge::{Judgement, Scene};
use crate::rules::{Article, Colour, Move, Square};
use crate::time::Instant;
use crate::tracker::{Tracker, Verdict};

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
                    self.correct();
                }
            }
            Phase::Restoring(irregularity) => self.press_while_restoring(&irregularity, colour),
            Phase::Halted { .. } => {
                // He plays on without restoring.
                if self.record.running() != Some(colour.opponent()) {
                    let squares = self.to_put_right();
                    self.change_over(colour, Counts::Nothing);
                    self.emit(EventKind::AskedArbiter(squares));
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
        self.no_doubt_about_the_reply();
        if colour == self.record.position().turn() {
            if self.is_late(colour) {
                // It belongs to the move that his opponent's reply made good.
            } else if self.reply_was_taken_off() {
                self.taken_off();
            // Before the clocks run, the player on move has nothing to press for
            // as long as he has not moved.
            } else if self.record.running().is_some() || self.verdict() != Verdict::AtRest {
                self.judge();
            }
        } else if self.record.running() != Some(colour.opponent()) {
            // The first press starts the clock; a late one belongs to the move
            // that has counted already. With an opening only White's starts it.
            if self.record.running().is_some() || self.record.opening().is_none() {
                self.change_over(colour, Counts::Nothing);
            }
        } else if let Some(irregularity) = self.afterwards().and_then(|a| a.second_press()) {
            self.report(irregularity);
        }
    }

    /// Whether this player has not pressed since a move of his counted by the
    /// reply to it, and has not begun his next.
    fn is_late(&self, colour: Colour) -> bool {
        self.record.unpressed() == Some(colour)
            && self.record.touched().is_none()
            && self.verdict() == Verdict::AtRest
    }

    /// The opponent's piece that was off when the last move counted, and has
    /// not been put down since.
    fn still_absent(&self) -> Option<Square> {
        let since = |absent: &Square| {
            self.tracker.lifted_at(*absent).is_none_or(|lifted| lifted <= self.counted)
        };
        self.record.absent().filter(since)
    }

    /// Whether that piece is off, and nothing else has happened.
    pub(super) fn reply_was_taken_off(&self) -> bool {
        let occupied = self.record.position().occupied();
        self.still_absent().is_some_and(|absent| {
            occupied.contains(absent) && self.tracker.shows(occupied.without(absent))
        })
    }

    /// It was no reply in hand: the opponent asks for his piece back.
    pub(super) fn taken_off(&mut self) {
        let (Some(absent), Some(last)) = (self.record.absent(), self.record.last()) else {
            return;
        };
        let breach = if last.is_capture() { Breach::NotCaptured } else { Breach::PiecesOff };
        let offender = self.record.position().turn().opponent();
        self.accuse(offender, breach, squares_of(last).with(absent));
        self.correct();
    }

    /// The press of the player on move, or what stands for it.
    pub(super) fn judge(&mut self) {
        let colour = self.record.position().turn();
        let counts = self.counts();
        self.tracker.press();
        match self.judgement() {
            Judgement::Lawful { played, .. } if self.is_not_the_opening(played) => {}
            Judgement::Lawful { played, beside, absent, .. } => {
                let removal = self.removal_of(played, absent.is_some());
                self.count(played, removal, false, absent);
                if let Some(cell) = beside {
                    let squares = self.to_put_right();
                    let article = Article::new(7, 5);
                    self.emit(EventKind::Notice { article, squares, light: Some(cell) });
                }
                self.change_over(colour, counts);
            }
            Judgement::Irregular(irregularity) => {
                self.touched();
                // Withdrawn if it is corrected, and given again for the lawful move.
                let empty = irregularity.breach == Breach::EmptyPress;
                let counts = if empty { Counts::Nothing } else { counts };
                self.change_over(colour, counts);
                if !self.is_the_swapped_first_move(&irregularity) {
                    self.report(irregularity);
                }
            }
            Judgement::Waits(squares) => {
                if self.record.waiting() != Some(squares) {
                    let article = Article::new(7, 7);
                    self.emit(EventKind::Notice { article, squares, light: None });
                }
                self.change_over(colour, counts);
            }
            Judgement::Arbiter(squares) => {
                self.change_over(colour, counts);
                self.emit(EventKind::AskedArbiter(squares));
            }
        }
    }

    /// What a press for a move brings. One that waits (7.7) has been pressed for.
    pub(super) fn counts(&self) -> Counts {
        if self.record.waiting().is_some() { Counts::Nothing } else { Counts::Move }
    }

    /// 7.3, never 8.1.5: the first piece of the game was Black's.
    fn is_the_swapped_first_move(&self, irregularity: &Irregularity) -> bool {
        irregularity.breach == Breach::ForeignPiece
            && self.record.swapped().is_some_and(|piece| piece.meets(irregularity.squares))
    }

    pub(super) fn judgement(&self) -> Judgement {
        self.judgement_of(&self.tracker)
    }

    /// The same for a board that may be another one.
    pub(super) fn judgement_of(&self, tracker: &Tracker) -> Judgement {
        self.scene(tracker, self.bound(), self.now).judge()
    }

    #[cfg_attr(target_os = "none", inline(never))]
    pub(super) fn scene<'a>(
        &'a self,
        tracker: &'a Tracker,
        touched: Option<Square>,
        now: Instant,
    ) -> Scene<'a> {
        Scene {
            position: self.record.position(),
            legal: &self.legal,
            tracker,
            touched,
            absent: self.still_absent(),
            waiting: self.record.waiting().is_some(),
            crowning: self.record.crowned(),
            hand_timings: &self.settings.hand_timings,
            now,
        }
    }

    /// A lawful move counts.
    pub(super) fn count(
        &mut self,
        played: Move,
        removal: Removal,
        unpressed: bool,
        absent: Option<Square>,
    ) {
        self.show_move(played);
        let number = self.record.half_moves().saturating_add(1);
        let spent = self.spent(self.record.position().turn(), !unpressed);
        let trace = self.traced();
        self.emit(EventKind::Moved { number, played, removal, unpressed, absent, spent, trace });
        if removal == Removal::Irregular {
            let squares = played.captured();
            self.emit(EventKind::Notice { article: Article::new(5, 12), squares, light: None });
        }
    }
}
