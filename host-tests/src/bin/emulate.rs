//! Plays the hands of scenarios on the image of a board. `cargo xtask emulate` calls it.
//!
//! `emulate BOARD FILE` plays one, writes a strip of its screens and its stream, and says whether both
//! are those of the core. `emulate BOARD FOLDER` plays all below a folder and prints a table.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use damiera::view::{HEIGHT, WIDTH};
use host_tests::boards::{BOARDS, Board};
use host_tests::emulator::{Bench, Happened, Picture, Replay, image};
use host_tests::scenario::{Scenario, files};

const LIMIT: Duration = Duration::from_secs(600);
/// Pixels of the strip for each pixel of the display.
const SCALE: usize = 2;
/// Between two screens.
const GAP: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let [board, path] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage")?;
    let board = BOARDS.iter().find(|known| known.name == board);
    let board = board.ok_or("boards/ has no such board")?;
    let path = PathBuf::from(path);
    if path.is_dir() { all(board, &path) } else { one(board, &path) }
}

fn read(file: &Path) -> Result<Scenario, Box<dyn Error>> {
    let scenario = Scenario::read(&fs::read_to_string(file)?).map_err(|problem| {
        let (file, place) = (file.display(), problem.place);
        format!("{file}:{}:{}: {}", place.line, place.column, problem.message)
    })?;
    Ok(scenario)
}

fn one(board: &Board, file: &Path) -> Result<(), Box<dyn Error>> {
    let replay = Replay::of(&read(file)?).map_err(|why| format!("for the core only: {why}"))?;
    replay.fits(board).map_err(|why| format!("for the core only: {why}"))?;
    let mut bench = replay.play(board, LIMIT, |_| Ok(()))?;

    let name = file.file_stem().ok_or("no name")?.to_string_lossy();
    let folder = image(board).with_file_name("emulated");
    fs::create_dir_all(&folder)?;
    let strip = folder.join(format!("{name}-{}.png", board.name));
    let screens = screens(&bench, board.wiring.displays.places[0].address);
    write_strip(&strip, &screens)?;
    println!("{} screens in {}", screens.len(), strip.display());
    for event in bench.told() {
        println!(
            "{:>8} ms  game {} event {}: {:?}",
            event.at, event.game, event.number, event.what
        );
    }
    bench.tells_the_same()?;
    bench.shows_the_same()?;
    println!("as in the core");
    Ok(())
}

/// What became of a scenario.
enum Outcome {
    Same { events: usize },
    Differs(String),
    CoreOnly(String),
}

/// A line of the table.
struct Row {
    file: PathBuf,
    /// Of play, and of real time.
    seconds: [f64; 2],
    outcome: Outcome,
}

/// Plays all scenarios below a folder, as many at once as there are processors.
fn all(board: &Board, folder: &Path) -> Result<(), Box<dyn Error>> {
    let files = files(folder)?;
    let left = Mutex::new(files.iter());
    let rows = Mutex::new(Vec::new());
    let began = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(file) = left.lock().ok().and_then(|mut left| left.next()) {
                    let row = play(board, file);
                    print(&row, folder);
                    if let Ok(mut rows) = rows.lock() {
                        rows.push(row);
                    }
                }
            });
        }
    });
    let rows = rows.into_inner()?;
    let count =
        |wanted: fn(&Outcome) -> bool| rows.iter().filter(|row| wanted(&row.outcome)).count();
    let same = count(|outcome| matches!(outcome, Outcome::Same { .. }));
    let differ = count(|outcome| matches!(outcome, Outcome::Differs(_)));
    let core = count(|outcome| matches!(outcome, Outcome::CoreOnly(_)));
    let [played, wall] = rows
        .iter()
        .fold([0.0, 0.0], |[played, wall], row| [played + row.seconds[0], wall + row.seconds[1]]);
    println!("{}: {same} as in the core, {differ} not, {core} for the core only", board.name);
    println!(
        "{played:.0} s of emulated time in {:.0} s with {threads} at once: {:.2} emulated seconds a \
         second for each",
        began.elapsed().as_secs_f64(),
        played / wall.max(0.001)
    );
    if differ > 0 { Err("the image differs from the core".into()) } else { Ok(()) }
}

fn play(board: &Board, file: &Path) -> Row {
    let core_only = |why: String| Row {
        file: file.to_owned(),
        seconds: [0.0; 2],
        outcome: Outcome::CoreOnly(why),
    };
    let replay = match read(file).map(|scenario| Replay::of(&scenario)) {
        Ok(Ok(replay)) => replay,
        Ok(Err(why)) => return core_only(why.to_string()),
        Err(error) => return core_only(error.to_string()),
    };
    if let Err(why) = replay.fits(board) {
        return core_only(why.to_string());
    }
    let began = Instant::now();
    let mut emulated = 0;
    let outcome = replay
        .play(board, LIMIT, |_| Ok(()))
        .map_err(|stopped| stopped.to_string())
        .and_then(|mut bench| {
            emulated = bench.emulator.now();
            bench.is_clean()?;
            bench.tells_the_same()?;
            bench.shows_the_same()?;
            Ok(bench.told().len())
        });
    let outcome = match outcome {
        Ok(events) => Outcome::Same { events },
        Err(difference) => Outcome::Differs(difference),
    };
    let seconds = [emulated as f64 / 1e6, began.elapsed().as_secs_f64()];
    Row { file: file.to_owned(), seconds, outcome }
}

fn print(row: &Row, folder: &Path) {
    let name = row.file.strip_prefix(folder).unwrap_or(&row.file).display();
    let [played, wall] = row.seconds;
    match &row.outcome {
        Outcome::Same { events } => {
            println!("{played:>6.1} s {wall:>6.1} s {events:>4} events  {name}");
        }
        Outcome::Differs(why) => println!("{played:>6.1} s {wall:>6.1} s DIFFERS  {name}\n{why}"),
        Outcome::CoreOnly(why) => println!("{:>29}  {name}", format!("core only: {why}")),
    }
}

/// Every picture that stood for a moment on the display at this address.
fn screens(bench: &Bench, wanted: u8) -> Vec<Picture> {
    let shown = bench.emulator.happened().iter().filter_map(|happening| match &happening.what {
        Happened::Screen { address, hex: Some(hex), .. } if *address == wanted => {
            Picture::from_hex(hex)
        }
        _ => None,
    });
    shown.collect()
}

/// The pictures one below the other.
fn write_strip(path: &Path, screens: &[Picture]) -> Result<(), Box<dyn Error>> {
    let step = HEIGHT * SCALE + GAP;
    let (width, height) = (WIDTH * SCALE + 2 * GAP, screens.len() * step + GAP);
    let mut pixels = vec![0x40; width * height];
    for (index, screen) in screens.iter().enumerate() {
        for y in 0..HEIGHT * SCALE {
            let start = (GAP + index * step + y) * width + GAP;
            for (x, pixel) in pixels[start..start + WIDTH * SCALE].iter_mut().enumerate() {
                *pixel = if screen.is_lit(x / SCALE, y / SCALE) { 0xFF } else { 0x08 };
            }
        }
    }
    let file = BufWriter::new(File::create(path)?);
    let mut encoder = png::Encoder::new(file, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(())
}
