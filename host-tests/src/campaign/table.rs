use std::fmt::Write;

use damiera_sim::hands::{CannotTell, Score};

use super::Outcome;

/// The table of a campaign.
pub fn table(outcome: &Outcome) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{:<16}{:>8}{:>12}{:>10}{:>14}{:>12}{:>13}{:>8}{:>8}{:>13}",
        "temperament",
        "games",
        "half-moves",
        "misreads",
        "false alarms",
        "false 5.12",
        "missed 5.12",
        "choice",
        "broken",
        "cannot tell"
    );
    let sum = outcome.sum();
    for (name, score) in
        outcome.scores.iter().map(|(name, score)| (*name, score)).chain([("all", &sum)])
    {
        let _ = writeln!(text, "{}", line(name, score));
    }
    if !sum.offences.is_empty() {
        let _ = writeln!(
            text,
            "\n{:<9}{:<12}{:>7}{:>9}{:>9}{:>8}{:>8}{:>13}   not named",
            "edition", "article", "tried", "named", "squares", "other", "missed", "cannot tell"
        );
    }
    for ((year, article), score) in &sum.offences {
        let share = |number: u64| format!("{:.1} %", 100.0 * number as f64 / score.tried as f64);
        let kinds: Vec<String> =
            score.kinds.iter().map(|(kind, number)| format!("{kind:?} {number}")).collect();
        let _ = writeln!(
            text,
            "{year:<9}{article:<12}{:>7}{:>9}{:>9}{:>8}{:>8}{:>13}   {}",
            score.tried,
            share(score.named),
            share(score.squares),
            share(score.other),
            share(score.missed),
            share(score.cannot_tell),
            kinds.join(", ")
        );
    }
    if !sum.cannot_tell.is_empty() {
        let _ = writeln!(text, "\nwhat reeds cannot tell");
    }
    for (class, sentence) in CannotTell::ALL {
        if let Some(number) = sum.cannot_tell.get(&class) {
            let _ = writeln!(text, "{number:>8}  {sentence}");
        }
    }
    text
}

fn line(name: &str, score: &Score) -> String {
    format!(
        "{name:<16}{:>8}{:>12}{:>10}{:>14}{:>12}{:>13}{:>8}{:>8}{:>13}",
        score.games,
        score.half_moves,
        score.misreads,
        score.false_alarms,
        score.false_order,
        score.missed_order,
        score.choices,
        score.broken,
        score.cannot_tell.values().sum::<u64>()
    )
}
