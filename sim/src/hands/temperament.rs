use super::reed::Reach;
use crate::random::Random;

/// From so many milliseconds to so many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub u32, pub u32);

impl Span {
    /// A time within.
    pub fn any(self, random: &mut Random) -> u32 {
        super::reed::whole(random, self.0, self.1)
    }
}

/// How a player handles pieces and clock. Times in ms, habits in percent of the occasions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Temperament {
    /// From the opponent's press to the first touch.
    pub thinks: Span,
    /// From lifting a piece to putting it down on a neighbouring square.
    pub carries: Span,
    /// For how long a piece stands on a landing that is shown.
    pub dwells: Span,
    /// From one captured piece to the next.
    pub collects: Span,
    /// From the last thing done to the button.
    pub presses: Span,
    /// Carries the moving piece low over the board.
    pub low: usize,
    /// Pushes the piece over the surface.
    pub slides: usize,
    /// Shows each landing of a capture instead of flying straight to its end.
    pub shows: usize,
    /// Collects the piece captured last first.
    pub inverse: usize,
    /// Takes two captured pieces at once.
    pub together: usize,
    /// Collects with the other hand, from the instant of the landing on.
    pub second_hand: usize,
    /// Gathers the captured pieces in the hand before putting them beside the board.
    pub gathers: usize,
    /// Carries captured pieces low over the board.
    pub low_off: usize,
    /// Replies before the opponent has pressed, or while he still collects.
    pub early: usize,
    /// Grabs the first captured piece before the capturing one has come to rest (breaks 5.12).
    pub grabs: usize,
    /// Forgets to press.
    pub forgets: usize,
    /// Puts the piece back and takes it up again (3.6).
    pub puts_back: usize,
    /// Puts the piece on another square first and moves on before the press (3.6).
    pub moves_on: usize,
    /// Hovers low above a square on the way.
    pub hovers: usize,
    /// Lifts an own piece on the opponent's time and puts it back (3.11).
    pub fidgets: usize,
    /// Adjusts a piece after MINUS (3.9).
    pub adjusts: usize,
    /// Pushes a piece onto a light square after moving, and pushes it back before the press.
    pub nudges: usize,
    /// Crowns the new king before the press (4.4).
    pub crowns_before: usize,
    /// Crowns the new king on the opponent's time.
    pub crowns_after: usize,
    /// Tilts a piece with the sleeve at some time of a turn.
    pub tilts: usize,
    /// Tilts a piece in the instant of the press, and two at once in a third of these.
    pub tilts_at_press: usize,
    /// Puts pieces down as far beside the centre as this, in percent of a square.
    pub off_centre: usize,
    /// Weights of weak, usual and strong magnets.
    pub magnets: [usize; 3],
    /// Every contact bounces for as long as this at most.
    pub bounces: u32,
}

impl Temperament {
    /// An ordinary club player.
    pub const ORDINARY: Self = Self {
        thinks: Span(250, 3_000),
        carries: Span(220, 600),
        dwells: Span(60, 350),
        collects: Span(120, 500),
        presses: Span(80, 900),
        low: 10,
        slides: 12,
        shows: 60,
        inverse: 40,
        together: 8,
        second_hand: 12,
        gathers: 20,
        low_off: 20,
        early: 6,
        grabs: 0,
        forgets: 0,
        puts_back: 4,
        moves_on: 4,
        hovers: 5,
        fidgets: 3,
        adjusts: 2,
        nudges: 1,
        crowns_before: 35,
        crowns_after: 35,
        tilts: 8,
        tilts_at_press: 3,
        off_centre: 12,
        magnets: [0, 100, 0],
        bounces: 0,
    };

    /// Takes time for everything.
    pub const CALM: Self = Self {
        thinks: Span(900, 6_000),
        carries: Span(400, 1_100),
        dwells: Span(150, 700),
        collects: Span(300, 900),
        presses: Span(300, 2_500),
        low: 3,
        slides: 5,
        shows: 85,
        together: 2,
        second_hand: 3,
        low_off: 8,
        early: 0,
        tilts: 4,
        tilts_at_press: 1,
        ..Self::ORDINARY
    };

    /// Has no time at all.
    pub const BLITZ: Self = Self {
        thinks: Span(40, 500),
        carries: Span(120, 260),
        dwells: Span(15, 70),
        collects: Span(60, 200),
        presses: Span(10, 180),
        low: 30,
        slides: 22,
        shows: 35,
        together: 15,
        second_hand: 30,
        low_off: 45,
        early: 45,
        forgets: 5,
        puts_back: 2,
        moves_on: 2,
        adjusts: 0,
        fidgets: 2,
        nudges: 0,
        off_centre: 18,
        tilts: 15,
        tilts_at_press: 8,
        ..Self::ORDINARY
    };

    /// Never lifts a piece high.
    pub const LOW: Self = Self { low: 90, slides: 8, low_off: 90, gathers: 40, ..Self::ORDINARY };

    /// Pushes pieces.
    pub const SLIDER: Self =
        Self { slides: 92, low: 5, magnets: [30, 40, 30], bounces: 2, ..Self::ORDINARY };

    /// Plays with one hand and collects with the other.
    pub const TWO_HANDED: Self = Self {
        second_hand: 95,
        together: 40,
        gathers: 10,
        presses: Span(10, 400),
        low_off: 40,
        ..Self::ORDINARY
    };

    /// Never sure of a move.
    pub const HESITANT: Self = Self {
        puts_back: 40,
        moves_on: 45,
        hovers: 40,
        fidgets: 15,
        adjusts: 8,
        nudges: 4,
        ..Self::ORDINARY
    };

    /// Wears wide sleeves.
    pub const SLEEVES: Self = Self { tilts: 90, tilts_at_press: 10, nudges: 3, ..Self::ORDINARY };

    /// Leans over the board to the button.
    pub const TILTS_AT_PRESS: Self = Self { tilts_at_press: 95, ..Self::ORDINARY };

    /// Grabs at the pieces before the opponent is through.
    pub const GRABBING: Self = Self {
        early: 80,
        grabs: 15,
        second_hand: 40,
        forgets: 8,
        presses: Span(10, 900),
        ..Self::BLITZ
    };

    /// Puts pieces anywhere on their squares.
    pub const CROOKED: Self = Self { off_centre: 30, ..Self::ORDINARY };

    /// Plays on a board with weak magnets and old contacts.
    pub const WEAK: Self = Self { magnets: [100, 0, 0], bounces: 3, tilts: 40, ..Self::ORDINARY };

    /// Adjusts pieces all the time, and says so.
    pub const ACCOMODO: Self = Self { adjusts: 60, fidgets: 20, ..Self::ORDINARY };

    /// All of them with their names; "mixed" takes each trait from any of the others.
    pub const ALL: [(&'static str, Option<Self>); 14] = [
        ("calm", Some(Self::CALM)),
        ("ordinary", Some(Self::ORDINARY)),
        ("blitz", Some(Self::BLITZ)),
        ("low", Some(Self::LOW)),
        ("slider", Some(Self::SLIDER)),
        ("two-handed", Some(Self::TWO_HANDED)),
        ("hesitant", Some(Self::HESITANT)),
        ("sleeves", Some(Self::SLEEVES)),
        ("tilts-at-press", Some(Self::TILTS_AT_PRESS)),
        ("grabbing", Some(Self::GRABBING)),
        ("crooked", Some(Self::CROOKED)),
        ("weak", Some(Self::WEAK)),
        ("accomodo", Some(Self::ACCOMODO)),
        ("mixed", None),
    ];

    /// The temperament of one player of a game.
    pub fn of(kind: Option<Self>, random: &mut Random) -> Self {
        kind.unwrap_or_else(|| Self::mixed(random))
    }

    fn mixed(random: &mut Random) -> Self {
        let mut one = || {
            let kinds = Self::ALL.len() - 1;
            Self::ALL[random.below(kinds)].1.unwrap_or(Self::ORDINARY)
        };
        let (pace, way, care, sleeves, board) = (one(), one(), one(), one(), one());
        Self {
            low: way.low,
            slides: way.slides,
            shows: way.shows,
            inverse: way.inverse,
            together: one().together,
            second_hand: one().second_hand,
            low_off: one().low_off,
            puts_back: care.puts_back,
            moves_on: care.moves_on,
            hovers: care.hovers,
            fidgets: care.fidgets,
            adjusts: care.adjusts,
            nudges: care.nudges,
            tilts: sleeves.tilts,
            tilts_at_press: sleeves.tilts_at_press,
            off_centre: board.off_centre,
            magnets: board.magnets,
            bounces: board.bounces,
            ..pace
        }
    }

    /// The reach of the magnets on this player's board.
    pub fn reach(&self, random: &mut Random) -> Reach {
        let [weak, usual, strong] = self.magnets;
        let drawn = random.below((weak + usual + strong).max(1));
        match drawn {
            _ if drawn < weak => Reach::WEAK,
            _ if drawn < weak + usual => Reach::USUAL,
            _ => Reach::STRONG,
        }
    }
}
