//! The task of the status light: it blinks as long as the thread executor runs its tasks.

use damiera::wiring::Active;
use embassy_rp::gpio::Output;
use embassy_time::{Duration, Ticker};

use super::parts::level;
use super::self_check::Health;

/// The status light and the level at which it is lit.
pub(crate) struct StatusLed {
    pin: Output<'static>,
    active: Active,
}

#[allow(dead_code, reason = "not every board has a light")]
impl StatusLed {
    pub(crate) fn new(pin: Output<'static>, active: Active) -> Self {
        Self { pin, active }
    }
}

/// Blinks once a second; five times a second when the self-check failed, so that a broken image
/// shows without a debug probe.
#[embassy_executor::task]
pub(crate) async fn task(mut led: StatusLed, health: Health) -> ! {
    let mut ticker = Ticker::every(match health {
        Health::Good => Duration::from_millis(500),
        Health::Broken => Duration::from_millis(100),
    });
    let mut lit = true;
    loop {
        led.pin.set_level(level(led.active, lit));
        lit = !lit;
        ticker.next().await;
    }
}
