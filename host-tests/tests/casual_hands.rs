//! Whole games with simulated hands and no clock: without presses, the opponent's lift ends each turn,
//! and neither a brush nor a weak magnet does.

use damiera::rules::Move;
use damiera::sense::Contact;
use damiera_sim::hands::{Game, Kind, Performance, Temperament, TimedAct};
use damiera_sim::random::Random;
use damiera_sim::scenario::{Act, Expectation, Path, Scenario, Start, White};

const GAMES: u64 = 500;

/// Quiet time longer than any simulated thought, so that only lifts end turns.
const QUIET: u32 = 60_000;

/// A temperament without the habits that need a clock or the opponent's time.
fn casual(temperament: Temperament) -> Temperament {
    Temperament {
        replies_early: 0,
        caught_midway: 0,
        forgets_to_press: 0,
        fidgets: 0,
        adjusts: 0,
        stacks_after: 0,
        ..temperament
    }
}

/// Plays a game; the error names the first output that is not the expected move.
fn play(seed: u64, temperaments: [Temperament; 2]) -> Result<(), String> {
    let mut game = Game::with(&mut Random::new(seed), &temperaments, Kind::Lawful);
    game.settings.quiet = Some(QUIET);
    // At the start position the board does not know where White sits: the first lift decides.
    game.settings.white = match (game.settings.start, game.settings.white) {
        (Start::Standard, White::South) => White::Unknown,
        (Start::Standard, White::North) => White::UnknownNorth,
        (_, white) => white,
    };
    let scenario = Scenario { settings: game.settings.clone(), ..Scenario::default() };
    let mut board = scenario.board().map_err(|mismatch| mismatch.to_string())?;
    let performance = Performance::of(&game);
    let mut last = 0;
    for timed in &performance.acts {
        last = last.max(timed.at);
        match timed.act {
            Act::Lift(cell) => board.set(Contact::Cell(cell), false, timed.at),
            Act::Drop(cell) => board.set(Contact::Cell(cell), true, timed.at),
            Act::Bounce(millis) => board.run_to(timed.at).map(|()| board.bounce(millis.into())),
            _ => Ok(()),
        }
        .map_err(|mismatch| mismatch.to_string())?;
    }
    board.run_to(last + u64::from(QUIET) + 1_000).map_err(|mismatch| mismatch.to_string())?;
    let played: Vec<Move> = game.turns.iter().filter_map(|turn| turn.played).collect();
    let mut wanted = played
        .iter()
        .map(|played| Expectation::Move { path: Path::from(*played), unpressed: false });
    for output in board.outputs() {
        let Some(came) = Expectation::of(output, game.settings.edition) else { continue };
        if came.may_be_left_out() {
            continue;
        }
        let next = wanted.next();
        if next.as_ref() != Some(&came) {
            let at = output.at.as_millis();
            let next = next.map_or("nothing".to_owned(), |next| next.to_string());
            let near = |act: &&TimedAct| act.at <= at + 400 && act.at + 3_000 > at;
            let acts: Vec<_> = performance.acts.iter().filter(near).map(written).collect();
            let acts = acts.join("; ");
            return Err(format!("seed {seed}, {at} ms: wanted {next}, came {came}: {acts}"));
        }
    }
    match wanted.next() {
        Some(next) => Err(format!("seed {seed}: {next} is missing")),
        None => Ok(()),
    }
}

fn written(act: &TimedAct) -> String {
    format!("{} {}", act.at, act.act)
}

#[test]
fn lifts_end_turns_and_brushes_do_not() {
    let mut failed = Vec::new();
    for seed in 1..=GAMES {
        let mut random = Random::new(seed ^ 0x6361_7375);
        let temperaments = [(); 2].map(|()| casual(Temperament::random(&mut random)));
        failed.extend(play(seed, temperaments).err());
    }
    let few = &failed[..failed.len().min(12)];
    assert!(failed.is_empty(), "{} of {GAMES} games:\n{}", failed.len(), few.join("\n"));
}
