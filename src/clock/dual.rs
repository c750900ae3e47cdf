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
/// Whatever takes an instant takes them in order; an earlier one counts as the
/// last one before. What happens by itself, a flag or a new period, happens at
/// its own instant, however late somebody asks; and before anything else of that
/// instant. Asking changes nothing.
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

/// What an arbiter can choose besides the time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings {
    /// What a flag does to the clocks.
    pub after_flag: AfterFlag,
    /// A clock with less than this says so.
    pub low: Seconds,
}

impl Default for Settings {
    fn default() -> Self {
        // The sign comes together with the tenths.
        Self { after_flag: AfterFlag::Stop, low: Seconds::new(TENTHS_BELOW.as_secs() as u32) }
    }
}

/// Whether the clocks go on when a flag has fallen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AfterFlag {
    /// Both stand: the first flag ends the game.
    #[default]
    Stop,
    /// The other player's clock runs on when it is pressed for, as on a board
    /// where the players have to notice the flag. With a recharge the clocks stop
    /// all the same.
    RunOn,
}

/// Whether a press ends a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counts {
    /// Counted, and recharged if the time control does so.
    Move,
    /// An empty press, or one that comes after the reply: the clock changes over,
    /// and that is all.
    Nothing,
}

/// What a press did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pressed {
    /// The other clock runs now.
    ChangedOver {
        /// Added for the player who pressed, by a new period too.
        recharge: Duration,
    },
    /// Nothing: this player's clock was standing.
    Ignored,
    /// This player's flag had fallen, before that instant or at it. Nothing is
    /// added or counted; the clock changes over only if it is set to run on.
    TooLate,
}

/// What one player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Remaining {
    /// Left of the base or the period; time used if the pace counts up.
    pub main: Duration,
    /// What this turn, or the next, can use of a simple delay before the main
    /// time runs.
    pub delay: Duration,
    /// The first is 1. Mosse lampo is in the second when the main time is over.
    pub period: u16,
    /// Nothing is left, and nothing will come.
    pub flagged: bool,
}

impl Remaining {
    /// Time for the next move, all together.
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

    /// Lets a player's clock run first. Does nothing, and says so, once a clock
    /// has been started.
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

    /// A player's button.
    pub fn press(&mut self, colour: Colour, at: GameTime, counts: Counts) -> Pressed {
        self.advance(at);
        let too_late = self.turn == Some(colour) && self.side(colour).flagged;
        if self.running() != Some(colour) {
            return if too_late { Pressed::TooLate } else { Pressed::Ignored };
        }
        self.commit(at);
        let other = colour.opponent();
        let recharge =
            self.sides[colour as usize].press(self.control.of(colour), counts == Counts::Move);
        self.sides[other as usize].begin_turn(self.control.of(other));
        self.turn = Some(other);
        self.advance(at);
        if too_late { Pressed::TooLate } else { Pressed::ChangedOver { recharge } }
    }

    /// Counts a move that was made good by the opponent's reply at this instant.
    /// Nobody pressed for it, so it brings no time; if it was the last of a period,
    /// the new one begins at the next press that counts, or at zero. After the
    /// player's flag nothing counts.
    pub fn count_unpressed(&mut self, colour: Colour, at: GameTime) {
        self.advance(at);
        self.count(colour);
    }

    /// The same for a move whose instant makes no difference: no clock runs, or
    /// no flag was due.
    pub const fn count(&mut self, colour: Colour) {
        if !self.side(colour).flagged {
            self.sides[colour as usize].count();
        }
    }

    /// Takes back what a player's last press brought, because it was irregular:
    /// the recharge, the move, the new period. Once, and only if it counted.
    pub fn withdraw(&mut self, colour: Colour, at: GameTime) {
        self.advance(at);
        if !self.side(colour).flagged {
            self.commit(at);
            self.sides[colour as usize].withdraw();
            self.advance(at);
        }
    }

    /// Hands the turn back to a player who has something to put right, with what
    /// was left of that turn: no new delay, no new seconds of mosse lampo. Does
    /// nothing, and says so, unless the turn is the opponent's. A pause stays.
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

    /// Stops the clock that runs. Does nothing, and says so, if none does.
    pub fn pause(&mut self, at: GameTime) -> bool {
        self.advance(at);
        if !self.running {
            return false;
        }
        self.commit(at);
        self.running = false;
        true
    }

    /// Ends a pause. Does nothing, and says so, if there is none or a flag has
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

    /// Lets a flag fall that is due by now. Whatever else takes an instant does
    /// so by itself.
    pub fn advance(&mut self, now: GameTime) {
        let Some((colour, at)) = self.running().zip(self.next_flag()) else { return };
        if at <= now {
            self.commit(at);
            self.flag.get_or_insert((colour, at));
            self.running = !self.is_over();
        }
    }

    /// The first flag that fell: whose and when. It stays, whatever happens later.
    pub const fn flag(&self) -> Option<(Colour, GameTime)> {
        self.flag
    }

    /// Forgets the flags, on the arbiter's word: the clocks are then paused, or
    /// remain so. Does nothing, and says so, while a clock runs.
    pub fn lift_flag(&mut self) -> bool {
        if !self.running {
            self.flag = None;
            self.sides.iter_mut().for_each(|side| side.flagged = false);
        }
        !self.running
    }

    /// When a flag falls if nobody presses any more.
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

    /// What a player has at this instant.
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

    /// The clocks as they are, to be kept and [set](Self::set) again.
    #[cfg_attr(target_os = "none", inline(never))]
    pub const fn read(&self) -> ClockState {
        ClockState {
            sides: self.sides,
            turn: self.turn,
            running: self.running,
            stamp: self.stamp,
            flag: self.flag,
        }
    }

    /// Sets the clocks as they were read.
    #[cfg_attr(target_os = "none", inline(never))]
    pub const fn set(&mut self, reading: &ClockState) {
        self.sides = reading.sides;
        self.turn = reading.turn;
        self.running = reading.running;
        self.stamp = reading.stamp;
        self.flag = reading.flag;
    }

    /// The clocks as they were read at an earlier time, standing, as of now: for
    /// a move that is taken back.
    pub fn go_back_to(&mut self, reading: &ClockState, now: GameTime) {
        self.set(reading);
        self.running = false;
        self.stamp = now;
    }

    /// How many moves a player has made.
    pub const fn moves(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].moves
    }

    /// Which period a player is in; the first is 1.
    pub fn period(&self, colour: Colour, now: GameTime) -> u16 {
        self.remaining(colour, now).period
    }

    /// What a player's clock shows at this instant: the time available for the
    /// next move.
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

    /// When either face changes next if nobody does anything: the first
    /// microsecond at which it is another one.
    pub fn next_visible_change(&self, now: GameTime) -> Option<GameTime> {
        // The other clock stands.
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
            // The waiting ends.
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

    /// Left of the delay in this turn; all of it for the player whose turn is yet
    /// to come.
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

    /// Writes down what has run until this instant.
    fn commit(&mut self, at: GameTime) {
        let at = at.max(self.stamp);
        if let Some(colour) = self.running() {
            self.sides[colour as usize].run(self.control.of(colour), at - self.stamp);
        }
        self.stamp = at;
    }
}

/// An instant after another one, if there is one.
fn later(at: GameTime, after: Duration) -> Option<GameTime> {
    at.as_micros().checked_add(after.as_micros()).map(GameTime::from_micros)
}
