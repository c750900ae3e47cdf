//! Measures the firmware images under the emulator. `cargo xtask bench-image` calls it.
//!
//! Cycles are those of the emulator: it knows no waits for the flash, so times are right to the
//! millisecond and comparisons between two images to the per cent, but no better.

use std::error::Error;
use std::time::Duration;

use damiera::rules::{Position, Square};
use damiera::sense::{Contact, Key, Side};
use host_tests::boards::{BOARDS, Board};
use host_tests::emulator::{Emulator, Happened, UsbState, image};

const LIMIT: Duration = Duration::from_secs(300);
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
/// Moves whose way to the cable is measured.
const MOVES: u64 = 40;
/// The stack of `memory.x`.
const STACK_TOP: u32 = 0x2001_0000;
const STACK: u32 = 64 * 1024;

fn main() -> Result<(), Box<dyn Error>> {
    for board in &BOARDS {
        println!("{}", board.name);
        boot(board)?;
        play(board)?;
    }
    Ok(())
}

fn line(what: &str, measured: impl std::fmt::Display) {
    println!("  {what:<58} {measured}");
}

/// From power-up to a picture, and from the host's reset to the first words.
fn boot(board: &Board) -> Result<(), Box<dyn Error>> {
    let mut emulator = Emulator::start(board, &image(board), LIMIT)?;
    emulator.usb("plug")?;
    emulator.usb("open")?;
    emulator.power(true)?;
    emulator.run(SECOND)?;
    let first = |wanted: fn(&Happened) -> Option<u64>| {
        emulator.happened().iter().find_map(|happening| wanted(&happening.what))
    };
    let screen = first(|what| match what {
        Happened::Screen { hex: Some(_), changed, .. } => Some(*changed),
        _ => None,
    });
    line("power-up to a scanned board and a drawn screen (ms)", millis(screen));
    let open = emulator.happened().iter().find_map(|happening| {
        let open = matches!(happening.what, Happened::Usb { state: UsbState::Open, .. });
        open.then_some(happening.at)
    });
    let hello = emulator.usb_bytes().first().map(|(at, _)| *at);
    line("power-up to the first words on USB (ms)", millis(hello));
    let after = hello.zip(open).map(|(hello, open)| hello.saturating_sub(open));
    line("opened port to the first words (µs)", after.map_or(-1, |micros| micros as i64));
    Ok(())
}

fn millis(micros: Option<u64>) -> String {
    micros
        .map_or("never".to_owned(), |micros| format!("{}.{}", micros / MILLI, micros % MILLI / 100))
}

/// A game's first moves over and over, pressed by both.
fn play(board: &Board) -> Result<(), Box<dyn Error>> {
    let mut emulator = Emulator::start(board, &image(board), LIMIT)?;
    emulator.usb("plug")?;
    emulator.usb("open")?;
    emulator.power(true)?;
    for square in Position::start().occupied() {
        emulator.set(Contact::Cell(square.cell()), true)?;
    }
    emulator.run(SECOND)?;
    let mut latencies = Vec::new();
    let before = emulator.counts()?;
    for number in 0..MOVES {
        // Out and back: whether lawful or not, something is told at each press.
        let (from, to) = if number % 2 == 0 { (22, 18) } else { (18, 22) };
        emulator.set(cell(from), false)?;
        emulator.run(170 * MILLI + 137 * number)?;
        emulator.set(cell(to), true)?;
        emulator.run(200 * MILLI)?;
        let side = if number % 2 == 0 { Side::South } else { Side::North };
        let told = emulator.usb_bytes().len();
        let pressed = emulator.now();
        emulator.set(Contact::Key(Key::Player(side)), true)?;
        emulator.run(60 * MILLI)?;
        emulator.set(Contact::Key(Key::Player(side)), false)?;
        emulator.run(60 * MILLI)?;
        if let Some((at, _)) = emulator.usb_bytes().get(told) {
            latencies.push(at - pressed);
        }
    }
    let after = emulator.counts()?;
    latencies.sort_unstable();
    let delay = u64::from(board.wiring.timing.delay()) * MILLI;
    line("debounce (µs)", delay);
    let told = latencies.len();
    line("presses told, of 40", told);
    line("first contact of a press to its first byte, median (µs)", latencies[told / 2]);
    line("the same, longest (µs)", latencies[told - 1]);
    let share = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole as f64);
    let micros = after.micros - before.micros;
    line("asleep while playing", share(after.asleep_micros - before.asleep_micros, micros));
    let instructions = (after.instructions - before.instructions) * SECOND / micros;
    line("instructions a second while playing", instructions);
    let stack = STACK_TOP - after.lowest_stack;
    line("stack, most of it in use (B of 65536)", stack);
    line("stack left", share((STACK - stack).into(), STACK.into()));
    Ok(())
}

fn cell(number: u8) -> Contact {
    Contact::Cell(Square::new(number).expect("a square").cell())
}
