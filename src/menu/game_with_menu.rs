use core::ops::Deref;

use super::{DeviceStatus, Menu};
use crate::event::Record;
use crate::game::{Effects, Game, Input, Settings};
use crate::menu::snapshot::Snapshot;
use crate::rules::Side;
use crate::sense::{Contact, Edge, Timing};
use crate::time::{Duration, Instant};

/// A game and its menu, as one deterministic reducer. The game can be read through it.
#[derive(Clone, Debug)]
pub struct GameWithMenu {
    game: Game,
    menu: Menu,
}

impl Deref for GameWithMenu {
    type Target = Game;
    fn deref(&self) -> &Game {
        &self.game
    }
}

impl GameWithMenu {
    /// A board on which no game has begun.
    pub fn new(settings: Settings) -> Self {
        Self::with_record(settings, Record::new())
    }

    /// A board that continues the game of this record after a restart.
    pub fn with_record(settings: Settings, record: Record) -> Self {
        let mut game = Self::before_start();
        *game.record_mut() = record;
        game.restore(settings);
        game
    }

    /// A board that has not started. [`restore`](Self::restore) comes before the first step.
    pub(crate) const fn before_start() -> Self {
        Self { game: Game::new(), menu: Menu::new(0) }
    }

    /// The record, for the events stored before a restart, which are folded into it before
    /// [`restore`](Self::restore).
    pub(crate) const fn record_mut(&mut self) -> &mut Record {
        self.game.record_mut()
    }

    /// Continues the game of the record, with these settings.
    pub(crate) fn restore(&mut self, settings: Settings) {
        self.game.restore(settings);
        self.menu = Menu::new(self.game.record().game());
    }

    /// Sets the debounce times of the contacts.
    pub(crate) const fn set_timing(&mut self, timing: Timing) {
        self.game.set_window(Duration::from_millis(timing.delay() as u64));
    }

    /// Whether a page of diagnostics is open.
    pub const fn shows_diagnostics(&self) -> bool {
        self.menu.shows_diagnostics()
    }

    /// Takes one input at this instant: decides what happens, then applies it. The effects stay until
    /// the next step.
    // A function of its own: `cargo xtask bench-image` counts its calls by its symbol.
    #[inline(never)]
    pub fn step(&mut self, input: Input, now: Instant) -> &Effects {
        let allowed = self.game.begin_step(&input, now);
        self.menu.follow(&mut self.game);
        if allowed {
            self.take(input);
        }
        self.game.end_step();
        self.menu.follow(&mut self.game);
        if let (Input::Request(request) | Input::Command(request), Some(Ok(()))) =
            (input, self.game.answer())
        {
            self.menu.done(&request);
        }
        self.game.effects()
    }

    fn take(&mut self, input: Input) {
        let Self { game, menu } = self;
        match input {
            Input::Edge(Edge { contact: Contact::Key(key), closed, .. }) if menu.takes_key(key) => {
                menu.key_edge(key, closed, game);
            }
            Input::Wake => {
                menu.time_passed(game);
                game.take(input);
            }
            Input::Woken => menu.woken(game),
            Input::Recovered { cause, .. } => {
                game.take(input);
                menu.recovered(cause, game);
            }
            Input::Fault(event) => {
                game.take(input);
                menu.fault(event, game.now());
            }
            Input::Storage(fault) => {
                game.take(input);
                menu.storage(fault, game.now());
            }
            Input::Connection(_) => {
                game.take(input);
                menu.connection_changed(game);
            }
            Input::NewGame { .. }
            | Input::Distrust(_)
            | Input::Edge(_)
            | Input::Declare { .. }
            | Input::Random(_)
            | Input::Request(_)
            | Input::Command(_) => game.take(input),
        }
    }

    /// The effects of the last step.
    pub const fn effects(&self) -> &Effects {
        self.game.effects()
    }

    /// The instant at which to send `Input::Wake` if no input comes before: a decision is due, or
    /// the display or the buzzer changes.
    pub fn next_deadline(&self) -> Option<Instant> {
        Instant::first_of(&[self.game.next_deadline(), self.menu.next_deadline(&self.game)])
    }

    /// The snapshot for the display that is read from this side.
    pub fn snapshot(&self, now: Instant, facing: Side, device_status: &DeviceStatus) -> Snapshot {
        self.menu.snapshot(&self.game, now, facing, device_status)
    }
}
