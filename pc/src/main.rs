//! The `damiera` program: the rules at the command line, and the PC's end of the stream.
//!
//! `commands` has one module a command. The others are what commands share: `link` (connections
//! with boards), `hall` (the state of all boards), `pdn` and `archive` (games in files), `capture`
//! (recorded bytes), `cable` (the port of a simulated board), `event_text`, `explain` (decisions in
//! sentences, with `articles`), `counting`, `drawing`, `web` (the web server of `serve` and `sim`).

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::FromArgMatches;

use crate::cli::Cli;
use crate::exit_status::ExitStatus;
use crate::link::Fault;

mod archive;
mod articles;
mod cable;
mod capture;
mod cli;
mod commands;
mod counting;
mod drawing;
mod event_text;
mod exit_status;
mod explain;
mod fen_arg;
mod hall;
mod link;
mod move_order;
mod pdn;
mod web;

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&cli::command().get_matches()).unwrap_or_else(|e| e.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let ended = commands::run(&cli.command, &mut out);
    match ended.and_then(|status| Ok(out.flush().map(|()| status)?)) {
        Ok(status) => status.into(),
        // The reader of the pipe has closed it, as `head` does: not an error.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If standard error cannot be written either, the exit code remains.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            match error.downcast_ref::<Fault>() {
                Some(fault) => ExitCode::from(fault.exit_code()),
                None => ExitStatus::BadInput.into(),
            }
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        let json = cause.downcast_ref::<serde_json::Error>().and_then(|e| e.io_error_kind());
        io.or(json) == Some(io::ErrorKind::BrokenPipe)
    })
}
