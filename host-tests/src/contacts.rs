//! Any sequence of contacts on a game: for the fuzz target that looks for one that breaks it, and for
//! the search of the one that costs most.

use damiera::event::EventKind;
use damiera::game::{Input, Record, Settings};
use damiera::menu::GameWithMenu;
use damiera::rules::{Cell, Colour, Position, Side};
use damiera::sense::{Cells, Contact, Edge, Key};
use damiera::time::{Duration, Instant};
use damiera::worlds::MAX_WORLDS;
use damiera_sim::virtual_board::{same_fold, worlds_explain};

/// Positions in which hands can do a lot: long captures, circular ones, kings, few moves, many.
pub const POSITIONS: [&str; 8] = [
    "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
    "W:WK32:B10,11,12,18,19,20,26,27,28,1,2,3",
    "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4",
    "W:WK2,K5,K8,9,K13,19,K21,22,K28,K31:B4,K12",
    "B:WK4,24,28,32:B2,6,10,11,26,27,K30",
    "W:WK3,K8,K9,14,17,K18,20,26,30,K32:B5,6,10,11,K13,K21,22,24,K25,28,K31",
    "W:WK26,K19,K10:B13,14,21,22,11,12,20",
    "B:W10,11,12,18,19,20,26,27,28,K32:BK1,K5",
];

/// The milliseconds between two acts: within a window, a slide, a brush, a stray, a lift.
pub const WAITS: [u16; 16] = [0, 0, 1, 4, 8, 10, 20, 30, 45, 60, 90, 120, 160, 250, 400, 1_000];

/// A change of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Act {
    /// Milliseconds since the last one.
    pub wait: u16,
    /// The cell of the diagram that opens or closes, or the key that is pressed and let go.
    pub contact: Contact,
}

impl Act {
    /// The act of these two bytes: three quarters of the first one are cells.
    pub fn of([what, wait]: [u8; 2]) -> Self {
        const KEYS: [Key; 8] = [
            Key::Player(Side::South),
            Key::Player(Side::North),
            Key::Player(Side::South),
            Key::Player(Side::North),
            Key::Player(Side::South),
            Key::Player(Side::North),
            Key::Plus,
            Key::Minus,
        ];
        let contact = match Cell::all().nth(usize::from(what & 63)) {
            // A light cell closes seldom.
            Some(cell) if what < 64 || what < 192 && cell.dark().is_some() => Contact::Cell(cell),
            _ => Contact::Key(KEYS[usize::from(what & 7)]),
        };
        Self { wait: WAITS[usize::from(wait & 15)], contact }
    }
}

/// A game whose contacts change, without a board around it.
#[derive(Clone, Debug)]
pub struct Play {
    game: GameWithMenu,
    folded: Record,
    closed: Cells,
    /// Milliseconds of uptime.
    now: u64,
}

impl Play {
    /// The game from a position, with its clock running unless it is casual.
    ///
    /// # Panics
    ///
    /// If a check fails.
    pub fn from(position: Position, settings: Settings) -> Self {
        let game = GameWithMenu::new(settings);
        let mut play = Self { game, folded: Record::new(), closed: Cells::EMPTY, now: 0 };
        for square in position.occupied() {
            play.take(Act { wait: 0, contact: Contact::Cell(square.cell()) });
        }
        play.step(Input::NewGame { position, opening: None });
        if settings.casual.is_none() {
            let side = match position.turn() {
                Colour::White => Side::North,
                Colour::Black => Side::South,
            };
            play.take(Act { wait: 200, contact: Contact::Key(Key::Player(side)) });
        }
        play.now += 400;
        play
    }

    /// The game.
    pub const fn game(&self) -> &GameWithMenu {
        &self.game
    }

    /// Changes a contact, after every deadline before it.
    ///
    /// # Panics
    ///
    /// If a check fails.
    pub fn take(&mut self, act: Act) {
        self.wait(act.wait);
        let edge = |contact, closed, at| Input::Edge(Edge { at, contact, closed });
        match act.contact {
            Contact::Cell(cell) => {
                let closed = !self.closed.contains(cell);
                self.closed =
                    if closed { self.closed.with(cell) } else { self.closed.without(cell) };
                self.step(edge(act.contact, closed, self.instant()));
            }
            Contact::Key(_) => {
                self.step(edge(act.contact, true, self.instant()));
                self.step(edge(act.contact, false, self.instant()));
            }
        }
    }

    /// Lets time pass.
    ///
    /// # Panics
    ///
    /// If a deadline is not followed by a later one, or a check fails.
    pub fn wait(&mut self, millis: u16) {
        let until = self.now + u64::from(millis);
        let mut last = None;
        while let Some(due) = self.game.next_deadline() {
            if due > Instant::from_millis(until) {
                break;
            }
            assert!(last.is_none_or(|last| due > last), "{due:?} is due again");
            last = Some(due);
            self.now = self.now.max(due.as_millis());
            self.step_at(Input::Wake, due);
        }
        self.now = until;
    }

    fn instant(&self) -> Instant {
        Instant::from_millis(self.now)
    }

    fn step(&mut self, input: Input) {
        self.step_at(input, self.instant());
    }

    fn step_at(&mut self, input: Input, at: Instant) {
        let effects = self.game.step(input, at);
        effects.iter().for_each(|event| self.folded.apply(event));
        let begun = |what: &EventKind| matches!(what, EventKind::Started { .. });
        let begins = effects.iter().any(|event| begun(&event.what));
        same_fold(&self.folded, self.game.record()).unwrap_or_else(|e| panic!("{input:?}: {e}"));
        worlds_explain(&self.game).unwrap_or_else(|e| panic!("{input:?} at {at:?}: {e}"));
        let worlds = self.game.worlds().len();
        assert!(worlds <= MAX_WORLDS && (begins || worlds > 0 || !self.is_followed()));
        // What displays and fault detector ask.
        let _ = (self.game.hands(), self.game.to_put_right(), self.game.decides_at());
    }

    /// Whether the contacts are explained.
    fn is_followed(&self) -> bool {
        let record = self.game.record();
        record.is_playing() && !record.paused()
    }
}

/// Settings for fuzzing: both editions, with and without clocks.
pub fn settings(byte: u8) -> Settings {
    let mut settings = Settings { white: Some(Side::South), ..Settings::default() };
    if byte & 1 == 1 {
        settings.edition = damiera::rules::Edition::Year2006;
    }
    if byte & 6 == 6 {
        settings.casual = Some(Duration::from_secs(2));
    }
    settings.announcement = byte & 8 == 0;
    settings
}
