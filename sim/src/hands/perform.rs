//! Turns become acts in time, and what has to come of them.

use std::collections::HashMap;

use damiera::rules::{Cell, Move, Position, Square, Squares};
use damiera::sense::{CHATTER_EDGES, CHATTER_WITHIN, Cells};

use super::game::Game;
use super::step::{Anchor, Aside, Begin, Step, Turn};
use crate::random::Random;
use crate::scenario::{Act, Button, Expectation, Path};

/// When the first act may begin, as in a scenario.
const FIRST: u64 = 1_000;
/// How long a button is held: nothing else is written down in that time.
pub(super) const HELD: u64 = 80;
/// Farther apart than any two changes that come at once.
const MOMENT: u64 = 9;
/// Up to this an opening is never seen.
const UNSEEN: u64 = 8;
/// A piece that is back so soon was brushed.
const BRUSH: u64 = 150;
/// So many changes of a square within so many ms are a fault.
const CHATTERS: u64 = CHATTER_WITHIN.as_millis();
/// Room around a press.
const ROOM: u64 = 20;

/// A game laid out in time.
#[derive(Clone, Debug, Default)]
pub struct Performance {
    /// What is done, in order.
    pub acts: Vec<TimedAct>,
    /// What has to come of it, in order, and nothing else.
    pub wanted: Vec<Wanted>,
    /// When a lawful move was complete, where nothing else was going on.
    pub completed: Vec<(u64, Move)>,
}

/// An act and when it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimedAct {
    /// In ms since the board woke up.
    pub at: u64,
    /// Lifts, drops, presses, keys and `bounce`, nothing longer.
    pub act: Act,
}

impl TimedAct {
    /// When it is over.
    pub fn ends(&self) -> u64 {
        match self.act {
            Act::Press(_) | Act::Key { .. } => self.at + HELD,
            _ => self.at,
        }
    }
}

/// Something that has to come, and when it is caused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// In ms since the board woke up.
    pub at: u64,
    /// What.
    pub what: Expectation,
    /// In which turn.
    pub turn: usize,
}

/// A turn laid out in time.
struct Placed {
    steps: Vec<(u64, usize)>,
    rest: u64,
    end: u64,
    press: Option<u64>,
    /// When its move counts, and whether that takes no press.
    counts: Option<(u64, bool)>,
    /// Whether it began before the opponent was finished.
    early: bool,
}

impl Placed {
    fn begin(&self) -> u64 {
        self.steps.first().map_or(self.end, |(at, _)| *at)
    }

    /// When its player is through with it.
    fn over(&self) -> u64 {
        self.press.map_or(self.end, |press| self.end.max(press + HELD))
    }
}

impl Performance {
    /// Lays a game out. The same game is always laid out in the same way.
    pub fn of(game: &Game) -> Self {
        let placed = place(game);
        let mut acts = Acts::default();
        let mut wanted = Vec::new();
        for (number, (turn, placed)) in game.turns.iter().zip(&placed).enumerate() {
            for &(at, step) in &placed.steps {
                let step = &turn.steps[step];
                acts.list.push(TimedAct { at, act: step.act.clone() });
                let wants = |(at, what): (u64, &Expectation)| Wanted {
                    at,
                    what: what.clone(),
                    turn: number,
                };
                wanted.extend(step.wanted.iter().map(|what| wants((at, what))));
                let later = step.wanted_later.iter();
                wanted.extend(later.map(|(wait, what)| wants((at + u64::from(*wait), what))));
            }
            if let Some(at) = placed.press {
                let button = Button::Of(turn.before.turn());
                acts.list.push(TimedAct { at, act: Act::Press(button) });
            }
            if let (Some((at, unpressed)), Some(played)) = (placed.counts, turn.played) {
                let what = Expectation::Move { path: Path::from(played), unpressed };
                wanted.push(Wanted { at, what, turn: number });
            }
        }
        wanted.sort_by_key(|wanted| wanted.at);
        acts.sort();
        let asides = game.turns.iter().enumerate();
        for (number, turn) in asides.filter(|(_, turn)| !turn.offence) {
            for aside in &turn.asides {
                acts.beside(game, &placed, number, aside);
            }
        }
        let mut completed = Vec::new();
        for (number, (turn, at)) in game.turns.iter().zip(&placed).enumerate() {
            let next = placed.get(number + 1);
            if let (Some(played), Some(press)) = (turn.played, at.press)
                && !turn.offence
                && !at.early
                && next.is_none_or(|next| !next.early)
                && acts.is_quiet(at.end, press)
            {
                completed.push((at.end, played));
            }
        }
        acts.shake(game.shakes);
        if game.bounces > 0 {
            let bounce = TimedAct { at: FIRST, act: Act::Bounce(game.bounces) };
            acts.list.insert(0, bounce);
        }
        Self { acts: acts.list, wanted, completed }
    }
}

/// When each step of each turn happens.
fn place(game: &Game) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::with_capacity(game.turns.len());
    for (number, turn) in game.turns.iter().enumerate() {
        let next = game.turns.get(number + 1);
        let last = next.is_none_or(|next| next.offence);
        // A move that nobody presses for counts by the reply only.
        let press = turn.press.or((last && !turn.offence).then_some(200));
        // A hand that would change a square faster than hands do takes its time.
        let too_fast = |this: &Placed| chatters(game, &placed, this);
        let quick = match (turn.begin, placed.last()) {
            (Begin::AfterRest(wait), Some(before)) => {
                !too_fast(&begin(turn, before.rest + u64::from(wait), press))
            }
            _ => false,
        };
        let this = match placed.split_last_mut() {
            None => begin(turn, FIRST, press),
            Some((before, earlier)) => {
                let former = &game.turns[number - 1];
                // The one before it must be over and done with.
                let floor = earlier.last().map_or(0, |earlier| {
                    // His own hand, too: it may still be stacking.
                    let counted = earlier.counts.map_or(0, |(at, _)| at + ROOM);
                    counted
                        .max(earlier.end + ROOM)
                        .max(earlier.press.map_or(0, |press| press + HELD + 10))
                });
                let early = match turn.begin {
                    Begin::AfterRest(wait) if quick && !turn.offence && !former.offence => {
                        let start = floor.max(before.rest + u64::from(wait));
                        early_reply((former, &mut *before), turn, start, press)
                    }
                    _ => None,
                };
                early.unwrap_or_else(|| after_all((former, before), turn, floor, press))
            }
        };
        let this = if !this.early && chatters(game, &placed, &this) { later(this) } else { this };
        placed.push(this);
    }
    placed
}

/// Whether some square changes so often that it would be a fault: no hand is so
/// fast, and two hands that are seldom meet on one square.
fn chatters(game: &Game, placed: &[Placed], this: &Placed) -> bool {
    let turn = &game.turns[placed.len()];
    let steps = |placed: &Placed, turn: &Turn| -> Vec<(u64, Cell)> {
        let cell = |(at, number): &(u64, usize)| Some((*at, cell_of(&turn.steps[*number])?));
        placed.steps.iter().filter_map(cell).collect()
    };
    let mut changes: Vec<(u64, Cell)> = Vec::new();
    let recent = placed.len().saturating_sub(3);
    for (placed, turn) in placed[recent..].iter().zip(&game.turns[recent..]) {
        changes.extend(steps(placed, turn));
    }
    changes.extend(steps(this, turn));
    changes.iter().any(|(at, cell)| {
        let within = |(other, changed): &&(u64, Cell)| {
            changed == cell && (*at..at + CHATTERS).contains(other)
        };
        changes.iter().filter(within).count() >= CHATTER_EDGES.into()
    })
}

/// The same turn when the squares have come to rest.
fn later(turn: Placed) -> Placed {
    let wait = |at: u64| at + CHATTERS;
    Placed {
        steps: turn.steps.iter().map(|(at, number)| (wait(*at), *number)).collect(),
        rest: wait(turn.rest),
        end: wait(turn.end),
        press: turn.press.map(wait),
        counts: turn.counts.map(|(at, unpressed)| (wait(at), unpressed)),
        early: turn.early,
    }
}

/// A turn whose first step comes at this time.
fn begin(turn: &Turn, start: u64, press: Option<u32>) -> Placed {
    let mut at = start;
    let mut steps = Vec::with_capacity(turn.steps.len());
    let mut rest = None;
    for (number, step) in turn.steps.iter().enumerate() {
        // The first wait is the time to think, which is in the start already.
        let wait = if number == 0 { 0 } else { u64::from(step.wait) };
        at += wait;
        steps.push((at, number));
        if step.rests {
            rest = Some(at);
        }
        // Nothing is written down while a button is held.
        if matches!(step.act, Act::Press(_) | Act::Key { .. }) {
            at += HELD;
        }
    }
    let press = press.map(|after| at + u64::from(after));
    let counts = turn.played.filter(|_| !turn.offence).and(press).map(|press| (press, false));
    Placed { steps, rest: rest.unwrap_or(at), end: at, press, counts, early: false }
}

/// A turn that begins when the opponent is through.
fn after_all(
    (former, before): (&Turn, &mut Placed),
    turn: &Turn,
    floor: u64,
    press: Option<u32>,
) -> Placed {
    let (Begin::AfterPress(wait) | Begin::AfterRest(wait)) = turn.begin;
    let start = floor.max(before.over() + u64::from(wait));
    let this = begin(turn, start, press);
    if before.counts.is_none() && former.played.is_some() && !former.offence {
        before.counts = both_complete((former, before), (turn, &this)).map(|at| (at, true));
    }
    this
}

/// A turn that begins before the opponent is through; `None` if the two hands
/// would be in each other's way.
fn early_reply(
    (former, before): (&Turn, &mut Placed),
    turn: &Turn,
    start: u64,
    press: Option<u32>,
) -> Option<Placed> {
    let mut this = begin(turn, start, press);
    this.early = true;
    let cell = |(_, number): &(u64, usize), turn: &Turn| cell_of(&turn.steps[*number]);
    let mine: Vec<Cell> = this.steps.iter().filter_map(|step| cell(step, turn)).collect();
    let still = before.steps.iter().filter(|(at, _)| *at + MOMENT >= start);
    if still.clone().filter_map(|step| cell(step, former)).any(|cell| mine.contains(&cell)) {
        return None;
    }
    let keys = |turn: &Turn| turn.steps.iter().any(|step| cell_of(step).is_none());
    // A piece that cannot move and is off at the press was taken off.
    let fumbles = |step: &Step| step.habit.is_some_and(|habit| habit.needs_the_position);
    if keys(turn) || keys(former) || turn.steps.iter().any(fumbles) {
        return None;
    }
    let mut both: Vec<(u64, Cell)> = before
        .steps
        .iter()
        .filter_map(|step| Some((step.0, cell(step, former)?)))
        .chain(this.steps.iter().filter_map(|step| Some((step.0, cell(step, turn)?))))
        .collect();
    both.sort();
    if looks_like_a_knock(&both) {
        return None;
    }
    // Nothing is written down while the button is held: it is pressed later.
    if let Some(pressed) = before.press {
        let mut pressed = pressed;
        let after = former.before.play_unchecked(former.played?);
        loop {
            let held = |at: &u64| pressed < *at && *at < pressed + HELD;
            let mut later = this.steps.iter().map(|(at, _)| *at);
            pressed = if let Some(at) = later.clone().rev().find(held) {
                at
            } else if !can_be_told(&after, turn, &this, pressed) {
                later.find(|at| *at > pressed)?
            } else {
                break;
            };
        }
        before.press = Some(pressed);
        let least = (pressed + HELD + 10).saturating_sub(this.end);
        let later = press.map(|after| this.end + u64::from(after).max(least));
        this.press = later;
        this.counts = turn.played.and(later).map(|press| (press, false));
    }
    let complete = both_complete((former, before), (turn, &this))?;
    before.counts = match before.press {
        Some(press) if press < complete => Some((press, false)),
        _ => Some((complete, true)),
    };
    // Nobody presses before there is something to press for.
    if let Some(press) = this.press.filter(|press| *press < complete + ROOM) {
        this.press = Some(press.max(complete + ROOM));
        this.counts = turn.played.and(this.press).map(|press| (press, false));
    }
    Some(this)
}

/// Whether a press at this time finds the replying hand at something that can be
/// told from other acts: nothing, a piece in hand, a whole reply; if it may be
/// caught midway, also a landing of a lawful capture.
fn can_be_told(after: &Position, turn: &Turn, placed: &Placed, at: u64) -> bool {
    let (mut board, mut light) = (after.occupied(), Cells::EMPTY);
    for (_, number) in placed.steps.iter().filter(|(step, _)| *step <= at) {
        match turn.steps[*number].act {
            Act::Lift(cell) => match cell.dark() {
                Some(square) => board = board.without(square),
                None => light = light.without(cell),
            },
            Act::Drop(cell) => match cell.dark() {
                Some(square) => board = board.with(square),
                None => light = light.with(cell),
            },
            _ => {}
        }
    }
    let differs = board ^ after.occupied();
    let legal = after.legal_moves();
    let in_hand = legal.iter().any(|m| differs == Squares::of(m.from()));
    let complete = legal.iter().any(|m| after.play_unchecked(*m).occupied() == board);
    let (gone, arrived) = (after.occupied() - board, board - after.occupied());
    let begun = |m: &Move| {
        let collected = gone.without(m.from());
        let stands = arrived.first().filter(|_| arrived.len() == 1);
        gone.contains(m.from())
            && stands.is_some_and(|stands| m.path().any(|stop| stop == stands))
            && (collected - m.captured()).is_empty()
            && (collected.is_empty() || stands == Some(m.to()))
    };
    let midway = turn.midway && legal.iter().any(begun);
    light.is_empty() && (differs.is_empty() || in_hand || complete || midway)
}

/// When the board first shows the move of one turn and a reply to it, both pieces
/// put down by their hands, for long enough to tell the piece that replies from
/// one that was brushed, where that could be.
fn both_complete((one, first): (&Turn, &Placed), (other, second): (&Turn, &Placed)) -> Option<u64> {
    let played = one.played?;
    let after = one.before.play_unchecked(played);
    let legal = after.legal_moves();
    let own = after.pieces(after.turn());
    let steps = |turn: &Turn, placed: &Placed, replies: bool| -> Vec<Changed> {
        let changed = |(at, number): &(u64, usize)| match turn.steps[*number].act {
            Act::Lift(cell) => Some(Changed { at: *at, closed: false, cell, replies }),
            Act::Drop(cell) => Some(Changed { at: *at, closed: true, cell, replies }),
            _ => None,
        };
        placed.steps.iter().filter_map(changed).collect()
    };
    let mut changes = steps(one, first, false);
    changes.extend(steps(other, second, true));
    changes.sort_by_key(|changed| (changed.at, changed.closed));
    let (mut board, mut light) = (one.before.occupied(), Cells::EMPTY);
    // Where the second hand took its piece up, when, and where it stands now.
    let (mut from, mut taken_up, mut stands) = (None, 0, None);
    let mut left: HashMap<Square, u64> = HashMap::new();
    for (place, &Changed { at, closed, cell, replies }) in changes.iter().enumerate() {
        match cell.dark() {
            None if closed => light = light.with(cell),
            None => light = light.without(cell),
            Some(square) if closed => {
                board = board.with(square);
                let comes_back = after.pieces(one.before.turn()).contains(square);
                if replies && !comes_back {
                    stands = Some((square, at));
                }
            }
            Some(square) => {
                board = board.without(square);
                left.insert(square, at);
                if replies {
                    // A bridging piece stands on the next square already.
                    let taken = own.contains(square);
                    let at_home = stands.map(|(stands, _)| stands) == from;
                    if stands.is_some_and(|(stands, _)| stands == square) || (taken && at_home) {
                        stands = None;
                    }
                    if taken {
                        (from, taken_up) = (Some(square), at);
                    }
                }
            }
        }
        let next = changes.get(place + 1).map(|next| next.at);
        if next == Some(at) || !light.is_empty() {
            continue;
        }
        let fits = |reply: &&Move| {
            after.play_unchecked(**reply).occupied() == board
                && Some(reply.from()) == from
                && stands.is_some_and(|(stands, _)| stands == reply.to())
        };
        let (Some(reply), Some((to, put))) = (legal.iter().find(fits), stands) else { continue };
        // His piece may be one that was brushed.
        let came_back = left.get(&to).is_some_and(|left| *left <= put && put < left + BRUSH);
        let doubtful = came_back || reply.captured().contains(played.to());
        let sure = if came_back && played.captured().contains(to) {
            u64::MAX
        } else if doubtful {
            at.max(taken_up + BRUSH)
        } else {
            at
        };
        // A press decides; where nobody presses, the next piece taken up.
        let presses = [first.press, second.press].into_iter().flatten();
        let counts = presses.filter(|press| *press >= at).fold(sure, u64::min);
        match next {
            None => return Some(if counts == u64::MAX { at } else { counts }),
            Some(next) if next > counts => return Some(counts),
            Some(_) => {}
        }
    }
    None
}

/// A contact that one of two hands changes.
#[derive(Clone, Copy)]
struct Changed {
    at: u64,
    closed: bool,
    cell: Cell,
    /// Whether it is the hand that replies.
    replies: bool,
}

fn cell_of(step: &Step) -> Option<Cell> {
    match step.act {
        Act::Lift(cell) | Act::Drop(cell) => Some(cell),
        _ => None,
    }
}

/// Three cells or more in one moment, as two hands that meet by chance make them:
/// that is how a knock is told from hands (7.8), and reeds tell nothing else.
fn looks_like_a_knock(changes: &[(u64, Cell)]) -> bool {
    changes.iter().enumerate().any(|(number, (at, _))| {
        let moment = changes[number..].iter().take_while(|(other, _)| *other <= at + MOMENT);
        let cells: Cells = moment.map(|(_, cell)| *cell).collect();
        cells.len() > 2
    })
}

#[derive(Default)]
struct Acts {
    list: Vec<TimedAct>,
}

impl Acts {
    /// A key at the same time as a contact is seen after it.
    fn sort(&mut self) {
        self.list.sort_by_key(|timed| (timed.at, matches!(timed.act, Act::Press(_))));
    }

    fn around(&self, from: u64, to: u64) -> &[TimedAct] {
        let begin = self.list.partition_point(|timed| timed.at < from);
        let end = self.list.partition_point(|timed| timed.at <= to);
        &self.list[begin..end]
    }

    /// Whether nothing happens after this time and before that press.
    fn is_quiet(&self, after: u64, press: u64) -> bool {
        press >= after + 15 && self.around(after + 1, press - 1).is_empty()
    }

    /// Opens a contact beside what the hands do, unless that would be no longer
    /// lawful, or would need more than a board can tell.
    fn beside(&mut self, game: &Game, placed: &[Placed], number: usize, aside: &Aside) {
        if let Some(from) = self.opens(game, placed, number, aside) {
            let to = from + u64::from(aside.open_for);
            let cell = aside.square.cell();
            for (at, act) in [(from, Act::Lift(cell)), (to, Act::Drop(cell))] {
                let place = self.list.partition_point(|timed| timed.at < at);
                self.list.insert(place, TimedAct { at, act });
            }
        }
    }

    fn opens(&self, game: &Game, placed: &[Placed], number: usize, aside: &Aside) -> Option<u64> {
        let this = &placed[number];
        let next = placed.get(number + 1);
        let (anchor, limit) = match aside.anchor {
            Anchor::Begin => {
                let limit = this.press.unwrap_or(this.end);
                // While two hands are at work, nobody can say when both are done.
                let limit = next.filter(|next| next.early).map_or(limit, |n| limit.min(n.begin()));
                (this.begin(), limit)
            }
            Anchor::Press => {
                let next_turn = game.turns.get(number + 1).filter(|turn| !turn.offence)?;
                if next_turn.played.is_some_and(|m| m.captured().contains(aside.square)) {
                    return None;
                }
                let next = next?;
                let limit = next.press.unwrap_or(next.end);
                let own = placed.get(number + 2).map_or(limit, Placed::begin);
                (this.press?, limit.min(own))
            }
        };
        let from = anchor + u64::from(aside.offset);
        let to = from + u64::from(aside.open_for);
        let seen = u64::from(aside.open_for) > UNSEEN;
        let room = if seen { ROOM } else { 2 };
        let since = match placed.get(number.wrapping_sub(1)).and_then(|former| former.counts) {
            Some((at, _)) if this.early => at,
            _ => 0,
        };
        if to + room > limit || (seen && from < since + ROOM) {
            return None;
        }
        let nearby = self.around(from.saturating_sub(1_100), to + 1_100);
        let mut others = 0;
        for timed in nearby {
            match timed.act {
                Act::Lift(cell) | Act::Drop(cell) => {
                    let same = cell == aside.square.cell();
                    let close = timed.at + 30 >= from && timed.at <= to + 30;
                    others += usize::from(same);
                    if same && (close || (seen && others > 4)) {
                        return None;
                    }
                }
                _ => {
                    let held = timed.at + HELD > from && timed.at <= from
                        || timed.at + HELD > to && timed.at <= to;
                    let during = seen && timed.at + ROOM >= from && timed.at <= to + ROOM;
                    if held || during || (timed.at >= from && timed.at <= to) {
                        return None;
                    }
                }
            }
        }
        let occupied = self.is_closed(game, aside.square, from);
        // Together with two others it would be a knock, see `looks_like_a_knock`.
        let crowded = |at: u64| {
            let cells: Cells = self
                .around(at.saturating_sub(MOMENT), at + MOMENT)
                .iter()
                .filter_map(|timed| match timed.act {
                    Act::Lift(cell) | Act::Drop(cell) => Some(cell),
                    _ => None,
                })
                .collect();
            cells.len() > 1
        };
        let alone = !seen || (!crowded(from) && !crowded(to));
        (occupied && alone).then_some(from)
    }

    /// Whether a piece stands here at this time.
    fn is_closed(&self, game: &Game, square: Square, at: u64) -> bool {
        let cell = square.cell();
        let until = self.list.partition_point(|timed| timed.at <= at);
        let last = self.list[..until].iter().rev().find_map(|timed| match timed.act {
            Act::Lift(lifted) if lifted == cell => Some(false),
            Act::Drop(dropped) if dropped == cell => Some(true),
            _ => None,
        });
        last.unwrap_or_else(|| {
            game.start().is_some_and(|p: Position| p.occupied().contains(square))
        })
    }

    /// Contacts that are not what they should be in the first frames.
    fn shake(&mut self, seed: Option<u64>) {
        let Some(seed) = seed else { return };
        let mut shaken = Vec::with_capacity(self.list.len() * 2);
        for (number, timed) in self.list.iter().enumerate() {
            shaken.push(timed.clone());
            let (cell, closed) = match timed.act {
                Act::Lift(cell) => (cell, false),
                Act::Drop(cell) => (cell, true),
                _ => continue,
            };
            // The same change shakes in the same way, whatever else is left out.
            let mut random = Random::new(seed ^ timed.at << 8 ^ cell.index() as u64);
            let following = self.list[number + 1..].iter();
            let free = following.take_while(|other| other.at < timed.at + 14).all(|other| {
                match other.act {
                    Act::Lift(other) | Act::Drop(other) => other != cell,
                    _ => false,
                }
            });
            if free && random.chance(60) {
                let away = 1 + random.below(2) as u64;
                let back = away + 1 + random.below(3 - away as usize) as u64;
                let act = |closed| if closed { Act::Drop(cell) } else { Act::Lift(cell) };
                shaken.push(TimedAct { at: timed.at + away, act: act(!closed) });
                shaken.push(TimedAct { at: timed.at + back, act: act(closed) });
            }
        }
        self.list = shaken;
        self.sort();
    }
}
