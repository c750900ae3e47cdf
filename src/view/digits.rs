//! Digits as large as fit, drawn as bars.
//!
//! A font crate has its digits in fixed sizes, and none of 28 pixels or more is
//! narrow enough for two clocks side by side. A seven-segment crate has any
//! size, but leaves gaps between its segments, which at three metres look like
//! other digits. So a digit is at most seven rectangles here, joined, with round
//! corners: every shape is as wide as its place allows and a redraw is cheap.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;
use heapless::Vec;

use super::pen::{Area, Pen, rectangle};
use crate::game::snapshot::Time;

/// A part of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Glyph {
    /// As high as the place.
    Digit(u8),
    /// Five eighths as high, on the same line.
    Small(u8),
    Colon,
    Dot,
    /// Half a digit of nothing.
    Space,
}

/// The most parts of a number: `23:59:59` and as many codes have fewer.
pub(super) const MAX_GLYPHS: usize = 8;

/// Where each part of a number came to stand.
pub(super) type Places = Vec<Area, MAX_GLYPHS>;

/// `4:59`, `1:20` with small seconds, `0:19` with small tenths: what is read
/// from afar stays large.
pub(super) fn of_time(time: Time) -> Vec<Glyph, MAX_GLYPHS> {
    let Time { hours, minutes, seconds, tenths } = time;
    let (tens, ones) = (|n| n / 10 % 10, |n| n % 10);
    let mut glyphs = Vec::new();
    let mut push = |glyph| {
        // At most eight are pushed below.
        let _ = glyphs.push(glyph);
    };
    if hours > 0 {
        if hours > 9 {
            push(Glyph::Digit(tens(hours)));
        }
        push(Glyph::Digit(ones(hours)));
        push(Glyph::Colon);
        push(Glyph::Digit(tens(minutes)));
        push(Glyph::Digit(ones(minutes)));
        push(Glyph::Small(tens(seconds)));
        push(Glyph::Small(ones(seconds)));
        return glyphs;
    }
    if minutes > 9 {
        push(Glyph::Digit(tens(minutes)));
    }
    push(Glyph::Digit(ones(minutes)));
    push(Glyph::Colon);
    push(Glyph::Digit(tens(seconds)));
    push(Glyph::Digit(ones(seconds)));
    if let Some(tenths) = tenths {
        push(Glyph::Dot);
        push(Glyph::Small(ones(tenths)));
    }
    glyphs
}

/// How wide the parts of a number are.
#[derive(Clone, Copy)]
struct Widths {
    digit: i32,
    small: i32,
    sign: i32,
    /// Between two parts.
    gap: i32,
}

impl Widths {
    /// The widest that fit; a digit is at most five eighths as wide as high.
    fn fitting(glyphs: &[Glyph], width: i32, height: i32) -> Self {
        let mut widths = Self::for_digit(height * 5 / 8, height);
        while widths.digit > 3 && widths.total(glyphs) > width {
            widths = Self::for_digit(widths.digit - 1, height);
        }
        widths
    }

    fn for_digit(digit: i32, height: i32) -> Self {
        let sign = if height < 28 { 3 } else { 4 };
        Self { digit, small: digit * 5 / 8, sign, gap: (digit / 6).max(2) }
    }

    fn of(self, glyph: Glyph) -> i32 {
        match glyph {
            Glyph::Digit(_) => self.digit,
            Glyph::Small(_) => self.small,
            Glyph::Colon | Glyph::Dot => self.sign,
            Glyph::Space => self.digit / 2,
        }
    }

    fn total(self, glyphs: &[Glyph]) -> i32 {
        glyphs.iter().map(|glyph| self.of(*glyph) + self.gap).sum::<i32>() - self.gap
    }
}

/// How thick the bars of a digit are: a quarter of its width.
fn stroke(width: i32) -> i32 {
    ((width + 2) / 4).max(1)
}

/// Draws a number in the middle of an area, as large as fits, in a colour on a
/// ground that is there already.
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    glyphs: &[Glyph],
    area: Area,
    ink: BinaryColor,
) -> Result<Places, D::Error> {
    let (width, height) = (area.width(), area.height());
    let widths = Widths::fitting(glyphs, width, height);
    let y = area.y();
    let mut x = area.x() + (width - widths.total(glyphs)) / 2;
    let mut places = Places::new();
    for glyph in glyphs {
        let wide = widths.of(*glyph);
        let high = if matches!(glyph, Glyph::Small(_)) { height * 5 / 8 } else { height };
        let place = rectangle(x, y + height - high, wide, high);
        match *glyph {
            Glyph::Digit(value) | Glyph::Small(value) => digit(pen, value, place, ink)?,
            Glyph::Colon => {
                pen.fill(rectangle(x, y + height * 5 / 16, wide, wide), ink)?;
                pen.fill(rectangle(x, y + height * 11 / 16 - wide + 1, wide, wide), ink)?;
            }
            Glyph::Dot => pen.fill(rectangle(x, y + height - wide, wide, wide), ink)?,
            Glyph::Space => {}
        }
        // A number longer than this has no name here: see `MAX_GLYPHS`.
        let _ = places.push(place);
        x += wide + widths.gap;
    }
    Ok(places)
}

const TOP: u16 = 1;
const MIDDLE: u16 = 1 << 1;
const BOTTOM: u16 = 1 << 2;
const UPPER_LEFT: u16 = 1 << 3;
const UPPER_RIGHT: u16 = 1 << 4;
const LOWER_LEFT: u16 = 1 << 5;
const LOWER_RIGHT: u16 = 1 << 6;
const ROUND_TOP_LEFT: u16 = 1 << 7;
const ROUND_TOP_RIGHT: u16 = 1 << 8;
const ROUND_BOTTOM_LEFT: u16 = 1 << 9;
const ROUND_BOTTOM_RIGHT: u16 = 1 << 10;
const LEFT: u16 = UPPER_LEFT | LOWER_LEFT;
const RIGHT: u16 = UPPER_RIGHT | LOWER_RIGHT;

/// The bars of each digit, and its corners that are round. The 1 is apart.
const BARS: [u16; 10] = [
    TOP | BOTTOM
        | LEFT
        | RIGHT
        | ROUND_TOP_LEFT
        | ROUND_TOP_RIGHT
        | ROUND_BOTTOM_LEFT
        | ROUND_BOTTOM_RIGHT,
    0,
    TOP | MIDDLE | BOTTOM | UPPER_RIGHT | LOWER_LEFT | ROUND_TOP_RIGHT,
    TOP | MIDDLE | BOTTOM | RIGHT | ROUND_TOP_RIGHT | ROUND_BOTTOM_RIGHT,
    MIDDLE | UPPER_LEFT | RIGHT,
    TOP | MIDDLE | BOTTOM | UPPER_LEFT | LOWER_RIGHT | ROUND_BOTTOM_RIGHT,
    TOP | MIDDLE
        | BOTTOM
        | LEFT
        | LOWER_RIGHT
        | ROUND_TOP_LEFT
        | ROUND_BOTTOM_LEFT
        | ROUND_BOTTOM_RIGHT,
    TOP | RIGHT,
    TOP | MIDDLE
        | BOTTOM
        | LEFT
        | RIGHT
        | ROUND_TOP_LEFT
        | ROUND_TOP_RIGHT
        | ROUND_BOTTOM_LEFT
        | ROUND_BOTTOM_RIGHT,
    TOP | MIDDLE
        | BOTTOM
        | UPPER_LEFT
        | RIGHT
        | ROUND_TOP_LEFT
        | ROUND_TOP_RIGHT
        | ROUND_BOTTOM_RIGHT,
];

fn digit<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    value: u8,
    place: Area,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let (x, y, w, h) = (place.x(), place.y(), place.width(), place.height());
    let s = stroke(w);
    if value == 1 {
        // In the middle, with a nose: at the edge it would stand closer to its
        // neighbour than to its own place.
        let bar = x + (w - s + 1) / 2 + s / 4;
        pen.fill(rectangle(bar, y, s, h), ink)?;
        return pen.fill(rectangle(bar - s, y + s, s, s), ink);
    }
    let bars = BARS[usize::from(value % 10)];
    let has = |bar: u16| bars & bar != 0;
    let (right, middle, bottom) = (x + w - s, y + (h - s) / 2, y + h - s);
    for (bar, row) in [(TOP, y), (MIDDLE, middle), (BOTTOM, bottom)] {
        if has(bar) {
            pen.fill(rectangle(x, row, w, s), ink)?;
        }
    }
    for (bar, column) in [(UPPER_LEFT, x), (UPPER_RIGHT, right)] {
        if has(bar) {
            pen.fill(rectangle(column, y, s, middle - y + s), ink)?;
        }
    }
    for (bar, column) in [(LOWER_LEFT, x), (LOWER_RIGHT, right)] {
        if has(bar) {
            pen.fill(rectangle(column, middle, s, y + h - middle), ink)?;
        }
    }
    let ground = ink.invert();
    let cut = s / 2;
    for (corner, at_right, at_bottom) in [
        (ROUND_TOP_LEFT, false, false),
        (ROUND_TOP_RIGHT, true, false),
        (ROUND_BOTTOM_LEFT, false, true),
        (ROUND_BOTTOM_RIGHT, true, true),
    ] {
        if !has(corner) {
            continue;
        }
        for row in 0..cut {
            let wide = cut - row;
            let column = if at_right { x + w - wide } else { x };
            let row = if at_bottom { y + h - 1 - row } else { y + row };
            pen.fill(rectangle(column, row, wide, 1), ground)?;
        }
    }
    Ok(())
}
