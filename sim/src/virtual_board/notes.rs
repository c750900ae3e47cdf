use damiera::game::{Effects, Game, Input, Record, Transition};
use damiera::sense::{FaultEvent, Side};
use damiera::sequencer::StepObserver;
use damiera::time::Instant;

use super::{Happened, Happening, Mismatch, explained, same_fold};
use crate::wire::{VecLog, through_bytes};

/// Writes down what happens at the table, and checks after every step that the
/// events, as they come back from their bytes, add up to the game, and that they
/// name every square that is not as it should be.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    white: Side,
    folded: Record,
    log: VecLog,
    pub(super) steps: u64,
    pub(super) happenings: Vec<Happening>,
    /// Every change of the game's phase since the board was made.
    pub(super) transitions: Vec<Transition>,
    mismatch: Option<Mismatch>,
}

impl Notes {
    pub(super) fn new(white: Side) -> Self {
        Self {
            white,
            folded: Record::new(),
            log: VecLog::default(),
            steps: 0,
            happenings: Vec::new(),
            transitions: Vec::new(),
            mismatch: None,
        }
    }

    /// The fold of all events so far.
    pub(super) fn folded(&self) -> &Record {
        &self.folded
    }

    /// Every event so far, in its bytes.
    pub(super) fn log(&self) -> &VecLog {
        &self.log
    }

    fn write_down(&mut self, at: Instant, effects: &Effects, game: &Game) -> Result<(), String> {
        for event in effects {
            self.folded.apply(&through_bytes(event)?);
            self.log.push(event);
            self.happenings.push(Happening { at, what: Happened::Event(*event) });
        }
        same_fold(&self.folded, game.record())?;
        explained(game, at, effects)
    }

    /// The first step after which something did not add up.
    pub(super) fn mismatch(&self) -> Result<(), Mismatch> {
        self.mismatch.clone().map_or(Ok(()), Err)
    }
}

impl StepObserver for Notes {
    fn stepped(&mut self, input: Input, at: Instant, effects: &Effects, game: &Game) {
        self.steps += 1;
        self.transitions.extend(effects.transitions());
        let sound = effects.sound.map(Happened::Sound);
        self.happenings.extend(sound.map(|what| Happening { at, what }));
        if effects.is_empty() {
            return;
        }
        let written = self.write_down(at, effects, game);
        if let (None, Err(difference)) = (&self.mismatch, written) {
            self.mismatch =
                Some(Mismatch { step: self.steps, input: Box::new(input), at, difference });
        }
    }

    fn fault(&mut self, event: FaultEvent) {
        self.happenings.push(Happening::fault(event, self.white));
    }
}
