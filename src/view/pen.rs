use core::fmt;

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;
use heapless::String;

use super::canvas::WIDTH;
use super::font::{Face, Font};
use super::texts::Text;
use crate::game::snapshot::Language;

pub(super) const TINY: Font = Font::Tiny;
pub(super) const COUNTER: Font = Font::Counter;
pub(super) const SMALL: Font = Font::Small;
pub(super) const PLAIN: Font = Font::Plain;
pub(super) const BOLD: Font = Font::Bold;
pub(super) const LARGE: Font = Font::Large;

pub(super) const LIT: BinaryColor = BinaryColor::On;
pub(super) const DARK: BinaryColor = BinaryColor::Off;

/// A line of text put together from parts.
///
/// 48 bytes: 32 of the smallest characters go on a line, and the few that are not
/// ASCII take two bytes each.
pub(super) type Line = String<48>;

/// What the arguments say, cut where a line would end anyway.
#[inline(never)]
pub(super) fn line(parts: fmt::Arguments<'_>) -> Line {
    struct Cut(Line);
    impl fmt::Write for Cut {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            text.chars().try_for_each(|c| self.0.push(c)).map_err(|_| fmt::Error)
        }
    }
    let mut cut = Cut(Line::new());
    // The only error is that the line is full.
    let _ = fmt::write(&mut cut, parts);
    cut.0
}

/// How many pixels a text is wide.
pub(super) fn width(font: Font, text: &str) -> i32 {
    text.chars().count() as i32 * i32::from(font.face().width)
}

pub(super) fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Rectangle {
    Rectangle::new(Point::new(x, y), Size::new(width.max(0) as u32, height.max(0) as u32))
}

/// Writes in a language on a target.
///
/// What it does stays out of line: a hundred places call it, and inlined the
/// screens would take six kilobytes more of the flash.
pub(super) struct Pen<'a, D> {
    target: &'a mut D,
    pub(super) language: Language,
}

impl<'a, D: DrawTarget<Color = BinaryColor>> Pen<'a, D> {
    pub(super) fn new(target: &'a mut D, language: Language) -> Self {
        Self { target, language }
    }

    pub(super) fn say(&self, text: Text) -> &'static str {
        text.say(self.language)
    }

    pub(super) fn clear(&mut self) -> Result<(), D::Error> {
        self.target.clear(DARK)
    }

    #[inline(never)]
    pub(super) fn fill(&mut self, area: Rectangle, ink: BinaryColor) -> Result<(), D::Error> {
        self.target.fill_solid(&area, ink)
    }

    /// The border of an area, drawn inwards.
    #[inline(never)]
    pub(super) fn frame(&mut self, area: Rectangle, thick: i32) -> Result<(), D::Error> {
        let (Point { x, y }, w, h) =
            (area.top_left, area.size.width as i32, area.size.height as i32);
        self.fill(rectangle(x, y, w, thick), LIT)?;
        self.fill(rectangle(x, y + h - thick, w, thick), LIT)?;
        self.fill(rectangle(x, y + thick, thick, h - 2 * thick), LIT)?;
        self.fill(rectangle(x + w - thick, y + thick, thick, h - 2 * thick), LIT)
    }

    /// A text by its top left corner.
    #[inline(never)]
    pub(super) fn text(
        &mut self,
        font: Font,
        (x, y): (i32, i32),
        ink: BinaryColor,
        text: &str,
    ) -> Result<(), D::Error> {
        let face = font.face();
        let mut x = x;
        for character in text.chars() {
            if matches!(character, '.' | ':') {
                self.point(face, (x, y), ink, character == ':')?;
            } else {
                face.draw(self.target, (x, y), ink, character)?;
            }
            x += i32::from(face.width);
        }
        Ok(())
    }

    /// A text in the language of the display, lit, by its top left corner.
    #[inline(never)]
    pub(super) fn words(&mut self, font: Font, at: (i32, i32), text: Text) -> Result<(), D::Error> {
        self.text(font, at, LIT, self.say(text))
    }

    /// A point or a colon, as square dots: in these fonts they are crosses, which
    /// make a plus of every point in 8.1.15.
    fn point(
        &mut self,
        face: &Face,
        (x, y): (i32, i32),
        ink: BinaryColor,
        colon: bool,
    ) -> Result<(), D::Error> {
        let step = i32::from(face.width);
        let size = if step > 4 { 2 } else { 1 };
        let (x, foot) = (x + (step - size) / 2, y + i32::from(face.baseline) + 1);
        self.fill(rectangle(x, foot - size, size, size), ink)?;
        if colon {
            let rise = i32::from(face.height) * 3 / 8;
            self.fill(rectangle(x, foot - size - rise, size, size), ink)?;
        }
        Ok(())
    }

    /// A text by its top right corner.
    #[inline(never)]
    pub(super) fn right(
        &mut self,
        font: Font,
        (x, y): (i32, i32),
        ink: BinaryColor,
        text: &str,
    ) -> Result<(), D::Error> {
        self.text(font, (x - width(font, text), y), ink, text)
    }

    /// A text in the middle between two columns.
    #[inline(never)]
    pub(super) fn centred(
        &mut self,
        font: Font,
        (from, to): (i32, i32),
        y: i32,
        ink: BinaryColor,
        text: &str,
    ) -> Result<(), D::Error> {
        self.text(font, ((from + to - width(font, text)) / 2, y), ink, text)
    }

    /// A text with line breaks at spaces, in a column. Gives back where the next
    /// line would begin.
    #[inline(never)]
    pub(super) fn wrapped(
        &mut self,
        font: Font,
        (x, y): (i32, i32),
        columns: i32,
        text: &str,
    ) -> Result<i32, D::Error> {
        let room = (columns / i32::from(font.face().width)).max(0) as usize;
        let mut y = y;
        let mut rest = text;
        while !rest.is_empty() {
            let (first, after) = break_line(rest, room);
            self.text(font, (x, y), LIT, first)?;
            y += i32::from(font.face().height);
            rest = after;
        }
        Ok(y)
    }

    /// A lit bar across the top with a title in it and something at its right.
    #[inline(never)]
    pub(super) fn title(&mut self, title: &str, right: &str) -> Result<(), D::Error> {
        self.fill(rectangle(0, 0, WIDTH as i32, 11), LIT)?;
        self.text(PLAIN, (1, 1), DARK, title)?;
        self.right(PLAIN, (WIDTH as i32 - 1, 1), DARK, right)
    }
}

/// As many words as fit in a number of characters, and the rest.
///
/// A word that is longer than a line stands alone on it: cut it nobody would read
/// it, and a test sees that none is.
fn break_line(text: &str, room: usize) -> (&str, &str) {
    if text.chars().count() <= room {
        return (text, "");
    }
    let mut end = None;
    for (count, (at, character)) in text.char_indices().enumerate() {
        if character == ' ' && (count <= room || end.is_none()) {
            end = Some(at);
        }
    }
    // An index would bring four kilobytes of words for the panic that it never makes.
    let parts = end.and_then(|end| text.split_at_checked(end));
    parts.map_or((text, ""), |(line, rest)| (line, rest.trim_start_matches(' ')))
}
