//! Digits as large as fit, drawn as bars.
//!
//! A font crate has its digits in fixed sizes, and none of 28 pixels or more is
//! narrow enough for two clocks side by side. A seven-segment crate has any
//! size, but leaves gaps between its segments, which at three metres look like
//! other digits. So a digit is at most seven rectangles here, joined, with round
//! corners: every shape is as wide as its area allows and a redraw is cheap.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::geometry::Point;
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::primitives::Rectangle;
use heapless::Vec;

use super::painter::{Painter, rectangle};
use crate::menu::snapshot::Time;

/// One part of a number in large digits.
#[derive(Clone, Copy)]
enum Part {
    /// A digit as high as the area.
    Full(u8),
    /// A digit five eighths as high, on the same baseline.
    Small(u8),
    Colon,
    Point,
    /// A gap half as wide as a digit.
    Gap,
}

/// Parts of the longest number: a time `255:59:59` has nine.
const MAX_PARTS: usize = 10;

/// A number in large digits.
pub(super) struct Digits(Vec<Part, MAX_PARTS>);

impl Digits {
    /// No digit yet.
    pub(super) const fn new() -> Self {
        Self(Vec::new())
    }

    /// `4:59`, `1:20` with small seconds, `0:19` with small tenths: the parts that are read from
    /// afar are large.
    pub(super) fn time(time: &Time, tenths: Option<u8>) -> Self {
        let Time { hours, minutes, seconds, .. } = *time;
        if hours > 0 {
            let large = Self::new().number(hours.into()).colon().two_digits(minutes);
            return large.part(Part::Small(seconds / 10)).part(Part::Small(seconds % 10));
        }
        let large = Self::new().number(minutes.into()).colon().two_digits(seconds);
        match tenths {
            Some(tenths) => large.part(Part::Point).part(Part::Small(tenths)),
            None => large,
        }
    }

    /// Appends a number without leading zeros.
    pub(super) fn number(self, number: u32) -> Self {
        let digits = if number < 10 { self } else { self.number(number / 10) };
        digits.part(Part::Full((number % 10) as u8))
    }

    /// Appends a number below 100 with its leading zero.
    pub(super) fn two_digits(self, number: u8) -> Self {
        self.part(Part::Full(number / 10)).part(Part::Full(number % 10))
    }

    /// Appends a colon.
    pub(super) fn colon(self) -> Self {
        self.part(Part::Colon)
    }

    /// Appends a gap half as wide as a digit.
    pub(super) fn gap(self) -> Self {
        self.part(Part::Gap)
    }

    fn part(mut self, part: Part) -> Self {
        let pushed = self.0.push(part);
        debug_assert!(pushed.is_ok(), "more parts than MAX_PARTS");
        self
    }
}

/// Widths in pixels of the parts of a number.
#[derive(Clone, Copy)]
struct Widths {
    digit: i32,
    /// A colon or a point.
    point: i32,
    /// Between two parts.
    spacing: i32,
}

impl Widths {
    /// The widest that fit; a digit is at most five eighths as wide as high.
    fn fitting(digits: &Digits, width: i32, height: i32) -> Self {
        let point = if height < 28 { 3 } else { 4 };
        let mut digit = height * 5 / 8;
        loop {
            let widths = Self { digit, point, spacing: (digit / 6).max(2) };
            if digit <= 3 || widths.total(digits) <= width {
                return widths;
            }
            digit -= 1;
        }
    }

    fn of(self, part: Part) -> i32 {
        match part {
            Part::Full(_) => self.digit,
            Part::Small(_) => self.digit * 5 / 8,
            Part::Colon | Part::Point => self.point,
            Part::Gap => self.digit / 2,
        }
    }

    fn total(self, Digits(parts): &Digits) -> i32 {
        parts.iter().map(|part| self.of(*part) + self.spacing).sum::<i32>() - self.spacing
    }
}

/// Draws a number in the middle of an area, as large as fits, on a ground of the other colour.
/// The part with the index `cursor` is underlined.
pub(super) fn draw<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    digits: &Digits,
    area: Rectangle,
    ink: BinaryColor,
    cursor: Option<usize>,
) -> Result<(), D::Error> {
    let (width, height) = (area.size.width as i32, area.size.height as i32);
    let widths = Widths::fitting(digits, width, height);
    let Point { mut x, y } = area.top_left;
    x += (width - widths.total(digits)) / 2;
    for (index, part) in digits.0.iter().enumerate() {
        let width = widths.of(*part);
        match *part {
            Part::Full(value) => draw_digit(painter, value, rectangle(x, y, width, height), ink)?,
            Part::Small(value) => {
                let small = height * 5 / 8;
                draw_digit(painter, value, rectangle(x, y + height - small, width, small), ink)?;
            }
            Part::Colon => {
                painter.fill(rectangle(x, y + height * 5 / 16, width, width), ink)?;
                painter.fill(rectangle(x, y + height * 11 / 16 - width + 1, width, width), ink)?;
            }
            Part::Point => painter.fill(rectangle(x, y + height - width, width, width), ink)?,
            Part::Gap => {}
        }
        if cursor == Some(index) {
            painter.fill(rectangle(x, y + height + 3, width, 3), ink)?;
        }
        x += width + widths.spacing;
    }
    Ok(())
}

/// A bar of a digit.
#[derive(Clone, Copy)]
enum Bar {
    Top,
    Middle,
    Bottom,
    UpperLeft,
    UpperRight,
    LowerLeft,
    LowerRight,
}

/// A corner of a digit that is cut round.
#[derive(Clone, Copy)]
enum Corner {
    TopLeft,
    TopRight,
    BottomLeft,
    BottomRight,
}

/// The bars and the round corners of each digit. The 1 has a shape of its own in [`draw_digit`].
const SHAPES: [(&[Bar], &[Corner]); 10] = {
    use Bar::*;
    use Corner::*;
    [
        (
            &[Top, Bottom, UpperLeft, LowerLeft, UpperRight, LowerRight],
            &[TopLeft, TopRight, BottomLeft, BottomRight],
        ),
        (&[], &[]),
        (&[Top, Middle, Bottom, UpperRight, LowerLeft], &[TopRight]),
        (&[Top, Middle, Bottom, UpperRight, LowerRight], &[TopRight, BottomRight]),
        (&[Middle, UpperLeft, UpperRight, LowerRight], &[]),
        (&[Top, Middle, Bottom, UpperLeft, LowerRight], &[BottomRight]),
        (
            &[Top, Middle, Bottom, UpperLeft, LowerLeft, LowerRight],
            &[TopLeft, BottomLeft, BottomRight],
        ),
        (&[Top, UpperRight, LowerRight], &[]),
        (
            &[Top, Middle, Bottom, UpperLeft, LowerLeft, UpperRight, LowerRight],
            &[TopLeft, TopRight, BottomLeft, BottomRight],
        ),
        (
            &[Top, Middle, Bottom, UpperLeft, UpperRight, LowerRight],
            &[TopLeft, TopRight, BottomRight],
        ),
    ]
};

/// Draws one digit that fills an area.
fn draw_digit<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    value: u8,
    area: Rectangle,
    ink: BinaryColor,
) -> Result<(), D::Error> {
    let Point { x, y } = area.top_left;
    let (width, height) = (area.size.width as i32, area.size.height as i32);
    // Bars are a quarter as thick as the digit is wide.
    let thick = ((width + 2) / 4).max(1);
    if value == 1 {
        // In the middle, with a nose: at the edge it would stand closer to its
        // neighbour than to the middle of its own area.
        let bar = x + (width - thick + 1) / 2 + thick / 4;
        painter.fill(rectangle(bar, y, thick, height), ink)?;
        return painter.fill(rectangle(bar - thick, y + thick, thick, thick), ink);
    }
    let (bars, corners) = SHAPES[usize::from(value % 10)];
    let (right, middle, bottom) = (x + width - thick, y + (height - thick) / 2, y + height - thick);
    let (upper, lower) = (middle - y + thick, y + height - middle);
    for bar in bars {
        let area = match bar {
            Bar::Top => rectangle(x, y, width, thick),
            Bar::Middle => rectangle(x, middle, width, thick),
            Bar::Bottom => rectangle(x, bottom, width, thick),
            Bar::UpperLeft => rectangle(x, y, thick, upper),
            Bar::UpperRight => rectangle(right, y, thick, upper),
            Bar::LowerLeft => rectangle(x, middle, thick, lower),
            Bar::LowerRight => rectangle(right, middle, thick, lower),
        };
        painter.fill(area, ink)?;
    }
    let cut = thick / 2;
    for corner in corners {
        for row in 0..cut {
            let length = cut - row;
            let (left, right) = (x, x + width - length);
            let (top, bottom) = (y + row, y + height - 1 - row);
            let (x, y) = match corner {
                Corner::TopLeft => (left, top),
                Corner::TopRight => (right, top),
                Corner::BottomLeft => (left, bottom),
                Corner::BottomRight => (right, bottom),
            };
            painter.fill(rectangle(x, y, length, 1), ink.invert())?;
        }
    }
    Ok(())
}
