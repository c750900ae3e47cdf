//! The task of the watchdog: feeds it only while every task of [`Task`] reports, so a task that hangs
//! resets the chip.

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
    /// All tasks with their names, as they stand in a crash record.
    const ALL: [(Self, &str); 4] =
        [(Self::Scan, "scan"), (Self::Game, "game"), (Self::Oled, "oled"), (Self::Usb, "usb")];

    /// Returns the task's bit in [`REPORTED_TASKS`].
    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// Interval at which the reports are checked. Every task reports more often: the slowest, the displays'
/// task, every 500 ms.
const CHECK_INTERVAL: Duration = Duration::from_millis(700);
/// Timeout of the watchdog: more than two checks and a sector erase of 400 ms, the longest by the data
/// sheet.
const TIMEOUT: Duration = Duration::from_millis(2_000);
/// Uptime after which the crashes before this start no longer count.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);

/// The tasks that have reported since the last check, a bit each.
static REPORTED_TASKS: AtomicU8 = AtomicU8::new(0);

/// Reports that a task still runs.
pub(crate) fn report(task: Task) {
    // The scan calls this 1,000 times a second; the load avoids a critical section each time, which
    // `fetch_or` needs on this core.
    if REPORTED_TASKS.load(Ordering::Relaxed) & task.bit() == 0 {
        REPORTED_TASKS.fetch_or(task.bit(), Ordering::Relaxed);
    }
}

/// Starts the watchdog. `main` calls it before the self-check and the flash, so that it also covers a
/// boot that hangs.
pub(crate) fn start(watchdog: Peri<'static, WATCHDOG>) -> Watchdog {
    let mut watchdog = Watchdog::new(watchdog);
    watchdog.pause_on_debug(true);
    watchdog.start(TIMEOUT);
    watchdog
}

/// Feeds the watchdog at each check in which all tasks have reported.
#[embassy_executor::task]
pub(crate) async fn task(mut watchdog: Watchdog) -> ! {
    // If this task never runs again, the task that hangs the executor is not known.
    const UNKNOWN: &str = "a task that does not yield";
    let mut crashes_count = true;
    let mut suspect = UNKNOWN;
    loop {
        crash::suspect(suspect);
        Timer::after(CHECK_INTERVAL).await;
        let reported = REPORTED_TASKS.swap(0, Ordering::Relaxed);
        match Task::ALL.iter().find(|(task, _)| reported & task.bit() == 0) {
            None => {
                watchdog.feed(TIMEOUT);
                suspect = UNKNOWN;
            }
            Some((_, name)) => {
                defmt::error!("the task {=str} hangs", name);
                suspect = name;
                // Not fed: a task that reports by the next check is still in time.
                continue;
            }
        }
        if crashes_count && Instant::now() >= Instant::MIN + HEALTHY_AFTER {
            crashes_count = false;
            crash::forget();
        }
    }
}
