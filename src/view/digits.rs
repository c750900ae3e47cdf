//! Digits as large as fit, drawn as bars.
//!
//! A font crate has its digits in fixed sizes, and none of 28 pixels or more is
//! narrow enough for two clocks side by side. A seven-segment crate has any
//! size, but leaves gaps between its segments, which at three metres look like
//! other digits. So a digit is at most seven rectangles here, joined, with round
//! corners: every shape is as wide as its place allows and a redraw is cheap.
//!
//! A number is a line of the pen: digits, a colon, a point, a space for half a digit of
//! nothing, and `a` to `j` for the digits that are small.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::pen::{Area, Pen, rectangle};
use crate::menu::snapshot::Time;

/// The zero of the digits as high as the place.
pub(super) const FULL: u8 = b'0';
/// The zero of those five eighths as high, on the same line.
const SMALL: u8 = b'a';

/// Where no part of a number stands.
pub(super) const NOWHERE: usize = usize::MAX;

/// Writes `4:59`, `1:20` with small seconds, `0:19` with small tenths: what is read
/// from afar stays large.
pub(super) fn time<D>(pen: &mut Pen<'_, D>, time: &Time, tenths: Option<u8>) {
    let Time { hours, minutes, seconds, .. } = *time;
    if hours > 0 {
        two(pen.number(hours.into()).sign(':'), minutes, FULL);
        two(pen, seconds, SMALL);
        return;
    }
    two(pen.number(minutes.into()).sign(':'), seconds, FULL);
    if let Some(tenths) = tenths {
        pen.sign('.').sign((SMALL + tenths % 10).into());
    }
}

/// Writes two digits.
#[inline(never)]
pub(super) fn two<D>(pen: &mut Pen<'_, D>, number: u8, zero: u8) {
    pen.sign((zero + number / 10 % 10).into()).sign((zero + number % 10).into());
}

/// How wide the parts of a number are.
#[derive(Clone, Copy)]
struct Widths {
    digit: i32,
    sign: i32,
    /// Between two parts.
    gap: i32,
}

impl Widths {
    /// The widest that fit; a digit is at most five eighths as wide as high.
    fn fitting(number: &[u8], width: i32, height: i32) -> Self {
        let sign = if height < 28 { 3 } else { 4 };
        let mut digit = height * 5 / 8;
        loop {
            let widths = Self { digit, sign, gap: (digit / 6).max(2) };
            if digit <= 3 || widths.total(number) <= width {
                return widths;
            }
            digit -= 1;
        }
    }

    fn of(self, part: u8) -> i32 {
        match part {
            b':' | b'.' => self.sign,
            b' ' => self.digit / 2,
            SMALL.. => self.digit * 5 / 8,
            _ => self.digit,
        }
    }

    fn total(self, number: &[u8]) -> i32 {
        number.iter().map(|part| self.of(*part) + self.gap).sum::<i32>() - self.gap
    }
}

/// How thick the bars of a digit are: a quarter of its width.
fn stroke(width: i32) -> i32 {
    ((width + 2) / 4).max(1)
}

/// Draws the number that was written in the middle of an area, as large as fits, in a
/// colour on a ground that is there already, and a line below one of its parts.
#[inline(never)]
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    area: Area,
    ink: BinaryColor,
    cursor: usize,
) -> Result<(), D::Error> {
    let number = pen.take();
    let (y, width, height) = (area.y(), area.width(), area.height());
    let widths = Widths::fitting(&number, width, height);
    let mut x = area.x() + (width - widths.total(&number)) / 2;
    for (index, part) in number.iter().enumerate() {
        let wide = widths.of(*part);
        match *part {
            b':' => {
                pen.fill(rectangle(x, y + height * 5 / 16, wide, wide), ink)?;
                pen.fill(rectangle(x, y + height * 11 / 16 - wide + 1, wide, wide), ink)?;
            }
            b'.' => pen.fill(rectangle(x, y + height - wide, wide, wide), ink)?,
            b' ' => {}
            _ => {
                let small = *part >= SMALL;
                let high = if small { height * 5 / 8 } else { height };
                let value = part - if small { SMALL } else { FULL };
                digit(pen, value, rectangle(x, y + height - high, wide, high), ink)?;
            }
        }
        if index == cursor {
            pen.fill(rectangle(x, y + height + 3, wide, 3), ink)?;
        }
        x += wide + widths.gap;
    }
    Ok(())
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
    let (right, middle, bottom) = (x + w - s, y + (h - s) / 2, y + h - s);
    let mut bar = |bar: u16, area: Area| {
        if bars & bar != 0 { pen.fill(area, ink) } else { Ok(()) }
    };
    bar(TOP, rectangle(x, y, w, s))?;
    bar(MIDDLE, rectangle(x, middle, w, s))?;
    bar(BOTTOM, rectangle(x, bottom, w, s))?;
    bar(UPPER_LEFT, rectangle(x, y, s, middle - y + s))?;
    bar(UPPER_RIGHT, rectangle(right, y, s, middle - y + s))?;
    bar(LOWER_LEFT, rectangle(x, middle, s, y + h - middle))?;
    bar(LOWER_RIGHT, rectangle(right, middle, s, y + h - middle))?;
    let cut = s / 2;
    for corner in [ROUND_TOP_LEFT, ROUND_TOP_RIGHT, ROUND_BOTTOM_LEFT, ROUND_BOTTOM_RIGHT] {
        if bars & corner == 0 {
            continue;
        }
        for row in 0..cut {
            let wide = cut - row;
            let at_right = corner & (ROUND_TOP_RIGHT | ROUND_BOTTOM_RIGHT) != 0;
            let at_bottom = corner & (ROUND_BOTTOM_LEFT | ROUND_BOTTOM_RIGHT) != 0;
            let column = if at_right { x + w - wide } else { x };
            let row = if at_bottom { y + h - 1 - row } else { y + row };
            pen.fill(rectangle(column, row, wide, 1), ink.invert())?;
        }
    }
    Ok(())
}
