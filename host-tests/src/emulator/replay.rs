use damiera::game;
use damiera::sense::{Key, Side};

use super::{Bench, Stopped};
use crate::scenario::{Scenario, Start, White};
use crate::virtual_board::{Change, Mismatch};

/// The hands of a scenario, as changes of contacts.
#[derive(Clone, Debug)]
pub struct Replay {
    changes: Vec<Change>,
    end: u64,
}

/// How long after the last change the board is left alone, in milliseconds.
const AFTER: u64 = 300;

impl Replay {
    /// The hands of a scenario, if the image can be brought to where it starts:
    /// with the keys alone it plays from the start position, with the settings of
    /// a new board.
    pub fn of(scenario: &Scenario) -> Option<Self> {
        let settings = &scenario.settings;
        let of_game = settings.of_game();
        let new = game::Settings::default();
        let plain = (of_game.edition, of_game.control, of_game.casual, of_game.manners)
            == (new.edition, new.control, new.casual, new.manners);
        let standard = settings.start == Start::Standard && settings.white == White::South;
        (plain && standard && settings.set.is_empty()).then(|| Self::hands(scenario).ok()).flatten()
    }

    fn hands(scenario: &Scenario) -> Result<Self, Mismatch> {
        let mut board = scenario.board()?;
        board.keep_changes();
        // Whether it comes out as expected is for another test to say.
        let _ = scenario.run_on(&mut board);
        Ok(Self { changes: board.changes().to_vec(), end: board.now() + AFTER })
    }

    /// How long it takes, in milliseconds.
    pub fn millis(&self) -> u64 {
        self.end
    }

    /// Plays on a bench that has been welcomed: sets up, starts White's clock and
    /// moves the hands. Calls back about ten times a second.
    pub fn play(
        &self,
        bench: &mut Bench,
        mut look: impl FnMut(&mut Bench) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        bench.set_up_pieces()?;
        bench.run(300_000)?;
        // Black's press, which also tells where he sits.
        bench.press(Key::Player(Side::North))?;
        let begin = bench.emulator.now() / 1_000;
        let mut first = None;
        for change in &self.changes {
            let origin = *first.get_or_insert(change.at);
            let at = begin + 200 + (change.at - origin);
            while bench.emulator.now() / 1_000 < at {
                let left = at * 1_000 - bench.emulator.now();
                bench.run(left.min(100_000))?;
                look(bench)?;
            }
            bench.set(change.contact, change.closed)?;
        }
        bench.run(AFTER * 1_000)?;
        look(bench)
    }
}
