use damiera::event::{Breach, StorageFault};
use damiera::rules::{Cell, Colour, Move, Square};
use damiera::sense::{Key, Line, Side};

/// An act of hands, or an event that the board is exposed to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A piece is lifted off a square.
    Lift(Cell),
    /// A piece is put on a square.
    Drop(Cell),
    /// Pieces are lifted, one after the other.
    Take(Vec<Cell>),
    /// Pieces are put down, one after the other.
    Put(Vec<Cell>),
    /// A piece is pushed from one square to another.
    Slide {
        /// The first square.
        from: Cell,
        /// The last square.
        to: Cell,
        /// The squares that it passes, in order.
        via: Vec<Cell>,
        /// Whether each contact closes before the one behind it opens.
        bridging: bool,
    },
    /// A whole move: the piece is moved, then captured pieces are taken off.
    Move(Path),
    /// A player's button is pressed, for [`HELD`] ms.
    Press(Button),
    /// A player's button is held for another time than a press takes, in ms.
    Hold(Button, u32),
    /// One of the three keys between the players is pressed.
    Key {
        /// The key.
        key: Key,
        /// Milliseconds for which it is held.
        held: u32,
    },
    /// All these contacts change within 3 ms.
    Knock(Vec<Cell>),
    /// A contact closes and opens repeatedly for this time in ms.
    Chatter(Cell, u32),
    /// A contact opens once, for this time in ms.
    Flicker(Cell, u32),
    /// From here on contacts bounce for this time in ms when they change.
    Bounce(u32),
    /// A contact sticks, closed (`true`) or open.
    Stick(Cell, bool),
    /// A stuck contact works again.
    Unstick(Cell),
    /// A row or column is broken: all its contacts read open.
    Cut(Line),
    /// A row or column is shorted: all its contacts read closed.
    Short(Line),
    /// A broken or shorted row or column works again.
    Mend(Line),
    /// A wrongly marked king is declared; reeds cannot detect it.
    Declare {
        /// 8.1.16 or 8.1.17.
        breach: Breach,
        /// The player; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// The game begins again from its first position (7.4), by a page of the menu.
    Restart(Restart),
    /// Without transcription: the man that has just come to the far base was not crowned (4.5), by a
    /// page of the menu.
    DeclareUncrowned {
        /// The player; `None` for the arbiter.
        by: Option<Colour>,
    },
    /// Mosse lampo: the seconds counted are annulled (3.11), by a page of the menu.
    AnnulSeconds,
    /// The power is cut.
    Unplug {
        /// Milliseconds without power.
        off: u32,
        /// Whether MENU is held for 3 s when the power is back.
        menu: bool,
    },
    /// The board gets a random number, from which lots are drawn.
    Random(u32),
    /// The journal reports a fault.
    Storage(StorageFault),
    /// No act for this time in ms.
    Wait(u32),
}

impl Act {
    /// Whether the act only changes contacts in the way of pieces, fingers and reeds. Faults of the
    /// wiring, power cuts and inputs past the contacts are not.
    pub fn is_by_hand(&self) -> bool {
        match self {
            Self::Lift(_)
            | Self::Drop(_)
            | Self::Take(_)
            | Self::Put(_)
            | Self::Slide { .. }
            | Self::Move(_)
            | Self::Press(_)
            | Self::Hold(..)
            | Self::Key { .. }
            | Self::Knock(_)
            | Self::Chatter(..)
            | Self::Flicker(..)
            | Self::Bounce(_)
            | Self::Restart(_)
            | Self::DeclareUncrowned { .. }
            | Self::AnnulSeconds
            | Self::Wait(_) => true,
            Self::Stick(..)
            | Self::Unstick(_)
            | Self::Cut(_)
            | Self::Short(_)
            | Self::Mend(_)
            | Self::Declare { .. }
            | Self::Unplug { .. }
            | Self::Random(_)
            | Self::Storage(_) => false,
        }
    }
}

/// Milliseconds for which a button or key is held by default.
pub const HELD: u32 = 80;

/// Who lets a game begin again (7.4), and with which times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Restart {
    /// Both players, with the times that are left.
    Both,
    /// The arbiter, with the times that are left.
    Arbiter,
    /// The arbiter, with full times (7.4.3).
    ArbiterWithFullTimes,
}

/// The button or buttons of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// The button of this player.
    Of(Colour),
    /// The button on this side of the board.
    At(Side),
    /// Both buttons at the same instant.
    Both,
}

/// A move as a scenario writes it: the start and the squares it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The square where the piece is lifted.
    pub from: Cell,
    /// The squares where it lands, at least one.
    pub stops: Vec<Cell>,
    /// Whether the squares are joined by `x`.
    pub capture: bool,
}

impl Path {
    /// The last landing.
    pub fn to(&self) -> Cell {
        self.stops.last().copied().unwrap_or(self.from)
    }

    /// Whether `whole` has the same start and end and visits the squares between in this order. A
    /// path joined by `-` may also stand for a capture, as in the federation's tables; one joined by
    /// `x` only for a capture.
    pub fn is_within(&self, whole: &Self) -> bool {
        let mut stops = whole.stops.iter();
        (whole.capture || !self.capture)
            && self.from == whole.from
            && self.to() == whole.to()
            && self.stops.iter().all(|stop| stops.any(|landing| landing == stop))
    }
}

/// The path with every landing.
impl From<Move> for Path {
    fn from(played: Move) -> Self {
        Self {
            from: played.from().cell(),
            stops: played.path().map(Square::cell).collect(),
            capture: played.is_capture(),
        }
    }
}
