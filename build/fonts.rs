//! The glyphs that the display shows, taken out of the fonts of `embedded-graphics`.
//!
//! Those fonts have every letter of ISO 8859-1 and the whole cell of each. Only the letters that are
//! written somewhere are kept, and of a cell only the box that holds ink in any of them, bit after
//! bit: a third of the bytes.

use std::fmt::Write;

use embedded_graphics::geometry::{OriginDimensions, Point};
use embedded_graphics::image::GetPixel;
use embedded_graphics::mono_font::{MonoFont, ascii, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;

/// A font, the run of ASCII that it needs, and what else.
type Wanted = (&'static MonoFont<'static>, (char, char), &'static str);

/// Written in Italian.
pub(crate) const ACCENTS: &str = "àìòù°";

/// In the order of `Font` in `src/view/font.rs`.
const FONTS: [Wanted; 6] = [
    // Moves that fit no other way.
    (&ascii::FONT_4X6, ('0', '9'), "-x"),
    // Messages of a crash, too.
    (&ascii::FONT_5X7, ('!', '~'), ""),
    (&iso_8859_1::FONT_5X8, ('!', '~'), ACCENTS),
    (&iso_8859_1::FONT_6X10, ('!', '~'), ACCENTS),
    (&iso_8859_1::FONT_7X13_BOLD, ('A', 'z'), "0123456789-'à"),
    // A few words in capitals.
    (&ascii::FONT_9X18_BOLD, ('A', 'Z'), "0123456789!"),
];

/// The source of a table of all fonts.
pub(crate) fn source() -> String {
    let mut source = format!("const FACES: [Face; {}] = [\n", FONTS.len());
    for wanted in FONTS {
        source += &face(wanted);
    }
    source + "];\n"
}

fn face((font, (first, last), more): Wanted) -> String {
    let glyphs: Vec<char> = (first..=last).chain(more.chars()).collect();
    let (width, height) = (font.character_size.width, font.character_size.height);
    let ink = |(x, y): (u32, u32)| glyphs.iter().any(|glyph| is_lit(font, *glyph, x, y));
    let cell = || (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    let inked: Vec<(u32, u32)> = cell().filter(|at| ink(*at)).collect();
    let left = inked.iter().map(|at| at.0).min().expect("a font has ink");
    let right = inked.iter().map(|at| at.0).max().expect("a font has ink");
    let top = inked.iter().map(|at| at.1).min().expect("a font has ink");
    let bottom = inked.iter().map(|at| at.1).max().expect("a font has ink");

    let mut bits = Vec::new();
    for glyph in &glyphs {
        for y in top..=bottom {
            bits.extend((left..=right).map(|x| is_lit(font, *glyph, x, y)));
        }
    }
    let bytes =
        bits.chunks(8).map(|bits| bits.iter().rev().fold(0, |all, bit| all << 1 | u8::from(*bit)));
    let bytes: Vec<u8> = bytes.collect();

    let more: Vec<u8> = more.chars().map(|letter| letter as u8).collect();
    let mut source = String::new();
    writeln!(
        source,
        "    Face {{ width: {width}, height: {height}, baseline: {}, left: {left}, top: {top}, \
         across: {}, down: {}, first: {}, last: {}, more: &{more:?}, bits: &{bytes:?} }},",
        font.baseline,
        right - left + 1,
        bottom - top + 1,
        first as u8,
        last as u8,
    )
    .expect("a text can be written to");
    source
}

fn is_lit(font: &MonoFont<'_>, glyph: char, x: u32, y: u32) -> bool {
    let index = font.glyph_mapping.index(glyph) as u32;
    assert!(
        glyph == '?' || index as usize != font.glyph_mapping.index('?'),
        "no {glyph} in a font"
    );
    let across = font.image.size().width / font.character_size.width;
    let (column, row) = (index % across, index / across);
    let at = (column * font.character_size.width + x, row * font.character_size.height + y);
    font.image.pixel(Point::new(at.0 as i32, at.1 as i32)) == Some(BinaryColor::On)
}
