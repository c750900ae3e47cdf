//! What a display shows: what the game says, except right after a crash.

use damiera::game::Platform;
use damiera::rules::Side;
use damiera::time::{Micros, Span};
use damiera::view::{Label, Screen, Snapshot};

use super::crash::Crash;
use super::station::Station;

/// How long the message of a crash stays.
const CRASH: Span = Span::from_secs(5);

/// What the display facing this side shows now.
pub(super) fn snapshot(
    station: &Station,
    platform: &Platform,
    crash: Option<&Crash>,
    now: Micros,
    facing: Side,
) -> Snapshot {
    let snapshot = station.snapshot(now, facing, platform);
    match crash {
        Some(crash) if now < Micros::ZERO + CRASH => {
            Snapshot { screen: Screen::Start { version: Label::cut(crash.text()) }, ..snapshot }
        }
        _ => snapshot,
    }
}
