use std::sync::{Arc, Mutex};
use std::time::Instant;

use super::board_json;
use crate::hall::{BoardView, Boards, Hall};

/// The latest picture of every board, made once for all who look.
pub(super) struct JsonCache {
    /// What times in pictures count from.
    epoch: Instant,
    pictures: Mutex<Vec<Option<Taken>>>,
}

#[derive(Clone)]
struct Taken {
    version: u64,
    text: Arc<str>,
}

impl Default for JsonCache {
    fn default() -> Self {
        Self { epoch: Instant::now(), pictures: Mutex::default() }
    }
}

impl JsonCache {
    /// Everything, for a program.
    pub(super) fn whole(&self, hall: &Hall) -> String {
        self.newer(&hall.lock(), 0)
    }

    /// The boards that have changed since a version, and what time it is: JSON.
    pub(super) fn newer(&self, boards: &Boards, than: u64) -> String {
        let now = board_json::millis(self.epoch, Instant::now());
        let mut text = format!(r#"{{"now":{now},"boards":["#);
        let mut first = true;
        for (id, seat) in boards.seats.iter().enumerate() {
            if seat.version <= than {
                continue;
            }
            if !std::mem::take(&mut first) {
                text.push(',');
            }
            text.push_str(&self.picture(id, seat));
        }
        text.push_str("]}");
        text
    }

    fn picture(&self, id: usize, seat: &BoardView) -> Arc<str> {
        let mut pictures = self.pictures.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if pictures.len() <= id {
            pictures.resize(id + 1, None);
        }
        match &pictures[id] {
            Some(taken) if taken.version == seat.version => taken.text.clone(),
            _ => {
                let text: Arc<str> = board_json::of(id, seat, self.epoch).into();
                pictures[id] = Some(Taken { version: seat.version, text: text.clone() });
                text
            }
        }
    }
}
