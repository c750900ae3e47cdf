//! What a display shows: what the game says, except right after a crash.

use damiera::menu::Platform;
use damiera::rules::Side;
use damiera::time::{Micros, Span};
use damiera::view::{Language, Screen, Snapshot};

use super::crash::Crash;
use super::station::Station;

/// How long the message of a crash stays, and then what became of the game, where it was not
/// restored.
const CRASH: Span = Span::from_secs(5);
const ASIDE: Span = Span::from_secs(10);

/// What the display facing this side shows now.
pub(super) fn snapshot(
    station: &Station,
    platform: &Platform,
    crash: Option<&'static Crash>,
    now: Micros,
    facing: Side,
) -> Snapshot {
    let snapshot = station.snapshot(now, facing, platform);
    let text = match crash {
        Some(crash) if now < Micros::ZERO + CRASH => crash.text(),
        Some(crash) if crash.gives_up() && now < Micros::ZERO + ASIDE => match snapshot.language {
            Language::Italian => "partita non ripristinata",
            Language::English => "the game was set aside",
        },
        _ => return snapshot,
    };
    Snapshot { screen: Screen::Crashed(text), ..snapshot }
}
