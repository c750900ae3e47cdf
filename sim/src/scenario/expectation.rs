use damiera::event::{Decision, Event, EventKind};
use damiera::rules::{Article, Cell, Colour, Edition, Position, Square};
use damiera::sense::{Cells, Fault, Line};

use super::{ClockTime, Path, Report};
use crate::virtual_board::{BoardOutput, OutputKind};

/// An output that must have come, or a state that the board must be in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// A lawful move counts.
    Move {
        /// The move, with its whole path or a part of it.
        path: Path,
        /// Whether the reply completed it instead of a press.
        unpressed: bool,
    },
    /// An irregularity was reported.
    Irregularity {
        /// Its number in the edition.
        article: Article,
        /// The priority broken (6.6 to 6.9); `None` agrees with any.
        by: Option<Article>,
        /// Exactly these squares; `None` agrees with any.
        squares: Option<Cells>,
    },
    /// A notice was given that asks for no choice.
    Notice {
        /// The article of the notice.
        article: Article,
        /// Exactly these squares; `None` agrees with any.
        squares: Option<Cells>,
    },
    /// The opponent has the irregularity corrected.
    Correct,
    /// The opponent keeps the irregularity.
    Keep,
    /// Play halts after a knock.
    Halted,
    /// The pieces stand again as the game requires.
    Restored,
    /// The game begins again from its first position (7.4).
    Restarted(Article),
    /// The game cannot begin again any more (7.4).
    NoRestart(Article),
    /// The arbiter has to decide.
    Arbiter {
        /// Exactly these squares; `None` agrees with any.
        squares: Option<Cells>,
    },
    /// A fault appeared or disappeared.
    Fault {
        /// The fault.
        fault: FaultName,
        /// Whether it disappeared.
        cleared: bool,
    },
    /// A press switched the clocks. Optional.
    Pressed(Colour),
    /// A piece was touched and has to be played. Optional.
    Touched(Square),
    /// A report of the clock, the referee or the board itself.
    Report(Report),
    /// No further output.
    Nothing,
    /// The agreed position.
    Position(Position),
    /// The player whose clock runs.
    Turn(Colour),
    /// Exactly these cells have to be put right.
    Wrong(Cells),
    /// The state of the move on the board.
    Hand(Hand),
    /// The game is over on the board.
    Outcome {
        /// The winner.
        winner: Colour,
        /// The article that decides it.
        article: Article,
    },
    /// The time a player has for the next move, at the end of the last act.
    Clock(Colour, ClockTime),
    /// The move counter of a player.
    Moves(Colour, u16),
    /// The period of the time control that a player is in, from 1.
    Period(Colour, u16),
    /// The name of the screen on the display.
    Screen(String),
    /// The chosen item of a list, as the display writes it.
    Item(String),
}

/// The state of the move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// The board shows the agreed position.
    Rest,
    /// A lawful move is under way.
    Held,
    /// A lawful move is complete.
    Complete,
    /// No lawful move explains the board.
    Off,
}

/// A fault as a scenario writes it.
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
    /// The complete expectation that this output meets; `None` if the format has no word for it.
    pub fn of(output: &BoardOutput, edition: Edition) -> Option<Self> {
        let event = match output.what {
            OutputKind::Fault { fault, cleared } => {
                return Some(Self::Fault { fault: fault.into(), cleared });
            }
            OutputKind::Sound(sound) => return Some(Self::Report(Report::Sound(sound))),
            OutputKind::Event(Event { what, .. }) => what,
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
            EventKind::Restarted { article, .. } => Self::Restarted(article),
            EventKind::RestartRefused { article } => Self::NoRestart(article),
            EventKind::Restored { .. } => Self::Restored,
            EventKind::AskedArbiter { squares, .. } => {
                Self::Arbiter { squares: known(squares.into()) }
            }
            what => return Report::of(&what).map(Self::Report),
        })
    }

    /// Whether it is about the state of the board, not about an output.
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

    /// The part of the text of an expectation of the state behind the words that say of what: `black`,
    /// `3:59.2`, `white 9.2.3`.
    pub(super) fn value<'a>(&self, text: &'a str) -> &'a str {
        let words = match self {
            Self::Clock(..) | Self::Moves(..) | Self::Period(..) => 3,
            _ => 2,
        };
        text.splitn(words, ' ').last().unwrap_or_default()
    }

    /// Whether the output may come without an expectation.
    pub fn may_be_left_out(&self) -> bool {
        match self {
            Self::Pressed(_) | Self::Touched(_) => true,
            Self::Report(report) => report.may_be_left_out(),
            _ => false,
        }
    }

    /// Whether a complete expectation, made of an output, meets this one. Parts that are left out here
    /// agree with anything.
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
            (Self::Report(report), Self::Report(came)) => report.agrees(came),
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
