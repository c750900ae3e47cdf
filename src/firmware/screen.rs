//! What a display shows: what the game says, except right after a crash.

use damiera::menu::Platform;
use damiera::rules::Side;
use damiera::time::{Duration, Instant};
use damiera::view::{Label, Language, Screen, Snapshot};

use super::crash::Crash;
use super::scan;
use super::station::Station;

/// The status of this device, as far as the board does not know it itself.
pub(super) fn platform(id: u64) -> Platform {
    let version = Label::cut(env!("DAMIERA_VERSION"));
    let platform = Platform { version, id, rate: scan::rate(), ..Platform::default() };
    scan::with_tally(|tally| platform.with_tally(tally))
}

/// How long the message of a crash stays, and then what became of the game, where it was not
/// restored.
const CRASH: Duration = Duration::from_secs(5);
const ASIDE: Duration = Duration::from_secs(10);

/// What the display facing this side shows now.
pub(super) fn snapshot(
    station: &Station,
    platform: &Platform,
    crash: Option<&'static Crash>,
    now: Instant,
    facing: Side,
) -> Snapshot {
    let snapshot = station.snapshot(now, facing, platform);
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
