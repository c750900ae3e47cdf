//! The calls of the journal and their results, without power cuts.

use damiera::journal::{
    Blob, Error, FORMAT, Geometry, Journal, MAX_RECORD, MAX_SETTINGS, Prepared, Recovered, Report,
    SPARES, Summary, Why,
};
use damiera_sim::nor::{Nor, SECTOR};
use damiera_sim::random::Random;
use host_tests::journal::{SMALL, bytes, forge};

/// The region of the board: see `memory.x`.
const BOARD: Geometry = Geometry::SHIPPED;

fn chip(geometry: Geometry) -> Nor {
    Nor::new((geometry.start + geometry.length) as usize)
}

fn open(flash: Nor, geometry: Geometry) -> (Journal<Nor>, Recovered) {
    Journal::open(flash, geometry).expect("a journal")
}

fn prepare(journal: &mut Journal<Nor>) {
    while journal.prepare().expect("power") == Prepared::More {}
}

/// A journal on a new chip, with slots ready.
fn ready(geometry: Geometry) -> Journal<Nor> {
    let (mut journal, _) = open(chip(geometry), geometry);
    prepare(&mut journal);
    journal
}

fn reopen(journal: Journal<Nor>, geometry: Geometry) -> (Journal<Nor>, Recovered) {
    open(journal.release(), geometry)
}

/// Numbers and bytes of a game's records with a number of at least `from`.
fn records(journal: &mut Journal<Nor>, game: u32, from: u32) -> Vec<(u32, Vec<u8>)> {
    let mut records = Vec::new();
    let mut cursor = journal.cursor(game, from).expect("power");
    let mut buffer = [0; MAX_RECORD];
    while let Some(record) = journal.read(&mut cursor, &mut buffer).expect("power") {
        records.push((record.number, buffer[..record.length].to_vec()));
    }
    records
}

fn games(journal: &Journal<Nor>) -> Vec<u32> {
    std::iter::successors(journal.game_above(0), |game| journal.game_above(*game)).collect()
}

#[test]
fn records_come_back_as_they_were_given() {
    let mut journal = ready(SMALL);
    let given: Vec<_> = [0, 1, 60, MAX_RECORD, 255, 256, 300, 7]
        .into_iter()
        .enumerate()
        .map(|(number, length)| (number as u32, bytes(1, number as u32, length)))
        .collect();
    journal.begin_game(1).unwrap();
    for (number, bytes) in &given {
        journal.append(1, *number, bytes).unwrap();
    }
    assert_eq!(records(&mut journal, 1, 0), given);
    assert_eq!(records(&mut journal, 1, 5), given[5..]);
    assert_eq!(records(&mut journal, 1, 8), []);
    assert_eq!(records(&mut journal, 2, 0), []);
    let (mut journal, recovered) = reopen(journal, SMALL);
    assert_eq!(recovered.report, Report::Resumed);
    assert_eq!(records(&mut journal, 1, 0), given);
}

#[test]
fn a_cursor_reads_on_while_records_are_added() {
    let mut journal = ready(SMALL);
    let mut buffer = [0; MAX_RECORD];
    journal.begin_game(1).unwrap();
    let mut cursor = journal.cursor(1, 0).unwrap();
    // Over the edges of two slots.
    for number in 0..60 {
        assert_eq!(journal.read(&mut cursor, &mut buffer), Ok(None));
        journal.append(1, number, &bytes(1, number, 100)).unwrap();
        let record = journal.read(&mut cursor, &mut buffer).unwrap().unwrap();
        assert_eq!((record.number, record.length), (number, 100));
        assert_eq!(buffer[..100], bytes(1, number, 100));
    }
    assert_eq!(journal.summary(1).unwrap().unwrap().slots, 3);
    assert_eq!(records(&mut journal, 1, 59), [(59, bytes(1, 59, 100))]);
}

#[test]
fn invalid_calls_are_refused() {
    let mut journal = ready(SMALL);
    assert_eq!(journal.append(1, 0, b"?"), Err(Error::NoGame));
    assert_eq!(journal.tick(1), Err(Error::NoGame));
    assert_eq!(journal.end_game(), Err(Error::NoGame));
    assert_eq!(journal.begin_game(0), Err(Error::NumberUsed));
    journal.begin_game(5).unwrap();
    assert_eq!(journal.begin_game(5), Err(Error::NumberUsed));
    assert_eq!(journal.begin_game(4), Err(Error::NumberUsed));
    assert_eq!(journal.append(4, 0, b"?"), Err(Error::NoGame));
    assert_eq!(journal.append(5, 1, b"?"), Err(Error::OutOfOrder));
    assert_eq!(journal.append(5, 0, &[0; MAX_RECORD + 1]), Err(Error::TooLong));
    assert_eq!(journal.store_settings(0, &[0; MAX_SETTINGS + 1]), Err(Error::TooLong));
    journal.append(5, 0, b"!").unwrap();
    assert_eq!(journal.append(5, 0, b"?"), Err(Error::OutOfOrder));
}

#[test]
fn a_region_that_does_not_fit_is_refused() {
    let good = SMALL;
    for (bad, why) in [
        (Geometry { start: 100, ..good }, "start inside a sector"),
        (Geometry { length: good.length + 1, ..good }, "behind the end of the flash"),
        (Geometry { settings: SECTOR as u32, ..good }, "one sector of settings"),
        (Geometry { settings: good.length, ..good }, "no slots"),
        (Geometry { slot: 5000, ..good }, "slots of half sectors"),
        (Geometry { front: 256, ..good }, "no tally"),
        (Geometry { front: 1000, ..good }, "half a page"),
        (Geometry { front: 8192, ..good }, "no room for records"),
        (Geometry { start: u32::MAX - 4095, ..good }, "round the end"),
    ] {
        let refused = Journal::open(chip(good), bad).map(|_| ());
        assert_eq!(refused, Err(Error::Geometry), "{why}");
    }
}

#[test]
fn elapsed_seconds_are_found_after_a_cut() {
    let mut journal = ready(SMALL);
    journal.begin_game(1).unwrap();
    for (number, seconds) in [(0, 0), (1, 1), (2, 8), (3, 9), (4, 1000), (5, 16)] {
        journal.append(1, number, b"record").unwrap();
        for second in 0..=seconds {
            journal.tick(second).unwrap();
        }
        // Fewer seconds than stored change nothing.
        journal.tick(seconds / 2).unwrap();
        let (_, recovered) = open(journal.flash_mut().clone(), SMALL);
        assert_eq!(recovered.last.map(|last| last.elapsed), Some(seconds));
    }
    // Many seconds in one call, and more than one tally holds.
    for (number, seconds) in [(6, 3_000), (7, 30_000), (8, 100_000)] {
        journal.append(1, number, b"record").unwrap();
        journal.tick(seconds).unwrap();
        let (_, recovered) = open(journal.flash_mut().clone(), SMALL);
        assert_eq!(recovered.last.map(|last| last.elapsed), Some(seconds));
    }
}

#[test]
fn after_a_boot_a_record_comes_before_the_seconds() {
    let mut journal = ready(SMALL);
    journal.begin_game(1).unwrap();
    journal.append(1, 0, b"started").unwrap();
    journal.tick(5).unwrap();
    let (mut journal, _) = reopen(journal, SMALL);
    assert_eq!(journal.tick(6), Err(Error::RecordFirst));
    journal.append(1, 1, b"resumed").unwrap();
    journal.tick(2).unwrap();
    let (_, recovered) = reopen(journal, SMALL);
    assert_eq!(recovered.last.map(|last| last.elapsed), Some(2));
}

#[test]
fn a_full_journal_is_an_error_until_the_next_pause() {
    let mut journal = ready(SMALL);
    for game in 1..=2 {
        journal.begin_game(game).unwrap();
        journal.append(game, 0, b"short").unwrap();
        journal.end_game().unwrap();
        prepare(&mut journal);
    }
    journal.begin_game(3).unwrap();
    journal.flash_mut().set_clock_running(true);
    let mut number = 0;
    let refused = loop {
        match journal.append(3, number, &bytes(3, number, 500)) {
            Ok(()) => number += 1,
            Err(error) => break error,
        }
    };
    assert_eq!(refused, Error::Full);
    assert!(journal.erase_needed());
    // A retry without an erase changes nothing.
    assert_eq!(journal.append(3, number, &bytes(3, number, 500)), Err(Error::Full));
    journal.flash_mut().set_clock_running(false);
    prepare(&mut journal);
    assert_eq!(games(&journal), [3], "the oldest were dropped");
    journal.append(3, number, &bytes(3, number, 500)).unwrap();
    let (mut journal, recovered) = reopen(journal, SMALL);
    assert_eq!(recovered.report, Report::Resumed);
    let expected: Vec<_> = (0..=number).map(|n| (n, bytes(3, n, 500))).collect();
    assert_eq!(records(&mut journal, 3, 0), expected);
}

#[test]
fn one_game_may_fill_everything_and_is_never_dropped() {
    let mut journal = ready(SMALL);
    journal.begin_game(1).unwrap();
    let mut number = 0;
    loop {
        match journal.append(1, number, &bytes(1, number, 500)) {
            Ok(()) => number += 1,
            Err(Error::Full) if journal.erase_needed() => prepare(&mut journal),
            Err(error) => break assert_eq!(error, Error::Full),
        }
    }
    assert_eq!(journal.summary(1).unwrap().unwrap().slots, SMALL.slots());
    assert_eq!(records(&mut journal, 1, 0).len(), number as usize);
    assert_eq!(journal.prepare(), Ok(Prepared::Done));
}

#[test]
fn the_model_catches_an_erase_while_a_clock_runs() {
    let (mut journal, _) = open(chip(SMALL), SMALL);
    journal.flash_mut().set_clock_running(true);
    let prepared = std::panic::catch_unwind(move || journal.prepare());
    let message = prepared.expect_err("an erase");
    assert_eq!(message.downcast_ref::<&str>(), Some(&"an erase while a clock runs"));
}

#[test]
fn forty_games_of_120_half_moves_are_kept() {
    let mut journal = ready(BOARD);
    assert_eq!(BOARD.slots(), 47);
    for game in 1..=120 {
        journal.begin_game(game).unwrap();
        // A touch, a press and a move with a long trace for each half-move: longer than real
        // events.
        let mut number = 0;
        for half_move in 0..120 {
            for length in [12, 12, 90 + half_move % 40] {
                journal.append(game, number, &bytes(game, number, length)).unwrap();
                number += 1;
            }
        }
        journal.end_game().unwrap();
        prepare(&mut journal);
    }
    let stored = games(&journal);
    println!("{} games are kept", stored.len());
    assert_eq!(stored, Vec::from_iter(121 - (47 - SPARES as u32)..=120));
    assert!(stored.len() >= 40);
    let (mut journal, recovered) = reopen(journal, BOARD);
    assert_eq!(recovered.report, Report::Clean);
    for game in stored {
        let summary = journal.summary(game).unwrap().unwrap();
        let whole =
            Summary { game, records: 360, next_number: 360, ended: true, slots: summary.slots };
        assert_eq!(summary, whole);
    }
    // All slots wear alike.
    let erases = &journal.flash_mut().erases()[(BOARD.start + BOARD.settings) as usize / SECTOR..];
    let (least, most) = (erases.iter().min().unwrap(), erases.iter().max().unwrap());
    println!("each sector was erased {least} to {most} times in 120 games");
    assert!(most - least <= 1);
}

#[test]
fn a_number_is_never_used_again() {
    let mut journal = ready(SMALL);
    for _ in 0..20 {
        let game = journal.next_game();
        journal.begin_game(game).unwrap();
        prepare(&mut journal);
    }
    assert_eq!(journal.next_game(), 21);
    let mut flash = reopen(journal, SMALL).0.release();
    // All games are damaged: the ready marks still hold the highest number.
    let mut content = flash.content().to_vec();
    for slot in 0..SMALL.slots() {
        let start = (SMALL.start + SMALL.settings) as usize + slot * SMALL.slot as usize;
        content[start + 16] ^= 0x10;
    }
    flash = Nor::with_content(content);
    let (journal, recovered) = open(flash, SMALL);
    assert_eq!((games(&journal), recovered.last), (vec![], None));
    assert!(journal.next_game() >= 20, "{}", journal.next_game());
}

#[test]
fn settings_change_often_and_the_newest_count() {
    let mut journal = ready(SMALL);
    let mut buffer = [0; MAX_SETTINGS];
    assert_eq!(journal.settings(&mut buffer), Ok(None));
    for change in 0..500_u32 {
        let new = bytes(9, change, change as usize % 513);
        if journal.store_settings(change as u16, &new) == Err(Error::Full) {
            prepare(&mut journal);
            journal.store_settings(change as u16, &new).unwrap();
        }
        if change % 7 == 0 {
            journal = reopen(journal, SMALL).0;
        }
        let blob = journal.settings(&mut buffer).unwrap();
        assert_eq!(blob, Some(Blob { version: change as u16, length: new.len() }));
        assert_eq!(buffer[..new.len()], new);
    }
    let erases: Vec<_> = journal.flash_mut().erases()[1..3].to_vec();
    println!("500 changes of 256 bytes on average erase two sectors {erases:?} times");
    assert!(erases[0].abs_diff(erases[1]) <= 1);
    let before = journal.flash_mut().counts();
    let same = buffer[..499].to_vec();
    journal.store_settings(499, &same).unwrap();
    assert_eq!(journal.flash_mut().counts().programs, before.programs, "nothing has changed");
}

#[test]
fn a_region_without_a_game_is_started_anew() {
    let length = chip(SMALL).content().len();
    let mut random = Random::new(1);
    let noise: Vec<u8> = (0..length).map(|_| random.number() as u8).collect();
    let mut foreign = vec![0xff; length];
    let first = (SMALL.start + SMALL.settings) as usize;
    let mark = forge::ready(*b"DAM\x01", FORMAT + 1, 32, 9);
    foreign[first..first + mark.len()].copy_from_slice(&mark);
    let mut other_size = foreign.clone();
    let mark = forge::ready(*b"DAM\x01", FORMAT, 64, 9);
    other_size[first..first + mark.len()].copy_from_slice(&mark);
    for (content, why) in [
        (vec![0xff; length], Why::Blank),
        (vec![0; length], Why::Unreadable),
        (noise, Why::Unreadable),
        (vec![0x55; length], Why::Unreadable),
        (foreign, Why::OtherFormat { format: FORMAT + 1 }),
        (other_size, Why::OtherFormat { format: FORMAT }),
    ] {
        let (journal, recovered) = open(Nor::with_content(content.clone()), SMALL);
        assert_eq!(recovered, Recovered { report: Report::StartedAnew { why }, last: None });
        assert!(games(&journal).is_empty());
        let (mut journal, again) = reopen(journal, SMALL);
        assert_eq!(again, recovered);
        if matches!(why, Why::OtherFormat { .. }) {
            assert_eq!(journal.flash_mut().content(), content, "not touched before prepared");
        }
        prepare(&mut journal);
        journal.begin_game(1).unwrap();
        journal.append(1, 0, b"first").unwrap();
        let (mut journal, recovered) = reopen(journal, SMALL);
        assert_eq!(recovered.report, Report::Resumed);
        assert_eq!(records(&mut journal, 1, 0), [(0, b"first".to_vec())]);
    }
}

#[test]
fn damage_in_the_middle_of_a_game_costs_only_what_it_hits() {
    let mut journal = ready(SMALL);
    journal.begin_game(1).unwrap();
    for number in 0..40 {
        journal.append(1, number, &bytes(1, number, 50)).unwrap();
    }
    let content = journal.release().content().to_vec();
    let place = content.windows(50).position(|window| window == bytes(1, 8, 50)).unwrap();
    for (damaged, offset) in [("bytes", 20), ("check", -1), ("number", -5), ("length", -11)] {
        let mut content = content.clone();
        content[place.checked_add_signed(offset).unwrap()] ^= 4;
        let (mut journal, recovered) = open(Nor::with_content(content), SMALL);
        assert_eq!(recovered.report, Report::Repaired { lost: 1, torn: false }, "{damaged}");
        let numbers: Vec<_> =
            records(&mut journal, 1, 0).iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, Vec::from_iter((0..40).filter(|number| *number != 8)), "{damaged}");
        let summary = journal.summary(1).unwrap().unwrap();
        assert_eq!((summary.records, summary.next_number), (39, 40));
        journal.append(1, 40, b"and on").unwrap();
    }
}
