//! What a display shows, as long as the game cannot say it itself.

use damiera::game::Phase;
use damiera::rules::Side;
use damiera::sense::{Cells, SelfTest};
use damiera::table::Table;
use damiera::time::Micros;
use damiera::view::{Clocks, Label, Language, Map, Restore, Running, Screen, SetUp, Snapshot};

use super::crash::Crash;

/// How long the first screen stays.
const START: u64 = 2_000;
/// After a fault of the firmware its message stays longer.
const FAULT: u64 = 5_000;
const BLINK: u64 = 500;

/// What the display facing this side shows now.
pub(super) fn snapshot(
    table: &Table,
    felt: &SelfTest,
    crash: Option<&Crash>,
    now: Micros,
    facing: Side,
) -> Snapshot {
    let game = table.game();
    let record = game.record();
    let millis = now.as_millis();
    let map = map(table);
    let running = Running {
        clocks: Clocks { running: record.running(), ..Clocks::default() },
        turn: record.position().turn(),
        last: None,
        count: None,
        repetition: None,
        adjusting: false,
    };
    let screen = match record.phase() {
        _ if millis < FAULT && crash.is_some() => Screen::Start {
            version: crash.map_or(Label::default(), |crash| Label::new(crash.text())),
        },
        _ if millis < START => Screen::Start { version: Label::new(env!("DAMIERA_VERSION")) },
        Phase::Setup => Screen::SetUp(SetUp { map, silent: felt.silent(), notice: None }),
        Phase::Halted { .. } | Phase::Restoring(_) => {
            Screen::Restore(Restore { clocks: running.clocks, map, article: None })
        }
        _ if record.running().is_some() => Screen::Running(running),
        _ => Screen::Paused(running),
    };
    let blink = matches!(screen, Screen::SetUp(_) | Screen::Restore(_)) && millis / BLINK % 2 == 1;
    let white = record.white().unwrap_or(Side::South);
    Snapshot { language: Language::Italian, facing, white, blink, screen }
}

/// What stands where, and what should.
fn map(table: &Table) -> Map {
    let game = table.game();
    let on_board = game.tracker().cells();
    let wrong = Cells::from(game.to_put_right());
    let present = on_board - wrong;
    Map { present, missing: wrong - on_board, extra: (wrong & on_board) | on_board.light() }
}
