use std::collections::BTreeMap;

use super::offence::OffenceKind;
use super::trial::{FailureKind, Named, Verdict};
use super::truth::CannotTell;

/// The counts of many games of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Games.
    pub games: u64,
    /// Half-moves up to the first failure of each game.
    pub half_moves: u64,
    /// Games with a misread move.
    pub misreads: u64,
    /// Games with a false alarm.
    pub false_alarms: u64,
    /// Notices of 5.12 against players who kept it.
    pub false_order: u64,
    /// Breaches of 5.12 by lawful players' habits that were not reported.
    pub missed_order: u64,
    /// Games that went on in another way than was chosen after a report.
    pub choices: u64,
    /// Games in which the program stopped, or its events did not add up.
    pub broken: u64,
    /// What reeds could not tell.
    pub cannot_tell: BTreeMap<CannotTell, u64>,
    /// Offences by edition and article.
    pub offences: BTreeMap<(u16, String), OffenceScore>,
}

/// The counts of the offences against one article.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OffenceScore {
    /// Offences tried.
    pub tried: u64,
    /// Named with article, offender and squares.
    pub named: u64,
    /// Right article, other squares or offender.
    pub squares: u64,
    /// Another article, a notice, the arbiter.
    pub other: u64,
    /// Nothing was reported.
    pub missed: u64,
    /// Reeds cannot tell.
    pub cannot_tell: u64,
    /// The kinds of acts that were not named rightly.
    pub kinds: BTreeMap<OffenceKind, u64>,
}

impl Score {
    /// Counts a game played by an edition of this year.
    pub fn add(&mut self, year: u16, verdict: &Verdict) {
        self.games += 1;
        self.half_moves += verdict.half_moves;
        self.false_order += verdict.false_order;
        self.missed_order += verdict.missed_order;
        for class in &verdict.cannot_tell {
            *self.cannot_tell.entry(*class).or_default() += 1;
        }
        match verdict.failure.as_ref().map(|failure| failure.kind) {
            Some(FailureKind::Misread) => self.misreads += 1,
            Some(FailureKind::FalseAlarm) => self.false_alarms += 1,
            Some(FailureKind::Choice) => self.choices += 1,
            Some(FailureKind::Broken) => self.broken += 1,
            _ => {}
        }
        if let Some((kind, article, named)) = verdict.offence {
            let score = self.offences.entry((year, article.to_string())).or_default();
            score.tried += 1;
            match named {
                Named::Rightly => score.named += 1,
                Named::WrongSquares => score.squares += 1,
                Named::Other => score.other += 1,
                Named::Missed => score.missed += 1,
                Named::CannotTell(_) => score.cannot_tell += 1,
            }
            if !matches!(named, Named::Rightly | Named::CannotTell(_)) {
                *score.kinds.entry(kind).or_default() += 1;
            }
        }
    }

    /// Adds the counts of other games.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.half_moves += other.half_moves;
        self.misreads += other.misreads;
        self.false_alarms += other.false_alarms;
        self.false_order += other.false_order;
        self.missed_order += other.missed_order;
        self.choices += other.choices;
        self.broken += other.broken;
        for (class, number) in &other.cannot_tell {
            *self.cannot_tell.entry(*class).or_default() += number;
        }
        for (key, score) in &other.offences {
            let sum = self.offences.entry(key.clone()).or_default();
            sum.tried += score.tried;
            sum.named += score.named;
            sum.squares += score.squares;
            sum.other += score.other;
            sum.missed += score.missed;
            sum.cannot_tell += score.cannot_tell;
            for (kind, number) in &score.kinds {
                *sum.kinds.entry(*kind).or_default() += number;
            }
        }
    }
}
