//! The watchdog: fed only while every task reports, so a task that hangs starts the board again.

use embassy_rp::Peri;
use embassy_rp::peripherals::WATCHDOG;
use embassy_rp::watchdog::Watchdog;
use embassy_time::{Duration, Instant, Timer};
use portable_atomic::{AtomicU8, Ordering};

use super::crash;

/// The tasks that report.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum Task {
    Scan,
    Game,
    Oled,
    Usb,
}

impl Task {
    const ALL: [(Self, &str); 4] =
        [(Self::Scan, "scan"), (Self::Game, "game"), (Self::Oled, "oled"), (Self::Usb, "usb")];
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// How often it looks. Every task reports more often than that.
const LOOK: Duration = Duration::from_millis(700);
/// Longer than two looks, and than the slowest erase of a flash sector (400 ms).
const TIMEOUT: Duration = Duration::from_millis(2_000);
/// After so long without a fault the next one counts as the first again.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);

static REPORTED: AtomicU8 = AtomicU8::new(0);

/// A task has got round to its work.
pub(crate) fn report(task: Task) {
    // The scan comes here a thousand times a second: mostly there is nothing new to say.
    if REPORTED.load(Ordering::Relaxed) & task.bit() == 0 {
        REPORTED.fetch_or(task.bit(), Ordering::Relaxed);
    }
}

/// Starts the watchdog at once, so that a boot that hangs is covered too.
pub(crate) fn start(watchdog: Peri<'static, WATCHDOG>) -> Watchdog {
    let mut watchdog = Watchdog::new(watchdog);
    watchdog.pause_on_debug(true);
    watchdog.start(TIMEOUT);
    watchdog
}

/// Feeds the watchdog for ever, or until a task is silent.
#[embassy_executor::task]
pub(crate) async fn task(mut watchdog: Watchdog) -> ! {
    let mut crashed_before = true;
    loop {
        // Whoever never lets this task run again hangs everything below it, and is not known.
        crash::suspect("a task that does not yield");
        Timer::after(LOOK).await;
        let reported = REPORTED.swap(0, Ordering::Relaxed);
        match Task::ALL.iter().find(|(task, _)| reported & task.bit() == 0) {
            None => watchdog.feed(TIMEOUT),
            Some((_, name)) => {
                defmt::error!("the task {=str} hangs", name);
                crash::suspect(name);
                // Two more looks would still be in time: it may come back.
                continue;
            }
        }
        if crashed_before && Instant::now() >= Instant::MIN + HEALTHY_AFTER {
            crashed_before = false;
            crash::forget();
        }
    }
}
