//! From lifts and drops to what the hands are doing.
//!
//! A reed knows *occupied*, nothing else. The tracker keeps the board as the
//! reeds see it and the few facts about the way there that a judgement needs:
//! which piece was touched first, where the moving piece landed, when each piece
//! came off last. What it all means is decided by comparing the board with the
//! position and its legal moves, never by counting changes, and never by a timer.

use heapless::Deque;

use crate::rules::{Cell, Move, MoveList, Position, Square, Squares};
use crate::sense::Cells;
use crate::time::{Micros, Span};

/// Landings remembered in a turn: the longest capture shows nine, the rest is
/// for a hand that hesitates. Older ones are forgotten; a path is then told by
/// the pieces removed.
const LANDINGS: usize = 24;

/// A board that no hand makes shows this many changes within one debounce (7.8).
const KNOCK_EDGES: usize = 3;

/// The board as the reeds see it, and how it came to be so in this turn.
#[derive(Clone, Debug)]
pub struct Tracker {
    cells: Cells,
    /// Cells that a fault makes unreadable: every judgement passes over them.
    untrusted: Cells,
    /// When each square was last lifted from in this turn.
    lifts: [Option<Micros>; Square::COUNT],
    landings: Deque<Landing, LANDINGS>,
    touch: Option<Touch>,
    /// The latest changes, for telling a knock from a hand.
    recent: Deque<(Micros, Square), KNOCK_EDGES>,
}

/// A square on which the moving piece was put, and when it first came there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    square: Square,
    at: Micros,
}

/// A playable piece was lifted (3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Touch {
    square: Square,
    at: Micros,
    /// Whether it has been open too long to have been brushed.
    sure: bool,
}

/// What the board shows, compared with a position and its legal moves.
// There is no heap to put the list on, and a verdict never lives for long.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The board is the position.
    AtRest,
    /// A piece is in hand, or on its way; these moves are still possible.
    InHand(MoveList),
    /// Exactly this lawful move explains the board.
    Complete(Move),
    /// A lawful move, and the opponent's lawful reply to it.
    Replied(Move, Move),
    /// No lawful move explains the board: these squares would have to change.
    Off(Squares),
}

/// How the hands have to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manners {
    /// A piece open for less than this and back on its square was brushed.
    pub brush: Span,
    /// The longest debounce: changes within it came at once.
    pub window: Span,
}

impl Default for Manners {
    fn default() -> Self {
        Self { brush: Span::from_millis(150), window: Span::from_millis(8) }
    }
}

impl Default for Tracker {
    fn default() -> Self {
        Self::new()
    }
}

impl Tracker {
    /// An empty board.
    pub const fn new() -> Self {
        Self {
            cells: Cells::EMPTY,
            untrusted: Cells::EMPTY,
            lifts: [None; Square::COUNT],
            landings: Deque::new(),
            touch: None,
            recent: Deque::new(),
        }
    }

    /// Every cell that reads closed.
    pub fn cells(&self) -> Cells {
        self.cells
    }

    /// The dark squares that read closed.
    pub fn board(&self) -> Squares {
        self.cells.dark()
    }

    /// The light cells that read closed and can be trusted.
    pub fn light(&self) -> Cells {
        self.cells.light() - self.untrusted
    }

    /// The dark squares whose reeds can be trusted.
    pub fn trusted(&self) -> Squares {
        !self.untrusted.dark()
    }

    /// From now on these cells are passed over.
    pub fn distrust(&mut self, cells: Cells) {
        self.untrusted = cells;
        // What such a reed said before it was found out does not bind either.
        self.touch = self.touch.filter(|touch| !cells.contains(touch.square.cell()));
    }

    /// Whether the board, as far as it can be trusted, has pieces on exactly
    /// these dark squares. A piece may lie partly on a light cell (7.6).
    pub fn shows(&self, occupied: Squares) -> bool {
        self.differs(occupied).is_empty()
    }

    /// Where the board differs from these occupied squares, as far as it can
    /// be trusted.
    pub fn differs(&self, occupied: Squares) -> Squares {
        (self.board() ^ occupied) & self.trusted()
    }

    /// A piece left a dark square. `touchable` are the pieces that have to be
    /// played when they are touched.
    pub fn lift(&mut self, square: Square, at: Micros, turn: &Turn, manners: &Manners) {
        self.settle_touch(at, manners);
        let in_hand = turn.own - self.board();
        self.cells = self.cells.without(square.cell());
        self.lifts[square.index()] = Some(at);
        self.remember(square, at, manners);
        // 3.8: the first piece touched; while one is in hand, another is brushed.
        let free_hand = in_hand.without(square).is_empty();
        if self.touch.is_none() && free_hand && turn.touchable.contains(square) {
            self.touch = Some(Touch { square, at, sure: false });
        }
    }

    /// A piece came onto a dark square.
    pub fn drop(&mut self, square: Square, at: Micros, turn: &Turn, manners: &Manners) {
        // A touch is forgotten if the piece comes back to its square at once.
        let brushed = |touch: &Touch| {
            !touch.sure && touch.square == square && at.saturating_since(touch.at) < manners.brush
        };
        if self.touch.as_ref().is_some_and(brushed) {
            self.touch = None;
        } else {
            self.settle_touch(at, manners);
        }
        self.cells = self.cells.with(square.cell());
        self.remember(square, at, manners);
        // Pieces of the opponent that come back are no landings.
        if !turn.foreign.contains(square)
            && self.landings.back().is_none_or(|landing| landing.square != square)
        {
            if self.landings.is_full() {
                self.landings.pop_front();
            }
            let _ = self.landings.push_back(Landing { square, at });
        }
    }

    fn remember(&mut self, square: Square, at: Micros, manners: &Manners) {
        while self
            .recent
            .front()
            .is_some_and(|(then, _)| at.saturating_since(*then) > manners.window)
        {
            self.recent.pop_front();
        }
        if self.recent.is_full() {
            self.recent.pop_front();
        }
        let _ = self.recent.push_back((at, square));
    }

    /// When the latest changes began, if they came so close together, on so
    /// many squares, that a hand would need an excuse.
    pub fn many_at_once(&self, now: Micros, manners: &Manners) -> Option<Micros> {
        let (first, _) = *self.recent.front()?;
        let squares: Squares = self.recent.iter().map(|(_, square)| *square).collect();
        let at_once = now.saturating_since(first) <= manners.window;
        (at_once && squares.len() >= KNOCK_EDGES).then_some(first)
    }

    fn settle_touch(&mut self, now: Micros, manners: &Manners) {
        if let Some(touch) = &mut self.touch
            && now.saturating_since(touch.at) >= manners.brush
        {
            touch.sure = true;
        }
    }

    /// The first playable piece touched in this turn (3.7, 3.8).
    ///
    /// A piece that was lifted less than a brush ago and is still in the air
    /// does not count yet.
    pub fn touched(&mut self, now: Micros, manners: &Manners) -> Option<Square> {
        self.settle_touch(now, manners);
        let touch = self.touch?;
        // No hand puts a piece down within a debounce: that would be a knock.
        let put_down = touch.at + manners.window;
        let elsewhere = !self.board().contains(touch.square)
            && self.landings.iter().any(|l| l.square != touch.square && l.at > put_down);
        (touch.sure || elsewhere).then_some(touch.square)
    }

    /// When [`touched`](Self::touched) will change without an edge.
    pub fn touch_deadline(&self, manners: &Manners) -> Option<Micros> {
        let touch = self.touch?;
        (!touch.sure).then_some(touch.at + manners.brush)
    }

    /// When this piece was last lifted in this turn.
    pub fn lifted_at(&self, square: Square) -> Option<Micros> {
        self.lifts[square.index()]
    }

    /// Whether this piece was lifted in this turn.
    pub fn was_lifted(&self, square: Square) -> bool {
        self.lifts[square.index()].is_some()
    }

    /// It turns out that White sits on the other side.
    pub fn turn_by_half(&mut self) {
        self.cells = self.cells.turned();
        self.untrusted = self.untrusted.turned();
        self.new_turn();
    }

    /// A new turn: what happened before no longer counts, except that pieces
    /// which are in the air were lifted.
    pub fn new_turn(&mut self) {
        for square in self.board() {
            self.lifts[square.index()] = None;
        }
        self.landings.clear();
        self.touch = None;
    }

    /// Whether the reed under a square can be trusted.
    pub fn trusts(&self, cell: Cell) -> bool {
        !self.untrusted.contains(cell)
    }

    /// A light cell opened or closed, or one that cannot be trusted: nobody
    /// touched anything.
    pub fn other_edge(&mut self, cell: Cell, closed: bool) {
        self.cells = if closed { self.cells.with(cell) } else { self.cells.without(cell) };
    }

    /// Forgets the touch: it was a knock, or a hand that adjusts (3.9).
    pub fn untouch(&mut self) {
        self.touch = None;
    }

    /// Of the legal moves that all explain the board, the one that the hands
    /// showed: by the squares landed on, then by the order of removal, then
    /// the first.
    pub fn shown(&self, fitting: &[Move], manners: &Manners) -> Option<Move> {
        let landed = |legal: &Move| {
            let mut landings = self.landings.iter().map(|landing| landing.square);
            legal.path().filter(|stop| landings.any(|square| square == *stop)).count()
        };
        let most = fitting.iter().map(landed).max()?;
        let mut best = fitting.iter().copied().filter(|legal| landed(legal) == most);
        let direct = best.clone().find(|legal| self.in_direct_order(*legal, manners));
        let inverse = || best.clone().find(|legal| self.in_inverse_order(*legal, manners));
        direct.or_else(inverse).or_else(|| best.next())
    }

    /// Whether the captured pieces came off after the capturing piece had come
    /// to rest, in direct or inverse order of capture (5.12).
    pub fn removed_regularly(&self, played: Move, manners: &Manners) -> bool {
        let rest = self.landings.iter().rev().find(|landing| landing.square == played.to());
        let Some(rest) = rest else {
            return true;
        };
        let early = played
            .captured()
            .iter()
            .filter_map(|square| self.lifts[square.index()])
            .any(|lift| lift + manners.window < rest.at);
        !early && (self.in_direct_order(played, manners) || self.in_inverse_order(played, manners))
    }

    /// Pieces lifted within one debounce came at once: either order.
    fn in_direct_order(&self, played: Move, manners: &Manners) -> bool {
        let lifts = || self.lifts_of_captured(played);
        lifts().zip(lifts().skip(1)).all(|(one, next)| one <= next + manners.window)
    }

    fn in_inverse_order(&self, played: Move, manners: &Manners) -> bool {
        let lifts = || self.lifts_of_captured(played);
        lifts().zip(lifts().skip(1)).all(|(one, next)| next <= one + manners.window)
    }

    /// When the captured pieces came off, in the order of capture.
    fn lifts_of_captured(&self, played: Move) -> impl Iterator<Item = Micros> {
        played.captured_in_order().filter_map(|square| self.lifts[square.index()])
    }

    /// Compares the board with a position and its legal moves.
    pub fn verdict(&self, position: &Position, legal: &[Move]) -> Verdict {
        if self.shows(position.occupied()) {
            return Verdict::AtRest;
        }
        let off = self.differs(position.occupied());
        let own = position.pieces(position.turn());
        let own_off = off & own;
        let mut possible = MoveList::new();
        for &candidate in legal {
            let after = position.after(candidate);
            if self.explains(position, candidate) {
                return Verdict::Complete(candidate);
            }
            if self.has_moved(candidate)
                && let Some(reply) = self.reply(&after)
                && self.came_after(reply, candidate)
            {
                return Verdict::Replied(candidate, reply);
            }
            // One own piece in hand or on its way, nothing off that this move
            // does not capture.
            let moving = Squares::of(candidate.from());
            let foreign_off = off & position.pieces(position.turn().opponent());
            let stops: Squares = candidate.path().collect();
            let fits = (own_off - moving).is_empty()
                && (foreign_off - candidate.captured()).is_empty()
                && (off - position.occupied() - stops).is_empty()
                && !(own_off | foreign_off).is_empty();
            if fits {
                let _ = possible.push(candidate);
            }
        }
        if possible.is_empty() { Verdict::Off(off) } else { Verdict::InHand(possible) }
    }

    /// Whether the board is what it should be after this move.
    pub fn explains(&self, position: &Position, candidate: Move) -> bool {
        self.has_moved(candidate) && self.shows(position.after(candidate).occupied())
    }

    /// Whether a reply was put down after the move that it answers.
    fn came_after(&self, reply: Move, played: Move) -> bool {
        let arrival = |square: Square| {
            self.landings.iter().rev().find(|landing| landing.square == square).map(|l| l.at)
        };
        match (arrival(played.to()), arrival(reply.to())) {
            (Some(first), Some(second)) => first <= second,
            _ => true,
        }
    }

    /// 6.4: a capture may end where it began; then its piece was at least
    /// lifted. Any other move is seen from its squares.
    pub fn has_moved(&self, candidate: Move) -> bool {
        candidate.from() != candidate.to() || self.lifts[candidate.from().index()].is_some()
    }

    /// The lawful reply that explains the board after a move.
    fn reply(&self, after: &Position) -> Option<Move> {
        // The common case first: the opponent's pieces have not moved.
        let their_off = self.differs(after.occupied()) & after.pieces(after.turn());
        if their_off.is_empty() {
            return None;
        }
        let replies = after.legal_moves();
        replies.iter().copied().find(|reply| self.shows(after.after(*reply).occupied()))
    }
}

/// Whose pieces are whose while a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The pieces of the player on move.
    pub own: Squares,
    /// Those of the opponent.
    pub foreign: Squares,
    /// Those that bind when they are touched: playable, and no accomodo.
    pub touchable: Squares,
}
