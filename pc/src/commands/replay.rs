//! `damiera replay`: prints a capture, offers it as a board at a port, or writes its contacts as a
//! scenario.

mod contacts;
mod recital;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::cable::Cable;
use crate::capture::{self, Run, Sender};
use crate::cli::ReplayArgs;
use crate::event_text::MessageReader;
use crate::exit_status::ExitStatus;
use crate::link::{Fault, Stop};
use recital::Recital;

/// Sleep between two polls.
const POLL_INTERVAL: Duration = Duration::from_millis(1);

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let mut runs = capture::read(&args.file)?;
    runs.retain(|run| run.by == Sender::Board);
    if let Some(scenario) = &args.scenario {
        return write_scenario(&runs, &args.file, scenario, out);
    }
    if args.pty || args.tcp.is_some() {
        serve_as_board(&runs, args, &stop, out)
    } else {
        print(&runs, args.speed, &stop, out)
    }
}

/// Writes the contacts of the last game as a scenario of raw changes.
fn write_scenario(
    runs: &[Run],
    capture: &Path,
    file: &Path,
    out: &mut impl Write,
) -> Result<ExitStatus> {
    let name = capture.file_name().unwrap_or_default().to_string_lossy();
    let Some((game, scenario)) = contacts::scenario(runs, &name) else {
        bail!("{}: there are no contacts of a game in it", capture.display());
    };
    let unwritten = |error| Fault::of_writing(file.to_owned(), error);
    fs::write(file, scenario.to_string()).map_err(unwritten)?;
    let number = scenario.lines.len();
    writeln!(out, "{}: game {game}, {number} changes of contacts", file.display())?;
    Ok(ExitStatus::Success)
}

/// Prints one line a message: seconds, kind, game and number, text.
fn print(
    runs: &[Run],
    speed: Option<f64>,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<ExitStatus> {
    let began = Instant::now();
    let mut messages = MessageReader::default();
    for run in runs {
        if let Some(speed) = speed {
            out.flush()?;
            while now(began, speed) < run.at && !stop.is_set() {
                sleep(POLL_INTERVAL);
            }
        }
        if stop.is_set() {
            break;
        }
        for line in messages.read(&run.bytes) {
            let place =
                line.place.map_or(String::new(), |(game, number)| format!("{game}/{number}"));
            let seconds = run.at as f64 / 1e6;
            let text = format!("{seconds:10.3} {:<12} {place:<8} {}", line.kind, line.text);
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    Ok(ExitStatus::Success)
}

/// Offers the capture as a board at a port, until Ctrl-C.
fn serve_as_board(
    runs: &[Run],
    args: &ReplayArgs,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<ExitStatus> {
    let mut cable = Cable::open(args.tcp)?;
    match cable.path() {
        Some(path) => writeln!(out, "The board is at {}", path.display())?,
        None => writeln!(out, "This system has no pseudo-terminals: use --tcp")?,
    }
    if let Some(address) = cable.address() {
        writeln!(out, "and tcp:{address}")?;
    }
    writeln!(out, "Ctrl-C ends it.")?;
    out.flush()?;
    let began = Instant::now();
    let speed = args.speed.unwrap_or(1.0);
    let mut recital = Recital::of(runs);
    while !stop.is_set() {
        if cable.poll() {
            recital.connect();
        }
        recital.advance(now(began, speed));
        let taken = recital.receive(cable.input());
        cable.taken(taken);
        loop {
            let bytes = recital.output();
            let length = bytes.len();
            let sent = if length == 0 { 0 } else { cable.send(bytes) };
            recital.sent(sent);
            if sent < length || length == 0 {
                break;
            }
        }
        sleep(POLL_INTERVAL);
    }
    Ok(ExitStatus::Success)
}

/// Returns the current time of the capture in microseconds.
fn now(began: Instant, speed: f64) -> u64 {
    (began.elapsed().as_secs_f64() * speed * 1e6) as u64
}
