//! Generates the legal moves of a position, on the PC and on the chip.
//!
//! [`Kind`] makes the kind of piece a type, so that the compiler knows each direction, and
//! [`CaptureSink`] makes what is done with a capture one, so that counting builds no [`Move`].
//!
//! The percentages in this file compare CPU time of perft on the positions of `cargo xtask bench`.
//! Without `inline(always)` it is 4 % (start position, bulk), 12 % (start position, plain), 13 %
//! (kings, bulk) and 11 % (kings, plain) slower, and the firmware 4.5 KB smaller.

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

impl Position {
    /// Every move the side on move may make, priorities applied (6.1, 6.6 to
    /// 6.9). Each capture path is a move of its own.
    // A function of its own: `cargo xtask bench-image` calls it by its symbol. Perft does not use it.
    #[inline(never)]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        match self.turn() {
            Colour::White => gen_moves::<WhiteMan>(self, &mut list),
            Colour::Black => gen_moves::<BlackMan>(self, &mut list),
        }
        list
    }

    /// Visits each of the [`legal_moves`](Self::legal_moves) in their order. Simple moves are not
    /// put in a list first: with one, perft is 15 to 35 % slower.
    #[inline(always)]
    pub(super) fn each_legal_move(&self, visit: impl FnMut(Move)) {
        match self.turn() {
            Colour::White => each_legal_move::<WhiteMan>(self, visit),
            Colour::Black => each_legal_move::<BlackMan>(self, visit),
        }
    }

    /// The number of [`legal_moves`](Self::legal_moves), counted without making them.
    #[inline]
    pub fn count_moves(&self) -> usize {
        match self.turn() {
            Colour::White => count_moves::<WhiteMan>(self),
            Colour::Black => count_moves::<BlackMan>(self),
        }
    }

    /// Whether the side on move can move at all (9.2.2).
    pub fn can_move(&self) -> bool {
        match self.turn() {
            Colour::White => can_move::<WhiteMan>(self),
            Colour::Black => can_move::<BlackMan>(self),
        }
    }

    /// Visits every capture that goes on to its end, with its priority, those that another
    /// capture forbids (6.6 to 6.9) included.
    pub fn each_capture(&self, mut visit: impl FnMut(Move, CapturePriority)) {
        match self.turn() {
            Colour::White => gen_captures::<WhiteMan>(self, &mut visit),
            Colour::Black => gen_captures::<BlackMan>(self, &mut visit),
        }
    }
}

/// A kind of piece: which way it moves, and what it captures.
trait Kind {
    const DIRECTIONS: &'static [Direction];
    const IS_KING: bool;

    /// The priority of a capture of one piece.
    #[inline(always)]
    fn capturing_one(is_king: bool) -> CapturePriority {
        CapturePriority::begun(Self::IS_KING).taking(is_king)
    }
}

/// 4.1, 5.3 a, b: forward only, and captures men only.
enum WhiteMan {}

impl Kind for WhiteMan {
    const DIRECTIONS: &'static [Direction] = &[Direction::NorthWest, Direction::NorthEast];
    const IS_KING: bool = false;
}

/// As [`WhiteMan`], down the board.
enum BlackMan {}

impl Kind for BlackMan {
    const DIRECTIONS: &'static [Direction] = &[Direction::SouthWest, Direction::SouthEast];
    const IS_KING: bool = false;
}

/// 4.7, 5.3 c, d: both ways, and captures men and kings.
enum King {}

impl Kind for King {
    const DIRECTIONS: &'static [Direction] = &Direction::ALL;
    const IS_KING: bool = true;
}

// `Man` is the man of the side on move in all of these.

fn gen_moves<Man: Kind>(position: &Position, list: &mut MoveList) {
    if can_capture::<Man>(position) {
        gen_best_captures::<Man>(position, list);
    } else {
        gen_steps::<Man>(position, |legal| push(list, legal));
    }
}

#[inline(always)]
fn each_legal_move<Man: Kind>(position: &Position, mut visit: impl FnMut(Move)) {
    if can_capture::<Man>(position) {
        let mut list = MoveList::new();
        gen_best_captures::<Man>(position, &mut list);
        list.iter().for_each(|capture| visit(*capture));
    } else {
        gen_steps::<Man>(position, visit);
    }
}

fn count_moves<Man: Kind>(position: &Position) -> usize {
    if can_capture::<Man>(position) {
        return count_best_captures::<Man>(position);
    }
    let mut number = 0;
    each_step_set::<Man>(position, |starts, _| number += starts.len());
    number
}

fn can_move<Man: Kind>(position: &Position) -> bool {
    let mut can_move = can_capture::<Man>(position);
    each_step_set::<Man>(position, |starts, _| can_move |= !starts.is_empty());
    can_move
}

/// Visits every simple move, whether or not a capture is due.
#[inline(always)]
fn gen_steps<Man: Kind>(position: &Position, mut visit: impl FnMut(Move)) {
    each_step_set::<Man>(position, |mut starts, towards| {
        while let Some(from) = starts.pop() {
            visit(Move::simple(from, from.neighbour(towards)));
        }
    });
}

/// Visits, for each direction, the pieces with a free square before them: men
/// forward (4.1), kings both ways (4.7).
#[inline(always)]
fn each_step_set<Man: Kind>(position: &Position, mut visit: impl FnMut(Squares, Direction)) {
    let empty = position.empty();
    for &towards in Man::DIRECTIONS {
        visit(position.us() & empty.step(towards.opposite()), towards);
    }
    let kings = position.us() & position.all_kings();
    if !kings.is_empty() {
        for &forward in Man::DIRECTIONS.iter().rev() {
            visit(kings & empty.step(forward), forward.opposite());
        }
    }
}

/// Fills an empty list with the captures of the highest priority.
fn gen_best_captures<Man: Kind>(position: &Position, list: &mut MoveList) {
    let mut best = CapturePriority::NONE;
    gen_captures::<Man>(position, &mut |capture, priority| {
        if priority > best {
            best = priority;
            list.clear();
        }
        if priority == best {
            push(list, capture);
        }
    });
}

/// Counts the captures of the highest priority.
fn count_best_captures<Man: Kind>(position: &Position) -> usize {
    let mut counter = BestCounter { best: CapturePriority::NONE, number: 0 };
    gen_captures::<Man>(position, &mut counter);
    counter.number
}

/// Receives the captures that the generator finds.
trait CaptureSink {
    /// A capture that has gone on to its end.
    fn capture(&mut self, capture: Move, priority: CapturePriority);

    /// Captures of one piece each in one direction, by the pieces on `starts`, which are of kind
    /// `K`. `kings` has the kings that may be captured.
    #[inline(always)]
    fn single_captures<K: Kind>(
        &mut self,
        mut starts: Squares,
        towards: Direction,
        kings: Squares,
    ) {
        while let Some(from) = starts.pop() {
            let over = from.neighbour(towards);
            let to = over.neighbour(towards);
            let capture = Move::capture(from, to, Jumps::NONE.then(towards), Squares::of(over));
            self.capture(capture, K::capturing_one(kings.contains(over)));
        }
    }
}

impl<F: FnMut(Move, CapturePriority)> CaptureSink for F {
    #[inline(always)]
    fn capture(&mut self, capture: Move, priority: CapturePriority) {
        self(capture, priority);
    }
}

/// Counts the captures of the highest priority, without making those of one piece.
struct BestCounter {
    best: CapturePriority,
    number: usize,
}

impl BestCounter {
    #[inline(always)]
    fn add(&mut self, number: usize, priority: CapturePriority) {
        if number == 0 {
            return;
        }
        if priority > self.best {
            self.best = priority;
            self.number = 0;
        }
        if priority == self.best {
            self.number += number;
        }
    }
}

impl CaptureSink for BestCounter {
    #[inline(always)]
    fn capture(&mut self, _: Move, priority: CapturePriority) {
        self.add(1, priority);
    }

    #[inline(always)]
    fn single_captures<K: Kind>(&mut self, starts: Squares, towards: Direction, kings: Squares) {
        let over_king = starts & kings.rotate(towards.opposite());
        self.add(over_king.len(), K::capturing_one(true));
        self.add((starts - over_king).len(), K::capturing_one(false));
    }
}

#[inline]
fn push(list: &mut MoveList, legal: Move) {
    let kept = list.push(legal);
    debug_assert!(kept.is_ok(), "MAX_MOVES is proven");
}

/// 6.1: whether anything can be captured.
#[inline(always)]
fn can_capture<Man: Kind>(position: &Position) -> bool {
    let kings = position.us() & position.all_kings();
    let men = position.us() - kings;
    !CaptureMasks::of::<Man>(position).capturing(men).is_empty()
        || !kings.is_empty() && !CaptureMasks::of::<King>(position).capturing(kings).is_empty()
}

/// Visits every capture that goes on to its end.
#[inline(always)]
fn gen_captures<Man: Kind>(position: &Position, sink: &mut impl CaptureSink) {
    let kings = position.us() & position.all_kings();
    let men = position.us() - kings;
    if !kings.is_empty() {
        CaptureMasks::of::<King>(position).gen_captures::<King>(kings, sink);
    }
    CaptureMasks::of::<Man>(position).gen_captures::<Man>(men, sink);
}

/// Where one kind of piece can capture.
#[derive(Clone, Copy)]
struct CaptureMasks {
    /// The pieces it may capture.
    targets: Squares,
    /// The kings among them.
    kings: Squares,
    /// For each direction, the squares from which a jump leads over a target onto a free square.
    /// Captured pieces stay on the board until the end (5.12), so this does not change during a
    /// capture.
    jumps: [Squares; 4],
}

impl CaptureMasks {
    #[inline(always)]
    fn of<K: Kind>(position: &Position) -> Self {
        let kings = position.all_kings();
        // 5.3 b: no man captures a king.
        let targets = if K::IS_KING { position.them() } else { position.them() - kings };
        // 5.2: behind a piece on the edge there is no square to land on.
        let targets = targets & Squares::INNER;
        let mut jumps = [Squares::EMPTY; 4];
        for &towards in K::DIRECTIONS {
            jumps[towards as usize] = jump_starts(targets, position.empty(), towards);
        }
        Self { targets, kings: targets & kings, jumps }
    }

    /// Those of these pieces that can capture.
    #[inline(always)]
    fn capturing(&self, pieces: Squares) -> Squares {
        pieces & (self.jumps[0] | self.jumps[1] | self.jumps[2] | self.jumps[3])
    }

    /// Visits all captures by these pieces.
    #[inline(always)]
    fn gen_captures<K: Kind>(&self, pieces: Squares, sink: &mut impl CaptureSink) {
        let mut landings = Squares::EMPTY;
        for &towards in K::DIRECTIONS {
            let starts = pieces & self.jumps[towards as usize];
            landings |= starts.rotate(towards).rotate(towards);
        }
        if self.capturing(landings).is_empty() {
            self.gen_single_captures::<K>(pieces, sink);
            return;
        }
        let mut capturing = self.capturing(pieces);
        while let Some(from) = capturing.pop() {
            let start = Squares::of(from);
            let mut masks = *self;
            if K::IS_KING {
                // 6.4: the square it leaves is free for it during the capture.
                for &towards in K::DIRECTIONS {
                    masks.jumps[towards as usize] |= jump_starts(self.targets, start, towards);
                }
            }
            let mut search = CaptureSearch { start, masks, sink };
            search.go_on::<K>(start, self.targets, Jumps::NONE, CapturePriority::begun(K::IS_KING));
        }
    }

    /// Visits all captures by these pieces where none of them takes a second piece: the most
    /// common case, without which bulk perft from the start position is 10 % slower.
    #[inline(always)]
    fn gen_single_captures<K: Kind>(&self, pieces: Squares, sink: &mut impl CaptureSink) {
        for &towards in K::DIRECTIONS {
            let starts = pieces & self.jumps[towards as usize];
            sink.single_captures::<K>(starts, towards, self.kings);
        }
    }
}

/// The squares from which a jump in this direction leads over a target, all of which are on inner
/// squares, onto one of the landings.
#[inline(always)]
fn jump_starts(targets: Squares, landings: Squares, towards: Direction) -> Squares {
    let back = towards.opposite();
    (targets & landings.rotate(back)).rotate(back)
}

/// The search for every capture by one piece.
struct CaptureSearch<'a, S> {
    /// The square of the piece before the capture.
    start: Squares,
    masks: CaptureMasks,
    sink: &'a mut S,
}

impl<S: CaptureSink> CaptureSearch<'_, S> {
    /// Continues the capture from the square `at` in every possible way, or passes it to the sink
    /// where there is none. `left` has the targets not captured yet. Recurses once a captured
    /// piece: at most [`MAX_CAPTURES`](super::MAX_CAPTURES) deep.
    fn go_on<K: Kind>(
        &mut self,
        at: Squares,
        left: Squares,
        jumps: Jumps,
        priority: CapturePriority,
    ) {
        // Not a loop: the compiler would hoist what its turns have in common into every frame.
        // `capacities.rs` then measures 2,336 bytes of stack instead of 1,904, and fails.
        let ways = K::DIRECTIONS;
        let mut goes_on = self.jump::<K>(ways[0], at, left, jumps, priority);
        goes_on |= self.jump::<K>(ways[1], at, left, jumps, priority);
        if K::IS_KING {
            goes_on |= self.jump::<K>(ways[2], at, left, jumps, priority);
            goes_on |= self.jump::<K>(ways[3], at, left, jumps, priority);
        }
        if !goes_on {
            let captured = self.masks.targets - left;
            let capture = Move::capture(self.start.any(), at.any(), jumps, captured);
            self.sink.capture(capture, priority);
        }
    }

    /// Jumps in one direction and goes on from there; `false` where no jump is possible.
    #[inline(always)]
    fn jump<K: Kind>(
        &mut self,
        towards: Direction,
        at: Squares,
        left: Squares,
        jumps: Jumps,
        priority: CapturePriority,
    ) -> bool {
        let over = at.rotate(towards);
        // 6.4: no piece is passed twice. A man never comes back to one.
        let is_passed = K::IS_KING && !over.meets(left);
        if !at.meets(self.masks.jumps[towards as usize]) || is_passed {
            return false;
        }
        let priority = priority.taking(K::IS_KING && over.meets(self.masks.kings));
        self.go_on::<K>(over.rotate(towards), left - over, jumps.then(towards), priority);
        true
    }
}
