//! Menus, values to set, and the code for the PC.

use embedded_graphics::draw_target::DrawTarget;
use embedded_graphics::pixelcolor::BinaryColor;

use super::canvas::WIDTH;
use super::digits::{self, Digits};
use super::font::{Font, PLAIN, SMALL};
use super::painter::{DARK, LIT, Line, Painter, line, rectangle};
use super::texts;
use crate::menu::snapshot::{CodeAttempts, Editor, Field, Item, Menu, PcCode, Time, Value};

/// Draws a list with its title, the chosen row on a lit ground, and arrows where it goes on.
pub(super) fn draw_menu<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    menu: &Menu,
) -> Result<(), D::Error> {
    let title = painter.translate(texts::entry(menu.title));
    painter.draw_line(title, widest(title, WIDTH as i32 - 1).at(1, 0))?;
    painter.fill(rectangle(0, 10, WIDTH as i32, 1), LIT)?;
    for (row, item) in menu.rows.iter().enumerate() {
        if let Some(item) = item {
            let chosen = row == usize::from(menu.selected);
            draw_row(painter, item, 13 + 10 * row as i32, chosen)?;
        }
    }
    for step in 0..3 {
        let x = WIDTH as i32 - 3;
        if menu.above {
            painter.fill(rectangle(x - step, 14 + step, 2 * step + 1, 1), LIT)?;
        }
        if menu.below {
            painter.fill(rectangle(x - step, 60 - step, 2 * step + 1, 1), LIT)?;
        }
    }
    Ok(())
}

/// Draws one row of a menu: its text at the left, its value at the right.
fn draw_row<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    item: &Item,
    y: i32,
    chosen: bool,
) -> Result<(), D::Error> {
    if chosen {
        painter.fill(rectangle(0, y - 1, WIDTH as i32 - 6, 11), LIT)?;
    }
    let ink = if chosen { DARK } else { LIT };
    let text = painter.translate(texts::entry(item.entry));
    let right = WIDTH as i32 - 8;
    painter.draw_line(text, widest(text, right - 2).at(2, y).ink(ink))?;
    let value = value(painter, &item.value);
    let fits = PLAIN.width(&value) <= right - 6 - PLAIN.width(text);
    let anchor = if fits { PLAIN.right(right, y) } else { SMALL.right(right, y + 1) };
    painter.draw_line(&value, anchor.ink(ink))
}

/// The font of a title or row: the smaller one where the text is wider than `space` pixels.
fn widest(text: &str, space: i32) -> Font {
    if PLAIN.width(text) > space { SMALL } else { PLAIN }
}

/// The value of a setting in the language of the display.
fn value<D: DrawTarget<Color = BinaryColor>>(painter: &Painter<'_, D>, value: &Value) -> Line {
    match value {
        Value::None => Line::new(),
        Value::Switch(true) => line!("{}", painter.translate(texts::YES)),
        Value::Switch(false) => line!("{}", painter.translate(texts::NO)),
        Value::Number(number) => line!("{number}"),
        Value::Word(entry) => line!("{}", painter.translate(texts::entry(*entry))),
        Value::Time(time) => line!("{time}"),
        Value::Label(label) => line!("{}", label.as_str()),
    }
}

/// Row where the digits of an editor begin.
const EDITOR_TOP: i32 = 15;
/// Height of the digits of an editor in pixels.
const EDITOR_HEIGHT: i32 = 32;

/// Draws one value to set in large digits, the one that changes underlined.
pub(super) fn draw_editor<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    editor: &Editor,
) -> Result<(), D::Error> {
    painter.draw_title(texts::entry(editor.title))?;
    match editor.field {
        Field::Time { time, cursor } => draw_time_field(painter, &time, cursor)?,
        Field::Number { value, range, cursor } => {
            draw_number_field(painter, value, range, cursor)?;
        }
    }
    painter.draw_text(texts::EDITOR_HINT, SMALL.centred(55))
}

/// Draws a time with its cursor: 0 for the hours, then the digits of minutes and seconds.
fn draw_time_field<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    time: &Time,
    cursor: u8,
) -> Result<(), D::Error> {
    let digits = Digits::new().number(time.hours.into());
    let digits = digits.colon().two_digits(time.minutes).colon().two_digits(time.seconds);
    // One colon stands before the minutes, another before the seconds.
    let colons = match cursor {
        0 => 0,
        1 | 2 => 1,
        _ => 2,
    };
    let second_digit_of_hours = usize::from(time.hours > 9);
    let part = usize::from(cursor) + colons + second_digit_of_hours;
    let area = rectangle(4, EDITOR_TOP, WIDTH as i32 - 8, EDITOR_HEIGHT);
    digits::draw(painter, &digits, area, LIT, Some(part))
}

/// Draws a number between its smallest and its largest value.
fn draw_number_field<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    value: u16,
    (least, most): (u16, u16),
    cursor: Option<u8>,
) -> Result<(), D::Error> {
    let y = EDITOR_TOP + EDITOR_HEIGHT - 8;
    painter.draw_line(&line!("{least}"), SMALL.at(1, y))?;
    painter.draw_line(&line!("{most}"), SMALL.right(WIDTH as i32 - 1, y))?;
    let mut digits = Digits::new();
    // A number that is set digit by digit has as many digits as the largest.
    for power in [10, 100, 1_000, 10_000] {
        if cursor.is_some() && value < power && power <= most {
            digits = digits.number(0);
        }
    }
    let area = rectangle(28, EDITOR_TOP, WIDTH as i32 - 56, EDITOR_HEIGHT);
    digits::draw(painter, &digits.number(value.into()), area, LIT, cursor.map(usize::from))
}

/// Draws the code for the PC until it is used, and how it was used.
pub(super) fn draw_pc_code<D: DrawTarget<Color = BinaryColor>>(
    painter: &mut Painter<'_, D>,
    code: &PcCode,
) -> Result<(), D::Error> {
    painter.draw_title(texts::PC_CODE)?;
    if let Some([a, b, c, d, e, f]) = code.digits {
        let digits = [a, b, c].into_iter().fold(Digits::new(), |all, one| all.number(one.into()));
        let digits = [d, e, f].into_iter().fold(digits.gap(), |all, one| all.number(one.into()));
        digits::draw(painter, &digits, rectangle(4, 14, WIDTH as i32 - 8, 28), LIT, None)?;
    }
    let text = match code.attempts {
        CodeAttempts { unlocked: true, .. } => line!("{}", painter.translate(texts::PC_CODE_USED)),
        CodeAttempts { wrong: 0, .. } => line!("{}", painter.translate(texts::PC_CODE_USE)),
        CodeAttempts { wrong, .. } => line!("{} {wrong}", painter.translate(texts::PC_CODE_WRONG)),
    };
    let anchor = if code.digits.is_some() { SMALL.at(1, 47) } else { PLAIN.at(1, 24) };
    painter.draw_wrapped(&text, anchor)?;
    Ok(())
}
