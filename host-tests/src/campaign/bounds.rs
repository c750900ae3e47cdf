//! What a campaign may come to at most.
//!
//! Every bound but that of 5.12 should be 0. A change of the referee that lowers a count lowers its
//! bound here as well, and nowhere else.

use super::Outcome;

/// Misread moves in 100,000 half-moves.
pub const MISREADS: u64 = 100_000;
/// False alarms in 100,000 half-moves.
pub const FALSE_ALARMS: u64 = 100_000;
/// False notices of 5.12 in 100,000 half-moves.
pub const FALSE_ORDER: u64 = 100_000;
/// Unreported breaches of 5.12 by habit in 100,000 half-moves.
pub const MISSED_ORDER: u64 = 100_000;
/// Games of 690 with an offence by calm hands that a fault of the program breaks.
pub const BROKEN_OFFENCES: usize = 690;
/// Games broken by a fault of the program, in 100,000 half-moves.
pub const BROKEN: u64 = 100_000;
/// Offences that must be named rightly, in percent of those that reeds can tell.
pub const NAMED: u64 = 0;

/// The bounds that a campaign exceeds.
pub fn exceeded(outcome: &Outcome) -> Vec<String> {
    let sum = outcome.sum();
    let share = |number: u64| number * 100_000 / sum.half_moves.max(1);
    let counts = [
        ("misreads", sum.misreads, MISREADS),
        ("false alarms", sum.false_alarms, FALSE_ALARMS),
        ("false 5.12", sum.false_order, FALSE_ORDER),
        ("missed 5.12", sum.missed_order, MISSED_ORDER),
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
