//! Stores every scenario as a board does, one game behind the other in one flash: no sector is erased
//! while a clock runs (`Nor` panics then), every event finds room, and after a power cut the record is
//! the same.

use std::fs;

use damiera::clock::Clock;
use damiera::event::{Event, EventKind};
use damiera::event_store::Store;
use damiera::game::Record;
use damiera::journal::Geometry;
use damiera_emulator::scenario_files;
use damiera_sim::nor::Nor;
use damiera_sim::scenario::Scenario;
use host_tests::data;

/// Length of the shipped region, in bytes.
const REGION: u32 = Geometry::SHIPPED.length;

#[test]
fn every_scenario_is_kept() {
    let open = |flash| Store::open(flash, Geometry::new(0, REGION)).expect("a journal");
    let (mut store, ..) = open(Nor::new(REGION as usize));
    let (mut stored, mut games, mut erases_while_standing) = (0, 0, 0);
    let mut last_game = 0;
    while store.needs_erase() {
        store.erase_ahead();
    }
    for path in scenario_files(&data::path("data/scenarios")).expect("scenarios") {
        let scenario = Scenario::read(&fs::read_to_string(&path).expect("a file")).expect("read");
        let mut board = scenario.board().expect("it begins");
        let account = scenario.run_on(&mut board);
        assert!(account.passed(), "{}: {:?}", path.display(), account.failure);

        let first = last_game;
        let mut record = Record::following(first);
        for bytes in board.log().iter() {
            let event: Event = postcard::from_bytes(bytes).expect("an event");
            // Every file counts its games from 1.
            let event = Event { game: first + event.game, ..event };
            if let EventKind::Started { .. } = event.what {
                games += 1;
            }
            last_game = event.game;
            record.apply(&event);
            assert_eq!(store.keep(&event), None, "{}: {event:?}", path.display());
            stored += 1;
            let runs = record.clock().is_some_and(Clock::is_running);
            store.journal_mut().flash_mut().set_clock_running(runs);
            if runs {
                assert_eq!(store.tick(1), None);
            }
            while !runs && store.needs_erase() {
                store.erase_ahead();
                erases_while_standing += 1;
            }
        }
        // A power cut.
        let mut flash = store.journal_mut().flash_mut().clone();
        flash.set_clock_running(false);
        let (reopened, found, _) = open(flash);
        if board.log().iter().next().is_some() {
            assert!(found == record, "{}: another game came back", path.display());
        }
        store = reopened;
        // A pause, as between two games.
        while store.needs_erase() {
            store.erase_ahead();
        }
    }
    assert!(games > 300 && erases_while_standing > 0, "{games} games");
    println!(
        "{stored} events of {games} games stored; {erases_while_standing} calls of erase_ahead"
    );
}
