//! Claims that players confirm with their buttons, or the arbiter with PLUS: resignation, a
//! draw, a repetition, a count of moves, a wrongly marked king, a game that begins again.

use super::Menu;
use super::game_screen::{clocks, time_of};
use super::pages::Page;
use crate::event::{Breach, Reason};
use crate::game::{Game, MenuRequest};
use crate::menu::snapshot::{self, ClaimStage, Claimed, Time};
use crate::rules::Colour;
use crate::time::Instant;

/// A claim that has to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// 9.2.1, by the button of the player who resigns.
    Resignation,
    /// 9.3 a, by both buttons.
    Agreement([bool; 2]),
    /// 9.3 b1.
    Repetition,
    /// 9.3 b2: the claimant, and when the arbiter began to verify.
    Checking(Option<Colour>, Instant),
    /// 10.2.
    Count,
    /// 8.1.16, 8.1.17.
    King(Breach),
    /// Casual play, by both buttons.
    TakeBack([bool; 2]),
    /// 7.4, by both buttons or by the arbiter.
    Restart([bool; 2]),
    /// 3.11, by the opponent of the player on move or by the arbiter.
    AnnulSeconds,
    /// 4.5, by the opponent or the arbiter.
    NotCrowned,
    /// 4.4, by its player or the arbiter.
    CrownLate,
}

/// The result of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ClaimResult {
    by: Option<Colour>,
    what: Claimed,
    stage: ClaimStage,
}

impl Claim {
    /// Whether only the arbiter's decision is missing.
    pub(super) const fn is_being_checked(&self) -> bool {
        matches!(self, Self::Checking(..))
    }

    /// The page of the claim as a display shows it.
    pub(super) fn screen(&self, game: &Game, now: Instant) -> snapshot::Claim {
        let (by, what, stage) = match *self {
            Self::Resignation => (None, Claimed::Resignation, ClaimStage::Confirm),
            Self::Agreement(said) => (None, Claimed::Agreement(said), ClaimStage::Confirm),
            Self::TakeBack(said) => (None, Claimed::TakeBack(said), ClaimStage::Confirm),
            Self::Restart(said) => {
                (None, Claimed::Restart(game.article_of_restart(), said), ClaimStage::Confirm)
            }
            Self::Repetition => (None, Claimed::Repetition(game.repeated()), ClaimStage::Confirm),
            Self::Checking(by, _) => {
                (by, Claimed::Repetition(game.most_repeated()), ClaimStage::Checking)
            }
            Self::Count => {
                let count = game.record().count().copied();
                (None, Claimed::CountOfMoves(count), ClaimStage::Confirm)
            }
            Self::King(breach) => (None, Claimed::King(breach), ClaimStage::Confirm),
            Self::NotCrowned => (None, Claimed::NotCrowned, ClaimStage::Confirm),
            Self::CrownLate => (None, Claimed::CrownLate, ClaimStage::Confirm),
            Self::AnnulSeconds => (None, Claimed::AnnulSeconds, ClaimStage::Confirm),
        };
        snapshot::Claim { clocks: clocks(game, now), by, what, stage }
    }
}

impl ClaimResult {
    /// The result as a display shows it.
    pub(super) fn screen(&self, game: &Game, now: Instant) -> snapshot::Claim {
        let Self { by, what, stage } = *self;
        snapshot::Claim { clocks: clocks(game, now), by, what, stage }
    }
}

impl Menu {
    /// A player, or with `None` the arbiter, confirms the open claim.
    pub(super) fn confirmed(&mut self, by: Option<Colour>, game: &mut Game) {
        let Page::Claim(claim) = &mut self.page else { return };
        match (claim, by) {
            (Claim::Resignation, Some(by)) => {
                self.end(Some(by.opponent()), Reason::Resignation, game);
            }
            (Claim::Agreement(said), Some(by)) => {
                said[by as usize] = true;
                if *said == [true; 2] {
                    self.end(None, Reason::Agreement, game);
                }
            }
            (Claim::TakeBack(said), Some(by)) => {
                said[by as usize] = true;
                if *said == [true; 2] {
                    self.close();
                    let _ = game.request(MenuRequest::TakeBack);
                }
            }
            (Claim::Restart(said), Some(by)) => {
                said[by as usize] = true;
                if *said == [true; 2] {
                    self.restart(Some(by), false, game);
                }
            }
            (Claim::NotCrowned, by) => {
                let done = game.request(MenuRequest::NotCrowned { by }).is_ok();
                self.say(by, Claimed::NotCrowned, verdict(done));
            }
            (Claim::CrownLate, by) => {
                let done = game.request(MenuRequest::CrownLate { by }).is_ok();
                self.say(by, Claimed::CrownLate, verdict(done));
            }
            (Claim::AnnulSeconds, by) => {
                // The player on move cannot annul the seconds alone.
                if by.is_none() || by != game.counts_seconds() {
                    let _ = game.request(MenuRequest::AnnulSeconds { by });
                    self.say(by, Claimed::AnnulSeconds, ClaimStage::Accepted);
                }
            }
            (Claim::Restart(_), None) => self.restart(None, false, game),
            (Claim::Repetition, by) => self.repetition_claimed(by, game),
            (Claim::Checking(..), None) => self.end(None, Reason::Repetition, game),
            (Claim::Count, by) => self.count_claimed(by, game.settings().count_limit, game),
            (Claim::King(breach), by) => {
                let breach = *breach;
                self.king_claimed(breach, by, game);
            }
            (Claim::Resignation | Claim::Agreement(_) | Claim::TakeBack(_), None)
            | (Claim::Checking(..), Some(_)) => {}
        }
    }

    /// Closes the page and ends the game.
    pub(super) fn end(&mut self, winner: Option<Colour>, reason: Reason, game: &mut Game) {
        self.close();
        let _ = game.request(MenuRequest::End { winner, reason });
    }

    /// 7.2 to 7.4: the game begins again, or the display says that it cannot any more.
    pub(super) fn restart(&mut self, by: Option<Colour>, full: bool, game: &mut Game) {
        let article = game.article_of_restart();
        self.close();
        if game.request(MenuRequest::Restart { full }).is_err() {
            let what = Claimed::Restart(article, [by.is_some(); 2]);
            self.say(by, what, ClaimStage::Refused(None));
        }
    }

    fn say(&mut self, by: Option<Colour>, what: Claimed, stage: ClaimStage) {
        self.page = Page::ClaimResult(ClaimResult { by, what, stage });
    }

    /// 9.3 b1: the game verifies a claim at once where its history reaches back to the start.
    /// Otherwise, and where that says no, the arbiter decides.
    fn repetition_claimed(&mut self, by: Option<Colour>, game: &mut Game) {
        if !game.repetition_counts() {
            let what = Claimed::Repetition(game.most_repeated());
            return self.say(by, what, ClaimStage::Refused(None));
        }
        let holds = game.repetition_holds();
        let _ = game.request(MenuRequest::ClaimRepetition { by });
        if holds {
            self.close();
        } else {
            self.page = Page::Claim(Claim::Checking(by, game.now()));
        }
    }

    /// 9.3 b2, b3: the arbiter refuses the claim, and the time of its verification is charged.
    pub(super) fn refuse(&mut self, game: &mut Game) {
        let Page::Claim(Claim::Checking(by, since)) = self.page else { return };
        let charged = game.charge_of_refusal(by, since);
        let _ = game.request(MenuRequest::RefuseClaim { by, since });
        let shown = Time { tenths: None, ..time_of(charged) };
        let stage = ClaimStage::Refused((!charged.is_zero()).then_some(shown));
        self.say(by, Claimed::Repetition(game.most_repeated()), stage);
    }

    /// 10.1 to 10.3: a count begins, or is refused.
    pub(super) fn count_claimed(&mut self, by: Option<Colour>, limit: u8, game: &mut Game) {
        let stage = match game.request(MenuRequest::BeginCount { by, limit }) {
            Ok(()) => ClaimStage::Accepted,
            Err(_) => ClaimStage::Refused(None),
        };
        self.say(by, Claimed::CountOfMoves(game.record().count().copied()), stage);
    }

    /// 8.1.16, 8.1.17: accepted if the game has reported an irregularity.
    fn king_claimed(&mut self, breach: Breach, by: Option<Colour>, game: &mut Game) {
        let events = game.record().number();
        let _ = game.request(MenuRequest::Declare { breach, by });
        let accepted = game.record().number() > events;
        let stage = if accepted { ClaimStage::Accepted } else { ClaimStage::Refused(None) };
        self.say(by, Claimed::King(breach), stage);
    }
}

/// The stage of a claim that was accepted or refused, without a charge.
const fn verdict(accepted: bool) -> ClaimStage {
    if accepted { ClaimStage::Accepted } else { ClaimStage::Refused(None) }
}
