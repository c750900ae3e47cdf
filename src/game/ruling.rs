//! The arbiter's decisions, from the keys or from a PC, and the faults of the hardware.

use super::{Denied, Game, Phase};
use crate::clock::CorrectionRefused;
use crate::event::{ClockChange, EventKind, StorageFault};
use crate::rules::{Cell, Colour, Position};
use crate::sense::{Fault, FaultEvent};

impl Game {
    /// Sets one value of a clock that stands; the event has the value before.
    pub(super) fn correct_clock(
        &mut self,
        of: Colour,
        correction: ClockChange,
    ) -> Result<(), Denied> {
        self.in_a_game()?;
        let mut clock = *self.record.clock().ok_or(Denied::NoClock)?;
        if !self.record.paused() && clock.is_running() {
            return Err(Denied::NotPaused);
        }
        let done: Result<ClockChange, CorrectionRefused> = match correction {
            ClockChange::Time { after, .. } => {
                clock.set_remaining(of, after).map(|before| ClockChange::Time { before, after })
            }
            ClockChange::Moves { after, .. } => {
                clock.set_moves(of, after).map(|before| ClockChange::Moves { before, after })
            }
            ClockChange::Period { after, .. } => {
                clock.set_period(of, after).map(|before| ClockChange::Period { before, after })
            }
        };
        let correction = done.map_err(Denied::Clock)?;
        self.emit(EventKind::Corrected { of, correction, clock: clock.read() });
        Ok(())
    }

    /// Takes the last half-move back. The clocks stand, at their state when its player got
    /// the turn.
    pub(super) fn take_back(&mut self) -> Result<(), Denied> {
        self.in_a_game()?;
        if !self.record.can_take_back() {
            return Err(Denied::NothingToTakeBack);
        }
        let clock = self.clock_after(|clock, at| {
            if let Some(before) = self.record.clock_to_take_back_to() {
                clock.go_back_to(before, at);
            }
        });
        self.emit(EventKind::TakenBack { clock });
        Ok(())
    }

    /// Annuls the seconds of the present move of mosse lampo: it has the whole seconds anew
    /// (3.11). The opponent of the player on move agrees, or the arbiter decides it.
    pub(super) fn annul_seconds(&mut self, by: Option<Colour>) -> Result<(), Denied> {
        if self.record.is_over() {
            return Err(Denied::Over);
        }
        let mut of = None;
        let clock = self.clock_after(|clock, at| of = clock.annul_seconds(at));
        let (Some(of), Some(clock)) = (of, clock) else { return Err(Denied::NoClock) };
        self.emit(EventKind::SecondsAnnulled { of, by, clock });
        Ok(())
    }

    /// The player whose seconds of mosse lampo are being counted.
    pub(crate) fn counts_seconds(&self) -> Option<Colour> {
        let over = self.record.is_over();
        self.record.clock().filter(|_| !over)?.counts_seconds(self.to_game_time(self.latest))
    }

    /// Has an irregularity corrected: the arbiter enters the opponent's choice (8.2).
    pub(super) fn correct_by_arbiter(&mut self) {
        if let Phase::Choosing(_) = self.record.phase() {
            self.emit(EventKind::EnteredByArbiter);
            self.correct();
        }
    }

    /// Keeps an irregularity: the arbiter enters the opponent's choice (8.2).
    pub(super) fn keep_by_arbiter(&mut self) {
        if let Phase::Choosing(irregularity) = *self.record.phase() {
            self.emit(EventKind::EnteredByArbiter);
            self.keep(&irregularity);
        }
    }

    /// Halts the game until the last position is set up again. The clock of the side on move in
    /// that position runs when the pause ends, and a press that changed it over brings nothing:
    /// its move does not count.
    pub(super) fn restore_position(&mut self) {
        let position = *self.record.position();
        self.emit(EventKind::Halted { occupied: position.occupied(), standing: None });
        let turn = position.turn();
        // A move that counts by the reply to it left its clock running, without a press.
        let pressed = self.record.unpressed() != Some(turn.opponent());
        let mut given = false;
        let clock = self.clock_after(|clock, at| {
            if pressed && clock.turn() == Some(turn.opponent()) {
                clock.withdraw(turn, at);
            }
            given = clock.give_back_turn(turn, at);
        });
        if let Some(clock) = clock.filter(|_| given) {
            self.emit(EventKind::Recharged { of: turn, clock });
        }
    }

    /// Replaces the position; begins a new game where none is on.
    pub(super) fn set_position(&mut self, position: Position) {
        if matches!(*self.record.phase(), Phase::Over | Phase::Setup) || self.record.number() == 0 {
            self.new_game(position, None);
        } else {
            self.emit(EventKind::PositionSet(position));
            self.give_turn_to(position.turn());
        }
    }

    /// Gives the turn of the clocks to the side on move, whose clock runs when the pause ends.
    fn give_turn_to(&mut self, colour: Colour) {
        let mut given = false;
        let clock = self.clock_after(|clock, at| given = clock.give_back_turn(colour, at));
        if given {
            self.emit(EventKind::Paused { clock });
        }
    }

    /// Fails if no game was ever started.
    pub(super) fn in_a_game(&self) -> Result<(), Denied> {
        if self.record.number() == 0 { Err(Denied::NoGame) } else { Ok(()) }
    }

    /// Records a fault of a contact that appeared or cleared, on the diagram. Without a game it
    /// is dropped.
    pub(super) fn fault(&mut self, event: FaultEvent) {
        let FaultEvent { fault, cleared, .. } = event;
        if self.record.number() > 0 {
            let fault =
                if self.white() == crate::rules::Side::North { turned(fault) } else { fault };
            self.emit(EventKind::Fault { fault, cleared });
        }
    }

    /// Records a fault of the storage, at the start of the next game if there is none.
    pub(super) fn storage(&mut self, fault: StorageFault) {
        if self.record.number() > 0 {
            self.emit(EventKind::Storage(fault));
        } else {
            // An event belongs to a game: `new_game` emits it.
            self.pending_storage_fault = Some(fault);
        }
    }
}

/// A fault on the diagram of a board with White at the north.
fn turned(fault: Fault) -> Fault {
    let cell = Cell::turned;
    match fault {
        Fault::Chatter(at) => Fault::Chatter(cell(at)),
        Fault::Stuck(at) => Fault::Stuck(cell(at)),
        Fault::LightClosed(at) => Fault::LightClosed(cell(at)),
        Fault::AllClosed(line) => Fault::AllClosed(line.turned()),
        Fault::AllOpen(line) => Fault::AllOpen(line.turned()),
    }
}
