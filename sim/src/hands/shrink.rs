use super::game::{Game, Intent};
use super::trial::{Failure, FailureKind, try_out};

/// Makes a failing game smaller while it fails in the same way; `None` if it does not fail.
///
/// First the turns after the failure go, then those before it, then one habit after the other.
pub fn shrink(game: &Game) -> Option<(Game, Failure)> {
    let mut failure = try_out(game).failure?;
    let kind = failure.group();
    let mut game = game.clone();
    let still = |game: &Game| try_out(game).failure.filter(|failure| failure.group() == kind);
    // A fault of the program does not say in which turn it came.
    let fewest = if failure.kind == FailureKind::Broken { 1 } else { failure.turn + 1 };
    for keep in fewest..game.turns.len() {
        let mut shorter = game.clone();
        shorter.turns.truncate(keep);
        if let Some(same) = still(&shorter) {
            (game, failure) = (shorter, same);
            break;
        }
    }
    // The fewest turns before it that suffice.
    for first in (1..=failure.turn.min(game.turns.len() - 1)).rev() {
        let mut shorter = game.clone();
        shorter.turns.drain(..first);
        let needs_one_before = match &shorter.turns[0].intent {
            Intent::Move { keeps, .. } => *keeps,
            Intent::Offence(offence) => offence.kind.follows_own_move(),
        };
        shorter.start = shorter.turns[0].before;
        if needs_one_before {
            continue;
        }
        if let Some(same) = still(&shorter) {
            (game, failure) = (shorter, same);
            break;
        }
    }
    let mut simple = game.clone();
    simple.bounces = 0;
    if let Some(same) = still(&simple) {
        (game, failure) = (simple, same);
    }
    loop {
        let before = game.clone();
        for turn in 0..game.turns.len() {
            // Each round leaves out all that can be left out alone.
            loop {
                let simpler = game.turns[turn].habits.simpler();
                let found = simpler.into_iter().find_map(|habits| {
                    let mut smaller = game.clone();
                    smaller.turns[turn].habits = habits;
                    still(&smaller).map(|failure| (smaller, failure))
                });
                let Some((smaller, same)) = found else { break };
                (game, failure) = (smaller, same);
            }
        }
        if before.turns.iter().zip(&game.turns).all(|(a, b)| a.habits == b.habits) {
            return Some((game, failure));
        }
    }
}
