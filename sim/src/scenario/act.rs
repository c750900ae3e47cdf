use damiera::event::{Breach, StorageFault};
use damiera::rules::{Cell, Colour, Move, Square};
use damiera::sense::{Key, Line, Side};

/// What hands do, and what befalls the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Act {
    /// A piece leaves the square.
    Lift(Cell),
    /// A piece comes onto the square.
    Drop(Cell),
    /// Pieces leave one after the other.
    Take(Vec<Cell>),
    /// Pieces come one after the other.
    Put(Vec<Cell>),
    /// A piece is pushed from one square to another.
    Slide {
        /// Where it leaves.
        from: Cell,
        /// Where it stays.
        to: Cell,
        /// Over which squares.
        via: Vec<Cell>,
        /// Whether each square closes before the last one opens.
        bridging: bool,
    },
    /// A whole move in one go.
    Move(Path),
    /// A player's button.
    Press(Button),
    /// One of the three keys between the players.
    Key {
        /// Which.
        key: Key,
        /// For how many ms.
        held: u32,
    },
    /// Many squares change at once.
    Knock(Vec<Cell>),
    /// A contact closes and opens for so many ms.
    Chatter(Cell, u32),
    /// A contact opens for so many ms.
    Flicker(Cell, u32),
    /// From here on contacts bounce for so many ms.
    Bounce(u32),
    /// A contact is stuck, closed or open.
    Stick(Cell, bool),
    /// It no longer is.
    Unstick(Cell),
    /// The wire of a line is broken.
    Cut(Line),
    /// The wire of a line touches another.
    Short(Line),
    /// Neither any more.
    Mend(Line),
    /// What reeds cannot see is declared.
    Declare {
        /// 8.1.16 or 8.1.17.
        breach: Breach,
        /// By a player, or by the arbiter.
        by: Option<Colour>,
    },
    /// The power is cut for so many ms.
    Unplug {
        /// For how long.
        off: u32,
        /// Whether MENU is held for three seconds when it comes back.
        menu: bool,
    },
    /// Randomness reaches the board.
    Random(u32),
    /// The log cannot be kept.
    Storage(StorageFault),
    /// Nothing for so many ms.
    Wait(u32),
}

impl Act {
    /// Whether hands do it, on contacts good or bad. The rest befalls the board, or is said.
    pub fn is_by_hand(&self) -> bool {
        match self {
            Self::Lift(_)
            | Self::Drop(_)
            | Self::Take(_)
            | Self::Put(_)
            | Self::Slide { .. }
            | Self::Move(_)
            | Self::Press(_)
            | Self::Key { .. }
            | Self::Knock(_)
            | Self::Chatter(..)
            | Self::Flicker(..)
            | Self::Bounce(_)
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

/// For how many ms a button or key is held if nothing else is said.
pub(super) const HELD: u32 = 80;

/// Whose button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    /// That of a player.
    Of(Colour),
    /// The one on a side of the board.
    At(Side),
    /// Both at the same instant.
    Both,
}

/// A move as it is written: where from, and the squares shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Where the piece is taken up.
    pub from: Cell,
    /// Where it touches down, at least once.
    pub stops: Vec<Cell>,
    /// Whether the squares are joined by `x`.
    pub capture: bool,
}

impl Path {
    /// Where the piece stays.
    pub fn to(&self) -> Cell {
        self.stops.last().copied().unwrap_or(self.from)
    }

    /// Whether this could stand for that whole path: same start, same end, the
    /// squares between them visited in this order. Only a capture is joined by
    /// `x`; the federation's tables join captures by `-` as well.
    pub fn is_within(&self, whole: &Self) -> bool {
        let mut stops = whole.stops.iter();
        (whole.capture || !self.capture)
            && self.from == whole.from
            && self.to() == whole.to()
            && self.stops.iter().all(|stop| stops.any(|landing| landing == stop))
    }
}

/// With every square on the way.
impl From<Move> for Path {
    fn from(played: Move) -> Self {
        Self {
            from: played.from().cell(),
            stops: played.path().map(Square::cell).collect(),
            capture: played.is_capture(),
        }
    }
}
