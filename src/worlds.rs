//! From contacts to what every piece may have done.
//!
//! A reed knows *occupied*, nothing else. A [`World`] is one assignment of pieces to places that
//! explains every contact of the turn; [`Worlds`] holds all that are worth keeping:
//!
//! ```text
//!                a cell opens                          a cell closes
//!  the piece on it is in hand;            a piece in hand was put down there, one world for
//!  or it slid to a cell that had          each that may have been; or nothing in hand did:
//!  closed just before                     a slide begins, or it is one piece too many
//!            \                                       /
//!             +--> equal worlds merge, impossible and expensive ones are dropped --> at most 24
//! ```
//!
//! Everything that is asked of the hands is a function of a world, the position and its legal moves.
//! What a world means is decided by the classifier, `game::reading`, and nowhere here.

mod contacts;
mod log;
mod piece;
mod stamp;
mod timings;
mod world;

pub use contacts::Contacts;
pub use log::{Log, LogEntry};
pub use piece::{Arrival, Landing, Lift, Piece};
pub use stamp::Stamp;
pub use timings::HandTimings;
pub use world::{LEAST_COST, MAX_PIECES, World};

use heapless::Vec;

use crate::rules::{Cell, Colour, Move, Position, Square, Squares};
use crate::sense::Cells;
use crate::time::Duration;

/// The most worlds that are kept. Hands seen so far need 1.5 on average. Two pieces that tilt at the
/// press of an irregular move need 20; with 32 the same moves were read (`cargo xtask hands`).
pub const MAX_WORLDS: usize = 24;

/// A world this much more expensive than the best one is dropped.
const MARGIN: u8 = 5;

/// Of two worlds that say the same, one that costs at most so much more may be the right one.
const DOUBT: u8 = 2;

/// A piece put down where it has no reason to be.
const ODD_PLACE: u8 = 1;
/// A captured piece put down on a square: it goes off the board.
const CAPTURED: u8 = 1;
/// A piece put down while another one of its side, lifted later, is in hand.
const LIFTED_EARLIER: u8 = 1;
/// A piece carried further, in less time, than a hand can.
const TOO_FAST: u8 = 2;
/// Another piece, or none that is known, on a square whose own piece was lifted less than a brush ago:
/// that piece tilted.
const TILTED: u8 = 2;
/// A cell that closed without a piece in hand.
const UNEXPLAINED: u8 = 1;
/// A piece that lay on two squares for longer than a slide (7.7).
const LAY_ON_TWO: u8 = 3;

/// What the worlds have to know of the turn.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The agreed position.
    pub position: &'a Position,
    /// Its legal moves.
    pub legal: &'a [Move],
    /// The pieces that have to be played when they are touched (3.7).
    pub touchable: Squares,
    /// The player has said "accomodo" (3.9).
    pub adjusting: bool,
    /// What hands do.
    pub timings: HandTimings,
    /// What came at once: the board's debounce time.
    pub window: Duration,
    /// The dark squares whose reeds can be trusted.
    pub trusted: Squares,
    /// The move before this turn, which its player may take back (8.1.4).
    pub last: Option<Move>,
    /// While an irregularity is open: the position if it is kept, in which the opponent may move.
    pub kept: Option<&'a Position>,
}

/// The worlds that explain the contacts of this turn, and the contacts themselves.
#[derive(Clone, Debug)]
pub struct Worlds {
    worlds: Vec<World, MAX_WORLDS>,
    /// While a contact is explained: the cost of each world then.
    costs: Vec<u8, MAX_WORLDS>,
    contacts: Contacts,
    log: Log,
    /// The least cost of a world that was dropped for want of room since the last contact.
    dropped: Option<u8>,
    /// A world was dropped for want of room in this turn, that would have been kept: the right one
    /// may be missing.
    incomplete: bool,
}

impl Worlds {
    /// An empty board.
    pub const fn new() -> Self {
        Self {
            worlds: Vec::new(),
            costs: Vec::new(),
            contacts: Contacts::NONE,
            log: Log::new(),
            dropped: None,
            incomplete: false,
        }
    }

    /// The contacts as they are now.
    pub const fn contacts(&self) -> &Contacts {
        &self.contacts
    }

    /// The worlds.
    pub fn iter(&self) -> impl Iterator<Item = &World> + Clone {
        self.worlds.iter()
    }

    /// The number of worlds.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there is no world: before the first [`reset`](Self::reset).
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The cheapest world.
    pub fn best(&self) -> Option<&World> {
        self.worlds.iter().min_by_key(|world| world.weight())
    }

    /// Whether a world was dropped for want of room in this turn.
    pub const fn is_incomplete(&self) -> bool {
        self.incomplete
    }

    /// The edges of the turn.
    pub const fn log(&self) -> &Log {
        &self.log
    }

    /// Begins with a position on which every piece stands on its square, and then explains what the
    /// contacts show otherwise. `touched` has to be played.
    pub fn reset(&mut self, touched: Squares, now: Stamp, turn: &Turn<'_>) {
        self.begin_with(World::new(touched), now, turn);
    }

    /// Goes on with this world alone, and explains what the contacts show otherwise.
    pub fn begin_with(&mut self, world: World, now: Stamp, turn: &Turn<'_>) {
        self.worlds.clear();
        // The list is empty.
        let _ = self.worlds.push(world);
        self.incomplete = false;
        self.log.clear();
        self.reconcile(now, turn);
    }

    /// Explains every cell that differs from what the worlds have: openings first, then closings, as
    /// hands do. The contacts changed while nothing was judged: in a pause, or over a power cut.
    pub fn reconcile(&mut self, now: Stamp, turn: &Turn<'_>) {
        let Some(first) = self.worlds.first() else { return };
        let dark = first.squares(turn.position) ^ self.contacts.board();
        let light = first.light() ^ self.contacts.cells().light();
        let differs = (Cells::from(dark) | light) - self.contacts.untrusted();
        let closed = self.contacts.cells();
        for cell in differs - closed {
            self.explain(cell, false, now, turn);
        }
        for cell in differs & closed {
            self.explain(cell, true, now, turn);
        }
    }

    /// Forgets the turn; [`reset`](Self::reset) begins the next one. The contacts stay.
    pub fn clear(&mut self) {
        self.worlds.clear();
        self.log.clear();
        self.incomplete = false;
    }

    /// The side on move has had the turn since `began`: what it has lifted since was touched.
    pub fn touch_since(&mut self, began: Stamp, touchable: Squares) {
        self.worlds.iter_mut().for_each(|world| world.touch_since(began, touchable));
    }

    /// The pieces that are away at the start of a game were never there: a fault of the set-up.
    pub fn never_there(&mut self) {
        self.worlds.iter_mut().for_each(World::never_there);
    }

    /// A cell changed while nothing is judged.
    pub fn set(&mut self, cell: Cell, closed: bool) {
        self.contacts.set(cell, closed);
    }

    /// A cell opened or closed.
    pub fn change(&mut self, cell: Cell, closed: bool, at: Stamp, turn: &Turn<'_>) {
        self.contacts.set(cell, closed);
        if self.contacts.trusts(cell) {
            self.explain(cell, closed, at, turn);
        }
    }

    fn explain(&mut self, cell: Cell, closed: bool, at: Stamp, turn: &Turn<'_>) {
        let entry = self.log.push(cell, closed, at, self.worlds.len());
        self.costs = self.worlds.iter().map(|world| world.cost_at(at, turn)).collect();
        // Worlds added while the list is walked have explained the change already.
        let mut dead = 0u32;
        for number in 0..self.worlds.len() {
            let explained = if closed {
                self.close(number, cell, at, entry, turn)
            } else {
                self.open(number, cell, at, entry, turn)
            };
            self.costs[number] = self.worlds[number].cost_at(at, turn);
            if !explained {
                dead |= 1 << number;
            }
        }
        self.remove(dead);
        self.prune(at, turn);
    }

    /// Drops the worlds with these numbers.
    fn remove(&mut self, dead: u32) {
        if dead == 0 {
            return;
        }
        self.log.remove(dead, self.worlds.len());
        let mut number = 0;
        self.worlds.retain(|_| {
            number += 1;
            dead >> (number - 1) & 1 == 0
        });
    }

    /// A cell opened: the piece on it is in hand, or has slid to a cell that closed before.
    fn open(
        &mut self,
        number: usize,
        cell: Cell,
        at: Stamp,
        entry: usize,
        turn: &Turn<'_>,
    ) -> bool {
        let Some(home) = self.worlds[number].standing_on(cell, turn.position) else {
            // An arrival that goes again was a piece carried low over the cell, or a light cell
            // that a piece covers in part.
            let world = &mut self.worlds[number];
            let lay = world.arrivals().iter().find(|arrival| arrival.cell == cell).copied();
            world.clear(cell);
            if let Some(lay) = lay {
                world.charge(lay.cost_at(at, &turn.timings));
            }
            return true;
        };
        self.log.attribute(number, entry, home);
        let near = |to: Cell| {
            to.row().abs_diff(cell.row()) <= 2 && to.column().abs_diff(cell.column()) <= 2
        };
        let world = &self.worlds[number];
        let slides: Vec<(Cell, Stamp), 4> = world
            .arrivals()
            .iter()
            .filter(|arrival| {
                let overlaps = !at.is_past(arrival.at, turn.timings.slide_overlap);
                let by_rule = self.reaches(world, home, arrival.cell, turn);
                // A piece may lie on two squares for long (7.7), if one of them is where it goes.
                near(arrival.cell) && (overlaps || by_rule) || overlaps && by_rule
            })
            .map(|arrival| (arrival.cell, arrival.at))
            .chain(world.shades().iter().filter(|light| near(*light)).map(|light| (light, at)))
            .take(4)
            .collect();
        for (to, since) in slides {
            let mut slid = self.worlds[number].clone();
            if slid.lift(home, at, turn) {
                slid.clear(to);
                slid.put(home, to, since, false, turn);
                match to.dark() {
                    None => slid.charge(ODD_PLACE),
                    Some(_) if at.is_past(since, turn.timings.slide_overlap) => {
                        slid.charge(LAY_ON_TWO);
                    }
                    Some(_) => {
                        slid.refund(UNEXPLAINED);
                        let expected = self.reaches(&slid, home, to, turn);
                        slid.charge(if expected { 0 } else { ODD_PLACE });
                    }
                }
                self.add(slid, number, home, to, at, turn);
            }
        }
        let lifted = self.worlds[number].lift(home, at, turn);
        if !lifted {
            self.note_dropped(self.worlds[number].cost_at(at, turn));
        }
        lifted
    }

    /// A cell closed: one of the pieces in hand was put down there, or none.
    fn close(
        &mut self,
        number: usize,
        cell: Cell,
        at: Stamp,
        entry: usize,
        turn: &Turn<'_>,
    ) -> bool {
        let world = &self.worlds[number];
        if world.closes(cell, turn.position) {
            return true;
        }
        let in_hand = world.in_hand();
        for home in in_hand {
            let mut placed = self.worlds[number].clone();
            placed.charge(self.cost_of_putting(&placed, home, cell, at, turn));
            let round = cell == home.cell() && self.is_round(&placed, home, turn);
            placed.put(home, cell, at, round, turn);
            self.add_attributed(placed, number, entry, home, at, turn);
        }
        let world = &mut self.worlds[number];
        world.charge(UNEXPLAINED);
        if world.just_lifted_from(cell, at, turn.timings.brush).is_some() {
            world.charge(TILTED);
        }
        let arrived = world.arrive(cell, at);
        if arrived && cell.dark().is_none() {
            // A piece that covers part of a light cell (7.6) is nothing odd. But where no piece was
            // put down beside it just then, one in hand may have been laid there.
            world.refund(UNEXPLAINED);
            if !in_hand.is_empty() && !world.was_put_beside(cell, at, turn.timings.brush) {
                world.shade_alone(cell, at);
            }
        }
        if !arrived {
            self.note_dropped(self.worlds[number].cost_at(at, turn));
        }
        arrived
    }

    /// How little a piece in hand would have been put down on this cell.
    fn cost_of_putting(
        &self,
        world: &World,
        home: Square,
        cell: Cell,
        at: Stamp,
        turn: &Turn<'_>,
    ) -> u8 {
        let Some(piece) = world.piece(home) else { return 0 };
        let (rows, columns) =
            (cell.row().abs_diff(piece.stood.row()), cell.column().abs_diff(piece.stood.column()));
        // The time to carry it to the next cell but one, and as long for every two more.
        let cells = u64::from(rows.max(columns));
        let takes = Duration::from_millis(turn.timings.carry.as_millis() * cells / 2);
        let too_fast = cells > 1 && !at.is_past(piece.lifted, takes);
        let taken_back =
            turn.last.is_some_and(|last| (last.to(), last.from().cell()) == (home, cell));
        let by_move = taken_back || self.reaches(world, home, cell, turn);
        let expected = cell == home.cell() || cell == piece.stood || by_move;
        let being_captured = being_captured(world, turn);
        // A captured piece that is off has not tilted.
        let tilted = cell != piece.stood
            && world
                .just_lifted_from(cell, at, turn.timings.brush)
                .is_some_and(|other| !being_captured.contains(other));
        // One that a stopped capture has left on may play on, if that is kept.
        let plays_on = turn.kept.is_some() && expected;
        let captured = cell.dark().is_some()
            && cell != home.cell()
            && being_captured.contains(home)
            && !plays_on;
        // What was taken off is not put down again while another piece, lifted later, is in hand; that
        // one may tilt.
        let them = turn.position.pieces(turn.position.turn().opponent());
        let back = cell == piece.stood && !at.is_past(piece.lifted, turn.timings.brush);
        let earlier = (them.contains(home) || !expected)
            && !back
            && world.pieces().iter().any(|other| {
                (them - being_captured).contains(other.home)
                    && other.is_in_hand()
                    && other.lifted.is_after(piece.lifted)
                    && (!by_move || at.is_past(other.lifted, turn.timings.brush))
            });
        u8::from(!expected) * ODD_PLACE
            + u8::from(captured) * CAPTURED
            + u8::from(earlier) * LIFTED_EARLIER
            + u8::from(tilted) * TILTED
            + u8::from(too_fast) * TOO_FAST
    }

    /// Whether a piece comes to a cell by a move that it may make.
    fn reaches(&self, world: &World, home: Square, cell: Cell, turn: &Turn<'_>) -> bool {
        self.may_make(world, home, turn, |m| m.path().any(|stop| stop.cell() == cell))
    }

    /// Whether a capture that a piece may make ends on the square where it began (6.4).
    fn is_round(&self, world: &World, home: Square, turn: &Turn<'_>) -> bool {
        self.may_make(world, home, turn, |m| m.to() == home)
    }

    /// Whether a piece may make a move of this kind: a legal one of the side on move; one of its
    /// opponent in the position that he may keep, or as a reply to a move that has come to its end.
    fn may_make(
        &self,
        world: &World,
        home: Square,
        turn: &Turn<'_>,
        is_wanted: impl Fn(&Move) -> bool,
    ) -> bool {
        let is_wanted = |m: &Move| m.from() == home && is_wanted(m);
        if turn.position.pieces(turn.position.turn()).contains(home) {
            return turn.legal.iter().any(is_wanted);
        }
        let may_reply = |after: Position| after.legal_moves().iter().any(is_wanted);
        if let Some(kept) = turn.kept {
            return may_reply(*kept);
        }
        let landed = |m: &&Move| world.came_to_its_end(**m, turn);
        turn.legal.iter().filter(landed).any(|m| may_reply(turn.position.play_unchecked(*m)))
    }

    /// Adds a world that has explained a change by a slide: the arrival was this piece.
    fn add(
        &mut self,
        world: World,
        from: usize,
        home: Square,
        to: Cell,
        at: Stamp,
        turn: &Turn<'_>,
    ) {
        if let Some(number) = self.push(world, from, at, turn) {
            self.log.attribute_latest(number, to, home);
        }
    }

    fn add_attributed(
        &mut self,
        world: World,
        from: usize,
        entry: usize,
        home: Square,
        at: Stamp,
        turn: &Turn<'_>,
    ) {
        if let Some(number) = self.push(world, from, at, turn) {
            self.log.attribute(number, entry, home);
        }
    }

    /// A world of this cost was dropped for want of room.
    fn note_dropped(&mut self, cost: u8) {
        self.dropped = Some(self.dropped.map_or(cost, |least| least.min(cost)));
    }

    /// Adds a world that continues the one with the number `from`. Where there is no room, the most
    /// expensive world goes, and its cost is noted.
    fn push(&mut self, world: World, from: usize, at: Stamp, turn: &Turn<'_>) -> Option<usize> {
        let cost = world.cost_at(at, turn);
        if let Some(like) = self.worlds.iter().position(|other| other.is_like(&world)) {
            let known = self.costs[like];
            let doubtful = known.abs_diff(cost) <= DOUBT;
            if known > cost {
                let other = core::mem::replace(&mut self.worlds[like], world);
                if doubtful {
                    self.worlds[like].doubt(&other, turn.window);
                }
                self.costs[like] = cost;
                self.log.copy(from, like);
                return Some(like);
            }
            if doubtful {
                self.worlds[like].doubt(&world, turn.window);
            }
            return None;
        }
        let mut number = self.worlds.len();
        if let Err(world) = self.worlds.push(world) {
            let costs = self.costs.iter().copied();
            let (worst, most) = costs.enumerate().max_by_key(|(_, cost)| *cost)?;
            if most <= cost || worst == from {
                self.note_dropped(cost);
                return None;
            }
            self.note_dropped(most);
            // If its turn to explain the change has not come, it has explained it already.
            self.worlds[worst] = world;
            self.costs[worst] = cost;
            number = worst;
        } else {
            // There is room for as many costs as worlds.
            let _ = self.costs.push(cost);
        }
        self.log.copy(from, number);
        Some(number)
    }

    /// Drops worlds that cannot be, that say the same as a cheaper one, and that are too expensive.
    fn prune(&mut self, at: Stamp, turn: &Turn<'_>) {
        // Where the board shows the position, nothing is displaced: conspiracies of pieces that
        // stand on each other's squares do not live on.
        if self.contacts.shows(turn.position.occupied()) {
            let rested = self.worlds.iter().any(World::is_at_rest);
            if rested {
                self.keep(|world| world.is_at_rest());
            } else {
                let touched =
                    self.best().map_or(Squares::EMPTY, |best| best.touched(at, turn.timings.brush));
                let mut world = World::new(touched);
                for cell in self.contacts.light() {
                    // A light cell needs no room.
                    let _ = world.arrive(cell, at);
                }
                self.worlds.clear();
                let _ = self.worlds.push(world);
            }
            self.log.clear_if(self.worlds.iter().all(|world| world.pieces().is_empty()));
        }
        let costs: Vec<u8, MAX_WORLDS> =
            self.worlds.iter().map(|world| world.cost_at(at, turn)).collect();
        let most = costs.iter().min().unwrap_or(&0).saturating_add(MARGIN);
        let mut dead = 0u32;
        for (one, cost) in costs.iter().enumerate() {
            if *cost > most {
                dead |= 1 << one;
            }
            for (two, other) in costs.iter().enumerate().skip(one + 1) {
                if self.worlds[one].is_like(&self.worlds[two]) {
                    let (keeps, goes) = if cost <= other { (one, two) } else { (two, one) };
                    if cost.abs_diff(*other) <= DOUBT {
                        let other = self.worlds[goes].clone();
                        self.worlds[keeps].doubt(&other, turn.window);
                    }
                    dead |= 1 << goes;
                }
            }
        }
        self.remove(dead);
        self.incomplete |= self.dropped.take().is_some_and(|cost| cost <= most);
        let least = self.worlds.iter().map(World::cost).min().unwrap_or(0);
        self.worlds.iter_mut().for_each(|world| world.rebase(least));
        if self.worlds.is_empty() {
            self.start_over(at, turn);
        }
    }

    /// Drops all worlds but these, if there are any.
    pub fn believe(&mut self, wanted: impl Fn(&World) -> bool) {
        if self.worlds.iter().any(&wanted) {
            self.keep(wanted);
        }
    }

    fn keep(&mut self, wanted: impl Fn(&World) -> bool) {
        let mut dead = 0u32;
        for (number, world) in self.worlds.iter().enumerate() {
            dead |= u32::from(!wanted(world)) << number;
        }
        self.remove(dead);
    }

    /// No world has room for what happened: what stands wrong is taken as it is found, and no player
    /// is accused because of it.
    fn start_over(&mut self, at: Stamp, turn: &Turn<'_>) {
        self.incomplete = true;
        let mut world = World::new(Squares::EMPTY);
        for square in turn.position.occupied() - self.contacts.board() {
            if turn.trusted.contains(square) && !world.lift(square, at, turn) {
                break;
            }
        }
        let arrived = self.contacts.board() - turn.position.occupied();
        for cell in (Cells::from(arrived) | self.contacts.light()) - self.contacts.untrusted() {
            let _ = world.arrive(cell, at);
        }
        // The list is empty.
        let _ = self.worlds.push(world);
        self.log.clear();
    }

    /// This move counts as of `at`: worlds in which it was not made die. What the opponent has begun
    /// carries over into his turn.
    pub fn count(&mut self, played: Move, at: Stamp, now: Stamp, turn: &Turn<'_>, next: &Turn<'_>) {
        let made = self.worlds.iter().any(|world| world.makes(played, turn));
        self.believe(|world| world.makes(played, turn));
        for world in &mut self.worlds {
            *world = world.after(played, at, turn.trusted);
            world.touch_since(at, next.touchable);
        }
        self.incomplete = false;
        self.log.move_counted(played, self.worlds.len());
        if !made {
            // The move was set up by others, or its reeds are at fault.
            let touched = Squares::EMPTY;
            self.reset(touched, now, next);
            return;
        }
        self.reconcile(now, next);
        self.prune(now, next);
    }

    /// From now on these cells are passed over, and so is what they said before.
    pub fn distrust(&mut self, cells: Cells, now: Stamp, turn: &Turn<'_>) {
        self.contacts.distrust(cells);
        self.worlds.iter_mut().for_each(|world| world.distrust(cells));
        if !self.worlds.is_empty() {
            self.reconcile(now, turn);
            self.prune(now, turn);
        }
    }

    /// It turns out that White sits on the other side.
    pub fn turn_by_half(&mut self) {
        self.contacts.turn_by_half();
        self.worlds.iter_mut().for_each(World::turn_by_half);
        self.log.turn_by_half();
    }

    /// What is off its square was touched: a decision was made while it was. What was lifted since a
    /// stamp may be a brush.
    pub fn bind(&mut self, own: Squares, since: Stamp) {
        self.worlds.iter_mut().for_each(|world| world.bind(own, since));
    }

    /// This piece was touched: the display was told so.
    pub fn touch(&mut self, square: Square) {
        self.worlds.iter_mut().for_each(|world| world.touch_for_sure(square));
    }

    /// No piece has been touched.
    pub fn untouch(&mut self) {
        self.worlds.iter_mut().for_each(World::untouch);
    }

    /// Pieces that are away now have not been touched, and none of them keeps an irregularity.
    pub fn forget_lifts(&mut self) {
        self.worlds.iter_mut().for_each(World::all_before);
    }

    /// The world that goes on when an irregularity is kept: the pieces of `colour` that are lifted
    /// have been lifted in the new position too.
    pub fn lifts_of(&self, colour: Colour, position: &Position, kept: &Position) -> World {
        let mut world = World::new(Squares::EMPTY);
        let Some(best) = self.best() else { return world };
        for piece in best.pieces() {
            if !position.pieces(colour).contains(piece.home) {
                continue;
            }
            // One that he had displaced before has another square in the new position.
            let (home, left) = match piece.stood.dark() {
                Some(stood) if piece.is_in_hand() && stood != piece.home => (stood, piece.lifted),
                _ => (piece.home, piece.left),
            };
            if !kept.pieces(colour).contains(home) {
                continue;
            }
            // Where the new position has another piece, this one does not stand.
            let stands = piece.elsewhere().and_then(Cell::dark);
            let piece = if stands.is_some_and(|square| kept.occupied().contains(square)) {
                Piece { place: None, stood: home.cell(), ..*piece }
            } else {
                *piece
            };
            world.adopt(&piece, best, home, left);
        }
        world
    }

    /// Milliseconds after `now` until a lift, a landing or an arrival has lasted for longer than a
    /// brush, a slide or a stray.
    pub fn next_change(&self, now: Stamp, turn: &Turn<'_>) -> Option<u32> {
        self.worlds.iter().filter_map(|world| world.next_change(now, turn)).min()
    }
}

/// The pieces that a capture on its way takes off: their place is beside the board.
fn being_captured(world: &World, turn: &Turn<'_>) -> Squares {
    let on_its_way = |legal: &&Move| {
        // 6.4: a capture may end where it began.
        let round = legal.from() == legal.to();
        world.piece(legal.from()).is_some_and(|piece| round || !piece.is_home())
    };
    let captured = turn.legal.iter().filter(on_its_way).map(|legal| legal.captured());
    captured.fold(Squares::EMPTY, |all, captured| all | captured)
}

impl Default for Worlds {
    fn default() -> Self {
        Self::new()
    }
}
