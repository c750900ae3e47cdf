//! Many boards that play blitz games at once, and one `damiera serve`: no event is lost.
//!
//! `cargo xtask load` runs the large one and prints its figures.

mod bench;
mod page;
mod program;

use std::io::Write;
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bench::blitz::Blitz;
use page::{PATIENCE, Page, Serve};

#[test]
fn eight_boards_lose_nothing() {
    load(8, Duration::from_secs(4), 10);
}

#[test]
#[ignore = "a minute: cargo xtask load"]
fn forty_boards_lose_nothing() {
    load(40, Duration::from_secs(60), 1);
}

fn load(number: usize, time: Duration, speed: u64) {
    let mut boards: Vec<_> = (0..number).map(|seed| Blitz::new(seed as u64 + 1)).collect();
    let ports: Vec<_> = boards.iter().map(|board| board.bench.address()).collect();
    let serve = Serve::start(&ports);
    let mut hall = Page::open(&serve, "/news");
    let mut full = Page::open(&serve, "/news?board=0");
    // Clients that never read do not block others.
    let _deaf: Vec<_> = (0..4).map(|_| deaf(&serve)).collect();
    let before: u64 = boards.iter().map(Blitz::all_events).sum();
    hall.until(
        "all boards",
        || boards.iter_mut().for_each(|board| board.bench.pump()),
        |hall| hall.boards.len() == number && hall.boards.values().all(|b| b["bond"] == "live"),
    );

    let browser = browser(&serve, time);
    let (began, cpu) = (Instant::now(), cpu(&serve));
    let base = boards.iter().map(|board| board.millis).collect::<Vec<_>>();
    while began.elapsed() < time {
        let now = began.elapsed().as_millis() as u64 * speed;
        for (board, base) in boards.iter_mut().zip(&base) {
            while board.millis - base < now {
                board.step();
            }
            board.bench.pump();
        }
        hall.take(Duration::from_millis(1));
        full.take(Duration::ZERO);
    }
    let (elapsed, used) = (began.elapsed().as_secs_f64(), self::cpu(&serve).zip(cpu));
    let events = boards.iter().map(Blitz::all_events).sum::<u64>();
    let moves: usize = boards.iter().map(|board| board.moves).sum();
    let (bytes, messages) = (hall.bytes, hall.events);

    // After the last bytes have arrived all pages show the same.
    let wanted: Vec<_> = boards.iter().map(Blitz::all_events).collect();
    hall.until(
        "all events",
        || boards.iter_mut().for_each(|board| board.bench.pump()),
        |hall| wanted.iter().zip(hall.boards.values()).all(|(n, board)| board["events"] == *n),
    );
    compare(&serve, &boards);
    full.until("the first board", || (), |full| full.steps.len() == boards[0].shown() + 1);
    assert_eq!(texts(&full), boards[0].record());

    let page: usize =
        ["/", "/hall.css", "/hall.js"].map(|path| serve.get(path).2.len()).iter().sum();
    let memory = memory(&serve);
    drop(serve);

    // A page that is opened late gets the whole state.
    let late = Serve::start(&ports);
    let mut page_of_late = Page::open(&late, "/news");
    let asked = Instant::now();
    page_of_late.until(
        "all that was stored",
        || boards.iter_mut().for_each(|board| board.bench.pump()),
        |hall| {
            hall.boards.len() == number
                && wanted.iter().zip(hall.boards.values()).all(|(n, board)| board["events"] == *n)
        },
    );
    let replay = asked.elapsed().as_secs_f64();
    compare(&late, &boards);

    let seen = browser.map(|browser| browser.wait_with_output().expect("it ends"));
    let games: usize = boards.iter().map(|board| board.games).sum();
    println!("{number} boards, {elapsed:.0} s at speed {speed}: {moves} moves, {games} games over");
    println!(
        "events: {} live, {:.0} a second; none lost",
        events - before,
        (events - before) as f64 / elapsed
    );
    println!(
        "replayed to a late page: {events} in {replay:.2} s, {:.0} a second",
        events as f64 / replay
    );
    println!(
        "page: {page} bytes, then {} for {number} boards, then {:.1} kB/s in {:.0} messages a second",
        late.get("/hall.json").2.len(),
        bytes as f64 / 1000.0 / elapsed,
        messages as f64 / elapsed
    );
    if let (Some((after, before)), Some(memory)) = (used, memory) {
        let share = (after - before) / elapsed * 100.0;
        println!("serve: {share:.1} % of a processor, {memory} kB of memory at most");
    }
    if let Some(seen) = seen {
        assert!(seen.status.success(), "{}", String::from_utf8_lossy(&seen.stderr));
        print!("{}", String::from_utf8_lossy(&seen.stdout));
    }
}

fn texts(page: &Page) -> Vec<String> {
    let moves = page.steps.iter().skip(1);
    moves.map(|step| step["text"].as_str().expect("a move").to_owned()).collect()
}

/// Compares every board with its state on the page.
fn compare(serve: &Serve, boards: &[Blitz]) {
    let hall = serve.hall();
    assert_eq!(hall.len(), boards.len());
    for (id, (board, shown)) in boards.iter().zip(&hall).enumerate() {
        let record = board.bench.board.game().record();
        assert_eq!(shown["events"], board.all_events(), "board {id}");
        assert_eq!(shown["game"], record.game(), "board {id}");
        let mut full = Page::open(serve, &format!("/news?board={id}"));
        full.until("the game", || (), |full| full.steps.len() == board.shown() + 1);
        assert_eq!(texts(&full), board.record(), "board {id}");
        assert_eq!(full.past, board.games.min(50), "board {id}");
        assert_eq!(shown["irregularities"], 0, "board {id}");
    }
}

/// Starts the browser that `LOAD_BROWSER` names; it measures itself.
fn browser(serve: &Serve, time: Duration) -> Option<Child> {
    let browser = std::env::var_os("LOAD_BROWSER")?;
    // It has loaded the page before the boards stop.
    let seconds = (time.as_secs() / 2).to_string();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/browser/fluent.js");
    let page = format!("http://{}/", serve.address);
    let mut node = Command::new("node");
    node.args([script, &page]).arg(browser).arg(seconds);
    if let Some(picture) = std::env::var_os("LOAD_PICTURE") {
        node.arg(picture);
    }
    let looks = node.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    Some(looks.expect("node starts"))
}

/// A client that requests the stream and never reads.
fn deaf(serve: &Serve) -> TcpStream {
    let mut stream = TcpStream::connect(&serve.address).expect("it listens");
    stream.set_write_timeout(Some(PATIENCE)).expect("a time");
    write!(stream, "GET /news?board=0 HTTP/1.1\r\nHost: {}\r\n\r\n", serve.address)
        .expect("it reads");
    stream
}

/// Seconds of processor time of the program; `None` on systems without /proc.
fn cpu(serve: &Serve) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", serve.child.id())).ok()?;
    // The name, in brackets, may have spaces.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks: u64 = fields.get(11)?.parse::<u64>().ok()? + fields.get(12)?.parse::<u64>().ok()?;
    Some(ticks as f64 / 100.0)
}

/// Peak memory of the program in kilobytes.
fn memory(serve: &Serve) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serve.child.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
