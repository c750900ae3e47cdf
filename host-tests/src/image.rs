//! What the tests of the firmware images share.

use std::time::Duration;

use damiera::game::Settings;
use damiera::sense::Side;
use damiera::view::{Canvas, HEIGHT, Snapshot, WIDTH};
use damiera_emulator::Bench;
use damiera_emulator::boards::BoardKind;
use damiera_sim::picture::drawn;

/// Starts a board without settings.
///
/// # Panics
///
/// If the emulator does not start.
pub fn start_bench(board: &BoardKind, limit: Duration) -> Bench {
    Bench::start(board, limit).unwrap_or_else(|stopped| panic!("{}: {stopped}", board.name))
}

/// Starts a board whose settings turn a lone display to the north and dim it, without its second
/// display, and returns it with the first one's picture checked.
///
/// # Panics
///
/// If the picture is not turned, or not dimmed.
pub fn with_lone_display(board: &BoardKind, limit: Duration) -> Bench {
    let name = board.name;
    let settings =
        Settings { facing: Side::North, contrast: 3, introduced: true, ..Settings::default() };
    let mut bench =
        Bench::prepared(board, &settings, Side::South, limit).expect("a board with settings");
    bench.emulator.plug_display(0x3D, false).expect("a display");
    bench.run(2_500_000).expect("time");
    let shown = bench.emulator.picture(0x3C).expect("an answer").expect("a picture");
    let snapshot = bench.snapshot(Side::North);
    let upside_down = |canvas: &Canvas| {
        let turned = |x, y| canvas.is_lit(WIDTH - 1 - x, HEIGHT - 1 - y);
        (0..HEIGHT).all(|y| (0..WIDTH).all(|x| turned(x, y) == shown.is_lit(x, y)))
    };
    let phases = [false, true].map(|blink| drawn(&Snapshot { blink, ..snapshot }));
    assert!(phases.iter().any(upside_down), "{name}: {shown}");
    assert_eq!(bench.emulator.contrast(0x3C).expect("an answer"), Some(3 * 25), "{name}");
    bench
}

/// Checks that the displays show the snapshots of the core.
///
/// # Panics
///
/// If one differs.
#[track_caller]
pub fn assert_shown(bench: &mut Bench) {
    bench.shows_the_same().unwrap_or_else(|difference| panic!("{difference}"));
}
