use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::board_json;
use crate::hall::{BoardView, Boards, Hall};

/// The current JSON of every board, made once for all pages.
pub(super) struct JsonCache {
    /// Zero of the times in the JSON.
    epoch: Instant,
    boards: Mutex<Vec<Option<Cached>>>,
}

#[derive(Clone)]
struct Cached {
    /// Version of the [`BoardView`] that the text shows.
    version: u64,
    text: Arc<str>,
}

impl Default for JsonCache {
    fn default() -> Self {
        Self { epoch: Instant::now(), boards: Mutex::default() }
    }
}

impl JsonCache {
    /// Returns all boards as JSON.
    pub(super) fn whole(&self, hall: &Hall) -> String {
        self.newer(&hall.lock(), 0)
    }

    /// Returns the boards that have changed since a version, and the current time, as JSON.
    pub(super) fn newer(&self, boards: &Boards, than: u64) -> String {
        let now = board_json::millis(self.epoch, Instant::now());
        let mut text = format!(r#"{{"now":{now},"boards":["#);
        let mut first = true;
        for (id, view) in boards.views.iter().enumerate() {
            if view.version <= than {
                continue;
            }
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str(&self.board(id, view));
        }
        text.push_str("]}");
        text
    }

    fn board(&self, id: usize, view: &BoardView) -> Arc<str> {
        let mut boards = self.boards.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if boards.len() <= id {
            boards.resize(id + 1, None);
        }
        match &boards[id] {
            Some(cached) if cached.version == view.version => cached.text.clone(),
            _ => {
                let text: Arc<str> = board_json::of(id, view, self.epoch).into();
                boards[id] = Some(Cached { version: view.version, text: text.clone() });
                text
            }
        }
    }
}
