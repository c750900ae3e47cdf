use damiera::event::{Decision, Event, EventKind};
use damiera::rules::{Article, Cell, Colour, Edition, Position, Square};
use damiera::sense::{Cells, Fault, Line};

use super::{Path, Shown, Told};
use crate::virtual_board::{Happened, Happening};

/// What must have happened, or be so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A lawful move counts.
    Move {
        /// Which, with its whole path or a part of it.
        path: Path,
        /// Whether the reply made it good.
        unpressed: bool,
    },
    /// An irregularity was reported.
    Irregularity {
        /// Its number in the edition.
        article: Article,
        /// Which priority, if that matters.
        by: Option<Article>,
        /// Exactly these squares, if they matter.
        squares: Option<Cells>,
    },
    /// Something was reported that asks for no choice.
    Notice {
        /// The rule that speaks of it.
        article: Article,
        /// Exactly these squares, if they matter.
        squares: Option<Cells>,
    },
    /// The opponent has it corrected.
    Correct,
    /// The opponent keeps it.
    Keep,
    /// Play halts after a knock.
    Halted,
    /// The board shows again what it should.
    Restored,
    /// The arbiter is asked.
    Arbiter {
        /// Exactly these squares, if they matter.
        squares: Option<Cells>,
    },
    /// A fault came or went.
    Fault {
        /// Which.
        fault: FaultName,
        /// Whether it went.
        cleared: bool,
    },
    /// A press changed the clock over. Need not be named.
    Pressed(Colour),
    /// A piece has to be played. Need not be named.
    Touched(Square),
    /// What the clock, the referee or the board itself tells.
    Told(Told),
    /// None of these.
    Nothing,
    /// The agreed position.
    Position(Position),
    /// Whose clock runs.
    Turn(Colour),
    /// Exactly these squares differ from what the board should show.
    Wrong(Cells),
    /// What the hands are doing.
    Hand(Hand),
    /// The game is over on the board.
    Outcome {
        /// Who has won.
        winner: Colour,
        /// By which article.
        article: Article,
    },
    /// What a player has for the next move, when the last act has ended.
    Clock(Colour, Shown),
    /// How many moves a player has made.
    Moves(Colour, u16),
    /// Which period a player is in.
    Period(Colour, u16),
    /// Which screen is to be seen.
    Screen(String),
    /// Which item of a list is chosen, as the display writes it.
    Item(String),
}

/// What the hands are doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The board is the position.
    Rest,
    /// A piece is on its way.
    Held,
    /// A lawful move is complete.
    Complete,
    /// No lawful move explains the board.
    Off,
}

/// A fault as a scenario names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultName {
    /// A cell chatters.
    Chatter(Cell),
    /// A square is stuck.
    Stuck(Cell),
    /// A light cell is closed.
    Light(Cell),
    /// A line reads all open or all closed.
    Line(Line),
}

impl From<Fault> for FaultName {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Chatter(cell) => Self::Chatter(cell),
            Fault::Stuck(cell) => Self::Stuck(cell),
            Fault::LightClosed(cell) => Self::Light(cell),
            Fault::AllClosed(line) | Fault::AllOpen(line) => Self::Line(line),
        }
    }
}

impl Expectation {
    /// What would have to be written to expect this happening, whole. `None`
    /// where the format has no word for it.
    pub fn of(happening: &Happening, edition: Edition) -> Option<Self> {
        let event = match happening.what {
            Happened::Fault { fault, cleared } => {
                return Some(Self::Fault { fault: fault.into(), cleared });
            }
            Happened::Sound(sound) => return Some(Self::Told(Told::Sound(sound))),
            Happened::Event(Event { what, .. }) => what,
        };
        let known = |cells: Cells| Some(cells).filter(|cells| !cells.is_empty());
        Some(match event {
            EventKind::Seated(_) | EventKind::Accomodo => return None,
            EventKind::Pressed { by, .. } => Self::Pressed(by),
            EventKind::Touched(square) => Self::Touched(square),
            EventKind::Moved { played, unpressed, .. } => {
                Self::Move { path: played.into(), unpressed }
            }
            EventKind::Irregularity(irregularity, _) => Self::Irregularity {
                article: irregularity.breach.article(edition),
                by: irregularity.breach.priority(),
                squares: known(with_light(irregularity.squares.into(), irregularity.light)),
            },
            EventKind::Decided { decision: Decision::Correct, .. } => Self::Correct,
            EventKind::Decided { decision: Decision::Keep(_), .. } => Self::Keep,
            EventKind::Notice { article, squares, light } => {
                Self::Notice { article, squares: known(with_light(squares.into(), light)) }
            }
            EventKind::Halted { .. } => Self::Halted,
            EventKind::Restored { .. } => Self::Restored,
            EventKind::AskedArbiter(squares) => Self::Arbiter { squares: known(squares.into()) },
            what => return Told::of(&what).map(Self::Told),
        })
    }

    /// Whether it looks at how things are, not at what happened.
    pub fn is_of_state(&self) -> bool {
        matches!(
            self,
            Self::Position(_)
                | Self::Turn(_)
                | Self::Wrong(_)
                | Self::Hand(_)
                | Self::Outcome { .. }
                | Self::Clock(..)
                | Self::Moves(..)
                | Self::Period(..)
                | Self::Screen(_)
                | Self::Item(_)
        )
    }

    /// Whether it may happen without being named.
    pub fn may_be_left_out(&self) -> bool {
        match self {
            Self::Pressed(_) | Self::Touched(_) => true,
            Self::Told(told) => told.may_be_left_out(),
            _ => false,
        }
    }

    /// Whether this is what came, given whole. What is left out agrees with
    /// anything.
    pub fn agrees(&self, came: &Self) -> bool {
        let same_squares = |wanted: &Option<Cells>, came: &Option<Cells>| {
            wanted.is_none_or(|wanted| wanted == came.unwrap_or_default())
        };
        match (self, came) {
            (Self::Move { path, unpressed }, Self::Move { path: whole, unpressed: came }) => {
                unpressed == came && path.is_within(whole)
            }
            (
                Self::Irregularity { article, by, squares },
                Self::Irregularity { article: number, by: priority, squares: came },
            ) => {
                article == number
                    && by.is_none_or(|by| Some(by) == *priority)
                    && same_squares(squares, came)
            }
            (
                Self::Notice { article, squares },
                Self::Notice { article: number, squares: came },
            ) => article == number && same_squares(squares, came),
            (Self::Told(told), Self::Told(came)) => told.agrees(came),
            (Self::Arbiter { squares }, Self::Arbiter { squares: came }) => {
                same_squares(squares, came)
            }
            _ => self == came,
        }
    }
}

fn with_light(cells: Cells, light: Option<Cell>) -> Cells {
    light.map_or(cells, |light| cells.with(light))
}
