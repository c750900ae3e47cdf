//! Two clocks of which at most one runs, and the time controls they go by.
//!
//! A [`TimeControl`] is data with a short text form (`4'+3"`, `40/60'`); the usual
//! ones are [`PRESETS`]. A [`Clock`] takes presses, pauses and corrections, each
//! with its instant. It reads no timer and counts nothing down: the time left is the
//! value at the last change less the time since, exact to the microsecond. The same
//! calls give an equal clock, so it can be folded from the log of a game.
//!
//! ```
//! use damiera::clock::{Clock, Counts, Pressed, Settings};
//! use damiera::rules::Colour::{Black, White};
//! use damiera::time::{GameTime, Duration};
//!
//! let second = |n: u64| GameTime::from_millis(1_000 * n);
//! let control = "4'+3\"".parse().unwrap();
//! let mut clock = Clock::new(control, Settings::default());
//! assert_eq!(clock.face(White, second(0)).to_string(), "4:03");
//!
//! clock.start(White, second(10));
//! let pressed = clock.press(White, second(17), Counts::Move);
//! assert_eq!(pressed, Pressed::ChangedOver { recharge: Duration::from_secs(3) });
//! assert_eq!(clock.face(White, second(20)).to_string(), "3:59");
//! assert_eq!(clock.face(Black, second(20)).to_string(), "4:00");
//! assert_eq!(clock.next_flag(), Some(second(17 + 243)));
//! ```

mod control;
mod correction;
mod dual;
mod face;
mod presets;
mod seconds;
mod side;
mod state;
mod text;

pub use control::{
    Award, Cadence, ControlError, MAX_MOVES_IN_PERIOD, MAX_PERIODS, Pace, Period, TimeControl,
};
pub use correction::{CorrectionRefused, MAX_SET_MOVES};
pub use dual::{AfterFlag, Clock, Counts, Pressed, Remaining, Settings};
pub use face::{Face, LONGEST_SHOWN, TENTHS_BELOW};
pub use presets::{PRESETS, Preset};
pub use seconds::Seconds;
pub use state::ClockState;
pub use text::{MAX_TEXT, TextError, TextProblem};
