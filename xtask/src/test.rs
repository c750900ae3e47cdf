//! `cargo xtask test`: runs all checks that must pass before a change is merged.

use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use crate::instructions::{self, Counted};
use crate::shell::Call;
use crate::{browser, emulator, firmware, image, size, toolchain};

/// One check.
struct Step {
    name: String,
    /// The shell command that runs this step alone.
    alone: String,
    check: Box<dyn Fn() -> Result<Outcome>>,
}

/// How a step that did not fail ended.
enum Outcome {
    Passed,
    Skipped,
}

pub(crate) fn run() -> Result<()> {
    let mut summary = Vec::new();
    for step in steps()? {
        println!("== {}", step.name);
        let start = Instant::now();
        let outcome = (step.check)().map_err(|error| {
            let Step { name, alone, .. } = &step;
            anyhow!("the step `{name}` failed: {error:#}\nrun it alone with: {alone}")
        })?;
        summary.push((step.name, outcome, start.elapsed()));
    }

    println!("== all steps passed");
    for (name, outcome, time) in &summary {
        let outcome = match outcome {
            Outcome::Passed => "",
            Outcome::Skipped => "  (skipped)",
        };
        println!("{:>8.1} s  {name}{outcome}", time.as_secs_f64());
    }
    let total: Duration = summary.iter().map(|(_, _, time)| time).sum();
    println!("{:>8.1} s  in all", total.as_secs_f64());
    Ok(())
}

/// Returns the steps in order, the quick ones first.
fn steps() -> Result<Vec<Step>> {
    let host = |line: &str| Call::cargo(line).args(["--workspace", "--target", "host-tuple"]);
    let deny = ["--", "-D", "warnings"];

    let mut steps = vec![
        Step {
            name: "toolchain".to_owned(),
            alone: format!("rustup target add {} {}", toolchain::CHIP, toolchain::WEB),
            check: Box::new(|| toolchain::complete().map(|()| Outcome::Passed)),
        },
        Step::call("formatting", Call::cargo("fmt --all --check")),
        Step::call("clippy on the host", host("clippy --all-targets").args(deny)),
    ];
    for board in firmware::boards()? {
        steps.push(Step::call(
            &format!("clippy on the chip, {board}"),
            Call::cargo("clippy --package damiera --lib --bins")
                .args(firmware::board_arguments(&board))
                .args(deny),
        ));
    }
    steps.push(Step::call(
        "sim compiles to WebAssembly",
        Call::cargo("check --package damiera-sim --target").args([toolchain::WEB]),
    ));
    steps.push(Step::call("docs", host("doc --no-deps").variable("RUSTDOCFLAGS", "-D warnings")));
    steps.push(Step::call("host tests", host("test --profile checked")));
    steps.push(Step {
        name: "firmware and its size".to_owned(),
        alone: "cargo xtask size".to_owned(),
        check: Box::new(|| size::run().map(|()| Outcome::Passed)),
    });
    steps.push(Step {
        name: "the images under the emulator".to_owned(),
        alone: "cargo xtask image".to_owned(),
        check: Box::new(|| match emulator::missing() {
            Some(missing) => {
                println!("{missing}");
                Ok(Outcome::Skipped)
            }
            None => image::test().map(|()| Outcome::Passed),
        }),
    });
    steps.push(Step {
        name: "the pages in a browser".to_owned(),
        alone: "cargo xtask browser".to_owned(),
        check: Box::new(|| match browser::missing() {
            Some(missing) => {
                println!("{missing}");
                Ok(Outcome::Skipped)
            }
            None => browser::test(false, false).map(|()| Outcome::Passed),
        }),
    });
    steps.push(Step {
        name: "instruction counts".to_owned(),
        alone: "cargo xtask instructions".to_owned(),
        check: Box::new(|| {
            Ok(match instructions::run()? {
                Counted::Yes => Outcome::Passed,
                Counted::No => Outcome::Skipped,
            })
        }),
    });
    Ok(steps)
}

impl Step {
    /// Returns a step that runs one program.
    fn call(name: &str, call: Call) -> Self {
        Step {
            name: name.to_owned(),
            alone: call.to_string(),
            check: Box::new(move || call.run().map(|()| Outcome::Passed)),
        }
    }
}
