//! Measures the firmware images under the emulator. `cargo xtask bench-image` calls it.
//!
//! Cycles are those of the emulator: it knows no waits for the flash, so times are right to the
//! millisecond and comparisons between two images to the per cent, but no better.

use std::error::Error;
use std::time::Duration;

use damiera::rules::Square;
use damiera::sense::{Contact, Key, Side};
use host_tests::boards::{BOARDS, Board};
use host_tests::emulator::{Bench, Call, Emulator, Happened, UsbState, image};

const LIMIT: Duration = Duration::from_secs(300);
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
/// Moves whose way to the cable is measured.
const MOVES: u64 = 7;
/// The stack of `memory.x`.
const STACK: u32 = 192 * 1024;
const STACK_TOP: u32 = 0x2000_0000 + STACK;

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

/// The functions whose calls are counted, by a part of their names on the image.
const FUNCTIONS: [(&str, &str); 4] = [
    ("4view4draw", "a redraw"),
    ("4game4Game4step", "a step of the game"),
    ("11legal_moves17h", "legal moves"),
    ("5sense8debounce9Debouncer6decide", "a frame with change, its deciding part"),
];

/// A game from the start: moves that are always there, back and forth as long as it is lawful, then
/// whatever the referee has to say.
fn play(board: &Board) -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::start(board, LIMIT)?;
    bench.welcome()?;
    bench.set_up_pieces()?;
    bench.run(SECOND)?;
    bench.press(Key::Player(Side::North))?;
    for (function, _) in FUNCTIONS {
        bench.emulator.watch(function)?;
    }
    let mut latencies = Vec::new();
    let before = bench.emulator.counts()?;
    for number in 0..MOVES {
        let (from, to) = MOVED[number as usize % MOVED.len()];
        bench.set(cell(from), false)?;
        bench.run(170 * MILLI + 137 * number)?;
        bench.set(cell(to), true)?;
        bench.run(200 * MILLI)?;
        let side = if number % 2 == 0 { Side::South } else { Side::North };
        let told = bench.emulator.usb_bytes().len();
        let pressed = bench.emulator.now();
        bench.press(Key::Player(side))?;
        if let Some((at, _)) = bench.emulator.usb_bytes().get(told) {
            latencies.push(at - pressed);
        }
    }
    let after = bench.emulator.counts()?;
    bench.tells_the_same()?;
    latencies.sort_unstable();
    line("debounce (µs)", u64::from(board.wiring.timing.delay()) * MILLI);
    let told = latencies.len();
    line("presses told", format!("{told} of {MOVES}"));
    line("first contact of a press to its first byte, median (µs)", latencies[told / 2]);
    line("the same, longest (µs)", latencies[told - 1]);
    let share = |part: u64, whole: u64| format!("{:.1} %", 100.0 * part as f64 / whole as f64);
    let micros = after.micros - before.micros;
    line("asleep while playing", share(after.asleep_micros - before.asleep_micros, micros));
    let instructions = (after.instructions - before.instructions) * SECOND / micros;
    line("instructions a second while playing", instructions);
    let stack = STACK_TOP - after.lowest_stack;
    line("stack, most of it in use (B of 196608)", stack);
    line("stack left", share((STACK - stack).into(), STACK.into()));
    let calls = bench.emulator.calls()?;
    for (function, name) in FUNCTIONS {
        let mut counts: Vec<_> =
            calls.iter().filter(|call| call.name.contains(function)).map(Call::cost).collect();
        counts.sort_unstable();
        let Some(&(longest, cycles)) = counts.last() else {
            line(name, "inlined: cannot be counted");
            continue;
        };
        let (count, sum) = (counts.len(), counts.iter().map(|(count, _)| count).sum::<u64>());
        let mean = sum / count as u64;
        line(
            &format!("{name}, instructions of {count} calls"),
            format!("mean {mean}, longest {longest} ({cycles} cycles)"),
        );
    }
    Ok(())
}

/// Eight half-moves that are lawful from the start position and lead to no capture.
const MOVED: [(u8, u8); 8] =
    [(24, 20), (10, 14), (28, 24), (5, 10), (32, 28), (1, 5), (23, 19), (14, 23)];

fn cell(number: u8) -> Contact {
    Contact::Cell(Square::new(number).expect("a square").cell())
}
