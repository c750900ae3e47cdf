//! `damiera record`: writes every game of every board to a PDN file.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Result;
use damiera::event::{Event, EventKind};
use damiera::protocol::EventPosition;
use serde::Serialize;

use crate::archive::Archive;
use crate::cli::RecordArgs;
use crate::event_text::MessageReader;
use crate::exit_status::ExitStatus;
use crate::link::{Address, BoardFeeds, BoardUpdate, Fault, LinkEvent, Stop};
use crate::pdn::Score;

/// Longest delay between an event and the file that contains it. A file is also written whenever
/// the board has sent all its events.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

pub(crate) fn run(args: &RecordArgs, out: &mut impl Write) -> Result<ExitStatus> {
    let stop = Stop::on_signal()?;
    let archive = Archive::open(&args.output)?;
    let addresses: Vec<Address> =
        args.ports.iter().map(|port| port.parse()).collect::<Result<_, _>>()?;
    let feeds = BoardFeeds::open(&addresses, &stop)?;
    let mut recorder = Recorder {
        archive,
        boards: HashMap::new(),
        scores: BTreeMap::new(),
        json: args.json,
        messages: HashMap::new(),
        write_failed: false,
        lost: HashMap::new(),
    };
    let mut failed = None;
    // When standard output is closed, the files are still completed.
    let mut printed = Ok(());
    while !stop.is_set() && printed.is_ok() {
        let Some(event) = feeds.next() else { break };
        match event {
            LinkEvent::Update(address, update) => printed = recorder.apply(address, update, out),
            LinkEvent::Quiet => {
                recorder.write(true);
                printed = out.flush();
            }
            LinkEvent::Lost(address, fault) => recorder.lost(&address, &fault),
            LinkEvent::Over(fault) => failed = fault.or(failed),
            LinkEvent::Failed(fault) => failed = Some(fault),
        }
        recorder.write_if_due();
    }
    recorder.write(false);
    stop.set();
    feeds.close();
    if recorder.has_unwritten() {
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
    /// Serial number of the board at each address; a recording need not have one.
    boards: HashMap<Address, u64>,
    /// Games by serial number of the board and number of the game.
    scores: BTreeMap<(u64, u32), Sheet>,
    json: bool,
    /// State of the printed texts for each address.
    messages: HashMap<Address, MessageReader>,
    /// A file could not be written, and the error was printed.
    write_failed: bool,
    /// Whether the connection of an address is lost, and that was printed.
    lost: HashMap<Address, bool>,
}

struct Sheet {
    score: Score,
    /// Time of the first change that is not yet in the file.
    changed: Option<Instant>,
}

/// An event as `--json` prints it: see docs/FILES.md.
#[derive(Serialize)]
struct Line<'a> {
    board: String,
    game: u32,
    number: u32,
    /// This and the following are `null` for a kind of event that this program does not know.
    at: Option<u32>,
    kind: Option<&'static str>,
    text: Option<String>,
    /// The serde form of the event: its names are those of docs/protocol.json.
    what: Option<&'a EventKind>,
}

impl Recorder {
    fn apply(
        &mut self,
        address: Address,
        update: BoardUpdate,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match update {
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
                        game: place.game,
                        number: place.number,
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
                eprintln!("{address}: the memory of the board was erased; game numbers restart");
                self.write(true);
                let board = self.boards.get(&address).copied().unwrap_or(0);
                self.scores.retain(|(of, _), _| *of != board);
                self.archive.forget();
            }
            BoardUpdate::Clocks(_) => {}
        }
        Ok(())
    }

    fn take(&mut self, board: u64, place: EventPosition, event: Option<&Event>) {
        if place.number == 0 {
            // The former game is complete: its score is dropped once it is written.
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

    fn write_if_due(&mut self) {
        let due =
            |sheet: &Sheet| sheet.changed.is_some_and(|since| since.elapsed() > WRITE_INTERVAL);
        if self.scores.values().any(due) {
            self.write(false);
        }
    }

    /// Writes the games that have changed. One that cannot be written is tried again after
    /// [`WRITE_INTERVAL`].
    fn write(&mut self, whole: bool) {
        for (&(board, game), sheet) in &mut self.scores {
            if sheet.changed.is_none() {
                continue;
            }
            let path = self.archive.path(board, game);
            match self.archive.keep(&path, &sheet.score.game(), whole) {
                Ok(()) => {
                    sheet.changed = None;
                    self.write_failed = false;
                }
                Err(fault) => {
                    sheet.changed = Some(Instant::now());
                    if !std::mem::replace(&mut self.write_failed, true) {
                        eprintln!(
                            "error: {fault}; the board keeps the game; retrying every second"
                        );
                    }
                }
            }
        }
    }

    fn has_unwritten(&self) -> bool {
        self.scores.values().any(|sheet| sheet.changed.is_some())
    }

    fn lost(&mut self, address: &Address, fault: &Fault) {
        if self.lost.insert(address.clone(), true) != Some(true) {
            eprintln!("{fault}; waiting for the board");
        }
    }
}
