use damiera::rules::{Cell, Colour};
use damiera::sense::{Contact, Key, Side};
use damiera_sim::hands::noise::{self, Disturbance};
use damiera_sim::scenario::{Account, Act, Code, Kind, RawChange, RawContact, Scenario, Step};
use damiera_sim::virtual_board::Change;

use super::{Changed, without_times};

/// A failed run with no more noise than it takes to fail in the same way.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The noise.
    pub noise: Vec<Disturbance>,
    /// A scenario that fails in the same way: of raw changes of contacts where they can stand for the
    /// acts, else of the acts with the whole noise of the seed.
    pub scenario: Scenario,
}

impl Variant {
    /// The smallest variant of a failed run.
    pub fn of(scenario: &Scenario, changed: &Changed) -> Self {
        let fails = |noise: &[Disturbance]| {
            let (account, changes) = run_with(scenario, |_| noise.to_vec());
            is_possible(&changes) && fails_alike(&account, changed)
        };
        let mut noise = Vec::new();
        let (_, changes) = run_with(scenario, |(begins, contacts)| {
            let seed = changed.seed.into();
            noise = noise::draw(begins, contacts, scenario.settings.brush, seed);
            noise.clone()
        });
        let mut raw = raw(scenario, &changes);
        let mut number = 0;
        while number < noise.len() {
            let mut fewer = noise.clone();
            fewer.remove(number);
            if fails(&fewer) {
                noise = fewer;
            } else {
                number += 1;
            }
        }
        let (_, changes) = run_with(scenario, |_| noise.clone());
        raw = self::raw(scenario, &changes).or(raw);
        let message = without_times(&changed.problem.message);
        let same = |raw: &Scenario| {
            raw.run().failure.is_some_and(|failure| without_times(&failure.message) == message)
        };
        let mut variant = raw.filter(same).unwrap_or_else(|| {
            let mut whole = scenario.clone();
            whole.settings.noise = Some(changed.seed);
            whole
        });
        variant.heading.push(String::new());
        variant.heading.push(format!("{} with `noise {}`:", changed.name, changed.seed));
        variant.heading.push(changed.problem.to_string());
        variant.heading.push("The noise that it takes:".to_owned());
        variant.heading.extend(noise.iter().map(|one| written(one, scenario)));
        Self { noise, scenario: variant }
    }
}

/// Runs a scenario with this noise; returns the changes as well.
fn run_with(
    scenario: &Scenario,
    noise: impl FnOnce((damiera::sense::Cells, &[Change])) -> Vec<Disturbance>,
) -> (Account, Vec<Change>) {
    let mut changes = Vec::new();
    let account = scenario.run_mixed(|begins, contacts| {
        changes = noise::apply(contacts, &noise((begins, contacts)));
        changes.clone()
    });
    (account, changes)
}

/// Whether changes are in order, and every one changes its contact.
fn is_possible(changes: &[Change]) -> bool {
    let mut last = std::collections::HashMap::new();
    changes.is_sorted_by_key(|change| change.at)
        && changes.iter().all(|change| {
            last.insert(format!("{:?}", change.contact), change.closed) != Some(change.closed)
        })
}

fn fails_alike(account: &Account, changed: &Changed) -> bool {
    account.failure.as_ref().is_some_and(|failure| {
        (failure.place, failure.code) == (changed.problem.place, changed.problem.code)
            && (failure.code == Code::State
                || without_times(&failure.message) == without_times(&changed.problem.message))
    })
}

/// The scenario with raw changes of contacts in place of its acts; `None` where an act is more than
/// changes of contacts.
fn raw(scenario: &Scenario, changes: &[Change]) -> Option<Scenario> {
    let plain = scenario.run();
    let mut begins = plain.entries.iter().filter(|entry| entry.kind == Kind::Act).map(|e| e.at);
    let mut raw = Scenario { lines: Vec::new(), ..scenario.clone() };
    let mut changes = changes.iter().peekable();
    // Expectations are checked when the next act begins, after the noise before it.
    let mut expected = Vec::new();
    for line in &scenario.lines {
        match &line.step {
            Step::Act { act, .. } if act.is_by_hand() && !matches!(act, Act::Bounce(_)) => {
                let begins = begins.next()?;
                while let Some(change) = changes.next_if(|change| change.at < begins) {
                    raw.raw(raw_change(change, scenario)?);
                }
                raw.lines.append(&mut expected);
            }
            Step::Expect(_) => expected.push(line.clone()),
            _ => return None,
        }
    }
    for change in changes {
        raw.raw(raw_change(change, scenario)?);
    }
    raw.lines.append(&mut expected);
    Some(raw)
}

fn raw_change(change: &Change, scenario: &Scenario) -> Option<RawChange> {
    let contact = match change.contact {
        Contact::Cell(cell) => RawContact::Cell(cell),
        Contact::Key(Key::Player(side)) => RawContact::Button(colour_at(scenario, side)),
        Contact::Key(key) => RawContact::Key(key),
    };
    Some(RawChange { at: change.at.try_into().ok()?, contact, closed: change.closed })
}

fn colour_at(scenario: &Scenario, side: Side) -> Colour {
    if scenario.white_sits() == side { Colour::White } else { Colour::Black }
}

fn written(disturbance: &Disturbance, scenario: &Scenario) -> String {
    let name = |cell: Cell| match cell.dark() {
        Some(square) => square.to_string(),
        None => format!("r{}c{}", cell.row() + 1, cell.column() + 1),
    };
    match *disturbance {
        Disturbance::Moment { cell, closes: false, at, lasts } => {
            format!("{} tilts at {at} for {lasts} ms", name(cell))
        }
        Disturbance::Moment { cell, closes: true, at, lasts } => {
            format!("a piece is carried low over {} at {at} for {lasts} ms", name(cell))
        }
        Disturbance::Slide { lift, overlap } => {
            let mut text = format!("a slide, on both squares for {overlap} ms");
            scenario.run_mixed(|_, contacts| {
                if let (Contact::Cell(from), Contact::Cell(to)) =
                    (contacts[lift].contact, contacts[lift + 1].contact)
                {
                    let at = contacts[lift].at;
                    text = format!(
                        "{} slides to {} at {at}, on both for {overlap} ms",
                        name(from),
                        name(to)
                    );
                }
                contacts.to_vec()
            });
            text
        }
    }
}
