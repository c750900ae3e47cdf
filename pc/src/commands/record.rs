//! `damiera record`: every game of every board into a file of its own.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use damiera::event::{Event, What};
use damiera::protocol::Place;
use serde::Serialize;

use crate::archive::Archive;
use crate::cli::RecordArgs;
use crate::event_text::MessageReader;
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardFeeds, BoardUpdate, Fault, LinkEvent, Stop};
use crate::pdn::Score;

/// A file is written when the board has told all, and at least as often as this.
const WRITE: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &RecordArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let archive = Archive::open(&args.output)?;
    let addresses: Vec<Address> =
        args.ports.iter().map(|port| port.parse()).collect::<Result<_, _>>()?;
    let feed = BoardFeeds::open(&addresses, &stop)?;
    let mut recorder = Recorder {
        archive,
        boards: HashMap::new(),
        scores: BTreeMap::new(),
        json: args.json,
        messages: HashMap::new(),
        full: false,
        lost: HashMap::new(),
    };
    let mut failed = None;
    // Where nobody takes the lines, the files are still to be finished.
    let mut printed = Ok(());
    while !stop.is_set() && printed.is_ok() {
        let Some(report) = feed.next() else { break };
        match report {
            LinkEvent::Update(address, news) => printed = recorder.hear(address, news, out),
            LinkEvent::Quiet => {
                recorder.write(true);
                printed = out.flush();
            }
            LinkEvent::Lost(address, fault) => recorder.lost(&address, &fault),
            LinkEvent::Over(fault) => failed = fault.or(failed),
            LinkEvent::Failed(fault) => failed = Some(fault),
        }
        recorder.write_now_and_then();
    }
    recorder.write(false);
    stop.set();
    feed.close();
    if recorder.is_behind() {
        return Ok(ExitStatus::WriteFailed);
    }
    printed?;
    match failed {
        Some(fault) => Err(fault.into()),
        None => Ok(ExitStatus::Success),
    }
}

struct Recorder {
    archive: Archive,
    /// Which board speaks at which port; a recording need not say.
    boards: HashMap<Address, u64>,
    scores: BTreeMap<(u64, u32), Sheet>,
    json: bool,
    /// What is printed of each port.
    messages: HashMap<Address, MessageReader>,
    /// A file could not be written, which has been said.
    full: bool,
    /// Ports whose loss has been said.
    lost: HashMap<Address, bool>,
}

struct Sheet {
    score: Score,
    /// Since when there is something that the file has not.
    changed: Option<Instant>,
}

/// An event as `--json` prints it: see docs/FILES.md.
#[derive(Serialize)]
struct Line<'a> {
    board: String,
    #[serde(flatten)]
    place: Place,
    /// The rest is nothing where only a newer program knows.
    at: Option<u32>,
    kind: Option<&'static str>,
    text: Option<String>,
    what: Option<&'a What>,
}

impl Recorder {
    fn hear(
        &mut self,
        address: Address,
        news: BoardUpdate,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match news {
            BoardUpdate::Hello(hello) => {
                if self.lost.insert(address.clone(), false) == Some(true) {
                    eprintln!("{address}: the board is back");
                }
                self.boards.insert(address, hello.id);
            }
            BoardUpdate::Event(place, event) => {
                let board = self.boards.get(&address).copied().unwrap_or(0);
                self.take(board, place, event.as_ref());
                if self.json {
                    let messages = self.messages.entry(address).or_default();
                    let (kind, text) = event.as_ref().map(|event| messages.event(event)).unzip();
                    let line = Line {
                        board: format!("{board:016X}"),
                        place,
                        at: event.as_ref().map(|event| event.at),
                        kind,
                        text,
                        what: event.as_ref().map(|event| &event.what),
                    };
                    serde_json::to_writer(&mut *out, &line)?;
                    writeln!(out)?;
                }
            }
            BoardUpdate::Erased => {
                eprintln!("{address}: the memory of the board was erased; its games begin anew");
                self.write(true);
                let board = self.boards.get(&address).copied().unwrap_or(0);
                self.scores.retain(|(of, _), _| *of != board);
                self.archive.forget();
            }
            BoardUpdate::Clocks(_) => {}
        }
        Ok(())
    }

    fn take(&mut self, board: u64, place: Place, event: Option<&Event>) {
        if place.number == 0 {
            // The one before is told to its end: no need to keep what is written.
            self.write(true);
            self.scores.retain(|(of, game), sheet| {
                *of != board || *game >= place.game || sheet.changed.is_some()
            });
        }
        let sheet = self
            .scores
            .entry((board, place.game))
            .or_insert_with(|| Sheet { score: Score::new(), changed: None });
        match event {
            Some(event) => sheet.score.apply(event),
            None => sheet.score.apply_unknown(),
        }
        sheet.changed.get_or_insert_with(Instant::now);
    }

    fn write_now_and_then(&mut self) {
        let due = |sheet: &Sheet| sheet.changed.is_some_and(|since| since.elapsed() > WRITE);
        if self.scores.values().any(due) {
            self.write(false);
        }
    }

    /// Writes what has changed. What cannot be written now is tried again.
    fn write(&mut self, whole: bool) {
        for (&(board, game), sheet) in &mut self.scores {
            if sheet.changed.is_none() {
                continue;
            }
            let path = self.archive.path(board, game);
            match self.archive.keep(&path, &sheet.score.game(), whole) {
                Ok(()) => {
                    sheet.changed = None;
                    self.full = false;
                }
                Err(fault) => {
                    sheet.changed = Some(Instant::now());
                    if !std::mem::replace(&mut self.full, true) {
                        eprintln!(
                            "error: {fault}; the board keeps the game, and it is tried again every second"
                        );
                    }
                }
            }
        }
    }

    fn is_behind(&self) -> bool {
        self.scores.values().any(|sheet| sheet.changed.is_some())
    }

    fn lost(&mut self, address: &Address, fault: &Fault) {
        if self.lost.insert(address.clone(), true) != Some(true) {
            eprintln!("{fault}; waiting for it");
        }
    }
}
