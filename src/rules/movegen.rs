//! Which moves the side on move may make.

use core::marker::PhantomData;

use heapless::Vec;

use super::moves::Jumps;
use super::{Colour, Direction, Move, Position, Squares, Worth};

/// The most legal moves a position can have.
///
/// *Simple moves*: twelve kings with four neighbours each make 48.
///
/// *Captures*: the squares a capturing piece can reach fall into four families
/// of eight (see [`MAX_CAPTURES`](super::MAX_CAPTURES)). Trying every choice of
/// capturing pieces, blocked squares and pieces to capture in one family shows
/// at most 12 longest paths; four families make 48. The test
/// `host-tests/tests/capacities.rs` tries them all.
pub const MAX_MOVES: usize = 48;

/// All legal moves of a position.
pub type MoveList = Vec<Move, MAX_MOVES>;

/// The player on move, known to the compiler: which way is forward.
trait Side {
    const FORWARD: [Direction; 2];
    const BACKWARD: [Direction; 2];
}

struct White;
struct Black;

impl Side for White {
    const FORWARD: [Direction; 2] = [Direction::NorthWest, Direction::NorthEast];
    const BACKWARD: [Direction; 2] = [Direction::SouthWest, Direction::SouthEast];
}

impl Side for Black {
    const FORWARD: [Direction; 2] = [Direction::SouthWest, Direction::SouthEast];
    const BACKWARD: [Direction; 2] = [Direction::NorthWest, Direction::NorthEast];
}

impl Position {
    /// Every move the side on move may make, priorities applied (6.1, 6.6 to
    /// 6.9). Each capture path is a move of its own.
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// The same, into a list that is empty: none is copied.
    #[inline]
    pub(super) fn legal_moves_into(&self, list: &mut MoveList) {
        match self.turn() {
            Colour::White => fill::<White>(self, list),
            Colour::Black => fill::<Black>(self, list),
        }
    }

    /// As many as [`legal_moves`](Self::legal_moves) has, without making them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        match self.turn() {
            Colour::White => count::<White>(self),
            Colour::Black => count::<Black>(self),
        }
    }

    /// Whether the side on move can move at all (9.2.2).
    pub fn can_move(&self) -> bool {
        self.count_moves() > 0
    }

    /// Visits every capture that goes on to its end, whatever the priorities
    /// say, with its worth.
    pub fn each_capture(&self, visit: impl FnMut(Move, Worth)) {
        match self.turn() {
            Colour::White => captures::<White>(self, visit),
            Colour::Black => captures::<Black>(self, visit),
        };
    }
}

fn fill<S: Side>(position: &Position, list: &mut MoveList) {
    if capture_is_due::<S>(position) {
        fill_with_captures::<S>(position, list);
    } else {
        walks::<S>(position, |mut starts, towards| {
            while let Some(from) = starts.pop() {
                push(list, Move::simple(from, from.neighbour(towards)));
            }
        });
    }
}

// Apart from `fill`, so that the common case has nothing to save on the stack.
#[inline(never)]
fn fill_with_captures<S: Side>(position: &Position, list: &mut MoveList) {
    let mut best = Worth::NONE;
    captures::<S>(position, |capture, worth| {
        if worth > best {
            best = worth;
            list.clear();
        }
        if worth == best {
            push(list, capture);
        }
    });
}

#[inline]
fn push(list: &mut MoveList, legal: Move) {
    let kept = list.push(legal);
    debug_assert!(kept.is_ok(), "MAX_MOVES is proven");
}

fn count<S: Side>(position: &Position) -> usize {
    if capture_is_due::<S>(position) {
        return count_captures::<S>(position);
    }
    let mut number = 0;
    walks::<S>(position, |starts, _| number += starts.len());
    number
}

#[inline(never)]
fn count_captures<S: Side>(position: &Position) -> usize {
    let mut best = Worth::NONE;
    let mut number = 0;
    captures::<S>(position, |_, worth| {
        if worth > best {
            best = worth;
            number = 0;
        }
        number += usize::from(worth == best);
    });
    number
}

/// Visits, for each direction, the pieces with a free square before them: men
/// forward (4.1), kings both ways (4.7).
#[inline(always)]
fn walks<S: Side>(position: &Position, mut visit: impl FnMut(Squares, Direction)) {
    let empty = position.empty();
    let all = position.on_move();
    for towards in S::FORWARD {
        visit(all & before(empty, towards), towards);
    }
    let kings = all & position.all_kings();
    if !kings.is_empty() {
        for towards in S::BACKWARD {
            visit(kings & before(empty, towards), towards);
        }
    }
}

/// The squares from which a step in this direction leads into the set.
#[inline(always)]
fn before(set: Squares, towards: Direction) -> Squares {
    set.step(towards.opposite())
}

/// 6.1: whether anything can be captured.
#[inline(always)]
fn capture_is_due<S: Side>(position: &Position) -> bool {
    let (men, kings) = hunters(position);
    !Ground::<Man<S>>::of(position).capturing(men).is_empty()
        || !kings.is_empty() && !Ground::<King>::of(position).capturing(kings).is_empty()
}

/// Visits every capture that goes on to its end.
#[inline(always)]
fn captures<S: Side>(position: &Position, mut visit: impl FnMut(Move, Worth)) {
    let (men, kings) = hunters(position);
    if !kings.is_empty() {
        Ground::<King>::of(position).hunt(kings, &mut visit);
    }
    Ground::<Man<S>>::of(position).hunt(men, &mut visit);
}

/// The men and the kings of the side on move.
#[inline(always)]
fn hunters(position: &Position) -> (Squares, Squares) {
    let kings = position.on_move() & position.all_kings();
    (position.on_move() - kings, kings)
}

/// What a kind of piece can capture, and which way.
trait Hunter {
    const WAYS: &'static [Direction];
    const IS_KING: bool;
}

/// 5.3 c, d: both ways, men and kings.
struct King;

impl Hunter for King {
    const WAYS: &'static [Direction] = &Direction::ALL;
    const IS_KING: bool = true;
}

/// 5.3 a, b: forward only, and men only.
struct Man<S>(PhantomData<S>);

impl<S: Side> Hunter for Man<S> {
    const WAYS: &'static [Direction] = &S::FORWARD;
    const IS_KING: bool = false;
}

/// Where one kind of piece can capture.
struct Ground<H> {
    /// What it may capture.
    prey: Squares,
    kings: Squares,
    /// For each direction, from which squares a jump leads over prey onto a
    /// free square. Captured pieces stay on the board until the end (5.12), so
    /// this does not change during a capture.
    jumps: [Squares; 4],
    hunter: PhantomData<H>,
}

impl<H: Hunter> Ground<H> {
    #[inline(always)]
    fn of(position: &Position) -> Self {
        let kings = position.all_kings();
        let prey = if H::IS_KING { position.waiting() } else { position.waiting() - kings };
        // 5.2: behind a piece on the edge there is no square to land on.
        let prey = prey & Squares::INNER;
        let mut jumps = [Squares::EMPTY; 4];
        for &towards in H::WAYS {
            jumps[towards as usize] = jump_starts(prey, position.empty(), towards);
        }
        Self { prey, kings, jumps, hunter: PhantomData }
    }

    /// Which of these pieces can capture.
    #[inline(always)]
    fn capturing(&self, pieces: Squares) -> Squares {
        pieces & (self.jumps[0] | self.jumps[1] | self.jumps[2] | self.jumps[3])
    }

    /// Visits all captures by these pieces.
    #[inline(always)]
    fn hunt(&self, pieces: Squares, visit: &mut impl FnMut(Move, Worth)) {
        let mut landings = Squares::EMPTY;
        for &towards in H::WAYS {
            let starts = pieces & self.jumps[towards as usize];
            landings |= starts.rotate(towards).rotate(towards);
        }
        if self.capturing(landings).is_empty() {
            self.take_one(pieces, visit);
            return;
        }
        let mut capturing = self.capturing(pieces);
        while let Some(from) = capturing.pop() {
            let start = Squares::of(from);
            let mut jumps = self.jumps;
            if H::IS_KING {
                // 6.4: the square it leaves is free for it during the capture.
                for &towards in H::WAYS {
                    jumps[towards as usize] |= jump_starts(self.prey, start, towards);
                }
            }
            let ground = Self { jumps, ..*self };
            let mut hunt = Hunt { start, ground, visit };
            hunt.go_on(start, self.prey, Jumps::NONE, Worth::begun(H::IS_KING));
        }
    }

    /// The common case: nobody takes more than one piece, so there is nothing
    /// to try.
    #[inline(always)]
    fn take_one(&self, pieces: Squares, visit: &mut impl FnMut(Move, Worth)) {
        for &towards in H::WAYS {
            let mut starts = pieces & self.jumps[towards as usize];
            while let Some(from) = starts.pop() {
                let over = from.neighbour(towards);
                let to = over.neighbour(towards);
                let a_king = H::IS_KING && self.kings.contains(over);
                let worth = Worth::begun(H::IS_KING).taking(a_king);
                let jumps = Jumps::NONE.then(towards);
                visit(Move::capture(from, to, jumps, Squares::of(over)), worth);
            }
        }
    }
}

/// From where a jump in this direction leads over prey, all of it on inner
/// squares, onto one of the landings.
#[inline(always)]
fn jump_starts(prey: Squares, landings: Squares, towards: Direction) -> Squares {
    let back = towards.opposite();
    (prey & landings.rotate(back)).rotate(back)
}

/// One piece looking for all that it can capture.
struct Hunt<'a, H, V> {
    start: Squares,
    ground: Ground<H>,
    visit: &'a mut V,
}

impl<H: Hunter, V: FnMut(Move, Worth)> Hunt<'_, H, V> {
    /// Goes on from the square `at` in every possible way. Calls itself once a
    /// captured piece: at most nine deep.
    fn go_on(&mut self, at: Squares, left: Squares, jumps: Jumps, worth: Worth) {
        // Written out, so that the compiler knows each direction.
        let mut onward = self.leap(H::WAYS[0], at, left, jumps, worth);
        onward |= self.leap(H::WAYS[1], at, left, jumps, worth);
        if H::IS_KING {
            onward |= self.leap(H::WAYS[2], at, left, jumps, worth);
            onward |= self.leap(H::WAYS[3], at, left, jumps, worth);
        }
        if !onward {
            let (from, to) = (self.start.any(), at.any());
            (self.visit)(Move::capture(from, to, jumps, self.ground.prey - left), worth);
        }
    }

    /// Jumps in one direction, if that is possible, and goes on from there.
    #[inline(always)]
    fn leap(
        &mut self,
        towards: Direction,
        at: Squares,
        left: Squares,
        jumps: Jumps,
        worth: Worth,
    ) -> bool {
        if !at.meets(self.ground.jumps[towards as usize]) {
            return false;
        }
        let over = at.rotate(towards);
        // 6.4: no piece is passed twice. A man never comes back to one.
        if H::IS_KING && !over.meets(left) {
            return false;
        }
        let worth = worth.taking(H::IS_KING && over.meets(self.ground.kings));
        self.go_on(over.rotate(towards), left - over, jumps.then(towards), worth);
        true
    }
}
