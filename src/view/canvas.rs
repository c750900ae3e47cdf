//! The picture of the display in the layout of its controller.

use core::convert::Infallible;
use core::fmt;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{OriginDimensions, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;

/// Width of the display in pixels.
pub const WIDTH: usize = 128;
/// Height of the display in pixels.
pub const HEIGHT: usize = 64;
/// Pages of the display's controller: bands of eight rows.
pub const PAGES: usize = HEIGHT / 8;

/// A frame of the display in the memory layout of an SSD1306.
///
/// A byte is eight pixels one below the other, the lowest bit on top; a page is
/// 128 such bytes, and the frame is eight pages.
#[derive(Clone, PartialEq, Eq)]
pub struct Canvas {
    pages: [[u8; WIDTH]; PAGES],
}

impl Canvas {
    /// A frame of dark pixels.
    pub const fn new() -> Self {
        Self { pages: [[0; WIDTH]; PAGES] }
    }

    /// Whether a pixel is lit; one outside the frame is not.
    pub fn is_lit(&self, x: usize, y: usize) -> bool {
        x < WIDTH && y < HEIGHT && self.pages[y / 8][x] >> (y % 8) & 1 == 1
    }

    /// The whole frame, page by page from the top.
    pub const fn pages(&self) -> &[[u8; WIDTH]; PAGES] {
        &self.pages
    }

    /// The bytes to write to a display that shows `shown`, so that it shows this frame.
    pub fn diff(&self, shown: &Self) -> Dirty {
        let mut dirty = Dirty { runs: [None; PAGES] };
        for (page, (new, old)) in self.pages.iter().zip(&shown.pages).enumerate() {
            let differs = |(new, old): (&u8, &u8)| new != old;
            let Some(first) = new.iter().zip(old).position(differs) else { continue };
            let last = new.iter().zip(old).rposition(differs).unwrap_or(first);
            dirty.runs[page] = Some(Run { page: page as u8, first: first as u8, last: last as u8 });
        }
        dirty
    }

    /// The bytes of a run, in the order in which they are sent.
    pub fn bytes(&self, run: Run) -> &[u8] {
        &self.pages[usize::from(run.page)][usize::from(run.first)..=usize::from(run.last)]
    }
}

impl Default for Canvas {
    fn default() -> Self {
        Self::new()
    }
}

/// Prints the name only: 1,024 bytes would hide the rest of a message.
impl fmt::Debug for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canvas").finish_non_exhaustive()
    }
}

/// Neighbouring bytes of one page. Only [`Canvas::diff`] makes them, so they are
/// always inside the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    page: u8,
    first: u8,
    last: u8,
}

impl Run {
    /// Number of the page, 0 at the top.
    pub const fn page(self) -> u8 {
        self.page
    }

    /// The first column.
    pub const fn first(self) -> u8 {
        self.first
    }

    /// The last column.
    pub const fn last(self) -> u8 {
        self.last
    }
}

/// The parts in which two frames differ: at most one run a page, from the first
/// difference in it to the last.
///
/// One run a page and not several: moving the controller's write position costs as much
/// as half a dozen bytes, and pixels that change together are close together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dirty {
    runs: [Option<Run>; PAGES],
}

impl Dirty {
    /// The runs, from the top.
    pub fn runs(&self) -> impl Iterator<Item = Run> {
        self.runs.into_iter().flatten()
    }

    /// Number of pages with a difference.
    pub fn pages(&self) -> usize {
        self.runs().count()
    }

    /// Number of bytes to send.
    pub fn bytes(&self) -> usize {
        self.runs().map(|run| usize::from(run.last - run.first) + 1).sum()
    }

    /// Whether the frames are the same.
    pub fn is_empty(&self) -> bool {
        self.pages() == 0
    }
}

impl OriginDimensions for Canvas {
    fn size(&self) -> Size {
        Size::new(WIDTH as u32, HEIGHT as u32)
    }
}

/// Pixels outside the frame are left out.
impl DrawTarget for Canvas {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<BinaryColor>>,
    {
        for Pixel(at, colour) in pixels {
            // A negative coordinate becomes a large one.
            let (x, y) = (at.x as usize, at.y as usize);
            if x < WIDTH && y < HEIGHT {
                set(&mut self.pages[y / 8][x], 1 << (y % 8), colour);
            }
        }
        Ok(())
    }

    /// Fills up to eight pixels at a time; the default method fills them one by one.
    fn fill_solid(&mut self, area: &Rectangle, colour: BinaryColor) -> Result<(), Infallible> {
        let left = area.top_left.x.clamp(0, WIDTH as i32) as usize;
        let top = area.top_left.y.clamp(0, HEIGHT as i32) as usize;
        let end = |start: i32, length: u32, limit: usize| {
            i64::from(start).saturating_add(i64::from(length)).clamp(0, limit as i64) as usize
        };
        let right = end(area.top_left.x, area.size.width, WIDTH);
        let bottom = end(area.top_left.y, area.size.height, HEIGHT);
        if left >= right || top >= bottom {
            return Ok(());
        }
        for (page, bytes) in self.pages.iter_mut().enumerate() {
            let (above, below) = (page * 8, page * 8 + 8);
            if bottom <= above || top >= below {
                continue;
            }
            let from = top.max(above) - above;
            let to = bottom.min(below) - above;
            let rows = (0xFF_u8 << from) & (0xFF_u8 >> (8 - to));
            for byte in &mut bytes[left..right] {
                set(byte, rows, colour);
            }
        }
        Ok(())
    }

    fn clear(&mut self, colour: BinaryColor) -> Result<(), Infallible> {
        self.pages = [[if colour.is_on() { 0xFF } else { 0 }; WIDTH]; PAGES];
        Ok(())
    }
}

/// Sets the pixels of a byte that are 1 in `rows` to a colour.
fn set(byte: &mut u8, rows: u8, colour: BinaryColor) {
    if colour.is_on() {
        *byte |= rows;
    } else {
        *byte &= !rows;
    }
}
