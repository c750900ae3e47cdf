//! Campaigns of simulated hands: many games on several threads, counted in one table.

pub mod bounds;
mod table;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use damiera::rules::Edition;
use damiera_sim::hands::{Failure, Game, OffenceKind, Plan, Score, Temperament, try_out};
use damiera_sim::random::Random;

pub use table::table;

/// What a campaign plays.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// Number of games.
    pub games: u64,
    /// Seed; the games of two seeds have nothing in common.
    pub seed: u64,
    /// Number of threads; the result does not depend on it.
    pub threads: u64,
    /// One temperament; `None` takes all in turn.
    pub temperament: Option<&'static str>,
    /// One edition; `None` takes both in turn.
    pub edition: Option<Edition>,
    /// Without a clock, and without offences.
    pub casual: bool,
    /// An offence in every game; otherwise in every fourth.
    pub offences: bool,
}

impl Default for Campaign {
    fn default() -> Self {
        Self {
            games: 1_000,
            seed: 1,
            threads: 1,
            temperament: None,
            edition: None,
            casual: false,
            offences: false,
        }
    }
}

/// A failed game.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Its number in the campaign.
    pub number: u64,
    /// The failure.
    pub failure: Failure,
}

/// What a campaign came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The counts of each temperament.
    pub scores: BTreeMap<&'static str, Score>,
    /// The failed games in order.
    pub found: Vec<Found>,
}

impl Outcome {
    /// The counts of all temperaments together.
    pub fn sum(&self) -> Score {
        self.scores.values().fold(Score::default(), |mut sum, score| {
            sum.merge(score);
            sum
        })
    }
}

impl Campaign {
    /// A game of this campaign with the name of its temperament.
    pub fn game(&self, number: u64) -> (&'static str, Game) {
        let mut random = Random::new(self.seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ number);
        let seed = random.number();
        let kinds = Temperament::ALL;
        let (name, temperament) = match self.temperament {
            Some(wanted) => *kinds.iter().find(|(name, _)| *name == wanted).unwrap_or(&kinds[0]),
            None => kinds[number as usize % kinds.len()],
        };
        let round = number / kinds.len() as u64;
        let edition = self.edition.unwrap_or(if round.is_multiple_of(2) {
            Edition::Year2008
        } else {
            Edition::Year2006
        });
        let offends = !self.casual && (self.offences || random.chance(25));
        let offence = offends.then(|| *random.one_of(&OffenceKind::ALL));
        let plan = Plan { temperament, edition, casual: self.casual, offence };
        (name, Game::random(seed, &plan))
    }

    /// Plays all games.
    pub fn run(&self) -> Outcome {
        let next = AtomicU64::new(0);
        let parts: Vec<Outcome> = thread::scope(|scope| {
            let players: Vec<_> =
                (0..self.threads.max(1)).map(|_| scope.spawn(|| self.part(&next))).collect();
            players.into_iter().filter_map(|player| player.join().ok()).collect()
        });
        let mut outcome = Outcome::default();
        for part in parts {
            for (name, score) in part.scores {
                outcome.scores.entry(name).or_default().merge(&score);
            }
            outcome.found.extend(part.found);
        }
        outcome.found.sort_by_key(|found| found.number);
        outcome
    }

    /// Plays games until there are none left.
    fn part(&self, next: &AtomicU64) -> Outcome {
        let mut outcome = Outcome::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.games {
                return outcome;
            }
            let (name, game) = self.game(number);
            let verdict = try_out(&game);
            let year = match game.edition {
                Edition::Year2008 => 2008,
                Edition::Year2006 => 2006,
            };
            outcome.scores.entry(name).or_default().add(year, &verdict);
            outcome.found.extend(verdict.failure.map(|failure| Found { number, failure }));
        }
    }
}
