use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::board_json;
use super::json_cache::JsonCache;
use crate::hall::Hall;

/// How long a page hears nothing before it is told that this is still here.
const ALIVE: Duration = Duration::from_secs(10);
/// No page is told oftener than this. What happens in between comes together.
const PACE: Duration = Duration::from_millis(50);

/// Somebody who looks at the hall, and perhaps at one board in full.
pub(super) struct Reader {
    hall: Hall,
    album: Arc<JsonCache>,
    board: Option<usize>,
    /// Of the hall, when it was last told.
    version: u64,
    /// The game that was told, step by step.
    told: Option<(u32, Vec<String>)>,
}

impl Reader {
    pub(super) const fn new(hall: Hall, album: Arc<JsonCache>, board: Option<usize>) -> Self {
        Self { hall, album, board, version: 0, told: None }
    }

    /// Tells what is new as server-sent events, until nobody takes it any more. However
    /// slow the other end is, it gets everything as it is when it is told.
    pub(super) fn tell(mut self, page: &mut impl Write) -> io::Result<()> {
        // The whole hall, even if there is nothing in it.
        let (mut text, mut game) = self.news(Duration::ZERO);
        let mut event = "hall";
        loop {
            let began = Instant::now();
            let mut out = String::new();
            match text {
                Some(text) => out += &format!("event: {event}\ndata: {text}\n\n"),
                None => out += ": still here\n\n",
            }
            if let Some(game) = game {
                out += &format!("event: game\ndata: {game}\n\n");
            }
            page.write_all(out.as_bytes())?;
            page.flush()?;
            thread::sleep(PACE.saturating_sub(began.elapsed()));
            (text, game) = self.news(ALIVE);
            event = "boards";
        }
    }

    /// What has changed since it was last asked: the boards, and the game looked at.
    fn news(&mut self, patience: Duration) -> (Option<String>, Option<String>) {
        let first = self.version == 0;
        let boards = self.hall.newer(self.version, patience);
        if boards.version == self.version && !first {
            return (None, None);
        }
        let text = self.album.newer(&boards, self.version);
        let seat = self.board.and_then(|board| Some((board, boards.views.get(board)?)));
        let changed = seat.filter(|(_, seat)| first || seat.version > self.version);
        let game = changed.and_then(|(id, seat)| {
            let steps = board_json::steps(seat);
            let number = seat.record().game();
            let known = match &self.told {
                Some((game, steps)) if *game == number => steps.as_slice(),
                _ => &[],
            };
            let same = known.iter().zip(&steps).take_while(|(old, new)| old == new).count();
            let news = (self.told.is_none() || same < steps.len() || same < known.len())
                .then(|| board_json::game(id, seat, same, &steps));
            self.told = Some((number, steps));
            news
        });
        self.version = boards.version;
        (Some(text), game)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;
    use crate::link::{Address, BoardUpdate, Fault, LinkEvent};
    use damiera::protocol::{Capabilities, Hello, Version};
    use damiera::text::Text;

    /// A page that takes nothing before it is allowed to.
    struct Slow {
        may: Receiver<()>,
        took: Sender<String>,
    }

    impl Write for Slow {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.may.recv().map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            let text = String::from_utf8_lossy(bytes).into_owned();
            self.took.send(text).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

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

    /// A board comes and goes a hundred times while a page takes nothing. Another sees
    /// it as it is; the slow one gets one picture, the last.
    #[test]
    fn a_slow_page_gets_the_newest_and_holds_up_nobody() {
        let hall = Hall::default();
        let address = Address::Tcp("nowhere".to_owned());
        let mut board = hall.add_board(address.clone());
        let album = Arc::<JsonCache>::default();
        let (allow, may) = channel();
        let (took, taken) = channel();
        let slow = Reader::new(hall.clone(), Arc::clone(&album), None);
        thread::spawn(move || slow.tell(&mut Slow { may, took }));
        allow.send(()).expect("it waits");
        let first = taken.recv().expect("the whole hall");
        assert!(first.starts_with("event: hall\n") && first.contains(r#""bond":"awaited""#));
        for _ in 0..100 {
            board(LinkEvent::Update(address.clone(), BoardUpdate::Hello(hello())));
            board(LinkEvent::Lost(address.clone(), Fault::NoPort("nowhere".to_owned())));
        }
        let other = album.whole(&hall);
        assert!(other.contains(r#""returns":99"#), "{other}");
        // What it was about to be told may be an older picture; the next is the newest.
        let mut pictures = 0;
        loop {
            allow.send(()).expect("it waits");
            let text = taken.recv_timeout(ALIVE).expect("news");
            pictures += 1;
            if text.contains(r#""returns":99"#) {
                break;
            }
        }
        assert!(pictures <= 2, "{pictures} for a hundred returns");
    }
}
