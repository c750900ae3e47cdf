//! Turns become motions of pieces and presses of keys, and these become raw contacts.

use damiera::rules::{Cell, Colour, Move, Square, Squares};
use damiera::sense::{Contact, Key};

use super::game::{Game, Intent, Turn};
use super::habits::{Anchor, Crowns, Habits};
use super::magnets::Reeds;
use super::motion::Course;
use super::offence::{Choice, Deed, Offence, Then};
use super::point::Point;
use super::reed::{real, whole};
use super::table::{Done, Table};
use crate::random::Random;
use crate::virtual_board::Change;

/// Time in ms at which the first hand may move.
const FIRST: u64 = 1_000;
/// Time in ms that a player takes to read a report, at least and at most.
const READS: (u32, u32) = (450, 1_600);

/// A game laid out in time.
#[derive(Clone, Debug)]
pub struct Performance {
    /// The raw contacts of cells and keys in order, bounces included.
    pub contacts: Vec<Change>,
    /// The cells that the pieces close before the first motion.
    pub begins: Vec<Cell>,
    /// What the hands did in each turn.
    pub turns: Vec<TurnTimes>,
    /// Time in ms at which the last hand rests.
    pub end: u64,
}

/// When the hands did what in a turn. Times in ms.
#[derive(Clone, Debug, Default)]
pub struct TurnTimes {
    /// The first touch.
    pub begin: u64,
    /// The moving piece is lifted.
    pub lifted: u64,
    /// The moving piece has come to rest.
    pub rests: u64,
    /// The captured pieces in the order in which they are lifted, with the times.
    pub taken: Vec<(Square, u64)>,
    /// The press.
    pub press: Option<u64>,
    /// Everything of this turn is over.
    pub end: u64,
    /// A piece stands on a light square meanwhile.
    pub nudged: bool,
    /// Whether hands are at pieces of the turn after the moving piece has come to rest, other than
    /// captured ones.
    goes_on: bool,
}

impl Performance {
    /// Lays a game out. The same game is always laid out in the same way.
    pub fn of(game: &Game) -> Self {
        let mut random = Random::new(game.seed);
        let off_centre = game.turns.first().map_or(0.0, |turn| turn.habits.off_centre);
        let pieces = game.start.occupied().iter();
        let table = Table::new(pieces, game.reach, off_centre, Random::new(random.number()));
        let mut hands = Hands { game, table, free: [FIRST; 2], random: Random::new(0) };
        let mut turns: Vec<TurnTimes> = Vec::with_capacity(game.turns.len());
        for (number, turn) in game.turns.iter().enumerate() {
            hands.random = Random::new(turn.seed);
            let last = number + 1 == game.turns.len();
            let before = turns.last();
            let times = match &turn.intent {
                Intent::Move { played, .. } => hands.turn(turn, *played, before, last),
                Intent::Offence(offence) => hands.offence(turn, offence, before),
            };
            turns.push(times);
        }
        let Table { tracks, mut keys, .. } = hands.table;
        let mut reeds = Reeds::new(game.reach, game.bounces, Random::new(random.number()));
        let begins = reeds.at_rest(&tracks);
        let mut contacts = reeds.changes(&tracks);
        keys.sort_by_key(|(at, ..)| *at);
        contacts.extend(keys.into_iter().map(|(at, contact, closed)| Change {
            at,
            contact,
            closed,
        }));
        contacts.sort_by_key(|change| change.at);
        let end = contacts.last().map_or(0, |last| last.at);
        Self { contacts, begins, turns, end }
    }
}

/// The hands of both players over a table.
struct Hands<'a> {
    game: &'a Game,
    table: Table,
    /// Time in ms from which the hands of White and of Black are free.
    free: [u64; 2],
    random: Random,
}

impl Hands<'_> {
    fn button(&self, colour: Colour) -> Contact {
        let side = match colour {
            Colour::White => self.game.white,
            Colour::Black => self.game.white.other(),
        };
        Contact::Key(Key::Player(side))
    }

    fn press(&mut self, colour: Colour, at: u64) -> u64 {
        let lasts = whole(&mut self.random, 60, 140);
        self.table.press(self.button(colour), at, lasts)
    }

    fn free(&mut self, colour: Colour) -> &mut u64 {
        &mut self.free[usize::from(colour == Colour::Black)]
    }

    /// Time in ms at which a turn begins: after the opponent is through, or before.
    fn begins(&mut self, turn: &Turn, before: Option<&TurnTimes>) -> u64 {
        let us = turn.before.turn();
        let own = *self.free(us) + 20;
        let Some(before) = before else { return own + u64::from(turn.habits.thinks) };
        // 3.9: MINUS before the opponent's press would be his.
        if let Some(after) = turn.habits.early
            && !before.goes_on
            && turn.habits.adjusts.is_none()
        {
            // 3.11: not before the opponent has let go of his piece.
            return own.max(before.rests + u64::from(after));
        }
        own.max(before.end + u64::from(turn.habits.thinks))
    }

    /// A lawful turn.
    fn turn(
        &mut self,
        turn: &Turn,
        played: Move,
        before: Option<&TurnTimes>,
        last: bool,
    ) -> TurnTimes {
        let habits = &turn.habits;
        let us = turn.before.turn();
        let mut at = self.begins(turn, before);
        let begin = at;
        if let Some(lasts) = habits.adjusts {
            at = self.adjust(turn, played, at, lasts);
        }
        let mut times = self.play(turn, played, at);
        times.begin = begin;
        self.crown(turn, played, &mut times, true);
        self.nudge(turn, played, &mut times);
        let after_all = times.end;
        // 5.13 and the press: also while the other hand still carries pieces off.
        let pressed = (!self.game.casual)
            .then_some(habits.presses.or(last.then_some(250)))
            .flatten()
            .map(|after| {
                let ready = if habits.second_hand.is_some() && !times.goes_on {
                    let last_off = times.taken.last().map_or(0, |(_, at)| at + 40);
                    last_off.max(times.rests)
                } else {
                    after_all
                };
                ready + u64::from(after)
            });
        if let Some(at) = pressed {
            let up = self.press(us, at);
            times.press = Some(at);
            times.end = times.end.max(up);
        }
        self.crown(turn, played, &mut times, false);
        self.fidget(turn, played, &times);
        self.tilt(habits, &times);
        *self.free(us) = times.end.max(*self.free(us));
        times
    }

    /// 3.9: says so by MINUS and adjusts another own piece.
    fn adjust(&mut self, turn: &Turn, played: Move, at: u64, lasts: u32) -> u64 {
        let own = turn.before.pieces(turn.before.turn()).without(played.from());
        let squares: Vec<Square> = own.iter().collect();
        if squares.is_empty() {
            return at;
        }
        let up = self.table.press(Contact::Key(Key::Minus), at, 80);
        let square = *self.random.one_of(&squares);
        let Some(piece) = self.table.on(square.cell()) else { return up };
        let start = up + u64::from(whole(&mut self.random, 150, 500));
        let done = self.table.lift_and_back(piece, start, lasts, turn.habits.off_centre);
        done.end + u64::from(whole(&mut self.random, 150, 500))
    }

    /// Moves the piece and takes the captured ones off.
    fn play(&mut self, turn: &Turn, played: Move, at: u64) -> TurnTimes {
        let order: Vec<Square> = if turn.habits.inverse {
            let mut order: Vec<Square> = played.captured_in_order().collect();
            order.reverse();
            order
        } else {
            played.captured_in_order().collect()
        };
        self.play_in_order(turn, played, at, &order, turn.habits.grabs)
    }

    fn play_in_order(
        &mut self,
        turn: &Turn,
        played: Move,
        mut at: u64,
        order: &[Square],
        grabs: Option<u32>,
    ) -> TurnTimes {
        let habits = &turn.habits;
        let mut times = TurnTimes { begin: at, ..TurnTimes::default() };
        let Some(mover) = self.table.on(played.from().cell()) else { return times };
        let off = habits.off_centre;
        if let Some(lasts) = habits.puts_back {
            at = self.table.lift_and_back(mover, at, lasts, off).end + u64::from(habits.dwells);
            at += 40;
        }
        let first = self.table.tracks[mover].motions.len();
        if let Some(lasts) = habits.moves_on {
            at = self.elsewhere_first(turn, played, mover, at, lasts);
        }
        if let Some(lasts) = habits.hovers {
            at = self.hover(turn, played, mover, at, lasts);
        }
        let landings: Vec<Square> = played.path().collect();
        let end = landings.len() - 1;
        // A straight flight that ends where it began shows nothing at all.
        let shows = habits.shows || played.from() == played.to();
        let mut grabbed = None;
        let mut from = played.from();
        for (number, landing) in landings.iter().enumerate() {
            if number < end && !shows {
                continue;
            }
            let steps = f64::from(from.row().abs_diff(landing.row()).max(1));
            let lasts = (f64::from(habits.carries) * (0.75 + 0.25 * steps)) as u32;
            // A captured piece is in the way of one that slides: it is lifted over.
            let apex = if played.is_capture() { habits.apex.max(0.3) } else { habits.apex };
            if number == end
                && let (Some(early), Some(first)) = (grabs, order.first())
            {
                let landing = at + u64::from(lasts);
                let start = landing.saturating_sub(u64::from(early) + 120).max(at);
                grabbed = self.take(habits, *first, start).map(|done| (*first, done));
            }
            let to = (landing.cell(), off);
            let done = self.table.carry(mover, at, lasts, to, apex);
            from = *landing;
            at = done.end + if number < end { u64::from(habits.dwells) } else { 0 };
        }
        times.lifted = self.table.tracks[mover].motions[first].start;
        times.rests = at;
        times.end = at;
        if let Some((square, done)) = grabbed {
            times.taken.push((square, done.start));
            times.end = times.end.max(done.end);
        }
        self.collect(habits, &order[usize::from(grabbed.is_some())..], &mut times);
        times
    }

    /// 3.6: stands on another square to which the piece could go, and moves on.
    fn elsewhere_first(
        &mut self,
        turn: &Turn,
        played: Move,
        mover: usize,
        at: u64,
        lasts: u32,
    ) -> u64 {
        let other =
            |m: &&Move| m.from() == played.from() && m.to() != played.to() && !m.is_capture();
        let others: Vec<Move> = turn.before.legal_moves().iter().filter(other).copied().collect();
        if others.is_empty() || played.is_capture() {
            return at;
        }
        let to = self.random.one_of(&others).to().cell();
        let habits = &turn.habits;
        let done =
            self.table.carry(mover, at, habits.carries, (to, habits.off_centre), habits.apex);
        done.end + u64::from(lasts)
    }

    /// Hovers low above an empty square within two rows of the way.
    fn hover(&mut self, turn: &Turn, played: Move, mover: usize, at: u64, lasts: u32) -> u64 {
        let near = |square: &Square| {
            square.row().abs_diff(played.to().row()) <= 2
                && square.column().abs_diff(played.to().column()) <= 2
        };
        let free: Vec<Square> = turn.before.empty().iter().filter(near).collect();
        if free.is_empty() {
            return at;
        }
        let above = self.random.one_of(&free).cell();
        let height = real(&mut self.random, 0.25, 0.5);
        let to = Point { z: height, ..self.table.near(above, 0.2) };
        let carries = turn.habits.carries;
        let course = Course::Carried(turn.habits.apex.max(height + 0.05));
        let done = self.table.fly(mover, at, carries, to, course);
        self.table.lifted(mover, done.start + u64::from(carries) / 2);
        self.table.hold(mover, done.end, lasts).end
    }

    /// Takes a captured piece off the board.
    fn take(&mut self, habits: &Habits, square: Square, at: u64) -> Option<Done> {
        let piece = self.table.on(square.cell())?;
        let lasts = 180 + habits.collects.min(500) / 2 + whole(&mut self.random, 0, 120);
        Some(self.table.take_off(piece, at, lasts, habits.apex_off))
    }

    /// 5.12: takes the captured pieces off one after the other, or two at once.
    fn collect(&mut self, habits: &Habits, order: &[Square], times: &mut TurnTimes) {
        let reach = whole(&mut self.random, 60, 200);
        let mut at = times.rests + u64::from(habits.second_hand.unwrap_or(reach));
        let mut number = 0;
        while number < order.len() {
            let square = order[number];
            let next = order.get(number + 1);
            let done = match (next, self.table.on(square.cell())) {
                // The hand that goes on to the next piece holds this one low over the board.
                (Some(next), Some(piece)) if habits.gathers && habits.together.is_none() => {
                    let gap = 120 + habits.collects / 2;
                    self.gather(piece, *next, at, gap, habits)
                }
                _ => match self.take(habits, square, at) {
                    Some(done) => done,
                    None => break,
                },
            };
            times.taken.push((square, done.start));
            times.end = times.end.max(done.end);
            number += 1;
            at = match habits.together {
                // Both are taken in the right order, the second a few ms later.
                Some(apart) if number % 2 == 1 => done.start + u64::from(apart),
                _ if habits.gathers => done.start + 120 + u64::from(habits.collects) / 2,
                Some(_) => done.end + u64::from(habits.collects) / 2,
                None => done.end.max(done.start + u64::from(habits.collects)),
            };
        }
    }

    /// Takes a piece into the hand, brings it near the next one, and then beside the board.
    fn gather(&mut self, piece: usize, next: Square, at: u64, gap: u32, habits: &Habits) -> Done {
        let height = real(&mut self.random, 0.45, 0.7);
        let by = real(&mut self.random, -0.35, 0.35);
        let to = Point::of(next.cell()).plus(Point::new(by, -by, height));
        let apex = habits.apex_off.max(height + 0.05);
        let done = self.table.fly(piece, at, gap, to, Course::Carried(apex));
        self.table.lifted(piece, done.start + u64::from(gap) / 2);
        let off = self.table.beside(piece);
        let away = self.table.fly(piece, done.end, gap + 150, off, Course::Carried(apex));
        Done { start: done.start, end: away.end }
    }

    /// 4.4: the new king gets its second disc.
    fn crown(&mut self, turn: &Turn, played: Move, times: &mut TurnTimes, before: bool) {
        let us = turn.before.turn();
        let crowned = turn.before.men(us).contains(played.from())
            && Squares::crowning_row(us).contains(played.to());
        let Some(piece) = self.table.on(played.to().cell()).filter(|_| crowned) else { return };
        let lasts = whole(&mut self.random, 350, 1_100);
        let at = times.end + u64::from(whole(&mut self.random, 60, 400));
        let apex = if turn.habits.apex_off < 0.9 { turn.habits.apex_off } else { 1.2 };
        let done = match (turn.habits.crowns, before) {
            (Crowns::LiftedBefore, true) | (Crowns::LiftedAfter, false) => {
                self.table.lift_and_back(piece, at, lasts, turn.habits.off_centre)
            }
            (Crowns::DiscBefore, true) | (Crowns::DiscAfter, false) => {
                self.table.stack(piece, at, lasts, apex)
            }
            _ => return,
        };
        times.goes_on = true;
        times.end = times.end.max(done.end);
    }

    /// 7.5: pushes a piece beside its square, and back before the press.
    fn nudge(&mut self, turn: &Turn, played: Move, times: &mut TurnTimes) {
        let Some(lasts) = turn.habits.nudges else { return };
        let after = turn.before.play_unchecked(played);
        let squares: Vec<Square> = after.occupied().iter().collect();
        let cell = self.random.one_of(&squares).cell();
        let by = if self.random.chance(50) { 0.62 } else { -0.62 };
        let to = if self.random.chance(50) {
            Point::of(cell).plus(Point::new(by, 0.0, 0.0))
        } else {
            Point::of(cell).plus(Point::new(0.0, by, 0.0))
        };
        let Some(piece) = self.table.on(cell).filter(|_| to.cell().is_some()) else { return };
        let out = self.table.fly(piece, times.end + 80, 140, to, Course::Slid);
        let back = self.table.near(cell, 0.1);
        let done = self.table.fly(piece, out.end + u64::from(lasts), 200, back, Course::Slid);
        times.nudged = true;
        times.goes_on = true;
        times.end = times.end.max(done.end + 60);
    }

    /// 3.11: the opponent lifts one of his pieces meanwhile and puts it back before the press.
    fn fidget(&mut self, turn: &Turn, played: Move, times: &TurnTimes) {
        let Some(lasts) = turn.habits.fidgets else { return };
        let them = turn.before.turn().opponent();
        let own = turn.before.pieces(them) - played.captured();
        let squares: Vec<Square> = own.iter().collect();
        if squares.is_empty() {
            return;
        }
        let cell = self.random.one_of(&squares).cell();
        let at = times.begin + u64::from(whole(&mut self.random, 0, 500));
        let end = at + u64::from(lasts);
        let limit = times.press.unwrap_or(times.end).saturating_sub(60);
        let Some(piece) = self.table.on(cell) else { return };
        let still = self.table.tracks[piece].rests_from_to(at, end + 10).is_some();
        let last = self.table.tracks[piece].free() <= at;
        if at > *self.free(them) && end < limit && still && last {
            self.table.lift_and_back(piece, at, lasts, turn.habits.off_centre);
        }
    }

    fn tilt(&mut self, habits: &Habits, times: &TurnTimes) {
        for tilt in &habits.tilts {
            let anchor = match (tilt.anchor, times.press) {
                (Anchor::Begin, _) => times.lifted,
                (Anchor::Press, Some(press)) => press,
                _ => times.rests,
            };
            let at = anchor.saturating_add_signed(tilt.offset.into()).max(FIRST);
            self.table.tilt(at, tilt.lasts, tilt.which, tilt.by);
        }
    }

    /// A turn with an offence, the opponent's choice and what follows from it.
    fn offence(&mut self, turn: &Turn, offence: &Offence, before: Option<&TurnTimes>) -> TurnTimes {
        let habits = &turn.habits;
        let offender = offence.offender;
        let own = *self.free(offender) + 20;
        let mut at = before.map_or(own, |before| own.max(before.end)) + u64::from(habits.thinks);
        let mut times = TurnTimes { begin: at, lifted: at, ..TurnTimes::default() };
        let former = self.table.placed();
        let mut raised = None;
        for deed in &offence.deeds {
            at += u64::from(whole(&mut self.random, 40, 300));
            at = match *deed {
                Deed::Play(played) => {
                    // The simple habits of the temperament, and none that change the offence.
                    let habits =
                        Habits { adjusts: None, fidgets: None, nudges: None, ..habits.clone() };
                    let turn = Turn { habits, ..turn.clone() };
                    let order: Vec<Square> = played.captured_in_order().collect();
                    let done = self.play_in_order(&turn, played, at, &order, None);
                    times.taken.extend(done.taken);
                    done.end
                }
                Deed::PlayUnordered(played, order) => {
                    let habits = Habits { together: None, gathers: false, ..habits.clone() };
                    let turn = Turn { habits, ..turn.clone() };
                    let order = unordered(played, order);
                    let done = self.play_in_order(&turn, played, at, &order, None);
                    times.rests = done.rests;
                    times.taken = done.taken;
                    done.end
                }
                Deed::PlayGrabbing(played) => {
                    let order: Vec<Square> = played.captured_in_order().collect();
                    let early = habits.grabs.unwrap_or(90);
                    let done = self.play_in_order(turn, played, at, &order, Some(early));
                    times.rests = done.rests;
                    times.taken = done.taken;
                    done.end
                }
                Deed::Carry(from, to) => {
                    let Some(piece) = self.table.on(from.cell()) else { continue };
                    let lasts = habits.carries + 40 * u32::from(from.row().abs_diff(to.row()));
                    let apex = habits.apex.max(0.3);
                    self.table.carry(piece, at, lasts, (to, habits.off_centre), apex).end
                }
                Deed::Off(square) => {
                    let Some(piece) = self.table.on(square.cell()) else { continue };
                    let lasts = 180 + habits.collects.min(500) / 2;
                    self.table.take_off(piece, at, lasts, habits.apex_off).end
                }
                Deed::Back(square) => {
                    // A captured piece lies beside the board: any one of them will do.
                    let Some(piece) = self.beside() else { continue };
                    let to = (square.cell(), habits.off_centre);
                    self.table.carry(piece, at, 350, to, habits.apex_off).end
                }
                Deed::Touch(square, lasts) => {
                    let Some(piece) = self.table.on(square.cell()) else { continue };
                    self.table.lift_and_back(piece, at, lasts, habits.off_centre).end
                }
                Deed::Raise(square) => {
                    let Some(piece) = self.table.on(square.cell()) else { continue };
                    raised = Some((piece, square));
                    let up = Point { z: 1.0, ..self.table.tracks[piece].rests() };
                    self.table.fly(piece, at, 250, up, Course::Slid).end + 200
                }
            };
        }
        times.rests = times.rests.max(times.lifted);
        let after_deeds = at;
        if offence.presses {
            at += u64::from(habits.presses.unwrap_or(250).max(20));
            times.press = Some(at);
            times.end = self.press(offender, at);
        } else {
            times.end = at;
        }
        self.tilt_press(habits, &times, after_deeds);
        self.chosen(turn, offence, &former, raised, &mut times);
        let end = times.end;
        self.free = [end; 2];
        times.goes_on = true;
        times
    }

    /// Tilts at the press; the others could change what the offence is.
    fn tilt_press(&mut self, habits: &Habits, times: &TurnTimes, after: u64) {
        let Some(press) = times.press else { return };
        for tilt in habits.tilts.iter().filter(|tilt| tilt.anchor == Anchor::Press) {
            let at = press.saturating_add_signed(tilt.offset.into()).max(after);
            self.table.tilt(at, tilt.lasts, tilt.which, tilt.by);
        }
    }

    /// The opponent's choice, and the correction.
    fn chosen(
        &mut self,
        turn: &Turn,
        offence: &Offence,
        former: &[(usize, Cell)],
        raised: Option<(usize, Square)>,
        times: &mut TurnTimes,
    ) {
        let chooser = offence.offender.opponent();
        let reads = u64::from(whole(&mut self.random, READS.0, READS.1));
        let mut at = times.end + reads;
        match offence.choice {
            Choice::None => return,
            Choice::KeepByMove => {
                times.end = at;
                return;
            }
            Choice::KeepByPlus => {
                times.end = self.table.press(Contact::Key(Key::Plus), at, 90) + 100;
                return;
            }
            Choice::CorrectByMinus => at = self.table.press(Contact::Key(Key::Minus), at, 90),
            Choice::CorrectByPress => at = self.press(chooser, at),
        }
        at += u64::from(whole(&mut self.random, 200, 900));
        // What the board has to show: the former position, or the move that was begun.
        let mut target: Vec<(usize, Cell)> = former.to_vec();
        if let Some(played) = offence.target {
            target.retain(|(_, cell)| {
                cell.dark().is_none_or(|square| !played.captured().contains(square))
            });
            for (_, cell) in &mut target {
                if *cell == played.from().cell() {
                    *cell = played.to().cell();
                }
            }
        }
        if let Some((piece, _)) = raised {
            let down = Point { z: 0.0, ..self.table.tracks[piece].rests() };
            at = self.table.fly(piece, at, 250, down, Course::Slid).end;
        }
        at = self.restore(&target, at, &turn.habits);
        if matches!(offence.then, Then::Counts(_) | Then::Passes) {
            at += u64::from(whole(&mut self.random, 350, 1_000));
            at = self.press(offence.offender, at);
        }
        times.end = at + 200;
    }

    /// Puts the pieces where they have to be, one after the other.
    fn restore(&mut self, target: &[(usize, Cell)], mut at: u64, habits: &Habits) -> u64 {
        let wanted = |piece: usize| target.iter().find(|(p, _)| *p == piece).map(|(_, cell)| *cell);
        for _ in 0..60 {
            let placed = self.table.placed();
            let wrong: Vec<(usize, Cell)> = placed
                .iter()
                .copied()
                .filter(|(piece, cell)| wanted(*piece) != Some(*cell))
                .collect();
            let missing = target.iter().filter(|(piece, _)| self.table.cell_of(*piece).is_none());
            let missing: Vec<(usize, Cell)> = missing.copied().collect();
            let free = |cell: Cell| self.table.on(cell).is_none();
            // Off first, then to free squares, then in a ring by way of the side of the board.
            let act = wrong
                .iter()
                .find(|(piece, _)| wanted(*piece).is_none())
                .map(|(piece, _)| (*piece, None))
                .or_else(|| {
                    let there = |(piece, _): &(usize, Cell)| {
                        let cell = wanted(*piece)?;
                        free(cell).then_some((*piece, Some(cell)))
                    };
                    wrong.iter().chain(&missing).find_map(there)
                })
                .or_else(|| wrong.first().map(|(piece, _)| (*piece, None)));
            let Some((piece, to)) = act else { break };
            let lasts = whole(&mut self.random, 250, 600);
            let done = match to {
                None => self.table.take_off(piece, at, lasts, 1.1),
                Some(cell) => self.table.carry(piece, at, lasts, (cell, habits.off_centre), 1.1),
            };
            at = done.end + u64::from(whole(&mut self.random, 80, 400));
        }
        at
    }

    /// A piece beside the board; the last one taken off.
    fn beside(&self) -> Option<usize> {
        let tracks = self.table.tracks.iter().enumerate();
        let off =
            |(number, _): &(usize, &super::magnets::Track)| self.table.cell_of(*number).is_none();
        tracks
            .filter(off)
            .filter(|(_, track)| track.stacked.is_none())
            .max_by_key(|(_, track)| track.free())
            .map(|(number, _)| number)
    }
}

/// The captured pieces in an order that is neither direct nor inverse.
fn unordered(played: Move, number: u8) -> Vec<Square> {
    let direct: Vec<Square> = played.captured_in_order().collect();
    let mut order = direct.clone();
    let place = usize::from(number) % (order.len() - 1);
    order.swap(place, place + 1);
    if order.len() == 3 && number >= 3 {
        order.reverse();
    }
    order
}
