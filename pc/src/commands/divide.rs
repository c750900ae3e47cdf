//! `damiera divide`: counts of move sequences for each first move.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;

use crate::cli::PerftArgs;
use crate::counting::Counter;
use crate::counting::{Tally, TallyLine};
use crate::exit_status::ExitStatus;
use crate::fen_arg::FenArg;
use crate::move_order::sorted_moves;

/// One first move in JSON: the names and their order are an interface.
#[derive(Serialize)]
struct DivideLine {
    r#move: String,
    from: u8,
    path: Vec<u8>,
    nodes: u64,
}

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let arg = FenArg::read(&args.fen)?;
    let counter = Counter::new(args.bulk, &args.threads);
    let moves = sorted_moves(&arg.position);
    let mut counts = Vec::new();
    let total = Tally::of(|| {
        counts = counter.leaves_after(&arg.position, &moves, args.depth);
        counts.iter().sum()
    });
    if !args.json {
        writeln!(out, "{}", arg.fen)?;
    }
    for (&legal, nodes) in moves.iter().zip(counts) {
        let written = arg.position.write_move(legal).to_string();
        if args.json {
            let path = legal.path().map(|square| square.number()).collect();
            let from = legal.from().number();
            let line = DivideLine { r#move: written, from, path, nodes };
            serde_json::to_writer(&mut *out, &line)?;
            writeln!(out)?;
        } else {
            writeln!(out, "  {written:<12} {nodes:>20}")?;
        }
    }
    if args.json {
        serde_json::to_writer(&mut *out, &TallyLine::new(&arg.fen, args.depth, &total))?;
        writeln!(out)?;
    } else {
        let seconds = total.elapsed.as_secs_f64();
        let rate = total.leaves_per_second();
        writeln!(out, "  {:<12} {:>20}   {seconds:.6} s, {rate} leaves/s", "total", total.leaves)?;
    }
    Ok(ExitStatus::Success)
}
