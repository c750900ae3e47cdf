//! Cuts the power of images in the middle of flash operations: `image_cuts COUNT BOARD…`, COUNT times on
//! each board. `cargo xtask image-cuts` calls it.

use std::env;
use std::error::Error;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use damiera_emulator::boards::BOARDS;
use damiera_emulator::cut::{sample, survives};

const LIMIT: Duration = Duration::from_secs(300);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let count: u32 = arguments.next().ok_or("usage")?.parse()?;
    let mut boards = Vec::new();
    for name in arguments {
        let board = BOARDS.iter().find(|known| known.name == name);
        boards.push(board.ok_or_else(|| format!("boards/ has no board {name}"))?);
    }
    let began = Instant::now();
    let mut jobs = Vec::new();
    for board in boards {
        jobs.extend(sample(board, count, LIMIT)?.into_iter().map(|cut| (board, cut)));
    }
    let (left, failed) = (Mutex::new(jobs.iter()), Mutex::new(Vec::new()));
    let done = Mutex::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some((board, cut)) = left.lock().ok().and_then(|mut left| left.next()) {
                    let survived = survives(board, *cut, LIMIT);
                    let why = survived.as_ref().err().map_or("plays on", String::as_str);
                    let line = format!("{}, {cut:?}: {why}", board.name);
                    println!("{line}");
                    if let Ok(mut done) = done.lock() {
                        *done += 1;
                    }
                    if let (Err(_), Ok(mut failed)) = (survived, failed.lock()) {
                        failed.push(line);
                    }
                }
            });
        }
    });
    let (failed, done) = (failed.into_inner()?, done.into_inner()?);
    failed.iter().for_each(|line| println!("NOT SURVIVED: {line}"));
    let seconds = began.elapsed().as_secs();
    println!("{done} of {} cuts, {} not survived, in {seconds} s", jobs.len(), failed.len());
    if failed.is_empty() && done == jobs.len() {
        Ok(())
    } else {
        Err("a board did not survive".into())
    }
}
