//! `damiera serve`: a read-only live page of all boards.
//!
//! ```text
//!  boards → Hall ←─ waits for changes ─ Reader ─ server-sent events ─→ browser
//!                └─ JsonCache: a board as JSON, made once for all readers
//! ```

mod board_json;
mod json_cache;
mod reader;
mod routes;

use std::io::{self, ErrorKind, Write};
use std::net::SocketAddr;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use crate::cli::ServeArgs;
use crate::exit_status::ExitStatus;
use crate::hall::{ConnectionState, Hall};
use crate::link::{Address, Fault, Stop};
use crate::web::{Limits, Server};

/// Longest delay until Ctrl-C is noticed.
const STOP_POLL: Duration = Duration::from_millis(100);

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let addresses: Vec<Address> =
        args.ports.iter().map(|port| port.parse()).collect::<Result<_, _>>()?;
    let server = Server::listen(args.listen, Limits::from(&args.limits))
        .map_err(|error| not_listening(args.listen, error))?;
    let address = server.address()?;
    let hall = Hall::open(&addresses, &stop);
    writeln!(out, "The hall is at http://{address}/")?;
    if !address.ip().is_loopback() {
        writeln!(out, "warning: the page is visible to everybody who can reach this address")?;
    }
    if addresses.is_empty() && Address::plugged_in().is_empty() {
        writeln!(
            out,
            "No board is plugged in yet; boards are shown as soon as they are plugged in."
        )?;
    }
    writeln!(out, "Ctrl-C ends it.")?;
    out.flush()?;

    let running =
        server.start(routes::router(hall.clone(), address)).context("a thread for the pages")?;
    print_connection_changes(&hall, &stop);
    drop(running);
    Ok(ExitStatus::Success)
}

fn not_listening(address: SocketAddr, error: io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AddrInUse => Fault::Busy(address.to_string()).into(),
        ErrorKind::AddrNotAvailable => anyhow!("{address}: this computer has no such address"),
        ErrorKind::PermissionDenied => {
            anyhow!("{address}: permission denied: ports below 1024 need special rights")
        }
        _ => anyhow!("{address}: {error}"),
    }
}

/// Prints connection changes of the boards until `stop` is set.
fn print_connection_changes(hall: &Hall, stop: &Stop) {
    let mut known: Vec<&'static str> = Vec::new();
    let mut version = 0;
    while !stop.is_set() {
        let boards = hall.newer(version, STOP_POLL);
        version = boards.version;
        known.resize(boards.views.len(), "awaited");
        for (view, known) in boards.views.iter().zip(&mut known) {
            let before = std::mem::replace(known, view.connection.name());
            match &view.connection {
                _ if before == *known => {}
                ConnectionState::Lost(fault) => eprintln!("{fault}; waiting for the board"),
                ConnectionState::Failed(fault) => eprintln!("error: {fault}"),
                ConnectionState::Live if before == "lost" => {
                    eprintln!("{}: the board is back", view.address)
                }
                ConnectionState::Awaited | ConnectionState::Live | ConnectionState::Over => {}
            }
        }
    }
}
