//! A lawful move as a hand with a temperament makes it.

use damiera::rules::{Cell, Direction, Move, Position, Square, Squares};
use damiera::sense::Key;

use super::step::{Anchor, Aside, Begin, Habit, Step, Turn};
use super::temperament::{Span, Temperament};
use crate::random::Random;
use crate::scenario::Act;

/// Two changes further apart than this are never one moment.
const APART: u32 = 12;
/// Shorter than any brush that binds.
const BRUSH: Span = Span(9, 140);
/// What the debouncer never sees.
const FLICKER: Span = Span(1, 4);

/// Somebody about to move.
pub(super) struct Player<'a> {
    pub(super) random: &'a mut Random,
    pub(super) temperament: &'a Temperament,
    pub(super) before: Position,
}

impl Player<'_> {
    /// Plays a legal move, knowing the opponent's reply, so that a king that is
    /// about to be captured is not stacked.
    pub(super) fn turn(&mut self, played: Move, reply: Option<Move>) -> Turn {
        let mut steps = Steps::default();
        self.beforehand(played, &mut steps);
        self.carry(played, &mut steps);
        let crowned = self.crowns(played);
        let stacks_at_once = crowned && self.habit(|t| t.stacks_before);
        let stacks_first = stacks_at_once && self.random.chance(30);
        if stacks_first {
            self.stack(played, &mut steps);
        }
        self.collect(played, &mut steps);
        if stacks_at_once && !stacks_first {
            self.stack(played, &mut steps);
        }

        let early = self.habit(|t| t.replies_early);
        let begin = if early {
            Begin::AfterRest(Span(15, 400).any(self.random))
        } else {
            Begin::AfterPress(self.temperament.thinks.any(self.random))
        };
        let press = self.temperament.presses.any(self.random);
        let forgotten = self.habit(|t| t.forgets_to_press);
        let mut asides = self.weak_magnets(&steps);
        if crowned && !stacks_at_once && self.habit(|t| t.stacks_after) {
            asides.extend(self.on_the_opponents_time(played.to(), reply));
        } else if self.habit(|t| t.fidgets) {
            let after = self.before.play_unchecked(played);
            let own: Vec<_> = after.pieces(self.before.turn()).iter().collect();
            let square = *self.random.one_of(&own);
            asides.extend(self.on_the_opponents_time(square, reply));
        }
        Turn {
            before: self.before,
            played: Some(played),
            begin,
            steps: steps.list,
            asides,
            press: (!forgotten).then_some(press),
            offence: false,
            midway: self.habit(|t| t.caught_midway),
            follows: false,
        }
    }

    /// Only what the move needs.
    pub(super) fn plain_turn(&mut self, played: Move) -> Vec<Step> {
        let mut steps = Steps::default();
        let direct = Temperament { slides: 0, ..*self.temperament };
        let mut player = Player { random: self.random, temperament: &direct, before: self.before };
        player.carry(played, &mut steps);
        player.collect(played, &mut steps);
        steps.list
    }

    fn habit(&mut self, percent: fn(&Temperament) -> usize) -> bool {
        let percent = percent(self.temperament);
        self.random.chance(percent)
    }

    fn time(&mut self, span: Span) -> u32 {
        span.any(self.random)
    }

    fn crowns(&self, played: Move) -> bool {
        let colour = self.before.turn();
        self.before.men(colour).contains(played.from())
            && Squares::crowning_row(colour).contains(played.to())
    }

    /// What comes before the piece to be played is touched.
    fn beforehand(&mut self, played: Move, steps: &mut Steps) {
        let own = self.before.pieces(self.before.turn());
        let playable: Squares = self.before.legal_moves().iter().map(|m| m.from()).collect();
        let carries = self.temperament.carries;
        if self.habit(|t| t.adjusts) {
            let habit = steps.habit(false);
            let square = *self.random.one_of(&own.iter().collect::<Vec<_>>());
            let minus = Act::Key { key: Key::Minus, held: 80 };
            steps.push(Step::new(self.time(carries), minus).of(habit));
            // The key is held for 80 ms.
            steps
                .push(Step::lift(self.time(carries).max(100), square).within(100, 9_000).of(habit));
            steps.push(Step::drop(self.time(carries), square).of(habit));
        }
        let cannot_move: Vec<_> = (own - playable).iter().collect();
        if !cannot_move.is_empty() && self.habit(|t| t.fumbles) {
            let habit = steps.habit(true);
            let square = *self.random.one_of(&cannot_move);
            steps.push(Step::lift(self.time(carries), square).of(habit));
            steps.push(Step::drop(self.time(carries), square).of(habit));
        }
        if self.habit(|t| t.puts_back) {
            let habit = steps.habit(false);
            steps.push(Step::lift(self.time(carries), played.from()).of(habit));
            steps.push(Step::drop(self.time(carries), played.from()).of(habit));
        }
    }

    /// From the start to the end, over the landings that are shown.
    fn carry(&mut self, played: Move, steps: &mut Steps) {
        let legal = self.before.legal_moves();
        let fits = |m: &&Move| {
            (m.from(), m.to(), m.captured()) == (played.from(), played.to(), played.captured())
        };
        // Several paths lead there: only the landings tell them apart.
        let told_by_path = legal.iter().filter(fits).count() > 1;
        let mut stops: Vec<Square> = played.path().collect();
        if !told_by_path && self.habit(|t| t.flies) {
            let last = stops.len() - 1;
            let shown = if self.random.chance(60) { 0 } else { self.random.below(last + 1) };
            stops.drain(shown..last);
        }
        let others: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|m| m.from() == played.from() && m.to() != played.to() && m.to() != m.from())
            .collect();

        let mut at = played.from();
        let mut in_hand = false;
        if !told_by_path && self.habit(|t| t.moves_on) {
            steps.push(Step::lift(self.time(self.temperament.carries), at));
            in_hand = true;
            self.think_again(&others, steps);
        }
        for stop in stops {
            let first = at == played.from() && !in_hand;
            if !in_hand && self.habit(|t| t.slides) && stop != at {
                self.slide(at, stop, told_by_path, steps);
            } else {
                if !in_hand {
                    let carries = self.temperament.carries;
                    // A landing that is shown is seen.
                    let wait = self.time(carries).max(if first { 12 } else { 40 });
                    steps.push(Step::lift(wait, at).within(if first { 12 } else { 40 }, 9_000));
                }
                let wait = self.time(self.temperament.carries);
                steps.push(Step::drop(wait, stop));
            }
            in_hand = false;
            at = stop;
        }
        steps.rest();
    }

    /// Down on one square, and on to another before the press (3.6).
    fn think_again(&mut self, others: &[Move], steps: &mut Steps) {
        let carries = self.temperament.carries;
        let habit = steps.habit(false);
        if !others.is_empty() && self.random.chance(70) {
            let other = *self.random.one_of(others);
            steps.push(Step::drop(self.time(carries), other.to()).of(habit));
            if other.is_capture() && self.random.chance(30) {
                // Something collected already comes back.
                let taken: Vec<_> = other.captured().iter().collect();
                let square = *self.random.one_of(&taken);
                steps.push(Step::lift(self.time(carries), square).of(habit));
                steps.push(Step::drop(self.time(carries), square).of(habit));
            }
            steps.push(Step::lift(self.time(carries), other.to()).of(habit));
        } else {
            let free: Vec<_> = self.before.empty().iter().collect();
            let square = *self.random.one_of(&free);
            steps.push(Step::drop(self.time(carries), square).of(habit));
            steps.push(Step::lift(self.time(carries), square).of(habit));
        }
    }

    /// Pushed over corners, light cells and empty squares.
    fn slide(&mut self, from: Square, to: Square, light_only: bool, steps: &mut Steps) {
        let bridging = self.habit(|t| t.bridges);
        let mut behind = (from.cell(), None);
        let wait = self.time(self.temperament.carries);
        let mut first = Some(wait);
        for cell in self.on_the_way(from, to, light_only).into_iter().chain([to.cell()]) {
            let habit = if cell == to.cell() { None } else { steps.habit(false) };
            let (last, last_habit) = behind;
            let (step, overlap) = (self.time(Span(30, 90)), self.time(Span(1, 15)));
            if bridging {
                let drop = Step::new(first.take().unwrap_or(step), Act::Drop(cell));
                let drop = drop.within(overlap + APART, u32::MAX).of(habit);
                steps.push(Step { bridging: true, ..drop });
                steps.push(Step::new(overlap, Act::Lift(last)).within(1, 40).of(last_habit));
            } else {
                let stays = first.take().unwrap_or(self.time(Span(12, 60)));
                steps.push(Step::new(stays, Act::Lift(last)).of(last_habit));
                steps.push(Step::new(step, Act::Drop(cell)).of(habit));
            }
            behind = (cell, habit);
        }
    }

    fn on_the_way(&mut self, from: Square, to: Square, light_only: bool) -> Vec<Cell> {
        let free = |cell: &Cell| {
            let occupied = |square| self.before.occupied().contains(square);
            !cell.dark().is_some_and(|square| occupied(square) || square == from || square == to)
        };
        let near = |cell: &Cell| {
            let (low, high) = (from.row().min(to.row()), from.row().max(to.row()));
            let (left, right) = (from.column().min(to.column()), from.column().max(to.column()));
            (low..=high).contains(&cell.row()) && (left..=right).contains(&cell.column())
        };
        let wanted = |cell: &Cell| !light_only || cell.dark().is_none();
        let cells: Vec<Cell> = Cell::all().filter(free).filter(near).filter(wanted).collect();
        let mut way = Vec::new();
        for _ in 0..self.random.below(4) {
            if let Some(cell) = (!cells.is_empty()).then(|| *self.random.one_of(&cells))
                && !way.contains(&cell)
            {
                way.push(cell);
            }
        }
        way
    }

    fn collect(&mut self, played: Move, steps: &mut Steps) {
        let mut captured: Vec<Square> = played.captured_in_order().collect();
        if self.habit(|t| t.inverse) {
            captured.reverse();
        }
        let mut rest = captured.as_slice();
        while let Some((&first, others)) = rest.split_first() {
            let wait = self.time(self.temperament.collects).max(25);
            if let Some((&second, others)) = others.split_first()
                && self.habit(|t| t.both_hands)
            {
                let mut both = [first, second];
                if self.random.chance(50) {
                    both.reverse();
                }
                steps.push(Step::lift(wait, both[0]).within(25, u32::MAX));
                let later = self.time(Span(0, 7));
                steps.push(Step::lift(later, both[1]).within(0, 7));
                rest = others;
                // Three at once are no knock if they were captured (7.8). Two hands
                // need a moment for the third: in the same one it is a broken wire.
                if let Some((&third, others)) = rest.split_first()
                    && later <= 5
                    && self.random.chance(30)
                {
                    let most = 7 - later;
                    steps.push(Step::lift(self.time(Span(2, most)), third).within(2, most));
                    rest = others;
                }
            } else {
                steps.push(Step::lift(wait, first).within(25, u32::MAX));
                rest = others;
            }
        }
    }

    /// 4.4: free before the press.
    fn stack(&mut self, played: Move, steps: &mut Steps) {
        let habit = steps.habit(false);
        let carries = self.temperament.carries;
        steps.push(Step::lift(self.time(carries).max(40), played.to()).of(habit));
        steps.push(Step::drop(self.time(carries).max(40), played.to()).of(habit));
    }

    fn on_the_opponents_time(&mut self, square: Square, reply: Option<Move>) -> Option<Aside> {
        let reply = reply?;
        if reply.captured().contains(square) {
            return None;
        }
        let offset = self.time(Span(90, 900));
        let open_for = self.time(Span(60, 1_500));
        Some(Aside { square, anchor: Anchor::Press, offset, open_for })
    }

    fn weak_magnets(&mut self, steps: &Steps) -> Vec<Aside> {
        let lasts: u32 = steps.list.iter().map(|step| step.wait).sum();
        let squares: Vec<_> = self.before.occupied().iter().collect();
        let most = self.temperament.flickers;
        let number = if most == 0 { 0 } else { self.random.below(most + 1) };
        (0..number)
            .map(|_| {
                let brush = self.habit(|t| t.brushes);
                Aside {
                    square: *self.random.one_of(&squares),
                    anchor: Anchor::Begin,
                    offset: self.random.below(lasts as usize + 300) as u32,
                    open_for: self.time(if brush { BRUSH } else { FLICKER }),
                }
            })
            .collect()
    }
}

/// The steps of a turn while they are thought of.
#[derive(Default)]
pub(super) struct Steps {
    list: Vec<Step>,
    habits: u16,
}

impl Steps {
    fn push(&mut self, step: Step) {
        self.list.push(step);
    }

    fn habit(&mut self, needs_the_position: bool) -> Option<Habit> {
        self.habits += 1;
        Some(Habit { number: self.habits, needs_the_position })
    }

    fn rest(&mut self) {
        if let Some(last) = self.list.last_mut() {
            last.rests = true;
        }
    }
}

/// The squares to which a piece could be pushed without asking anybody.
pub(super) fn neighbours(square: Square) -> impl Iterator<Item = Square> {
    Direction::ALL.into_iter().filter_map(move |towards| square.step(towards))
}
