//! The release images in a game whose cable is pulled again and again.
//!
//! `cargo xtask image` builds the images and runs these; alone they have nothing to run.

use std::time::Duration;

use damiera::game::Settings;
use damiera::rules::{Colour, Move, Position, Square};
use damiera::sense::{Contact, Key, Side};
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::{Bench, Pc};

/// No test may take longer in real time.
const LIMIT: Duration = Duration::from_secs(120);
const MILLI: u64 = 1_000;
/// The cable is pulled twice in each.
const HALF_MOVES: u64 = 25;

/// A move without a capture, and after which none is due, if there is one.
fn quiet(position: &Position) -> Move {
    let moves = position.legal_moves();
    let captures = |position: &Position| position.legal_moves().iter().any(|m| m.is_capture());
    let quiet = moves.iter().find(|m| !captures(&position.play_unchecked(**m)));
    *quiet.or(moves.first()).expect("the game is not over")
}

fn button(colour: Colour) -> Contact {
    let side = if colour == Colour::White { Side::South } else { Side::North };
    Contact::Key(Key::Player(side))
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn the_cable_of_the_first_board_may_be_pulled_at_any_moment_of_a_game() {
    pull_in_a_game(&BOARDS[0]);
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn the_cable_of_the_second_board_may_be_pulled_at_any_moment_of_a_game() {
    pull_in_a_game(&BOARDS[1]);
}

/// The cable is pulled fifty times in a game: while a press is being debounced, written to flash and sent,
/// and at every step of the enumeration that follows. The PC asks for everything from where it is, and in
/// the end has the events of the core, none lost and none twice.
fn pull_in_a_game(board: &BoardKind) {
    let settings = Settings { introduced: true, white: Some(Side::South), ..Settings::default() };
    let mut bench =
        Bench::prepared(board, &settings, Side::South, LIMIT).expect("a board with settings");
    bench.set_up_pieces().expect("contacts");
    let mut pc = Pc::default();
    pc.run(&mut bench, 500 * MILLI).expect("time");
    bench.new_game(Position::start(), None).expect("a game");
    pc.run(&mut bench, 100 * MILLI).expect("time");
    bench.run_to_frame().expect("a frame");
    bench.press(Key::Player(Side::North)).expect("a key");

    let mut position = Position::start();
    for number in 0..HALF_MOVES {
        let played = quiet(&position);
        hands(&mut bench, &mut pc, played);
        let press = button(position.turn());
        // A press that comes just before the keys are read counts in another frame than the core's,
        // and the millisecond stays with the clocks: several of them are more than is allowed.
        bench.run_to_frame().expect("a frame");
        // Nor at the very start of a frame: that may be the end of a millisecond of the core's.
        bench.run(MILLI / 4).expect("time");
        bench.set(press, true).expect("a key");
        // The press is debounced after 8 ms, then stored and sent within 2 ms.
        let delay = u64::from(board.wiring.timing.delay()) * MILLI;
        bench.run(delay / 2 + number * (delay / 2 + 2 * MILLI) / HALF_MOVES).expect("time");
        bench.emulator.usb("unplug").expect("usb");
        pc.run(&mut bench, 60 * MILLI).expect("time");
        bench.set(press, false).expect("a key");
        bench.emulator.usb("plug").expect("usb");
        // The enumeration begins after 100 ms and takes 140.
        pc.run(&mut bench, (95 + 6 * number) * MILLI).expect("time");
        bench.emulator.usb("unplug").expect("usb");
        pc.run(&mut bench, 7 * MILLI).expect("time");
        bench.emulator.usb("plug").expect("usb");
        // Some of the next moves begin before the PC is back.
        pc.run(&mut bench, (20 + 11 * number) * MILLI).expect("time");
        position = position.play_unchecked(played);
    }
    // The game goes on.
    pc.run(&mut bench, 400 * MILLI).expect("time");
    let before = pc.events().len();
    let played = quiet(&position);
    hands(&mut bench, &mut pc, played);
    bench.run_to_frame().expect("a frame");
    bench.set(button(position.turn()), true).expect("a key");
    pc.run(&mut bench, 80 * MILLI).expect("time");
    assert!(pc.events().len() > before, "{}: the board sends nothing any more", board.name);

    let name = board.name;
    bench.are_the_same(pc.events()).unwrap_or_else(|difference| panic!("{name}: {difference}"));
    bench.shows_the_same().unwrap_or_else(|difference| panic!("{name}: {difference}"));
    bench.is_clean().unwrap_or_else(|bad| panic!("{name}: {bad}"));
    assert_eq!(bench.shadow.game().record().half_moves(), HALF_MOVES as u16 + 1);
    println!(
        "{name}: {} pulls, {} connections, {} events",
        2 * HALF_MOVES,
        pc.connections(),
        pc.events().len()
    );
    assert!(pc.connections() as u64 > HALF_MOVES / 2, "the PC hardly ever reconnected");
}

/// Plays a move, with the pieces that it captures.
fn hands(bench: &mut Bench, pc: &mut Pc, played: Move) {
    let mut set = |square: Square, closed| {
        bench.set(Contact::Cell(square.cell()), closed).expect("a contact");
        pc.run(bench, 130 * MILLI).expect("time");
    };
    set(played.from(), false);
    set(played.to(), true);
    played.captured_in_order().for_each(|square| set(square, false));
}
