//! The snapshot of a display: that of the board, or the message of a crash right after it.

use damiera::menu::DeviceStatus;
use damiera::rules::Side;
use damiera::time::{Duration, Instant};
use damiera::view::{Label, Language, Screen, Snapshot};

use super::crash::Crash;
use super::scan;
use super::startup::Board;

/// Returns the status that the board cannot know: version, serial number, frame rate, reed statistics.
pub(super) fn device_status(id: u64) -> DeviceStatus {
    let version = Label::cut(env!("DAMIERA_VERSION"));
    let device_status = DeviceStatus { version, id, rate: scan::rate(), ..DeviceStatus::default() };
    scan::with_reed_stats(|stats| device_status.with_reed_stats(stats))
}

/// Uptime until which the message of a crash is shown.
const CRASH_UNTIL: Duration = Duration::from_secs(5);
/// Uptime until which it is then shown that the game was not restored.
const SET_ASIDE_UNTIL: Duration = Duration::from_secs(10);

/// Returns the snapshot for the display that faces this side.
pub(super) fn snapshot(
    board: &Board,
    device_status: &DeviceStatus,
    crash: Option<&'static Crash>,
    now: Instant,
    facing: Side,
) -> Snapshot {
    let snapshot = board.snapshot(now, facing, device_status);
    let text = match crash {
        Some(crash) if now < Instant::ZERO + CRASH_UNTIL => crash.text(),
        Some(crash) if crash.gives_up() && now < Instant::ZERO + SET_ASIDE_UNTIL => {
            match snapshot.language {
                Language::Italian => "partita non ripristinata",
                Language::English => "the game was set aside",
            }
        }
        _ => return snapshot,
    };
    Snapshot { screen: Screen::Crashed(text), blink: false, ..snapshot }
}
