//! Random inputs to the game, in any order and at any time: none panics, time is conserved
//! ([`Auditor`]), the events fold to the game's record, every world explains the board, every snapshot
//! can be drawn, and the same inputs give the same effects.

mod auditor;
mod player;

use auditor::Auditor;
use damiera::event::{Cause, EventKind};
use damiera::game::{Effects, Input, Record, Settings};
use damiera::menu::{DeviceStatus, GameWithMenu};
use damiera::rules::Side;
use damiera::time::{Duration, Instant};
use damiera_sim::picture::drawn;
use damiera_sim::virtual_board::{same_fold, worlds_explain};
use player::Player;

const BOARDS: u64 = 300;
const ACTS: usize = 2_000;

/// An input to the game, or a restart, with its time.
#[derive(Clone, Copy, Debug)]
enum BoardInput {
    Step(Input, Instant),
    /// The power was cut; the clock ran for this time after the last event.
    Restart(Duration, Instant),
}

/// A game, and the fold of its events from which it is restored after a restart.
struct Board {
    game: GameWithMenu,
    folded: Record,
}

impl Board {
    fn new(settings: Settings) -> Self {
        Self { game: GameWithMenu::new(settings), folded: Record::new() }
    }

    fn take(&mut self, input: BoardInput) -> Effects {
        let (input, at) = match input {
            BoardInput::Step(input, at) => (input, at),
            BoardInput::Restart(elapsed, at) => {
                self.game = GameWithMenu::with_record(*self.game.settings(), self.folded.clone());
                (Input::Recovered { elapsed, cause: Cause::Power }, at)
            }
        };
        let effects = self.game.step(input, at).clone();
        effects.iter().for_each(|event| self.folded.apply(event));
        effects
    }
}

#[test]
fn no_input_breaks_the_game() {
    let mut totals = Totals::default();
    for seed in 0..BOARDS {
        let mut player = Player::new(seed);
        let mut board = Board::new(player.settings);
        let mut auditor = Auditor::default();
        let mut taken = Vec::new();
        for _ in 0..ACTS {
            for input in player.act(&board.game) {
                let place = || format!("seed {seed}, {}: {input:?}", taken.len());
                auditor.before(&board.game, input).unwrap_or_else(|e| panic!("{}: {e}", place()));
                let effects = board.take(input);
                auditor
                    .after(&board.game, input, &effects)
                    .unwrap_or_else(|e| panic!("{}: {e}\n{effects:?}", place()));
                worlds_explain(&board.game).unwrap_or_else(|e| panic!("{}: {e}", place()));
                same_fold(&board.folded, board.game.record())
                    .unwrap_or_else(|e| panic!("{}: {e}", place()));
                if let BoardInput::Step(Input::Wake, at) = input {
                    // A deadline that is not in the future would keep the board awake.
                    let next = board.game.next_deadline();
                    assert!(next.is_none_or(|next| next > at), "{}: then {next:?}", place());
                }
                totals.count(&effects);
                if totals.inputs % 5 == 0 {
                    let (BoardInput::Step(_, at) | BoardInput::Restart(_, at)) = input;
                    drawn(&board.game.snapshot(at, Side::South, &DeviceStatus::default()));
                }
                taken.push((input, effects));
            }
        }
        // The same inputs once more, to another board.
        let mut again = Board::new(player.settings);
        for (n, (input, effects)) in taken.iter().enumerate() {
            let repeated = again.take(*input);
            assert_eq!(&repeated, effects, "seed {seed}, {n}: {input:?} is not repeatable");
        }
        assert!(again.game.record() == board.game.record(), "seed {seed}");
        assert_eq!(again.game.next_deadline(), board.game.next_deadline(), "seed {seed}");
    }
    println!("{totals:?}");
    // The inputs must reach every kind of event often enough.
    let Totals { moves, irregularities, results, flags, .. } = totals;
    assert!(moves > 3_000 && irregularities > 300 && results > 100 && flags > 30, "{totals:?}");
    let Totals { take_backs, corrections, refusals, recoveries, .. } = totals;
    assert!(take_backs > 20 && corrections > 20 && refusals > 5 && recoveries > 100, "{totals:?}");
}

/// Number of inputs, and of the events that they caused.
#[derive(Debug, Default)]
struct Totals {
    inputs: usize,
    moves: usize,
    irregularities: usize,
    results: usize,
    flags: usize,
    take_backs: usize,
    corrections: usize,
    refusals: usize,
    recoveries: usize,
}

impl Totals {
    fn count(&mut self, effects: &Effects) {
        self.inputs += 1;
        for event in effects {
            let counter = match event.what {
                EventKind::Moved { .. } => &mut self.moves,
                EventKind::Irregularity(..) => &mut self.irregularities,
                EventKind::Ended { .. } => &mut self.results,
                EventKind::Flag { .. } => &mut self.flags,
                EventKind::TakenBack { .. } => &mut self.take_backs,
                EventKind::Corrected { .. } => &mut self.corrections,
                EventKind::Refused { .. } => &mut self.refusals,
                EventKind::Recovered { .. } => &mut self.recoveries,
                _ => continue,
            };
            *counter += 1;
        }
    }
}

#[test]
fn the_game_fits_into_the_memory() {
    let size = size_of::<GameWithMenu>();
    println!("Game: {size} bytes");
    assert!(size < 28 * 1_024, "{size} bytes");
}
