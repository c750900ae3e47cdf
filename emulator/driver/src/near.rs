//! Tolerance of the clocks on a screen.

use damiera::game::Game;
use damiera::rules::Colour;
use damiera::time::Instant;
use damiera::view::{Clocks, Screen, Snapshot, Time};

use crate::alike::APART;

/// Returns the snapshots that a display may show: this one, and where a clock of the core is within
/// [`APART`] milliseconds of a change of its last digit, also the one with that digit changed. The
/// image's clock may have stopped a millisecond earlier or later.
pub(crate) fn near(snapshot: &Snapshot, game: &Game, now: Instant) -> Vec<Snapshot> {
    let mut all = vec![*snapshot];
    for colour in [Colour::White, Colour::Black] {
        for with in all.clone() {
            let mut other = with;
            let Some(clocks) = clocks_of(&mut other.screen) else { continue };
            let face = match colour {
                Colour::White => &mut clocks.white,
                Colour::Black => &mut clocks.black,
            };
            let Some(remaining) = game.remaining(colour, now) else { continue };
            let digit = if face.time.tenths.is_some() { 100 } else { 1_000 };
            let left = remaining.available().as_micros();
            let (below, above) = (left % (digit * 1_000), digit * 1_000 - left % (digit * 1_000));
            if below <= APART * 1_000 {
                face.time = shifted(face.time, -1);
            } else if above <= APART * 1_000 {
                face.time = shifted(face.time, 1);
            } else {
                continue;
            }
            all.push(other);
        }
    }
    all
}

/// Returns the clocks of a screen, if it has any.
fn clocks_of(screen: &mut Screen) -> Option<&mut Clocks> {
    match screen {
        Screen::Running(screen) | Screen::Paused(screen) => Some(&mut screen.clocks),
        Screen::Info(screen) => Some(&mut screen.clocks),
        Screen::Irregularity(screen) => Some(&mut screen.clocks),
        Screen::Notice(screen) => Some(&mut screen.clocks),
        Screen::Restore(screen) => Some(&mut screen.clocks),
        Screen::Arbiter(screen) => Some(&mut screen.clocks),
        Screen::Crowning(screen) => Some(&mut screen.clocks),
        Screen::Claim(screen) => Some(&mut screen.clocks),
        Screen::Flag(screen) => Some(&mut screen.clocks),
        Screen::Result(screen) => Some(&mut screen.clocks),
        Screen::SensorFault(screen) => Some(&mut screen.clocks),
        Screen::Resume(screen) => Some(&mut screen.clocks),
        _ => None,
    }
}

/// Returns a time with its last digit changed by `by`.
fn shifted(time: Time, by: i64) -> Time {
    let Time { hours, minutes, seconds, tenths } = time;
    let whole = (i64::from(hours) * 60 + i64::from(minutes)) * 60 + i64::from(seconds);
    let parts = if tenths.is_some() { 10 } else { 1 };
    let all = (whole * parts + i64::from(tenths.unwrap_or(0)) + by).max(0);
    let whole = all / parts;
    Time {
        hours: (whole / 3_600) as u8,
        minutes: (whole / 60 % 60) as u8,
        seconds: (whole % 60) as u8,
        tenths: tenths.map(|_| (all % parts) as u8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digit_carries() {
        let time = |minutes, seconds, tenths| Time { hours: 0, minutes, seconds, tenths };
        assert_eq!(shifted(time(5, 0, None), -1), time(4, 59, None));
        assert_eq!(shifted(time(4, 59, None), 1), time(5, 0, None));
        assert_eq!(shifted(time(0, 10, Some(0)), -1), time(0, 9, Some(9)));
        assert_eq!(shifted(time(0, 0, Some(0)), -1), time(0, 0, Some(0)));
    }
}
