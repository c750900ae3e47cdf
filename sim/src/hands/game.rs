use damiera::clock::TimeControl;
use damiera::rules::{Colour, Edition, Move, Position, Square};
use damiera::sense::Side;

use super::habits::Habits;
use super::offence::{Moment, Offence, OffenceKind};
use super::reed::Reach;
use super::temperament::Temperament;
use crate::random::{self, Random};
use crate::scenario;

/// A game is broken off after so many half-moves.
const HALF_MOVES: usize = 80;
/// Half-moves after an offence: enough to see that the game goes on.
const AFTER_OFFENCE: usize = 4;
/// Quiet time in ms of casual play: longer than any pause of these hands within a turn.
const QUIET: u32 = 10_000;

/// A whole game as two pairs of hands play it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Seed of everything that is not written down here: reeds, magnets, places on squares.
    pub seed: u64,
    /// The edition that numbers the irregularities.
    pub edition: Edition,
    /// Without a clock.
    pub casual: bool,
    /// The side on which White sits.
    pub white: Side,
    /// How far the magnets act.
    pub reach: Reach,
    /// Every contact bounces for as many ms as this at most.
    pub bounces: u32,
    /// Where it starts.
    pub start: Position,
    /// What is done, turn by turn.
    pub turns: Vec<Turn>,
}

/// A player's turn.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The position before it, with the side on move.
    pub before: Position,
    /// What is played.
    pub intent: Intent,
    /// How the hands carry it out.
    pub habits: Habits,
    /// Seed of the small things in it.
    pub seed: u64,
}

/// What the player on move intends.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// A lawful move.
    Move {
        /// The move with its whole path.
        played: Move,
        /// Whether its touch keeps the irregularity before it (8.3).
        keeps: bool,
    },
    /// An act against the rules.
    Offence(Box<Offence>),
}

/// What a game is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The temperament of both players; `None` mixes.
    pub temperament: Option<Temperament>,
    /// The edition.
    pub edition: Edition,
    /// Without a clock.
    pub casual: bool,
    /// With one offence, if the game gives an occasion.
    pub offence: Option<OffenceKind>,
}

impl Plan {
    /// A lawful game of this temperament with a clock.
    pub fn lawful(temperament: Option<Temperament>) -> Self {
        Self { temperament, edition: Edition::default(), casual: false, offence: None }
    }
}

impl Game {
    /// The game of this seed: the same in every run.
    pub fn random(seed: u64, plan: &Plan) -> Self {
        let mut random = Random::new(seed.wrapping_mul(0x9e6c_63d0_876a_3f6b));
        for _ in 0..200 {
            let game = Self::drawn(&mut random, plan);
            if plan.offence.is_none() || game.has_offence() {
                return game;
            }
        }
        Self::drawn(&mut random, plan)
    }

    /// Whether a turn is against the rules.
    pub fn has_offence(&self) -> bool {
        self.turns.iter().any(|turn| matches!(turn.intent, Intent::Offence(_)))
    }

    /// These lawful moves with White at the south and a clock, by these calm hands.
    pub fn of_moves(
        seed: u64,
        habits: &dyn Fn(&mut Random) -> Habits,
        start: Position,
        moves: &[Move],
    ) -> Self {
        let mut random = Random::new(seed);
        let mut game = Self::empty(&mut random, &Plan::lawful(None), Reach::USUAL, start);
        game.white = Side::South;
        let mut before = start;
        for &played in moves {
            let habits = habits(&mut random);
            let intent = Intent::Move { played, keeps: false };
            game.turns.push(Turn { before, intent, habits, seed: random.number() });
            before = before.play_unchecked(played);
        }
        game
    }

    /// The settings of a scenario with this game.
    pub fn settings(&self) -> scenario::Settings {
        let start = if self.start == Position::start() {
            scenario::Start::Standard
        } else {
            scenario::Start::Position(self.start)
        };
        let white = match self.white {
            Side::South => scenario::White::South,
            Side::North => scenario::White::North,
        };
        let control: TimeControl =
            "40/60'".parse().unwrap_or(scenario::Settings::default().control);
        scenario::Settings {
            start,
            edition: self.edition,
            control,
            quiet: self.casual.then_some(QUIET),
            white,
            ..scenario::Settings::default()
        }
    }

    fn empty(random: &mut Random, plan: &Plan, reach: Reach, start: Position) -> Self {
        Self {
            seed: random.number(),
            edition: plan.edition,
            casual: plan.casual,
            white: if random.chance(25) { Side::North } else { Side::South },
            reach,
            bounces: 0,
            start,
            turns: Vec::new(),
        }
    }

    fn drawn(random: &mut Random, plan: &Plan) -> Self {
        let players = [(); 2].map(|()| Temperament::of(plan.temperament, random));
        let reach = players[0].reach(random);
        let start = start(random, plan.offence.is_some());
        let mut game = Self::empty(random, plan, reach, start);
        game.bounces = players[0].bounces;
        let offence_from = match plan.offence {
            Some(kind) if kind.follows_own_move() => 1 + random.below(4),
            // Whose colours they are is known by the first move (7.3).
            Some(_) => 1 + random.below(5),
            None => usize::MAX,
        };
        let mut state =
            State { position: start, last: None, bound: None, keeps: false, displaced: Vec::new() };
        let mut seen = vec![start];
        let mut left = HALF_MOVES;
        let mut offended = false;
        while left > 0 {
            left -= 1;
            let player = usize::from(state.position.turn() == Colour::Black);
            let temperament = &players[player];
            if let Some(kind) = plan.offence
                && !offended
                && game.turns.len() >= offence_from
            {
                let last = state.last;
                let mut moment = Moment { random: &mut *random, position: state.position, last };
                if let Some(offence) = moment.offence(kind) {
                    let Some(after) = offence.after(&state.position) else { continue };
                    offended = true;
                    left = AFTER_OFFENCE;
                    let keeps = offence.choice == super::offence::Choice::KeepByMove;
                    let bound = offence.binds();
                    let displaced = offence.displaced();
                    let habits = Habits::any(temperament, reach, plan.casual, random);
                    let intent = Intent::Offence(Box::new(offence));
                    let turn =
                        Turn { before: state.position, intent, habits, seed: random.number() };
                    game.turns.push(turn);
                    state = State { position: after, last: None, bound, keeps, displaced };
                    seen.push(after);
                    continue;
                }
                if game.turns.len() > offence_from + 12 {
                    break;
                }
            }
            let Some(played) = state.choose(random) else { break };
            let mut habits = Habits::any(temperament, reach, plan.casual, random);
            if plan.offence.is_some() && !offended {
                // The press of the turn before an offence is part of it.
                habits.presses = habits.presses.or((!plan.casual).then_some(300));
            }
            let intent = Intent::Move { played, keeps: state.keeps };
            game.turns.push(Turn { before: state.position, intent, habits, seed: random.number() });
            let after = state.position.play_unchecked(played);
            // 9.3 b: long before a repetition ends the game.
            if seen.iter().filter(|other| **other == after).count() >= 2 {
                break;
            }
            seen.push(after);
            let last = Some((state.position, played));
            state =
                State { position: after, last, bound: None, keeps: false, displaced: Vec::new() };
        }
        game
    }
}

/// Where a game is while it is drawn.
struct State {
    position: Position,
    last: Option<(Position, Move)>,
    bound: Option<Square>,
    keeps: bool,
    /// From where to where the irregularity that is kept has carried pieces.
    displaced: Vec<(Square, Square)>,
}

impl State {
    fn choose(&self, random: &mut Random) -> Option<Move> {
        let legal = self.position.legal_moves();
        // A displaced piece that is moved to where it stood has been put back: that corrects.
        let puts_back = |m: &&Move| self.displaced.contains(&(m.to(), m.from()));
        let free = |m: &&Move| self.bound.is_none_or(|bound| m.from() == bound) && !puts_back(m);
        let moves: Vec<Move> = legal.iter().filter(free).copied().collect();
        (!moves.is_empty()).then(|| *random.one_of(&moves))
    }
}

/// As games start, or where there is much to capture, or a few kings.
fn start(random: &mut Random, offence: bool) -> Position {
    use random::Kind;
    let kind = match random.below(10) {
        0..4 if !offence => return Position::start(),
        0..6 => Kind::Game,
        6 => Kind::Scattered,
        7..9 => Kind::Hunt,
        _ => Kind::Endgame,
    };
    loop {
        let position = random.position(kind);
        if position.can_move() && !position.pieces(position.turn().opponent()).is_empty() {
            return position;
        }
    }
}
