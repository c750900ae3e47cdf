use super::reed::{Reach, real, whole};
use super::temperament::Temperament;
use crate::random::Random;

/// How the hands carry out one turn. Times in ms, heights in squares.
///
/// Each habit can be left out without changing what is played, so a failing turn can be reduced.
#[derive(Clone, Debug, PartialEq)]
pub struct Habits {
    /// From the opponent's press to the first touch.
    pub thinks: u32,
    /// Replies so long after the opponent's piece has landed, pressed or not.
    pub early: Option<u32>,
    /// From lifting a piece to putting it down on a neighbouring square.
    pub carries: u32,
    /// For how long a piece stands on a landing that is shown.
    pub dwells: u32,
    /// From one captured piece to the next.
    pub collects: u32,
    /// From the last thing done to the button; `None` if the press is forgotten.
    pub presses: Option<u32>,
    /// Greatest height of the moving piece; 0 if it slides.
    pub apex: f64,
    /// Shows each landing.
    pub shows: bool,
    /// Collects the piece captured last first.
    pub inverse: bool,
    /// Time between two captured pieces that are taken at once.
    pub together: Option<u32>,
    /// Collects with the other hand, so long after the landing.
    pub second_hand: Option<u32>,
    /// Gathers captured pieces in the hand.
    pub gathers: bool,
    /// Greatest height of a captured piece on its way off.
    pub apex_off: f64,
    /// Takes the first captured piece so long before the landing.
    pub grabs: Option<u32>,
    /// Puts the piece back after so long and takes it up again.
    pub puts_back: Option<u32>,
    /// Stands on another square for so long first.
    pub moves_on: Option<u32>,
    /// Hovers low above a square near the way for so long.
    pub hovers: Option<u32>,
    /// The opponent lifts one of his pieces meanwhile, for so long.
    pub fidgets: Option<u32>,
    /// Adjusts a piece for so long after MINUS.
    pub adjusts: Option<u32>,
    /// A piece stands on a light square for so long after the move.
    pub nudges: Option<u32>,
    /// How a new king is crowned.
    pub crowns: Crowns,
    /// Pieces that a sleeve tilts.
    pub tilts: Vec<Tilt>,
    /// How far beside the centre pieces are put down, in squares.
    pub off_centre: f64,
}

/// How a new king gets its second disc (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crowns {
    /// Later, or not at all.
    Not,
    /// Lifted onto the second disc before the press.
    LiftedBefore,
    /// The disc is put on it before the press.
    DiscBefore,
    /// Lifted onto the second disc after the press.
    LiftedAfter,
    /// The disc is put on it after the press.
    DiscAfter,
}

/// A piece that leans out of the upright and comes back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tilt {
    /// From when its time counts.
    pub anchor: Anchor,
    /// Begin in ms after that, or before it if negative.
    pub offset: i32,
    /// Duration in ms of the lean; its reed is open for less.
    pub lasts: u32,
    /// Which of the pieces at rest it is.
    pub which: u32,
    /// How far its magnet goes out of place, in squares.
    pub by: f64,
}

/// An instant of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The moving piece is lifted.
    Begin,
    /// The moving piece comes to rest.
    Rest,
    /// The button is pressed.
    Press,
}

impl Habits {
    /// Those of an untroubled turn.
    pub const PLAIN: Self = Self {
        thinks: 600,
        early: None,
        carries: 300,
        dwells: 150,
        collects: 300,
        presses: Some(300),
        apex: 1.2,
        shows: true,
        inverse: false,
        together: None,
        second_hand: None,
        gathers: false,
        apex_off: 1.2,
        grabs: None,
        puts_back: None,
        moves_on: None,
        hovers: None,
        fidgets: None,
        adjusts: None,
        nudges: None,
        crowns: Crowns::Not,
        tilts: Vec::new(),
        off_centre: 0.0,
    };

    /// Those of a turn of this temperament, on a board with this reach.
    pub fn any(temperament: &Temperament, reach: Reach, casual: bool, random: &mut Random) -> Self {
        let t = temperament;
        let low = |random: &mut Random| real(random, 0.27, 0.44);
        let high = |random: &mut Random| real(random, 0.95, 1.6);
        let apex = match random.below(100) {
            drawn if drawn < t.slides => 0.0,
            drawn if drawn < t.slides + t.low => low(random),
            _ => high(random),
        };
        let apex_off = if random.chance(t.low_off) { low(random) } else { high(random) };
        let mut some = |percent: usize, low: u32, high: u32| {
            let time = whole(random, low, high);
            random.chance(percent).then_some(time)
        };
        let together = some(t.together, 0, 40);
        let second_hand = some(t.second_hand, 5, 90);
        let grabs = some(t.grabs, 0, 160);
        let puts_back = some(t.puts_back, 200, 1_200);
        let moves_on = some(t.moves_on, 120, 1_000);
        let hovers = some(t.hovers, 60, 600);
        // Without a clock the opponent's lift ends the turn.
        let fidgets = some(if casual { 0 } else { t.fidgets }, 120, 900);
        let adjusts = some(if casual { 0 } else { t.adjusts }, 250, 800);
        let nudges = some(t.nudges, 250, 1_200);
        let early = some(if casual { 0 } else { t.early }, 15, 350);
        let forgets = some(t.forgets, 0, 0).is_some();
        let crowns = match random.below(100) {
            drawn if drawn < t.crowns_before / 2 => Crowns::LiftedBefore,
            drawn if drawn < t.crowns_before => Crowns::DiscBefore,
            drawn if drawn < t.crowns_before + t.crowns_after / 2 => Crowns::LiftedAfter,
            drawn if drawn < t.crowns_before + t.crowns_after => Crowns::DiscAfter,
            _ => Crowns::Not,
        };
        let presses = (!casual && !forgets).then(|| t.presses.any(random));
        // Farther out, a strong magnet would keep the light cell beside it closed for ever.
        let most = (0.28 * reach.closes / Reach::WEAK.closes).min(0.95 - reach.opens).min(0.30);
        Self {
            thinks: t.thinks.any(random),
            early,
            carries: t.carries.any(random),
            dwells: t.dwells.any(random),
            collects: t.collects.any(random),
            presses,
            apex,
            shows: random.chance(t.shows),
            inverse: random.chance(t.inverse),
            together,
            second_hand,
            gathers: random.chance(t.gathers),
            apex_off,
            grabs,
            puts_back,
            moves_on,
            hovers,
            fidgets,
            adjusts,
            nudges,
            crowns,
            tilts: Tilt::some(t, casual, random),
            off_centre: (t.off_centre as f64 / 100.0).min(most),
        }
    }

    /// The same with one habit less each.
    pub fn simpler(&self) -> Vec<Self> {
        let plain = Self::PLAIN;
        let presses = self.presses.and(plain.presses);
        let mut all = vec![
            Self { tilts: Vec::new(), ..self.clone() },
            Self { early: None, ..self.clone() },
            Self { apex: plain.apex, ..self.clone() },
            Self { shows: true, ..self.clone() },
            Self { inverse: false, ..self.clone() },
            Self { together: None, ..self.clone() },
            Self { second_hand: None, ..self.clone() },
            Self { gathers: false, ..self.clone() },
            Self { apex_off: plain.apex_off, ..self.clone() },
            Self { grabs: None, ..self.clone() },
            Self { puts_back: None, ..self.clone() },
            Self { moves_on: None, ..self.clone() },
            Self { hovers: None, ..self.clone() },
            Self { fidgets: None, ..self.clone() },
            Self { adjusts: None, ..self.clone() },
            Self { nudges: None, ..self.clone() },
            Self { crowns: Crowns::Not, ..self.clone() },
            Self { off_centre: 0.0, ..self.clone() },
            Self { thinks: plain.thinks, ..self.clone() },
            Self { carries: plain.carries, dwells: plain.dwells, ..self.clone() },
            Self { collects: plain.collects, ..self.clone() },
            Self { presses, ..self.clone() },
        ];
        let without = |number: usize| {
            let mut tilts = self.tilts.clone();
            tilts.remove(number);
            Self { tilts, ..self.clone() }
        };
        all.extend((0..self.tilts.len()).map(without));
        all.retain(|habits| habits != self);
        all
    }
}

impl Tilt {
    fn some(t: &Temperament, casual: bool, random: &mut Random) -> Vec<Self> {
        let mut tilts = Vec::new();
        let mut add = |random: &mut Random, anchor, offset| {
            // The reed is open for some 20 to 120 ms of it.
            let (lasts, which) = (whole(random, 30, 150), random.number() as u32);
            let by = real(random, 0.55, 0.8);
            tilts.push(Self { anchor, offset, lasts, which, by });
        };
        if random.chance(t.tilts) {
            for _ in 0..1 + random.below(3) {
                let anchor = *random.one_of(&[Anchor::Begin, Anchor::Rest]);
                let offset = whole(random, 0, 700) as i32 - 250;
                add(random, anchor, offset);
            }
        }
        if random.chance(t.tilts_at_press) {
            let anchor = if casual { Anchor::Rest } else { Anchor::Press };
            let offset = whole(random, 0, 190) as i32 - 150;
            add(random, anchor, offset);
            if random.chance(33) {
                let apart = whole(random, 0, 30) as i32 - 15;
                add(random, anchor, offset + apart);
            }
        }
        tilts
    }
}
