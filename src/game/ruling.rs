//! What the arbiter may do, from the keys or from a PC.

use super::{Denied, Game, Phase};
use crate::clock::CorrectionRefused;
use crate::event::{ClockChange, EventKind, StorageFault};
use crate::rules::{Cell, Colour, Position};
use crate::sense::{Fault, FaultEvent};

impl Game {
    /// Sets one value of a clock that stands; the event says what it was.
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

    /// The last half-move does not count; the clocks are what they were when its
    /// player was given the turn, and stand.
    pub(super) fn take_back(&mut self) -> Result<(), Denied> {
        self.in_a_game()?;
        if !self.record.can_take_back() {
            return Err(Denied::NothingToTakeBack);
        }
        let clock = self.clock_after(|clock, line| {
            if let Some(before) = self.record.clock_to_take_back_to() {
                clock.go_back_to(before, line);
            }
        });
        self.emit(EventKind::TakenBack { clock });
        Ok(())
    }

    /// The arbiter lets an irregularity stand, in the opponent's place.
    pub(super) fn keep_by_arbiter(&mut self) {
        if let Phase::Choosing(irregularity) = *self.record.phase() {
            self.keep(&irregularity, None);
        }
    }

    /// Where only a person could go on: the last position is to be set up again.
    pub(super) fn restore_position(&mut self) {
        let occupied = self.record.position().occupied();
        self.emit(EventKind::Halted { occupied, standing: None });
    }

    /// A position is put in place of the former one.
    pub(super) fn set_position(&mut self, position: Position) {
        if matches!(*self.record.phase(), Phase::Over | Phase::Setup) || self.record.number() == 0 {
            self.new_game(position, None);
        } else {
            self.emit(EventKind::PositionSet(position));
            self.give_turn_to(position.turn());
        }
    }

    /// The clock that runs when the pause ends is that of the side on move.
    fn give_turn_to(&mut self, colour: Colour) {
        let mut given = false;
        let clock = self.clock_after(|clock, line| given = clock.give_back_turn(colour, line));
        if given {
            self.emit(EventKind::Paused { clock });
        }
    }

    pub(super) fn in_a_game(&self) -> Result<(), Denied> {
        if self.record.number() == 0 { Err(Denied::NoGame) } else { Ok(()) }
    }

    /// A contact does what no hand explains, or does so no longer.
    pub(super) fn fault(&mut self, event: FaultEvent) {
        let FaultEvent { fault, cleared, .. } = event;
        if self.record.number() > 0 {
            let fault =
                if self.white() == crate::rules::Side::North { turned(fault) } else { fault };
            self.emit(EventKind::Fault { fault, cleared });
        }
    }

    /// The log cannot be kept as it should.
    pub(super) fn storage(&mut self, fault: StorageFault) {
        if self.record.number() > 0 {
            self.emit(EventKind::Storage(fault));
        } else {
            // Events belong to games: the next one tells of it.
            self.pending_storage_fault = Some(fault);
        }
    }
}

/// A fault as it lies on the diagram of a board whose White sits at the north.
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
