//! Drawings of the boards in several sizes, compared with those in `tests/golden/monitor`.

use std::path::PathBuf;

use damiera::protocol::{Entry, EventPosition};
use damiera_sim::scenario::Scenario;
use damiera_sim::wire::hello;
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use super::*;
use crate::hall::Hall;
use crate::link::{Address, BoardUpdate, Fault, LinkEvent};

/// Black leaves a capture out: 8.1.6.
const IRREGULAR: &str = "\
clock 5'+3\"
start standard
move 23-19
press white
move 10-14
press black
move 19x10
press white
move 12-16
press black
";

/// A few moves from the start, slowly.
const PLAIN: &str = "\
clock 40/60'
start standard
move 23-19
press white
wait 3000
move 10-14
press black
wait 2000
";

/// The listener of a board.
type Listener = Box<dyn FnMut(LinkEvent) -> bool>;

/// Returns a hall with a board for each scenario, fed with its events.
fn hall(scenarios: &[&str]) -> (Hall, Vec<Listener>) {
    // No port is followed: the events come from here.
    let hall = Hall::default();
    let mut listeners: Vec<Listener> = Vec::new();
    for text in scenarios {
        let scenario = Scenario::read(text).expect("a scenario");
        let mut board = scenario.board().expect("a board");
        let _ = scenario.run_on(&mut board);
        let address = address();
        let mut listener = hall.add_board(address.clone());
        listener(LinkEvent::Update(address.clone(), BoardUpdate::Hello(hello(7))));
        for bytes in board.log().iter() {
            let event = Entry::of(bytes).and_then(|entry| entry.event()).expect("an event");
            let place = EventPosition { game: event.game, number: event.number };
            listener(LinkEvent::Update(address.clone(), BoardUpdate::Event(place, Some(event))));
        }
        listeners.push(Box::new(listener));
    }
    (hall, listeners)
}

fn address() -> Address {
    Address::Tcp("hall:7032".to_owned())
}

/// Returns the characters of a drawing, with the clocks as received.
fn picture(hall: &Hall, wall: &mut Wall, width: u16, height: u16) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a terminal");
    let boards = hall.lock();
    // At the time of the last message no clock has run on.
    let now = boards.views.first().map_or_else(Instant::now, |view| view.since);
    terminal.draw(|frame| wall.draw(frame, &boards.views, now)).expect("a picture");
    let buffer = terminal.backend().buffer();
    (0..height)
        .map(|y| {
            let line: String = (0..width).map(|x| buffer[(x, y)].symbol()).collect();
            format!("{}\n", line.trim_end())
        })
        .collect()
}

/// Compares with a file; `UPDATE_SCREENS=1` writes it, for review.
#[track_caller]
fn expect(name: &str, picture: &str) {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/monitor"));
    let file = folder.join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_SCREENS").is_some_and(|value| value == "1") {
        std::fs::write(&file, picture).expect("a file");
    }
    let wanted = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(picture == wanted, "{name}: expected\n{wanted}\nbut it is\n{picture}");
}

#[test]
fn one_board_in_a_usual_terminal() {
    let (hall, _listeners) = hall(&[PLAIN]);
    expect("one-80x24", &picture(&hall, &mut Wall::default(), 80, 24));
}

#[test]
fn one_board_in_a_narrow_terminal() {
    let (hall, _listeners) = hall(&[IRREGULAR]);
    expect("one-40x30", &picture(&hall, &mut Wall::default(), 40, 30));
    expect("one-26x16", &picture(&hall, &mut Wall::default(), 26, 16));
}

#[test]
fn an_irregularity_beside_its_moves() {
    let (hall, _listeners) = hall(&[IRREGULAR]);
    expect("irregular-100x26", &picture(&hall, &mut Wall::default(), 100, 26));
}

#[test]
fn three_boards_side_by_side() {
    let (hall, mut listeners) = hall(&[PLAIN, IRREGULAR, PLAIN]);
    listeners[2](LinkEvent::Lost(address(), Fault::NoPort("tcp:hall:7032".to_owned())));
    expect("three-120x30", &picture(&hall, &mut Wall::default(), 120, 30));
}

#[test]
fn boards_for_which_there_is_no_room_come_by_key() {
    let (hall, _listeners) = hall(&[PLAIN, IRREGULAR, PLAIN]);
    let mut wall = Wall::default();
    let first = picture(&hall, &mut wall, 60, 18);
    assert!(first.contains("Board 1") && first.contains("Board 2") && first.contains("1-2 of 3"));
    wall.press(KeyCode::Right);
    let second = picture(&hall, &mut wall, 60, 18);
    assert!(second.contains("Board 3") && !second.contains("Board 1"), "{second}");
    assert!(second.contains("3-3 of 3"), "{second}");
    wall.press(KeyCode::Right);
    assert_eq!(picture(&hall, &mut wall, 60, 18), second);
    wall.press(KeyCode::Home);
    assert_eq!(picture(&hall, &mut wall, 60, 18), first);
}

#[test]
fn a_window_that_is_too_small_says_so() {
    let (hall, _listeners) = hall(&[PLAIN]);
    expect("too-small-25x16", &picture(&hall, &mut Wall::default(), 25, 16));
    // No size panics.
    for width in 1..40 {
        for height in 1..40 {
            picture(&hall, &mut Wall::default(), width, height);
        }
    }
}

#[test]
fn no_board_is_plugged_in() {
    let hall = Hall::default();
    expect("empty-60x18", &picture(&hall, &mut Wall::default(), 60, 18));
}
