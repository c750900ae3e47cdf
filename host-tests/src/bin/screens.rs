//! Writes the pictures of the display as PNG files into a folder, and prints the height of its digits. `cargo xtask screens` calls it.

use std::error::Error;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::Path;

use damiera::view::{Canvas, HALTED_DIGITS, HEIGHT, RUNNING_DIGITS, WAITING_DIGITS, WIDTH};
use damiera_sim::picture::drawn;
use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Point, Size};
use embedded_graphics::mono_font::{MonoTextStyle, ascii::FONT_9X15};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::text::{Baseline, Text};
use host_tests::screens::{Sample, samples};

/// Pixels of a picture for each pixel of the display.
const SCALE: usize = 4;
/// The dark glass around a display.
const BEZEL: usize = 12;
const CAPTION: usize = 24;
const COLUMNS: usize = 3;

/// Colours by number, as red, green and blue.
const PALETTE: [[u8; 3]; 5] = [
    // The sheet, and the text on it.
    [24, 26, 30],
    [190, 194, 200],
    // A dark pixel, the gap around a lit one, a lit one.
    [3, 4, 6],
    [92, 108, 124],
    [226, 240, 255],
];
const SHEET: u8 = 0;
const INK: u8 = 1;
const GLASS: u8 = 2;
const GAP: u8 = 3;
const LIT: u8 = 4;

struct Image {
    width: usize,
    height: usize,
    pixels: Vec<u8>,
}

impl Image {
    fn new(width: usize, height: usize, colour: u8) -> Self {
        Self { width, height, pixels: vec![colour; width * height] }
    }

    fn set(&mut self, x: usize, y: usize, colour: u8) {
        if x < self.width && y < self.height {
            self.pixels[y * self.width + x] = colour;
        }
    }

    /// A display with its glass, by its top left corner.
    fn display(&mut self, x: usize, y: usize, canvas: &Canvas) {
        for down in 0..HEIGHT * SCALE + 2 * BEZEL {
            for across in 0..WIDTH * SCALE + 2 * BEZEL {
                self.set(x + across, y + down, GLASS);
            }
        }
        let (x, y) = (x + BEZEL, y + BEZEL);
        for row in 0..HEIGHT {
            for column in (0..WIDTH).filter(|column| canvas.is_lit(*column, row)) {
                for down in 0..SCALE {
                    for across in 0..SCALE {
                        let gap = down == SCALE - 1 || across == SCALE - 1;
                        let colour = if gap { GAP } else { LIT };
                        self.set(x + SCALE * column + across, y + SCALE * row + down, colour);
                    }
                }
            }
        }
    }

    fn write(&self, path: &Path) -> Result<(), Box<dyn Error>> {
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = png::Encoder::new(file, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Four);
        encoder.set_palette(PALETTE.concat());
        encoder.set_compression(png::Compression::High);
        let packed: Vec<u8> = self
            .pixels
            .chunks(self.width)
            .flat_map(|row| row.chunks(2))
            .map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or_default())
            .collect();
        encoder.write_header()?.write_image_data(&packed)?;
        Ok(())
    }
}

impl OriginDimensions for Image {
    fn size(&self) -> Size {
        Size::new(self.width as u32, self.height as u32)
    }
}

/// Lit pixels become ink.
impl DrawTarget for Image {
    type Color = BinaryColor;
    type Error = std::convert::Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(
        &mut self,
        pixels: I,
    ) -> Result<(), Self::Error> {
        for Pixel(at, colour) in pixels {
            if colour.is_on() {
                self.set(at.x as usize, at.y as usize, INK);
            }
        }
        Ok(())
    }
}

/// A display alone.
fn single(canvas: &Canvas) -> Image {
    let (width, height) = (WIDTH * SCALE + 2 * BEZEL, HEIGHT * SCALE + 2 * BEZEL);
    let mut image = Image::new(width, height, GLASS);
    image.display(0, 0, canvas);
    image
}

/// Several displays with their captions.
fn sheet(samples: &[Sample]) -> Image {
    let (wide, high) = (WIDTH * SCALE + 2 * BEZEL, HEIGHT * SCALE + 2 * BEZEL + CAPTION);
    let gap = 16;
    let rows = samples.len().div_ceil(COLUMNS);
    let width = gap + COLUMNS * (wide + gap);
    let mut image = Image::new(width, gap + rows * (high + gap), SHEET);
    for (index, sample) in samples.iter().enumerate() {
        let x = gap + index % COLUMNS * (wide + gap);
        let y = gap + index / COLUMNS * (high + gap);
        image.display(x, y, &drawn(&sample.snapshot));
        let caption = format!("{}: {}", sample.name, sample.caption);
        let at = Point::new(x as i32, (y + high - CAPTION + 5) as i32);
        let style = MonoTextStyle::new(&FONT_9X15, BinaryColor::On);
        let text = Text::with_baseline(&caption, at, style, Baseline::Top);
        let Ok(_) = embedded_graphics::Drawable::draw(&text, &mut image);
    }
    image
}

/// Prints the heights of the digits in mm on a display of 2.4 inches.
fn heights() {
    /// Its active area is 55.02 mm wide and 27.49 mm high.
    const MILLIMETRES: f64 = 27.49 / HEIGHT as f64;
    println!("on a display of 2.4 inches ({MILLIMETRES:.3} mm a pixel):");
    for (which, pixels) in [
        ("the clock that runs", RUNNING_DIGITS),
        ("the clock that waits", WAITING_DIGITS),
        ("both while halted", HALTED_DIGITS),
    ] {
        let high = f64::from(pixels) * MILLIMETRES;
        let minutes_of_arc = (high / 3_000.0).atan().to_degrees() * 60.0;
        println!(
            "  {which:<22} {pixels} pixels, {high:.1} mm: {minutes_of_arc:.0}' at 3 m, \
             readable to {:.1} m (a 200th of the distance), {:.1} m (10')",
            high * 0.2,
            high / (10.0_f64 / 60.0).to_radians().tan() / 1_000.0
        );
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).ok_or("the folder to write to is missing")?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    let samples = samples();
    let mut written = 0;
    for group in samples.chunk_by(|one, next| one.sheet == next.sheet) {
        let name = format!("sheet_{}.png", group[0].sheet);
        sheet(group).write(&folder.join(name))?;
        written += 1;
    }
    for sample in samples.iter().filter(|sample| sample.main) {
        let name = format!("{}.png", sample.name);
        single(&drawn(&sample.snapshot)).write(&folder.join(name))?;
        written += 1;
    }
    println!("{written} pictures of {} screens in {}", samples.len(), folder.display());
    heights();
    Ok(())
}
