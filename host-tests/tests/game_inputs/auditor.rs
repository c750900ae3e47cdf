use damiera::clock::{Pace, TimeControl};
use damiera::event::{Breach, ClockChange, Decision, Event, EventKind, Irregularity};
use damiera::game::{Effects, Game, Phase};
use damiera::rules::Colour;
use damiera::time::{Duration, Instant};

use super::BoardInput;

/// Checks the conservation of time: only the running clock loses the time that passes, and any other
/// change of a clock has an event.
#[derive(Default)]
pub(crate) struct Auditor {
    /// Both clocks after the last input, and the time of that input.
    known: Option<(Books, Instant)>,
    /// Both clocks at the time of this input, before it is applied.
    due: Option<Books>,
    /// All earlier states of the clocks in this game; a move taken back restores one of them.
    earlier: Vec<[Duration; 2]>,
    /// The increments of the last presses of White and Black.
    brought: [Duration; 2],
    /// The offender of the open irregularity, and whether a correction withdraws the increment.
    open: Option<(Colour, bool)>,
    /// Whether a clock has been started.
    started: bool,
    /// The player to move before this input.
    playing: Option<Colour>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Books {
    control: TimeControl,
    left: [Duration; 2],
    running: Option<Colour>,
}

impl Books {
    fn of(game: &Game, now: Instant) -> Option<Self> {
        let clock = game.record().clock()?;
        let left = [Colour::White, Colour::Black]
            .map(|colour| game.remaining(colour, now).map_or(Duration::ZERO, |left| left.main));
        Some(Self { control: *clock.control(), left, running: clock.running() })
    }

    /// The increment of a press; `None` if it varies from press to press.
    fn recharge(&self, colour: Colour) -> Option<Duration> {
        match *self.control.of(colour) {
            Pace::Fischer { increment, .. } => Some(increment.duration()),
            Pace::Lampo { .. } => Some(Duration::ZERO),
            _ => None,
        }
    }
}

type Found = Result<(), String>;

impl Auditor {
    /// Checks the clocks before an input: only the running one has lost the time that passed.
    pub(crate) fn before(&mut self, game: &Game, input: BoardInput) -> Found {
        let BoardInput::Step(_, now) = input else {
            // `recovered` checks how much of the last second was lost.
            self.due = self.known.map(|(books, _)| books);
            return Ok(());
        };
        self.due = Books::of(game, now);
        self.started = game.record().clock().is_some_and(|clock| clock.turn().is_some());
        let record = game.record();
        self.playing = (*record.phase() == Phase::Playing).then(|| record.position().turn());
        self.open = match game.record().phase() {
            Phase::Choosing(irregularity) => {
                let offender = irregularity.offender;
                Some((offender, game.record().position().turn() == offender))
            }
            _ => None,
        };
        let (Some((known, then)), Some(due)) = (self.known, self.due) else { return Ok(()) };
        let passed = now.saturating_since(then);
        for colour in [Colour::White, Colour::Black] {
            let (was, is) = (known.left[colour as usize], due.left[colour as usize]);
            if known.running != Some(colour) {
                equal(format_args!("{colour} stands"), is, was)?;
            } else if known.recharge(colour).is_some() {
                equal(format_args!("{colour} runs for {passed:?}"), is, was - was.min(passed))?;
            }
        }
        Ok(())
    }

    /// Checks the clocks after an input against its events.
    pub(crate) fn after(&mut self, game: &Game, input: BoardInput, effects: &Effects) -> Found {
        self.compare(game, input, effects)
    }

    fn compare(&mut self, game: &Game, input: BoardInput, effects: &Effects) -> Found {
        let (BoardInput::Step(_, now) | BoardInput::Restart(_, now)) = input;
        let is = Books::of(game, now);
        let was = self.due.take();
        self.known = is.map(|books| (books, now));
        let begun = |what: &EventKind| {
            matches!(what, EventKind::Started { .. } | EventKind::Restarted { full: true, .. })
        };
        if effects.iter().any(|event| begun(&event.what)) {
            self.brought = [Duration::ZERO; 2];
            self.earlier = is.iter().map(|books| books.left).collect();
            return Ok(());
        }
        let (Some(is), Some(was)) = (is, was) else { return Ok(()) };
        if effects.iter().any(|event| matches!(event.what, EventKind::TakenBack { .. })) {
            return match self.earlier.contains(&is.left) {
                true => Ok(()),
                false => Err(format!("the clocks have never been {:?}", is.left)),
            };
        }
        self.earlier.push(is.left);
        if let BoardInput::Restart(..) = input {
            return recovered(&was, &is);
        }
        // The last position is to be set up again: what a press brought for the move undone is
        // withdrawn, if there was one.
        if let [
            Event { what: EventKind::Halted { .. }, .. },
            Event { what: EventKind::Paused { .. }, .. },
        ] = effects.iter().copied().collect::<Vec<_>>()[..]
        {
            for colour in [Colour::White, Colour::Black] {
                let left = was.left[colour as usize];
                let less = left - left.min(self.brought[colour as usize]);
                if is.left[colour as usize] == less {
                    self.brought[colour as usize] = Duration::ZERO;
                } else if was.recharge(colour).is_some() {
                    equal(format_args!("{colour} set up again"), is.left[colour as usize], left)?;
                }
            }
            return Ok(());
        }
        for colour in [Colour::White, Colour::Black] {
            let Some(recharge) = was.recharge(colour) else { continue };
            let expected = self.booked(colour, was.left[colour as usize], recharge, effects)?;
            equal(format_args!("{colour} after it"), is.left[colour as usize], expected)?;
            let flagged = game
                .record()
                .clock()
                .is_some_and(|clock| clock.flag().is_some_and(|(of, _)| of == colour));
            if let Some(expected) = self.due_for_press(colour, recharge, effects)
                && !flagged
            {
                let brought = self.brought[colour as usize];
                equal(format_args!("{colour} for his press"), brought, expected)?;
            }
        }
        Ok(())
    }

    /// What the last press of a player has to have brought after these events, if it is among them and
    /// they decide it: a move counts, or the press was empty.
    fn due_for_press(
        &self,
        colour: Colour,
        recharge: Duration,
        effects: &Effects,
    ) -> Option<Duration> {
        let pressed =
            |event: &Event| matches!(event.what, EventKind::Pressed { by, .. } if by == colour);
        let mut turn = self.playing.filter(|_| self.started && effects.iter().any(pressed))?;
        let mut due = None;
        for event in effects {
            match event.what {
                EventKind::Moved { unpressed, .. } => {
                    if turn == colour {
                        due = (!unpressed).then_some(recharge);
                    }
                    turn = turn.opponent();
                }
                EventKind::Irregularity(irregularity, _) if irregularity.offender == colour => {
                    let empty = irregularity.breach == Breach::EmptyPress;
                    due = empty.then_some(Duration::ZERO);
                }
                EventKind::Pressed { .. }
                | EventKind::Recharged { .. }
                | EventKind::Notice { .. }
                | EventKind::Touched(_) => {}
                // The arbiter, a flag or a decision comes between.
                _ => due = None,
            }
        }
        due
    }

    /// The time of a player's clock after the events.
    fn booked(
        &mut self,
        colour: Colour,
        mut left: Duration,
        recharge: Duration,
        effects: &Effects,
    ) -> Result<Duration, String> {
        let brought = &mut self.brought[colour as usize];
        let mut open = self.open;
        for event in effects {
            match event.what {
                // It is pending, and decided in the same step.
                EventKind::Irregularity(Irregularity { offender, .. }, _) => {
                    open = Some((offender, self.playing == Some(offender)));
                }
                // Whole or not at all; `due_for_press` says which, once the press is decided.
                EventKind::Pressed { by, clock } if by == colour => {
                    *brought = if clock.left(colour) == left { Duration::ZERO } else { recharge };
                    left += *brought;
                }
                EventKind::Recharged { of, clock } if of == colour => {
                    if clock.left(colour) < left {
                        left -= left.min(core::mem::take(brought));
                    } else if clock.left(colour) > left {
                        *brought = recharge;
                        left += recharge;
                    }
                }
                EventKind::Corrected {
                    of,
                    correction: ClockChange::Time { before, after },
                    ..
                } if of == colour => {
                    equal(format_args!("{colour} as the correction has it"), before, left)?;
                    *brought = Duration::ZERO;
                    left = after;
                }
                EventKind::Refused { by, charged, .. } if by == Some(colour) => left -= charged,
                EventKind::Restarted { .. } => *brought = Duration::ZERO,
                EventKind::Decided { decision, .. }
                    if open.is_some_and(|(offender, _)| offender == colour) =>
                {
                    let falls = open.is_some_and(|(_, falls)| falls);
                    let withdrawn = match decision {
                        Decision::Correct => falls,
                        Decision::Keep(kept) => kept.is_some_and(|kept| kept.turn() == colour),
                    };
                    if withdrawn {
                        left -= left.min(core::mem::take(brought));
                    }
                }
                _ => {}
            }
        }
        Ok(left)
    }
}

/// Checks that a power cut gives back less than a second and takes no time.
fn recovered(was: &Books, is: &Books) -> Found {
    for colour in [Colour::White, Colour::Black] {
        let (was_left, is_left) = (was.left[colour as usize], is.left[colour as usize]);
        let known = was.recharge(colour).is_some();
        if known && (is_left < was_left || is_left - was_left >= Duration::from_secs(1)) {
            return Err(format!("{colour} has {is_left:?} after the cut, {was_left:?} before"));
        }
    }
    Ok(())
}

fn equal(what: std::fmt::Arguments<'_>, is: Duration, expected: Duration) -> Found {
    match is == expected {
        true => Ok(()),
        false => Err(format!("{what}: {is:?} left, {expected:?} by the books")),
    }
}
