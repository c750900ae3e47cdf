//! Makes a game that fails smaller, as long as it fails in the same way.

use damiera::rules::{Position, Setup, Square};

use super::game::Game;
use super::step::{Begin, Step, Turn};
use super::trial::try_out;
use crate::scenario::{Act, Start, White};

/// The smallest game found that fails as this one does. `None` if it does not
/// fail.
///
/// Whatever is left out, the hands stay lawful, or break the same rule: turns
/// before and after, habits, asides, haste, long times, pieces that take no part.
pub fn shrink(game: &Game) -> Option<Game> {
    let kind = try_out(game)?.difference.kind();
    let mut shrinking = Shrinking { game: game.clone(), kind };
    shrinking.turns();
    while shrinking.habits() | shrinking.times() | shrinking.turns() | shrinking.pieces() {}
    Some(shrinking.game)
}

struct Shrinking {
    game: Game,
    kind: String,
}

impl Shrinking {
    /// Takes a smaller game if it fails in the same way.
    fn take(&mut self, smaller: Game) -> bool {
        let same = try_out(&smaller).is_some_and(|failure| failure.difference.kind() == self.kind);
        if same {
            self.game = smaller;
        }
        same
    }

    fn with(&mut self, change: impl FnOnce(&mut Game)) -> bool {
        let mut smaller = self.game.clone();
        change(&mut smaller);
        self.take(smaller)
    }

    /// Only the turns around the failure, from the position before them.
    fn turns(&mut self) -> bool {
        let Some(failure) = try_out(&self.game) else { return false };
        let mut smaller = false;
        for last in failure.turn..self.game.turns.len().saturating_sub(1) {
            if self.with(|game| game.turns.truncate(last + 1)) {
                smaller = true;
                break;
            }
        }
        for first in (1..self.game.turns.len()).rev() {
            let from = |game: &mut Game| {
                game.turns.drain(..first);
                game.settings.start = start(game.turns[0].before);
            };
            if !self.game.turns[first].follows && self.with(from) {
                return true;
            }
        }
        smaller
    }

    fn habits(&mut self) -> bool {
        let mut smaller = false;
        if self.game.bounces > 0 {
            smaller |= self.with(|game| game.bounces = 0);
        }
        if self.game.shakes.is_some() {
            smaller |= self.with(|game| game.shakes = None);
        }
        if self.game.settings.white != White::South {
            smaller |= self.with(|game| game.settings.white = White::South);
        }
        for turn in 0..self.game.turns.len() {
            smaller |= self.habits_of(turn);
        }
        smaller
    }

    fn habits_of(&mut self, number: usize) -> bool {
        let mut smaller = false;
        let turn = |game: &Game| game.turns[number].clone();
        // All at once, if that will do.
        let plain = |turn: &mut Turn| {
            turn.asides.clear();
            turn.steps.retain(|step| step.habit.is_none());
        };
        if !turn(&self.game).asides.is_empty()
            || turn(&self.game).steps.iter().any(|step| step.habit.is_some())
        {
            smaller |= self.with(|game| plain(&mut game.turns[number]));
        }
        let mut aside = 0;
        while aside < turn(&self.game).asides.len() {
            let less = |game: &mut Game| {
                game.turns[number].asides.remove(aside);
            };
            if self.with(less) {
                smaller = true;
            } else {
                aside += 1;
            }
        }
        let mut habits: Vec<u16> =
            turn(&self.game).steps.iter().filter_map(|step| Some(step.habit?.number)).collect();
        habits.dedup();
        for habit in habits {
            smaller |=
                turn(&self.game).steps.iter().any(|s| s.habit.is_some_and(|h| h.number == habit))
                    && self.with(|game| {
                        let other = |step: &Step| step.habit.is_none_or(|h| h.number != habit);
                        game.turns[number].steps.retain(other);
                    });
        }
        for step in 0..turn(&self.game).steps.len() {
            let steps = &self.game.turns[number].steps;
            let own = |act: &Act| matches!((act, &steps[step].act), (Act::Lift(a), Act::Drop(b)) if a == b);
            let lifts = |next: &Step| matches!(next.act, Act::Lift(_)) && !own(&next.act);
            if steps[step].bridging && steps.get(step + 1).is_some_and(lifts) {
                smaller |= self.with(|game| lift_first(&mut game.turns[number], step));
            }
        }
        if let Begin::AfterRest(_) = turn(&self.game).begin {
            smaller |= self.with(|game| game.turns[number].begin = Begin::AfterPress(200));
        }
        if turn(&self.game).press.is_none() && !turn(&self.game).offence {
            smaller |= self.with(|game| game.turns[number].press = Some(200));
        }
        smaller
    }

    /// The usual time between acts wherever it will do, or at least less.
    fn times(&mut self) -> bool {
        let mut smaller = false;
        for number in 0..self.game.turns.len() {
            for step in 0..self.game.turns[number].steps.len() {
                let now = &self.game.turns[number].steps[step];
                let (wait, bounds) = (now.wait, now.bounds);
                for shorter in shorter(wait) {
                    let shorter = shorter.clamp(bounds.0, bounds.1);
                    if shorter != wait
                        && (shorter < wait || shorter == 200)
                        && self.with(|game| game.turns[number].steps[step].wait = shorter)
                    {
                        smaller = true;
                        break;
                    }
                }
            }
            let Turn { begin, press, .. } = self.game.turns[number];
            let (Begin::AfterPress(wait) | Begin::AfterRest(wait)) = begin;
            for shorter in shorter(wait) {
                let begin = match begin {
                    Begin::AfterPress(_) => Begin::AfterPress(shorter),
                    Begin::AfterRest(_) => Begin::AfterRest(shorter),
                };
                if shorter != wait && self.with(|game| game.turns[number].begin = begin) {
                    smaller = true;
                    break;
                }
            }
            for shorter in press.map_or(Vec::new(), shorter) {
                if Some(shorter) != press
                    && self.with(|game| game.turns[number].press = Some(shorter))
                {
                    smaller = true;
                    break;
                }
            }
        }
        smaller
    }

    /// Pieces that take no part, as long as every move stays what it is.
    fn pieces(&mut self) -> bool {
        let needs_the_position = |turn: &Turn| {
            turn.offence || turn.steps.iter().any(|s| s.habit.is_some_and(|h| h.needs_the_position))
        };
        if self.game.turns.iter().any(needs_the_position) {
            return false;
        }
        let mut smaller = false;
        for square in Square::all() {
            if let Some(game) = without(&self.game, square) {
                smaller |= self.take(game);
            }
        }
        smaller
    }
}

fn start(position: Position) -> Start {
    if position == Position::start() { Start::Standard } else { Start::Position(position) }
}

/// 200 ms are not even written down.
fn shorter(wait: u32) -> Vec<u32> {
    match wait {
        200 => Vec::new(),
        0..200 => vec![200],
        _ => [200, 500, 1_000, wait / 2].into_iter().filter(|less| *less < wait).collect(),
    }
}

/// No bridge: the piece leaves one square before it reaches the next.
fn lift_first(turn: &mut Turn, drop: usize) {
    let lift = drop;
    turn.steps.swap(lift, lift + 1);
    if let [lift, drop] = &mut turn.steps[lift..=lift + 1] {
        (lift.wait, drop.wait) = (drop.wait, lift.wait.max(30));
        (lift.bounds, drop.bounds) = ((12, u32::MAX), (12, u32::MAX));
        drop.bridging = false;
        drop.rests |= lift.rests;
        lift.rests = false;
    }
}

/// The same game with one piece less, if all of its moves stay the same.
fn without(game: &Game, square: Square) -> Option<Game> {
    let mut position = game.start()?;
    position.piece_at(square)?;
    let mut setup = Setup::empty(position.turn());
    for other in position.occupied().without(square) {
        setup.put(position.piece_at(other)?, other);
    }
    position = Position::try_from(setup).ok()?;
    // Somebody has to sit on the other side.
    if position.pieces(position.turn().opponent()).is_empty() {
        return None;
    }
    let mut smaller = game.clone();
    smaller.settings.start = start(position);
    for turn in &mut smaller.turns {
        let played = turn.played?;
        let shape = |position: &Position| {
            let legal = position.legal_moves();
            let like = |m: &&damiera::rules::Move| {
                (m.from(), m.to(), m.captured()) == (played.from(), played.to(), played.captured())
            };
            legal.iter().filter(like).count()
        };
        // The piece must be there that a hand touches, and as free as it was.
        let touches = turn.steps.iter().any(|step| match step.act {
            Act::Lift(cell) | Act::Drop(cell) => cell == square.cell(),
            _ => false,
        });
        if touches
            || !position.legal_moves().contains(&played)
            || shape(&position) > shape(&turn.before)
        {
            return None;
        }
        turn.before = position;
        position = position.play_unchecked(played);
    }
    Some(smaller)
}
