//! Counts of move sequences (perft), for the commands `perft`, `divide` and `perft-check`.

mod counter;
mod tally;

pub(crate) use counter::Counter;
pub(crate) use tally::{Tally, TallyLine};
