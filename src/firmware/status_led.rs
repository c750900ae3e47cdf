//! The light of the board: it blinks as long as the executor runs its tasks.

use embassy_rp::gpio::Output;
use embassy_time::{Duration, Ticker};
use embedded_hal::digital::StatefulOutputPin;

use super::self_check::Health;

/// Blinks once a second; five times a second when the self-check failed, so that a broken image
/// shows without a debug probe.
#[embassy_executor::task]
pub(crate) async fn task(led: Output<'static>, health: Health) -> ! {
    let half_period = match health {
        Health::Good => Duration::from_millis(500),
        Health::Broken => Duration::from_millis(100),
    };
    match blink(led, Ticker::every(half_period)).await {}
}

/// Toggles any pin at every tick.
async fn blink<Pin>(mut pin: Pin, mut ticker: Ticker) -> core::convert::Infallible
where
    Pin: StatefulOutputPin<Error = core::convert::Infallible>,
{
    loop {
        let Ok(()) = pin.toggle();
        ticker.next().await;
    }
}
