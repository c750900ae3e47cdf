//! The fonts of the display: `build/fonts.rs` takes out of the fixed fonts of `embedded-graphics`
//! what is written somewhere.

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use embedded_graphics::pixelcolor::BinaryColor;

/// One of the fonts.
#[derive(Clone, Copy)]
pub(super) enum Font {
    /// For what would not fit otherwise: 32 characters a line.
    Tiny,
    /// For counters in two lines: 25 characters each.
    Counter,
    /// For hints and lists: 25 characters a line.
    Small,
    /// For sentences: 21 characters a line.
    Plain,
    /// For titles, moves and times: 18 characters a line.
    Bold,
    /// For what both players have to see at once: 14 characters a line.
    Large,
}

/// How a font looks.
pub(super) struct Face {
    /// Pixels of a character with the room around it.
    pub(super) width: u8,
    pub(super) height: u8,
    /// The row on which the letters stand.
    pub(super) baseline: u8,
    /// The box in it that holds all ink.
    left: u8,
    top: u8,
    across: u8,
    down: u8,
    /// The letters: a run of ASCII, and then these, in ISO 8859-1.
    first: u8,
    last: u8,
    more: &'static [u8],
    /// The boxes of all of them, row by row, the lowest bit first.
    bits: &'static [u8],
}

include!(concat!(env!("OUT_DIR"), "/fonts.rs"));

impl Font {
    pub(super) fn face(self) -> &'static Face {
        &FACES[self as usize]
    }

    /// How many pixels wide so many letters are.
    pub(super) fn width(self, letters: usize) -> i32 {
        letters as i32 * i32::from(self.face().width)
    }
}

impl Face {
    /// Which of the glyphs a letter has.
    fn index(&self, letter: u8) -> Option<usize> {
        let run = self.first..=self.last;
        if run.contains(&letter) {
            return Some(usize::from(letter - self.first));
        }
        let more = self.more.iter().position(|other| *other == letter)?;
        Some(usize::from(self.last - self.first) + 1 + more)
    }

    /// Draws a letter by the top left corner of its cell. One that the font does not have is a
    /// question mark, or nothing.
    pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
        &self,
        target: &mut D,
        (x, y): (i32, i32),
        ink: BinaryColor,
        letter: u8,
    ) -> Result<(), D::Error> {
        if letter == b' ' {
            return Ok(());
        }
        let glyph = self.index(letter).or_else(|| self.index(b'?'));
        debug_assert!(glyph.is_some(), "a font lacks {:?}", char::from(letter));
        let Some(glyph) = glyph else { return Ok(()) };
        let (across, down) = (i32::from(self.across), i32::from(self.down));
        let (left, top) = (x + i32::from(self.left), y + i32::from(self.top));
        let mut bit = glyph * (across * down) as usize;
        for y in top..top + down {
            for x in left..left + across {
                if self.bits.get(bit / 8).is_some_and(|byte| byte >> (bit % 8) & 1 == 1) {
                    target.draw_iter([Pixel(Point::new(x, y), ink)])?;
                }
                bit += 1;
            }
        }
        Ok(())
    }
}
