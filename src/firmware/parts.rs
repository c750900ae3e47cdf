//! What every board has, whatever its pins.

use damiera::drivers::keys::KeyPins;
use damiera::wiring::{Active, Led};
use embassy_rp::Peri;
use embassy_rp::gpio::{AnyPin, Input, Level, Output, Pull};
use embassy_rp::i2c::{Async, I2c};
use embassy_rp::peripherals::{FLASH, USB, WATCHDOG};
use embassy_rp::pwm;

use super::buzzer::Buzzer;
use super::columns::SioColumns;
use super::status_led::StatusLed;
use crate::pins::{DisplayBus, RowDriver};

/// The parts of a board, each ready for its task.
///
/// `boards/<name>/pins.rs` fills it in, so that no other file knows a pin's number.
pub(crate) struct Parts {
    /// What selects the row of reeds that is read.
    pub(crate) rows: RowDriver,
    /// What reads the reeds of that row.
    pub(crate) columns: SioColumns,
    /// The keys.
    pub(crate) keys: KeyPins<Input<'static>>,
    /// The bus of the displays.
    pub(crate) displays: I2c<'static, DisplayBus, Async>,
    /// The buzzer, if the board has one.
    pub(crate) buzzer: Option<Buzzer>,
    /// The light that shows that the firmware runs, if the board has one.
    pub(crate) led: Option<StatusLed>,
    /// The USB port.
    pub(crate) usb: Peri<'static, USB>,
    /// The flash chip, which holds the firmware and the games.
    pub(crate) flash: Peri<'static, FLASH>,
    /// What starts the chip again when the firmware hangs.
    pub(crate) watchdog: Peri<'static, WATCHDOG>,
}

/// Pins that are read, each held at its idle level by the chip.
pub(crate) fn inputs<const N: usize>(
    pins: [Peri<'static, AnyPin>; N],
    active: Active,
) -> [Input<'static>; N] {
    let pull = match active {
        Active::High => Pull::Down,
        Active::Low => Pull::Up,
    };
    pins.map(|pin| Input::new(pin, pull))
}

/// Pins that are driven, idle at first.
pub(crate) fn outputs<const N: usize>(
    pins: [Peri<'static, AnyPin>; N],
    active: Active,
) -> [Output<'static>; N] {
    pins.map(|pin| Output::new(pin, level(active, false)))
}

/// The level at which something is on, or off.
pub(crate) fn level(active: Active, on: bool) -> Level {
    Level::from((active == Active::High) == on)
}

/// The light, where the wiring names one.
#[allow(dead_code, reason = "not every board has a light")]
pub(crate) fn led(pin: Peri<'static, AnyPin>, wired: Option<Led>) -> Option<StatusLed> {
    wired.map(|Led { active, .. }| StatusLed::new(Output::new(pin, level(active, false)), active))
}

/// A PWM slice that makes no sound.
pub(crate) fn silent() -> pwm::Config {
    let mut config = pwm::Config::default();
    config.enable = false;
    config
}

/// Stops the build with a sentence unless exactly one of the board features is on.
macro_rules! one_board_of {
    ($($board:literal),+) => {
        #[cfg(not(any($(feature = $board),+)))]
        compile_error!(
            "no board is chosen: build with `--features NAME`, where NAME is a folder of boards/, \
             or leave out `--no-default-features` to build for the Raspberry Pi Pico"
        );
        one_board_of!(@pairs $($board)+);
    };
    (@pairs $board:literal $($other:literal)*) => {
        #[cfg(all(feature = $board, any($(feature = $other),*)))]
        compile_error!(
            "two boards are chosen: `pico` is the default, so build for another board with \
             `--no-default-features --features NAME`"
        );
        one_board_of!(@pairs $($other)*);
    };
    (@pairs) => {};
}
