//! Every scenario of hands with the noise of hands mixed in: what must come out stays the same.

mod table;
mod variant;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, io, thread};

use damiera_emulator::scenario_files;
use damiera_sim::hands::noise::{self, Disturbance};
use damiera_sim::scenario::{Account, Act, Code, Kind, Problem, Scenario, Step};

use crate::data;
pub use table::table;
pub use variant::Variant;

/// The goal: the least share of runs, in percent, that noise leaves unchanged.
pub const GOAL: f64 = 97.0;

/// What is played.
#[derive(Clone, Copy, Debug)]
pub struct NoiseCampaign {
    /// Number of times that each scenario is played.
    pub times: u32,
    /// Seed of the noise of the first time; each next time has the next one.
    pub seed: u32,
    /// Number of threads; the result does not depend on it.
    pub threads: usize,
}

/// A scenario of the folder.
#[derive(Clone, Debug)]
pub struct NamedScenario {
    /// The path below the folder of scenarios, with `/`.
    pub name: String,
    /// The scenario as it is in the file.
    pub scenario: Scenario,
    /// The scenario in which hands wait after a knock until the board has told of it.
    pub unhurried: Scenario,
}

/// The scenarios of the folder, by whether they can take noise.
#[derive(Clone, Debug, Default)]
pub struct Scenarios {
    /// Those of acts.
    pub played: Vec<NamedScenario>,
    /// The names of those of raw changes of contacts: they have the noise of their hands already.
    pub raw: Vec<String>,
}

/// A run that failed.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The path below the folder of scenarios.
    pub name: String,
    /// The seed of the noise.
    pub seed: u32,
    /// The failure of the scenario.
    pub problem: Problem,
    /// The first difference between what happens with noise and without.
    pub difference: String,
}

/// The result of a campaign.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NoiseOutcome {
    /// Number of scenarios played.
    pub scenarios: usize,
    /// Number of runs.
    pub runs: usize,
    /// Number of tilts, of reeds closed under a piece carried low, and of slides in all runs.
    pub drawn: [usize; 3],
    /// Number of runs in which every expectation was met.
    pub passed: usize,
    /// Number of runs in which an expectation was not met, because a contact was disturbed when it was
    /// checked or a decision had to wait, but all that happened was the same as without noise.
    pub late: usize,
    /// Number of runs that passed, but in which something that no line names was different.
    pub unnamed: usize,
    /// The other runs, by name and seed.
    pub changed: Vec<Changed>,
}

/// A scenario, the line in which it fails, and the first difference in what happens.
pub type Class<'a> = (&'a str, u32, &'a str);

impl NoiseOutcome {
    /// Share of the runs that passed or in which the same happened, in percent.
    pub fn unchanged(&self) -> f64 {
        100.0 * (self.passed + self.late) as f64 / self.runs.max(1) as f64
    }

    /// The changed runs by class: the name, the line of the failure and the difference.
    pub fn classes(&self) -> BTreeMap<Class<'_>, Vec<&Changed>> {
        let mut classes: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for changed in &self.changed {
            let line = changed.problem.place.line;
            let class = (changed.name.as_str(), line, changed.difference.as_str());
            classes.entry(class).or_default().push(changed);
        }
        classes
    }
}

impl Scenarios {
    /// Reads the folder of scenarios.
    pub fn read() -> io::Result<Self> {
        let folder = data::path("data/scenarios");
        let mut scenarios = Self::default();
        for path in scenario_files(&folder)? {
            let name = name_below(&folder, &path);
            let scenario = Scenario::read(&fs::read_to_string(&path)?)
                .map_err(|problem| io::Error::other(format!("{name}:{problem}")))?;
            if scenario.is_raw() {
                scenarios.raw.push(name);
            } else {
                let unhurried = unhurried(&scenario);
                scenarios.played.push(NamedScenario { name, scenario, unhurried });
            }
        }
        Ok(scenarios)
    }
}

impl NoiseCampaign {
    /// Plays all these scenarios.
    pub fn run(&self, scenarios: &[NamedScenario]) -> NoiseOutcome {
        let next = AtomicUsize::new(0);
        let parts: Vec<NoiseOutcome> = thread::scope(|scope| {
            let players: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(|| self.part(scenarios, &next)))
                .collect();
            players.into_iter().filter_map(|player| player.join().ok()).collect()
        });
        let mut outcome = NoiseOutcome { scenarios: scenarios.len(), ..NoiseOutcome::default() };
        for part in parts {
            outcome.runs += part.runs;
            for (sum, drawn) in outcome.drawn.iter_mut().zip(part.drawn) {
                *sum += drawn;
            }
            outcome.passed += part.passed;
            outcome.late += part.late;
            outcome.unnamed += part.unnamed;
            outcome.changed.extend(part.changed);
        }
        outcome.changed.sort_by(|a, b| (&a.name, a.seed).cmp(&(&b.name, b.seed)));
        outcome
    }

    /// Plays scenarios until there are none left.
    fn part(&self, scenarios: &[NamedScenario], next: &AtomicUsize) -> NoiseOutcome {
        let mut outcome = NoiseOutcome::default();
        while let Some(NamedScenario { name, scenario, unhurried }) =
            scenarios.get(next.fetch_add(1, Ordering::Relaxed))
        {
            let plain = scenario.run();
            let plain = happened(&plain);
            let mut noisy = unhurried.clone();
            for seed in (self.seed..).take(self.times as usize) {
                noisy.settings.noise = Some(seed);
                let (account, drawn) = run(unhurried, seed);
                outcome.runs += 1;
                for one in drawn {
                    outcome.drawn[match one {
                        Disturbance::Moment { closes: false, .. } => 0,
                        Disturbance::Moment { closes: true, .. } => 1,
                        Disturbance::Slide { .. } => 2,
                    }] += 1;
                }
                let Some(problem) = account.failure.clone() else {
                    outcome.passed += 1;
                    outcome.unnamed += usize::from(happened(&account) != plain);
                    continue;
                };
                let difference = match problem.code {
                    Code::Invariant => Some(without_times(&problem.message)),
                    _ => {
                        let whole = to_the_end(&noisy);
                        let broken = whole.failure.as_ref().filter(|p| p.code == Code::Invariant);
                        let broken = broken.map(|problem| without_times(&problem.message));
                        broken.or_else(|| difference(&plain, &happened(&whole)))
                    }
                };
                match difference {
                    None => outcome.late += 1,
                    Some(difference) => {
                        let name = name.clone();
                        outcome.changed.push(Changed { name, seed, problem, difference });
                    }
                }
            }
        }
        outcome
    }
}

/// The scenario with the acts behind a knock two brushes later, unless a time is written: with noise the
/// board tells of a knock so much later at most, and people see the pieces fall.
fn unhurried(scenario: &Scenario) -> Scenario {
    let mut unhurried = scenario.clone();
    let later = 2 * scenario.settings.brush + 200;
    let mut knocked = false;
    for line in &mut unhurried.lines {
        if let Step::Act { after, act } = &mut line.step {
            if knocked {
                after.get_or_insert(later);
            }
            knocked = matches!(act, Act::Knock(_));
        }
    }
    unhurried
}

/// Runs a scenario as with `noise SEED`, and returns the noise as well.
fn run(scenario: &Scenario, seed: u32) -> (Account, Vec<Disturbance>) {
    let mut drawn = Vec::new();
    let account = scenario.run_mixed(|begins, contacts| {
        drawn = noise::draw(begins, contacts, scenario.settings.brush, seed.into());
        noise::apply(contacts, &drawn)
    });
    (account, drawn)
}

/// The run of all acts, whatever is expected.
fn to_the_end(scenario: &Scenario) -> Account {
    let mut acts = scenario.clone();
    acts.lines.retain(|line| !matches!(line.step, Step::Expect(_)));
    acts.run()
}

/// What happened in order, but for what need not be named in a scenario.
fn happened(account: &Account) -> Vec<&str> {
    let optional = ["sound ", "touched ", "pressed "];
    let told = |text: &&str| !optional.iter().any(|optional| text.starts_with(optional));
    let happened = account.entries.iter().filter(|entry| entry.kind == Kind::Happened);
    happened.map(|entry| entry.text.as_str()).filter(told).collect()
}

/// The first difference between what happened without noise and with it.
fn difference(plain: &[&str], noisy: &[&str]) -> Option<String> {
    let same = plain.iter().zip(noisy).take_while(|(plain, noisy)| plain == noisy).count();
    match (plain.get(same), noisy.get(same)) {
        (None, None) => None,
        (Some(plain), Some(noisy)) => Some(format!("`{plain}` becomes `{noisy}`")),
        (Some(plain), None) => Some(format!("`{plain}` does not happen")),
        (None, Some(noisy)) => Some(format!("`{noisy}` happens as well")),
    }
}

/// A message without its ` at N ms`.
fn without_times(message: &str) -> String {
    let mut parts = message.split(" at ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
        match rest.strip_prefix(" ms").filter(|_| rest.len() < part.len()) {
            Some(rest) => text.push_str(rest),
            None => {
                text.push_str(" at ");
                text.push_str(part);
            }
        }
    }
    text
}

/// The same on every system.
fn name_below(folder: &Path, path: &Path) -> String {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let parts = below.components().map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
