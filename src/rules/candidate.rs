//! Judges a move that a hand made or a text names: legal, or refused by which rule.

use core::fmt;

use heapless::Vec;

use super::{
    Article, CapturePriority, Direction, MAX_CAPTURES, Move, Position, Rank, Square, Squares,
};

/// The most squares a candidate can visit: the longest capture and one jump
/// too many, so that the jump too many can be named (8.1.8).
pub const MAX_STOPS: usize = MAX_CAPTURES + 1;

/// A start square and the squares visited from there, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The square from which the piece was lifted.
    pub from: Square,
    /// The squares on which it touched down; the last is where it was left.
    pub stops: Vec<Square, MAX_STOPS>,
}

impl From<Move> for Candidate {
    fn from(played: Move) -> Self {
        Self { from: played.from(), stops: played.path().collect() }
    }
}

/// The way from one square to another.
enum Hop {
    /// On neighbouring squares.
    Step(Direction),
    /// Two steps apart on a diagonal, with the square between them.
    Jump(Direction, Square),
    Neither,
}

impl Hop {
    fn between(from: Square, to: Square) -> Self {
        for towards in Direction::ALL {
            if from.step(towards) == Some(to) {
                return Self::Step(towards);
            }
            if from.jump(towards) == Some(to)
                && let Some(over) = from.step(towards)
            {
                return Self::Jump(towards, over);
            }
        }
        Self::Neither
    }
}

impl Position {
    /// The legal move that visits exactly these squares, or the first rule that
    /// forbids it.
    pub fn judge(&self, candidate: &Candidate) -> Result<Move, Refusal> {
        let from = candidate.from;
        let rank = match self.piece_at(from) {
            None => return Err(Refusal::NoPiece(from)),
            Some(piece) if piece.colour != self.turn() => return Err(Refusal::NotYours(from)),
            Some(piece) => piece.rank,
        };
        let moves = self.legal_moves();
        let of_this_piece = || moves.iter().copied().filter(|legal| legal.from() == from);
        let stops = candidate.stops.iter().copied();
        if let Some(legal) = of_this_piece().find(|legal| legal.path().eq(stops.clone())) {
            return Ok(legal);
        }

        let priority = match self.walk(candidate, rank)? {
            Walked::Step => return Err(Refusal::CaptureDue),
            Walked::Capture(priority) => priority,
        };
        // Every jump was possible; so it ended too early, or another goes first.
        let ends_early = |legal: Move| {
            let mut path = legal.path();
            stops.clone().all(|stop| path.next() == Some(stop))
        };
        if of_this_piece().any(ends_early) {
            return Err(Refusal::Unfinished(rank));
        }
        Err(Refusal::Priority(self.surpassing(priority)))
    }

    /// The article by which another capture goes before a possible one of this
    /// priority that is not legal.
    pub fn surpassing(&self, priority: CapturePriority) -> Article {
        let mut best = CapturePriority::NONE;
        self.each_capture(|_, other| best = best.max(other));
        // A capture that nothing surpasses is legal; one that could go on is
        // surpassed by its own continuation.
        priority.surpassed_by(best).unwrap_or(Article::new(6, 6))
    }

    /// Follows a candidate stop by stop and returns the first rule it breaks, except those that
    /// compare it with other moves (5.7, 5.9, 6.1, 6.6 to 6.9).
    fn walk(&self, candidate: &Candidate, rank: Rank) -> Result<Walked, Refusal> {
        let start = Squares::of(candidate.from);
        // 6.4: the square it leaves is free during the capture.
        let occupied = self.occupied() - start;
        let own = self.us() - start;
        let backwards =
            |towards: Direction| rank == Rank::Man && !towards.is_forward_for(self.turn());

        let mut at = candidate.from;
        let mut taken = Squares::EMPTY;
        let mut priority = CapturePriority::begun(rank == Rank::King);
        let Some(&last) = candidate.stops.last() else {
            return Err(Refusal::NotMoved(at));
        };
        if candidate.stops.len() == 1 && last == at {
            return Err(Refusal::NotMoved(at));
        }
        for &to in &candidate.stops {
            match Hop::between(at, to) {
                Hop::Neither => return Err(Refusal::NotReachable(rank, at, to)),
                Hop::Step(_) if !taken.is_empty() => {
                    return Err(Refusal::NotReachable(rank, at, to));
                }
                Hop::Step(towards) => {
                    if backwards(towards) {
                        return Err(Refusal::StepBackwards(to));
                    }
                    if occupied.contains(to) {
                        return Err(Refusal::StepOntoPiece(rank, to));
                    }
                    if candidate.stops.len() > 1 {
                        return Err(Refusal::NotReachable(rank, candidate.from, last));
                    }
                    return Ok(Walked::Step);
                }
                Hop::Jump(towards, over) => {
                    // 6.5: a man that captured its way to the far base waits.
                    let on_far_base = Squares::crowning_row(self.turn()).contains(at);
                    if rank == Rank::Man && !taken.is_empty() && on_far_base {
                        return Err(Refusal::PastCrowning(at));
                    }
                    if own.contains(over) {
                        return Err(Refusal::OverOwn(over));
                    }
                    if taken.contains(over) {
                        return Err(Refusal::Twice(over));
                    }
                    if !self.them().contains(over) {
                        return Err(Refusal::OverNothing(over));
                    }
                    if backwards(towards) {
                        return Err(Refusal::CaptureBackwards(over));
                    }
                    if rank == Rank::Man && self.all_kings().contains(over) {
                        return Err(Refusal::KingByMan(over));
                    }
                    if occupied.contains(to) {
                        return Err(Refusal::LandingTaken(to));
                    }
                    taken = taken.with(over);
                    priority = priority.taking(self.all_kings().contains(over));
                }
            }
            at = to;
        }
        Ok(Walked::Capture(priority))
    }
}

/// What a candidate does where no single hop of it is forbidden.
enum Walked {
    Step,
    Capture(CapturePriority),
}

/// The first rule that forbids a candidate move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refusal {
    /// The start is empty.
    NoPiece(Square),
    /// The piece is the opponent's (8.1.5).
    NotYours(Square),
    /// The piece was put back on its square.
    NotMoved(Square),
    /// Neither a step nor a jump leads from the one square to the other.
    NotReachable(Rank, Square, Square),
    /// A man moves forward only.
    StepBackwards(Square),
    /// A simple move needs a free square.
    StepOntoPiece(Rank, Square),
    /// A simple move was made where a capture is due.
    CaptureDue,
    /// A man captures forward only.
    CaptureBackwards(Square),
    /// A man cannot capture this king.
    KingByMan(Square),
    /// A jump over an empty square captures nothing.
    OverNothing(Square),
    /// A jump over one's own piece.
    OverOwn(Square),
    /// This piece was jumped over before.
    Twice(Square),
    /// The square behind the captured piece is not free.
    LandingTaken(Square),
    /// A man that reached the far base here has to wait for the next move.
    PastCrowning(Square),
    /// The capture goes on from here.
    Unfinished(Rank),
    /// Another capture goes first, by 6.6, 6.7, 6.8 or 6.9.
    Priority(Article),
}

impl Refusal {
    /// The article that the move breaks.
    pub const fn article(self) -> Article {
        match self {
            Self::NoPiece(_) | Self::NotMoved(_) => Article::new(3, 3),
            Self::NotYours(_) => Article::new(3, 2),
            Self::NotReachable(Rank::Man, ..)
            | Self::StepOntoPiece(Rank::Man, _)
            | Self::StepBackwards(_) => Article::new(4, 1),
            Self::NotReachable(Rank::King, ..) | Self::StepOntoPiece(Rank::King, _) => {
                Article::new(4, 7)
            }
            Self::CaptureDue => Article::new(6, 1),
            Self::CaptureBackwards(_) => Article::new(5, 3).letter('a'),
            Self::KingByMan(_) => Article::new(5, 3).letter('b'),
            Self::OverNothing(_) | Self::LandingTaken(_) => Article::new(5, 2),
            Self::OverOwn(_) => Article::new(6, 3),
            Self::Twice(_) => Article::new(6, 4),
            Self::PastCrowning(_) => Article::new(6, 5),
            Self::Unfinished(Rank::Man) => Article::new(5, 7),
            Self::Unfinished(Rank::King) => Article::new(5, 9),
            Self::Priority(article) => article,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::NotYours(square) => write!(f, "the piece on {square} is the opponent's"),
            Self::NotMoved(square) => write!(f, "the piece on {square} has not moved"),
            Self::NotReachable(Rank::Man, from, to) => {
                write!(f, "a man cannot go from {from} to {to}")
            }
            Self::NotReachable(Rank::King, from, to) => {
                write!(f, "a king cannot go from {from} to {to}")
            }
            Self::StepBackwards(to) => write!(f, "a man cannot go back to {to}"),
            Self::StepOntoPiece(_, to) => write!(f, "{to} is occupied"),
            Self::CaptureDue => f.write_str("a capture is due"),
            Self::CaptureBackwards(over) => {
                write!(f, "a man cannot capture backwards over {over}")
            }
            Self::KingByMan(over) => write!(f, "a man cannot capture the king on {over}"),
            Self::OverNothing(over) => write!(f, "there is nothing to capture on {over}"),
            Self::OverOwn(over) => write!(f, "the piece on {over} is one's own"),
            Self::Twice(over) => write!(f, "the piece on {over} is passed twice"),
            Self::LandingTaken(to) => write!(f, "{to} is occupied, so the capture has no landing"),
            Self::PastCrowning(at) => {
                write!(f, "a man that becomes a king on {at} waits for its next move")
            }
            Self::Unfinished(_) => f.write_str("the capture goes on"),
            Self::Priority(by) => f.write_str(match *by {
                by if by == Article::new(6, 6) => "another capture takes more pieces",
                by if by == Article::new(6, 7) => "a king must capture before a man",
                by if by == Article::new(6, 8) => "another capture takes more kings",
                _ => "another capture meets a king earlier",
            }),
        }?;
        write!(f, " ({})", self.article())
    }
}

impl core::error::Error for Refusal {}
