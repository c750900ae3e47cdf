//! Plays the hands of a scenario on the image of a board: `emulate BOARD FILE`. Writes a strip of the
//! screens and the stream, and says whether both are those of the core. `cargo xtask emulate` calls it.

use std::env;
use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;
use std::time::Duration;

use damiera::view::{HEIGHT, WIDTH};
use host_tests::boards::BOARDS;
use host_tests::emulator::{Bench, Happened, Picture, Replay, image};
use host_tests::scenario::Scenario;

const LIMIT: Duration = Duration::from_secs(600);
/// Pixels of the strip for each pixel of the display.
const SCALE: usize = 2;
/// Between two screens.
const GAP: usize = 8;

fn main() -> Result<(), Box<dyn Error>> {
    let [board, file] = env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "usage")?;
    let board = BOARDS.iter().find(|known| known.name == board);
    let board = board.ok_or("boards/ has no such board")?;
    let scenario = Scenario::read(&fs::read_to_string(&file)?).map_err(|problem| {
        format!("{file}:{}:{}: {}", problem.place.line, problem.place.column, problem.message)
    })?;
    let replay = Replay::of(&scenario).ok_or(
        "the image can only be brought to the start position, with the settings of a new board",
    )?;
    let mut bench = Bench::start(board, LIMIT)?;
    bench.welcome()?;
    replay.play(&mut bench, |_| Ok(()))?;

    let name = Path::new(&file).file_stem().ok_or("no name")?.to_string_lossy();
    let folder = image(board).with_file_name("emulated");
    fs::create_dir_all(&folder)?;
    let strip = folder.join(format!("{name}-{}.png", board.name));
    let screens = screens(&bench, board.wiring.displays.places[0].address);
    write_strip(&strip, &screens)?;
    println!("{} screens in {}", screens.len(), strip.display());
    for told in bench.told() {
        println!("game {} event {} at {} ms", told.game, told.number, told.at);
    }
    bench.tells_the_same()?;
    bench.shows_the_same()?;
    println!("as in the core");
    Ok(())
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
