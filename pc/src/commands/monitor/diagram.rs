use damiera::rules::{Cell, Colour, Position, Rank, Squares};
use ratatui::style::{Color, Style};
use ratatui::text::{Line, Span};

const LIGHT: Color = Color::Indexed(187);
const DARK: Color = Color::Indexed(94);
const MOVED: Color = Color::Indexed(136);
const WRONG: Color = Color::Indexed(160);

/// Size of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Size {
    /// A cell is two columns by one line.
    Small,
    /// Four columns by two lines, with the number of the square.
    Large,
}

impl Size {
    /// Columns and lines of the board.
    pub(super) const fn extent(self) -> (u16, u16) {
        match self {
            Self::Small => (16, 8),
            Self::Large => (32, 16),
        }
    }
}

/// Highlighted squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    /// Squares of the last move.
    pub(super) moved: Squares,
    /// Squares of an irregularity.
    pub(super) wrong: Squares,
}

/// Draws the board as seen by White. A man is one disc, a king two; ○ is White's, ● Black's, so
/// that the board is readable without colours.
pub(super) fn lines(position: &Position, marks: Marks, size: Size) -> Vec<Line<'static>> {
    let cells = |row: u8| (0..8).filter_map(move |column| Cell::new(row, column));
    (0..8)
        .flat_map(|row| match size {
            Size::Small => vec![cells(row).map(|cell| small(position, marks, cell)).collect()],
            Size::Large => vec![
                cells(row).map(|cell| upper(marks, cell)).collect(),
                cells(row).map(|cell| lower(position, marks, cell)).collect(),
            ],
        })
        .collect()
}

fn ground(marks: Marks, cell: Cell) -> Style {
    let colour = match cell.dark() {
        None => LIGHT,
        Some(square) if marks.wrong.contains(square) => WRONG,
        Some(square) if marks.moved.contains(square) => MOVED,
        Some(_) => DARK,
    };
    Style::new().bg(colour)
}

fn small(position: &Position, marks: Marks, cell: Cell) -> Span<'static> {
    let Some(square) = cell.dark() else { return Span::styled("  ", ground(marks, cell)) };
    let wrong = marks.wrong.contains(square);
    match discs(position, cell) {
        Some((discs, colour)) => {
            let text = if discs.chars().count() == 2 {
                discs
            } else if wrong {
                format!("{discs}!")
            } else {
                format!("{discs} ")
            };
            Span::styled(text, ground(marks, cell).fg(colour))
        }
        None if wrong => Span::styled("! ", ground(marks, cell).fg(Color::White)),
        None => Span::styled("· ", ground(marks, cell).fg(Color::Indexed(137))),
    }
}

fn upper(marks: Marks, cell: Cell) -> Span<'static> {
    let style = ground(marks, cell).fg(Color::Indexed(223));
    match cell.dark() {
        Some(square) if marks.wrong.contains(square) => {
            Span::styled(format!("{:<3}!", square.number()), style)
        }
        Some(square) => Span::styled(format!("{:<4}", square.number()), style),
        None => Span::styled("    ", style),
    }
}

fn lower(position: &Position, marks: Marks, cell: Cell) -> Span<'static> {
    match discs(position, cell) {
        Some((discs, colour)) => {
            Span::styled(format!(" {discs:<3}"), ground(marks, cell).fg(colour))
        }
        None => Span::styled("    ", ground(marks, cell)),
    }
}

fn discs(position: &Position, cell: Cell) -> Option<(String, Color)> {
    let piece = position.piece_at(cell.dark()?)?;
    let (disc, colour) = match piece.colour {
        Colour::White => ("○", Color::Indexed(231)),
        Colour::Black => ("●", Color::Indexed(16)),
    };
    let number = if piece.rank == Rank::King { 2 } else { 1 };
    Some((disc.repeat(number), colour))
}
