use damiera::rules::{Move, Position, Square};

use crate::scenario::{Act, Expectation};

/// A player's turn, before it is laid out in time.
#[derive(Clone, Debug)]
pub struct Turn {
    /// Where it begins.
    pub before: Position,
    /// The lawful move that counts in the end, if one does.
    pub played: Option<Move>,
    /// When the first step begins, and how long after that.
    pub begin: Begin,
    /// What the hand does, in order.
    pub steps: Vec<Step>,
    /// What happens to other pieces meanwhile.
    pub asides: Vec<Aside>,
    /// How long after the last step the button is pressed; `None` where it is
    /// forgotten, or is one of the steps.
    pub press: Option<u32>,
    /// Whether this is a turn with something unlawful in it: every expectation is
    /// then in its steps, and nothing else may happen at the same time.
    pub offence: bool,
    /// Whether the opponent may press while this hand is within a capture: landed,
    /// and not all collected.
    pub midway: bool,
    /// Whether it means something only after the turn before it.
    pub follows: bool,
}

/// From when on a turn may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Begin {
    /// So long after the opponent's press, or after all that he does.
    AfterPress(u32),
    /// So long after the opponent's piece has come to rest.
    AfterRest(u32),
}

/// One act of a hand.
#[derive(Clone, Debug)]
pub struct Step {
    /// How long after the step before.
    pub wait: u32,
    /// How short and how long that may be without making the hand another one.
    pub bounds: (u32, u32),
    /// What it does.
    pub act: Act,
    /// The habit it belongs to; `None` where the move needs it.
    pub habit: Option<Habit>,
    /// Whether it closes a square before the next step opens the last one.
    pub bridging: bool,
    /// Whether the moving piece has come to rest with it.
    pub rests: bool,
    /// What has to come of it.
    pub wanted: Vec<Expectation>,
    /// The same, so many ms later, if no step comes before.
    pub wanted_later: Option<(u32, Expectation)>,
}

/// Steps with the same number can only be left out together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habit {
    /// Unlike any other in the turn.
    pub number: u16,
    /// Whether it is lawful only because certain pieces cannot move.
    pub needs_the_position: bool,
}

/// A contact that opens for a while beside what the hand does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aside {
    /// Under which piece.
    pub square: Square,
    /// From when on it is counted.
    pub anchor: Anchor,
    /// How long after that it opens.
    pub offset: u32,
    /// For how long.
    pub open_for: u32,
}

/// See [`Aside`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The first step of the turn.
    Begin,
    /// The press that ends it.
    Press,
}

impl Step {
    /// A step that may take any time.
    pub fn new(wait: u32, act: Act) -> Self {
        Self {
            wait,
            bounds: (12, u32::MAX),
            act,
            habit: None,
            bridging: false,
            rests: false,
            wanted: Vec::new(),
            wanted_later: None,
        }
    }

    /// A piece leaves a square.
    pub fn lift(wait: u32, square: Square) -> Self {
        Self::new(wait, Act::Lift(square.cell()))
    }

    /// A piece comes onto a square.
    pub fn drop(wait: u32, square: Square) -> Self {
        Self::new(wait, Act::Drop(square.cell()))
    }

    /// As a part of a habit.
    pub fn of(self, habit: Option<Habit>) -> Self {
        Self { habit, ..self }
    }

    /// With these bounds of its time.
    pub fn within(self, least: u32, most: u32) -> Self {
        Self { bounds: (least, most), wait: self.wait.clamp(least, most), ..self }
    }

    /// After which this has to come.
    pub fn wants(mut self, wanted: impl IntoIterator<Item = Expectation>) -> Self {
        self.wanted.extend(wanted);
        self
    }
}
