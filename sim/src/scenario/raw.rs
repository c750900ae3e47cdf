use damiera::rules::{Cell, Colour};
use damiera::sense::{Contact, Key};

use crate::virtual_board::VirtualBoard;

/// Time in ms from which a raw line may change a contact: the game has begun by then.
pub(super) const FIRST_CHANGE: u32 = 400;

/// A change of a contact before debouncing, as an `@` line writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawChange {
    /// Milliseconds since the board was switched on: the first frame with the change.
    pub at: u32,
    /// The contact.
    pub contact: RawContact,
    /// Whether it is closed from then on.
    pub closed: bool,
}

/// A contact as an `@` line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RawContact {
    /// The contact of a cell of the diagram.
    Cell(Cell),
    /// The button of this player, wherever he sits.
    Button(Colour),
    /// MENU, MINUS or PLUS.
    Key(Key),
}

impl RawContact {
    /// The contact on this board.
    pub(super) fn on(self, board: &VirtualBoard) -> Contact {
        match self {
            Self::Cell(cell) => Contact::Cell(cell),
            Self::Button(colour) => board.button(colour),
            Self::Key(key) => Contact::Key(key),
        }
    }
}
