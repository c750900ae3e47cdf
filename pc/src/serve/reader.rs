use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::album::Album;
use super::picture;
use crate::hall::Hall;

/// How long a page hears nothing before it is told that this is still here.
const ALIVE: Duration = Duration::from_secs(10);
/// No page is told oftener than this. What happens in between comes together.
const PACE: Duration = Duration::from_millis(50);

/// Somebody who looks at the hall, and perhaps at one board in full.
pub(super) struct Reader {
    hall: Hall,
    album: Arc<Album>,
    board: Option<usize>,
    /// Of the hall, when it was last told.
    version: u64,
    /// The game that was told, step by step.
    told: Option<(u32, Vec<String>)>,
}

impl Reader {
    pub(super) const fn new(hall: Hall, album: Arc<Album>, board: Option<usize>) -> Self {
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
        let seat = self.board.and_then(|board| Some((board, boards.seats.get(board)?)));
        let changed = seat.filter(|(_, seat)| first || seat.version > self.version);
        let game = changed.and_then(|(id, seat)| {
            let steps = picture::steps(seat);
            let number = seat.record().game();
            let known = match &self.told {
                Some((game, steps)) if *game == number => steps.as_slice(),
                _ => &[],
            };
            let same = known.iter().zip(&steps).take_while(|(old, new)| old == new).count();
            let news = (self.told.is_none() || same < steps.len() || same < known.len())
                .then(|| picture::game(id, seat, same, &steps));
            self.told = Some((number, steps));
            news
        });
        self.version = boards.version;
        (Some(text), game)
    }
}
