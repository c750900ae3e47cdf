//! `damiera perft`: counts of move sequences of each length.

use std::io::Write;

use anyhow::Result;

use crate::cli::PerftArgs;
use crate::counting::Counter;
use crate::counting::{Tally, TallyLine};
use crate::exit_status::ExitStatus;
use crate::fen_arg::FenArg;

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let arg = FenArg::read(&args.fen)?;
    let counter = Counter::new(args.bulk, &args.threads);
    if !args.json {
        writeln!(out, "{}", arg.fen)?;
        writeln!(out, "depth {:>20} {:>12} {:>14}", "leaves", "seconds", "leaves/s")?;
    }
    for depth in 1..=args.depth {
        let tally = Tally::of(|| counter.leaves(&arg.position, depth));
        if args.json {
            serde_json::to_writer(&mut *out, &TallyLine::new(&arg.fen, depth, &tally))?;
            writeln!(out)?;
        } else {
            let seconds = tally.elapsed.as_secs_f64();
            let rate = tally.leaves_per_second();
            writeln!(out, "{depth:>5} {:>20} {seconds:>12.6} {rate:>14}", tally.leaves)?;
        }
        // The next depth may take a while.
        out.flush()?;
    }
    Ok(ExitStatus::Success)
}
