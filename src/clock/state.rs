use serde::{Deserialize, Serialize};

use super::side::Side;
use crate::rules::Colour;
use crate::time::{Duration, GameTime};

/// Both clocks at one instant, whole: what an event carries so that a clock can
/// be set to it again, after a power cut too.
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
    /// When it was taken, on the line of time of whoever took it.
    pub const fn at(&self) -> GameTime {
        self.stamp
    }

    /// What a player had left of the base or period; used, if the pace counts up.
    pub const fn left(&self, colour: Colour) -> Duration {
        self.sides[colour as usize].left
    }

    /// How many moves a player had made.
    pub const fn moves(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].moves
    }

    /// Which period a player was in; the first is 1.
    pub const fn period(&self, colour: Colour) -> u16 {
        self.sides[colour as usize].period.saturating_add(1)
    }

    /// Whose clock ran.
    pub const fn running(&self) -> Option<Colour> {
        if self.running { self.turn } else { None }
    }

    /// Whose flag had fallen first.
    pub const fn flag(&self) -> Option<Colour> {
        match self.flag {
            Some((colour, _)) => Some(colour),
            None => None,
        }
    }
}
