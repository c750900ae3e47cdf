use heapless::Vec;

use super::{Arrival, Landing, Lift, Piece, Stamp, Turn};
use crate::rules::{Cell, MAX_CAPTURES, Move, Position, Square, Squares};
use crate::sense::Cells;
use crate::time::Duration;

/// Pieces lifted in one turn: nine captured, the one that captures, a reply in hand, and three that
/// are brushed or tilt meanwhile. A world in which more are lifted at once is dropped.
pub const MAX_PIECES: usize = 14;

/// Landings that are remembered, the latest ones: the nine of the longest capture and three more.
const MAX_LANDINGS: usize = 12;

/// Arrivals at once: nine captured pieces that are put back when a move is withdrawn (8.1.4), and one
/// piece that is being pushed.
const MAX_ARRIVALS: usize = 10;

/// The cost of a light cell closed by no piece that was put down beside it, while one is in hand: more
/// than a lawful reading may cost, so that a piece laid on a light cell (7.5) is told.
const LONE_SHADE: u8 = 4;

/// The cost of the best world: so far above zero that what is taken off again later never goes below.
pub const LEAST_COST: u8 = 8;

/// One assignment of pieces to places that explains every contact of this turn.
///
/// Pieces without a record stand on their squares.
#[derive(Clone, Debug)]
pub struct World {
    /// The pieces that were lifted, by their squares.
    pieces: Vec<Piece, MAX_PIECES>,
    /// The cells closed by no known piece: dark ones.
    arrivals: Vec<Arrival, MAX_ARRIVALS>,
    /// Light cells closed by pieces that lie partly on them (7.6), or over which one is pushed.
    shades: Cells,
    /// A light cell that closed while a piece was in hand, and beside which none was put down.
    lone_shade: Option<(Cell, Stamp)>,
    landings: Vec<Landing, MAX_LANDINGS>,
    touch: Touch,
    /// The pieces that came home last, and when: one that passes low over its square has not been
    /// put back, and is still as it was.
    returned: Vec<(Piece, Stamp), 3>,
    /// How little the hands would have done so: `LEAST_COST` for the best of several worlds.
    cost: u8,
}

/// The first playable pieces touched (3.7, 3.8): several only if they were lifted within one
/// debounce window; then either counts as the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Touch {
    pieces: Squares,
    at: Stamp,
    /// It has outlasted a brush.
    sure: bool,
}

impl World {
    /// The world in which every piece stands on its square. The piece of `touched` has to be
    /// played.
    pub fn new(touched: Squares) -> Self {
        let sure = !touched.is_empty();
        Self {
            pieces: Vec::new(),
            arrivals: Vec::new(),
            shades: Cells::EMPTY,
            lone_shade: None,
            landings: Vec::new(),
            touch: Touch { pieces: touched, at: Stamp::default(), sure },
            returned: Vec::new(),
            cost: LEAST_COST,
        }
    }

    /// The pieces that were lifted.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// The record of the piece of a square, if it was lifted.
    pub fn piece(&self, home: Square) -> Option<&Piece> {
        self.pieces.iter().find(|piece| piece.home == home)
    }

    /// The dark cells closed by no known piece.
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    /// How little the hands would have done so.
    pub const fn cost(&self) -> u8 {
        self.cost
    }

    /// The cost with that of every arrival, as if none was a slide.
    pub fn weight(&self) -> usize {
        usize::from(self.cost) + 2 * self.arrivals.len()
    }

    /// The squares of the pieces that are not on them.
    pub fn away(&self) -> Squares {
        self.pieces.iter().filter(|piece| !piece.is_home()).map(|piece| piece.home).collect()
    }

    /// The squares of the pieces that are in hand, or off the board.
    pub fn in_hand(&self) -> Squares {
        self.pieces.iter().filter(|piece| piece.is_in_hand()).map(|piece| piece.home).collect()
    }

    /// Whether every piece is on its square, and nothing else on the board.
    pub fn is_at_rest(&self) -> bool {
        self.arrivals.is_empty() && self.pieces.iter().all(Piece::is_home)
    }

    /// The first pieces touched; empty while the touch may be a brush.
    pub fn touched(&self, now: Stamp, brush: Duration) -> Squares {
        let held = |square: Square| self.piece(square).is_some_and(|piece| !piece.is_home());
        let lasts = now.is_past(self.touch.at, brush) && self.touch.pieces.iter().any(held);
        if self.touch.sure || lasts { self.touch.pieces } else { Squares::EMPTY }
    }

    /// When the first piece was touched.
    pub(super) const fn touched_at(&self) -> Stamp {
        self.touch.at
    }

    /// Whether the first touch came before this piece was lifted, so that the piece is not the one
    /// to be played (8.1.3).
    pub fn was_touched_before(&self, mover: Square, now: Stamp, brush: Duration) -> bool {
        let touched = self.touched(now, brush);
        let later = self.piece(mover).is_none_or(|mover| !self.touched_at().is_after(mover.left));
        !touched.is_empty() && !touched.contains(mover) && later
    }

    /// The pieces off their squares were touched: they are no brush, since a decision was made while
    /// they were off. One that was lifted since a stamp may still be.
    pub fn bind(&mut self, own: Squares, since: Stamp) {
        let away = self.away() & own;
        if !self.touch.sure {
            let first = self
                .pieces
                .iter()
                .filter(|piece| away.contains(piece.home) && piece.lift != Lift::NeverThere)
                .filter(|piece| since.is_after(piece.left))
                .reduce(|first, piece| if first.left.is_after(piece.left) { piece } else { first });
            if let Some(first) = first {
                let (pieces, at) = (Squares::of(first.home), first.left);
                self.touch = Touch { pieces, at, sure: true };
            }
        }
    }

    /// This piece was touched, unless another one was before.
    pub(super) fn touch_for_sure(&mut self, square: Square) {
        if !self.touch.sure {
            self.touch.pieces = Squares::of(square);
            self.touch.sure = true;
        }
    }

    /// No piece has been touched.
    pub fn untouch(&mut self) {
        self.touch = Touch::default();
    }

    /// The turn of this side has begun: a piece of it lifted since then, and one that is away, was
    /// touched if it can be played.
    pub(super) fn touch_since(&mut self, began: Stamp, touchable: Squares) {
        let lifted = |piece: &&Piece| {
            touchable.contains(piece.home) && !began.is_after(piece.left) && !piece.is_home()
        };
        let first = self
            .pieces
            .iter()
            .filter(lifted)
            .reduce(|first, piece| if first.left.is_after(piece.left) { piece } else { first });
        if let Some(first) = first {
            self.touch = Touch { pieces: Squares::of(first.home), at: first.left, sure: false };
        }
    }

    fn index(&self, home: Square) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.home == home)
    }

    /// The piece that stands on a cell.
    pub(super) fn standing_on(&self, cell: Cell, position: &Position) -> Option<Square> {
        if let Some(piece) = self.pieces.iter().find(|piece| piece.place == Some(cell)) {
            return Some(piece.home);
        }
        let home = cell.dark()?;
        let unmoved = position.occupied().contains(home) && self.piece(home).is_none();
        unmoved.then_some(home)
    }

    /// Whether this world has the cell closed.
    pub fn closes(&self, cell: Cell, position: &Position) -> bool {
        self.standing_on(cell, position).is_some()
            || self.shades.contains(cell)
            || self.arrivals.iter().any(|arrival| arrival.cell == cell)
    }

    /// The dark squares that this world has closed.
    pub fn squares(&self, position: &Position) -> Squares {
        let mut squares = position.occupied();
        for piece in &self.pieces {
            squares = squares.without(piece.home);
        }
        let places = self.pieces.iter().filter_map(|piece| piece.place);
        for cell in places.chain(self.arrivals.iter().map(|arrival| arrival.cell)) {
            if let Some(square) = cell.dark() {
                squares = squares.with(square);
            }
        }
        squares | self.shades.dark()
    }

    /// The light cells that this world has closed.
    pub fn light(&self) -> Cells {
        let places = self.pieces.iter().filter_map(|piece| piece.place);
        (self.shades | places.collect::<Cells>()).light()
    }

    /// An arrival or a shade on this cell is gone; returns when it had come.
    pub(super) fn clear(&mut self, cell: Cell) -> bool {
        let arrivals = self.arrivals.len();
        self.arrivals.retain(|arrival| arrival.cell != cell);
        self.explain_shade(cell, None, Duration::ZERO);
        let shaded = self.shades.contains(cell);
        self.shades = self.shades.without(cell);
        shaded || arrivals != self.arrivals.len()
    }

    /// A piece is taken up. Returns `false` if there is no room for its record.
    pub(super) fn lift(&mut self, home: Square, at: Stamp, turn: &Turn<'_>) -> bool {
        self.note_touch(home, at, turn);
        if let Some(index) = self.index(home) {
            let piece = &mut self.pieces[index];
            if piece.is_home() {
                piece.left = at;
            }
            piece.place = None;
            piece.lifted = at;
            self.leave(home, at);
            return true;
        }
        let known = self.returned.iter().position(|(piece, _)| piece.home == home);
        if let Some((piece, back)) = known.map(|known| self.returned.remove(known))
            && !at.is_past(back, turn.timings.slide_overlap)
        {
            return self.insert(Piece { place: None, lifted: at, ..piece });
        }
        self.landings.retain(|landing| landing.home != home);
        let lift = if turn.adjusting && turn.position.pieces(turn.position.turn()).contains(home) {
            Lift::Adjusted
        } else {
            Lift::Plain
        };
        self.insert(Piece {
            home,
            place: None,
            stood: home.cell(),
            lift,
            left: at,
            left_doubtful: false,
            lifted: at,
            put: at,
        })
    }

    /// Adds a record. Returns `false` if there is no room.
    pub(super) fn insert(&mut self, piece: Piece) -> bool {
        debug_assert!(self.piece(piece.home).is_none(), "two records of one piece");
        let place = self.pieces.iter().position(|other| other.home > piece.home);
        self.pieces.insert(place.unwrap_or(self.pieces.len()), piece).is_ok()
    }

    /// Adds a piece of another world with where it was put down there. Its square is `home` here,
    /// which it left then. Of two pieces of one square the one lifted last stood there last.
    pub(super) fn adopt(&mut self, piece: &Piece, from: &Self, home: Square, left: Stamp) {
        if self.piece(home).is_some_and(|known| known.lifted.is_after(piece.lifted)) {
            return;
        }
        self.pieces.retain(|known| known.home != home);
        self.landings.retain(|landing| landing.home != home);
        // A world has room for the pieces and landings of another one.
        let _ = self.insert(Piece { home, left, ..*piece });
        for landing in from.landings_of(piece.home).filter(|landing| !left.is_after(landing.at)) {
            let _ = self.landings.push(Landing { home, ..*landing });
        }
    }

    /// Notes how long the piece stayed where it was put last.
    fn leave(&mut self, home: Square, at: Stamp) {
        let last = self.landings.iter_mut().rev().find(|landing| landing.home == home);
        if let Some(last) = last.filter(|last| last.stayed == Landing::STILL) {
            last.stayed = u16::try_from(at.since(last.at)).unwrap_or(Landing::STILL - 1);
        }
    }

    /// A piece in hand is put down; on its square it is forgotten, unless a capture may end there.
    ///
    /// `round`: a capture may end on its square, so that the record is kept there (6.4).
    pub(super) fn put(
        &mut self,
        home: Square,
        cell: Cell,
        at: Stamp,
        round: bool,
        turn: &Turn<'_>,
    ) {
        self.explain_shade(cell, Some(at), turn.timings.brush);
        let Some(index) = self.index(home) else { return };
        let piece = &mut self.pieces[index];
        let back = cell == home.cell();
        // A piece that tilts where it stands has not gone.
        let tilts = cell == piece.stood && !at.is_past(piece.lifted, turn.timings.brush);
        piece.place = Some(cell);
        piece.stood = cell;
        if !tilts {
            piece.put = at;
        }
        if back && !round {
            if self.returned.is_full() {
                self.returned.remove(0);
            }
            // There is room now.
            let _ = self.returned.push((self.pieces.remove(index), at));
        } else if tilts {
            if let Some(last) = self.landings.iter_mut().rfind(|landing| landing.home == home) {
                last.stayed = Landing::STILL;
            }
        } else {
            if self.landings.is_full() {
                self.landings.remove(0);
            }
            // There is room now.
            let _ = self.landings.push(Landing { home, cell, stayed: Landing::STILL, at });
        }
        if back {
            self.come_home(home, at, turn);
        }
    }

    /// A touched piece that is back in less than a brush was brushed.
    fn come_home(&mut self, home: Square, at: Stamp, turn: &Turn<'_>) {
        if !self.touch.pieces.contains(home) || self.touch.sure {
            return;
        }
        if at.is_past(self.touch.at, turn.timings.brush) {
            self.touch.sure = true;
        } else {
            self.touch.pieces = self.touch.pieces.without(home);
        }
    }

    /// 3.7, 3.8: notes the first playable piece touched. A lift while another own piece is in hand, or
    /// displaced, is a brush, unless both came up within one debounce window.
    fn note_touch(&mut self, home: Square, at: Stamp, turn: &Turn<'_>) {
        let touched = self.touched(at, turn.timings.brush);
        if !touched.is_empty() {
            self.touch.sure = true;
            return;
        }
        if !turn.touchable.contains(home) || turn.adjusting {
            return;
        }
        let touch = &mut self.touch;
        let own = turn.position.pieces(turn.position.turn()).without(home);
        let other_away = self.pieces.iter().any(|piece| {
            own.contains(piece.home) && !piece.is_home() && piece.lift != Lift::NeverThere
        });
        if touch.pieces.is_empty() {
            if !other_away {
                *touch = Touch { pieces: Squares::of(home), at, sure: false };
            }
        } else if u64::from(at.since(touch.at)) <= turn.window.as_millis() {
            touch.pieces = touch.pieces.with(home);
        }
    }

    /// The piece that stood on a cell and was lifted there less than a brush ago.
    pub(super) fn just_lifted_from(
        &self,
        cell: Cell,
        at: Stamp,
        brush: Duration,
    ) -> Option<Square> {
        let lifted = |piece: &&Piece| {
            piece.is_in_hand() && piece.stood == cell && !at.is_past(piece.lifted, brush)
        };
        self.pieces.iter().find(lifted).map(|piece| piece.home)
    }

    /// Whether a piece was put down on a square beside a light cell within a brush.
    pub(super) fn was_put_beside(&self, cell: Cell, at: Stamp, brush: Duration) -> bool {
        self.pieces.iter().any(|piece| {
            piece.place.is_some_and(|place| is_beside(place, cell)) && !at.is_past(piece.put, brush)
        })
    }

    /// A light cell closed, though no piece was put down beside it.
    pub(super) const fn shade_alone(&mut self, cell: Cell, at: Stamp) {
        self.lone_shade = Some((cell, at));
        self.charge(LONE_SHADE);
    }

    /// The light cell is explained: it opened again, or a piece came down beside it.
    fn explain_shade(&mut self, by: Cell, at: Option<Stamp>, brush: Duration) {
        let Some((cell, since)) = self.lone_shade else { return };
        let explained = match at {
            None => cell == by,
            Some(at) => is_beside(by, cell) && !at.is_past(since, brush),
        };
        if explained {
            self.lone_shade = None;
            self.refund(LONE_SHADE);
        }
    }

    /// A cell closed without a piece. Returns `false` if there is no room for one more.
    pub(super) fn arrive(&mut self, cell: Cell, at: Stamp) -> bool {
        if cell.dark().is_none() {
            self.shades = self.shades.with(cell);
            return true;
        }
        self.arrivals.push(Arrival { cell, at }).is_ok()
    }

    /// Adds to the cost.
    pub(super) const fn charge(&mut self, cost: u8) {
        self.cost = self.cost.saturating_add(cost);
    }

    /// Takes off the cost.
    pub(super) const fn refund(&mut self, cost: u8) {
        self.cost = self.cost.saturating_sub(cost);
    }

    /// Counts the cost from that of the best world.
    pub(super) const fn rebase(&mut self, least: u8) {
        self.cost = self.cost.saturating_sub(least).saturating_add(LEAST_COST);
    }

    /// The cost with that of the arrivals which still lie there.
    pub fn cost_at(&self, now: Stamp, turn: &Turn<'_>) -> u8 {
        let lain = self.arrivals.iter().map(|arrival| arrival.cost_at(now, &turn.timings));
        lain.fold(self.cost, u8::saturating_add)
    }

    /// The light cells that no piece of this world stands on, though they are closed.
    pub const fn shades(&self) -> Cells {
        self.shades
    }

    /// Whether two worlds say the same, whatever the times.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let arrived =
            |arrival: &Arrival| other.arrivals.iter().any(|other| other.cell == arrival.cell);
        self.pieces.len() == other.pieces.len()
            && self.arrivals.len() == other.arrivals.len()
            && self.shades == other.shades
            && self.touch.pieces == other.touch.pieces
            && self
                .pieces
                .iter()
                .zip(&other.pieces)
                .all(|(one, two)| (one.home, one.place) == (two.home, two.place))
            && self.arrivals.iter().all(arrived)
    }

    /// Cells whose reeds are found out to be faulty: what they said is forgotten.
    pub(super) fn distrust(&mut self, cells: Cells) {
        let known = |cell: Cell| !cells.contains(cell);
        self.pieces.retain(|piece| known(piece.home.cell()) || piece.elsewhere().is_some());
        for piece in &mut self.pieces {
            if piece.place.is_some_and(|cell| !known(cell)) {
                piece.place = None;
            }
        }
        self.arrivals.retain(|arrival| known(arrival.cell));
        self.shades -= cells;
        self.landings.retain(|landing| known(landing.cell));
        self.touch.pieces -= cells.dark();
    }

    /// The same seen from the other side of the board.
    pub(super) fn turn_by_half(&mut self) {
        for piece in &mut self.pieces {
            piece.home = piece.home.turned();
            piece.place = piece.place.map(Cell::turned);
            piece.stood = piece.stood.turned();
        }
        self.pieces.reverse();
        self.arrivals.iter_mut().for_each(|arrival| arrival.cell = arrival.cell.turned());
        self.shades = self.shades.turned();
        for landing in &mut self.landings {
            (landing.home, landing.cell) = (landing.home.turned(), landing.cell.turned());
        }
        self.touch.pieces = self.touch.pieces.turned();
    }

    /// Where each piece of a move was put down, oldest first.
    fn landings_of(&self, home: Square) -> impl DoubleEndedIterator<Item = &Landing> {
        self.landings.iter().filter(move |landing| landing.home == home)
    }

    /// Where the piece stood before a stamp.
    pub fn stood_before(&self, home: Square, at: Stamp) -> Cell {
        let before = self.landings_of(home).rfind(|landing| at.is_after(landing.at));
        before.map_or(home.cell(), |landing| landing.cell)
    }

    /// Whether the piece has stood on a cell for at least a brush.
    pub fn has_stood(&self, home: Square, cell: Cell, brush: Duration) -> bool {
        self.landings_of(home)
            .any(|landing| landing.cell == cell && u64::from(landing.stayed) >= brush.as_millis())
    }

    /// How many landings of a path were shown in its order, others between them or not: the length
    /// of the longest common subsequence.
    pub fn landings_shown(&self, legal: Move) -> usize {
        let mut lengths = [0; MAX_CAPTURES + 1];
        for landing in self.landings_of(legal.from()) {
            let mut before = 0;
            for (n, stop) in legal.path().enumerate() {
                let here = lengths[n + 1];
                let met = landing.cell == stop.cell();
                lengths[n + 1] = if met { before + 1 } else { here.max(lengths[n]) };
                before = here;
            }
        }
        lengths[MAX_CAPTURES.min(legal.path().count())]
    }

    /// When the piece of a move came to the end of its path for good. Lifting it there to stack it
    /// (4.4), or a hand that takes it over other cells for less than a brush, is no new arrival.
    pub fn came_to_rest(&self, played: Move, brush: Duration) -> Option<Stamp> {
        let mut rest = None;
        // Where it went on to afterwards, by a reply or a move of its own, does not count.
        let there = |landing: &Landing| landing.cell == played.to().cell();
        let last = self.landings_of(played.from()).rfind(|landing| there(landing));
        let until = last.map(|last| last.at);
        let before = |landing: &&Landing| until.is_none_or(|until| !landing.at.is_after(until));
        for landing in self.landings_of(played.from()).filter(before) {
            if landing.cell == played.to().cell() {
                rest = rest.or(Some(landing.at));
            } else if landing.cell.dark().is_some()
                && u64::from(landing.stayed) >= brush.as_millis()
            {
                rest = None;
            }
        }
        rest.or_else(|| self.piece(played.from()).map(|piece| piece.put))
    }

    /// By how many milliseconds captured pieces came off before the capturing piece had come to rest,
    /// or before one whose turn it was, in direct or inverse order of capture (5.12). Pieces lifted
    /// within one debounce window came at once: either order.
    pub fn removed_too_early(&self, played: Move, turn: &Turn<'_>, inverse: bool) -> u32 {
        let window = turn.window.as_millis();
        let mut squares = Vec::<Square, MAX_CAPTURES>::new();
        squares.extend(played.captured_in_order());
        if inverse {
            squares.reverse();
        }
        let mut latest = self.came_to_rest(played, turn.timings.brush);
        let mut too_early = 0;
        for square in squares {
            // Nothing is known of a piece whose reed is at fault, or that was off twice.
            let Some(piece) = self.piece(square).filter(|piece| !piece.left_doubtful) else {
                continue;
            };
            let early = latest.map_or(0, |latest| latest.since(piece.left));
            if u64::from(early) > window {
                too_early += early;
            }
            latest = Some(latest.map_or(piece.left, |latest| latest.later_of(piece.left)));
        }
        too_early
    }

    /// Another world says the same: where it has a piece leave at another time, the time is doubtful.
    pub(super) fn doubt(&mut self, other: &Self, window: Duration) {
        for piece in &mut self.pieces {
            let left = other.piece(piece.home).map(|other| (other.left, other.left_doubtful));
            piece.left_doubtful |= left.is_some_and(|(left, doubtful)| {
                let apart = left.since(piece.left).max(piece.left.since(left));
                doubtful || u64::from(apart) > window.as_millis()
            });
        }
    }

    /// Whether this move was made: its piece stands at its end, or has stood there and was taken away
    /// since (captured, or moved on after a reply), and what it captures is off its squares.
    pub fn makes(&self, played: Move, turn: &Turn<'_>) -> bool {
        self.came_to_its_end(played, turn)
            && played.captured().iter().all(|captured| self.is_off(captured, turn))
    }

    /// Whether the piece of this move stands at its end, or has stood there, collected or not.
    pub(super) fn came_to_its_end(&self, played: Move, turn: &Turn<'_>) -> bool {
        let (from, to) = (played.from(), played.to());
        let trusts = |square: Square| turn.trusted.contains(square);
        match self.piece(from) {
            Some(piece) => match piece.place {
                Some(cell) if cell == to.cell() => true,
                None if !trusts(to) => true,
                _ => self.landings_of(from).any(|landing| landing.cell == to.cell()),
            },
            None => !trusts(from) && self.arrivals.iter().any(|arrival| arrival.cell == to.cell()),
        }
    }

    /// Whether a piece is off its square, or nothing is known of it.
    pub fn is_off(&self, home: Square, turn: &Turn<'_>) -> bool {
        !turn.trusted.contains(home) || self.piece(home).is_some_and(|piece| !piece.is_home())
    }

    /// Whether every captured piece of a move has been off for at least a brush.
    pub fn is_collected(&self, played: Move, now: Stamp, brush: Duration) -> bool {
        played
            .captured()
            .iter()
            .all(|captured| self.piece(captured).is_none_or(|piece| now.is_past(piece.left, brush)))
    }

    /// Whether this is a lawful move on its way: its piece in hand or on its path, and nothing off
    /// that it does not capture. A piece that stands elsewhere for less than a brush is being pushed.
    ///
    /// `grace` is the time for which it may stand elsewhere.
    pub fn is_on_its_way(
        &self,
        played: Move,
        now: Stamp,
        grace: Duration,
        turn: &Turn<'_>,
    ) -> bool {
        let only = |piece: &Piece| {
            let captured = played.captured().contains(piece.home);
            let off = piece.elsewhere().is_none_or(|cell| cell.dark().is_none());
            piece.is_home() || piece.home == played.from() || captured && off
        };
        let is_way = |piece: &Piece, cell: Cell, at: Stamp| {
            cell == piece.home.cell()
                || played.path().any(|stop| stop.cell() == cell)
                || !at.is_past(piece.put, grace)
        };
        let moving = self.piece(played.from()).is_some_and(|piece| match piece.place {
            // It may tilt where it stands.
            None => {
                now.is_past(piece.lifted, turn.timings.brush)
                    || is_way(piece, piece.stood, piece.lifted)
            }
            Some(cell) => !piece.is_home() && is_way(piece, cell, now),
        });
        let pushed = |arrival: &Arrival| !now.is_past(arrival.at, turn.timings.slide_overlap);
        moving && self.pieces.iter().all(only) && self.arrivals.iter().all(pushed)
    }

    /// The world after this move has counted: its piece has a new square, what it captured is gone.
    ///
    /// Where the reed of its end is at fault (`trusted`), the piece is taken to stand there.
    pub fn after(&self, played: Move, now: Stamp, trusted: Squares) -> Self {
        let mut after = self.clone();
        let (from, to) = (played.from(), played.to());
        let mover = self.piece(from).copied();
        after.pieces.retain(|piece| piece.home != from && !played.captured().contains(piece.home));
        after
            .landings
            .retain(|landing| landing.home != from && !played.captured().contains(landing.home));
        for captured in played.captured() {
            let lies_on = self.piece(captured).and_then(Piece::elsewhere);
            if let Some((cell, piece)) = lies_on.zip(self.piece(captured)) {
                // It stands somewhere else: one piece too many, unless it is being carried off.
                if !after.arrive(cell, piece.put) {
                    after.shades = after.shades.with(cell);
                }
            }
        }
        match mover {
            Some(mover)
                if mover.place != Some(to.cell())
                    && (trusted.contains(to) || mover.place.is_some()) =>
            {
                let _ = after.insert(Piece {
                    home: to,
                    stood: to.cell(),
                    lift: Lift::Plain,
                    left: mover.lifted,
                    left_doubtful: false,
                    put: mover.put,
                    ..mover
                });
            }
            Some(_) => {}
            // Its square could not be read: the arrival at its end was the piece.
            None => after.arrivals.retain(|arrival| arrival.cell != to.cell()),
        }
        for piece in &mut after.pieces {
            if piece.lift == Lift::Plain && !piece.left.is_after(now) {
                piece.lift = Lift::Before;
            }
        }
        after.touch = Touch::default();
        after
    }

    /// The same without what these pieces have done: they are on their squares.
    pub fn without(&self, homes: Squares) -> Self {
        let mut without = self.clone();
        without.pieces.retain(|piece| !homes.contains(piece.home));
        without.landings.retain(|landing| !homes.contains(landing.home));
        without
    }

    /// Whether a piece was lifted since a stamp, and is not back.
    pub fn has_lifted(&self, since: Stamp) -> bool {
        let away = |piece: &Piece| !piece.is_home() && !since.is_after(piece.left);
        let again = |piece: &Piece| piece.is_in_hand() && !since.is_after(piece.lifted);
        self.pieces.iter().any(|piece| away(piece) || again(piece))
    }

    /// Whether a piece was lifted after a stamp and is in hand.
    pub fn is_lifting(&self, since: Stamp) -> bool {
        self.pieces.iter().any(|piece| piece.is_in_hand() && piece.lifted.is_after(since))
    }

    /// The same with every piece that was lifted after a stamp, and is in hand, where it stood: it may
    /// tilt. `None` if there is none.
    pub fn settled(&self, since: Stamp) -> Option<Self> {
        if !self.is_lifting(since) {
            return None;
        }
        let mut settled = self.clone();
        for piece in &mut settled.pieces {
            if piece.is_in_hand() && piece.lifted.is_after(since) {
                piece.place = Some(piece.stood);
            }
        }
        let has_landed = |piece: &Piece| self.landings_of(piece.home).next().is_some();
        settled.pieces.retain(|piece| !piece.is_home() || has_landed(piece));
        Some(settled)
    }

    /// The same before these pieces were lifted since a stamp: they stand where they stood then.
    pub fn before_lifts(&self, homes: Squares, since: Stamp) -> Self {
        let mut before = self.clone();
        let later = |piece: &Piece| homes.contains(piece.home) && !since.is_after(piece.left);
        before.pieces.retain(|piece| !later(piece));
        for piece in &mut before.pieces {
            if homes.contains(piece.home) && piece.is_in_hand() && !since.is_after(piece.lifted) {
                piece.place = Some(piece.stood);
            }
        }
        before
    }

    /// The same without these arrivals.
    pub fn without_arrivals(&self, cells: Cells) -> Self {
        let mut without = self.clone();
        without.arrivals.retain(|arrival| !cells.contains(arrival.cell));
        without
    }

    /// A knock has moved pieces: those records are no touches.
    pub(super) fn all_before(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.lift = Lift::Before);
        self.untouch();
    }

    /// The pieces that are away now were never there in this game.
    pub(super) fn never_there(&mut self) {
        self.pieces.iter_mut().for_each(|piece| piece.lift = Lift::NeverThere);
        self.untouch();
    }

    /// The next stamp, after `now`, at which something has lasted for a duration.
    pub(super) fn next_change(&self, now: Stamp, turn: &Turn<'_>) -> Option<u32> {
        let timings = &turn.timings;
        let passes = |at: Stamp, duration: Duration| {
            let due = duration.as_millis() as u32;
            let passed = now.since(at);
            (passed < due && !at.is_after(now)).then(|| due - passed)
        };
        let pieces = self.pieces.iter().flat_map(|piece| {
            [piece.left, piece.lifted, piece.put].map(|at| passes(at, timings.brush))
        });
        let arrivals = self.arrivals.iter().flat_map(|arrival| {
            [timings.slide_overlap, timings.stray].map(|after| passes(arrival.at, after))
        });
        pieces.chain(arrivals).flatten().min()
    }
}

/// Whether two cells share an edge.
const fn is_beside(one: Cell, other: Cell) -> bool {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
}
