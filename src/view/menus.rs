//! Menus, values to set, and the code for the PC.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::canvas::WIDTH;
use super::digits;
use super::pen::{DARK, LIT, PLAIN, Pen, SMALL, rectangle};
use super::texts;
use crate::game::snapshot::{CodeAttempts, Editor, Field, Menu, PcCode, Value};

pub(super) fn menu<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    menu: &Menu,
) -> Result<(), D::Error> {
    pen.words(texts::entry(menu.title), PLAIN.at(1, 0))?;
    pen.fill(rectangle(0, 10, WIDTH as i32, 1), LIT)?;
    for (row, item) in menu.rows.iter().enumerate() {
        let Some(item) = item else { continue };
        let y = 13 + 10 * row as i32;
        let chosen = row == usize::from(menu.selected);
        if chosen {
            pen.fill(rectangle(0, y - 1, WIDTH as i32 - 6, 11), LIT)?;
        }
        let ink = if chosen { DARK } else { LIT };
        let right = WIDTH as i32 - 8;
        let room = right - 2 - pen.say(texts::entry(item.entry)).width(PLAIN) - 4;
        pen.put(PLAIN.at(2, y).ink(ink))?;
        value(pen, &item.value);
        let (font, drop) = if pen.width(PLAIN) <= room { (PLAIN, 0) } else { (SMALL, 1) };
        pen.put(font.right(right, y + drop).ink(ink))?;
    }
    for (shown, y, up) in [(menu.above, 14, true), (menu.below, 58, false)] {
        for row in 0..if shown { 3 } else { 0 } {
            let wide = if up { 2 * row + 1 } else { 5 - 2 * row };
            pen.fill(rectangle(WIDTH as i32 - 3 - wide / 2, y + row, wide, 1), LIT)?;
        }
    }
    Ok(())
}

/// Writes how a setting stands.
fn value<D>(pen: &mut Pen<'_, D>, value: &Value) {
    match value {
        Value::None => pen,
        Value::Switch(true) => pen.say(texts::YES),
        Value::Switch(false) => pen.say(texts::NO),
        Value::Number(number) => pen.number((*number).into()),
        Value::Word(entry) => pen.say(texts::entry(*entry)),
        Value::Time(time) => pen.show(time),
        Value::Label(label) => pen.write(label.as_str()),
    };
}

/// Where the digits of an editor stand.
const TOP: i32 = 15;
const HEIGHT: i32 = 32;

pub(super) fn editor<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    editor: &Editor,
) -> Result<(), D::Error> {
    pen.title(texts::entry(editor.title))?;
    let (area, cursor) = match editor.field {
        Field::Time { time, cursor } => {
            pen.number(time.hours.into());
            for part in [time.minutes, time.seconds] {
                digits::two(pen.sign(':'), part, digits::FULL);
            }
            // Behind the hours a colon, behind the minutes another.
            let place = match cursor {
                0 => 0,
                1 | 2 => usize::from(cursor) + 1,
                _ => usize::from(cursor) + 2,
            };
            let long = time.hours > 9;
            (rectangle(4, TOP, WIDTH as i32 - 8, HEIGHT), place + usize::from(long))
        }
        Field::Number { value, range: (least, most), cursor } => {
            pen.number(least.into()).put(SMALL.at(1, TOP + HEIGHT - 8))?;
            pen.number(most.into()).put(SMALL.right(WIDTH as i32 - 1, TOP + HEIGHT - 8))?;
            // As many digits as it has, or as are set one by one.
            for power in [10, 100, 1_000, 10_000] {
                if cursor.is_some() && value < power && power <= most {
                    pen.sign('0');
                }
            }
            pen.number(value.into());
            let cursor = cursor.map_or(digits::NOWHERE, usize::from);
            (rectangle(28, TOP, WIDTH as i32 - 56, HEIGHT), cursor)
        }
    };
    digits::draw(pen, area, LIT, cursor)?;
    pen.words(texts::EDITOR_HINT, SMALL.centred(55))
}

pub(super) fn pc_code<D: DrawTarget<Color = BinaryColor>>(
    pen: &mut Pen<'_, D>,
    code: &PcCode,
) -> Result<(), D::Error> {
    pen.title(texts::PC_CODE)?;
    if let Some(digits) = code.digits {
        for (index, digit) in digits.into_iter().enumerate() {
            if index == 3 {
                pen.sign(' ');
            }
            pen.number(digit.into());
        }
        digits::draw(pen, rectangle(4, 14, WIDTH as i32 - 8, 28), LIT, digits::NOWHERE)?;
    }
    let CodeAttempts { wrong, unlocked } = code.tried;
    match (unlocked, wrong) {
        (true, _) => pen.say(texts::PC_CODE_USED),
        (false, 0) => pen.say(texts::PC_CODE_USE),
        (false, wrong) => pen.say(texts::PC_CODE_WRONG).sign(' ').number(wrong.into()),
    };
    pen.wrap(if code.digits.is_some() { SMALL.at(1, 47) } else { PLAIN.at(1, 24) })?;
    Ok(())
}
