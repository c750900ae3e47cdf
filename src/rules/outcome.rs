use core::fmt;

use serde::{Deserialize, Serialize};

use super::{Article, Colour, Position};

/// How the rules of movement alone end a game.
///
/// Resignation, time, agreement and counts are the referee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The player who has lost.
    pub loser: Colour,
    /// Why.
    pub loss: Loss,
}

/// Why a game is lost on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Loss {
    /// The side on move has no legal move (9.2.2).
    NoMove,
    /// All its pieces are gone (9.2.3).
    NoPieces,
}

impl Loss {
    /// The article that makes it a loss.
    pub const fn article(self) -> Article {
        Article::new(9, 2).point(match self {
            Self::NoMove => 2,
            Self::NoPieces => 3,
        })
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lacks = match self.loss {
            Loss::NoMove => "cannot move",
            Loss::NoPieces => "has no pieces left",
        };
        write!(
            f,
            "{} wins: {} {lacks} ({})",
            self.loser.opponent(),
            self.loser,
            self.loss.article()
        )
    }
}

impl Position {
    /// How the game has ended on the board, `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        let turn = self.turn();
        for loser in [turn, turn.opponent()] {
            if self.pieces(loser).is_empty() {
                return Some(Outcome { loser, loss: Loss::NoPieces });
            }
        }
        if self.can_move() { None } else { Some(Outcome { loser: turn, loss: Loss::NoMove }) }
    }
}
