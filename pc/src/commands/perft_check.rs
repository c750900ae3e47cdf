//! `damiera perft-check`: compares counts of move sequences with a table.

use std::fmt;
use std::fs::File;
use std::io::Write;

use anyhow::{Context, Result, anyhow, bail, ensure};
use csv::{Reader, StringRecord};

use crate::cli::{MAX_DEPTH, PerftCheckArgs};
use crate::counting::Counter;
use crate::counting::Tally;
use crate::exit_status::ExitStatus;
use crate::fen_arg::{BadFen, FenArg};

/// Counts each row of the table and compares, with bulk counting of the last moves. A row that
/// cannot be parsed counts as failed.
pub(crate) fn run(args: &PerftCheckArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let name = || args.file.display().to_string();
    let mut table = Reader::from_reader(File::open(&args.file).with_context(name)?);
    let columns = Columns::named(table.headers().with_context(name)?).with_context(name)?;
    let counter = Counter::new(true, &args.threads);
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    let mut record = StringRecord::new();
    loop {
        let line = table.position().line();
        let row = match table.read_record(&mut record) {
            Ok(false) => break,
            Ok(true) => columns.row(&record),
            Err(error) => Err(error.into()),
        };
        match row {
            Err(error) => {
                failed += 1;
                writeln!(out, "FAILED   line {line}: {error:#}")?;
            }
            Ok(row) if row.nodes > args.max_nodes => {
                skipped += 1;
                writeln!(out, "skipped  {row} expects {}", row.nodes)?;
            }
            Ok(row) => {
                let tally = Tally::of(|| counter.leaves(&row.start.position, row.depth));
                if tally.leaves == row.nodes {
                    passed += 1;
                    let seconds = tally.elapsed.as_secs_f64();
                    writeln!(out, "passed   {row} {:>14} {seconds:>9.3} s", tally.leaves)?;
                } else {
                    failed += 1;
                    writeln!(out, "FAILED   {row} counted {}, not {}", tally.leaves, row.nodes)?;
                }
            }
        }
        out.flush()?;
    }
    if passed + failed + skipped == 0 {
        bail!("{}: the table has no rows", name());
    }
    writeln!(out, "{passed} passed, {failed} failed, {skipped} skipped")?;
    Ok(if failed == 0 { ExitStatus::Success } else { ExitStatus::BadInput })
}

/// Indices of the columns that are needed.
struct Columns {
    fen: usize,
    depth: usize,
    nodes: usize,
    /// Optional name of the position.
    id: Option<usize>,
}

impl Columns {
    fn named(header: &StringRecord) -> Result<Self> {
        let find = |wanted: &str| header.iter().position(|name| name.trim() == wanted);
        let need = |wanted| find(wanted).with_context(|| format!("no column is named {wanted}"));
        Ok(Self { fen: need("fen")?, depth: need("depth")?, nodes: need("nodes")?, id: find("id") })
    }

    fn row(&self, record: &StringRecord) -> Result<Row> {
        let field = |column| record.get(column).unwrap_or_default().trim();
        let one_line = |bad: BadFen| anyhow!("{}: {}", bad.printable(), bad.message);
        let start = FenArg::read(field(self.fen)).map_err(one_line)?;
        let depth = field(self.depth).parse().context("depth")?;
        ensure!(depth <= MAX_DEPTH, "depth: at most {MAX_DEPTH}");
        let nodes = field(self.nodes).parse().context("nodes")?;
        let name = self.id.map_or(field(self.fen), field).to_owned();
        Ok(Row { name, start, depth, nodes })
    }
}

struct Row {
    name: String,
    start: FenArg,
    depth: u32,
    nodes: u64,
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<20} depth {:>2}", self.name, self.depth)
    }
}
