//! What players ask for, and confirm with their buttons: resignation, a draw, a
//! repetition, a count of moves, a wrongly marked king.

use super::ends::REPETITIONS;
use super::pages::Page;
use super::{Denied, Game};
use crate::event::{Breach, CountNews, Reason, What};
use crate::game::snapshot::{self, ClaimStage, Claimed, Time};
use crate::rules::{Colour, CountOfMoves, Edition};
use crate::time::{Micros, Span};

/// 9.3 b2: a wrong claim costs at most so much.
const DEAREST: Span = Span::from_secs(15 * 60);
/// 9.3 b3: and leaves so much.
const FLOOR: Span = Span::from_secs(3 * 60);

/// Something that has to be confirmed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// 9.2.1, by the button of who gives up.
    Resignation,
    /// 9.3 a, by both buttons.
    Agreement([bool; 2]),
    /// 9.3 b1.
    Repetition,
    /// 9.3 b2: since when it is being verified, for whom.
    Checking(Option<Colour>, Micros),
    /// 10.2.
    Count,
    /// 8.1.16, 8.1.17.
    King(Breach),
    /// Casual play, by both buttons.
    TakeBack([bool; 2]),
}

impl Claim {
    /// Whether only the arbiter's word is missing.
    pub(super) const fn is_being_checked(&self) -> bool {
        matches!(self, Self::Checking(..))
    }
}

/// What became of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    by: Option<Colour>,
    what: Claimed,
    stage: ClaimStage,
}

impl Game {
    /// A player, or with `None` the arbiter, confirms what is asked for.
    pub(super) fn confirmed(&mut self, by: Option<Colour>) {
        let Page::Claim(claim) = &mut self.page else { return };
        let draw = matches!(claim, Claim::Agreement(_));
        match (claim, by) {
            (Claim::Resignation, Some(by)) => {
                self.close();
                self.end(Some(by.opponent()), Reason::Resignation);
            }
            (Claim::Agreement(said) | Claim::TakeBack(said), Some(by)) => {
                said[by as usize] = true;
                if *said == [true; 2] {
                    self.close();
                    if draw {
                        self.end(None, Reason::Agreement);
                    } else {
                        let _ = self.take_back();
                    }
                }
            }
            (Claim::Repetition, by) => self.repetition_claimed(by),
            (Claim::Checking(..), None) => {
                self.close();
                self.end(None, Reason::Repetition);
            }
            (Claim::Count, by) => self.count_claimed(by, self.settings.count_limit),
            (Claim::King(breach), by) => {
                let breach = *breach;
                let events = self.effects.len();
                self.declared(breach, by);
                let told = self.effects.len() > events;
                let stage = if told { ClaimStage::Accepted } else { ClaimStage::Refused(None) };
                self.page = Page::Said(Said { by, what: Claimed::King(breach), stage });
            }
            (Claim::Resignation | Claim::Agreement(_) | Claim::TakeBack(_), None)
            | (Claim::Checking(..), Some(_)) => {}
        }
    }

    /// 9.3 b1: verified at once where the board remembers the whole game; else,
    /// and where it says no, the arbiter has the last word.
    fn repetition_claimed(&mut self, by: Option<Colour>) {
        let times = self.most_repeated();
        let what = Claimed::Repetition(times);
        if !self.repetition_counts() {
            self.page = Page::Said(Said { by, what, stage: ClaimStage::Refused(None) });
            return;
        }
        self.emit(What::Claimed { by, occurrences: times });
        if usize::from(times) >= REPETITIONS {
            self.close();
            self.end(None, Reason::Repetition);
        } else {
            self.page = Page::Claim(Claim::Checking(by, self.now));
        }
    }

    /// 9.3 b2, b3: the claim does not hold, and the time of its verification is
    /// charged.
    pub(super) fn refuse(&mut self) {
        let Page::Claim(Claim::Checking(by, since)) = self.page else { return };
        let passed = self.now.saturating_since(since).min(DEAREST);
        let mut charged = Span::ZERO;
        let clock = self.clock_after(&mut |clock, line| {
            let Some(by) = by else { return };
            let left = clock.remaining(by, line).main;
            // Who has less already: the first wrong claim is free.
            let floor = match self.record.refused(by) {
                _ if left >= FLOOR => FLOOR,
                0 => left,
                _ => Span::ZERO,
            };
            charged = clock.charge(by, passed, floor).unwrap_or_default();
        });
        self.emit(What::Refused { by, charged, clock });
        let shown = Time { tenths: None, ..super::screen::time_of(charged) };
        let stage = ClaimStage::Refused((!charged.is_zero()).then_some(shown));
        let what = Claimed::Repetition(self.most_repeated());
        self.page = Page::Said(Said { by, what, stage });
    }

    /// 10.1 to 10.3: a count begins, or is refused.
    pub(super) fn count_claimed(&mut self, by: Option<Colour>, limit: u8) {
        let begun = self.begin_count(by, limit);
        let what = Claimed::CountOfMoves(self.record.count().copied());
        let stage = match begun {
            Ok(()) => ClaimStage::Accepted,
            Err(_) => ClaimStage::Refused(None),
        };
        self.page = Page::Said(Said { by, what, stage });
    }

    /// 10.2, 10.3.
    pub(super) fn begin_count(&mut self, by: Option<Colour>, limit: u8) -> Result<(), Denied> {
        self.in_a_game()?;
        if self.record.result().is_some() {
            return Err(Denied::Over);
        }
        CountOfMoves::start(self.record.position(), self.record.edition(), limit)
            .map_err(Denied::Count)?;
        // 2006: what is already counted goes on.
        let running = self.record.count().is_some_and(CountOfMoves::is_running);
        if !(running && self.record.edition() == Edition::Year2006) {
            self.emit(What::Count(CountNews::Begun { by, limit }));
        }
        Ok(())
    }

    /// How often the position that occurred most has been on the board. A claim
    /// may come at any later moment, so not only the present one counts.
    fn most_repeated(&self) -> u8 {
        let times = self.record.history().most_occurrences(self.record.position());
        times.min(u8::MAX.into()) as u8
    }

    /// What there is to see of a claim.
    pub(super) fn claim_screen(&self, now: Micros) -> Option<snapshot::Claim> {
        let clocks = self.clocks(now);
        Some(match self.page {
            Page::Claim(claim) => {
                let (by, what, stage) = match claim {
                    Claim::Resignation => (None, Claimed::Resignation, ClaimStage::Confirm),
                    Claim::Agreement(said) => (None, Claimed::Agreement(said), ClaimStage::Confirm),
                    Claim::TakeBack(said) => (None, Claimed::TakeBack(said), ClaimStage::Confirm),
                    Claim::Repetition => {
                        (None, Claimed::Repetition(self.repeated), ClaimStage::Confirm)
                    }
                    Claim::Checking(by, _) => {
                        (by, Claimed::Repetition(self.most_repeated()), ClaimStage::Checking)
                    }
                    Claim::Count => {
                        let count = self.record.count().copied();
                        (None, Claimed::CountOfMoves(count), ClaimStage::Confirm)
                    }
                    Claim::King(breach) => (None, Claimed::King(breach), ClaimStage::Confirm),
                };
                snapshot::Claim { clocks, by, what, stage }
            }
            Page::Said(Said { by, what, stage }) => snapshot::Claim { clocks, by, what, stage },
            _ => return None,
        })
    }
}
