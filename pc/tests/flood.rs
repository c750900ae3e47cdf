//! Two thousand hostile connections to `damiera serve` while forty boards play: the boards, the
//! pages that follow them and new readers of another address are unharmed.
//!
//! All of it on this computer: the readers come from 127.0.0.1, the hostile connections from
//! 127.0.0.2, which Linux has without being told, and with them a neighbour: a reader that loads
//! pages from the same address, as behind one router.

#![cfg(target_os = "linux")]

mod bench;
mod page;
mod program;

use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bench::blitz::Blitz;
use page::{Page, Serve};
use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

const BOARDS: usize = 40;
const HOSTILE: usize = 2_000;
const HOSTILE_ADDRESS: [u8; 4] = [127, 0, 0, 2];
const OTHER_ADDRESS: [u8; 4] = [127, 0, 0, 1];
/// Longer than the write deadline, and than the time for a header.
const ATTACK: Duration = Duration::from_secs(15);
/// Most connections that one hostile place opens: a server that refuses at once is not asked for
/// ever.
const ROUNDS: u32 = 20;
/// Wait before a place that was refused tries again.
const REST: Duration = Duration::from_millis(500);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A header of which a byte comes now and then.
    SlowHeader,
    /// An event stream of the largest kind that is never read.
    NeverReads,
    /// A header without an end.
    HugeHeader,
    /// A body without an end.
    EndlessBody,
}

const KINDS: [Kind; 4] = [Kind::SlowHeader, Kind::NeverReads, Kind::HugeHeader, Kind::EndlessBody];

/// A place from which one hostile connection after the other is opened.
struct Hostile {
    kind: Kind,
    stream: Option<TcpStream>,
    rounds: u32,
    next_at: Instant,
}

/// What the hostile connections were answered.
#[derive(Debug, Default)]
struct Tally {
    opened: u32,
    /// Not opened, or closed without an answer.
    silent: u32,
    /// Number of answers by their status.
    statuses: std::collections::BTreeMap<u16, u32>,
    /// Largest number of connections that were open at a time.
    most_open: usize,
    megabytes: f64,
}

impl Hostile {
    fn open(&mut self, server: SocketAddr, tally: &mut Tally) {
        self.rounds += 1;
        tally.opened += 1;
        let stream = connect_from(HOSTILE_ADDRESS, server);
        self.stream = stream.and_then(|s| s.set_nonblocking(true).map(|()| s)).ok();
        let Some(stream) = &mut self.stream else {
            tally.silent += 1;
            return;
        };
        let begin: &[u8] = match self.kind {
            Kind::SlowHeader | Kind::HugeHeader => b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
            Kind::NeverReads => b"GET /news?board=0 HTTP/1.1\r\nHost: localhost\r\n\r\n",
            Kind::EndlessBody => {
                b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            }
        };
        let _ = stream.write(begin);
    }

    fn attack(&mut self, tally: &mut Tally) {
        const CHUNK: &[u8] = &[b'x'; 4_096];
        let Some(stream) = &mut self.stream else { return };
        let sent = match self.kind {
            Kind::SlowHeader => stream.write(b"x"),
            Kind::NeverReads => Ok(0),
            Kind::HugeHeader => stream.write(CHUNK),
            Kind::EndlessBody => stream.write(b"1000\r\n").and_then(|_| stream.write(CHUNK)),
        };
        match sent {
            Ok(bytes) => tally.megabytes += bytes as f64 / 1e6,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => {}
        }
        let mut answer = [0; 12];
        let read = match self.kind {
            // It only looks whether it was refused: an event stream begins with 200.
            Kind::NeverReads => stream.peek(&mut answer),
            _ => stream.read(&mut answer),
        };
        let status =
            std::str::from_utf8(&answer).ok().and_then(|text| text.get(9..12)?.parse().ok());
        match read {
            Err(error) if error.kind() == ErrorKind::WouldBlock => return,
            Ok(12) if self.kind == Kind::NeverReads && status == Some(200) => {
                // The end of an answer is behind what is not read; an error is not.
                match stream.take_error() {
                    Ok(None) => return,
                    _ => tally.silent += 1,
                }
            }
            Ok(12) => *tally.statuses.entry(status.unwrap_or(0)).or_default() += 1,
            _ => tally.silent += 1,
        }
        self.stream = None;
        self.next_at = Instant::now() + REST;
    }
}

/// Connects from an address of this computer.
fn connect_from(address: [u8; 4], server: SocketAddr) -> io::Result<TcpStream> {
    assert!(server.ip().is_loopback(), "only this computer is attacked");
    let socket = socket(AddressFamily::INET, SocketType::STREAM, None)?;
    bind(&socket, &SocketAddr::from((address, 0)))?;
    connect(&socket, &server)?;
    Ok(TcpStream::from(socket))
}

/// What a reader got that loads a page each second.
#[derive(Debug, Default)]
struct Loaded {
    files: u32,
    refused: u32,
    longest: Duration,
}

/// Loads pages from an address until `stop` is set.
fn load_pages(address: [u8; 4], server: SocketAddr, stop: &AtomicBool) -> Loaded {
    let mut loaded = Loaded::default();
    while !stop.load(Ordering::Relaxed) {
        for path in ["/", "/hall.js", "/hall.json"] {
            let began = Instant::now();
            let mut stream = connect_from(address, server).expect("it listens");
            stream.set_read_timeout(Some(page::PATIENCE)).expect("a time");
            let request = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n");
            // One that is refused at once cannot be written to any more.
            let _ = stream.write_all(request.as_bytes());
            let mut answer = Vec::new();
            let read = stream.read_to_end(&mut answer);
            match answer.get(9..12) {
                Some(b"200") if read.is_ok() => loaded.files += 1,
                _ => loaded.refused += 1,
            }
            loaded.longest = loaded.longest.max(began.elapsed());
        }
        thread::sleep(Duration::from_secs(1));
    }
    loaded
}

/// Attacks until `stop` is set, or every place has had its rounds.
fn attack(server: SocketAddr, stop: &AtomicBool) -> Tally {
    let mut tally = Tally::default();
    let mut all: Vec<_> = (0..HOSTILE)
        .map(|n| {
            let kind = KINDS[n % KINDS.len()];
            Hostile { kind, stream: None, rounds: 0, next_at: Instant::now() }
        })
        .collect();
    let limit = Instant::now() + 4 * ATTACK;
    while !stop.load(Ordering::Relaxed) && Instant::now() < limit {
        for hostile in &mut all {
            let due = hostile.rounds < ROUNDS && hostile.next_at <= Instant::now();
            if hostile.stream.is_none() && due {
                hostile.open(server, &mut tally);
            }
            hostile.attack(&mut tally);
        }
        let open = all.iter().filter(|hostile| hostile.stream.is_some()).count();
        tally.most_open = tally.most_open.max(open);
        thread::sleep(Duration::from_millis(50));
    }
    tally
}

/// Value of a field of /proc/PID/status.
fn status(serve: &Serve, field: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serve.child.id()));
    let status = status.expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix(field)).expect(field);
    line.split_whitespace().next().and_then(|number| number.parse().ok()).expect(line)
}

#[test]
fn two_thousand_hostile_connections_harm_no_reader() {
    let files = getrlimit(Resource::Nofile);
    let wanted = Some(HOSTILE as u64 + 500);
    if files.current.is_some_and(|now| Some(now) < wanted) {
        setrlimit(Resource::Nofile, Rlimit { current: wanted, ..files }).expect("open files");
    }

    let mut boards: Vec<_> = (0..BOARDS).map(|seed| Blitz::new(seed as u64 + 1)).collect();
    let ports: Vec<_> = boards.iter().map(|board| board.bench.address()).collect();
    let serve = Serve::start(&ports);
    let mut hall = Page::open(&serve, "/news");
    let mut full = Page::open(&serve, "/news?board=0");
    hall.until(
        "all boards",
        || boards.iter_mut().for_each(|board| board.bench.pump()),
        |hall| hall.boards.len() == BOARDS && hall.boards.values().all(|b| b["bond"] == "live"),
    );
    let before: u64 = boards.iter().map(Blitz::all_events).sum();

    let stop = Arc::new(AtomicBool::new(false));
    let server: SocketAddr = serve.address.parse().expect("an address");
    let attacker = {
        let stop = Arc::clone(&stop);
        thread::spawn(move || attack(server, &stop))
    };
    let [other, neighbour] = [OTHER_ADDRESS, HOSTILE_ADDRESS].map(|address| {
        let stop = Arc::clone(&stop);
        thread::spawn(move || load_pages(address, server, &stop))
    });

    let began = Instant::now();
    let base: Vec<_> = boards.iter().map(|board| board.millis).collect();
    let mut threads = 0;
    // The longest time between an event on a board and the page that shows it.
    let (mut behind_since, mut latest) = (None, Duration::ZERO);
    while began.elapsed() < ATTACK {
        let now = began.elapsed().as_millis() as u64;
        for (board, base) in boards.iter_mut().zip(&base) {
            while board.millis - base < now {
                board.step();
            }
            board.bench.pump();
        }
        hall.take(Duration::from_millis(1));
        full.take(Duration::ZERO);
        let first = &boards[0];
        let shown = hall.boards[&0]["events"].as_u64().expect("a number");
        if shown < first.all_events() {
            let since = *behind_since.get_or_insert_with(Instant::now);
            latest = latest.max(since.elapsed());
        } else {
            behind_since = None;
        }
        threads = threads.max(status(&serve, "Threads:"));
    }
    // A page that is opened now gets everything.
    let mut late = Page::open(&serve, "/news");
    let wanted: Vec<_> = boards.iter().map(Blitz::all_events).collect();
    let all = |page: &Page| {
        page.boards.len() == BOARDS
            && wanted.iter().zip(page.boards.values()).all(|(n, board)| board["events"] == *n)
    };
    for (name, page) in [("the page", &mut hall), ("the late page", &mut late)] {
        page.until(name, || boards.iter_mut().for_each(|board| board.bench.pump()), all);
    }
    full.until("the first board", || (), |full| full.steps.len() == boards[0].shown() + 1);

    stop.store(true, Ordering::Relaxed);
    let tally = attacker.join().expect("it attacks");
    let [other, neighbour] = [other, neighbour].map(|loads| loads.join().expect("it loads"));
    let memory = status(&serve, "VmHWM:");
    let events = wanted.iter().sum::<u64>() - before;
    println!("{tally:#?}");
    println!("{events} events; one was shown after {latest:?} at the latest");
    println!("another address: {other:?}; the hostile address: {neighbour:?}");
    println!("serve: {threads} threads, {memory} kB of memory at most");
    assert!(events > 100, "{events} events: the boards have played");
    assert!(tally.opened as usize >= HOSTILE, "{tally:?}");
    for status in [405, 429, 431] {
        assert!(tally.statuses.contains_key(&status), "no {status}: {tally:?}");
    }
    assert!(latest < Duration::from_secs(5), "{latest:?}");
    assert!(other.files >= 15 && other.refused == 0, "{other:?}");
    assert!(other.longest < Duration::from_secs(5), "{other:?}");
    assert!(neighbour.files > 4 * neighbour.refused, "{neighbour:?}");
    // A thread for each board, and a few.
    assert!(threads <= BOARDS as u64 + 8, "{threads} threads");
    assert!(memory < 100 << 10, "{memory} kB");
    // The places of the hostile connections are free again.
    drop((hall, full, late));
    assert_eq!(serve.get("/").0, 200);
    assert_eq!(serve.interrupt(), Some(0));
}
