use crate::random::Random;

/// From so many milliseconds to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub u32, pub u32);

impl Span {
    /// A time within.
    pub fn any(self, random: &mut Random) -> u32 {
        self.0 + random.below((self.1 - self.0 + 1) as usize) as u32
    }
}

/// How somebody handles pieces and clock. Times in ms, habits in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperament {
    /// From the opponent's press to the first touch.
    pub thinks: Span,
    /// From one square to the next with the piece in hand.
    pub carries: Span,
    /// From one captured piece to the next.
    pub collects: Span,
    /// From the last piece to the button.
    pub presses: Span,
    /// Replies before the opponent has pressed, or while he still collects.
    pub replies_early: usize,
    /// Of those, how often the opponent may press in the middle of a capture.
    pub caught_midway: usize,
    /// Never presses for a move.
    pub forgets_to_press: usize,
    /// Pushes the piece over other squares.
    pub slides: usize,
    /// While sliding, closes the next square before the last one opens.
    pub bridges: usize,
    /// Collects two captured pieces at once.
    pub both_hands: usize,
    /// Puts the piece back and takes it up again (3.6).
    pub puts_back: usize,
    /// Puts the piece down and then moves it on.
    pub moves_on: usize,
    /// Takes up a piece that cannot move, which has no consequence (3.10).
    pub fumbles: usize,
    /// Adjusts a piece after saying so (3.9).
    pub adjusts: usize,
    /// Lifts an own piece on the opponent's time and puts it back (3.11).
    pub fidgets: usize,
    /// Shows only where a capture ends, where that suffices.
    pub flies: usize,
    /// Collects the piece captured last first.
    pub inverse: usize,
    /// Lifts the new king to stack it before the press.
    pub stacks_before: usize,
    /// The same after the press.
    pub stacks_after: usize,
    /// How often in a turn the magnet of a piece is too weak for a moment.
    pub flickers: usize,
    /// Of those, how many look like a hand that brushes a piece.
    pub brushes: usize,
    /// Every contact bounces, at most for so long.
    pub bounces: u32,
}

impl Temperament {
    /// Takes time for everything.
    pub const SLOW: Self = Self {
        thinks: Span(2_000, 30_000),
        carries: Span(300, 6_000),
        collects: Span(300, 2_000),
        presses: Span(300, 5_000),
        replies_early: 0,
        caught_midway: 0,
        forgets_to_press: 0,
        slides: 15,
        bridges: 0,
        both_hands: 0,
        puts_back: 5,
        moves_on: 5,
        fumbles: 3,
        adjusts: 6,
        fidgets: 4,
        flies: 20,
        inverse: 30,
        stacks_before: 50,
        stacks_after: 30,
        flickers: 0,
        brushes: 0,
        bounces: 0,
    };

    /// Has no time at all.
    pub const HASTY: Self = Self {
        thinks: Span(90, 500),
        carries: Span(40, 160),
        collects: Span(25, 120),
        presses: Span(10, 200),
        replies_early: 60,
        caught_midway: 50,
        forgets_to_press: 8,
        slides: 20,
        bridges: 20,
        puts_back: 2,
        moves_on: 3,
        fumbles: 0,
        adjusts: 0,
        fidgets: 0,
        flies: 70,
        stacks_before: 20,
        stacks_after: 40,
        ..Self::USUAL
    };

    /// Hardly ever lifts a piece.
    pub const SLOPPY: Self = Self { slides: 95, bridges: 55, ..Self::USUAL };

    /// Collects with both hands.
    pub const TWO_HANDED: Self = Self { both_hands: 85, flies: 60, ..Self::USUAL };

    /// Never sure of a move.
    pub const HESITANT: Self = Self {
        puts_back: 50,
        moves_on: 50,
        fumbles: 15,
        adjusts: 10,
        fidgets: 15,
        carries: Span(150, 3_000),
        ..Self::USUAL
    };

    /// Sits at a board with weak magnets.
    pub const WEAK_MAGNETS: Self = Self { flickers: 4, brushes: 40, ..Self::USUAL };

    /// Sits at a board with bad contacts.
    pub const BOUNCING: Self = Self { bounces: 3, ..Self::USUAL };

    /// Nobody in particular.
    const USUAL: Self = Self {
        thinks: Span(200, 3_000),
        carries: Span(120, 700),
        collects: Span(60, 500),
        presses: Span(60, 900),
        replies_early: 8,
        caught_midway: 20,
        forgets_to_press: 0,
        slides: 15,
        bridges: 10,
        both_hands: 10,
        puts_back: 5,
        moves_on: 5,
        fumbles: 2,
        adjusts: 2,
        fidgets: 3,
        flies: 40,
        inverse: 40,
        stacks_before: 35,
        stacks_after: 35,
        flickers: 0,
        brushes: 0,
        bounces: 0,
    };

    /// All kinds, with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("slow", Self::SLOW),
        ("hasty", Self::HASTY),
        ("sloppy", Self::SLOPPY),
        ("two-handed", Self::TWO_HANDED),
        ("hesitant", Self::HESITANT),
        ("weak magnets", Self::WEAK_MAGNETS),
        ("bouncing", Self::BOUNCING),
    ];

    /// One of all kinds, or a mixture: each trait from any of them.
    pub fn random(random: &mut Random) -> Self {
        let one = |random: &mut Random| random.one_of(&Self::ALL).1;
        if random.chance(60) {
            return one(random);
        }
        let (pace, care, board, manner) = (one(random), one(random), one(random), one(random));
        Self {
            slides: manner.slides,
            bridges: manner.bridges,
            both_hands: one(random).both_hands,
            puts_back: care.puts_back,
            moves_on: care.moves_on,
            fumbles: care.fumbles,
            adjusts: care.adjusts,
            fidgets: care.fidgets,
            flies: manner.flies,
            inverse: manner.inverse,
            flickers: board.flickers,
            brushes: board.brushes,
            bounces: board.bounces,
            ..pace
        }
    }
}
