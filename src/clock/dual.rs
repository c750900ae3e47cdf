use serde::{Deserialize, Serialize};

use super::face::{down_to_next_digit, up_to_next_digit};
use super::side::Side;
use super::{ClockState, Face, Pace, Seconds, TENTHS_BELOW, TimeControl};
use crate::rules::Colour;
use crate::time::{Duration, GameTime};

/// The clocks of both players.
///
/// ```text
///            start                press, give_back_turn
///  Standing ------> White runs <------------------------> Black runs
///                       |   ^                               ^   |
///                 pause |   | resume                 resume |   | pause
///                       v   |                               |   v
///                      Paused on White's turn      Paused on Black's turn
///
///      while a clock runs: no time left --> Flag: both stand for good,
///                                           unless they are set to run on
/// ```
///
/// Methods that take an instant expect them in order; an earlier one is treated as
/// the latest so far. A flag and a new period take effect at their own instant,
/// however late the next call comes, and before anything else of that instant.
/// Methods on `&self` change nothing
/// (`host-tests/tests/clock_flags.rs::late_or_frequent_queries_change_nothing`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub(super) control: TimeControl,
    settings: Settings,
    /// White's and Black's, as they were at `stamp`.
    pub(super) sides: [Side; 2],
    /// Whose clock runs, or would if it were not for the pause.
    turn: Option<Colour>,
    running: bool,
    stamp: GameTime,
    flag: Option<(Colour, GameTime)>,
}

/// The arbiter's choices besides the time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings {
    /// What a flag does to the clocks.
    pub after_flag: AfterFlag,
    /// Below this time [`Face::low`] is set.
    pub low: Seconds,
}

impl Default for Settings {
    fn default() -> Self {
        // The warning comes together with the tenths.
        Self { after_flag: AfterFlag::Stop, low: Seconds::new(TENTHS_BELOW.as_secs() as u32) }
    }
}

/// Whether the clocks go on when a flag has fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AfterFlag {
    /// Both stand: the first flag ends the game.
    #[default]
    Stop,
    /// A press still starts the other player's clock, as on a board where the
    /// players have to notice the flag. Time controls with a recharge stop as with
    /// [`Self::Stop`].
    RunOn,
}

/// Whether a press ends a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Counted, and recharged if the time control does so.
    Move,
    /// A late press for a move that is counted already: it brings what that move brings.
    Recharge,
    /// An empty press, or one that comes after the reply: the clock only changes
    /// over.
    Nothing,
}

/// The effect of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pressed {
    /// The other clock runs now.
    ChangedOver {
        /// Time added for the player who pressed, that of new periods included.
        recharge: Duration,
    },
    /// No effect: this player's clock was standing.
    Ignored,
    /// This player's flag had fallen, before that instant or at it. Nothing is
    /// added or counted; the clock changes over only if it is set to run on.
    TooLate,
}

/// The time of one player at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remaining {
    /// Time left of the base or the period; time used if the pace counts up.
    pub main: Duration,
    /// Time left of a simple delay in this turn, or the whole delay of the next,
    /// before the main time runs.
    pub delay: Duration,
    /// The first is 1. Mosse lampo is in the second when the main time is over.
    pub period: u16,
    /// The flag has fallen.
    pub flagged: bool,
}

impl Remaining {
    /// Time for the next move: main time and delay.
    pub fn available(&self) -> Duration {
        self.main + self.delay
    }
}

impl Clock {
    /// Both clocks standing, with the time for the first move.
    pub fn new(control: TimeControl, settings: Settings) -> Self {
        Self {
            control,
            settings,
            sides: [Colour::White, Colour::Black].map(|colour| Side::new(control.of(colour))),
            turn: None,
            running: false,
            stamp: GameTime::ZERO,
            flag: None,
        }
    }

    /// The time control it goes by.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The settings it goes by.
    pub const fn settings(&self) -> Settings {
        self.settings
    }

    /// Starts the first clock, that of `colour`. Returns `false`, without effect, if
    /// a clock has been started before.
    pub fn start(&mut self, colour: Colour, at: GameTime) -> bool {
        if self.turn.is_some() {
            return false;
        }
        self.commit(at);
        self.turn = Some(colour);
        self.running = true;
        self.advance(at);
        true
    }

    /// Takes a press of a player's button.
    pub fn press(&mut self, colour: Colour, at: GameTime, counts: Counts) -> Pressed {
        self.advance(at);
        let too_late = self.turn == Some(colour) && self.side(colour).flagged;
        if self.running() != Some(colour) {
            return if too_late { Pressed::TooLate } else { Pressed::Ignored };
        }
        self.commit(at);
        let other = colour.opponent();
        let recharge = self.sides[colour as usize].press(self.control.of(colour), counts);
        self.sides[other as usize].begin_turn(self.control.of(other));
        self.turn = Some(other);
        self.advance(at);
        if too_late { Pressed::TooLate } else { Pressed::ChangedOver { recharge } }
    }

    /// Counts a move that the opponent's reply at this instant completed without a
    /// press. It adds no time; if it was the last of a period, the new one begins at
    /// the next press that counts, or at zero. Without effect after the player's flag.
    pub fn count_unpressed(&mut self, colour: Colour, at: GameTime) {
        self.advance(at);
        self.count(colour);
    }

    /// [`count_unpressed`](Self::count_unpressed) for a move whose instant makes no
    /// difference: no clock runs, or no flag was due.
    pub const fn count(&mut self, colour: Colour) {
        if !self.side(colour).flagged {
            self.sides[colour as usize].count();
        }
    }

    /// Adds what a press brings after it, because its meaning was not known then, or because it came
    /// late: the recharge, new periods and, with `counts`, the move.
    pub fn recharge(&mut self, colour: Colour, at: GameTime, counts: bool) {
        self.advance(at);
        if !self.side(colour).flagged {
            self.commit(at);
            let counts = if counts { Counts::Move } else { Counts::Recharge };
            self.sides[colour as usize].press(self.control.of(colour), counts);
            self.advance(at);
        }
    }

    /// Undoes the recharge, the counted move and the new periods of a player's last
    /// press, because it was irregular. A second call has no effect.
    pub fn withdraw(&mut self, colour: Colour, at: GameTime) {
        self.advance(at);
        if !self.side(colour).flagged {
            self.commit(at);
            self.sides[colour as usize].withdraw();
            self.advance(at);
        }
    }

    /// Hands the turn back to a player who has an irregularity to correct, with the
    /// rest of that turn: no new delay, no new seconds of mosse lampo. A pause stays.
    /// Returns `false`, without effect, unless the turn is the opponent's and the
    /// clocks can still run.
    pub fn give_back_turn(&mut self, colour: Colour, at: GameTime) -> bool {
        self.advance(at);
        if self.turn != Some(colour.opponent()) || self.is_over() {
            return false;
        }
        self.commit(at);
        self.turn = Some(colour);
        self.advance(at);
        true
    }

    /// Stops the clock that runs. Returns `false` if none does.
    pub fn pause(&mut self, at: GameTime) -> bool {
        self.advance(at);
        if !self.running {
            return false;
        }
        self.commit(at);
        self.running = false;
        true
    }

    /// Ends a pause. Returns `false`, without effect, if there is none or a flag has
    /// stopped the clocks.
    pub fn resume(&mut self, at: GameTime) -> bool {
        if self.running || self.turn.is_none() || self.is_over() {
            return false;
        }
        self.commit(at);
        self.running = true;
        self.advance(at);
        true
    }

    /// Lets a flag fall that is due by now. [`press`](Self::press),
    /// [`pause`](Self::pause) and the other actions call it themselves.
    pub fn advance(&mut self, now: GameTime) {
        let Some((colour, at)) = self.running().zip(self.next_flag()) else { return };
        if at <= now {
            self.commit(at);
            self.flag.get_or_insert((colour, at));
            self.running = !self.is_over();
        }
    }

    /// The first flag that fell: whose and when. A later one does not replace it.
    pub const fn flag(&self) -> Option<(Colour, GameTime)> {
        self.flag
    }

    /// Clears the flags, by the arbiter's decision; the clocks stay paused. Returns
    /// `false`, without effect, while a clock runs.
    pub fn lift_flag(&mut self) -> bool {
        if !self.running {
            self.flag = None;
            self.sides.iter_mut().for_each(|side| side.flagged = false);
        }
        !self.running
    }

    /// Instant of the next flag if no press comes before.
    pub fn next_flag(&self) -> Option<GameTime> {
        let colour = self.running()?;
        let mut side = *self.side(colour);
        let falls_after = side.run(self.control.of(colour), Duration::MAX)?;
        later(self.stamp, falls_after)
    }

    /// Whether a clock runs.
    pub const fn is_running(&self) -> bool {
        self.running
    }

    /// Whose clock runs.
    pub const fn running(&self) -> Option<Colour> {
        if self.running { self.turn } else { None }
    }

    /// Whose clock runs, or will when the pause ends.
    pub const fn turn(&self) -> Option<Colour> {
        self.turn
    }

    /// A player's time at this instant.
    pub fn remaining(&self, colour: Colour, now: GameTime) -> Remaining {
        let side = self.side_at(colour, now);
        Remaining {
            main: side.left,
            delay: self.delay(colour, &side),
            period: side.period.saturating_add(1),
            flagged: side.flagged,
        }
    }

    /// How long a player's turn has run by this instant; the last one, if it is
    /// the opponent's.
    pub fn used(&self, colour: Colour, now: GameTime) -> Duration {
        self.side_at(colour, now).turn
    }

    /// The state of the clocks, for [`set`](Self::set).
    pub const fn read(&self) -> ClockState {
        ClockState {
            sides: self.sides,
            turn: self.turn,
            running: self.running,
            stamp: self.stamp,
            flag: self.flag,
        }
    }

    /// Sets the clocks to a state that [`read`](Self::read) returned.
    pub const fn set(&mut self, state: &ClockState) {
        self.sides = state.sides;
        self.turn = state.turn;
        self.running = state.running;
        self.stamp = state.stamp;
        self.flag = state.flag;
    }

    /// Sets the clocks to an earlier state, standing, with `now` as the instant: for a
    /// move that is taken back.
    pub fn go_back_to(&mut self, state: &ClockState, now: GameTime) {
        self.set(state);
        self.running = false;
        self.stamp = now;
    }

    /// Stops both clocks for a game that begins again (7.4): no move is counted and no clock has
    /// been started. The times stay as they are (7.4.2), or are those of the start if `full`
    /// (7.4.3).
    pub fn restart(&mut self, full: bool, at: GameTime) {
        self.advance(at);
        self.commit(at);
        for colour in [Colour::White, Colour::Black] {
            let pace = *self.control.of(colour);
            let side = &mut self.sides[colour as usize];
            if full {
                *side = Side::new(&pace);
            } else {
                side.restart(&pace);
            }
        }
        self.turn = None;
        self.running = false;
        self.flag = None;
    }

    /// Whether the move of the player on turn is being counted by seconds: mosse lampo, after the
    /// main time.
    pub fn counts_seconds(&self, at: GameTime) -> Option<Colour> {
        let colour = self.turn?;
        let side = self.side_at(colour, at);
        let counts = matches!(self.control.of(colour), Pace::MosseLampo { .. });
        (counts && side.period > 0 && !side.flagged).then_some(colour)
    }

    /// Gives the player on turn the whole seconds of the move anew (3.11). Returns the player;
    /// `None`, without effect, unless the seconds of a move are being counted.
    pub fn annul_seconds(&mut self, at: GameTime) -> Option<Colour> {
        let colour = self.counts_seconds(at)?;
        self.advance(at);
        self.commit(at);
        self.sides[colour as usize].begin_turn(self.control.of(colour));
        Some(colour)
    }

    /// Number of moves that a player has made.
    pub const fn moves(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].moves
    }

    /// The period that a player is in; the first is 1.
    pub fn period(&self, colour: Colour, now: GameTime) -> u16 {
        self.remaining(colour, now).period
    }

    /// The face of a player's clock at this instant: the time available for the next
    /// move.
    pub fn face(&self, colour: Colour, now: GameTime) -> Face {
        let remaining = self.remaining(colour, now);
        let counts_up = *self.control.of(colour) == Pace::CountUp;
        let waiting = self.turn == Some(colour) && !remaining.delay.is_zero();
        Face {
            low: !counts_up && remaining.available() < self.settings.low.duration(),
            flagged: remaining.flagged,
            waiting,
            ..Face::of(remaining.available(), !counts_up)
        }
    }

    /// Instant of the next change of either face if no call comes before: the first
    /// microsecond at which it is different.
    pub fn next_visible_change(&self, now: GameTime) -> Option<GameTime> {
        // The face of a standing clock does not change.
        let colour = self.running()?;
        let side = self.side_at(colour, now);
        if side.flagged {
            return None;
        }
        let after = if *self.control.of(colour) == Pace::CountUp {
            up_to_next_digit(side.left)?
        } else {
            let delay = self.delay(colour, &side);
            let available = side.left + delay;
            let microsecond = Duration::from_micros(1);
            let mut after = down_to_next_digit(available);
            // `Face::waiting` ends with the delay.
            if !delay.is_zero() {
                after = after.min(delay);
            }
            let low = self.settings.low.duration();
            if available >= low {
                after = after.min(available - low + microsecond);
            }
            after
        };
        later(now.max(self.stamp), after)
    }

    pub(super) const fn side(&self, colour: Colour) -> &Side {
        &self.sides[colour as usize]
    }

    fn side_at(&self, colour: Colour, now: GameTime) -> Side {
        let mut side = *self.side(colour);
        if self.running() == Some(colour) {
            side.run(self.control.of(colour), now - self.stamp);
        }
        side
    }

    /// Time left of the delay in this turn; the whole delay for the player who is
    /// not on turn.
    fn delay(&self, colour: Colour, side: &Side) -> Duration {
        let used = if self.turn == Some(colour) { side.used } else { Duration::ZERO };
        Side { used, ..*side }.waits(self.control.of(colour))
    }

    /// Whether a flag has stopped the clocks for good.
    fn is_over(&self) -> bool {
        let runs_on = self.settings.after_flag == AfterFlag::RunOn && !self.control.recharges();
        let flagged = self.sides.iter().filter(|side| side.flagged).count();
        flagged > usize::from(runs_on)
    }

    /// Brings `sides` up to this instant.
    fn commit(&mut self, at: GameTime) {
        let at = at.max(self.stamp);
        if let Some(colour) = self.running() {
            self.sides[colour as usize].run(self.control.of(colour), at - self.stamp);
        }
        self.stamp = at;
    }
}

/// The instant `after` later; `None` beyond the end of the scale.
fn later(at: GameTime, after: Duration) -> Option<GameTime> {
    at.as_micros().checked_add(after.as_micros()).map(GameTime::from_micros)
}
