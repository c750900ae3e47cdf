//! `damiera replay`: a capture once more, for people or as a board.

mod recital;

use std::io::Write;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::cable::Cable;
use crate::capture::{self, Run, Speaker};
use crate::cli::ReplayArgs;
use crate::event_text::MessageReader;
use crate::exit_status::ExitStatus;
use crate::link::Stop;
use recital::Recital;

/// How long it rests between two looks at the time.
const REST: Duration = Duration::from_millis(1);

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let mut runs = capture::read(&args.file)?;
    runs.retain(|run| run.by == Speaker::Board);
    if args.pty || args.tcp.is_some() {
        perform(&runs, args, &stop, out)
    } else {
        print(&runs, args.speed, &stop, out)
    }
}

/// One line a message: seconds, what it is, which event of which game, and what matters.
fn print(
    runs: &[Run],
    speed: Option<f64>,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<ExitStatus> {
    let began = Instant::now();
    let mut told = MessageReader::default();
    for run in runs {
        if let Some(speed) = speed {
            out.flush()?;
            while now(began, speed) < run.at && !stop.is_set() {
                sleep(REST);
            }
        }
        if stop.is_set() {
            break;
        }
        for line in told.read(&run.bytes) {
            let place =
                line.place.map_or(String::new(), |(game, number)| format!("{game}/{number}"));
            let seconds = run.at as f64 / 1e6;
            let text = format!("{seconds:10.3} {:<12} {place:<8} {}", line.kind, line.text);
            writeln!(out, "{}", text.trim_end())?;
        }
    }
    Ok(ExitStatus::Success)
}

/// The capture as a board at a port of its own, until Ctrl-C.
fn perform(
    runs: &[Run],
    args: &ReplayArgs,
    stop: &Stop,
    out: &mut impl Write,
) -> Result<ExitStatus> {
    let mut cable = Cable::open(args.tcp)?;
    match cable.path() {
        Some(path) => writeln!(out, "The board is at {}", path.display())?,
        None => writeln!(out, "There is no pseudo-terminal here: use --tcp")?,
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
        sleep(REST);
    }
    Ok(ExitStatus::Success)
}

/// Microseconds of the capture.
fn now(began: Instant, speed: f64) -> u64 {
    (began.elapsed().as_secs_f64() * speed * 1e6) as u64
}
