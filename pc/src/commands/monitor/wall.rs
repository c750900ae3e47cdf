use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::style::Stylize;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::panel::{self, SMALLEST};
use crate::hall::BoardView;

/// Arranges the boards in a grid, page by page.
#[derive(Debug, Default)]
pub(super) struct Wall {
    /// Index of the first board of the page.
    first: usize,
    /// Number of boards on the last drawn page, and of all boards.
    shown: usize,
    all: usize,
}

impl Wall {
    /// Turns pages.
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

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, views: &[BoardView], now: Instant) {
        let area = frame.area();
        let (width, height) = SMALLEST;
        let [wall, foot] =
            Layout::vertical([Constraint::Fill(1), Constraint::Length(1)]).areas(area);
        if wall.width < width || wall.height < height {
            let text = format!("The window is too small: {width}×{} are needed.", height + 1);
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
            return;
        }
        let columns = usize::from(wall.width / width).min(views.len().max(1));
        let rows = usize::from(wall.height / height).min(views.len().div_ceil(columns).max(1));
        (self.shown, self.all) = (columns * rows, views.len());
        if self.first >= views.len() {
            self.first = 0;
        }
        // After a resize the page begins at a multiple of its size.
        self.first -= self.first % self.shown;
        let here = views.iter().enumerate().skip(self.first).take(self.shown);
        let places = grid(wall, columns, rows);
        for ((id, view), place) in here.zip(places) {
            panel::draw(frame, place, id, view, now);
        }
        if views.is_empty() {
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

/// Returns areas of the same size, row by row.
fn grid(area: Rect, columns: usize, rows: usize) -> Vec<Rect> {
    let rows = Layout::vertical(vec![Constraint::Fill(1); rows]).split(area);
    let columns = Layout::horizontal(vec![Constraint::Fill(1); columns]);
    rows.iter().flat_map(|row| columns.split(*row).to_vec()).collect()
}

#[cfg(test)]
mod tests;
