//! Effects of single settings.

use damiera::game::{Input, QUIET, QUIETS, Settings, Sound};
use damiera::menu::GameWithMenu;
use damiera::rules::{Position, Side, Square};
use damiera::sense::{Contact, Edge, Key};
use damiera::time::Instant;

fn edge(game: &mut GameWithMenu, contact: Contact, closed: bool, millis: u64) -> Option<Sound> {
    let at = Instant::from_millis(millis);
    game.step(Input::Edge(Edge { at, contact, closed }), at).sound
}

fn cell(number: u8) -> Contact {
    Contact::Cell(Square::new(number).expect("a square").cell())
}

/// The sound of White's press without a move.
fn sound_of_an_empty_press(sound: bool) -> Option<Sound> {
    let mut game = GameWithMenu::new(Settings { sound, ..Settings::default() });
    let position = Position::start();
    for square in position.occupied() {
        edge(&mut game, Contact::Cell(square.cell()), true, 0);
    }
    game.step(Input::NewGame { position, opening: None }, Instant::ZERO);
    let (north, south) = (Key::Player(Side::North), Key::Player(Side::South));
    edge(&mut game, Contact::Key(north), true, 100);
    edge(&mut game, Contact::Key(north), false, 180);
    edge(&mut game, cell(22), false, 1_000);
    edge(&mut game, cell(22), true, 1_500);
    edge(&mut game, Contact::Key(south), true, 2_000);
    // An accusation waits for one brush.
    game.step(Input::Wake, Instant::from_millis(2_150)).sound
}

#[test]
fn sound_can_be_switched_off() {
    assert_eq!(sound_of_an_empty_press(true), Some(Sound::Attention));
    assert_eq!(sound_of_an_empty_press(false), None);
}

#[test]
fn quiet_times_are_sorted_and_begin_with_the_default() {
    assert_eq!(QUIETS[0], QUIET);
    assert!(QUIETS.is_sorted());
}
