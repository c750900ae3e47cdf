//! The clocks in the game: change-overs, flags, pauses.

use super::{Game, Sound};
use crate::clock::{Clock, ClockState, Counts, Face, Remaining};
use crate::event::{EventKind, Reason, Spent};
use crate::rules::Colour;
use crate::time::{Duration, GameTime, Instant};

/// The earliest of the instants added so far.
#[derive(Default)]
pub(super) struct Earliest(Option<Instant>);

impl Earliest {
    /// Adds an instant.
    pub(super) fn or(&mut self, at: Instant) {
        self.0 = Instant::first_of(&[self.0, Some(at)]);
    }

    pub(super) const fn get(&self) -> Option<Instant> {
        self.0
    }
}

impl Game {
    /// The game time at an instant of uptime.
    pub(crate) fn to_game_time(&self, now: Instant) -> GameTime {
        self.offset + now.saturating_since(self.began)
    }

    /// The game time of the decision in progress.
    pub(super) fn moment(&self) -> GameTime {
        self.to_game_time(self.now)
    }

    /// The instant of uptime at a game time: `began` for one before it.
    fn to_uptime(&self, at: GameTime) -> Instant {
        self.began + at.saturating_since(self.offset)
    }

    /// The state of the clocks after `act` at this moment; `None` without clocks. The record's
    /// clocks do not change before an event with this state is emitted.
    pub(super) fn clock_after(&self, act: impl FnOnce(&mut Clock, GameTime)) -> Option<ClockState> {
        let mut clock = *self.record.clock()?;
        act(&mut clock, self.moment());
        Some(clock.read())
    }

    /// Stops the clock of this player and starts the other's. Without effect if there are no
    /// clocks, if it is the other's turn already, or while an opening is played off the clock.
    pub(super) fn change_over(&mut self, colour: Colour, counts: Counts) {
        let opponent = colour.opponent();
        let waits = self.opening_waits();
        let Some(clock) = self.record.clock() else { return };
        if clock.turn() == Some(opponent) || (clock.turn().is_none() && waits) {
            return;
        }
        let started = clock.turn().is_some();
        let clock = self.clock_after(|clock, at| {
            if started {
                clock.press(colour, at, counts);
            } else {
                clock.start(opponent, at);
            }
        });
        if let Some(clock) = clock {
            self.changed_over = Some(self.now);
            self.warned = [false; 2];
            self.emit(EventKind::Pressed { by: colour, clock });
        }
    }

    /// Time used and times left when a move of this player counts; `None` without clocks.
    pub(super) fn spent(&self, player: Colour, pressed: bool) -> Option<Spent> {
        let at = self.moment();
        let mut clock = *self.record.clock()?;
        let used = clock.used(player, at);
        if pressed && clock.turn() == Some(player) {
            clock.press(player, at, Counts::Move);
        }
        let millis = |duration: Duration| u32::try_from(duration.as_millis()).unwrap_or(u32::MAX);
        let left = |colour| millis(clock.remaining(colour, at).available());
        Some(Spent { used: millis(used), left: [left(Colour::White), left(Colour::Black)] })
    }

    /// Lets a flag fall that is due by now, at its own instant. It ends the game, unless a
    /// complete lawful move on the board has ended it before (5.13).
    pub(super) fn flag_falls(&mut self) {
        let due = self.record.clock().and_then(Clock::next_flag);
        let Some(due) = due.filter(|due| *due <= self.moment()) else { return };
        let at = self.to_uptime(due);
        let now = core::mem::replace(&mut self.now, at);
        // What was done before the flag is decided first; it may have changed the clocks.
        self.resolve(true);
        if self.record.clock().and_then(Clock::next_flag) == Some(due) {
            self.flag_falls_now(due);
        }
        self.now = now;
    }

    fn flag_falls_now(&mut self, due: GameTime) {
        if self.record.result().is_some() {
            // The game is over, and the other clock, set to run on, has passed its limit too.
            let of = self.record.clock().and_then(Clock::running);
            if let (Some(of), Some(clock)) = (of, self.clock_after(|clock, _| clock.advance(due))) {
                self.emit(EventKind::Flag { of, clock });
            }
            return;
        }
        if self.won_before_the_flag() {
            return;
        }
        let Some(clock) = self.clock_after(|clock, _| clock.advance(due)) else { return };
        if let Some(of) = clock.flag() {
            self.emit(EventKind::Flag { of, clock });
            self.end(Some(of.opponent()), Reason::Time);
        }
    }

    /// Pauses the game: stops the clocks and the judgement of the board.
    pub(super) fn pause(&mut self) {
        let clock = self.clock_after(|clock, at| {
            clock.pause(at);
        });
        self.emit(EventKind::Paused { clock });
    }

    /// Ends a pause, and judges the board as it is now.
    pub(super) fn resume(&mut self) {
        let clock = self.clock_after(|clock, at| {
            clock.lift_flag();
            clock.resume(at);
        });
        self.emit(EventKind::Resumed { clock });
        if self.is_followed() {
            self.catch_up();
            self.press_again();
        }
        self.board_changed();
    }

    /// A player's time at this instant; `None` without clocks.
    pub fn remaining(&self, colour: Colour, now: Instant) -> Option<Remaining> {
        Some(self.record.clock()?.remaining(colour, self.to_game_time(now)))
    }

    /// Time that a clock has run since the last event, in whole seconds. Stored beside the log,
    /// so that a power cut loses at most a second.
    pub fn seconds_since_last_event(&self, now: Instant) -> u64 {
        let runs = self.record.clock().is_some_and(Clock::is_running);
        let last = GameTime::from_millis(self.record.at().into());
        if runs { self.to_game_time(now).saturating_since(last).as_secs() } else { 0 }
    }

    /// Instant at which [`seconds_since_last_event`](Self::seconds_since_last_event) goes up;
    /// `None` while no clock runs.
    pub fn next_second(&self, now: Instant) -> Option<Instant> {
        let runs = self.record.clock().is_some_and(Clock::is_running);
        let last = GameTime::from_millis(self.record.at().into());
        let passed = self.seconds_since_last_event(now);
        runs.then(|| self.to_uptime(last + Duration::from_secs(passed + 1)))
    }

    /// Adds the instants of the next flag and of the next change of a face.
    pub(super) fn clock_deadline(&self, first: &mut Earliest) {
        let Some(clock) = self.record.clock() else { return };
        if let Some(flag) = clock.next_flag() {
            first.or(self.to_uptime(flag));
        }
        if let Some(change) = clock.next_visible_change(self.to_game_time(self.latest)) {
            first.or(self.to_uptime(change));
        }
    }

    /// Sounds the warning of little time, once in a turn.
    pub(super) fn warn_of_little_time(&mut self) {
        let at = self.moment();
        let Some(clock) = self.record.clock() else { return };
        let Some(running) = clock.running() else { return };
        let Face { low, flagged, .. } = clock.face(running, at);
        let warned = &mut self.warned[running as usize];
        if low && !flagged && !*warned {
            *warned = true;
            self.sound(Sound::Low);
        }
    }

    /// Sets the sound of this step, if the settings allow sounds.
    pub(super) fn sound(&mut self, sound: Sound) {
        if self.settings.sound {
            self.effects.sound = Some(sound);
        }
    }
}
