//! The commands of the program, one module each: `run` takes the parsed arguments and writes to
//! standard output.

mod board;
mod divide;
mod dump;
mod explain;
mod games;
mod monitor;
mod moves;
mod openings;
mod perft;
mod perft_check;
mod record;
mod replay;
mod scenario;
mod send;
mod serve;
mod sheet;
mod sim;

use std::io::Write;

use anyhow::Result;

use crate::cli::Command;
use crate::exit_status::ExitStatus;

/// Runs the command that the command line names.
pub(crate) fn run(command: &Command, out: &mut impl Write) -> Result<ExitStatus> {
    match command {
        Command::Moves(args) => moves::run(args, out),
        Command::Perft(args) => perft::run(args, out),
        Command::Divide(args) => divide::run(args, out),
        Command::PerftCheck(args) => perft_check::run(args, out),
        Command::Openings(args) => openings::run(args, out),
        Command::Board(args) => board::run(args, out),
        Command::Scenario(args) => scenario::run(args, out),
        Command::Record(args) => record::run(args, out),
        Command::Games(args) => games::run(args, out),
        Command::Send(args) => send::run(args, out),
        Command::Dump(args) => dump::run(args, out),
        Command::Explain(args) => explain::run(args, out),
        Command::Replay(args) => replay::run(args, out),
        Command::Sheet(args) => sheet::run(args, out),
        Command::Monitor(args) => monitor::run(args, out),
        Command::Serve(args) => serve::run(args, out),
        Command::Sim(args) => sim::run(args, out),
    }
}
