//! The table from which the opening of a new game is drawn (Capo IV).

use damiera::event::EventKind;
use damiera::game::{GameRequest, Input, OpeningChoice, QUIET, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Opening, OpeningTable};
use damiera::sense::{Contact, Edge, Key};
use damiera::text::Text;
use damiera::time::Instant;

/// A board and the milliseconds that have passed.
struct Board(GameWithMenu, u64);

impl Board {
    fn new(settings: Settings) -> Self {
        Self(GameWithMenu::new(Settings { introduced: true, ..settings }), 5_000)
    }

    /// Presses a key shortly; returns the opening of the game that begins, if one does.
    fn key(&mut self, key: Key) -> Option<Option<Opening>> {
        let mut started = None;
        for closed in [true, false] {
            self.1 += 80;
            let at = Instant::from_millis(self.1);
            let contact = Contact::Key(key);
            let effects = self.0.step(Input::Edge(Edge { at, contact, closed }), at);
            for event in effects {
                if let EventKind::Started { opening, .. } = event.what {
                    started = Some(opening);
                }
            }
        }
        started
    }

    /// *Nuova partita*, the first entry of the first page.
    fn new_game(&mut self) -> Option<Opening> {
        self.key(Key::Menu);
        self.key(Key::Menu).expect("a game begins")
    }

    fn sitting(&mut self, event: &str, round: u16) {
        let request = GameRequest::Sitting { event: Text::cut(event), round, table: 0 };
        self.0.step(Input::Request(request), Instant::from_millis(self.1));
    }
}

#[test]
fn free_without_an_event() {
    assert_eq!(Board::new(Settings::default()).new_game(), None);
}

#[test]
fn table_b_in_an_event() {
    let in_b = |opening: Opening| OpeningTable::B.openings().any(|of_b| of_b == opening);
    for (event, round) in [("Campionato", 0), ("", 3)] {
        let mut board = Board::new(Settings::default());
        board.sitting(event, round);
        assert!(board.new_game().is_some_and(in_b));
    }
}

#[test]
fn free_in_casual_play_and_where_it_is_set() {
    for settings in [
        Settings { casual: Some(QUIET), ..Settings::default() },
        Settings { openings: OpeningChoice::Free, ..Settings::default() },
    ] {
        let mut board = Board::new(settings);
        board.sitting("Campionato", 1);
        assert_eq!(board.new_game(), None);
    }
}

#[test]
fn the_general_table_and_a_ask_first() {
    let mut board = Board::new(Settings::default());
    board.key(Key::Menu);
    for _ in 0..4 - usize::from(board.0.record().number() > 0) {
        board.key(Key::Plus);
    }
    board.key(Key::Menu);
    board.key(Key::Plus);
    let tables = |board: &Board| board.0.settings().openings;
    for expected in [
        OpeningChoice::Free,
        OpeningChoice::Drawn(OpeningTable::B),
        OpeningChoice::Drawn(OpeningTable::C),
    ] {
        board.key(Key::Menu);
        assert_eq!(tables(&board), expected);
    }
    // No, at first.
    board.key(Key::Menu);
    assert_eq!(tables(&board), OpeningChoice::Drawn(OpeningTable::C));
    board.key(Key::Menu);
    assert_eq!(tables(&board), OpeningChoice::ByOccasion);
    for _ in 0..4 {
        board.key(Key::Menu);
    }
    for table in [OpeningTable::General, OpeningTable::A] {
        board.key(Key::Plus);
        board.key(Key::Menu);
        assert_eq!(tables(&board), OpeningChoice::Drawn(table));
        board.key(Key::Menu);
    }
    assert_eq!(tables(&board), OpeningChoice::ByOccasion);
}
