//! A check at boot that the libraries the board stands on give on this chip the results they give
//! on a PC, where the tests run: a miscompiled or damaged image shows before a game starts.

use core::convert::Infallible;
use core::hint::black_box;

use damiera::rules::{Position, perft};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Circle, PrimitiveStyle};
use serde::{Deserialize, Serialize};

/// What the checks found.
#[derive(Clone, Copy, PartialEq, Eq, defmt::Format)]
pub(crate) enum Health {
    /// Every check gave the known result.
    Good,
    /// At least one check did not; the log names it.
    Broken,
}

// Every input goes through `black_box`: otherwise the compiler would work the checks out on the
// PC that builds the image, and nothing would be checked on the chip.

/// Runs every check, logs each result, and tells whether all were right.
pub(crate) fn run() -> Health {
    let checks = [("rules", rules()), ("serialisation", serialisation()), ("drawing", drawing())];
    let mut health = Health::Good;
    for (name, good) in checks {
        if good {
            defmt::info!("self-check: {=str} good", name);
        } else {
            defmt::error!("self-check: {=str} BROKEN", name);
            health = Health::Broken;
        }
    }
    health
}

/// The start position has as many continuations of four moves as it should: the first captures are
/// among them.
fn rules() -> bool {
    perft(&black_box(Position::start()), 4) == 1469
}

/// A message with one field of each shape that costs postcard a different path.
#[derive(Serialize, Deserialize, PartialEq)]
struct Sample {
    number: u32,
    signed: i16,
    squares: [u8; 3],
    choice: Option<bool>,
}

/// A message becomes the bytes the format prescribes, and these the same message again.
fn serialisation() -> bool {
    let sample = Sample { number: 300, signed: -2, squares: [30, 21, 14], choice: Some(true) };
    // 300 as a varint, -2 zigzagged to 3, three plain bytes, Some, true.
    const BYTES: [u8; 8] = [0xAC, 0x02, 0x03, 30, 21, 14, 1, 1];

    let mut buffer = [0; 16];
    postcard::to_slice(&sample, &mut buffer).is_ok_and(|bytes| {
        *bytes == BYTES && postcard::from_bytes::<Sample>(bytes).is_ok_and(|back| back == sample)
    })
}

/// A piece drawn into memory has exactly the pixels it has on a PC.
fn drawing() -> bool {
    const PIECE: [u8; 8] = [
        0b0011_1100,
        0b0111_1110,
        0b1111_1111,
        0b1111_1111,
        0b1111_1111,
        0b1111_1111,
        0b0111_1110,
        0b0011_1100,
    ];
    let mut picture = Picture::default();
    let Ok(()) = Circle::new(black_box(Point::zero()), 8)
        .into_styled(PrimitiveStyle::with_fill(BinaryColor::On))
        .draw(&mut picture);
    picture.rows == PIECE
}

/// Eight by eight pixels, a byte a row, the leftmost pixel in its highest bit.
#[derive(Default)]
struct Picture {
    rows: [u8; 8],
}

impl OriginDimensions for Picture {
    fn size(&self) -> Size {
        Size::new(8, 8)
    }
}

impl DrawTarget for Picture {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(Point { x, y }, color) in pixels {
            if let (0..8, Some(row)) = (x, self.rows.get_mut(y as usize)) {
                let bit = 0b1000_0000 >> x;
                match color {
                    BinaryColor::On => *row |= bit,
                    BinaryColor::Off => *row &= !bit,
                }
            }
        }
        Ok(())
    }
}
