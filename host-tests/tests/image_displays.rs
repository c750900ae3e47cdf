//! The image of the first board built for other displays, under the emulator with such modules.
//!
//! `cargo xtask image` builds the images `BOARD-sh1106` and `BOARD-ssd1309` by the features
//! `display-*` and runs these; the board's own displays are tried in `image.rs`.

use std::time::Duration;

use damiera::rules::Square;
use damiera::sense::{Contact, Key, Side};
use damiera::wiring::{Controller, DisplayMount, Displays, Wiring};
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::{Bench, Emulator, Happened, image};
use host_tests::image::{assert_shown, start_bench, with_lone_display};

/// No test may take longer in real time.
const LIMIT: Duration = Duration::from_secs(90);
/// Microseconds.
const MILLI: u64 = 1_000;

/// The images, by their names, and the modules that they were built for.
const VARIANTS: [(&str, Controller); 2] =
    [("pico-sh1106", Controller::Sh1106), ("pico-ssd1309", Controller::Ssd1309)];

/// The first board with an image of this name and modules of this kind.
fn variant(name: &'static str, controller: Controller) -> BoardKind {
    let wiring = BOARDS[0].wiring;
    let mounts = wiring.displays.mounts.iter().map(|mount| DisplayMount { controller, ..*mount });
    let mounts: &'static [_] = mounts.collect::<Vec<_>>().leak();
    BoardKind {
        name,
        wiring: Wiring { displays: Displays { mounts, ..wiring.displays }, ..wiring },
    }
}

fn assert_clean(bench: &Bench) {
    bench.is_clean().unwrap_or_else(|bad| panic!("{bad}"));
}

/// Whole pictures and small changes of them, for both players.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_game_is_shown_as_in_the_core() {
    for (name, controller) in VARIANTS {
        let board = variant(name, controller);
        let mut bench = start_bench(&board, LIMIT);
        bench.welcome().expect("a board that can be set up");
        assert_shown(&mut bench);
        bench.set_up_pieces().expect("contacts");
        bench.run(300 * MILLI).expect("time");
        assert_shown(&mut bench);
        bench.press(Key::Player(Side::North)).expect("a key");
        for (number, closed) in [(22, false), (18, true)] {
            let cell = Square::new(number).expect("a square").cell();
            bench.set(Contact::Cell(cell), closed).expect("a contact");
            bench.run(200 * MILLI).expect("time");
            assert_shown(&mut bench);
        }
        bench.press(Key::Player(Side::South)).expect("a key");
        assert_shown(&mut bench);
        // The clock of Black runs: a few columns change every second.
        for _ in 0..3 {
            bench.run(1_000 * MILLI).expect("time");
            assert_shown(&mut bench);
        }
        assert_clean(&bench);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_display_may_come_and_go() {
    for (name, controller) in VARIANTS {
        let board = variant(name, controller);
        let mut bench = start_bench(&board, LIMIT);
        bench.emulator.plug_display(0x3C, false).expect("a display");
        bench.welcome().expect("a board that can be set up");
        assert_eq!(bench.emulator.picture(0x3C).expect("a picture"), None);
        bench.emulator.plug_display(0x3C, true).expect("a display");
        bench.run(1_200 * MILLI).expect("time");
        assert_shown(&mut bench);
        // Replugged between two status reads: it has lost its settings.
        bench.emulator.plug_display(0x3C, false).expect("a display");
        bench.emulator.plug_display(0x3C, true).expect("a display");
        bench.run(1_200 * MILLI).expect("time");
        assert_shown(&mut bench);
        assert_clean(&bench);
    }
}

#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn a_lone_display_is_turned_and_dimmed_as_it_was_set() {
    for (name, controller) in VARIANTS {
        let board = variant(name, controller);
        let bench = with_lone_display(&board, LIMIT);
        assert_clean(&bench);
    }
}

/// The emulated controllers differ: an image built for other modules sends commands that these report
/// as unknown.
#[test]
#[ignore = "needs the firmware images: cargo xtask image"]
fn an_image_for_other_modules_is_detected() {
    for (name, controller, code) in [
        (BOARDS[0].name, Controller::Sh1106, "the SH1106 at 0x3c has no command 0x8d"),
        (BOARDS[0].name, Controller::Ssd1309, "the SSD1309 at 0x3c has no command 0x8d"),
        ("pico-sh1106", Controller::Ssd1306, "the SSD1306 at 0x3c has no command 0xad"),
        ("pico-ssd1309", Controller::Ssd1306, "the SSD1306 at 0x3c has no command 0xfd"),
    ] {
        let board = variant(name, controller);
        let mut emulator = Emulator::start(&board, &image(&board), LIMIT)
            .unwrap_or_else(|stopped| panic!("{stopped}"));
        emulator.power(true).expect("power");
        emulator.run(300 * MILLI).expect("time");
        let told = |happened: &Happened| matches!(happened, Happened::Gap { what } if what == code);
        let happened = emulator.happened();
        assert!(happened.iter().any(|happening| told(&happening.what)), "{name}: {happened:?}");
    }
}
