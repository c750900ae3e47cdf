//! Draws a running game whenever its display changes, for a program
//! such as callgrind that counts instructions inside [`measured_redraw`] and
//! [`measured_diff`].

use std::hint::black_box;

use damiera::game::{Input, Settings};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::{Colour, Position};
use damiera::sense::{Contact, Edge, Key, Side};
use damiera::time::{Duration, Instant};
use damiera::view::{self, Canvas, Screen};

/// Measured: from the game to all pixels. Callgrind finds it by its symbol, so it is neither inlined
/// nor mangled.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_redraw(
    game: &GameWithMenu,
    micros: u64,
    device_status: &DeviceStatus,
    canvas: &mut Canvas,
) {
    let snapshot = game.snapshot(Instant::from_micros(micros), Side::South, device_status);
    let Ok(()) = view::draw(&snapshot, canvas);
}

/// Measured: the bytes to send after a redraw.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_diff(next: &Canvas, shown: &Canvas) -> usize {
    next.diff(shown).bytes()
}

/// A minute and a half for each player: whole seconds, then tenths and blinking.
const CONTROL: &str = "1'30\"";
/// Time that each player thinks about a move.
const THOUGHT: Duration = Duration::from_secs(9);

fn main() {
    let settings = Settings {
        control: CONTROL.parse().expect("a time control"),
        white: Some(Side::South),
        ..Settings::default()
    };
    let mut game = GameWithMenu::new(settings);
    let mut now = Instant::from_millis(2_000);
    let mut position = Position::start();
    for square in position.occupied() {
        edge(&mut game, Contact::Cell(square.cell()), true, now);
    }
    game.step(Input::NewGame { position, opening: None }, now);
    press(&mut game, Colour::Black, now);

    let device_status = DeviceStatus::default();
    let (mut shown, mut next) = (Canvas::new(), Canvas::new());
    let (mut pictures, mut bytes) = (0, 0);
    while game.record().result().is_none() && !position.legal_moves().is_empty() {
        let until = now + THOUGHT;
        while let Some(due) = game.next_deadline().filter(|due| *due <= until) {
            game.step(Input::Wake, due);
            let snapshot = game.snapshot(due, Side::South, &device_status);
            if matches!(snapshot.screen, Screen::Running(_)) {
                let (game, canvas) = (black_box(&game), black_box(&mut next));
                measured_redraw(game, due.as_micros(), black_box(&device_status), canvas);
                bytes += measured_diff(black_box(&next), black_box(&shown));
                shown.clone_from(&next);
                pictures += 1;
            }
        }
        now = until;
        let played = position.legal_moves()[0];
        edge(&mut game, Contact::Cell(played.from().cell()), false, now);
        edge(&mut game, Contact::Cell(played.to().cell()), true, now);
        for square in played.captured() {
            edge(&mut game, Contact::Cell(square.cell()), false, now);
        }
        press(&mut game, position.turn(), now);
        position = position.play_unchecked(played);
    }
    println!("{pictures} pictures, {bytes} bytes");
}

fn edge(game: &mut GameWithMenu, contact: Contact, closed: bool, at: Instant) {
    game.step(Input::Edge(Edge { at, contact, closed }), at);
}

fn press(game: &mut GameWithMenu, colour: Colour, at: Instant) {
    let side = if colour == Colour::White { Side::South } else { Side::North };
    edge(game, Contact::Key(Key::Player(side)), true, at);
    edge(game, Contact::Key(Key::Player(side)), false, at);
}
