//! `damiera explain`: what a board decided and why, in sentences and as a strip of boards.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, bail};
use damiera::event::{Event, EventKind};
use damiera::protocol::{Deframed, Deframer, Entry};
use damiera::view::Language;
use damiera_sim::scenario::Scenario;
use serde::Deserialize;

use crate::capture::{self, Sender};
use crate::cli::{ExplainArgs, LanguageArg};
use crate::drawing::strip;
use crate::exit_status::ExitStatus;
use crate::explain::{Explanation, Options, explain};
use crate::link::Fault;

/// The time in milliseconds below which a piece was brushed, on a board with its first settings.
const BRUSH: u32 = 150;

pub(crate) fn run(args: &ExplainArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let file = args.file.display();
    let played = match args.file.extension().is_some_and(|extension| extension == "scn") {
        true => of_scenario(&args.file),
        false => of_recording(&args.file),
    };
    let Played { events, brush, failure } = played.with_context(|| file.to_string())?;
    let language = match args.lang {
        LanguageArg::It => Language::Italian,
        LanguageArg::En => Language::English,
    };
    let brush = args.brush.unwrap_or(brush);
    let explanations = explain(&events, Options { language, brush });
    let wanted = |one: &&Explanation| {
        args.game.is_none_or(|game| game == one.game)
            && args.event.is_none_or(|number| number == one.number)
            && args.half_move.is_none_or(|number| number == one.half_move && one.kind != "Ended")
    };
    let chosen: Vec<&Explanation> = explanations.iter().filter(wanted).collect();
    if chosen.is_empty() {
        bail!("{file}: there is nothing to explain in it; a game needs its first event");
    }
    if let Some(path) = &args.svg {
        let picture = strip::draw(&chosen);
        if path == Path::new("-") {
            write!(out, "{picture}")?;
        } else {
            let unwritten = |error| Fault::of_writing(path.clone(), error);
            fs::write(path, picture).map_err(unwritten)?;
        }
    }
    if args.json {
        for one in &chosen {
            serde_json::to_writer(&mut *out, one)?;
            writeln!(out)?;
        }
    } else if args.svg.as_deref() != Some(Path::new("-")) {
        for (index, one) in chosen.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            write!(out, "{one}")?;
        }
    }
    if let Some(failure) = failure {
        eprintln!("{file}:{failure}");
        return Ok(ExitStatus::BadInput);
    }
    Ok(ExitStatus::Success)
}

/// The events of a file.
struct Played {
    events: Vec<Event>,
    /// The brush of the board, in milliseconds.
    brush: u32,
    /// Where a scenario did not go as it expects.
    failure: Option<String>,
}

/// Plays a scenario on the virtual board.
fn of_scenario(path: &Path) -> Result<Played> {
    let text = fs::read_to_string(path)?;
    let scenario = match Scenario::read(&text) {
        Ok(scenario) => scenario,
        Err(problem) => bail!("{problem}"),
    };
    let mut board = scenario.board().map_err(|mismatch| anyhow::anyhow!("{mismatch}"))?;
    let account = scenario.run_on(&mut board);
    let events = board.log().iter().filter_map(|bytes| Entry::of(bytes).ok()?.event().ok());
    Ok(Played {
        events: events.collect(),
        brush: scenario.settings.brush,
        failure: account.failure.map(|problem| problem.to_string()),
    })
}

/// The events in a capture, in bytes of a board, or in lines of `record --json`, each once.
fn of_recording(path: &Path) -> Result<Played> {
    let bytes = fs::read(path)?;
    let events = match bytes.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(b'{') => of_lines(&String::from_utf8_lossy(&bytes))?,
        _ => of_bytes(path)?,
    };
    let mut once = BTreeMap::new();
    for event in events {
        once.entry((event.game, event.number)).or_insert(event);
    }
    Ok(Played { events: once.into_values().collect(), brush: BRUSH, failure: None })
}

/// A line of `record --json`, as far as it is read again.
#[derive(Deserialize)]
struct Line {
    game: u32,
    number: u32,
    /// `null` for an event of a kind that the recorder did not know.
    at: Option<u32>,
    what: Option<EventKind>,
}

fn of_lines(text: &str) -> Result<Vec<Event>> {
    let mut events = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let line: Line =
            serde_json::from_str(line).with_context(|| format!("line {}", number + 1))?;
        if let (Some(at), Some(what)) = (line.at, line.what) {
            events.push(Event { game: line.game, number: line.number, at, what });
        }
    }
    Ok(events)
}

fn of_bytes(path: &Path) -> Result<Vec<Event>> {
    let mut deframer = Deframer::new();
    let mut events = Vec::new();
    for run in capture::read(path)?.iter().filter(|run| run.by == Sender::Board) {
        for byte in &run.bytes {
            let Some(Deframed::Message(message)) = deframer.push(*byte) else { continue };
            if let Some(Ok(entry)) = Entry::in_message(message) {
                events.extend(entry.event().ok());
            }
        }
    }
    Ok(events)
}
