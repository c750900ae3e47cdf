//! Which moves the side on move may make.

use heapless::Vec;

use super::moves::Jumps;
use super::{CapturePriority, Colour, Direction, Move, Position, Squares};

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

/// The player on move: which way is forward, and what his pieces can do.
trait Side: Copy {
    /// What a man, and what a king can capture.
    type Man: Hunter;
    type King: Hunter;

    fn forward(self) -> [Direction; 2];
    fn man(self) -> Self::Man;
    fn king(self) -> Self::King;

    fn backward(self) -> [Direction; 2] {
        let [left, right] = self.forward();
        // Westwards first, as everywhere.
        [right.opposite(), left.opposite()]
    }
}

/// A side, and so each direction, that the compiler knows: the generator once for White and once
/// for Black. That is the fastest on a PC.
#[derive(Clone, Copy)]
struct Known<const WHITE: bool>;

impl<const WHITE: bool> Side for Known<WHITE> {
    type Man = Man<WHITE>;
    type King = King;

    #[inline(always)]
    fn forward(self) -> [Direction; 2] {
        Man::<WHITE>::WAYS
    }

    #[inline(always)]
    fn man(self) -> Man<WHITE> {
        Man
    }

    #[inline(always)]
    fn king(self) -> King {
        King
    }
}

/// A side that only the running program knows: the generator once for all, 15 kB less of the flash.
/// That is what the chip has.
impl Side for Colour {
    type Man = Any;
    type King = Any;

    fn forward(self) -> [Direction; 2] {
        match self {
            Self::White => Man::<true>::WAYS,
            Self::Black => Man::<false>::WAYS,
        }
    }

    fn man(self) -> Any {
        let ways = match self {
            Self::White => &Man::<true>::WAYS,
            Self::Black => &Man::<false>::WAYS,
        };
        Any { ways, is_king: false }
    }

    fn king(self) -> Any {
        Any { ways: &Direction::ALL, is_king: true }
    }
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
        if cfg!(target_os = "none") {
            return fill(self.turn(), self, list);
        }
        match self.turn() {
            Colour::White => fill(Known::<true>, self, list),
            Colour::Black => fill(Known::<false>, self, list),
        }
    }

    /// As many as [`legal_moves`](Self::legal_moves) has, without making them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        match self.turn() {
            Colour::White => count(Known::<true>, self),
            Colour::Black => count(Known::<false>, self),
        }
    }

    /// Whether the side on move can move at all (9.2.2).
    pub fn can_move(&self) -> bool {
        let mut moves = capture_is_due(self.turn(), self);
        walks(self.turn(), self, |starts, _| moves |= !starts.is_empty());
        moves
    }

    /// Visits every capture that goes on to its end, whatever the priorities
    /// say, with its priority.
    pub fn each_capture(&self, mut visit: impl FnMut(Move, CapturePriority)) {
        each_capture(self, &mut visit);
    }

    /// The moves as the chip finds them: for tests on a PC.
    #[doc(hidden)]
    pub fn legal_moves_on_the_chip(&self) -> MoveList {
        let mut list = MoveList::new();
        fill(self.turn(), self, &mut list);
        list
    }
}

// Once, whoever visits.
fn each_capture(position: &Position, visit: &mut dyn FnMut(Move, CapturePriority)) {
    captures(position.turn(), position, visit);
}

fn fill<S: Side>(side: S, position: &Position, list: &mut MoveList) {
    if capture_is_due(side, position) {
        fill_with_captures(side, position, list);
    } else {
        walks(side, position, |mut starts, towards| {
            while let Some(from) = starts.pop() {
                push(list, Move::simple(from, from.neighbour(towards)));
            }
        });
    }
}

// Apart from `fill`, so that the common case has nothing to save on the stack.
#[inline(never)]
fn fill_with_captures<S: Side>(side: S, position: &Position, list: &mut MoveList) {
    let mut best = CapturePriority::NONE;
    let mut visit = |capture, priority| {
        if priority > best {
            best = priority;
            list.clear();
        }
        if priority == best {
            push(list, capture);
        }
    };
    if cfg!(target_os = "none") {
        each_capture(position, &mut visit);
    } else {
        captures(side, position, &mut visit);
    }
}

#[inline]
fn push(list: &mut MoveList, legal: Move) {
    let kept = list.push(legal);
    debug_assert!(kept.is_ok(), "MAX_MOVES is proven");
}

fn count<S: Side>(side: S, position: &Position) -> usize {
    if capture_is_due(side, position) {
        return count_captures(side, position);
    }
    let mut number = 0;
    walks(side, position, |starts, _| number += starts.len());
    number
}

#[inline(never)]
fn count_captures<S: Side>(side: S, position: &Position) -> usize {
    let mut best = CapturePriority::NONE;
    let mut number = 0;
    captures(side, position, &mut |_, priority| {
        if priority > best {
            best = priority;
            number = 0;
        }
        number += usize::from(priority == best);
    });
    number
}

/// Visits, for each direction, the pieces with a free square before them: men
/// forward (4.1), kings both ways (4.7).
#[inline(always)]
fn walks<S: Side>(side: S, position: &Position, mut visit: impl FnMut(Squares, Direction)) {
    let empty = position.empty();
    let all = position.us();
    for towards in side.forward() {
        visit(all & before(empty, towards), towards);
    }
    let kings = all & position.all_kings();
    if !kings.is_empty() {
        for towards in side.backward() {
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
#[cfg_attr(not(target_os = "none"), inline(always))]
fn capture_is_due<S: Side>(side: S, position: &Position) -> bool {
    let (men, kings) = hunters(position);
    !CaptureMasks::of(side.man(), position).capturing(men).is_empty()
        || !kings.is_empty() && !CaptureMasks::of(side.king(), position).capturing(kings).is_empty()
}

/// Visits every capture that goes on to its end.
#[inline(always)]
fn captures<S: Side>(
    side: S,
    position: &Position,
    visit: &mut (impl FnMut(Move, CapturePriority) + ?Sized),
) {
    let (men, kings) = hunters(position);
    if !kings.is_empty() {
        CaptureMasks::of(side.king(), position).hunt(kings, visit);
    }
    CaptureMasks::of(side.man(), position).hunt(men, visit);
}

/// The men and the kings of the side on move.
#[inline(always)]
fn hunters(position: &Position) -> (Squares, Squares) {
    let kings = position.us() & position.all_kings();
    (position.us() - kings, kings)
}

/// What a kind of piece can capture, and which way.
trait Hunter: Copy {
    /// Whether the compiler knows it.
    const KNOWN: bool;

    fn ways(&self) -> &[Direction];
    fn is_king(&self) -> bool;
}

/// 5.3 c, d: both ways, men and kings.
#[derive(Clone, Copy)]
struct King;

impl Hunter for King {
    const KNOWN: bool = true;

    #[inline(always)]
    fn ways(&self) -> &[Direction] {
        &Direction::ALL
    }

    #[inline(always)]
    fn is_king(&self) -> bool {
        true
    }
}

/// 5.3 a, b: forward only, and men only.
#[derive(Clone, Copy)]
struct Man<const WHITE: bool>;

impl<const WHITE: bool> Man<WHITE> {
    const WAYS: [Direction; 2] = if WHITE {
        [Direction::NorthWest, Direction::NorthEast]
    } else {
        [Direction::SouthWest, Direction::SouthEast]
    };
}

impl<const WHITE: bool> Hunter for Man<WHITE> {
    const KNOWN: bool = true;

    #[inline(always)]
    fn ways(&self) -> &[Direction] {
        &Self::WAYS
    }

    #[inline(always)]
    fn is_king(&self) -> bool {
        false
    }
}

/// Either of them, known at run time only.
#[derive(Clone, Copy)]
struct Any {
    ways: &'static [Direction],
    is_king: bool,
}

impl Hunter for Any {
    const KNOWN: bool = false;

    fn ways(&self) -> &[Direction] {
        self.ways
    }

    fn is_king(&self) -> bool {
        self.is_king
    }
}

/// Where one kind of piece can capture.
#[derive(Clone, Copy)]
struct CaptureMasks<H> {
    hunter: H,
    /// What it may capture.
    prey: Squares,
    kings: Squares,
    /// For each direction, from which squares a jump leads over prey onto a
    /// free square. Captured pieces stay on the board until the end (5.12), so
    /// this does not change during a capture.
    jumps: [Squares; 4],
}

impl<H: Hunter> CaptureMasks<H> {
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn of(hunter: H, position: &Position) -> Self {
        let kings = position.all_kings();
        let prey = if hunter.is_king() { position.them() } else { position.them() - kings };
        // 5.2: behind a piece on the edge there is no square to land on.
        let prey = prey & Squares::INNER;
        let mut jumps = [Squares::EMPTY; 4];
        for &towards in hunter.ways() {
            jumps[towards as usize] = jump_starts(prey, position.empty(), towards);
        }
        Self { hunter, prey, kings, jumps }
    }

    /// Which of these pieces can capture.
    #[inline(always)]
    fn capturing(&self, pieces: Squares) -> Squares {
        pieces & (self.jumps[0] | self.jumps[1] | self.jumps[2] | self.jumps[3])
    }

    /// Visits all captures by these pieces.
    #[cfg_attr(not(target_os = "none"), inline(always))]
    fn hunt(&self, pieces: Squares, visit: &mut (impl FnMut(Move, CapturePriority) + ?Sized)) {
        let is_king = self.hunter.is_king();
        let mut landings = Squares::EMPTY;
        for &towards in self.hunter.ways() {
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
            let mut ground = *self;
            if is_king {
                // 6.4: the square it leaves is free for it during the capture.
                for &towards in self.hunter.ways() {
                    ground.jumps[towards as usize] |= jump_starts(self.prey, start, towards);
                }
            }
            let mut hunt = CaptureSearch { start, ground, visit };
            hunt.go_on(start, self.prey, Jumps::NONE, CapturePriority::begun(is_king));
        }
    }

    /// The common case: nobody takes more than one piece, so there is nothing
    /// to try.
    #[inline(always)]
    fn take_one(&self, pieces: Squares, visit: &mut (impl FnMut(Move, CapturePriority) + ?Sized)) {
        let is_king = self.hunter.is_king();
        for &towards in self.hunter.ways() {
            let mut starts = pieces & self.jumps[towards as usize];
            while let Some(from) = starts.pop() {
                let over = from.neighbour(towards);
                let to = over.neighbour(towards);
                let a_king = is_king && self.kings.contains(over);
                let priority = CapturePriority::begun(is_king).taking(a_king);
                let jumps = Jumps::NONE.then(towards);
                visit(Move::capture(from, to, jumps, Squares::of(over)), priority);
            }
        }
    }
}

/// From where a jump in this direction leads over prey, all of it on inner
/// squares, onto one of the landings.
#[cfg_attr(not(target_os = "none"), inline(always))]
fn jump_starts(prey: Squares, landings: Squares, towards: Direction) -> Squares {
    let back = towards.opposite();
    (prey & landings.rotate(back)).rotate(back)
}

/// One piece looking for all that it can capture.
struct CaptureSearch<'a, H, V: ?Sized> {
    start: Squares,
    ground: CaptureMasks<H>,
    visit: &'a mut V,
}

impl<H: Hunter, V: FnMut(Move, CapturePriority) + ?Sized> CaptureSearch<'_, H, V> {
    /// Goes on from the square `at` in every possible way. Calls itself once a
    /// captured piece: at most nine deep.
    fn go_on(&mut self, at: Squares, left: Squares, jumps: Jumps, priority: CapturePriority) {
        let hunter = self.ground.hunter;
        let ways = hunter.ways();
        let mut onward = false;
        if H::KNOWN {
            // Written out, so that the compiler knows each direction.
            onward |= self.leap(ways[0], at, left, jumps, priority);
            onward |= self.leap(ways[1], at, left, jumps, priority);
            if hunter.is_king() {
                onward |= self.leap(ways[2], at, left, jumps, priority);
                onward |= self.leap(ways[3], at, left, jumps, priority);
            }
        } else {
            for towards in ways {
                onward |= self.leap(*towards, at, left, jumps, priority);
            }
        }
        if !onward {
            let (from, to) = (self.start.any(), at.any());
            (self.visit)(Move::capture(from, to, jumps, self.ground.prey - left), priority);
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
        priority: CapturePriority,
    ) -> bool {
        if !at.meets(self.ground.jumps[towards as usize]) {
            return false;
        }
        let is_king = self.ground.hunter.is_king();
        let over = at.rotate(towards);
        // 6.4: no piece is passed twice. A man never comes back to one.
        if is_king && !over.meets(left) {
            return false;
        }
        let priority = priority.taking(is_king && over.meets(self.ground.kings));
        self.go_on(over.rotate(towards), left - over, jumps.then(towards), priority);
        true
    }
}
