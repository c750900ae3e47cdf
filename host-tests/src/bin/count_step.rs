//! Hands the edges of a few games with simulated hands to the whole game, its
//! clocks running, and wakes it at its deadlines, for a program such as callgrind
//! that counts instructions inside [`measured_step`] and [`measured_wake`].

use std::hint::black_box;

use damiera::game::Input;
use damiera::menu::GameWithMenu;
use damiera::sense::{Contact, Debouncer, Frame};
use damiera::time::Instant;
use damiera_sim::hands::{Game as Hands, Performance, Plan, Temperament};
use damiera_sim::virtual_board::VirtualBoard;

/// Measured: one edge of a square or a key with all that follows. Callgrind finds it by its symbol, so
/// it is neither inlined nor mangled.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_step(game: &mut GameWithMenu, input: &Input, micros: u64) -> usize {
    game.step(*input, Instant::from_micros(micros)).len()
}

/// Measured: a deadline, such as a second of the clock or the end of a brush.
// SAFETY: the name is unlike any symbol of the system's libraries.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn measured_wake(game: &mut GameWithMenu, micros: u64) {
    game.step(Input::Wake, Instant::from_micros(micros));
}

/// Number of games: enough for captures, kings and long thoughts.
const GAMES: u64 = 6;
/// Limit of the edges, which bounds the run time under callgrind.
const EDGES: usize = 3_000;

fn main() {
    let (mut edges, mut events) = (0, 0);
    for seed in 1..=GAMES {
        let hands = Hands::random(seed, &Plan::lawful(Some(Temperament::ORDINARY)));
        let (counted, caused) = play(&hands, EDGES / GAMES as usize);
        edges += counted;
        events += caused;
    }
    println!("{edges} edges, {events} events");
}

/// Plays a game up to `most` edges.
fn play(hands: &Hands, most: usize) -> (usize, usize) {
    let settings =
        damiera::game::Settings { white: Some(hands.white), ..damiera::game::Settings::default() };
    let position = hands.start;
    let timing = hands.settings().debounce;
    let board = VirtualBoard::new(settings, timing, hands.white);
    let mut game = GameWithMenu::new(settings);
    let mut frame = Frame::OPEN;
    for square in position.occupied() {
        frame = frame.with(Contact::Cell(square.cell()), true);
    }
    let mut debouncer = Debouncer::new(timing, frame);
    for square in position.occupied() {
        let (contact, closed) = (Contact::Cell(square.cell()), true);
        let at = Instant::ZERO;
        game.step(Input::Edge(damiera::sense::Edge { at, contact, closed }), at);
    }
    game.step(Input::NewGame { position, opening: None }, Instant::ZERO);
    let start = board.button(position.turn().opponent());
    for closed in [true, false] {
        let at = Instant::from_millis(if closed { 200 } else { 280 });
        game.step(Input::Edge(damiera::sense::Edge { at, contact: start, closed }), at);
    }

    // The edges of the diagram serve as well as those of the board.
    let contacts = Performance::of(hands).contacts;
    let mut changes = contacts.iter().peekable();
    let (mut counted, mut caused) = (0, 0);
    let mut millis = 400;
    let mut quiet = 0;
    while counted < most && (changes.peek().is_some() || quiet < 20) {
        while let Some(change) = changes.next_if(|change| change.at <= millis) {
            frame = frame.with(change.contact, change.closed);
            quiet = 0;
        }
        for edge in debouncer.sample(frame, Instant::from_millis(millis)) {
            while let Some(due) = game.next_deadline().filter(|due| *due <= edge.at) {
                measured_wake(black_box(&mut game), due.as_micros());
            }
            let (game, input) = (black_box(&mut game), black_box(Input::Edge(edge)));
            caused += measured_step(game, &input, edge.at.as_micros());
            counted += 1;
        }
        quiet += 1;
        // Frames in which nothing can happen are left out.
        millis = match changes.peek() {
            Some(change) if quiet > 20 => change.at.max(millis + 1),
            _ => millis + 1,
        };
    }
    (counted, caused)
}
