use core::fmt;

use embedded_graphics::Pixel;
use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::{Point, Size};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;

use super::canvas::{HEIGHT, WIDTH};
use super::font::{Face, Font};
use super::texts::{Letters, Text};
use crate::menu::snapshot::Snapshot;

pub(super) const TINY: Font = Font::Tiny;
pub(super) const COUNTER: Font = Font::Counter;
pub(super) const SMALL: Font = Font::Small;
pub(super) const PLAIN: Font = Font::Plain;
pub(super) const BOLD: Font = Font::Bold;
pub(super) const LARGE: Font = Font::Large;

pub(super) const LIT: BinaryColor = BinaryColor::On;
pub(super) const DARK: BinaryColor = BinaryColor::Off;

// Places and areas are four bytes each: on the chip they are one word, mostly a constant.

/// An area of the display.
#[derive(Clone, Copy)]
pub(super) struct Area {
    x: u8,
    y: u8,
    width: u8,
    height: u8,
}

/// An area; one without a width or a height is nothing.
pub(super) const fn rectangle(x: i32, y: i32, width: i32, height: i32) -> Area {
    const fn size(length: i32) -> u8 {
        if length < 0 { 0 } else { length as u8 }
    }
    Area { x: x as u8, y: y as u8, width: size(width), height: size(height) }
}

impl Area {
    pub(super) fn x(self) -> i32 {
        self.x.into()
    }

    pub(super) fn y(self) -> i32 {
        self.y.into()
    }

    pub(super) fn width(self) -> i32 {
        self.width.into()
    }

    pub(super) fn height(self) -> i32 {
        self.height.into()
    }
}

/// Where a line of text stands, and how it is set.
#[derive(Clone, Copy)]
pub(super) struct Place {
    x: u8,
    y: u8,
    font: Font,
    style: u8,
}

/// The bits of a style.
const RIGHT: u8 = 1;
const CENTRED: u8 = 1 << 1;
const IN_DARK: u8 = 1 << 2;

impl Font {
    const fn place(self, x: i32, y: i32, style: u8) -> Place {
        Place { x: x as u8, y: y as u8, font: self, style }
    }

    /// Lit, by the top left corner.
    pub(super) const fn at(self, x: i32, y: i32) -> Place {
        self.place(x, y, 0)
    }

    /// Lit, by the top right corner.
    pub(super) const fn right(self, x: i32, y: i32) -> Place {
        self.place(x, y, RIGHT)
    }

    /// Lit, in the middle between two columns.
    pub(super) const fn between(self, (from, to): (i32, i32), y: i32) -> Place {
        self.place(from + to, y, CENTRED)
    }

    /// Lit, in the middle of the display.
    pub(super) const fn centred(self, y: i32) -> Place {
        self.between((0, WIDTH as i32), y)
    }
}

impl Place {
    /// Dark, on a lit ground.
    pub(super) const fn dark(self) -> Self {
        Self { style: self.style | IN_DARK, ..self }
    }

    /// Lit or dark.
    pub(super) const fn ink(self, ink: BinaryColor) -> Self {
        if ink.is_on() { self } else { self.dark() }
    }
}

/// Writes and draws a snapshot on a target, or only takes a digest of what it would draw.
///
/// A line of text is put together from parts first, and then it is put in its place.
///
/// What it does stays out of line: a hundred places call it.
pub(super) struct Pen<'a, D> {
    target: Option<&'a mut D>,
    /// Of all that was drawn so far.
    digest: u32,
    pub(super) snapshot: &'a Snapshot,
    /// What is written and has no place yet, cut where a line would end anyway.
    line: Letters,
}

/// Adds to the line.
impl<D> fmt::Write for Pen<'_, D> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.write(text);
        Ok(())
    }

    fn write_char(&mut self, sign: char) -> fmt::Result {
        self.sign(sign);
        Ok(())
    }
}

impl<'a, D: DrawTarget<Color = BinaryColor>> Pen<'a, D> {
    pub(super) fn new(target: Option<&'a mut D>, snapshot: &'a Snapshot) -> Self {
        Self { target, digest: 0, snapshot, line: Letters::new() }
    }

    pub(super) const fn digest(&self) -> u32 {
        self.digest
    }

    pub(super) fn clear(&mut self) -> Result<(), D::Error> {
        self.target.as_mut().map_or(Ok(()), |target| target.clear(DARK))
    }

    #[inline(never)]
    pub(super) fn fill(&mut self, area: Area, ink: BinaryColor) -> Result<(), D::Error> {
        let Area { x, y, width, height } = area;
        self.note(u32::from_le_bytes([x, y, width, height]));
        self.note(u32::from(ink.is_on()));
        let Some(target) = &mut self.target else { return Ok(()) };
        let corner = Point::new(area.x(), area.y());
        let size = Size::new(area.width.into(), area.height.into());
        target.fill_solid(&Rectangle::new(corner, size), ink)
    }

    /// The border of an area, drawn inwards.
    #[inline(never)]
    pub(super) fn frame(&mut self, area: Area, thick: i32) -> Result<(), D::Error> {
        let (x, y, w, h) = (area.x(), area.y(), area.width(), area.height());
        for top in [y, y + h - thick] {
            self.fill(rectangle(x, top, w, thick), LIT)?;
        }
        for left in [x, x + w - thick] {
            self.fill(rectangle(left, y, thick, h), LIT)?;
        }
        Ok(())
    }

    /// Every other pixel: the even ones or the odd ones.
    pub(super) fn chequers(&mut self, odd: bool) -> Result<(), D::Error> {
        self.note(odd.into());
        let Some(target) = &mut self.target else { return Ok(()) };
        for y in 0..HEIGHT as i32 {
            for x in 0..WIDTH as i32 {
                if (x + y + i32::from(odd)) % 2 == 0 {
                    target.draw_iter([Pixel(Point::new(x, y), LIT)])?;
                }
            }
        }
        Ok(())
    }
}

impl<D> Pen<'_, D> {
    /// Takes a word into the digest.
    fn note(&mut self, word: u32) {
        /// An odd number without a pattern: the golden ratio, as a fraction of a word.
        const SPREAD: u32 = 0x9E37_79B9;
        self.digest = (self.digest.rotate_left(5) ^ word).wrapping_mul(SPREAD);
    }

    /// Adds a text in the language of the display.
    #[inline(never)]
    pub(super) fn say(&mut self, text: Text) -> &mut Self {
        text.append(self.snapshot.language, &mut self.line);
        self
    }

    /// Adds what is the same in all languages.
    #[inline(never)]
    pub(super) fn write(&mut self, text: &str) -> &mut Self {
        for letter in text.chars() {
            self.sign(letter);
        }
        self
    }

    /// Adds a character.
    #[inline(never)]
    pub(super) fn sign(&mut self, sign: char) -> &mut Self {
        // The only error is that the line is full.
        let _ = self.line.push(u8::try_from(sign).unwrap_or(b'?'));
        self
    }

    /// Adds a number.
    #[inline(never)]
    pub(super) fn number(&mut self, number: u32) -> &mut Self {
        self.show(&number)
    }

    /// Adds what can be displayed.
    #[inline(never)]
    pub(super) fn show(&mut self, what: &dyn fmt::Display) -> &mut Self {
        // It never fails.
        let _ = fmt::write(self, format_args!("{what}"));
        self
    }

    /// How many pixels wide the line is so far.
    #[inline(never)]
    pub(super) fn width(&self, font: Font) -> i32 {
        font.width(self.line.len())
    }

    /// The line, to be put somewhere; the next one begins.
    pub(super) fn take(&mut self) -> Letters {
        core::mem::take(&mut self.line)
    }

    /// Forgets the line.
    pub(super) fn forget(&mut self) {
        self.line.clear();
    }
}

impl<D: DrawTarget<Color = BinaryColor>> Pen<'_, D> {
    /// Puts the line in its place and begins the next one.
    #[inline(never)]
    pub(super) fn put(&mut self, place: Place) -> Result<(), D::Error> {
        let line = self.take();
        self.text(place, &line)
    }

    /// A text in the language of the display alone.
    #[inline(never)]
    pub(super) fn words(&mut self, text: Text, place: Place) -> Result<(), D::Error> {
        self.say(text).put(place)
    }

    /// Breaks the line at spaces, from a place to the right end of the display. Gives back where the
    /// next line would begin.
    #[inline(never)]
    pub(super) fn wrap(&mut self, place: Place) -> Result<i32, D::Error> {
        let line = self.take();
        let face = place.font.face();
        let room = (WIDTH - usize::from(place.x)) / usize::from(face.width);
        let mut place = place;
        let mut rest = &line[..];
        while !rest.is_empty() {
            let (first, after) = break_line(rest, room);
            self.text(place, first)?;
            place.y += face.height;
            rest = after;
        }
        Ok(place.y.into())
    }

    /// A lit bar across the top with a title in it.
    #[inline(never)]
    pub(super) fn title(&mut self, title: Text) -> Result<(), D::Error> {
        self.say(title).head()
    }

    /// A lit bar across the top with the line in it.
    #[inline(never)]
    pub(super) fn head(&mut self) -> Result<(), D::Error> {
        self.fill(rectangle(0, 0, WIDTH as i32, 11), LIT)?;
        self.put(PLAIN.at(1, 1).dark())
    }

    /// The line at the right of the bar.
    #[inline(never)]
    pub(super) fn aside(&mut self) -> Result<(), D::Error> {
        self.put(PLAIN.right(WIDTH as i32 - 1, 1).dark())
    }

    #[inline(never)]
    fn text(&mut self, place: Place, letters: &[u8]) -> Result<(), D::Error> {
        let Place { x, y, font, style } = place;
        self.note(u32::from_le_bytes([x, y, font as u8, style]));
        let (mut x, y, width) = (i32::from(x), i32::from(y), font.width(letters.len()));
        if style & RIGHT != 0 {
            x -= width;
        }
        if style & CENTRED != 0 {
            x = (x - width) / 2;
        }
        let ink = if style & IN_DARK != 0 { DARK } else { LIT };
        let face = font.face();
        for letter in letters {
            self.note((*letter).into());
            if matches!(letter, b'.' | b':') {
                self.point(face, (x, y), ink, *letter == b':')?;
            } else if let Some(target) = &mut self.target {
                face.draw(*target, (x, y), ink, *letter)?;
            }
            x += i32::from(face.width);
        }
        Ok(())
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
}

/// As many words as fit in a number of characters, and the rest.
///
/// A word that is longer than a line stands alone on it: cut it nobody would read
/// it, and a test sees that none is.
fn break_line(text: &[u8], room: usize) -> (&[u8], &[u8]) {
    if text.len() <= room {
        return (text, &[]);
    }
    let mut end = None;
    for (at, letter) in text.iter().enumerate() {
        if *letter == b' ' && (at <= room || end.is_none()) {
            end = Some(at);
        }
    }
    let parts = end.and_then(|end| text.split_at_checked(end));
    // One space goes with the break: there are never two.
    parts.map_or((text, &[]), |(line, rest)| (line, rest.get(1..).unwrap_or_default()))
}
