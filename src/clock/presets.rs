use super::{Award, Cadence, ControlError, Pace, Period, Seconds, TimeControl};

/// A time control with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// Italian, as players call it; at most 21 letters, a line of the display.
    pub name: &'static str,
    /// The time control.
    pub control: TimeControl,
}

/// The time controls in use, the shortest first.
pub const PRESETS: [Preset; 8] = [
    preset("Lampo", lampo(Seconds::hms(0, 5, 0))),
    preset("Lampo Fischer", fischer(Seconds::hms(0, 4, 0), Seconds::new(3))),
    preset("Semilampo", lampo(Seconds::hms(0, 15, 0))),
    preset("Semilampo Fischer", fischer(Seconds::hms(0, 9, 0), Seconds::new(6))),
    preset("Torneo di circolo", fischer(Seconds::hms(0, 15, 0), Seconds::new(30))),
    preset("40 mosse in un'ora", cadence(&[Period::of(40, Seconds::hms(1, 0, 0))])),
    preset(
        "Internazionale",
        cadence(&[Period::of(50, Seconds::hms(2, 0, 0)), Period::of(25, Seconds::hms(1, 0, 0))]),
    ),
    preset("Tempo lungo Fischer", fischer(Seconds::hms(1, 20, 0), Seconds::new(60))),
];

const fn preset(name: &'static str, pace: Pace) -> Preset {
    Preset { name, control: valid(TimeControl::same(pace)) }
}

const fn lampo(time: Seconds) -> Pace {
    Pace::Lampo { time }
}

const fn fischer(base: Seconds, increment: Seconds) -> Pace {
    Pace::Fischer { base, increment }
}

const fn cadence(periods: &[Period]) -> Pace {
    match Cadence::new(periods, Award::AtPress) {
        Ok(cadence) => Pace::Cadence(cadence),
        Err(_) => panic!("a preset has an invalid cadence"),
    }
}

/// The control of a valid preset; an invalid one does not compile.
const fn valid(control: Result<TimeControl, ControlError>) -> TimeControl {
    match control {
        Ok(control) => control,
        Err(_) => panic!("a preset has an invalid time control"),
    }
}
