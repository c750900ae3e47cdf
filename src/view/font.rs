//! The fonts of the display, and the anchor that places a line of text on it.

use embedded_graphics::mono_font::{MonoFont, ascii, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;

use super::canvas::WIDTH;
use super::painter::{DARK, LIT};

/// One of the fixed-width fonts of `embedded-graphics`. A character that the font lacks is drawn
/// as a question mark.
#[derive(Clone, Copy)]
pub(super) struct Font(&'static MonoFont<'static>);

/// Moves that fit in no other font: 32 characters a line.
pub(super) const TINY: Font = Font(&ascii::FONT_4X6);
/// Counters in two lines, and crash messages: 25 characters a line.
pub(super) const COUNTER: Font = Font(&ascii::FONT_5X7);
/// Hints and lists: 25 characters a line.
pub(super) const SMALL: Font = Font(&iso_8859_1::FONT_5X8);
/// Sentences: 21 characters a line.
pub(super) const PLAIN: Font = Font(&iso_8859_1::FONT_6X10);
/// Titles, moves and times: 18 characters a line.
pub(super) const BOLD: Font = Font(&iso_8859_1::FONT_7X13_BOLD);
/// Headlines that both players read at a glance: 14 characters a line.
pub(super) const LARGE: Font = Font(&ascii::FONT_9X18_BOLD);

impl Font {
    /// The font as `embedded-graphics` draws it.
    pub(super) const fn mono_font(self) -> &'static MonoFont<'static> {
        self.0
    }

    /// Pixels from one character to the next.
    pub(super) const fn character_width(self) -> i32 {
        self.0.character_size.width as i32
    }

    /// Pixels from one line to the next.
    pub(super) const fn line_height(self) -> i32 {
        self.0.character_size.height as i32
    }

    /// Pixels from the top of a character to the row on which letters stand.
    pub(super) const fn baseline(self) -> i32 {
        self.0.baseline as i32
    }

    /// Width of a line in pixels.
    pub(super) fn width(self, line: &str) -> i32 {
        line.chars().count() as i32 * self.character_width()
    }

    /// Whether the font has a glyph of its own for every character of a line.
    pub(super) fn has_glyphs_for(self, line: &str) -> bool {
        let glyphs = self.0.glyph_mapping;
        line.chars().all(|one| one == '?' || glyphs.index(one) != glyphs.index('?'))
    }

    const fn anchor(self, x: Horizontal, y: i32) -> TextAnchor {
        TextAnchor { font: self, x, y, ink: LIT }
    }

    /// Lit text with its top left corner at a point.
    pub(super) const fn at(self, x: i32, y: i32) -> TextAnchor {
        self.anchor(Horizontal::Left(x), y)
    }

    /// Lit text that ends left of column `x`.
    pub(super) const fn right(self, x: i32, y: i32) -> TextAnchor {
        self.anchor(Horizontal::Right(x), y)
    }

    /// Lit text in the middle between two columns.
    pub(super) const fn between(self, (from, to): (i32, i32), y: i32) -> TextAnchor {
        self.anchor(Horizontal::Centre { from, to }, y)
    }

    /// Lit text in the middle of the display.
    pub(super) const fn centred(self, y: i32) -> TextAnchor {
        self.between((0, WIDTH as i32), y)
    }
}

/// Position, font and colour of a line of text.
#[derive(Clone, Copy)]
pub(super) struct TextAnchor {
    pub(super) font: Font,
    x: Horizontal,
    /// Row of the top of the characters.
    pub(super) y: i32,
    pub(super) ink: BinaryColor,
}

/// Horizontal alignment, with its columns in pixels.
#[derive(Clone, Copy)]
enum Horizontal {
    /// The text begins at this column.
    Left(i32),
    /// The text ends left of this column.
    Right(i32),
    /// The text has its middle between these columns.
    Centre { from: i32, to: i32 },
}

impl TextAnchor {
    /// The same anchor for dark text on a lit ground.
    pub(super) const fn dark(self) -> Self {
        self.ink(DARK)
    }

    /// The same anchor for text of a colour.
    pub(super) const fn ink(self, ink: BinaryColor) -> Self {
        Self { ink, ..self }
    }

    /// Column where a line of this width in pixels begins.
    pub(super) const fn left(self, width: i32) -> i32 {
        match self.x {
            Horizontal::Left(x) => x,
            Horizontal::Right(x) => x - width,
            Horizontal::Centre { from, to } => (from + to - width) / 2,
        }
    }
}
