use std::collections::BTreeSet;
use std::fmt::Write;

use super::{Class, NoiseOutcome, Scenarios};
use crate::data;

/// The table of a campaign.
pub fn table(outcome: &NoiseOutcome, scenarios: &Scenarios) -> String {
    let mut text = String::new();
    let [tilts, low, slides] = outcome.drawn;
    let classes = outcome.classes();
    let files: BTreeSet<_> = classes.keys().map(|(name, ..)| *name).collect();
    let rows = data::noise_rows();
    let reason = |(name, _, difference): &Class<'_>| {
        let row = rows.iter().find(|row| row.scenario == *name && row.difference == *difference);
        row.map(|row| row.reason.as_str())
    };
    let explained = classes.iter().filter(|(class, _)| reason(class).is_some());
    let explained = explained.map(|(_, runs)| runs.len()).sum::<usize>();
    let changed = outcome.changed.len();
    for (number, what) in [
        (outcome.scenarios, "scenarios of acts"),
        (scenarios.raw.len(), "scenarios left out: raw changes have the noise of their hands"),
        (tilts, "tilts"),
        (low, "reeds closed under a piece carried low"),
        (slides, "slides"),
    ] {
        let _ = writeln!(text, "{number:>8}            {what}");
    }
    for (number, what) in [
        (outcome.runs, "runs"),
        (outcome.passed + outcome.late, "unchanged"),
        (outcome.late, "of them checked in the midst of noise"),
        (outcome.unnamed, "of them with a difference that no line names"),
        (changed, "changed"),
        (explained, "of them no fault: in host-tests/data/noise.csv"),
    ] {
        let share = 100.0 * number as f64 / outcome.runs.max(1) as f64;
        let _ = writeln!(text, "{number:>8}  {share:>6.2} %  {what}");
    }
    let _ = writeln!(text, "{:>8}            scenarios that change", files.len());
    if changed > 0 {
        let _ = writeln!(text, "\n{:>8} {:>9}  changed", "runs", "seed");
    }
    for (class, runs) in &classes {
        let (name, line, difference) = class;
        let seed = runs.first().map_or(0, |run| run.seed);
        let _ = writeln!(text, "{:>8} {seed:>9}  {name}:{line}: {difference}", runs.len());
        if let Some(reason) = reason(class) {
            let _ = writeln!(text, "{:>8} {:>9}    no fault: {reason}", "", "");
        }
    }
    text
}
