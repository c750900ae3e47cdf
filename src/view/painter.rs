use core::fmt::{self, Write};

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::Baseline;
use embedded_graphics::text::renderer::TextRenderer;

use super::canvas::{HEIGHT, WIDTH};
use super::font::{Font, PLAIN, SMALL, TextAnchor};
use super::texts::Text;
use crate::menu::snapshot::Snapshot;

pub(super) const LIT: BinaryColor = BinaryColor::On;
pub(super) const DARK: BinaryColor = BinaryColor::Off;

/// An area of the display in pixels; empty if the width or the height is not positive.
pub(super) fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    let size = Size::new(width.max(0) as u32, height.max(0) as u32);
    Rectangle::new(Point::new(x, y), size)
}

/// Bytes of a [`Line`]. The longest text has 38 characters, and so has a capture of nine pieces
/// with a move number of five digits.
const LINE_BYTES: usize = 64;

/// A line of text that is put together before it is measured or drawn.
pub(super) type Line = heapless::String<LINE_BYTES>;

/// Formats a [`Line`] as `format!` would. A part that does not fit in it is left out with all that
/// follows.
macro_rules! line {
    ($($arguments:tt)*) => {
        $crate::view::painter::formatted(format_args!($($arguments)*))
    };
}
pub(super) use line;

/// Does the work of [`line!`].
pub(super) fn formatted(arguments: fmt::Arguments<'_>) -> Line {
    let mut line = Line::new();
    // Fails only when the line is full, wider than the display in any font.
    let _ = line.write_fmt(arguments);
    line
}

/// Draws texts and areas of one snapshot on a target.
pub(super) struct Painter<'a, D> {
    target: &'a mut D,
    pub(super) snapshot: &'a Snapshot,
}

impl<'a, D: DrawTarget<Color = BinaryColor>> Painter<'a, D> {
    pub(super) fn new(target: &'a mut D, snapshot: &'a Snapshot) -> Self {
        Self { target, snapshot }
    }

    /// Makes all pixels dark.
    pub(super) fn clear(&mut self) -> Result<(), D::Error> {
        self.target.clear(DARK)
    }

    /// Fills an area.
    pub(super) fn fill(&mut self, area: Rectangle, ink: BinaryColor) -> Result<(), D::Error> {
        self.target.fill_solid(&area, ink)
    }

    /// Draws the lit border of an area, `thickness` pixels wide and inside it.
    pub(super) fn frame(&mut self, area: Rectangle, thickness: i32) -> Result<(), D::Error> {
        let Point { x, y } = area.top_left;
        let (width, height) = (area.size.width as i32, area.size.height as i32);
        for top in [y, y + height - thickness] {
            self.fill(rectangle(x, top, width, thickness), LIT)?;
        }
        for left in [x, x + width - thickness] {
            self.fill(rectangle(left, y, thickness, height), LIT)?;
        }
        Ok(())
    }

    /// Lights every other pixel of the display: the even ones, or the odd ones.
    pub(super) fn chequers(&mut self, odd: bool) -> Result<(), D::Error> {
        let rows = 0..HEIGHT as i32;
        let points = rows.flat_map(|y| (0..WIDTH as i32).map(move |x| Point::new(x, y)));
        let chosen = points.filter(|at| (at.x + at.y) % 2 == i32::from(odd));
        self.target.draw_iter(chosen.map(|at| Pixel(at, LIT)))
    }

    /// A text in the language of the display.
    pub(super) fn translate(&self, text: Text) -> &'static str {
        text.say(self.snapshot.language)
    }

    /// Draws a text in the language of the display.
    pub(super) fn draw_text(&mut self, text: Text, anchor: TextAnchor) -> Result<(), D::Error> {
        self.draw_line(self.translate(text), anchor)
    }

    /// Draws a line that is the same in all languages, or translated already.
    pub(super) fn draw_line(&mut self, line: &str, anchor: TextAnchor) -> Result<(), D::Error> {
        let TextAnchor { font, y, ink, .. } = anchor;
        debug_assert!(font.has_glyphs_for(line), "the font lacks a letter of {line:?}");
        let style = MonoTextStyle::new(font.mono_font(), ink);
        let mut at = Point::new(anchor.left(font.width(line)), y);
        for part in line.split_inclusive(POINTS) {
            let letters = part.trim_end_matches(POINTS);
            at = style.draw_string(letters, at, Baseline::Top, self.target)?;
            if letters.len() < part.len() {
                self.draw_point(font, at, ink, part.ends_with(':'))?;
                at.x += font.character_width();
            }
        }
        Ok(())
    }

    /// Draws a full stop or a colon as square dots, by the top left corner of its character. The
    /// fonts have crosses for them, which make a plus of every full stop in 8.1.15.
    fn draw_point(
        &mut self,
        font: Font,
        at: Point,
        ink: BinaryColor,
        colon: bool,
    ) -> Result<(), D::Error> {
        let width = font.character_width();
        let size = if width > 4 { 2 } else { 1 };
        let (x, y) = (at.x + (width - size) / 2, at.y + font.baseline() + 1 - size);
        self.fill(rectangle(x, y, size, size), ink)?;
        if colon {
            let upper = y - font.line_height() * 3 / 8;
            self.fill(rectangle(x, upper, size, size), ink)?;
        }
        Ok(())
    }

    /// Draws a text in as many lines as it needs, broken at spaces, from the anchor to the right
    /// edge of the display. Returns the row below the last line.
    pub(super) fn draw_wrapped(
        &mut self,
        text: &str,
        mut anchor: TextAnchor,
    ) -> Result<i32, D::Error> {
        let characters = (WIDTH as i32 - anchor.left(0)) / anchor.font.character_width();
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = break_line(rest, characters as usize);
            self.draw_line(line, anchor)?;
            anchor.y += anchor.font.line_height();
            rest = after;
        }
        Ok(anchor.y)
    }

    /// Draws a lit bar across the top with a title in it.
    pub(super) fn draw_title(&mut self, title: Text) -> Result<(), D::Error> {
        self.draw_header(self.translate(title))
    }

    /// Draws a lit bar across the top with a line in it.
    pub(super) fn draw_header(&mut self, line: &str) -> Result<(), D::Error> {
        self.fill(rectangle(0, 0, WIDTH as i32, 11), LIT)?;
        let font = if PLAIN.width(line) < WIDTH as i32 { PLAIN } else { SMALL };
        self.draw_line(line, font.at(1, 1).dark())
    }

    /// Draws a line at the right end of the bar across the top.
    pub(super) fn draw_header_right(&mut self, line: &str) -> Result<(), D::Error> {
        self.draw_line(line, PLAIN.right(WIDTH as i32 - 1, 1).dark())
    }
}

/// Characters that [`Painter::draw_point`] draws.
const POINTS: [char; 2] = ['.', ':'];

/// Splits a text into the words that fit in a number of characters, and the rest without the space
/// between.
///
/// A word that is longer than a line is not cut: it has a line alone and leaves the display, which
/// `host-tests/tests/view_texts.rs` reports.
fn break_line(text: &str, characters: usize) -> (&str, &str) {
    if text.chars().count() <= characters {
        return (text, "");
    }
    let mut end = None;
    for (index, (byte, letter)) in text.char_indices().enumerate() {
        if letter == ' ' && (index <= characters || end.is_none()) {
            end = Some(byte);
        }
    }
    match end {
        Some(end) => (&text[..end], &text[end + 1..]),
        None => (text, ""),
    }
}
