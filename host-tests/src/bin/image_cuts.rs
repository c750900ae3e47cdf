//! Cuts the power of an image in the middle of flash operations: `image_cuts BOARD COUNT`. `cargo xtask
//! image-cuts` calls it.

use std::env;
use std::error::Error;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use host_tests::boards::BOARDS;
use host_tests::emulator::cut::{sample, survives};

const LIMIT: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let [board, count] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage")?;
    let board = BOARDS.iter().find(|known| known.name == board);
    let board = board.ok_or("boards/ has no such board")?;
    let cuts = sample(board, count.parse()?, LIMIT)?;
    let (left, failed) = (Mutex::new(cuts.iter()), Mutex::new(0));
    let began = Instant::now();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(cut) = left.lock().ok().and_then(|mut left| left.next()) {
                    let survived = survives(board, *cut, LIMIT);
                    println!(
                        "{cut:?}: {}",
                        survived.as_ref().err().map_or("plays on", String::as_str)
                    );
                    if let (Err(_), Ok(mut failed)) = (survived, failed.lock()) {
                        *failed += 1;
                    }
                }
            });
        }
    });
    let failed = failed.into_inner()?;
    let seconds = began.elapsed().as_secs();
    println!("{}: {} cuts, {failed} not survived, in {seconds} s", board.name, cuts.len());
    if failed > 0 { Err("a board did not survive".into()) } else { Ok(()) }
}
