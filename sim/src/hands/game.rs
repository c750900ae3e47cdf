use damiera::rules::{Move, Opening, Position};

use super::habits::Player;
use super::offence::{Article, Moment};
use super::step::{Begin, Turn};
use super::temperament::Temperament;
use crate::random::{self, Random};
use crate::scenario::{Set, Settings, Start, White};

/// After so many half-moves a game is broken off.
const HALF_MOVES: usize = 150;

/// A whole game as two pairs of hands play it.
#[derive(Clone, Debug)]
pub struct Game {
    /// Where it starts, and how the board is set.
    pub settings: Settings,
    /// What is done, turn by turn.
    pub turns: Vec<Turn>,
    /// For how long every contact bounces.
    pub bounces: u32,
    /// From what the contacts' first frames are drawn, if they are not clean.
    pub shakes: Option<u64>,
}

/// What kind of game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing to report.
    Lawful,
    /// One offence at a random moment, if the game gives an occasion.
    With(Article),
}

impl Kind {
    /// Mostly lawful games, and now and then an offence.
    pub fn random(seed: u64) -> Self {
        let mut random = Random::new(seed ^ 0x6b69_6e64);
        if random.chance(70) { Self::Lawful } else { Self::With(*random.one_of(&Article::ALL)) }
    }
}

impl Game {
    /// The game of this seed: the same in every run.
    pub fn random(seed: u64, kind: Kind) -> Self {
        let mut random = Random::new(seed);
        let temperaments = [Temperament::random(&mut random), Temperament::random(&mut random)];
        Self::with(&mut random, &temperaments, kind)
    }

    /// A game between two temperaments.
    pub fn with(random: &mut Random, temperaments: &[Temperament; 2], kind: Kind) -> Self {
        let (start, opening) = starts(random);
        let white = if random.chance(25) { White::North } else { White::South };
        let bounces = temperaments.iter().map(|temperament| temperament.bounces).max().unwrap_or(0);
        let bounces = if bounces == 0 { 0 } else { random.below(bounces as usize + 1) as u32 };
        // Either all contacts swing alike, or each in its own way.
        let shakes = (bounces > 0 && random.chance(50)).then(|| random.number());
        let start_line =
            if start == Position::start() { Start::Standard } else { Start::Position(start) };
        let mut game = Self {
            settings: settings(start_line, white),
            turns: Vec::new(),
            bounces: if shakes.is_some() { 0 } else { bounces },
            shakes,
        };
        let moves = opening.map_or(Vec::new(), |opening| opening.moves().to_vec());
        game.play(random, temperaments, start, moves, kind);
        game
    }

    /// These moves from this position, all of them lawful, with White at the south.
    pub fn of_moves(
        random: &mut Random,
        temperaments: &[Temperament; 2],
        start: Position,
        moves: &[Move],
    ) -> Self {
        let standard = start == Position::start();
        let start_line = if standard { Start::Standard } else { Start::Position(start) };
        let mut turns = Vec::with_capacity(moves.len());
        let mut position = start;
        for (number, &played) in moves.iter().enumerate() {
            let temperament = &temperaments[usize::from(position.turn() == start.turn())];
            let mut player = Player { random, temperament, before: position };
            turns.push(player.turn(played, moves.get(number + 1).copied()));
            position = position.play_unchecked(played);
        }
        let settings = settings(start_line, White::South);
        Self { settings, turns, bounces: 0, shakes: None }
    }

    fn play(
        &mut self,
        random: &mut Random,
        temperaments: &[Temperament; 2],
        start: Position,
        opening: Vec<Move>,
        kind: Kind,
    ) {
        let mut opening = opening.into_iter();
        let mut choose = |random: &mut Random, position: &Position| {
            let legal = position.legal_moves();
            let drawn = opening.next().filter(|m| legal.contains(m));
            drawn.or_else(|| (!legal.is_empty()).then(|| *random.one_of(&legal)))
        };
        let mut offence = match kind {
            Kind::Lawful => None,
            Kind::With(article) => Some((article, random.below(30))),
        };
        let mut position = start;
        let mut last: Option<(Position, Move)> = None;
        let mut next = choose(random, &position);
        while let Some(played) = next.filter(|_| self.turns.len() < HALF_MOVES) {
            let temperament = &temperaments[usize::from(position.turn() == start.turn())];
            if let Some((article, from)) = offence
                && self.turns.len() >= from
            {
                let pressed = self.has_pressed();
                let mut moment = Moment { random, temperament, position, last, pressed };
                if let Some((turn, after)) = moment.turn(article) {
                    self.turns.push(turn);
                    offence = None;
                    position = after;
                    last = None;
                    next = choose(random, &position);
                    continue;
                }
            }
            let after = position.play_unchecked(played);
            next = choose(random, &after);
            let mut player = Player { random, temperament, before: position };
            self.turns.push(player.turn(played, next));
            last = Some((position, played));
            position = after;
        }
    }

    /// Whether the player on move has pressed for his last move before the reply
    /// to it; otherwise his next press may belong to that.
    fn has_pressed(&self) -> bool {
        match self.turns.as_slice() {
            [.., own, reply] => {
                own.offence || (own.press.is_some() && matches!(reply.begin, Begin::AfterPress(_)))
            }
            _ => true,
        }
    }

    /// The position it starts from.
    pub fn start(&self) -> Option<Position> {
        match self.settings.start {
            Start::Standard => Some(Position::start()),
            Start::Position(position) => Some(position),
            _ => None,
        }
    }
}

/// Where a game starts: as games do, or where there is much to capture.
fn starts(random: &mut Random) -> (Position, Option<Opening>) {
    use random::Kind;
    let kind = match random.below(10) {
        0..4 => return (Position::start(), None),
        4..6 => {
            let opening = Opening::new(1 + random.below(174) as u8);
            return (Position::start(), opening);
        }
        6 => Kind::Game,
        7 => Kind::Scattered,
        8 => Kind::Hunt,
        _ => Kind::Endgame,
    };
    loop {
        let position = random.position(kind);
        if position.can_move() && !position.pieces(position.turn().opponent()).is_empty() {
            return (position, None);
        }
    }
}

/// The settings of a game of hands. A game goes on after a fourth repetition.
fn settings(start: Start, white: White) -> Settings {
    let set = vec![Set::AutomaticRepetition(false)];
    Settings { start, white, set, ..Settings::default() }
}
