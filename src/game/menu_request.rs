//! The requests of the menu: the players' claims and the arbiter's decisions at the keys.

use super::{Denied, Game, Settings, Sound};
use crate::event::{Breach, ClockChange, Reason};
use crate::rules::{Colour, Opening, OpeningTable, Position};
use crate::time::Instant;

/// A request of the menu to the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MenuRequest<'a> {
    /// A new game from the start position.
    NewGame(Option<Opening>),
    /// A new game with an opening drawn by lot.
    DrawOpening(OpeningTable),
    /// The same players again, with colours reversed.
    Rematch,
    /// This position in place of the present one; a new game where none is on.
    SetPosition(Position),
    /// Stop the clocks.
    Pause,
    /// Let the clocks run again.
    Resume,
    /// Take the last half-move back.
    TakeBack,
    /// Begin the game again (7.4), with full times if the organizers were at fault (7.4.3).
    Restart {
        /// Whether the clocks get their full times.
        full: bool,
    },
    /// The arbiter has the irregularity corrected.
    Correct,
    /// The arbiter lets the irregularity stand.
    Keep,
    /// The agreed position is to be set up again.
    RestorePosition,
    /// The game ends.
    End {
        /// The winner; `None` in a draw.
        winner: Option<Colour>,
        /// Why it ends.
        reason: Reason,
    },
    /// Set one value of a clock; the value before is not compared.
    CorrectClock {
        /// Whose clock.
        of: Colour,
        /// Which value, and what it becomes.
        correction: ClockChange,
    },
    /// Begin a count of moves (10.2).
    BeginCount {
        /// The claimant; `None` if the arbiter imposes it.
        by: Option<Colour>,
        /// Number of moves.
        limit: u8,
    },
    /// Claim a repetition (9.3 b1). A fourfold one ends the game; any other claim waits for
    /// the arbiter, who ends the game or sends `RefuseClaim`.
    ClaimRepetition {
        /// The claimant; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// The claimed repetition does not hold: the time of its verification is charged (9.3 b2).
    RefuseClaim {
        /// The claimant; `None` for the arbiter, who is charged nothing.
        by: Option<Colour>,
        /// When the verification began.
        since: Instant,
    },
    /// Annul the seconds of the present move of mosse lampo (3.11).
    AnnulSeconds {
        /// The opponent of the player on move; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// The piece that has just reached the far base was not crowned (4.5).
    NotCrowned {
        /// The opponent; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// That piece was crowned late (4.4).
    CrownLate {
        /// Its player; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// An irregularity that reeds cannot see: 8.1.16 or 8.1.17.
    Declare {
        /// Which of the two.
        breach: Breach,
        /// The player who declares it; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// Replace the settings, and have them stored.
    ChangeSettings(&'a Settings),
    /// Set a new code that lets a PC change a running game, and revoke an earlier one.
    CallCode,
    /// Sound the buzzer, even if the settings silence it.
    TestBuzzer,
}

impl Game {
    /// Executes a request of the menu within a step.
    pub(crate) fn request(&mut self, request: MenuRequest<'_>) -> Result<(), Denied> {
        match request {
            MenuRequest::NewGame(opening) => self.start_game(opening),
            MenuRequest::DrawOpening(table) => {
                let opening = table.draw(self.entropy.draw());
                self.start_game(Some(opening));
            }
            MenuRequest::Rematch => self.rematch(),
            MenuRequest::SetPosition(position) => self.set_position(position),
            MenuRequest::Pause => self.pause(),
            MenuRequest::Resume => self.resume(),
            MenuRequest::TakeBack => self.take_back()?,
            MenuRequest::Restart { full } => self.restart(full)?,
            MenuRequest::Correct => self.correct_by_arbiter(),
            MenuRequest::Keep => self.keep_by_arbiter(),
            MenuRequest::RestorePosition => self.restore_position(),
            MenuRequest::End { winner, reason } => self.end(winner, reason),
            MenuRequest::CorrectClock { of, correction } => self.correct_clock(of, correction)?,
            MenuRequest::BeginCount { by, limit } => self.begin_count(by, limit)?,
            MenuRequest::ClaimRepetition { by } => self.claim_repetition(by),
            MenuRequest::RefuseClaim { by, since } => self.refuse_claim(by, since),
            MenuRequest::AnnulSeconds { by } => self.annul_seconds(by)?,
            MenuRequest::NotCrowned { by } => self.not_crowned(by)?,
            MenuRequest::CrownLate { by } => self.crowned_late(by)?,
            MenuRequest::Declare { breach, by } => self.declared(breach, by),
            MenuRequest::ChangeSettings(settings) => {
                self.settings = *settings;
                self.effects.settings = true;
            }
            MenuRequest::CallCode => self.lock.call(self.entropy.code()),
            MenuRequest::TestBuzzer => self.effects.sound = Some(Sound::Attention),
        }
        Ok(())
    }
}
