//! The peripherals that every board has, and constructors for `boards/<name>/pins.rs`.

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

/// The peripherals of a board, each ready for its task.
///
/// `wire` in `boards/<name>/pins.rs` fills it in; no other code names a pin.
pub(crate) struct Parts {
    /// Driver that selects the row of reeds to read.
    pub(crate) rows: RowDriver,
    /// Reader of the columns, which show the reeds of that row.
    pub(crate) columns: SioColumns,
    /// The keys.
    pub(crate) keys: KeyPins<Input<'static>>,
    /// The bus of the displays.
    pub(crate) displays: I2c<'static, DisplayBus, Async>,
    /// The buzzer, if the board has one.
    pub(crate) buzzer: Option<Buzzer>,
    /// The status light, if the board has one.
    pub(crate) led: Option<StatusLed>,
    /// The USB port.
    pub(crate) usb: Peri<'static, USB>,
    /// The flash chip, which holds the firmware and the games.
    pub(crate) flash: Peri<'static, FLASH>,
    /// The watchdog timer, which resets the chip when the firmware hangs.
    pub(crate) watchdog: Peri<'static, WATCHDOG>,
}

/// Configures pins as inputs, each pulled to its idle level by the chip.
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

/// Configures pins as outputs at their idle level.
pub(crate) fn outputs<const N: usize>(
    pins: [Peri<'static, AnyPin>; N],
    active: Active,
) -> [Output<'static>; N] {
    pins.map(|pin| Output::new(pin, level(active, false)))
}

/// Returns the level of a pin that is on, or off.
pub(crate) fn level(active: Active, on: bool) -> Level {
    Level::from((active == Active::High) == on)
}

/// Returns the status light on this pin, if the wiring has one.
#[allow(dead_code, reason = "not every board has a light")]
pub(crate) fn led(pin: Peri<'static, AnyPin>, wired: Option<Led>) -> Option<StatusLed> {
    wired.map(|Led { active, .. }| StatusLed::new(Output::new(pin, level(active, false)), active))
}

/// Returns the configuration of a disabled PWM slice: no sound.
pub(crate) fn silent() -> pwm::Config {
    let mut config = pwm::Config::default();
    config.enable = false;
    config
}

/// Fails the build with an explanation unless exactly one of the board features is on.
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
