//! The screens of the game itself, with no page open and no message over the clocks.

use super::DeviceStatus;
use super::list::spelled;
use crate::clock::{Clock, Face, Pace};
use crate::event::{Phase, Reason};
use crate::game::Game;
use crate::menu::snapshot::{
    Arbiter, ClockFace, Clocks, Crowning, Flag, GameResult, Info, Irregularity, Map, Played, Ready,
    Restore, Running, Screen, SetUp, Time,
};
use crate::rules::{Article, Colour, Position, Squares};
use crate::sense::Cells;
use crate::time::{Duration, GameTime, Instant};

/// A time as it is shown; one too long for the display as the longest.
pub(super) fn time_of(duration: Duration) -> Time {
    let face = Face::of_whole_seconds(duration);
    Time { hours: face.hours, minutes: face.minutes, seconds: face.seconds, tenths: None }
}

/// The screen of the game's phase.
pub(super) fn game_screen(game: &Game, now: Instant, device_status: &DeviceStatus) -> Screen {
    let record = game.record();
    let clocks = clocks(game, now);
    let to_put_right = !game.to_put_right().is_empty();
    match *record.phase() {
        _ if game.is_idle() => before_a_game(game, device_status),
        Phase::Over => match record.result() {
            // A clock that is set to run on goes on being shown.
            Some(ending) if ending.reason == Reason::Time && clocks.running.is_some() => {
                let first = ending.winner.map_or(Colour::White, Colour::opponent);
                Screen::Flag(Flag { clocks, first })
            }
            ending => Screen::Result(GameResult {
                clocks,
                winner: ending.and_then(|ending| ending.winner),
                reason: ending.map_or(Reason::BrokenOff, |ending| ending.reason),
                edition: record.edition(),
                moves: record.half_moves().div_ceil(2),
            }),
        },
        Phase::Halted { .. } | Phase::Restoring(_) | Phase::Arbiter
            if record.paused() && to_put_right =>
        {
            Screen::Restore(restore(game, clocks))
        }
        _ if record.paused() => Screen::Paused(running_screen(game, clocks)),
        Phase::Setup => before_a_game(game, device_status),
        Phase::Choosing(irregularity) if game.settings().announcement => {
            Screen::Irregularity(Irregularity {
                clocks,
                offender: irregularity.offender,
                breach: irregularity.breach,
                edition: record.edition(),
                squares: irregularity.squares,
                light: irregularity.light,
                can_keep: game.can_keep(),
            })
        }
        Phase::Halted { .. } | Phase::Restoring(_) => Screen::Restore(restore(game, clocks)),
        Phase::Arbiter => Screen::Arbiter(Arbiter { clocks, squares: game.to_put_right() }),
        Phase::Playing if !is_running(game) => before_a_game(game, device_status),
        Phase::Playing | Phase::Choosing(_) => match game.crowning_before_the_press() {
            Some((colour, square)) => Screen::Crowning(Crowning { clocks, colour, square }),
            None => Screen::Running(running_screen(game, clocks)),
        },
    }
}

/// Moves, opening and counters, for three seconds.
pub(super) fn info(game: &Game, clocks: Clocks) -> Screen {
    let record = game.record();
    Screen::Info(Info {
        clocks,
        game: record.game(),
        moves: game.moves_made(),
        opening: record.opening(),
        last: last_two(game),
        removed: *record.removed(),
        count: record.count().copied(),
        repetition: repetition(game),
    })
}

/// The last two half-moves; a capture that was the last one with its whole path (5.10).
fn last_two(game: &Game) -> [Option<Played>; 2] {
    let [before, last] = game.last_two();
    let whole = |last: Played| Played { whole: last.whole || last.played.is_capture(), ..last };
    [before, last.or(game.last_played()).map(whole)]
}

/// The board is being set up, or waits for the press that starts a clock.
fn before_a_game(game: &Game, device_status: &DeviceStatus) -> Screen {
    let record = game.record();
    let idle = game.is_idle();
    let expected = if idle { Position::start().occupied() } else { game.expected() };
    let waits = !idle && game.opening_waits();
    let map = map(game, expected);
    let wrong = !map.missing.is_empty() || !map.extra.is_empty();
    // The half-moves of an opening are being played.
    if wrong && !waits && !game.is_move_standing() {
        let notice = (record.quarter_turned() && !idle).then_some(Article::new(7, 2));
        let swapped = record.swapped().map(|_| Article::new(7, 3));
        let notice = notice.or(swapped.filter(|_| !idle));
        return Screen::SetUp(SetUp { map, silent: device_status.silent, notice });
    }
    let opening = record.opening().filter(|_| !idle);
    let standing = u8::from(game.is_move_standing());
    let on_board = (record.half_moves() as u8).saturating_add(standing).min(3);
    Screen::Ready(Ready {
        opening,
        on_board: if opening.is_some() { on_board } else { 0 },
        starter: if opening.is_some() {
            Colour::White
        } else if idle {
            Colour::Black
        } else {
            record.position().turn().opponent()
        },
        control: spelled(&game.settings().control),
    })
}

/// The pieces on the board compared with the squares that should be occupied.
fn map(game: &Game, expected: Squares) -> Map {
    let contacts = game.contacts();
    let (cells, expected) = (contacts.cells(), Cells::from(expected));
    let trusted = |cells: Cells| cells - contacts.untrusted();
    Map {
        present: cells & expected,
        missing: trusted(expected - cells),
        extra: trusted(cells - expected),
    }
}

fn restore(game: &Game, clocks: Clocks) -> Restore {
    Restore { clocks, map: map(game, game.expected()), article: game.article_of_restoring() }
}

/// Whether a clock runs, or the game goes on without one.
fn is_running(game: &Game) -> bool {
    match game.record().clock() {
        Some(clock) => clock.turn().is_some(),
        None => true,
    }
}

fn running_screen(game: &Game, clocks: Clocks) -> Running {
    let record = game.record();
    Running {
        clocks,
        turn: record.running().unwrap_or(record.position().turn()),
        last: game.last_played(),
        count: record.count().copied().filter(|count| count.is_running()),
        repetition: repetition(game),
        adjusting: record.adjusting(),
        uncrowned: game.uncrowned(None),
    }
}

/// How often the position has been on the board, from 2 up.
fn repetition(game: &Game) -> Option<u8> {
    Some(game.repeated()).filter(|times| *times > 1)
}

/// Both clocks as they are shown.
pub(super) fn clocks(game: &Game, now: Instant) -> Clocks {
    let Some(clock) = game.record().clock() else { return Clocks::default() };
    let line = game.to_game_time(now);
    Clocks {
        white: face(clock, Colour::White, line),
        black: face(clock, Colour::Black, line),
        running: clock.running(),
    }
}

/// Whether a player's time control has several periods.
pub(super) const fn has_periods(clock: &Clock, colour: Colour) -> bool {
    matches!(clock.control().of(colour), Pace::Cadence(_) | Pace::MosseLampo { .. })
}

fn face(clock: &Clock, colour: Colour, line: GameTime) -> ClockFace {
    let Face { hours, minutes, seconds, tenths, low, flagged, waiting } = clock.face(colour, line);
    let period =
        has_periods(clock, colour).then(|| clock.period(colour, line).min(u8::MAX.into()) as u8);
    let time = Time { hours, minutes, seconds, tenths };
    ClockFace { time, low, flagged, delaying: waiting, period }
}
