use damiera::game::{Effects, Game, Input, Record};
use damiera::sense::{FaultEvent, Side};
use damiera::table::Witness;
use damiera::time::Micros;

use super::{Happened, Happening, Mismatch, same_fold};

/// Writes down what happens at the table, and checks after every step that the
/// events add up to the game.
#[derive(Clone, Debug)]
pub(super) struct Notes {
    white: Side,
    folded: Record,
    pub(super) steps: u64,
    pub(super) happenings: Vec<Happening>,
    mismatch: Option<Mismatch>,
}

impl Notes {
    pub(super) fn new(white: Side) -> Self {
        let folded = Record::new();
        Self { white, folded, steps: 0, happenings: Vec::new(), mismatch: None }
    }

    /// The fold of all events so far.
    pub(super) fn folded(&self) -> &Record {
        &self.folded
    }

    /// The first step after which the fold was not the game.
    pub(super) fn mismatch(&self) -> Result<(), Mismatch> {
        self.mismatch.clone().map_or(Ok(()), Err)
    }
}

impl Witness for Notes {
    fn stepped(&mut self, input: Input, at: Micros, effects: &Effects, game: &Game) {
        self.steps += 1;
        let sound = effects.sound.map(Happened::Sound);
        self.happenings.extend(sound.map(|what| Happening { at, what }));
        if effects.is_empty() {
            return;
        }
        for event in effects {
            self.folded.apply(event);
            self.happenings.push(Happening { at, what: Happened::Event(*event) });
        }
        if self.mismatch.is_none()
            && let Err(difference) = same_fold(&self.folded, game.record())
        {
            self.mismatch = Some(Mismatch { step: self.steps, input, at, difference });
        }
    }

    fn fault(&mut self, event: FaultEvent) {
        self.happenings.push(Happening::fault(event, self.white));
    }
}
