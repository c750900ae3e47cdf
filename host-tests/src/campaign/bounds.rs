//! What a campaign may come to at most: the one place for these bounds.
//!
//! Each bound stands a little above what the present referee comes to, and each has its goal beside
//! it. A change of the referee that lowers a count lowers its bound here, and nowhere else. The counts
//! are those of a campaign of all temperaments with an offence in every fourth game.

use super::Outcome;

/// Misread moves in 100,000 half-moves: hands of blitz, and players who grab. Goal: 0.
pub const MISREADS: u64 = 8;
/// False alarms in 100,000 half-moves; nearly all by hands of blitz, and players who grab. Goal: 0.
pub const FALSE_ALARMS: u64 = 12;
/// False notices of 5.12 in 100,000 half-moves. Goal: 0.
pub const FALSE_ORDER: u64 = 4;
/// Unreported breaches of 5.12 by habit in 100,000 half-moves. Goal: 0.
pub const MISSED_ORDER: u64 = 20;
/// Games in 100,000 half-moves that go on in another way than was chosen after a report. Goal: 0.
pub const CHOICES: u64 = 4;
/// Games broken by a fault of the program, in 100,000 half-moves. Goal: 0.
pub const BROKEN: u64 = 4;
/// Offences named rightly, in percent of those that reeds can tell. Goal: 100.
pub const NAMED: u64 = 99;

/// The bounds that a campaign exceeds.
pub fn exceeded(outcome: &Outcome) -> Vec<String> {
    let sum = outcome.sum();
    let share = |number: u64| number * 100_000 / sum.half_moves.max(1);
    let counts = [
        ("misreads", sum.misreads, MISREADS),
        ("false alarms", sum.false_alarms, FALSE_ALARMS),
        ("false 5.12", sum.false_order, FALSE_ORDER),
        ("missed 5.12", sum.missed_order, MISSED_ORDER),
        ("other choices", sum.choices, CHOICES),
        ("broken", sum.broken, BROKEN),
    ];
    let mut exceeded: Vec<String> = counts
        .iter()
        .filter(|(_, number, bound)| share(*number) > *bound)
        .map(|(name, number, bound)| {
            format!("{name}: {} in 100,000 half-moves, at most {bound}", share(*number))
        })
        .collect();
    let (mut told, mut named) = (0, 0);
    for score in sum.offences.values() {
        told += score.tried - score.cannot_tell;
        named += score.named;
    }
    if named * 100 < told * NAMED {
        exceeded.push(format!("{named} of {told} offences named rightly, at least {NAMED} %"));
    }
    exceeded
}
