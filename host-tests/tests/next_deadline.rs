//! No snapshot changes between two deadlines, so firmware may sleep until the next one.

use std::fs;

use damiera::game::Input;
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::Side;
use damiera::time::{Duration, Instant};
use damiera::view::Snapshot;
use damiera_emulator::scenario_files;
use damiera_sim::scenario::Scenario;
use host_tests::data;

fn seen(game: &GameWithMenu, at: Instant) -> Snapshot {
    game.snapshot(at, Side::South, &DeviceStatus::default())
}

/// Runs a game for `time` without inputs, and compares its screens between the deadlines. Returns
/// the number of comparisons and of deadlines.
fn watch(name: &str, mut game: GameWithMenu, mut now: Instant, time: Duration) -> (usize, usize) {
    let (mut looks, mut deadlines) = (0, 0);
    let end = now + time;
    while now < end {
        let due = game.next_deadline();
        // A deadline in the past is due at once.
        if due.is_some_and(|due| due <= now) {
            game.step(Input::Wake, now);
            deadlines += 1;
            assert!(
                game.next_deadline().is_none_or(|next| next > now),
                "{name}: the deadline at {now:?} does not pass"
            );
        }
        let until = game.next_deadline().filter(|due| *due < end).unwrap_or(end);
        let first = seen(&game, now);
        let millis = until.saturating_since(now).as_micros() / 1_000;
        // Every millisecond of a short sleep; both ends and 24 instants of a long one.
        let step = 1 + millis / 24;
        let middle = (0..=millis).step_by(step as usize).map(|ms| now + Duration::from_millis(ms));
        let last = Instant::from_micros(until.as_micros() - 1);
        for at in middle.chain([last]).filter(|at| *at < until) {
            looks += 1;
            let later = seen(&game, at);
            assert!(
                first == later,
                "{name}: the screen changes between {now:?} and {at:?}, before {until:?}:\n{first:?}\n{later:?}"
            );
        }
        now = until;
        if now < end {
            game.step(Input::Wake, now);
            deadlines += 1;
        }
    }
    (looks, deadlines)
}

/// Leaves the board alone after some acts of every scenario.
#[test]
fn no_screen_changes_between_two_deadlines() {
    let folder = data::path("data/scenarios");
    let (mut looks, mut deadlines, mut boards) = (0, 0, 0);
    for path in scenario_files(&folder).expect("the folder of scenarios") {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let text = fs::read_to_string(&path).expect("a scenario");
        let cuts = cuts(&text);
        for cut in cuts {
            let part: String = text.lines().take(cut).map(|line| format!("{line}\n")).collect();
            let Ok(scenario) = Scenario::read(&part) else { continue };
            let Ok(mut board) = scenario.board() else { continue };
            scenario.run_on(&mut board);
            let now = Instant::from_millis(board.now());
            let (more, due) =
                watch(&format!("{name}, line {cut}"), board.game().clone(), now, TIME);
            looks += more;
            deadlines += due;
            boards += 1;
        }
    }
    println!("{boards} boards left alone, {looks} looks, {deadlines} deadlines");
    assert!(boards > 500 && deadlines > 2_000, "{boards} boards, {deadlines} deadlines");
}

/// Long enough for notices to disappear and for several seconds of the clocks.
const TIME: Duration = Duration::from_millis(6_500);

/// Numbers of the lines after which the board is left alone: about six acts, evenly spread, and the
/// last.
fn cuts(text: &str) -> Vec<usize> {
    let acts: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, _)| number + 1)
        .collect();
    let every = acts.len().div_ceil(6).max(1);
    let mut cuts: Vec<_> = acts.iter().rev().step_by(every).copied().collect();
    cuts.reverse();
    cuts
}
