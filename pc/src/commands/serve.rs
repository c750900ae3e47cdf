//! `damiera serve`: a live page for a hall, to be looked at and nothing else.
//!
//! ```text
//!  boards → Hall ←─ asks what is new ─ Reader ─ server-sent events ─→ browser
//!                └─ BoardJson: a board as JSON, made once for all readers
//! ```

mod board_json;
mod http;
mod json_cache;
mod reader;
mod request;
mod routes;

use std::io::{ErrorKind, Write};
use std::net::{SocketAddr, TcpListener};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use crate::cli::ServeArgs;
use crate::exit_status::ExitStatus;
use crate::hall::{ConnectionState, Hall};
use crate::link::{Address, Fault, Stop};

/// How long it takes at most until Ctrl-C is noticed.
const PATIENCE: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let addresses: Vec<Address> =
        args.ports.iter().map(|port| port.parse()).collect::<Result<_, _>>()?;
    let listener = listen(args.listen)?;
    let address = listener.local_addr()?;
    let hall = Hall::open(&addresses, &stop);
    writeln!(out, "The hall is at http://{address}/")?;
    if !address.ip().is_loopback() {
        writeln!(out, "Whoever reaches this computer can look at it.")?;
    }
    if addresses.is_empty() && Address::plugged_in().is_empty() {
        writeln!(out, "No board is plugged in yet; those that come are shown.")?;
    }
    writeln!(out, "Ctrl-C ends it.")?;
    out.flush()?;

    let pages = routes::Routes::new(hall.clone(), address);
    thread::Builder::new()
        .name("http".to_owned())
        .spawn(move || http::serve(&listener, pages))
        .context("a thread for the pages")?;
    tell_operator(&hall, &stop);
    Ok(ExitStatus::Success)
}

fn listen(address: SocketAddr) -> Result<TcpListener> {
    TcpListener::bind(address).map_err(|error| match error.kind() {
        ErrorKind::AddrInUse => Fault::Busy(address.to_string()).into(),
        ErrorKind::AddrNotAvailable => anyhow!("{address}: this computer has no such address"),
        ErrorKind::PermissionDenied => {
            anyhow!("{address}: this user may not listen there; a port above 1023 needs no right")
        }
        _ => anyhow!("{address}: {error}"),
    })
}

/// Says on the terminal what happens to the boards, until the program is to end.
fn tell_operator(hall: &Hall, stop: &Stop) {
    let mut known: Vec<&'static str> = Vec::new();
    let mut version = 0;
    while !stop.is_set() {
        let boards = hall.newer(version, PATIENCE);
        version = boards.version;
        known.resize(boards.seats.len(), "awaited");
        for (seat, known) in boards.seats.iter().zip(&mut known) {
            let before = std::mem::replace(known, seat.bond.name());
            match &seat.bond {
                _ if before == *known => {}
                ConnectionState::Lost(fault) => eprintln!("{fault}; waiting for it"),
                ConnectionState::Failed(fault) => eprintln!("error: {fault}"),
                ConnectionState::Live if before == "lost" => {
                    eprintln!("{}: the board is back", seat.address)
                }
                ConnectionState::Awaited | ConnectionState::Live | ConnectionState::Over => {}
            }
        }
    }
}
