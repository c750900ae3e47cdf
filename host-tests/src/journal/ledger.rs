//! The expected content of a journal.

use std::collections::BTreeMap;

use damiera::journal::{Journal, LastGame, MAX_RECORD, MAX_SETTINGS, Recovered, Report};
use damiera_sim::nor::Nor;

/// The records of a game, as given to `append`.
#[derive(Clone, Debug, Default)]
struct Game {
    records: Vec<Vec<u8>>,
    ended: bool,
}

/// The content that the journal has confirmed, and the call that a power cut interrupted.
#[derive(Clone, Debug, Default)]
pub struct Ledger {
    games: BTreeMap<u32, Game>,
    /// Seconds of the last `tick` that has returned.
    seconds: u32,
    settings: Option<(u16, Vec<u8>)>,
    pending: Pending,
}

/// A call that has not returned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Pending {
    #[default]
    Nothing,
    Begin(u32),
    Append(Vec<u8>),
    Seconds(u32),
    End,
    Settings(u16, Vec<u8>),
    Prepare,
}

/// Number of records that a check has compared.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checked {
    pub(super) records: u64,
}

impl Ledger {
    /// The game that was begun last.
    pub(super) fn last_game(&self) -> Option<u32> {
        self.games.last_key_value().map(|(game, _)| *game)
    }

    /// The number of its next record.
    pub(super) fn next_number(&self) -> u32 {
        self.games.last_key_value().map_or(0, |(_, game)| game.records.len() as u32)
    }

    /// Seconds since the last record.
    pub(super) fn seconds(&self) -> u32 {
        self.seconds
    }

    /// Notes the call that is about to be made.
    pub(super) fn ask(&mut self, pending: Pending) {
        self.pending = pending;
    }

    /// The pending call was refused.
    pub(super) fn refused(&mut self) {
        self.pending = Pending::Nothing;
    }

    /// The pending call has returned.
    pub(super) fn done(&mut self, journal: &Journal<Nor>) {
        match std::mem::take(&mut self.pending) {
            Pending::Nothing => {}
            Pending::Begin(game) => {
                self.games.insert(game, Game::default());
                self.seconds = 0;
            }
            Pending::Append(bytes) => {
                let (_, game) = self.games.iter_mut().next_back().expect("a game has begun");
                game.records.push(bytes);
                self.seconds = 0;
            }
            Pending::Seconds(seconds) => self.seconds = seconds,
            Pending::End => {
                let (_, game) = self.games.iter_mut().next_back().expect("a game has begun");
                game.ended = true;
            }
            Pending::Settings(version, bytes) => self.settings = Some((version, bytes)),
            Pending::Prepare => {
                // Games may be dropped: the oldest, and never the last.
                while let Some((&oldest, _)) = self.games.first_key_value()
                    && journal.game_above(0) != Some(oldest)
                {
                    assert!(self.games.len() > 1, "the last game was dropped");
                    self.games.pop_first();
                }
            }
        }
    }

    /// Decides by the recovered journal whether the interrupted call took effect.
    pub(super) fn settle(&mut self, journal: &mut Journal<Nor>, recovered: &Recovered) {
        let pending = self.pending.clone();
        let happened = match &pending {
            Pending::Nothing => false,
            Pending::Begin(game) => recovered.last.is_some_and(|last| last.game == *game),
            Pending::Append(_) => {
                recovered.last.is_some_and(|last| last.next_number > self.next_number())
            }
            Pending::Seconds(_) => false,
            Pending::End => recovered.last.is_some_and(|last| last.ended),
            Pending::Settings(version, bytes) => {
                stored_settings(journal) == Some((*version, bytes.clone()))
            }
            Pending::Prepare => true,
        };
        if happened {
            self.done(journal);
        } else {
            self.refused();
        }
        self.seconds = recovered.last.map_or(0, |last| last.elapsed);
    }

    /// Compares a recovered journal with the expected content.
    pub(super) fn check(&self, journal: &mut Journal<Nor>, recovered: &Recovered) -> Checked {
        let mut checked = Checked::default();
        let stored = stored_games(journal);
        let mut expected: Vec<u32> = self.games.keys().copied().collect();
        if let Pending::Begin(game) = self.pending
            && stored.last() == Some(&game)
        {
            expected.push(game);
        }
        if self.pending == Pending::Prepare && stored.len() < expected.len() {
            let dropped = expected.remove(0);
            assert!(!expected.is_empty(), "the last game {dropped} was dropped");
        }
        assert_eq!(stored, expected, "the games");
        assert!(expected.iter().all(|game| *game < journal.next_game()), "a number comes again");
        if let Some(last) = self.last_game() {
            assert!(last < journal.next_game(), "a number comes again");
        }

        let newest = expected.last().copied();
        for &number in &expected {
            let default = Game::default();
            let game = self.games.get(&number).unwrap_or(&default);
            let found = stored_records(journal, number);
            let mut expected = game.records.clone();
            if let Pending::Append(bytes) = &self.pending
                && newest == Some(number)
                && found.len() > expected.len()
            {
                expected.push(bytes.clone());
            }
            assert!(found == expected, "the records of game {number} differ");
            checked.records += found.len() as u64;
            let ended = journal.is_ended(number);
            let ending = self.pending == Pending::End && newest == Some(number);
            assert!(ended == game.ended || ending, "game {number} ended: {ended}");
            if newest == Some(number) {
                self.check_last(recovered, number, found.len(), ended);
            }
        }
        if newest.is_none() {
            assert_eq!(recovered.last, None);
        }
        self.check_settings(journal);
        checked
    }

    fn check_last(&self, recovered: &Recovered, game: u32, records: usize, ended: bool) {
        let Recovered { report, last: Some(last) } = *recovered else {
            panic!("game {game} was not recovered: {recovered:?}");
        };
        let known = self.games.get(&game).map_or(0, |game| game.records.len());
        let (least, most) = match self.pending {
            Pending::Begin(begun) if begun == game => (0, 0),
            _ if records > known => (0, 0),
            Pending::Seconds(seconds) => (self.seconds, seconds),
            _ => (self.seconds, self.seconds),
        };
        let LastGame { elapsed, .. } = last;
        assert!((least..=most).contains(&elapsed), "{elapsed} s, not {least} to {most}");
        let next_number = records as u32;
        assert_eq!(last, LastGame { game, next_number, ended, elapsed });
        match report {
            Report::Clean => assert!(ended),
            Report::Resumed => assert!(!ended),
            Report::Repaired { lost, torn } => assert!(lost == 0 && torn, "{report:?}"),
            Report::StartedAnew { .. } => panic!("{report:?} although there are games"),
        }
    }

    fn check_settings(&self, journal: &mut Journal<Nor>) {
        let stored = stored_settings(journal);
        let new = match &self.pending {
            Pending::Settings(version, bytes) => Some((*version, bytes.clone())),
            _ => None,
        };
        assert!(stored == self.settings || (new.is_some() && stored == new), "the settings");
    }
}

fn stored_games(journal: &Journal<Nor>) -> Vec<u32> {
    let first = journal.game_above(0);
    std::iter::successors(first, |game| journal.game_above(*game)).collect()
}

/// All records of a game, which are numbered without a gap.
fn stored_records(journal: &mut Journal<Nor>, game: u32) -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    let mut cursor = journal.cursor(game, 0).expect("power");
    let mut buffer = [0; MAX_RECORD];
    while let Some(record) = journal.read(&mut cursor, &mut buffer).expect("power") {
        assert_eq!(record.number as usize, records.len(), "the numbers of game {game}");
        records.push(buffer[..record.length].to_vec());
    }
    records
}

fn stored_settings(journal: &mut Journal<Nor>) -> Option<(u16, Vec<u8>)> {
    let mut buffer = [0; MAX_SETTINGS];
    let blob = journal.settings(&mut buffer).expect("power")?;
    Some((blob.version, buffer[..blob.length].to_vec()))
}
