//! Power cuts at every position of a script.

use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use damiera::journal::{Error, Geometry, Journal, Prepared, Recovered, Summary};
use damiera_sim::nor::{Nor, NorError, Operation, Tearing};

use super::ledger::{Checked, Ledger, Pending};
use super::script::{Act, bytes};

/// The positions in an operation at which the power is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The first byte, one in the middle, the last, and after it.
    Ends,
    /// Every byte. While recovering from a cut inside an erase, every byte after
    /// every 64th of these cuts, and the ends after the others.
    EveryByte,
}

/// Counts of a sweep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tried {
    /// Programs and erases.
    pub operations: u64,
    /// Power cuts while the script ran.
    pub cuts: u64,
    /// Power cuts during the recovery from one of those.
    pub second_cuts: u64,
    /// Second cuts that leave the same flash content as the one before and are not checked again.
    pub same: u64,
    /// Records compared byte for byte.
    pub records: u64,
    /// The most operations of one recovery.
    pub recovery: usize,
}

impl Tried {
    fn add(&mut self, other: Self) {
        self.operations += other.operations;
        self.cuts += other.cuts;
        self.second_cuts += other.second_cuts;
        self.same += other.same;
        self.records += other.records;
        self.recovery = self.recovery.max(other.recovery);
    }
}

/// A journal that executes a script, and its expected content.
#[derive(Clone, Debug)]
pub struct Player {
    journal: Journal<Nor>,
    ledger: Ledger,
    geometry: Geometry,
    clock: bool,
}

type Outcome = Result<(), Error<NorError>>;

impl Player {
    /// Opens a journal on a chip with any content.
    pub fn new(flash: Nor, geometry: Geometry) -> Self {
        let (journal, _) = Journal::open(flash, geometry).expect("a journal on any content");
        Self { journal, ledger: Ledger::default(), geometry, clock: false }
    }

    /// The chip.
    pub fn flash(&mut self) -> &mut Nor {
        self.journal.flash_mut()
    }

    /// The stored games.
    pub fn stored(&mut self) -> Vec<Summary> {
        let mut games = Vec::new();
        let mut next = self.journal.game_above(0);
        while let Some(game) = next {
            games.extend(self.journal.summary(game).expect("power"));
            next = self.journal.game_above(game);
        }
        games
    }

    /// Executes one act; skips an act that is not possible now. Fails only by a power cut.
    pub fn act(&mut self, act: Act) -> Outcome {
        let game = self.ledger.last_game();
        let number = self.ledger.next_number();
        match (act, game) {
            (Act::Begin, _) => {
                let game = self.journal.next_game();
                self.ledger.ask(Pending::Begin(game));
                let begun = self.journal.begin_game(game);
                self.settle(begun)
            }
            (Act::Append(length), Some(game)) => {
                let bytes = bytes(game, number, length);
                self.ledger.ask(Pending::Append(bytes.clone()));
                let appended = self.journal.append(game, number, &bytes);
                self.settle(appended)
            }
            (Act::Pass(seconds), Some(_)) => {
                let seconds = self.ledger.seconds().saturating_add(seconds);
                self.ledger.ask(Pending::Seconds(seconds));
                let ticked = self.journal.tick(seconds);
                self.settle(ticked)
            }
            (Act::End, Some(_)) => {
                self.ledger.ask(Pending::End);
                let ended = self.journal.end_game();
                self.settle(ended)
            }
            (Act::Store(length), _) => {
                let bytes = bytes(0, length as u32, length);
                let version = length as u16 % 7;
                self.ledger.ask(Pending::Settings(version, bytes.clone()));
                let stored = self.journal.store_settings(version, &bytes);
                self.settle(stored)
            }
            (Act::Clock(running), _) => {
                self.clock = running;
                self.flash().set_clock_running(running);
                Ok(())
            }
            (Act::Prepare, _) if !self.clock => self.prepare(),
            (Act::Reboot, _) => {
                let recovered = self.reopen()?;
                self.check(&recovered);
                self.ledger.settle(&mut self.journal, &recovered);
                Ok(())
            }
            (Act::Append(_) | Act::Pass(_) | Act::End | Act::Prepare, _) => Ok(()),
        }
    }

    fn prepare(&mut self) -> Outcome {
        loop {
            self.ledger.ask(Pending::Prepare);
            let prepared = self.journal.prepare();
            self.settle(prepared.map(|_| ()))?;
            if prepared == Ok(Prepared::Done) {
                assert!(!self.journal.erase_needed());
                return Ok(());
            }
        }
    }

    /// Notes the result of a call in the ledger.
    fn settle(&mut self, outcome: Outcome) -> Outcome {
        match outcome {
            Ok(()) => {
                self.ledger.done(&self.journal);
                Ok(())
            }
            // Errors that a board handles in normal use.
            Err(Error::Full | Error::RecordFirst) => {
                self.ledger.refused();
                Ok(())
            }
            Err(Error::Flash(NorError::PowerCut)) => outcome,
            Err(other) => panic!("{other}"),
        }
    }

    /// Reopens the journal on the same chip.
    fn reopen(&mut self) -> Result<Recovered, Error<NorError>> {
        let mut flash = self.flash().clone();
        if flash.planned_cut().is_some() {
            // Recovery is cut on a clone, whose content the chip then takes over.
            let outcome = Journal::open(&mut flash, self.geometry).map(|_| ());
            *self.flash() = flash.clone();
            outcome?;
        }
        let planned = flash.planned_cut();
        flash.restore_power();
        let (journal, recovered) = Journal::open(flash, self.geometry)?;
        self.journal = journal;
        self.clock = false;
        if let Some(place) = planned {
            self.flash().cut_at(place);
        }
        Ok(recovered)
    }

    /// Compares the recovered journal with the ledger.
    fn check(&mut self, recovered: &Recovered) -> Checked {
        self.ledger.check(&mut self.journal, recovered)
    }

    /// Recovers from a power cut and checks the content, that a second recovery finds the same, and
    /// that the journal can be used further.
    pub fn recover_and_go_on(&mut self) -> Tried {
        let mut tried = Tried::default();
        self.flash().restore_power();
        let recovered = self.reopen().expect("power");
        tried.records += self.check(&recovered).records;
        let again = self.reopen().expect("power");
        if self.flash().leaves_weak_bits() {
            // A bit of the tally or of the mark of the end may read either way yet.
            tried.records += self.check(&again).records;
            let known = |recovered: &Recovered| recovered.last.map(|l| (l.game, l.next_number));
            assert_eq!(known(&again), known(&recovered), "recovering again");
        } else {
            assert_eq!(again, recovered, "recovering again");
        }
        let recovered = again;
        self.ledger.settle(&mut self.journal, &recovered);
        for act in [Act::Append(17), Act::Pass(3), Act::Prepare, Act::Append(40), Act::Store(33)] {
            self.act(act).expect("power");
        }
        let recovered = self.reopen().expect("power");
        tried.records += self.check(&recovered).records;
        tried
    }
}

/// The positions at which a sequence of operations is cut.
fn places(operations: &[Operation], depth: Depth) -> Vec<u64> {
    let mut places = Vec::new();
    let mut first = 0;
    for operation in operations {
        let end = first + operation.cuts();
        match depth {
            Depth::EveryByte => places.extend(first..end),
            Depth::Ends => {
                let mut ends = vec![first, (first + end) / 2, end.saturating_sub(2), end - 1];
                ends.sort_unstable();
                ends.dedup();
                places.extend(ends.into_iter().filter(|place| *place >= first));
            }
        }
        first = end;
    }
    places
}

/// The operation at a position, and the offset in it.
fn find(operations: &[Operation], mut place: u64) -> Option<(&Operation, u64)> {
    for operation in operations {
        if place < operation.cuts() {
            return Some((operation, place));
        }
        place -= operation.cuts();
    }
    None
}

fn is_in_erase(operations: &[Operation], place: u64) -> bool {
    matches!(find(operations, place), Some((Operation::Erase { .. }, _)))
}

fn is_same_as_before(operations: &[Operation], place: u64) -> bool {
    find(operations, place).is_some_and(|(operation, cut)| operation.is_same_as_before(cut))
}

/// Runs a script and cuts the power at every position, and again during each recovery.
///
/// After each cut [`Ledger`] compares the content. Panics on the first difference.
pub fn sweep(flash: Nor, geometry: Geometry, script: &[Act], depth: Depth) -> Tried {
    let mut player = Player::new(flash, geometry);
    let mut moments = Vec::new();
    for &act in script {
        moments.push((act, player.clone()));
        player.act(act).expect("no power cut is planned");
    }
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = Tried::default();
    thread::scope(|scope| {
        let work = || {
            let mut tried = Tried::default();
            while let Some((act, player)) = moments.get(next.fetch_add(1, Ordering::Relaxed)) {
                tried.add(sweep_act(player, *act, depth));
            }
            tried
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for thread in threads {
            match thread.join() {
                Ok(tried) => all.add(tried),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    all
}

fn sweep_act(before: &Player, act: Act, depth: Depth) -> Tried {
    let mut whole = before.clone();
    whole.flash().record();
    whole.act(act).expect("no power cut is planned");
    let operations = whole.flash().take_record();
    let mut tried = Tried { operations: operations.len() as u64, ..Tried::default() };
    for place in places(&operations, depth) {
        let in_erase = is_in_erase(&operations, place);
        let second = match depth {
            Depth::EveryByte if in_erase && !place.is_multiple_of(64) => Depth::Ends,
            depth => depth,
        };
        let tearings: &[Tearing] =
            if in_erase { &[Tearing::InOrder] } else { &[Tearing::InOrder, Tearing::AtOnce] };
        for &tearing in tearings {
            let mut player = before.clone();
            player.flash().set_seed(place);
            player.flash().set_tearing(tearing);
            player.flash().cut_at(place);
            let outcome = player.act(act);
            assert!(outcome.is_err(), "{act:?} came through a cut at {place}");
            tried.cuts += 1;
            tried.add(sweep_recovery(&player, second));
            tried.add(player.recover_and_go_on());
        }
    }
    tried
}

/// Cuts the power again while the journal recovers.
fn sweep_recovery(cut: &Player, depth: Depth) -> Tried {
    let mut whole = cut.clone();
    whole.flash().restore_power();
    whole.flash().record();
    let expected = whole.reopen().expect("power");
    let operations = whole.flash().take_record();
    let mut tried = Tried { recovery: operations.len(), ..Tried::default() };
    for place in places(&operations, depth) {
        tried.second_cuts += 1;
        if depth == Depth::EveryByte && is_same_as_before(&operations, place) {
            tried.same += 1;
            continue;
        }
        let mut player = cut.clone();
        player.flash().restore_power();
        player.flash().set_seed(place);
        player.flash().cut_at(place);
        player.reopen().expect_err("no power");
        player.flash().restore_power();
        let recovered = player.reopen().expect("power");
        assert_eq!(recovered, expected, "recovering after a second cut at {place}");
        tried.records += player.check(&recovered).records;
    }
    tried
}
