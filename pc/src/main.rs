//! The `damiera` program: the rules core at the command line, and the PC's end of the
//! stream.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::FromArgMatches;

use crate::cli::{Cli, Command};
use crate::link::Fault;
use crate::verdict::Verdict;

mod archive;
mod board;
mod cable;
mod capture;
mod cli;
mod counter;
mod divide;
mod dump;
mod games;
mod given;
mod hall;
mod link;
mod monitor;
mod moves;
mod openings;
mod pdn;
mod perft;
mod perft_check;
mod record;
mod replay;
mod scenario;
mod send;
mod serve;
mod sheet;
mod sim;
mod svg;
mod tally;
mod terminal;
mod told;
mod verdict;

fn main() -> ExitCode {
    let cli = Cli::from_arg_matches(&cli::command().get_matches()).unwrap_or_else(|e| e.exit());
    let mut out = BufWriter::new(io::stdout().lock());
    let done = match &cli.command {
        Command::Moves(args) => moves::run(args, &mut out),
        Command::Perft(args) => perft::run(args, &mut out),
        Command::Divide(args) => divide::run(args, &mut out),
        Command::PerftCheck(args) => perft_check::run(args, &mut out),
        Command::Openings(args) => openings::run(args, &mut out),
        Command::Board(args) => board::run(args, &mut out),
        Command::Scenario(args) => scenario::run(args, &mut out),
        Command::Record(args) => record::run(args, &mut out),
        Command::Games(args) => games::run(args, &mut out),
        Command::Send(args) => send::run(args, &mut out),
        Command::Dump(args) => dump::run(args, &mut out),
        Command::Replay(args) => replay::run(args, &mut out),
        Command::Sheet(args) => sheet::run(args, &mut out),
        Command::Monitor(args) => monitor::run(args, &mut out),
        Command::Serve(args) => serve::run(args, &mut out),
        Command::Sim(args) => sim::run(args, &mut out),
    };
    match done.and_then(|verdict| Ok(out.flush().map(|()| verdict)?)) {
        Ok(verdict) => verdict.into(),
        // Whoever reads has seen enough, as `head` does: no reason to complain.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // If this cannot be written either, the exit code has to do.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            match error.downcast_ref::<Fault>() {
                Some(fault) => ExitCode::from(fault.exit_code()),
                None => Verdict::Bad.into(),
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
