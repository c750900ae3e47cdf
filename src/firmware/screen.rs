//! What a display shows: what the game says, except right after a crash.

use damiera::menu::DeviceStatus;
use damiera::rules::Side;
use damiera::time::{Duration, Instant};
use damiera::view::{Label, Language, Screen, Snapshot};

use super::crash::Crash;
use super::scan;
use super::startup::Board;

/// The status of this device, as far as the board does not know it itself.
pub(super) fn device_status(id: u64) -> DeviceStatus {
    let version = Label::cut(env!("DAMIERA_VERSION"));
    let device_status = DeviceStatus { version, id, rate: scan::rate(), ..DeviceStatus::default() };
    scan::with_reed_stats(|tally| device_status.with_reed_stats(tally))
}

/// How long the message of a crash stays, and then what became of the game, where it was not
/// restored.
const CRASH: Duration = Duration::from_secs(5);
const ASIDE: Duration = Duration::from_secs(10);

/// What the display facing this side shows now.
pub(super) fn snapshot(
    board: &Board,
    device_status: &DeviceStatus,
    crash: Option<&'static Crash>,
    now: Instant,
    facing: Side,
) -> Snapshot {
    let snapshot = board.snapshot(now, facing, device_status);
    let text = match crash {
        Some(crash) if now < Instant::ZERO + CRASH => crash.text(),
        Some(crash) if crash.gives_up() && now < Instant::ZERO + ASIDE => match snapshot.language {
            Language::Italian => "partita non ripristinata",
            Language::English => "the game was set aside",
        },
        _ => return snapshot,
    };
    Snapshot { screen: Screen::Crashed(text), ..snapshot }
}
