//! A seeded generator of random numbers and positions.

use damiera::rules::{Colour, Piece, Position, Rank, Setup, Square, Squares};

/// A splitmix64 generator. It is seeded and its sequence never changes, so that a failing test can be
/// repeated; it is not cryptographic.
#[derive(Clone, Debug)]
pub struct Random(u64);

/// How a random position is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Up to 89 random legal half-moves from the start position.
    Game,
    /// Random pieces on random squares.
    Scattered,
    /// A few pieces, mostly kings, of the side on move among many that they can capture.
    Hunt,
    /// One to four pieces a side, most of them kings.
    Endgame,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Game, Self::Scattered, Self::Hunt, Self::Endgame];
}

impl Random {
    /// A generator with this seed; the same seed gives the same numbers.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number, evenly distributed over all of `u64`.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below a limit.
    pub fn below(&mut self, limit: usize) -> usize {
        // The modulo favours small numbers, by less than 2^-32 for the limits used here.
        (self.number() % limit as u64) as usize
    }

    /// True with a probability of `percent` in a hundred.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One item of a slice that is not empty.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    /// Either colour.
    pub fn colour(&mut self) -> Colour {
        *self.one_of(&[Colour::White, Colour::Black])
    }

    /// A position of this kind.
    pub fn position(&mut self, kind: Kind) -> Position {
        match kind {
            Kind::Game => self.some_way_into_a_game(),
            Kind::Scattered => self.scattered(),
            Kind::Hunt => self.hunt(),
            Kind::Endgame => self.endgame(),
        }
    }

    fn some_way_into_a_game(&mut self) -> Position {
        let half_moves = self.below(90);
        let mut position = Position::start();
        for _ in 0..half_moves {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position = position.play_unchecked(*self.one_of(&moves));
        }
        position
    }

    fn scattered(&mut self) -> Position {
        let (white, black) = (self.below(13), 1 + self.below(12));
        let king = self.below(101);
        self.placed([(Colour::White, white, king), (Colour::Black, black, king)])
    }

    fn endgame(&mut self) -> Position {
        let (white, black) = (1 + self.below(4), 1 + self.below(4));
        self.placed([(Colour::White, white, 80), (Colour::Black, black, 80)])
    }

    /// Places for each colour a number of pieces, a percentage of them kings.
    fn placed(&mut self, sides: [(Colour, usize, usize); 2]) -> Position {
        let mut setup = Setup::empty(self.colour());
        for (colour, number, percent_kings) in sides {
            for _ in 0..number {
                let free: Vec<Square> = (!setup.occupied()).iter().collect();
                let square = *self.one_of(&free);
                let king = self.chance(percent_kings);
                put(&mut setup, colour, king, square);
            }
        }
        playable(setup)
    }

    /// Fills the inner squares of every second row with pieces to capture, so that the rows between
    /// are free to land on.
    fn hunt(&mut self) -> Position {
        let hunter = self.colour();
        let prey_row = self.below(2) as u8;
        let percent_kings = 20 + self.below(61);
        let percent_prey = 55 + self.below(40);
        let mut setup = Setup::empty(hunter);
        for square in Square::all() {
            let inner = (1..7).contains(&square.row()) && (1..7).contains(&square.column());
            let percent = match (inner, square.row() % 2 == prey_row) {
                (true, true) => percent_prey,
                (true, false) => 8,
                (false, _) => 4,
            };
            if self.chance(percent) && count(&setup, hunter.opponent()) < Setup::MAX_PIECES {
                let king = self.chance(percent_kings);
                put(&mut setup, hunter.opponent(), king, square);
            }
        }
        for _ in 0..1 + self.below(5) {
            let free: Vec<Square> = (!setup.occupied()).iter().collect();
            let square = *self.one_of(&free);
            let king = self.chance(75);
            put(&mut setup, hunter, king, square);
        }
        playable(setup)
    }
}

fn count(setup: &Setup, colour: Colour) -> usize {
    let of = |rank| setup.of(Piece { colour, rank }).len();
    of(Rank::Man) + of(Rank::King)
}

/// Puts a piece on a square; on the far base a man is a king (4.2).
fn put(setup: &mut Setup, colour: Colour, king: bool, square: Square) {
    let king = king || Squares::crowning_row(colour).contains(square);
    let rank = if king { Rank::King } else { Rank::Man };
    setup.put(Piece { colour, rank }, square);
}

fn playable(setup: Setup) -> Position {
    Position::try_from(setup).expect("a valid setup")
}
