use core::fmt;

use super::{Colour, Edition, Position};

/// A running count of moves towards a draw (Art. 10 and 11).
///
/// ```text
///            a man moves or a piece goes,        limit reached
///   Running ------------------------------+    Running -> Drawn
///    ^   |   2008, both still have a king |
///    |   +-- 2006, or a king is missing --|--> Idle
///    |                                    |     |
///    +------- from zero again ------------+     |
///    +------- 2006: on request -----------------+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CountOfMoves {
    limit: u8,
    scope: Scope,
    /// King moves of White and of Black since the count began.
    moves: [u8; 2],
    running: bool,
}

/// The players whose moves are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Scope {
    /// 10.4 of 2008: each player has to make them.
    Both,
    /// 10.3 of 2006: only those of the player who was on move.
    Only(Colour),
}

/// The effect of a half-move on the count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counted {
    /// The count goes on.
    Running,
    /// Annulled and begun again from zero (10.5, 2008).
    Restarted,
    /// Annulled; in 2006 it may be taken up again on request.
    Annulled,
    /// The game is drawn (10.4).
    Drawn,
    /// Nothing was being counted.
    Idle,
}

impl CountOfMoves {
    /// The number of moves that make a draw (10.4).
    pub const MOVES: u8 = 40;
    /// The smallest limit that an arbiter may set in a promotional event (Art. 11).
    pub const FEWEST: u8 = 10;

    /// Begins a count with the player on move (10.3).
    pub fn start(position: &Position, edition: Edition, limit: u8) -> Result<Self, CountRefused> {
        if !(Self::FEWEST..=Self::MOVES).contains(&limit) {
            return Err(CountRefused::Limit(limit));
        }
        kings_on_both_sides(position)?;
        let scope = match edition {
            Edition::Year2008 => Scope::Both,
            Edition::Year2006 => Scope::Only(position.turn()),
        };
        Ok(Self { limit, scope, moves: [0; 2], running: true })
    }

    /// Takes an annulled count up again, from zero, for the player to whom it
    /// was being counted (10.5 of 2006). Does nothing to a running one.
    pub fn resume(&mut self, position: &Position) -> Result<(), CountRefused> {
        if !self.running {
            kings_on_both_sides(position)?;
            self.moves = [0; 2];
            self.running = true;
        }
        Ok(())
    }

    /// Counts the half-move that led from one position to the other.
    pub fn played(&mut self, before: &Position, after: &Position) -> Counted {
        if !self.running {
            return Counted::Idle;
        }
        let player = before.turn();
        // 10.5: a man of either player, also one displaced irregularly.
        let by_man = [Colour::White, Colour::Black].iter().any(|c| before.men(*c) != after.men(*c));
        let material = before.occupied().len() != after.occupied().len();
        if by_man || material {
            self.moves = [0; 2];
            self.running = self.scope == Scope::Both && kings_on_both_sides(after).is_ok();
            return if self.running { Counted::Restarted } else { Counted::Annulled };
        }
        if before.occupied() == after.occupied() {
            // A turn that was passed is no move.
            return Counted::Running;
        }
        self.moves[player as usize] = self.moves[player as usize].saturating_add(1);
        let counted = match self.scope {
            Scope::Both => self.moves[0].min(self.moves[1]),
            Scope::Only(colour) => self.moves[colour as usize],
        };
        if counted >= self.limit {
            self.running = false;
            return Counted::Drawn;
        }
        Counted::Running
    }

    /// The number of king moves by this player since the count began, `None`
    /// where this player's are not counted.
    pub fn moves(&self, colour: Colour) -> Option<u8> {
        match self.scope {
            Scope::Only(counted) if counted != colour => None,
            _ => Some(self.moves[colour as usize]),
        }
    }

    /// The number of moves that make the draw.
    pub const fn limit(&self) -> u8 {
        self.limit
    }

    /// Whether moves are being counted.
    pub const fn is_running(&self) -> bool {
        self.running
    }
}

/// 10.1: at least one king each.
fn kings_on_both_sides(position: &Position) -> Result<(), CountRefused> {
    for colour in [Colour::White, Colour::Black] {
        if position.kings(colour).is_empty() {
            return Err(CountRefused::NoKing(colour));
        }
    }
    Ok(())
}

/// Why a count cannot begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CountRefused {
    /// This side has no king (10.1).
    NoKing(Colour),
    /// Not 10 to 40 (10.4, Art. 11).
    Limit(u8),
}

impl fmt::Display for CountRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKing(colour) => {
                write!(f, "{colour} has no king, and a count needs one on each side (10.1)")
            }
            Self::Limit(limit) => {
                write!(
                    f,
                    "a count runs to 40 moves, or from 10 up in promotional events, not to {limit}"
                )
            }
        }
    }
}

impl core::error::Error for CountRefused {}
