//! Plays a performance on a board and compares what came with what was wanted.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use damiera::sense::Contact;
use damiera::game::Hands;

use super::game::Game;
use super::perform::{HELD, Performance, TimedAct, Wanted};
use crate::scenario::{Act, Button, Expectation, Scenario};
use crate::virtual_board::{Mismatch, VirtualBoard};

/// How long after the last act the board is watched.
const AFTERWARDS: u64 = 1_000;

/// No contact bounces longer, in ms.
const BOUNCES: u64 = 3;

/// What a game that came out wrong came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The first difference.
    pub difference: Difference,
    /// When, in ms since the board woke up.
    pub at: u64,
    /// In which turn.
    pub turn: usize,
}

/// The first thing that came and was not wanted, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// One of the two may be missing.
    #[allow(missing_docs)] // The names say it all.
    Came { wanted: Option<Expectation>, came: Option<Expectation> },
    /// The events do not add up to the game, or the program stopped.
    Broken(String),
}

impl Difference {
    /// In what way it failed: two failures with the same kind are taken to have
    /// the same cause.
    pub fn kind(&self) -> String {
        match self {
            Self::Came { wanted, came } => {
                format!("wanted {}, came {}", kind(wanted.as_ref()), kind(came.as_ref()))
            }
            Self::Broken(_) => "broken".to_owned(),
        }
    }
}

/// What matters about an expectation: no squares.
fn kind(what: Option<&Expectation>) -> String {
    match what {
        None => "nothing".to_owned(),
        Some(Expectation::Move { unpressed: false, .. }) => "move".to_owned(),
        Some(Expectation::Move { unpressed: true, .. }) => "move unpressed".to_owned(),
        Some(Expectation::Irregularity { article, by, .. }) => {
            let bare = Expectation::Irregularity { article: *article, by: *by, squares: None };
            bare.to_string()
        }
        Some(Expectation::Notice { article, .. }) => {
            Expectation::Notice { article: *article, squares: None }.to_string()
        }
        Some(Expectation::Arbiter { .. }) => "arbiter".to_owned(),
        Some(Expectation::Fault { cleared, .. }) => format!("fault, cleared: {cleared}"),
        Some(other) => other.to_string(),
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { at, turn, .. } = self;
        write!(f, "turn {}, at {at} ms: ", turn + 1)?;
        match &self.difference {
            Difference::Came { wanted, came } => {
                let text = |what: &Option<Expectation>| match what {
                    Some(what) => format!("`{what}`"),
                    None => "nothing".to_owned(),
                };
                write!(f, "wanted {}, but there was {}", text(wanted), text(came))
            }
            Difference::Broken(why) => f.write_str(why),
        }
    }
}

/// Plays a game and says what went wrong, if anything did.
pub fn try_out(game: &Game) -> Option<Failure> {
    try_out_on(game, &Performance::of(game))
}

/// The same with a game that has been laid out already.
pub fn try_out_on(game: &Game, performance: &Performance) -> Option<Failure> {
    let played = catch_unwind(AssertUnwindSafe(|| came(game, performance)));
    let broken = |why: String| {
        let turn = game.turns.len().saturating_sub(1);
        Some(Failure { difference: Difference::Broken(why), at: 0, turn })
    };
    match played {
        Ok(Ok(came)) => compare(game, performance, &came),
        Ok(Err(mismatch)) => broken(mismatch.to_string()),
        Err(_) => broken("the program stopped".to_owned()),
    }
}

fn board(game: &Game) -> Result<VirtualBoard, Mismatch> {
    Scenario { settings: game.settings.clone(), ..Scenario::default() }.board()
}

/// Everything that happened and has to be named.
fn came(game: &Game, performance: &Performance) -> Result<Vec<(u64, Expectation)>, Mismatch> {
    let mut board = board(game)?;
    for timed in &performance.acts {
        act(&mut board, timed)?;
    }
    board.run_to(performance.acts.last().map_or(0, TimedAct::ends) + AFTERWARDS)?;
    let edition = game.settings.edition;
    let named = board.outputs().iter().filter_map(|output| {
        let what = Expectation::of(output, edition)?;
        (!what.may_be_left_out()).then_some((output.at.as_millis(), what))
    });
    Ok(named.collect())
}

/// Does what an act says, as scenarios do it.
fn act(board: &mut VirtualBoard, timed: &TimedAct) -> Result<(), Mismatch> {
    let at = timed.at;
    match timed.act {
        Act::Lift(cell) => board.set(Contact::Cell(cell), false, at),
        Act::Drop(cell) => board.set(Contact::Cell(cell), true, at),
        Act::Press(Button::Of(colour)) => {
            let button = board.button(colour);
            board.set(button, true, at)?;
            board.set(button, false, at + HELD)
        }
        Act::Key { key, held } => {
            board.set(Contact::Key(key), true, at)?;
            board.set(Contact::Key(key), false, at + u64::from(held))
        }
        Act::Bounce(millis) => {
            board.run_to(at)?;
            board.bounce(millis.into());
            Ok(())
        }
        _ => Ok(()),
    }
}

fn compare(game: &Game, performance: &Performance, came: &[(u64, Expectation)]) -> Option<Failure> {
    let wanted = &performance.wanted;
    let same = |(wanted, (_, came)): &(&Wanted, &(u64, Expectation))| wanted.what.agrees(came);
    let alike = wanted.iter().zip(came).take_while(same).count();
    let (wanted, came) = (wanted.get(alike), came.get(alike));
    let at =
        [wanted.map(|wanted| wanted.at), came.map(|(at, _)| *at)].into_iter().flatten().min()?;
    let turn = wanted.map_or(game.turns.len() - 1, |wanted| wanted.turn);
    let difference = Difference::Came {
        wanted: wanted.map(|wanted| wanted.what.clone()),
        came: came.map(|(_, what)| what.clone()),
    };
    Some(Failure { difference, at, turn })
}

/// How the board saw the moves of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// How many moves were looked at.
    pub moves: usize,
    /// The most ms from the last contact of a move to the moment it was known.
    pub slowest: u64,
}

/// How long after its last contact each move of a game is known to be complete,
/// before anybody presses.
pub fn known_after(game: &Game) -> Result<Verdicts, Mismatch> {
    let performance = Performance::of(game);
    let mut board = board(game)?;
    let mut verdicts = Verdicts::default();
    let mut completed = performance.completed.iter().peekable();
    for timed in &performance.acts {
        // The last contact may still bounce.
        while let Some((end, played)) = completed.next_if(|(end, _)| end + BOUNCES < timed.at) {
            let mut frame = *end;
            loop {
                board.run_to(frame + 1)?;
                if board.game().hands() == Hands::Complete {
                    let _ = played;
                    break;
                }
                if frame + 1 >= timed.at {
                    // Never, before the next act.
                    frame += 1_000;
                    break;
                }
                frame += 1;
            }
            verdicts.moves += 1;
            verdicts.slowest = verdicts.slowest.max(frame - end);
        }
        act(&mut board, timed)?;
    }
    Ok(verdicts)
}
