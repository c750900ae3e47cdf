//! The release images keep a game through power cuts, crashes and an update of the image.
//!
//! `cargo xtask image` builds the images and runs these; alone they have nothing to run.

use std::time::Duration;

use damiera::event::{Cause, EventKind};
use damiera::protocol::{Answer, Command, Level, ToPc};
use damiera::rules::Side;
use damiera::sense::{Contact, Key};
use damiera::view::{Canvas, Entry, Language, PcCode, Screen, Snapshot};
use damiera_emulator::boards::BOARDS;
use damiera_emulator::cut::{Doing, Hands, sample, survives};
use damiera_emulator::{Bench, Happened, Picture, image, same_picture};
use damiera_sim::picture::drawn;

/// No test may take longer in real time.
const LIMIT: Duration = Duration::from_secs(150);
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
/// Cuts on each board; `cargo xtask image-cuts` takes 200.
const CUTS: u32 = 4;
/// Microseconds between two moments at which the reports of a task are taken away.
const SILENCED_EVERY: u64 = 100;

/// After a power cut at any point of a flash operation, all events sent are stored and the game goes
/// on.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn power_cuts_in_flash_operations() {
    for board in &BOARDS {
        for cut in sample(board, CUTS, LIMIT).expect("a sample") {
            let survived = survives(board, cut, LIMIT);
            survived.unwrap_or_else(|why| panic!("{}, {cut:?}: {why}", board.name));
        }
    }
}

fn crash(hands: &mut Hands) {
    hands.emulator.jump("forced_panic").expect("a symbol");
    comes_back(hands);
}

/// Waits for the start that follows a fault.
fn comes_back(hands: &mut Hands) {
    let reset = |what: &Happened| matches!(what, Happened::Reset { .. });
    hands.forget();
    hands.emulator.run_until(5 * SECOND, reset).expect("time").expect("a reset");
    hands.greeted().expect("the board is back");
}

/// The line of the log with the crash message.
fn crash_told(hands: &Hands) -> Option<String> {
    hands.said().into_iter().find_map(|said| match said {
        ToPc::Log(line) if line.level == Level::Error => Some(line.text.to_string()),
        _ => None,
    })
}

/// A panic in the middle of a game: it comes back paused, with the reason on the display and in the
/// stream, and goes on.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_crash_does_not_end_the_game() {
    let line = plays_on_after(crash);
    assert!(line.starts_with("start 1 after: panic.rs:") && line.ends_with("forced"), "{line}");
}

/// The game also goes on after every other fault of the firmware.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn no_fault_ends_the_game() {
    let hung = "start 1 after: hung: ";
    for (fault, expected) in
        [("undefined", "start 1 after: fault at "), ("hang", hung), ("overflow", hung)]
    {
        let line = plays_on_after(|hands| {
            hands.emulator.inject(fault).expect("a fault");
            comes_back(hands);
        });
        assert!(line.starts_with(expected), "{fault}: {line}");
    }
}

/// Each task of the watchdog hangs alone: the others run on and are not blamed. The reports of the
/// task, a bit in a byte of RAM, are taken away faster than it makes them.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn the_task_that_hangs_is_named() {
    for (bit, name) in ["scan", "game", "oled", "usb"].into_iter().enumerate() {
        let mut hands = Hands::start(&BOARDS[0], Doing::Playing, LIMIT).expect("a board");
        hands.greeted().expect("a greeting");
        let reset = |what: &Happened| matches!(what, Happened::Reset { .. });
        let before = hands.emulator.happened().len();
        // The scan reports every millisecond: the byte is cleared ten times as often.
        while !hands.emulator.happened()[before..].iter().any(|happening| reset(&happening.what)) {
            hands.emulator.clear("REPORTED_TASKS", 1 << bit).expect("a static");
            hands.emulator.run(SILENCED_EVERY).expect("time");
        }
        hands.forget();
        hands.greeted().expect("the board is back");
        assert_eq!(crash_told(&hands), Some(format!("start 1 after: hung: {name}")));
    }
}

/// Injects a fault in the middle of a game and checks that no event is lost and the game goes on.
/// Returns the line of the log about it.
fn plays_on_after(fault: impl FnOnce(&mut Hands)) -> String {
    let mut hands = Hands::start(&BOARDS[0], Doing::Playing, LIMIT).expect("a board");
    hands.play_four().expect("a game");
    let told = hands.events();
    fault(&mut hands);
    let line = crash_told(&hands).expect("the crash is told");
    let kept = hands.kept().expect("the journal");
    assert_eq!(kept[..told.len()], told, "what was told is kept");
    let recovered = kept.iter().rev().find_map(|event| match event.what {
        EventKind::Recovered { cause, .. } => Some(cause),
        _ => None,
    });
    assert_eq!(recovered, Some(Cause::Fault));
    hands.run(4_000).expect("time");
    hands.play_on(&kept).expect("the game goes on");
    line
}

fn shows(hands: &mut Hands, text: &str) {
    let screen = Screen::Crashed(text.to_owned().leak());
    let (language, facing, white) = (Language::Italian, Side::South, Side::South);
    let expected = drawn(&Snapshot { language, facing, white, blink: false, screen });
    let shown = hands.emulator.picture(0x3C).expect("a picture");
    if let Err(difference) = same_picture(&expected, shown.as_ref()) {
        panic!("{text}:\n{difference}");
    }
}

/// The stored game may be what crashes the board: after three crashes in a row it starts without, and
/// says so. The game stays where it is.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn three_crashes_in_a_row_set_the_game_aside() {
    let mut hands = Hands::start(&BOARDS[0], Doing::Playing, LIMIT).expect("a board");
    hands.play_four().expect("a game");
    crash(&mut hands);
    crash(&mut hands);
    let before = hands.kept().expect("the journal");
    crash(&mut hands);
    let line = crash_told(&hands).expect("the crash is told");
    assert!(line.starts_with("start 3, the game was not restored after: panic.rs:"), "{line}");
    hands.run(5_000).expect("time");
    shows(&mut hands, "partita non ripristinata");
    let kept = hands.kept().expect("the journal");
    assert_eq!(kept, before, "the stored game is as it was");
    hands.emulator.power(false).expect("power");
    hands.power_returns().expect("power");
    let kept = hands.kept().expect("the journal");
    assert_eq!(kept[..before.len()], before, "and comes back with the power");
    let last = kept.last().map(|event| event.what);
    assert!(matches!(last, Some(EventKind::Recovered { cause: Cause::Power, .. })), "{last:?}");
    hands.play_on(&kept).expect("the game goes on");
}

/// Goes to an entry of the menu that is open, and chooses it.
fn choose(bench: &mut Bench, wanted: Entry) {
    for _ in 0..30 {
        let Screen::Menu(menu) = bench.snapshot(Side::South).screen else {
            panic!("{wanted:?} is in a menu, but there is {:?}", bench.snapshot(Side::South).screen)
        };
        let item = menu.rows[usize::from(menu.selected)];
        if item.is_some_and(|item| item.entry == wanted) {
            return bench.press(Key::Menu).expect("a key");
        }
        bench.press(Key::Plus).expect("a key");
    }
    panic!("no menu has {wanted:?}");
}

/// How many pixels of a picture are not as expected.
fn off(expected: &Canvas, shown: &Picture) -> usize {
    let pixels = (0..64).flat_map(|y| (0..128).map(move |x| (x, y)));
    pixels.filter(|(x, y)| expected.is_lit(*x, *y) != shown.is_lit(*x, *y)).count()
}

/// The code as a person reads it off the display: each digit that fits best.
fn read_code(bench: &mut Bench) -> u32 {
    let shown = bench.emulator.picture(0x3C).expect("a picture").expect("a display");
    let snapshot = bench.snapshot(Side::South);
    let Screen::PcCode(page) = snapshot.screen else { panic!("no code is shown") };
    let with = |digits| {
        let screen = Screen::PcCode(PcCode { digits: Some(digits), ..page });
        drawn(&Snapshot { screen, ..snapshot })
    };
    let mut digits = [0; 6];
    for place in 0..digits.len() {
        let fit = |digit: &u8| {
            let mut tried = digits;
            tried[place] = *digit;
            off(&with(tried), &shown)
        };
        digits[place] = (0..10).min_by_key(fit).expect("ten digits");
    }
    assert_eq!(off(&with(digits), &shown), 0, "the display shows {digits:?}");
    digits.iter().fold(0, |code, digit| code * 10 + u32::from(*digit))
}

/// The arbiter calls up the code, the PC gives it and asks for the boot loader: it is answered, the
/// chip waits for a new image, and with that one the journal is as it was.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_new_image_needs_no_opened_case_and_keeps_the_journal() {
    let board = &BOARDS[0];
    let settings = damiera::game::Settings { introduced: true, ..Default::default() };
    let mut bench = Bench::prepared(board, &settings, Side::South, LIMIT).expect("a board");
    bench.set_up_pieces().expect("contacts");
    bench.connected().expect("a greeting");
    bench.new_game(damiera::rules::Position::start(), None).expect("a game");
    bench.run(100 * MILLI).expect("time");
    bench.press(Key::Player(Side::North)).expect("a key");
    let refused = bench.command(Command::Reboot).expect("a command");
    bench.run(50 * MILLI).expect("time");
    assert!(matches!(bench.reply(refused).map(|reply| reply.answer), Some(Answer::Denied(_))));

    bench.set(Contact::Key(Key::Menu), true).expect("a key");
    bench.run(2_300 * MILLI).expect("time");
    bench.set(Contact::Key(Key::Menu), false).expect("a key");
    bench.run(100 * MILLI).expect("time");
    choose(&mut bench, Entry::Arbiter);
    choose(&mut bench, Entry::PcCode);
    bench.run(200 * MILLI).expect("time");
    let code = read_code(&mut bench);
    let told = bench.told();
    let unlocked = bench.command(Command::Unlock(code)).expect("a command");
    bench.run(50 * MILLI).expect("time");
    assert_eq!(bench.reply(unlocked).map(|reply| reply.answer), Some(Answer::Done));
    let reboot = bench.command(Command::Reboot).expect("a command");
    let bootsel = |what: &Happened| matches!(what, Happened::Bootsel { .. });
    bench.emulator.run_until(SECOND, bootsel).expect("time").expect("the boot loader");
    assert_eq!(bench.reply(reboot).map(|reply| reply.answer), Some(Answer::Done));

    // Dragged onto the drive: the image's own pages are written, no others.
    bench
        .emulator
        .request(serde_json::json!({ "do": "flash", "elf": image(board) }))
        .expect("flash");
    bench.emulator.power(false).expect("power");
    let before = bench.told().len();
    bench.emulator.power(true).expect("power");
    bench.emulator.run(SECOND).expect("time");
    bench.command(Command::Replay(Default::default())).expect("a command");
    bench.emulator.run(300 * MILLI).expect("time");
    let kept = bench.told().split_off(before);
    assert!(!told.is_empty());
    assert_eq!(kept[..told.len()], told[..]);
}
