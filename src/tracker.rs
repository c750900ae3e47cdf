//! From lifts and drops to what the hands are doing.
//!
//! A reed knows *occupied*, nothing else. The tracker keeps the board as the
//! reeds see it and the few facts about the way there that a judgement needs:
//! which piece was touched first, where the moving piece landed, when each piece
//! came off last. What it all means is decided by comparing the board with the
//! position and its legal moves, never by counting changes, and never by a timer.

use heapless::Deque;

use crate::rules::{Cell, Colour, MAX_CAPTURES, Move, MoveList, Position, Square, Squares};
use crate::sense::Cells;
use crate::time::{Micros, Span};

/// Landings remembered in a turn: the longest capture shows nine, the rest is
/// for a hand that hesitates. Older ones are forgotten; a path is then told by
/// the pieces removed.
const LANDINGS: usize = 24;

/// A board that no hand makes shows this many changes of squares within one
/// debounce (7.8), or this many of cells, light ones included.
const KNOCK_SQUARES: usize = 3;
const KNOCK_CELLS: usize = 4;

/// A piece that slides lies on two squares for so long at most.
pub const BRIDGE: Span = Span::from_millis(50);

/// The board as the reeds see it, and how it came to be so in this turn.
#[derive(Clone, Debug)]
pub struct Tracker {
    cells: Cells,
    /// Cells that a fault makes unreadable: every judgement passes over them.
    untrusted: Cells,
    /// When each square was first lifted from in this turn, brushes left out.
    first_lifts: Stamps,
    /// When each square was last lifted from in this turn.
    lifts: Stamps,
    /// When each square was first dropped onto in this turn.
    first_drops: Stamps,
    /// When each square was last dropped onto in this turn.
    drops: Stamps,
    landings: Deque<Landing, LANDINGS>,
    touch: Option<Touch>,
    /// The latest changes, for telling a knock from a hand.
    recent: Deque<(Micros, Cell), KNOCK_CELLS>,
    manners: Manners,
}

/// A time for some of the squares.
#[derive(Clone, Copy, Debug)]
struct Stamps {
    squares: Squares,
    at: [Micros; Square::COUNT],
}

impl Stamps {
    const NONE: Self = Self { squares: Squares::EMPTY, at: [Micros::ZERO; Square::COUNT] };

    fn of(&self, square: Square) -> Option<Micros> {
        self.squares.contains(square).then(|| self.at[square.index()])
    }

    /// Whether nothing has happened after this time.
    fn none_after(&self, at: Micros) -> bool {
        self.squares.iter().all(|square| self.at[square.index()] <= at)
    }

    fn set(&mut self, square: Square, at: Micros) {
        self.squares = self.squares.with(square);
        self.at[square.index()] = at;
    }
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
    /// When it was put on another square, as far as can be told: a piece that
    /// slides closes the new square first.
    put: Option<Micros>,
    /// Lifted after "accomodo": it binds only if it does not come back (3.9).
    adjusting: bool,
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

impl Tracker {
    /// An empty board.
    pub const fn new(manners: Manners) -> Self {
        Self {
            cells: Cells::EMPTY,
            untrusted: Cells::EMPTY,
            first_lifts: Stamps::NONE,
            lifts: Stamps::NONE,
            first_drops: Stamps::NONE,
            drops: Stamps::NONE,
            landings: Deque::new(),
            touch: None,
            recent: Deque::new(),
            manners,
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

    /// The cells that are passed over.
    pub const fn untrusted(&self) -> Cells {
        self.untrusted
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

    /// A piece left a dark square.
    pub fn lift(&mut self, square: Square, at: Micros, turn: &Turn) {
        self.settle_touch(at);
        let in_hand = turn.own - self.board();
        self.cells = self.cells.without(square.cell());
        if !self.first_lifts.squares.contains(square) {
            self.first_lifts.set(square, at);
        }
        self.lifts.set(square, at);
        self.remember(square.cell(), at);
        // It was another piece that slid there.
        if let Some(touch) = &mut self.touch
            && touch.square != square
            && turn.own.contains(square)
        {
            touch.put = None;
        }
        // 3.8: the first piece touched; while one is in hand, another is brushed.
        let free_hand = in_hand.without(square).is_empty();
        if self.touch.is_none() && free_hand && turn.touchable.contains(square) {
            self.touch =
                Some(Touch { square, at, sure: false, put: None, adjusting: turn.adjusting });
        }
    }

    /// A piece came onto a dark square.
    pub fn drop(&mut self, square: Square, at: Micros, turn: &Turn) {
        self.settle_touch(at);
        if let Some(touch) = &mut self.touch
            && !touch.sure
        {
            // Back on its square at once, or adjusted: nothing was touched. Put
            // elsewhere while no other own piece is in hand: it is played. Faster
            // than a piece slides, it is a knock, or another piece.
            let alone = (turn.own - self.cells.dark()).without(touch.square).is_empty();
            let elsewhere = !(turn.own | turn.foreign).contains(square);
            if touch.square == square {
                self.touch = None;
            } else if elsewhere && alone && at > touch.at + BRIDGE {
                touch.put = Some(at);
            }
        }
        self.cells = self.cells.with(square.cell());
        self.remember(square.cell(), at);
        // A piece that was only brushed was not lifted to be played; but where
        // another one was lifted in between, it may be that one.
        let brushed = |lift: Micros| {
            at.saturating_since(lift) < self.manners.brush && self.lifts.none_after(lift)
        };
        let still_in_hand = |lift: Micros| self.drops.none_after(lift - BRIDGE);
        if self.first_lifts.of(square).is_some_and(|l| brushed(l) && still_in_hand(l)) {
            self.first_lifts.squares -= Squares::of(square);
        }
        if !self.first_drops.squares.contains(square) {
            self.first_drops.set(square, at);
        }
        self.drops.set(square, at);
        // Pieces of the opponent that come back are no landings, nor is a brush.
        let only_brushed =
            self.first_drops.of(square) < Some(at) && self.lifts.of(square).is_some_and(brushed);
        if !turn.foreign.contains(square)
            && !only_brushed
            && self.landings.back().is_none_or(|landing| landing.square != square)
        {
            if self.landings.is_full() {
                self.landings.pop_front();
            }
            let _ = self.landings.push_back(Landing { square, at });
        }
    }

    /// A light cell opened or closed, or one that cannot be trusted: nobody
    /// touched anything.
    pub fn other_edge(&mut self, cell: Cell, closed: bool, at: Micros) {
        self.cells = if closed { self.cells.with(cell) } else { self.cells.without(cell) };
        if self.trusts(cell) {
            self.remember(cell, at);
        }
    }

    fn remember(&mut self, cell: Cell, at: Micros) {
        let window = self.manners.window;
        while self.recent.front().is_some_and(|(then, _)| at.saturating_since(*then) > window) {
            self.recent.pop_front();
        }
        if self.recent.is_full() {
            self.recent.pop_front();
        }
        let _ = self.recent.push_back((at, cell));
    }

    /// When the latest changes began, if they came so close together, on so
    /// many cells, that a hand would need an excuse: three squares, or four cells
    /// with light ones among them, which a sliding piece passes.
    pub fn many_at_once(&self, now: Micros) -> Option<Micros> {
        let (first, _) = *self.recent.front()?;
        let cells: Cells = self.recent.iter().map(|(_, cell)| *cell).collect();
        let at_once = now.saturating_since(first) <= self.manners.window;
        let many = cells.dark().len() >= KNOCK_SQUARES || cells.len() >= KNOCK_CELLS;
        (at_once && many).then_some(first)
    }

    /// The same board with this piece put back: what it would be if a hand had
    /// not brushed it.
    #[must_use]
    pub fn with_piece(&self, square: Square) -> Self {
        Self { cells: self.cells.with(square.cell()), ..self.clone() }
    }

    fn settle_touch(&mut self, now: Micros) {
        if let Some(touch) = &mut self.touch {
            let open = now.saturating_since(touch.at) >= self.manners.brush;
            let put = touch.put.is_some_and(|put| now > put + BRIDGE);
            touch.sure |= put || (open && !touch.adjusting);
        }
    }

    /// The first playable piece touched in this turn (3.7, 3.8).
    ///
    /// A piece that was lifted less than a brush ago and is still in the air
    /// does not count yet.
    pub fn touched(&mut self, now: Micros) -> Option<Square> {
        self.settle_touch(now);
        self.touch.filter(|touch| touch.sure).map(|touch| touch.square)
    }

    /// A press while a piece is in the air: it was no brush.
    pub fn press(&mut self) {
        let board = self.board();
        if let Some(touch) = &mut self.touch {
            touch.sure |= !board.contains(touch.square);
        }
    }

    /// When [`touched`](Self::touched) will change without an edge.
    pub fn touch_deadline(&self) -> Option<Micros> {
        let touch = self.touch.filter(|touch| !touch.sure)?;
        let open = (!touch.adjusting).then_some(touch.at + self.manners.brush);
        let put = touch.put.map(|put| put + BRIDGE + Span::from_millis(1));
        [open, put].into_iter().flatten().min()
    }

    /// Whether a piece was put onto this square in this turn.
    pub fn was_dropped(&self, square: Square) -> bool {
        self.drops.squares.contains(square)
    }

    /// When this piece was last lifted in this turn.
    pub fn lifted_at(&self, square: Square) -> Option<Micros> {
        self.lifts.of(square)
    }

    /// Whether this piece was lifted in this turn.
    pub fn was_lifted(&self, square: Square) -> bool {
        self.lifts.squares.contains(square)
    }

    /// It turns out that White sits on the other side.
    pub fn turn_by_half(&mut self) {
        self.cells = self.cells.turned();
        self.untrusted = self.untrusted.turned();
        self.new_turn();
        self.untouch();
    }

    /// This move counts, but the turn goes on for the opponent's hand: what it
    /// does on the squares of the move is new.
    pub fn counted(&mut self, played: Move) {
        self.first_drops.squares -= Squares::of(played.to());
        self.drops.squares -= Squares::of(played.to());
        self.first_lifts.squares -= Squares::of(played.from()).with(played.to());
    }

    /// Which of these pieces are off the board.
    pub fn in_hand(&self, pieces: Squares) -> Squares {
        (pieces - self.board()) & self.trusted()
    }

    /// A new turn: what happened before no longer counts, except that pieces
    /// which are in the air were lifted, and one of them perhaps touched.
    pub fn new_turn(&mut self) {
        self.lifts.squares -= self.board();
        self.first_lifts.squares -= self.board();
        self.first_drops.squares = Squares::EMPTY;
        self.drops.squares = Squares::EMPTY;
        self.landings.clear();
    }

    /// Whether the reed under a square can be trusted.
    pub fn trusts(&self, cell: Cell) -> bool {
        !self.untrusted.contains(cell)
    }

    /// Forgets the touch: it was a knock, or a hand that adjusts (3.9).
    pub fn untouch(&mut self) {
        self.touch = None;
    }

    /// Of the legal moves that all explain the board, the one that the hands
    /// showed: by the squares landed on, then by the order of removal, then
    /// the first.
    pub fn shown(&self, fitting: &[Move]) -> Option<Move> {
        let most = fitting.iter().map(|legal| self.landings_shown(*legal)).max()?;
        let best = fitting.iter().copied().filter(|m| self.landings_shown(*m) == most);
        // 3.6: of two squares tried, one that was not left again, or the last.
        let tried = |m: Move| {
            let arrived = self.first_drops.of(m.to());
            (self.lifts.of(m.to()) <= arrived, self.drops.of(m.to()))
        };
        let last = best.clone().map(tried).max()?;
        let mut best = best.filter(|m| tried(*m) == last);
        let direct = best.clone().find(|legal| self.in_direct_order(*legal, &self.lifts));
        let inverse = || best.clone().find(|legal| self.in_inverse_order(*legal, &self.lifts));
        direct.or_else(inverse).or_else(|| best.next())
    }

    /// How many landings of a path were shown in its order, others between them
    /// or not: the length of the longest common subsequence.
    fn landings_shown(&self, legal: Move) -> usize {
        let mut lengths = [0; MAX_CAPTURES + 1];
        for landing in &self.landings {
            let mut before = 0;
            for (n, stop) in legal.path().enumerate() {
                let here = lengths[n + 1];
                lengths[n + 1] =
                    if stop == landing.square { before + 1 } else { here.max(lengths[n]) };
                before = here;
            }
        }
        lengths[MAX_CAPTURES.min(legal.path().count())]
    }

    /// Whether the captured pieces came off after the capturing piece had come
    /// to rest, in direct or inverse order of capture (5.12).
    pub fn removed_regularly(&self, played: Move) -> bool {
        self.regular(played, &self.lifts)
    }

    /// The same for a move to which the opponent has replied already: his piece
    /// may have stood on an emptied square and left it again.
    pub fn removed_regularly_at_first(&self, played: Move) -> bool {
        self.regular(played, &self.lifts) || self.regular(played, &self.first_lifts)
    }

    fn regular(&self, played: Move, lifts: &Stamps) -> bool {
        let rest = self.came_to_rest(played);
        let early = |lift: Micros| rest.is_some_and(|rest| lift + self.manners.window < rest);
        !lifts_of_captured(played, lifts).any(early)
            && (self.in_direct_order(played, lifts) || self.in_inverse_order(played, lifts))
    }

    /// Pieces lifted within one debounce came at once: either order.
    fn in_direct_order(&self, played: Move, lifts: &Stamps) -> bool {
        let lifts = || lifts_of_captured(played, lifts);
        lifts().zip(lifts().skip(1)).all(|(one, next)| one <= next + self.manners.window)
    }

    fn in_inverse_order(&self, played: Move, lifts: &Stamps) -> bool {
        let lifts = || lifts_of_captured(played, lifts);
        lifts().zip(lifts().skip(1)).all(|(one, next)| next <= one + self.manners.window)
    }

    /// When the piece came to the end of its path for good. Lifting it there to
    /// stack it (4.4) is no new arrival, nor is what the opponent's hand does.
    fn came_to_rest(&self, played: Move) -> Option<Micros> {
        if let Some(lifted) = self.first_lifts.of(played.from())
            && let Some(first) = self.stacked_since(played, lifted)
        {
            return Some(first);
        }
        let on_path = |square: Square| {
            square == played.from() || played.path().any(|landing| landing == square)
        };
        let mut rest = None;
        for landing in self.landings.iter().filter(|landing| on_path(landing.square)) {
            if landing.square != played.to() {
                rest = None;
            } else if rest.is_none() {
                rest = Some(landing.at);
            }
        }
        rest
    }

    /// Compares the board with a position and its legal moves.
    pub fn verdict(&self, position: &Position, legal: &[Move]) -> Verdict {
        if self.shows(position.occupied()) {
            return Verdict::AtRest;
        }
        if let Some(complete) = legal.iter().find(|legal| self.explains(position, **legal)) {
            return Verdict::Complete(*complete);
        }
        let mut answered = MoveList::new();
        let mut reply = None;
        for &candidate in legal {
            if let Some(found) = self.reply(candidate, position) {
                reply = Some(found);
                let _ = answered.push(candidate);
            }
        }
        if let (Some(played), Some(reply)) = (self.shown(&answered), reply) {
            return Verdict::Replied(played, reply);
        }
        let on_its_way = |legal: &&Move| self.is_on_its_way(position, **legal);
        let possible: MoveList = legal.iter().filter(on_its_way).copied().collect();
        if possible.is_empty() {
            Verdict::Off(self.differs(position.occupied()))
        } else {
            Verdict::InHand(possible)
        }
    }

    /// Whether this move has been begun and may still become complete: its piece
    /// is in hand or on its path, and nothing is off that it does not capture.
    pub fn is_on_its_way(&self, position: &Position, candidate: Move) -> bool {
        let off = self.differs(position.occupied());
        let own_off = off & position.pieces(position.turn());
        let foreign_off = off & position.pieces(position.turn().opponent());
        let stops: Squares = candidate.path().collect();
        (own_off.without(candidate.from())).is_empty()
            && (foreign_off - candidate.captured()).is_empty()
            && (off - position.occupied() - stops).is_empty()
            && !(own_off | foreign_off).is_empty()
    }

    /// Whether the board is what it should be after this move.
    pub fn explains(&self, position: &Position, candidate: Move) -> bool {
        self.has_moved(candidate) && self.shows(position.after(candidate).occupied())
    }

    /// When the piece of this move came to its end, if it was lifted and put
    /// down there: first and last. A piece that is brushed there, or stacked
    /// (4.4), comes down more than once.
    pub fn made(&self, candidate: Move) -> Option<(Micros, Micros)> {
        let lifted = self.first_lifts.of(candidate.from())?;
        // A piece that slides may close the new square before the old one opens.
        let possible = |at: &Micros| lifted <= *at + BRIDGE;
        let last = self.drops.of(candidate.to()).filter(possible)?;
        let first = self.first_drops.of(candidate.to()).filter(possible);
        let landings = self.landings.iter().filter(|landing| landing.square == candidate.to());
        let landed = landings.map(|landing| landing.at).find(possible);
        let first = first.or(landed).filter(|_| {
            // It is the same piece that came down again, unless it was left for good.
            let brushed = |lift| last.saturating_since(lift) < self.manners.brush;
            is_on_a_base(candidate.to())
                || self.lifts.of(candidate.to()).is_none_or(|lift| lift >= last || brushed(lift))
        });
        Some((first.unwrap_or(last), last))
    }

    /// 4.4: on the far base a piece may be lifted again to be stacked, which is
    /// no new arrival: when it first came there, lifted at this time.
    fn stacked_since(&self, candidate: Move, lifted: Micros) -> Option<Micros> {
        let arrivals = self.landings.iter().filter(|l| l.square == candidate.to());
        let first = arrivals.map(|l| l.at).find(|at| *at + BRIDGE >= lifted);
        first.filter(|_| is_on_a_base(candidate.to()))
    }

    /// When a piece was last put onto this square in this turn, if it is there.
    pub fn stands_since(&self, square: Square) -> Option<Micros> {
        self.drops.of(square).filter(|_| self.board().contains(square))
    }

    /// 6.4: a capture may end where it began; then its piece was at least
    /// lifted. Any other move is seen from its squares.
    pub fn has_moved(&self, candidate: Move) -> bool {
        candidate.from() != candidate.to() || self.was_lifted(candidate.from())
    }

    /// The lawful reply that explains the board after a move, made after it.
    fn reply(&self, played: Move, position: &Position) -> Option<Move> {
        let after = position.after(played);
        if self.shows(after.occupied()) {
            return None;
        }
        let (made, _) = self.made(played)?;
        let follows = |reply: Move| self.made(reply).is_some_and(|(_, last)| made <= last);
        let explains = |reply: &&Move| self.explains(&after, **reply) && follows(**reply);
        after.legal_moves().iter().find(explains).copied()
    }
}

/// Where a piece may be lifted again to be stacked (4.4).
fn is_on_a_base(square: Square) -> bool {
    [Colour::White, Colour::Black].iter().any(|c| Squares::crowning_row(*c).contains(square))
}

/// When the captured pieces came off, in the order of capture.
fn lifts_of_captured(played: Move, lifts: &Stamps) -> impl Iterator<Item = Micros> {
    played.captured_in_order().filter_map(|square| lifts.of(square))
}

/// Whose pieces are whose while a turn lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The pieces of the player on move.
    pub own: Squares,
    /// Those of the opponent.
    pub foreign: Squares,
    /// Those that bind when they are touched (3.7).
    pub touchable: Squares,
    /// The player has said "accomodo" (3.9).
    pub adjusting: bool,
}
