//! `damiera dump`: every byte of a connection, with its time, in a file.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::capture::{Speaker, Taker};
use crate::cli::DumpArgs;
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardUpdate, Fault, Follower, Got, Port, Stop};

/// A board that is there says who it is in a few milliseconds.
const GREETING: Duration = Duration::from_secs(3);

pub(crate) fn run(args: &DumpArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let address: Address = args.port.parse()?;
    let mut port = Port::open(&address)?;
    let mut taker = Taker::create(&args.output, &address.to_string())?;
    let mut told = Told::default();
    let ended = take(&address, &mut port, args.listen, &mut taker, &mut told, &stop);
    let Told { bytes, events } = told;
    writeln!(out, "{}: {bytes} bytes with {events} events", args.output.display())?;
    ended?;
    Ok(ExitStatus::Success)
}

/// What has come so far.
#[derive(Default)]
struct Told {
    bytes: usize,
    events: usize,
}

/// Takes everything down until the connection ends, or somebody ends it.
fn take(
    address: &Address,
    port: &mut Port,
    listen: bool,
    taker: &mut Taker,
    told: &mut Told,
    stop: &Stop,
) -> Result<(), Fault> {
    let broken = |error| Fault::Broken(address.to_string(), error);
    let began = Instant::now();
    let asks = !listen && !port.is_recording();
    // Asks for all that the board keeps, so that a capture is a board of its own.
    let mut follower = Follower::default();
    follower.connected(asks);
    let mut buffer = [0; 4096];
    loop {
        let asked = follower.outgoing();
        taker.take(Speaker::Pc, &asked)?;
        port.write(&asked).map_err(broken)?;
        if stop.is_set() {
            return taker.flush();
        }
        match port.read(&mut buffer) {
            Ok(Got::Bytes(number)) => {
                taker.take(Speaker::Board, &buffer[..number])?;
                told.bytes += number;
                follower.read(&buffer[..number], &mut |news| {
                    told.events += usize::from(matches!(news, BoardUpdate::Event(..)));
                });
            }
            Ok(Got::Quiet) => taker.flush()?,
            Ok(Got::End) => {
                taker.flush()?;
                if port.is_recording() {
                    return Ok(());
                }
                return Err(broken(io::ErrorKind::UnexpectedEof.into()));
            }
            Err(error) => {
                taker.flush()?;
                return Err(broken(error));
            }
        }
        if let Some(oldest) = follower.foreign() {
            taker.flush()?;
            return Err(Fault::Protocol { port: address.to_string(), oldest });
        }
        if asks && !follower.greeted() && began.elapsed() > GREETING {
            return Err(Fault::WrongDevice(address.to_string()));
        }
    }
}
