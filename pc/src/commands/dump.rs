//! `damiera dump`: writes every byte of a connection, with its time, to a capture.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::capture::{CaptureWriter, Sender};
use crate::cli::DumpArgs;
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardUpdate, Fault, Follower, Got, Port, Stop};

/// Timeout for the greeting of a board, which takes a few milliseconds.
const GREETING_TIMEOUT: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &DumpArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let address: Address = args.port.parse()?;
    let mut port = Port::open(&address)?;
    let mut capture = CaptureWriter::create(&args.output, &address.to_string())?;
    let mut counts = Counts::default();
    let ended = copy(&address, &mut port, args.listen, &mut capture, &mut counts, &stop);
    let Counts { bytes, events } = counts;
    writeln!(out, "{}: {bytes} bytes with {events} events", args.output.display())?;
    ended?;
    Ok(ExitStatus::Success)
}

/// Numbers of bytes and events received.
#[derive(Default)]
struct Counts {
    bytes: usize,
    events: usize,
}

/// Copies the connection to the capture until it ends or `stop` is set.
fn copy(
    address: &Address,
    port: &mut Port,
    listen: bool,
    capture: &mut CaptureWriter,
    counts: &mut Counts,
    stop: &Stop,
) -> Result<(), Fault> {
    let broken = |error| Fault::Broken(address.to_string(), error);
    let began = Instant::now();
    let asks = !listen && !port.is_recording();
    // Requests all stored events, so that `replay` can answer every request from the capture.
    let mut follower = Follower::default();
    follower.connected(asks);
    let mut buffer = [0; 4096];
    loop {
        let asked = follower.outgoing();
        capture.append(Sender::Pc, &asked)?;
        port.write(&asked).map_err(broken)?;
        if stop.is_set() {
            return capture.flush();
        }
        match port.read(&mut buffer) {
            Ok(Got::Bytes(number)) => {
                capture.append(Sender::Board, &buffer[..number])?;
                counts.bytes += number;
                follower.read(&buffer[..number], &mut |update| {
                    counts.events += usize::from(matches!(update, BoardUpdate::Event(..)));
                });
            }
            Ok(Got::Quiet) => capture.flush()?,
            Ok(Got::End) => {
                capture.flush()?;
                if port.is_recording() {
                    return Ok(());
                }
                return Err(broken(io::ErrorKind::UnexpectedEof.into()));
            }
            Err(error) => {
                capture.flush()?;
                return Err(broken(error));
            }
        }
        if let Some(oldest) = follower.foreign() {
            capture.flush()?;
            return Err(Fault::Protocol { port: address.to_string(), oldest });
        }
        if asks && !follower.greeted() && began.elapsed() > GREETING_TIMEOUT {
            return Err(Fault::WrongDevice(address.to_string()));
        }
    }
}
