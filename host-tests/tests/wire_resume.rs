//! A reader folds the same game as the board: for every scenario, and with a connection that is cut
//! at any byte and opened again.

use std::fs;

use damiera::game::Record;
use damiera::protocol::{Clocks, Live, Received, Session};
use damiera_emulator::scenario_files;
use damiera_sim::hands::{Game as Hands, Performance, Plan, Temperament, play};
use damiera_sim::random::Random;
use damiera_sim::scenario::Scenario;
use damiera_sim::virtual_board::VirtualBoard;
use damiera_sim::wire::{VecLog, hello};
use host_tests::data;
use host_tests::wire::Reader;

/// Sends the reader's greeting to the board, at most `most` bytes of it.
fn greet(session: &mut Session, log: &mut VecLog, reader: &mut Reader, most: usize) {
    let greeting = reader.greeting();
    let mut left = &greeting[..greeting.len().min(most)];
    while !left.is_empty() {
        let (taken, received) = session.receive(left, log);
        assert!(!matches!(received, Some(Received::Command(_))));
        left = &left[taken..];
        if !left.is_empty() {
            let output = session.output(log).to_vec();
            reader.read(&output);
            session.sent(output.len());
        }
    }
}

#[test]
fn every_scenario_comes_through_whole() {
    let mut events = 0;
    let found = scenario_files(&data::path("data/scenarios")).expect("the scenarios");
    assert!(found.len() > 250, "only {} scenarios", found.len());
    for path in found {
        let text = fs::read_to_string(&path).expect("a scenario");
        let scenario = Scenario::read(&text).expect("a scenario");
        let mut board = scenario.board().expect("a board");
        scenario.run_on(&mut board);
        let mut log = board.log().clone();
        let mut reader = Reader::default();
        let mut session = Session::new(hello(1));
        session.connected(&log);
        greet(&mut session, &mut log, &mut reader, usize::MAX);
        reader.read_all(&mut session, &mut log);
        let name = path.display();
        assert_eq!(reader.events, log.iter().map(<[u8]>::to_vec).collect::<Vec<_>>(), "{name}");
        assert!(reader.record == *board.game().record(), "{name}: another game has arrived");
        assert_eq!((reader.unknown_events, reader.damaged()), (0, 0), "{name}");
        events += reader.events.len();
    }
    println!("{events} events");
    assert!(events > 1_000, "only {events} events");
}

/// Games played by simulated hands, one after the other in one log.
fn games(seeds: std::ops::RangeInclusive<u64>) -> Vec<VirtualBoard> {
    seeds
        .map(|seed| {
            let game = Hands::random(seed, &Plan::lawful(Some(Temperament::CALM)));
            play(&game, &Performance::of(&game)).expect("a board")
        })
        .collect()
}

/// The events of several boards as games of one log, and their fold.
fn one_log(boards: &[VirtualBoard]) -> (VecLog, Record) {
    let (mut log, mut record) = (VecLog::default(), Record::new());
    for (game, board) in (1..).zip(boards) {
        for bytes in board.log().iter() {
            let mut event: damiera::event::Event = postcard::from_bytes(bytes).expect("an event");
            event.game = game;
            record.apply(&event);
            log.push(&event);
        }
    }
    (log, record)
}

const CUTS: u32 = 10_000;

/// Drops bytes that the board had sent when the connection was cut.
fn lose(session: &mut Session, log: &mut VecLog, mut bytes: usize) {
    while bytes > 0 {
        let length = session.output(log).len().min(bytes);
        session.sent(length);
        bytes = if length == 0 { 0 } else { bytes - length };
    }
}

#[test]
fn a_reader_that_drops_off_anywhere_has_the_same_game() {
    let (whole, record) = one_log(&games(1..=12));
    let all: Vec<_> = whole.iter().map(<[u8]>::to_vec).collect();
    let mut random = Random::new(10_000);
    let (mut cuts, mut rounds, mut passed_over, mut damaged, mut bytes) = (0, 0, 0, 0, 0);
    while cuts < CUTS {
        rounds += 1;
        // The log grows while the reader comes and goes.
        let mut log = VecLog::default();
        let mut coming = all.iter();
        let (mut session, mut reader) = (Session::new(hello(1)), Reader::default());
        while reader.events.len() < all.len() {
            // Either side may miss that the other one has started a new connection.
            match random.below(4) {
                0 => session = Session::new(hello(1)),
                1 => {}
                _ => session.connected(&log),
            }
            if random.chance(50) {
                damaged += reader.damaged();
                reader.reconnect();
            }
            let heard = if random.chance(20) { random.below(30) } else { usize::MAX };
            greet(&mut session, &mut log, &mut reader, heard);
            let mut left = random.below(400);
            let mut quiet = 0;
            while left > 0 && quiet < 3 {
                for bytes in coming.by_ref().take(random.below(4)) {
                    log.push_bytes(bytes);
                }
                if random.chance(30) {
                    session.tell(Live::Clocks(clocks(random.below(9_999) as u32)));
                }
                let output = session.output(&mut log);
                let length = output.len().min(left).min(1 + random.below(64));
                reader.read(&output[..length]);
                session.sent(length);
                left -= length;
                bytes += length;
                quiet = if length == 0 { quiet + 1 } else { 0 };
            }
            lose(&mut session, &mut log, random.below(100));
            cuts += 1;
        }
        damaged += reader.damaged();
        passed_over += reader.passed_over;
        assert_eq!(reader.events, all, "round {rounds}");
        assert!(reader.record == record, "round {rounds}: another game has arrived");
    }
    println!(
        "{cuts} cuts in {rounds} rounds of {} events, {bytes} bytes; {passed_over} events passed \
         over, {damaged} frames damaged",
        all.len()
    );
    assert!(damaged > cuts / 10, "cuts hardly ever fell into a frame");
}

fn clocks(white: u32) -> Clocks {
    Clocks { at: 0, white, black: 0, running: None, flag: None }
}
