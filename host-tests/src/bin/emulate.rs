//! Plays scenarios on the images of boards. `cargo xtask emulate` calls it.
//!
//! `emulate FILE BOARD` plays one, writes a strip of its screens and its stream, and says whether both
//! are those of the core. `emulate FOLDER BOARD…` plays all below a folder on each of the boards, prints a
//! line for each, and in the end how many came out as in the core and which did not.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use damiera::view::{HEIGHT, WIDTH};
use damiera_emulator::boards::{BOARDS, BoardKind};
use damiera_emulator::{Bench, Happened, Picture, Replay, image, scenario_files};
use damiera_sim::scenario::Scenario;

const LIMIT: Duration = Duration::from_secs(600);
/// Pixels of the strip for each pixel of the display.
const SCALE: usize = 2;
/// Between two screens.
const GAP: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let path = PathBuf::from(arguments.next().ok_or("usage")?);
    let mut boards = Vec::new();
    for name in arguments {
        let board = BOARDS.iter().find(|known| known.name == name);
        boards.push(board.ok_or_else(|| format!("boards/ has no board {name}"))?);
    }
    match boards[..] {
        [board] if path.is_file() => one(board, &path),
        [] => Err("usage".into()),
        _ => all(&boards, &path),
    }
}

fn read(file: &Path) -> Result<Scenario, Box<dyn Error>> {
    let scenario = Scenario::read(&fs::read_to_string(file)?).map_err(|problem| {
        let (file, place) = (file.display(), problem.place);
        format!("{file}:{}:{}: {}", place.line, place.column, problem.message)
    })?;
    Ok(scenario)
}

fn one(board: &BoardKind, file: &Path) -> Result<(), Box<dyn Error>> {
    let replay = Replay::of(&read(file)?).map_err(|why| format!("for the core only: {why}"))?;
    replay.fits(board).map_err(|why| format!("for the core only: {why}"))?;
    let mut bench = replay.play(board, LIMIT, |_| Ok(()))?;

    let name = file.file_stem().ok_or("no name")?.to_string_lossy();
    let folder = image(board).with_file_name("emulated");
    fs::create_dir_all(&folder)?;
    let strip = folder.join(format!("{name}-{}.png", board.name));
    let screens = screens(&bench, board.wiring.displays.mounts[0].address);
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

/// A scenario to be played on a board.
struct Job<'a> {
    file: &'a Path,
    board: &'a BoardKind,
    replay: &'a Replay,
}

/// The result of a job: the number of events, or the difference from the core.
struct Row<'a> {
    job: &'a Job<'a>,
    /// Seconds of play, and of real time.
    seconds: [f64; 2],
    outcome: Result<usize, String>,
}

/// Plays all scenarios below a folder, as many at once as there are processors: one queue for all boards,
/// the longest first, so that no processor is left alone with one in the end.
fn all(boards: &[&BoardKind], folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut replays = Vec::new();
    let mut left_out = BTreeMap::<(&str, String), Vec<PathBuf>>::new();
    for file in scenario_files(folder)? {
        match Replay::of(&read(&file)?) {
            Ok(replay) => replays.push((file, replay)),
            Err(why) => {
                for board in boards {
                    left_out.entry((board.name, why.to_string())).or_default().push(file.clone());
                }
            }
        }
    }
    replays.sort_by_key(|(_, replay)| Reverse(replay.millis()));
    let mut jobs = Vec::new();
    for (file, replay) in &replays {
        for board in boards {
            match replay.fits(board) {
                Ok(()) => jobs.push(Job { file, board, replay }),
                Err(why) => {
                    left_out.entry((board.name, why.to_string())).or_default().push(file.clone());
                }
            }
        }
    }
    let (left, rows) = (Mutex::new(jobs.iter()), Mutex::new(Vec::new()));
    let began = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(job) = left.lock().ok().and_then(|mut left| left.next()) {
                    let row = play(job);
                    print(&row, folder);
                    if let Ok(mut rows) = rows.lock() {
                        rows.push(row);
                    }
                }
            });
        }
    });
    let rows = rows.into_inner().map_err(|_| "a thread has panicked")?;
    for ((board, why), files) in &left_out {
        println!("{board}: {} for the core only: {why}", files.len());
        for file in files {
            println!("    {}", file.strip_prefix(folder).unwrap_or(file).display());
        }
    }
    let [played, wall] = rows
        .iter()
        .fold([0.0, 0.0], |[played, wall], row| [played + row.seconds[0], wall + row.seconds[1]]);
    println!(
        "{played:.0} s of emulated time in {:.0} s with {threads} at once: {:.2} emulated seconds a \
         second for each",
        began.elapsed().as_secs_f64(),
        played / wall.max(0.001)
    );
    let mut differ = 0;
    for board in boards {
        let rows = rows.iter().filter(|row| row.job.board.name == board.name);
        let failed: Vec<_> = rows.clone().filter(|row| row.outcome.is_err()).collect();
        for row in &failed {
            print(row, folder);
        }
        let same = rows.count() - failed.len();
        let core = left_out.iter().filter(|((name, _), _)| *name == board.name);
        let core: usize = core.map(|(_, files)| files.len()).sum();
        let (name, failed) = (board.name, failed.len());
        println!("{name}: {same} as in the core, {failed} not, {core} for the core only");
        differ += failed;
    }
    if rows.len() < jobs.len() {
        return Err(format!("only {} of {} were played", rows.len(), jobs.len()).into());
    }
    if differ > 0 { Err("an image differs from the core".into()) } else { Ok(()) }
}

fn play<'a>(job: &'a Job<'a>) -> Row<'a> {
    let began = Instant::now();
    let mut emulated = 0;
    let outcome = job
        .replay
        .play(job.board, LIMIT, |_| Ok(()))
        .map_err(|stopped| stopped.to_string())
        .and_then(|mut bench| {
            emulated = bench.emulator.now();
            bench.is_clean()?;
            bench.tells_the_same()?;
            bench.shows_the_same()?;
            Ok(bench.told().len())
        });
    let seconds = [emulated as f64 / 1e6, began.elapsed().as_secs_f64()];
    Row { job, seconds, outcome }
}

fn print(row: &Row, folder: &Path) {
    let name = row.job.file.strip_prefix(folder).unwrap_or(row.job.file).display();
    let ([played, wall], board) = (row.seconds, row.job.board.name);
    match &row.outcome {
        Ok(events) => {
            println!("{played:>6.1} s {wall:>6.1} s {events:>4} events  {board:<8} {name}");
        }
        Err(why) => println!("{played:>6.1} s {wall:>6.1} s DIFFERS      {board:<8} {name}\n{why}"),
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
