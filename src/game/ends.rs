//! The ends of games (Art. 9), and the consequences at the end of every step.

use super::reading::Reading;
use super::{Announcement, Game, Sound};
use crate::clock::Clock;
use crate::event::{CountNews, EventKind, Reason};
use crate::rules::{Article, Colour, Counted, Edition};

/// 9.3 b: number of occurrences of a position that is a draw.
pub(super) const REPETITIONS: usize = 4;

impl Game {
    /// Ends the game. The clocks stop, unless they are set to run on after a flag.
    pub(super) fn end(&mut self, winner: Option<Colour>, reason: Reason) {
        let runs_on = reason == Reason::Time && self.record.clock().is_some_and(Clock::is_running);
        let clock = self.clock_after(|clock, at| {
            if !runs_on {
                clock.pause(at);
            }
        });
        self.emit(EventKind::Ended { winner, reason, clock });
    }

    /// Adds the consequences of the events of a step: the count of moves, wins on the board, flags
    /// of clocks without time, repetitions, the warning of little time.
    pub(super) fn add_consequences(&mut self) {
        match self.record.counted() {
            Some(Counted::Restarted) => self.emit(EventKind::Count(CountNews::Restarted)),
            Some(Counted::Annulled) => self.emit(EventKind::Count(CountNews::Annulled)),
            Some(Counted::Drawn) if self.record.result().is_none() => {
                self.end(None, Reason::CountOfMoves);
            }
            _ => {}
        }
        if self.record.is_over()
            && self.record.result().is_none()
            && let Some(outcome) = self.outcome()
        {
            self.end(Some(outcome.loser.opponent()), outcome.loss.into());
        }
        self.flag_at_once();
        let moved = |what: &EventKind| {
            matches!(
                what,
                EventKind::Started { .. }
                    | EventKind::Restarted { .. }
                    | EventKind::Moved { .. }
                    | EventKind::Decided { .. }
                    | EventKind::TakenBack { .. }
                    | EventKind::PositionSet(_)
            )
        };
        if self.effects.iter().any(|event| moved(&event.what)) {
            let times = self.record.history().occurrences(self.record.position());
            self.repeated = times.min(u8::MAX.into()) as u8;
            if times >= REPETITIONS
                && self.settings.automatic_repetition
                && self.repetition_counts()
                && self.record.result().is_none()
            {
                self.end(None, Reason::Repetition);
            }
        }
        self.warn_of_little_time();
    }

    /// Ends the game if a clock was started without any time left, after a correction or a
    /// charge: its flag has fallen at once.
    fn flag_at_once(&mut self) {
        let clock = self.record.clock().filter(|_| self.record.result().is_none());
        if let Some((of, _)) = clock.and_then(Clock::flag)
            && let Some(clock) = self.clock_after(|_, _| {})
        {
            self.emit(EventKind::Flag { of, clock });
            self.end(Some(of.opponent()), Reason::Time);
        }
    }

    /// Whether repetitions count (9.3 b): only where the score is kept, and not in 2006.
    pub(crate) fn repetition_counts(&self) -> bool {
        self.settings.transcription && self.record.edition() == Edition::Year2008
    }

    /// Ends the game by a complete lawful move that leaves the opponent no piece or no move, even
    /// unpressed, if it was finished before the flag (9.2.2, 9.2.3). Returns whether it did.
    pub(super) fn won_before_the_flag(&mut self) -> bool {
        let position = *self.record.position();
        let mine = self.record.running() == Some(position.turn());
        if !self.record.is_playing() || !mine {
            return false;
        }
        let (Reading::Lawful(lawful), world) = self.read(self.now) else { return false };
        let Some(outcome) = position.play_unchecked(lawful.played).outcome() else { return false };
        self.count(&lawful, world, true, self.now);
        // At this instant the flag falls as well: it is cleared, since the move came first.
        let clock = self.clock_after(|clock, at| {
            clock.pause(at);
            clock.lift_flag();
        });
        let (winner, reason) = (Some(outcome.loser.opponent()), outcome.loss.into());
        self.emit(EventKind::Ended { winner, reason, clock });
        true
    }

    /// Announces an event on the display and by sound, where it calls for that.
    pub(super) fn signal(&mut self, what: &EventKind) {
        match *what {
            EventKind::Moved { .. } => {
                let crowned = self.record.crowned();
                self.announce(crowned.map_or(Announcement::Clear, Announcement::Crowning));
            }
            EventKind::Notice { article, squares, light } if article != Article::new(7, 8) => {
                self.announce(Announcement::Notice { article, squares, light });
                self.sound(Sound::Attention);
            }
            EventKind::Irregularity(..) if self.settings.announcement => {
                self.announce(Announcement::Clear);
                self.sound(Sound::Attention);
            }
            EventKind::Halted { .. }
            | EventKind::AskedArbiter { .. }
            | EventKind::NotTheOpening { .. } => {
                self.announce(Announcement::Clear);
                self.sound(Sound::Attention);
            }
            EventKind::Flag { .. } => self.sound(Sound::Flag),
            EventKind::Fault { cleared: false, .. } | EventKind::Storage(_) => {
                self.sound(Sound::Attention);
            }
            EventKind::Ended { winner: Some(winner), reason: Reason::Time, .. } => {
                self.announce(Announcement::Flag(winner.opponent()));
            }
            EventKind::Started { .. } | EventKind::Restarted { .. } | EventKind::Ended { .. } => {
                self.announce(Announcement::Clear)
            }
            _ => {}
        }
        self.forget_moves(what);
    }
}
