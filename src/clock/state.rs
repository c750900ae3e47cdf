use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::rules::Colour;
use crate::time::{Duration, GameTime};

/// The complete state of both clocks at one instant. Events carry it, so that the
/// clocks can be restored after a power cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Reading")]
pub struct ClockState {
    pub(super) sides: [Side; 2],
    pub(super) turn: Option<Colour>,
    pub(super) running: bool,
    pub(super) stamp: GameTime,
    pub(super) flag: Option<(Colour, GameTime)>,
}

impl ClockState {
    /// The game time of this state.
    pub const fn at(&self) -> GameTime {
        self.stamp
    }

    /// A player's time left of the base or period; time used if the pace counts up.
    pub const fn left(&self, colour: Colour) -> Duration {
        self.sides[colour as usize].left
    }

    /// Number of moves that a player had made.
    pub const fn moves(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].moves
    }

    /// The period that a player was in; the first is 1.
    pub const fn period(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].period.saturating_add(1)
    }

    /// Whose clock ran.
    pub const fn running(&self) -> Option<Colour> {
        if self.running { self.turn } else { None }
    }

    /// The player whose flag had fallen first.
    pub const fn flag(&self) -> Option<Colour> {
        match self.flag {
            Some((colour, _)) => Some(colour),
            None => None,
        }
    }
}
