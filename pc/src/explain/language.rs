use std::fmt::Write;

use damiera::rules::{Cell, Colour, Rank, Square, Squares};
use damiera::view::Language;

/// Words and numbers of sentences in a language.
pub(crate) trait Words: Copy {
    /// One of two texts.
    fn of<'a>(self, italian: &'a str, english: &'a str) -> &'a str;

    /// "il Bianco", "White".
    fn player(self, colour: Colour) -> &'static str;

    /// "del Bianco", "of White".
    fn of_player(self, colour: Colour) -> &'static str;

    /// A piece with its article; both Italian nouns are feminine.
    fn piece(self, rank: Rank) -> &'static str;

    /// A duration: `60 ms`, `2,3 s`, `14 s`.
    fn duration(self, millis: u32) -> String;

    /// A cell: the number of a square, or the squares beside a light cell.
    fn cell(self, cell: Cell) -> String;

    /// The same, with an article where it is no number.
    fn the_cell(self, cell: Cell) -> String;

    /// "22, 18 e 15".
    fn list(self, numbers: impl IntoIterator<Item = Square>) -> String;

    /// Commas between the items, and this word before the last one.
    fn joined(self, items: &[String], last: &str) -> String;

    /// "casella 22", "caselle 22 e 18".
    fn squares(self, squares: Squares) -> String;
}

impl Words for Language {
    fn of<'a>(self, italian: &'a str, english: &'a str) -> &'a str {
        match self {
            Language::Italian => italian,
            Language::English => english,
        }
    }

    fn player(self, colour: Colour) -> &'static str {
        match (self, colour) {
            (Language::Italian, Colour::White) => "il Bianco",
            (Language::Italian, Colour::Black) => "il Nero",
            (Language::English, Colour::White) => "White",
            (Language::English, Colour::Black) => "Black",
        }
    }

    fn of_player(self, colour: Colour) -> &'static str {
        match (self, colour) {
            (Language::Italian, Colour::White) => "del Bianco",
            (Language::Italian, Colour::Black) => "del Nero",
            (Language::English, Colour::White) => "of White",
            (Language::English, Colour::Black) => "of Black",
        }
    }

    fn piece(self, rank: Rank) -> &'static str {
        match (self, rank) {
            (Language::Italian, Rank::Man) => "la pedina",
            (Language::Italian, Rank::King) => "la dama",
            (Language::English, Rank::Man) => "the man",
            (Language::English, Rank::King) => "the king",
        }
    }

    fn duration(self, millis: u32) -> String {
        if millis < 100 {
            return format!("{millis} ms");
        }
        if millis >= 9_950 {
            return format!("{} s", (millis + 500) / 1_000);
        }
        let tenths = (millis + 50) / 100;
        format!("{}{}{} s", tenths / 10, self.of(",", "."), tenths % 10)
    }

    fn cell(self, cell: Cell) -> String {
        if let Some(square) = cell.dark() {
            return square.number().to_string();
        }
        let beside: Vec<String> = [cell.column().checked_sub(1), Some(cell.column() + 1)]
            .into_iter()
            .flatten()
            .filter_map(|column| Cell::new(cell.row(), column)?.dark())
            .map(|square| square.number().to_string())
            .collect();
        match beside.as_slice() {
            [one, two] => format!(
                "{} {one} {} {two}",
                self.of("casella chiara fra", "light square between"),
                self.of("e", "and")
            ),
            _ => format!(
                "{} {}",
                self.of("casella chiara accanto a", "light square beside"),
                beside.join("")
            ),
        }
    }

    fn the_cell(self, cell: Cell) -> String {
        let article = if cell.dark().is_some() { "" } else { self.of("la ", "the ") };
        format!("{article}{}", self.cell(cell))
    }

    fn list(self, numbers: impl IntoIterator<Item = Square>) -> String {
        let numbers: Vec<String> =
            numbers.into_iter().map(|square| square.number().to_string()).collect();
        self.joined(&numbers, self.of("e", "and"))
    }

    fn joined(self, items: &[String], last: &str) -> String {
        let mut text = String::new();
        for (index, item) in items.iter().enumerate() {
            match index {
                0 => text.push_str(item),
                // Writing to a String cannot fail.
                _ if index + 1 == items.len() => {
                    let _ = write!(text, " {last} {item}");
                }
                _ => {
                    let _ = write!(text, ", {item}");
                }
            }
        }
        text
    }

    fn squares(self, squares: Squares) -> String {
        let noun = match squares.len() {
            1 => self.of("casella", "square"),
            _ => self.of("caselle", "squares"),
        };
        format!("{noun} {}", self.list(squares.iter()))
    }
}

/// A sentence begins with a capital letter and ends with a full stop.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    let end = if text.ends_with(['.', ':', '»', '”']) { "" } else { "." };
    format!("{first}{}{end}", letters.as_str())
}
