//! Tests of the release image of every board under the emulator: behaviour of the whole firmware.
//!
//! `cargo xtask image` builds the images and runs these; alone they have nothing to run.

use std::time::Duration;

use damiera::rules::{Cell, Square};
use damiera::sense::{Contact, Key, Side};
use damiera::view::{Canvas, Label, Language, Screen, Snapshot};
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::{
    Bench, Emulator, Happened, Reason, Replay, UsbState, image, same_picture, scenario_files,
    version,
};
use damiera_sim::picture::drawn;
use damiera_sim::scenario::Scenario;
use host_tests::data;
use host_tests::image::{assert_shown, start_bench, with_lone_display};

/// No test may take longer in real time.
const LIMIT: Duration = Duration::from_secs(90);
/// Microseconds.
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
/// The stack of `memory.x`.
const STACK: u32 = 160 * 1024;
const STACK_TOP: u32 = 0x2000_0000 + STACK;
/// Goal for the most of the stack in use; `cargo xtask bench-image` measures 25 KiB.
const STACK_LIMIT: u32 = 40 * 1024;

fn start(board: &BoardKind) -> Emulator {
    let mut emulator =
        Emulator::start(board, &image(board), LIMIT).unwrap_or_else(|stopped| panic!("{stopped}"));
    emulator.power(true).expect("power");
    emulator
}

/// A bench on which a new board has been welcomed.
fn ready(board: &BoardKind) -> Bench {
    let mut bench = start_bench(board, LIMIT);
    bench.welcome().expect("a board that can be set up");
    bench
}

/// Checks that the emulator has reported no fault.
fn assert_clean(emulator: &Emulator) {
    for happening in emulator.happened() {
        assert!(!happening.what.is_bad(), "{happening:?}");
    }
}

fn cell(number: u8) -> Contact {
    Contact::Cell(Square::new(number).expect("a square").cell())
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn boots_and_shows_its_version_in_time() {
    for board in &BOARDS {
        let mut emulator = start(board);
        let wanted = |what: &Happened| matches!(what, Happened::Screen { hex: Some(_), .. });
        emulator.run_until(SECOND, wanted).expect("time").expect("a screen");
        let changed = emulator.happened().iter().find_map(|happening| match &happening.what {
            Happened::Screen { changed, .. } => Some(*changed),
            _ => None,
        });
        let changed = changed.expect("the screen above");
        println!("{}: first screen {} ms after power-up", board.name, changed / MILLI);
        assert!(changed < 300 * MILLI, "{}: {changed} µs", board.name);
        emulator.run(100 * MILLI).expect("time");

        for (address, facing) in [(0x3C, Side::South), (0x3D, Side::North)] {
            let shown = emulator.picture(address).expect("a picture");
            let screen = Screen::Start { version: Label::cut(&version()) };
            if let Err(difference) = same_picture(&first_screen(screen, facing), shown.as_ref()) {
                panic!("{}, display {address:#x}:\n{difference}", board.name);
            }
        }
        assert_clean(&emulator);
    }
}

fn first_screen(screen: Screen, facing: Side) -> Canvas {
    let (language, white) = (Language::Italian, Side::South);
    drawn(&Snapshot { language, facing, white, blink: false, screen })
}

/// A button is held during the boot with the pieces in place: a new board still asks for its language,
/// and no game has begun.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_press_while_it_wakes_up_begins_no_game() {
    for board in &BOARDS {
        let mut bench = start_bench(board, LIMIT);
        bench.set_up_pieces().expect("contacts");
        bench.set(Contact::Key(Key::Player(Side::North)), true).expect("a key");
        bench.run(1_500 * MILLI).expect("time");
        bench.set(Contact::Key(Key::Player(Side::North)), false).expect("a key");
        bench.run(100 * MILLI).expect("time");
        bench.press(Key::Player(Side::North)).expect("a key");
        assert_shown(&mut bench);
        assert_eq!(bench.told(), []);
        assert_clean(&bench.emulator);
    }
}

/// The self-test screen follows a piece over every one of the 64 squares: each reed reaches the
/// right place of the display, and none shows a second one.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn every_reed_reaches_its_square() {
    for board in &BOARDS {
        let mut bench = ready(board);
        for under in Cell::all() {
            bench.set(Contact::Cell(under), true).expect("a contact");
            bench.run(80 * MILLI).expect("time");
            assert_shown(&mut bench);
            bench.set(Contact::Cell(under), false).expect("a contact");
            bench.run(20 * MILLI).expect("time");
        }
        assert_clean(&bench.emulator);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn three_corners_do_not_show_the_fourth() {
    for board in &BOARDS {
        let mut bench = ready(board);
        for corner in [1, 4, 25] {
            bench.set(cell(corner), true).expect("a contact");
        }
        bench.run(150 * MILLI).expect("time");
        assert_shown(&mut bench);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_move_is_sent_over_usb_and_shown() {
    for board in &BOARDS {
        let mut bench = ready(board);
        bench.set_up_pieces().expect("contacts");
        bench.run(300 * MILLI).expect("time");
        assert_shown(&mut bench);
        bench.press(Key::Player(Side::North)).expect("a key");
        bench.set(cell(22), false).expect("a contact");
        bench.run(200 * MILLI).expect("time");
        bench.set(cell(18), true).expect("a contact");
        bench.run(200 * MILLI).expect("time");
        let before = bench.emulator.usb_bytes().len();
        let pressed = bench.emulator.now();
        bench.press(Key::Player(Side::South)).expect("a key");
        let bytes = bench.emulator.usb_bytes();
        let first = bytes.get(before).expect("the move is told").0 - pressed;
        println!("{}: from the first contact to the first byte {first} µs", board.name);
        let delay = u64::from(board.wiring.timing.delay()) * MILLI;
        assert!(first <= delay + 3 * MILLI, "{}: {first} µs", board.name);
        assert_eq!(bench.shadow.game().record().half_moves(), 1);
        assert_shown(&mut bench);
        assert_clean(&bench.emulator);
    }
}

/// Step through the scenarios of less than fifteen seconds that the images can play: each board plays
/// one in this many. `cargo xtask emulate --all` plays all of them.
const EVERY: usize = 15;
const SHORT: u64 = 15_000;

/// Plays scenarios on the image: its events equal those of the core in every field, with times at most
/// 3 ms apart, and the last screens are the same.
fn scenarios_come_out_as_in_the_core(board: &BoardKind, first: usize) {
    let files = scenario_files(&data::path("data/scenarios")).expect("the scenarios");
    let replays = files.iter().filter_map(|file| {
        let text = std::fs::read_to_string(file).expect("a scenario");
        let replay = Replay::of(&Scenario::read(&text).ok()?).ok()?;
        (replay.millis() < SHORT && replay.fits(board).is_ok()).then_some((file, replay))
    });
    let sample: Vec<_> = replays.skip(first).step_by(EVERY).collect();
    assert!(sample.len() >= 10, "only {} scenarios can be played", sample.len());
    for (file, replay) in sample {
        let name = file.file_name().expect("a name").display();
        let played = replay.play(board, LIMIT, |_| Ok(()));
        let mut bench = played.unwrap_or_else(|stopped| panic!("{name}: {stopped}"));
        bench.tells_the_same().unwrap_or_else(|difference| panic!("{name}: {difference}"));
        bench.shows_the_same().unwrap_or_else(|difference| panic!("{name}: {difference}"));
        assert_clean(&bench.emulator);
        println!("{}, {name}: {} events", board.name, bench.told().len());
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn scenarios_on_the_first_board() {
    scenarios_come_out_as_in_the_core(&BOARDS[0], 0);
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn scenarios_on_the_second_board() {
    scenarios_come_out_as_in_the_core(&BOARDS[1], EVERY / 2);
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn the_host_finds_it_by_name_and_number() {
    for board in &BOARDS {
        let mut emulator = start(board);
        emulator.usb("plug").expect("usb");
        emulator.usb("open").expect("usb");
        emulator.run(SECOND).expect("time");
        let found = emulator.happened().iter().find_map(|happening| match &happening.what {
            Happened::Usb { state: UsbState::Configured, product, serial } => {
                Some((product.clone(), serial.clone()))
            }
            _ => None,
        });
        // The number of the emulated flash chip.
        let expected = (Some("Damiera".to_owned()), Some("E6613852832B5A2C".to_owned()));
        assert_eq!(found, Some(expected));
        assert!(!emulator.usb_bytes().is_empty(), "the board sends nothing");
        assert_clean(&emulator);
    }
}

/// While a PC does not read, the game goes on; the board sends again when the PC reads again.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_reader_that_stops_does_not_stop_the_board() {
    let mut bench = ready(&BOARDS[0]);
    bench.emulator.usb("pause").expect("usb");
    bench.set_up_pieces().expect("contacts");
    bench.run(100 * MILLI).expect("time");
    for _ in 0..10 {
        bench.press(Key::Player(Side::North)).expect("a key");
        bench.press(Key::Player(Side::South)).expect("a key");
    }
    bench.run(300 * MILLI).expect("time");
    assert_shown(&mut bench);
    let before = bench.emulator.usb_bytes().len();
    bench.emulator.usb("read").expect("usb");
    bench.run(300 * MILLI).expect("time");
    bench.press(Key::Player(Side::North)).expect("a key");
    bench.press(Key::Player(Side::South)).expect("a key");
    assert!(bench.emulator.usb_bytes().len() > before, "the board sends nothing any more");
    assert_clean(&bench.emulator);
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_display_may_come_and_go() {
    for board in &BOARDS {
        let mut bench = start_bench(board, LIMIT);
        bench.emulator.plug_display(0x3C, false).expect("a display");
        bench.welcome().expect("a board that can be set up");
        bench.run(50 * MILLI).expect("time");
        assert_eq!(bench.emulator.picture(0x3C).expect("a picture"), None);
        // The other display still works.
        assert!(bench.emulator.picture(0x3D).expect("a picture").is_some());
        for _ in 0..3 {
            bench.emulator.plug_display(0x3C, true).expect("a display");
            bench.run(1_200 * MILLI).expect("time");
            assert_shown(&mut bench);
            bench.emulator.plug_display(0x3C, false).expect("a display");
            bench.run(200 * MILLI).expect("time");
        }
        // Replugged between two status reads: it acknowledges, but it has lost its settings.
        bench.emulator.plug_display(0x3C, true).expect("a display");
        bench.run(1_200 * MILLI).expect("time");
        bench.emulator.plug_display(0x3C, false).expect("a display");
        bench.emulator.plug_display(0x3C, true).expect("a display");
        bench.run(1_200 * MILLI).expect("time");
        assert_shown(&mut bench);
        assert_clean(&bench.emulator);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_lone_display_is_turned_and_dimmed_as_it_was_set() {
    for board in &BOARDS {
        let mut bench = with_lone_display(board, LIMIT);
        // With the other one beside it, each faces its player again.
        bench.emulator.plug_display(0x3D, true).expect("a display");
        bench.run(1_200 * MILLI).expect("time");
        assert_shown(&mut bench);
        assert_clean(&bench.emulator);
    }
}

/// The screen after a restart caused by a fault.
fn fault_screen(text: &str) -> Canvas {
    first_screen(Screen::Crashed(text.to_owned().leak()), Side::South)
}

/// Checks that the board restarts by itself once, with this text on the display and the pieces known.
fn assert_comes_back(emulator: &mut Emulator, reason: Reason, text: &str) {
    let reset = |what: &Happened| matches!(what, Happened::Reset { .. });
    let at = emulator.run_until(5 * SECOND, reset).expect("time").expect("a reset");
    let resets: Vec<_> = emulator
        .happened()
        .iter()
        .filter_map(|happening| match happening.what {
            Happened::Reset { reason } => Some(reason),
            _ => None,
        })
        .collect();
    assert_eq!(resets, [reason]);
    emulator.run_to(at + 300 * MILLI).expect("time");
    let shown = emulator.picture(0x3C).expect("a picture");
    if let Err(difference) = same_picture(&fault_screen(text), shown.as_ref()) {
        panic!("after {text}:\n{difference}");
    }
    emulator.run_to(at + 5_300 * MILLI).expect("time");
    let count = emulator.happened().iter().filter(|happening| reset(&happening.what)).count();
    assert_eq!(count, 1, "the board restarted more than once");
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_panic_keeps_its_message() {
    let mut emulator = start(&BOARDS[0]);
    emulator.run(SECOND).expect("time");
    emulator.jump("forced_panic").expect("a symbol");
    let source = data::path("../src/firmware/panic.rs");
    let source = std::fs::read_to_string(source).expect("the source of the panic");
    let line = source.lines().position(|line| line.contains(r#"panic!("forced")"#));
    let line = line.expect("the panic") + 1;
    assert_comes_back(&mut emulator, Reason::Forced, &format!("panic.rs:{line} forced"));
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_fault_of_the_processor_keeps_its_address() {
    let mut emulator = start(&BOARDS[0]);
    emulator.run(SECOND).expect("time");
    emulator.inject("undefined").expect("a fault");
    let hex = |text: &str| u32::from_str_radix(text.trim_start_matches("0x"), 16).ok();
    let from = emulator.happened().iter().find_map(|happening| match &happening.what {
        Happened::Fault { pc, lr, .. } => hex(pc).zip(hex(lr)),
        _ => None,
    });
    let (pc, lr) = from.expect("the fault");
    let text = format!("fault at {pc:08x} from {lr:08x}");
    assert_comes_back(&mut emulator, Reason::Forced, &text);
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_task_that_hangs_is_started_again() {
    let mut emulator = start(&BOARDS[0]);
    emulator.run(SECOND).expect("time");
    emulator.inject("hang").expect("a fault");
    assert_comes_back(&mut emulator, Reason::Timer, "hung: a task that does not yield");
}

/// After a stack overflow the fault handler cannot run either; the watchdog resets the chip.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_stack_that_overflows_ends_in_a_new_start() {
    let mut emulator = start(&BOARDS[0]);
    emulator.run(SECOND).expect("time");
    emulator.inject("overflow").expect("a fault");
    assert_comes_back(&mut emulator, Reason::Timer, "hung: a task that does not yield");
    let locked = emulator.happened().iter().any(|happening| happening.what == Happened::Lockup);
    assert!(locked, "the overflow did not lock up the processor");
}

/// RAM has random content after power-up; the firmware does not take it for a crash message.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_power_cut_is_no_crash() {
    let mut emulator = start(&BOARDS[0]);
    emulator.run(SECOND).expect("time");
    emulator.jump("forced_panic").expect("a symbol");
    emulator.run(SECOND).expect("time");
    emulator.power(false).expect("power");
    emulator.run(100 * MILLI).expect("time");
    emulator.power(true).expect("power");
    emulator.run(300 * MILLI).expect("time");
    let shown = emulator.picture(0x3C).expect("a picture");
    let start = Screen::Start { version: Label::cut(&version()) };
    let expected = first_screen(start, Side::South);
    if let Err(difference) = same_picture(&expected, shown.as_ref()) {
        panic!("{difference}");
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn it_sleeps_most_of_the_time() {
    for board in &BOARDS {
        let mut bench = ready(board);
        bench.set_up_pieces().expect("contacts");
        bench.run(SECOND).expect("time");
        bench.press(Key::Player(Side::North)).expect("a key");
        let before = bench.emulator.counts().expect("counts");
        bench.run(3 * SECOND).expect("time");
        let after = bench.emulator.counts().expect("counts");
        assert_shown(&mut bench);
        let asleep = after.asleep_micros - before.asleep_micros;
        let share = asleep * 1000 / (after.micros - before.micros);
        let stack = STACK_TOP - after.lowest_stack;
        println!("{}: asleep {}.{} %, stack {stack} B", board.name, share / 10, share % 10);
        assert!(share > 900, "{}: {share} thousandths asleep", board.name);
        assert!(stack < STACK_LIMIT, "{}: {stack} bytes of stack", board.name);
        assert_clean(&bench.emulator);
    }
}

/// The most bytes of stack in use since the emulator started, over all power cycles.
fn stack_used(bench: &mut Bench) -> u32 {
    STACK_TOP - bench.emulator.counts().expect("counts").lowest_stack
}

/// A boot that folds a stored game, and the play after it.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn an_interrupted_game_is_restored_without_a_large_stack() {
    const MOVES: [(u8, u8); 4] = [(24, 20), (10, 14), (28, 24), (5, 10)];
    for board in &BOARDS {
        let mut bench = ready(board);
        bench.set_up_pieces().expect("contacts");
        bench.run(SECOND).expect("time");
        bench.press(Key::Player(Side::North)).expect("a key");
        let play = |bench: &mut Bench, moves: &[(u8, u8)]| {
            for (number, (from, to)) in moves.iter().enumerate() {
                bench.set(cell(*from), false).expect("a contact");
                bench.run(200 * MILLI).expect("time");
                bench.set(cell(*to), true).expect("a contact");
                bench.run(200 * MILLI).expect("time");
                let side = if number % 2 == 0 { Side::South } else { Side::North };
                bench.press(Key::Player(side)).expect("a key");
            }
        };
        play(&mut bench, &MOVES[..2]);
        bench.power_off().expect("power");
        bench.emulator.run(SECOND).expect("time");
        bench.power_on(false).expect("power");
        bench.run(2 * SECOND).expect("time");
        let screen = bench.snapshot(Side::South).screen;
        assert!(matches!(screen, Screen::Resume(_)), "{}: {screen:?}", board.name);
        assert_shown(&mut bench);
        let booted = stack_used(&mut bench);

        bench.press(Key::Menu).expect("a key");
        play(&mut bench, &MOVES[2..]);
        bench.ask_for_all().expect("a replay");
        bench.tells_the_same().unwrap_or_else(|difference| panic!("{difference}"));
        let played = stack_used(&mut bench);
        println!("{}: stack {booted} B up to the boot, {played} B after play", board.name);
        assert!(booted < STACK_LIMIT, "{}: {booted} bytes of stack up to the boot", board.name);
        assert!(played < STACK_LIMIT, "{}: {played} bytes of stack in play", board.name);
        assert_clean(&bench.emulator);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn the_same_run_gives_the_same_counts() {
    let counts = || {
        let mut emulator = start(&BOARDS[0]);
        emulator.set(cell(1), true).expect("a contact");
        emulator.usb("plug").expect("usb");
        emulator.run(400 * MILLI).expect("time");
        emulator.counts().expect("counts")
    };
    assert_eq!(counts(), counts());
}
