//! Pictures of the display as text that a person can read in a diff.

use std::fmt::{self, Write};

use damiera::view::{self, Canvas, HEIGHT, Snapshot, WIDTH};

/// Draws a snapshot on a new canvas.
pub fn drawn(snapshot: &Snapshot) -> Canvas {
    let mut canvas = Canvas::new();
    let Ok(()) = view::draw(snapshot, &mut canvas);
    canvas
}

/// A frame as text: two rows of pixels a line, in a border.
pub fn text(canvas: &Canvas) -> String {
    let mut text = String::new();
    write_text(&mut text, |x, y| canvas.is_lit(x, y)).expect("writing to a String does not fail");
    text
}

/// Writes any source of pixels of the display's size in the format of [`text`].
pub fn write_text(out: &mut impl Write, is_lit: impl Fn(usize, usize) -> bool) -> fmt::Result {
    let edge = "─".repeat(WIDTH);
    writeln!(out, "┌{edge}┐")?;
    for y in (0..HEIGHT).step_by(2) {
        out.write_char('│')?;
        for x in 0..WIDTH {
            out.write_char(match (is_lit(x, y), is_lit(x, y + 1)) {
                (false, false) => ' ',
                (true, false) => '▀',
                (false, true) => '▄',
                (true, true) => '█',
            })?;
        }
        out.write_str("│\n")?;
    }
    writeln!(out, "└{edge}┘")
}

/// The lines in which two pictures differ, with their numbers: the expected line behind `-`, the drawn
/// one behind `+`.
pub fn difference(expected: &str, drawn: &str) -> String {
    let mut difference = String::new();
    let (mut old, mut new) = (expected.lines(), drawn.lines());
    for number in 1.. {
        let (old, new) = (old.next(), new.next());
        if old.is_none() && new.is_none() {
            break;
        }
        if old != new {
            for (sign, line) in [('-', old), ('+', new)] {
                let line = line.unwrap_or_default();
                writeln!(difference, "{number:>3} {sign} {line}")
                    .expect("writing to a String does not fail");
            }
        }
    }
    difference
}
