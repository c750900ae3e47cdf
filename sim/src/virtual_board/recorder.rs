use damiera::game::{Effects, Game, Input, Record, Transition};
use damiera::sense::{FaultEvent, Side};
use damiera::sequencer::StepObserver;
use damiera::time::Instant;

use super::{BoardOutput, Mismatch, OutputKind, explained, same_fold};
use crate::wire::{VecLog, through_bytes};

/// Records the outputs of the sequencer. After every step it checks that the events, encoded and
/// decoded, fold to the game's record, and that [`explained`] accounts for every differing cell.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    white: Side,
    folded: Record,
    log: VecLog,
    pub(super) steps: u64,
    pub(super) outputs: Vec<BoardOutput>,
    /// Every transition of the game's phase since the board was made.
    pub(super) transitions: Vec<Transition>,
    mismatch: Option<Mismatch>,
}

impl Recorder {
    pub(super) fn new(white: Side) -> Self {
        Self {
            white,
            folded: Record::new(),
            log: VecLog::default(),
            steps: 0,
            outputs: Vec::new(),
            transitions: Vec::new(),
            mismatch: None,
        }
    }

    /// The fold of all events so far.
    pub(super) fn folded(&self) -> &Record {
        &self.folded
    }

    /// Every event so far, encoded.
    pub(super) fn log(&self) -> &VecLog {
        &self.log
    }

    fn record(&mut self, at: Instant, effects: &Effects, game: &Game) -> Result<(), String> {
        for event in effects {
            self.folded.apply(&through_bytes(event)?);
            self.log.push(event);
            self.outputs.push(BoardOutput { at, what: OutputKind::Event(*event) });
        }
        same_fold(&self.folded, game.record())?;
        explained(game, at, effects)
    }

    /// The first step whose checks failed, as an error.
    pub(super) fn mismatch(&self) -> Result<(), Mismatch> {
        self.mismatch.clone().map_or(Ok(()), Err)
    }
}

impl StepObserver for Recorder {
    fn stepped(&mut self, input: Input, at: Instant, effects: &Effects, game: &Game) {
        self.steps += 1;
        self.transitions.extend(effects.transitions());
        let sound = effects.sound.map(OutputKind::Sound);
        self.outputs.extend(sound.map(|what| BoardOutput { at, what }));
        if effects.is_empty() {
            return;
        }
        let checked = self.record(at, effects, game);
        if let (None, Err(difference)) = (&self.mismatch, checked) {
            self.mismatch =
                Some(Mismatch { step: self.steps, input: Box::new(input), at, difference });
        }
    }

    fn fault(&mut self, event: FaultEvent) {
        self.outputs.push(BoardOutput::fault(event, self.white));
    }
}
