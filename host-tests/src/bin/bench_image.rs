//! Measures the firmware images under the emulator: `bench_image BOARD FLASH RAM…`, the last two in
//! bytes as the linker counts them. `cargo xtask bench-image` calls it.
//!
//! Cycles are those of the emulator: it knows no waits for the flash, so times are right to the
//! millisecond and comparisons between two images to the per cent, but no better.

use std::env;
use std::error::Error;
use std::fmt::Display;
use std::time::Duration;

use damiera::rules::Square;
use damiera::sense::{Contact, Key, Side};
use damiera::view::Screen;
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::called::{self, Cost};
use damiera_emulator::{Bench, Call, Counts, Emulator, Happened, UsbState, image};
use host_tests::{data, worst};

const LIMIT: Duration = Duration::from_secs(300);
const MILLI: u64 = 1_000;
const SECOND: u64 = 1_000_000;
/// Number of moves whose latency to USB is measured.
const MOVES: u64 = 7;
/// The stack of `memory.x`.
const STACK: u32 = 160 * 1024;
/// Goal for the most of the stack in use, at boot and in play.
const STACK_GOAL: u64 = 40 * 1024;
const STACK_TOP: u32 = 0x2000_0000 + STACK;
const KIB: u64 = 1024;
/// Goal for the instructions of the longest step of any turn.
const WORST_GOAL: u64 = 1_500_000;
/// Frames a second.
const FRAMES: u64 = 1_000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let (images, rest) = arguments.as_chunks::<3>();
    if images.is_empty() || !rest.is_empty() {
        return Err("usage".into());
    }
    for [board, flash, ram] in images {
        let board = BOARDS.iter().find(|known| known.name == board);
        let board = board.ok_or("boards/ has no such board")?;
        println!("{}", board.name);
        line("flash (B)", flash, below(384 * KIB, flash.parse()?));
        line("static RAM (B)", ram, below(96 * KIB, ram.parse()?));
        boot(board)?;
        legal_moves(board)?;
        play(board)?;
        worst_turns(board)?;
    }
    Ok(())
}

/// The contacts that cost most, of those that `cargo xtask worst-turn` has found so far.
fn worst_turns(board: &BoardKind) -> Result<(), Box<dyn Error>> {
    for file in worst::known()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let longest = worst::replay(board, &file)?;
        let what = format!("worst turn {name}, longest step (instructions)");
        line(&what, longest, below(WORST_GOAL, longest));
    }
    Ok(())
}

/// The goal for a figure, and whether it is met.
fn below(goal: u64, figure: u64) -> String {
    format!("goal: below {goal}, {}", if figure < goal { "met" } else { "NOT MET" })
}

fn line(what: &str, measured: impl Display, goal: impl Display) {
    println!("{}", format!("  {what:<64} {:<44} {goal}", measured.to_string()).trim_end());
}

/// From power-up to a picture, and from the host's reset to the first words.
fn boot(board: &BoardKind) -> Result<(), Box<dyn Error>> {
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
    let screen = screen.ok_or("no screen is drawn")?;
    let goal = below(300, screen / MILLI);
    line("power-up to a scanned board and a drawn screen (ms)", millis(screen), goal);
    let open = emulator.happened().iter().find_map(|happening| {
        let open = matches!(happening.what, Happened::Usb { state: UsbState::Open, .. });
        open.then_some(happening.at)
    });
    let open = open.ok_or("the port is never opened")?;
    let (hello, _) = *emulator.usb_bytes().first().ok_or("nothing is said on USB")?;
    line("power-up to the first words on USB (ms)", millis(hello), "");
    line("opened port to the first words (µs)", hello.saturating_sub(open), "");
    Ok(())
}

fn millis(micros: u64) -> String {
    format!("{}.{}", micros / MILLI, micros % MILLI / 100)
}

/// The image's own move generator, called with every judged position.
fn legal_moves(board: &BoardKind) -> Result<(), Box<dyn Error>> {
    let mut emulator = Emulator::start(board, &image(board), LIMIT)?;
    emulator.power(true)?;
    emulator.run(300 * MILLI)?;
    let mut costs = Vec::new();
    for judged in data::judged_positions() {
        costs.push(called::legal_moves(&mut emulator, &data::position(&judged.fen))?);
    }
    let (mean, longest) = mean_and_longest(&costs).ok_or("there are no judged positions")?;
    let what = format!("legal moves of {} positions", costs.len());
    line(&format!("{what}, mean"), show(mean), below(4_000, mean.instructions));
    line(&format!("{what}, longest"), show(longest), below(60_000, longest.instructions));
    Ok(())
}

fn show(Cost { instructions, cycles }: Cost) -> String {
    format!("{instructions} instructions, {cycles} cycles")
}

fn mean_and_longest(costs: &[Cost]) -> Option<(Cost, Cost)> {
    let longest = costs.iter().copied().max_by_key(|cost| cost.instructions)?;
    Some((shared(costs, costs.len() as u64), longest))
}

/// The total cost divided by a number.
fn shared(costs: &[Cost], by: u64) -> Cost {
    let sum = |part: fn(&Cost) -> u64| costs.iter().map(part).sum::<u64>() / by;
    Cost { instructions: sum(|cost| cost.instructions), cycles: sum(|cost| cost.cycles) }
}

/// The interrupt of a tick of the scan, in which all of it is done.
const TICK: &str = "TIMER_IRQ_1";
/// Ticks in a frame.
const TICKS: u64 = 8;
/// Other functions, by a part of their symbols in the image.
const DRAW: &str = "4view4draw17h";
const STEP: &str = "12GameWithMenu4step17h";
const DECIDE: &str = "5sense8debounce9Debouncer6decide17h";

/// The costs of all calls of functions whose symbol contains this.
fn costs_of(calls: &[Call], function: &str) -> Vec<Cost> {
    let calls = calls.iter().filter(|call| call.name.contains(function));
    calls.map(|call| Cost { instructions: call.instructions, cycles: call.cycles }).collect()
}

/// Mean and longest of a function; that it was never called is an error, because a figure would
/// be missing.
fn print_calls(what: &str, calls: &[Call], function: &str) -> Result<(), Box<dyn Error>> {
    let costs = costs_of(calls, function);
    let (mean, longest) =
        mean_and_longest(&costs).ok_or(format!("{function} is inlined or never called"))?;
    line(&format!("{what}, mean of {}", costs.len()), show(mean), "");
    line(&format!("{what}, longest"), show(longest), "");
    Ok(())
}

fn asleep(before: Counts, after: Counts) -> (String, String) {
    let thousandths =
        (after.asleep_micros - before.asleep_micros) * 1_000 / (after.micros - before.micros);
    let goal = if thousandths > 850 { "met" } else { "NOT MET" };
    (format!("{}.{} %", thousandths / 10, thousandths % 10), format!("goal: above 85 %, {goal}"))
}

/// A game from the start: first only its clock, then moves as fast as hands can play them.
fn play(board: &BoardKind) -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::start(board, LIMIT)?;
    bench.welcome()?;
    bench.set_up_pieces()?;
    bench.run(SECOND)?;
    for function in [TICK, DRAW, STEP, DECIDE] {
        let found = bench.emulator.watch(function)?;
        if found != 1 {
            return Err(format!("the image has {found} functions {function} instead of one").into());
        }
    }
    quiet(&mut bench)?;
    bench.press(Key::Player(Side::North))?;
    running(&mut bench)?;
    moves(board, &mut bench)
}

/// Measures the scan while no contact changes.
fn quiet(bench: &mut Bench) -> Result<(), Box<dyn Error>> {
    bench.emulator.calls()?;
    bench.run(SECOND)?;
    let calls = bench.emulator.calls()?;
    let ticks = costs_of(&calls, TICK);
    let expected = TICKS * FRAMES;
    if (ticks.len() as u64).abs_diff(expected) > expected / 100 {
        return Err(format!("{} interrupts of the scan instead of {expected}", ticks.len()).into());
    }
    let frame = shared(&ticks, ticks.len() as u64 / TICKS);
    line("a frame without change, the interrupts of its 8 ticks", show(frame), "");
    Ok(())
}

/// Measures a running clock without moves.
fn running(bench: &mut Bench) -> Result<(), Box<dyn Error>> {
    bench.run(SECOND)?;
    bench.emulator.calls()?;
    let before = bench.emulator.counts()?;
    for _ in 0..4 {
        bench.run(SECOND)?;
        let screen = bench.snapshot(Side::South).screen;
        if !matches!(screen, Screen::Running(_)) {
            return Err(format!("the clock does not run: {screen:?}").into());
        }
    }
    bench.shows_the_same()?;
    let after = bench.emulator.counts()?;
    print_calls("a redraw of the running screen", &bench.emulator.calls()?, DRAW)?;
    let (share, goal) = asleep(before, after);
    line("asleep while a clock runs", share, goal);
    Ok(())
}

fn moves(board: &BoardKind, bench: &mut Bench) -> Result<(), Box<dyn Error>> {
    let mut latencies = Vec::new();
    let before = bench.emulator.counts()?;
    let began = bench.emulator.now();
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
        let (at, _) = *bench.emulator.usb_bytes().get(told).ok_or("a press is not told")?;
        latencies.push(at - pressed);
    }
    let after = bench.emulator.counts()?;
    let each = (bench.emulator.now() - began) / MOVES / MILLI;
    bench.tells_the_same()?;
    latencies.sort_unstable();
    let told = latencies.len();
    line("debounce (µs)", u64::from(board.wiring.timing.delay()) * MILLI, "");
    line("first contact of a press to its first byte, median (µs)", latencies[told / 2], "");
    line("the same, longest (µs)", latencies[told - 1], "");
    let (share, goal) = asleep(before, after);
    line(&format!("asleep with a half-move every {each} ms"), share, goal);
    let micros = after.micros - before.micros;
    let instructions = (after.instructions - before.instructions) * SECOND / micros;
    line("instructions a second meanwhile", instructions, "");
    let stack = STACK_TOP - after.lowest_stack;
    let goal = below(STACK_GOAL, stack.into());
    line(&format!("stack, most of it in use (B of {STACK})"), stack, goal);
    let calls = bench.emulator.calls()?;
    print_calls("a step of the game with change", &calls, STEP)?;
    print_calls("a frame with change, its deciding part", &calls, DECIDE)
}

/// Eight half-moves that are lawful from the start position and lead to no capture.
const MOVED: [(u8, u8); 8] =
    [(24, 20), (10, 14), (28, 24), (5, 10), (32, 28), (1, 5), (23, 19), (14, 23)];

fn cell(number: u8) -> Contact {
    Contact::Cell(Square::new(number).expect("a square").cell())
}
