use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::panel::{self, SMALLEST};
use crate::hall::BoardView;

/// All boards beside each other, as many as there is room for.
#[derive(Debug, Default)]
pub(super) struct Wall {
    /// The first board on show.
    first: usize,
    /// How many were shown last, and of how many.
    shown: usize,
    all: usize,
}

impl Wall {
    /// Looks at other boards, where not all are on show.
    pub(super) fn press(&mut self, key: KeyCode) {
        let page = self.shown.max(1);
        let last = self.all.saturating_sub(1) / page * page;
        self.first = match key {
            KeyCode::Right | KeyCode::Down | KeyCode::PageDown | KeyCode::Char('n' | ' ') => {
                (self.first + page).min(last)
            }
            KeyCode::Left | KeyCode::Up | KeyCode::PageUp | KeyCode::Char('p') => {
                self.first.saturating_sub(page)
            }
            KeyCode::Home => 0,
            KeyCode::End => last,
            _ => self.first,
        };
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, seats: &[BoardView], now: Instant) {
        let area = frame.area();
        let (width, height) = SMALLEST;
        let [wall, foot] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        if wall.width < width || wall.height < height {
            let text = format!("The window is too small: {width}×{} are needed.", height + 1);
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        let columns = usize::from(wall.width / width).min(seats.len().max(1));
        let rows = usize::from(wall.height / height).min(seats.len().div_ceil(columns).max(1));
        (self.shown, self.all) = (columns * rows, seats.len());
        if self.first >= seats.len() {
            self.first = 0;
        }
        // A window that has grown shows whole pages again.
        self.first -= self.first % self.shown;
        let here = seats.iter().enumerate().skip(self.first).take(self.shown);
        let places = grid(wall, columns, rows);
        for ((id, seat), place) in here.zip(places) {
            panel::draw(frame, place, id, seat, now);
        }
        if seats.is_empty() {
            let text = "No board is plugged in yet. Those that come are shown.";
            let empty = Paragraph::new(text).alignment(Alignment::Center).wrap(Wrap { trim: true });
            frame.render_widget(empty, wall);
        }
        frame.render_widget(Line::from(self.foot()).dim(), foot);
    }

    fn foot(&self) -> String {
        if self.all <= self.shown {
            return " q leaves".to_owned();
        }
        let last = (self.first + self.shown).min(self.all);
        format!(" q leaves   ←→ other boards   {}-{last} of {}", self.first + 1, self.all)
    }
}

/// Places of the same size, row by row.
fn grid(area: Rect, columns: usize, rows: usize) -> Vec<Rect> {
    let rows = Layout::vertical(vec![Constraint::Fill(1); rows]).split(area);
    let columns = Layout::horizontal(vec![Constraint::Fill(1); columns]);
    rows.iter().flat_map(|row| columns.split(*row).to_vec()).collect()
}

#[cfg(test)]
mod tests;
