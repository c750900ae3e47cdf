//! Menus, values to set, and the code for the PC.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;
use heapless::Vec;

use super::canvas::WIDTH;
use super::digits::{self, Glyph, MAX_GLYPHS};
use super::pen::{DARK, LIT, Line, PLAIN, Pen, SMALL, line, rectangle, width};
use super::texts;
use crate::game::snapshot::{Editor, Field, Language, Menu, PcCode, Tried, Value};

pub(super) fn menu<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    menu: &Menu,
) -> Result<(), D::Error> {
    pen.words(PLAIN, (1, 0), texts::entry(menu.title))?;
    pen.fill(rectangle(0, 10, WIDTH as i32, 1), LIT)?;
    for (row, item) in menu.rows.iter().enumerate() {
        let Some(item) = item else { continue };
        let y = 13 + 10 * row as i32;
        let chosen = row == usize::from(menu.selected);
        if chosen {
            pen.fill(rectangle(0, y - 1, WIDTH as i32 - 6, 11), LIT)?;
        }
        let ink = if chosen { DARK } else { LIT };
        let name = pen.say(texts::entry(item.entry));
        pen.text(PLAIN, (2, y), ink, name)?;
        let value = value(pen.language, item.value);
        let right = WIDTH as i32 - 8;
        let room = right - 2 - width(PLAIN, name) - 4;
        let (font, drop) = if width(PLAIN, &value) <= room { (PLAIN, 0) } else { (SMALL, 1) };
        pen.right(font, (right, y + drop), ink, &value)?;
    }
    for (shown, y, up) in [(menu.above, 14, true), (menu.below, 58, false)] {
        for row in 0..if shown { 3 } else { 0 } {
            let wide = if up { 2 * row + 1 } else { 5 - 2 * row };
            pen.fill(rectangle(WIDTH as i32 - 3 - wide / 2, y + row, wide, 1), LIT)?;
        }
    }
    Ok(())
}

fn value(language: Language, value: Value) -> Line {
    let on_off = |on| if on { texts::YES } else { texts::NO };
    match value {
        Value::None => Line::new(),
        Value::Switch(on) => line(format_args!("{}", on_off(on).say(language))),
        Value::Number(number) => line(format_args!("{number}")),
        Value::Word(entry) => line(format_args!("{}", texts::entry(entry).say(language))),
        Value::Time(time) => line(format_args!("{time}")),
        Value::Label(label) => line(format_args!("{}", label.as_str())),
    }
}

/// Where the digits of an editor stand.
const TOP: i32 = 15;
const HEIGHT: i32 = 32;

pub(super) fn editor<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    editor: &Editor,
) -> Result<(), D::Error> {
    let title = pen.say(texts::entry(editor.title));
    pen.title(title, "")?;
    let mut glyphs: Vec<Glyph, MAX_GLYPHS> = Vec::new();
    let mut push = |glyph| {
        // Times have at most eight parts, codes and numbers fewer.
        let _ = glyphs.push(glyph);
    };
    let cursor = match editor.field {
        Field::Time { time, cursor } => {
            let digits = |n: u8| [Glyph::Digit(n / 10 % 10), Glyph::Digit(n % 10)];
            let [tens, ones] = digits(time.hours);
            let long = time.hours > 9;
            if long {
                push(tens);
            }
            push(ones);
            for part in [time.minutes, time.seconds] {
                push(Glyph::Colon);
                digits(part).into_iter().for_each(&mut push);
            }
            // Behind the hours a colon, behind the minutes another.
            let place = match cursor {
                0 => 0,
                1 | 2 => usize::from(cursor) + 1,
                _ => usize::from(cursor) + 2,
            };
            Some(place + usize::from(long))
        }
        Field::Number { value, range: (least, most), cursor } => {
            // As many digits as it has, or as are set one by one.
            let widest = if cursor.is_some() { most } else { value };
            let mut divisor = 10_000;
            while divisor > 1 && widest < divisor {
                divisor /= 10;
            }
            while divisor > 0 {
                push(Glyph::Digit((value / divisor % 10) as u8));
                divisor /= 10;
            }
            pen.text(SMALL, (1, TOP + HEIGHT - 8), LIT, &line(format_args!("{least}")))?;
            let most = line(format_args!("{most}"));
            pen.right(SMALL, (WIDTH as i32 - 1, TOP + HEIGHT - 8), LIT, &most)?;
            cursor.map(usize::from)
        }
    };
    let area = match editor.field {
        Field::Number { .. } => rectangle(28, TOP, WIDTH as i32 - 56, HEIGHT),
        _ => rectangle(4, TOP, WIDTH as i32 - 8, HEIGHT),
    };
    let places = digits::draw(pen, &glyphs, area, LIT)?;
    if let Some(place) = cursor.and_then(|cursor| places.get(cursor)) {
        let (x, wide) = (place.top_left.x, place.size.width as i32);
        pen.fill(rectangle(x, TOP + HEIGHT + 3, wide, 3), LIT)?;
    }
    let hint = pen.say(texts::EDITOR_HINT);
    pen.centred(SMALL, (0, WIDTH as i32), 55, LIT, hint)
}

pub(super) fn pc_code<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    code: &PcCode,
) -> Result<(), D::Error> {
    let title = pen.say(texts::PC_CODE);
    pen.title(title, "")?;
    if let Some(digits) = code.digits {
        let area = rectangle(4, 14, WIDTH as i32 - 8, 28);
        let [a, b, c, d, e, f] = digits.map(Glyph::Digit);
        digits::draw(pen, &[a, b, c, Glyph::Space, d, e, f], area, LIT)?;
    }
    let Tried { wrong, unlocked } = code.tried;
    let words = match (unlocked, wrong) {
        (true, _) => line(format_args!("{}", pen.say(texts::PC_CODE_USED))),
        (false, 0) => line(format_args!("{}", pen.say(texts::PC_CODE_USE))),
        (false, wrong) => line(format_args!("{} {wrong}", pen.say(texts::PC_CODE_WRONG))),
    };
    let font = if code.digits.is_some() { SMALL } else { PLAIN };
    let top = if code.digits.is_some() { 47 } else { 24 };
    pen.wrapped(font, (1, top), WIDTH as i32 - 1, &words).map(|_| ())
}
