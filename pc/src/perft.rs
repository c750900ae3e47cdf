use std::io::Write;

use anyhow::Result;

use crate::cli::PerftArgs;
use crate::counter::Counter;
use crate::given::Given;
use crate::tally::{Tally, TallyLine};
use crate::verdict::Verdict;

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> Result<Verdict> {
    let given = Given::read(&args.fen)?;
    let counter = Counter::new(args.bulk, &args.threads);
    if !args.json {
        writeln!(out, "{}", given.fen)?;
        writeln!(out, "depth {:>20} {:>12} {:>14}", "leaves", "seconds", "leaves/s")?;
    }
    for depth in 1..=args.depth {
        let tally = Tally::of(|| counter.leaves(&given.position, depth));
        if args.json {
            serde_json::to_writer(&mut *out, &TallyLine::new(&given.fen, depth, &tally))?;
            writeln!(out)?;
        } else {
            let seconds = tally.elapsed.as_secs_f64();
            let rate = tally.leaves_per_second();
            writeln!(out, "{depth:>5} {:>20} {seconds:>12.6} {rate:>14}", tally.leaves)?;
        }
        // The next depth may take a while.
        out.flush()?;
    }
    Ok(Verdict::Fine)
}
