use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};

use super::board_json;
use super::json_cache::JsonCache;
use crate::hall::{Boards, Hall};
use crate::web::EventSource;

/// Shortest time between two messages to a page. Changes in between come together.
const PACE: Duration = Duration::from_millis(50);

/// A page that shows the hall, and perhaps one board in full.
pub(super) struct Reader {
    hall: Hall,
    versions: watch::Receiver<u64>,
    cache: Arc<JsonCache>,
    board: Option<usize>,
    /// Version of the hall at the last message; `None` before the first.
    version: Option<u64>,
    /// The game in the last message: its number and its steps.
    told: Option<(u32, Vec<String>)>,
    /// Time of the next message at the earliest.
    next_at: Instant,
}

impl Reader {
    pub(super) fn new(hall: Hall, cache: Arc<JsonCache>, board: Option<usize>) -> Self {
        let versions = hall.versions();
        let next_at = Instant::now();
        Self { hall, versions, cache, board, version: None, told: None, next_at }
    }

    /// Returns the boards that have changed, and the steps of the board shown in full if they have.
    fn message(&mut self) -> Bytes {
        let hall = self.hall.clone();
        let boards = hall.lock();
        let event = if self.version.is_none() { "hall" } else { "boards" };
        let text = self.cache.newer(&boards, self.version.unwrap_or(0));
        let mut message = format!("event: {event}\ndata: {text}\n\n");
        if let Some(game) = self.game(&boards) {
            message += &format!("event: game\ndata: {game}\n\n");
        }
        self.version = Some(boards.version);
        message.into()
    }

    /// Returns the steps of the board shown in full that have changed.
    fn game(&mut self, boards: &Boards) -> Option<String> {
        let id = self.board?;
        let view = boards.views.get(id)?;
        if self.version.is_some_and(|version| view.version <= version) {
            return None;
        }
        let steps = board_json::steps(view);
        let number = view.record().game();
        let known = match &self.told {
            Some((game, steps)) if *game == number => steps.as_slice(),
            _ => &[],
        };
        let same = known.iter().zip(&steps).take_while(|(old, new)| old == new).count();
        let changed = self.told.is_none() || same < steps.len() || same < known.len();
        let game = changed.then(|| board_json::game(id, view, same, &steps));
        self.told = Some((number, steps));
        game
    }
}

impl EventSource for Reader {
    /// Waits until a board has changed. A page gets the state at the time at which it is ready for
    /// it, however slow it is.
    async fn next(&mut self) -> Option<Bytes> {
        sleep_until(self.next_at).await;
        if let Some(version) = self.version {
            // An error means that the hall is gone.
            self.versions.wait_for(|newest| *newest > version).await.ok()?;
        }
        self.next_at = Instant::now() + PACE;
        Some(self.message())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::{Address, BoardUpdate, Fault, LinkEvent};
    use damiera::protocol::{Capabilities, Hello, Version};
    use damiera::text::Text;

    fn hello() -> Hello {
        Hello {
            oldest: 2,
            newest: 2,
            version: Version { major: 0, minor: 0, patch: 0 },
            build: Text::EMPTY,
            board: Text::EMPTY,
            id: 7,
            capabilities: Capabilities::default(),
        }
    }

    /// A board comes and goes a hundred times while a page takes nothing. Another page gets the
    /// newest state at once; the slow one gets one message, with the last state.
    #[test]
    fn a_slow_page_gets_the_newest_and_holds_up_nobody() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build();
        runtime.expect("a runtime").block_on(async {
            let hall = Hall::default();
            let address = Address::Tcp("nowhere".to_owned());
            let mut board = hall.add_board(address.clone());
            let cache = Arc::<JsonCache>::default();
            let mut slow = Reader::new(hall.clone(), Arc::clone(&cache), None);
            let text = |message: Option<Bytes>| {
                String::from_utf8(message.expect("a message").to_vec()).expect("text")
            };
            let first = text(slow.next().await);
            assert!(first.starts_with("event: hall\n") && first.contains(r#""bond":"awaited""#));
            for _ in 0..100 {
                board(LinkEvent::Update(address.clone(), BoardUpdate::Hello(hello())));
                board(LinkEvent::Lost(address.clone(), Fault::NoPort("nowhere".to_owned())));
            }
            let other = cache.whole(&hall);
            assert!(other.contains(r#""returns":99"#), "{other}");
            let second = text(slow.next().await);
            assert!(second.starts_with("event: boards\n"), "{second}");
            assert!(second.contains(r#""returns":99"#), "{second}");
            // There is nothing else.
            let third = tokio::time::timeout(3 * PACE, slow.next()).await;
            assert!(third.is_err(), "{third:?}");
            // A call that was dropped has lost nothing.
            board(LinkEvent::Update(address.clone(), BoardUpdate::Hello(hello())));
            assert!(text(slow.next().await).contains(r#""returns":100"#));
        });
    }
}
