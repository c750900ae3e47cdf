//! `damiera serve`, as a page uses it.

mod bench;
mod page;
mod program;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bench::Bench;
use damiera::rules::{Position, Rank, Square};
use page::{Page, Serve};
use program::{command, run, scratch_file};

/// The squares as a page has them.
fn letters(position: &Position) -> String {
    let letter = |square| match position.piece_at(square) {
        None => '.',
        Some(piece) if piece.rank == Rank::King => piece.colour.letter(),
        Some(piece) => piece.colour.letter().to_ascii_lowercase(),
    };
    Square::all().map(letter).collect()
}

fn pump(benches: &mut [Bench]) {
    for bench in benches {
        bench.pump();
        bench.run(1);
    }
}

#[test]
fn three_boards_on_one_page() {
    let mut benches: Vec<_> = (0..3).map(|_| Bench::new()).collect();
    // One board has played before the start of `serve`.
    benches[1].begin();
    for text in ["21-17", "10-13", "17x10", "5x14"] {
        benches[1].play(text);
    }
    let ports: Vec<_> = benches.iter().map(Bench::address).collect();
    let serve = Serve::start(&ports);
    let mut hall = Page::open(&serve, "/news");
    hall.until(
        "three boards",
        || pump(&mut benches),
        |hall| {
            hall.boards.len() == 3
                && hall.boards.values().all(|board| board["bond"] == "live")
                && hall.boards[&1]["steps"] == 4
        },
    );
    assert_eq!(hall.boards[&0]["game"], 0);
    assert_eq!(hall.boards[&1]["board"], letters(&benches[1].position()));
    let tail: Vec<_> = hall.boards[&1]["tail"].as_array().expect("a list").iter().collect();
    assert_eq!(tail.last().expect("a move")[2], "5x14");

    // A selected board during its game.
    let mut full = Page::open(&serve, "/news?board=2");
    benches[2].begin();
    benches[2].play("21-17");
    full.until(
        "the first move and its press",
        || pump(&mut benches),
        |full| full.steps.len() == 2 && full.boards[&2]["clock"]["running"] == "black",
    );
    for text in ["10-13", "17x10"] {
        benches[2].play(text);
    }
    full.until("the third", || pump(&mut benches), |full| full.steps.len() == 4);
    let written: Vec<_> = full.steps.iter().map(|step| step["text"].as_str()).collect();
    assert_eq!(written, [None, Some("21-17"), Some("10-13"), Some("17x10")]);
    assert_eq!(full.steps[0]["board"], letters(&Position::start()));
    assert_eq!(full.steps[3]["board"], letters(&benches[2].position()));
    assert_eq!(full.steps[3]["squares"], serde_json::json!([10, 17]));

    // Black has to capture, and moves another man.
    benches[2].act((square(12), false));
    benches[2].act((square(16), true));
    benches[2].press();
    // The steps of the game come after the board, in a separate event.
    full.until(
        "8.1.6",
        || pump(&mut benches),
        |full| full.steps[3]["remarks"].as_array().is_some_and(|remarks| !remarks.is_empty()),
    );
    let alert = &full.boards[&2]["alert"];
    assert_eq!((&alert["article"], &alert["of"]), (&"8.1.6".into(), &"black".into()));
    assert_eq!(alert["words"], serde_json::json!(["Presa tralasciata", "Capture not made"]));
    let remarks = &full.steps[3]["remarks"];
    assert_eq!(remarks[0]["squares"], serde_json::json!([12, 16]), "{remarks}");

    // The result comes to all pages.
    benches[1].draw();
    hall.until("a draw", || pump(&mut benches), |hall| hall.boards[&1]["result"].is_object());
    assert_eq!(hall.boards[&1]["result"]["open"], false);
    assert!(hall.boards[&1]["result"]["winner"].is_null());
    let (_, _, pdn) = serve.get("/board/1.pdn");
    assert!(pdn.contains("1. 21-17") && pdn.contains("[Result \"1/2-1/2\"]"), "{pdn}");
    assert_eq!(serve.interrupt(), Some(0));
}

fn square(number: u8) -> Square {
    Square::new(number).expect("a square")
}

/// A virtual board in another process.
struct Sim(Child);

impl Sim {
    fn start(tcp: &str, flash: &str) -> (Self, String) {
        let args = ["sim", "--no-open", "--tcp", tcp, "--flash", flash];
        let mut child = command(&args).stderr(Stdio::inherit()).spawn().expect("it starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let lines = out.lines().map(|line| line.expect("text"));
        let said: Vec<_> = lines.take_while(|line| !line.starts_with("Ctrl")).collect();
        let tcp = said.iter().find_map(|line| line.strip_prefix("and tcp ")).expect("a port");
        (Self(child), tcp.to_owned())
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_board_that_goes_and_comes_back() {
    let flash = scratch_file("serve.flash");
    let _ = std::fs::remove_file(&flash);
    let flash = flash.to_str().expect("text");
    let (sim, tcp) = Sim::start("127.0.0.1:0", flash);
    let port = format!("tcp:{tcp}");
    run(&["send", &port, "names", "Nord", "Sud"]).fine();
    run(&["send", &port, "new-game"]).fine();
    let serve = Serve::start(std::slice::from_ref(&port));
    let mut page = Page::open(&serve, "/news");
    page.until("a game", || {}, |page| page.boards.get(&0).is_some_and(|b| b["white"] == "Nord"));
    let events = page.boards[&0]["events"].clone();
    drop(sim);
    page.until("its loss", || {}, |page| page.boards[&0]["bond"] == "lost");
    assert_eq!(page.boards[&0]["fault"], "absent");
    // New pages get the last known state.
    assert_eq!(Serve::hall(&serve)[0]["white"], "Nord");
    let (_sim, _) = Sim::start(&tcp, flash);
    page.until("its return", || {}, |page| page.boards[&0]["bond"] == "live");
    // No event comes twice: only those of the restart are new.
    page.until("the restart", || {}, |page| page.boards[&0]["paused"] == true);
    let board = &page.boards[&0];
    assert_eq!((&board["returns"], &board["white"]), (&1.into(), &"Nord".into()));
    assert_eq!(board["events"].as_u64(), events.as_u64().map(|events| events + 1));
}

/// A port that is silent first and a board later.
#[test]
fn a_board_that_wakes_up_late() {
    let mute = TcpListener::bind("127.0.0.1:0").expect("a port");
    let tcp = mute.local_addr().expect("bound").to_string();
    let serve = Serve::start(&[format!("tcp:{tcp}")]);
    let mut page = Page::open(&serve, "/news");
    page.until(
        "no board",
        || {},
        |page| page.boards.get(&0).is_some_and(|board| board["fault"] == "stranger"),
    );
    drop(mute);
    let flash = scratch_file("late.flash");
    let _ = std::fs::remove_file(&flash);
    let (_sim, _) = Sim::start(&tcp, flash.to_str().expect("text"));
    page.until("the board", || {}, |page| page.boards[&0]["bond"] == "live");
    assert_eq!(page.boards[&0]["returns"], 0);
}

#[test]
fn a_page_is_small_and_asks_for_nothing_elsewhere() {
    let serve = Serve::start(&["tcp:127.0.0.1:1".to_owned()]);
    let mut weight = 0;
    for (path, kind) in [
        ("/", "text/html"),
        ("/hall.css", "text/css"),
        ("/hall.js", "text/javascript"),
        ("/hall.json", "application/json"),
    ] {
        let (status, head, body) = serve.get(path);
        assert_eq!(status, 200, "{path}");
        assert!(head.contains(&format!("Content-Type: {kind}")), "{head}");
        assert!(head.contains("Content-Security-Policy: default-src 'none'"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{head}");
        let elsewhere = body.replace("http://www.w3.org/2000/svg", "");
        assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"), "{path}");
        weight += body.len();
    }
    assert!(weight < 64 << 10, "{weight} bytes");
    println!("the page weighs {weight} bytes");
}

#[test]
fn one_can_only_look() {
    let serve = Serve::start(&["tcp:127.0.0.1:1".to_owned()]);
    let host = format!("Host: {}\r\n", serve.address);
    let long = format!("GET / HTTP/1.1\r\n{host}X: {}\r\n\r\n", "x".repeat(20_000));
    for (request, status, says) in [
        (format!("POST / HTTP/1.1\r\n{host}Content-Length: 3\r\n\r\na=b"), 405, "looked at only"),
        (format!("PUT /hall.json HTTP/1.1\r\n{host}\r\n"), 405, "looked at only"),
        (format!("DELETE / HTTP/1.1\r\n{host}\r\n"), 405, "looked at only"),
        (format!("GET /elsewhere HTTP/1.1\r\n{host}\r\n"), 404, "nothing here"),
        (format!("GET /../Cargo.toml HTTP/1.1\r\n{host}\r\n"), 404, "nothing here"),
        (format!("GET /news?board=7 HTTP/1.1\r\n{host}\r\n"), 404, "no such board"),
        (format!("GET /news?board=x HTTP/1.1\r\n{host}\r\n"), 400, "by its number"),
        (format!("GET /board/0.pdn HTTP/1.1\r\n{host}\r\n"), 404, "no game"),
        ("GET / HTTP/1.1\r\nHost: example.org\r\n\r\n".to_owned(), 421, "--listen"),
        ("GET / HTTP/1.1\r\n\r\n".to_owned(), 400, "no host"),
        // A request that cannot be read is answered with a status alone.
        ("hello\r\n\r\n".to_owned(), 400, ""),
        ("GET / HTTP/3.0\r\n\r\n".to_owned(), 400, ""),
        (long, 431, ""),
    ] {
        let (said, head, body) = serve.answer(request.as_bytes());
        assert_eq!(said, status, "{request}");
        assert!(body.contains(says), "{request}: {body}");
        assert_eq!(status == 405, head.contains("Allow: GET, HEAD"), "{head}");
    }
    let (status, head, body) = serve.answer(format!("HEAD / HTTP/1.1\r\n{host}\r\n").as_bytes());
    assert_eq!((status, body.as_str()), (200, ""));
    assert!(head.contains("Content-Length: "), "{head}");
    // Silent connections do not block others.
    let _silent: Vec<_> =
        (0..20).map(|_| TcpStream::connect(&serve.address).expect("it listens")).collect();
    assert_eq!(serve.get("/").0, 200);
}

/// A browser that has a file gets it once, and compressed; what changes is not kept.
#[test]
fn files_are_compressed_and_kept_and_states_are_not() {
    let serve = Serve::start(&["tcp:127.0.0.1:1".to_owned()]);
    let ask = |path: &str, header: &str| {
        let host = &serve.address;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{header}\r\n");
        let mut stream = TcpStream::connect(host).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers and ends");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        (String::from_utf8(answer[..end].to_vec()).expect("text"), answer.len() - end - 4)
    };
    let (head, whole) = ask("/hall.js", "");
    assert!(!head.contains("Content-Encoding"), "{head}");
    assert!(head.contains("Cache-Control: no-cache"), "{head}");
    let (packed, length) = ask("/hall.js", "Accept-Encoding: gzip, br\r\n");
    assert!(packed.contains("Content-Encoding: gzip"), "{packed}");
    assert!(length < whole / 2, "{length} of {whole} bytes");
    let tag = head.lines().find_map(|line| line.strip_prefix("Etag: ")).expect(&head);
    let (known, length) = ask("/hall.js", &format!("If-None-Match: \"x\", {tag}\r\n"));
    assert!(known.starts_with("HTTP/1.1 304") && length == 0, "{known}");
    let (other, _) = ask("/hall.css", &format!("If-None-Match: {tag}\r\n"));
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
    for path in ["/hall.json", "/elsewhere"] {
        let (head, _) = ask(path, "");
        assert!(head.contains("Cache-Control: no-store"), "{head}");
    }
}

/// Ctrl-C ends event streams as a whole answer ends, and does not wait for readers that are slow.
#[test]
fn ctrl_c_ends_everything() {
    let serve = Serve::start(&["tcp:127.0.0.1:1".to_owned()]);
    let mut follows = TcpStream::connect(&serve.address).expect("it listens");
    write!(follows, "GET /news HTTP/1.1\r\nHost: {}\r\n\r\n", serve.address).expect("it reads");
    let mut first = [0; 12];
    follows.read_exact(&mut first).expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200");
    let mut half = TcpStream::connect(&serve.address).expect("it listens");
    half.write_all(b"GET /news HT").expect("it reads");
    let began = Instant::now();
    assert_eq!(serve.interrupt(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    let mut rest = String::new();
    follows.read_to_string(&mut rest).expect("it ends");
    assert!(rest.ends_with("\r\n0\r\n\r\n"), "{rest}");
}

#[test]
fn an_address_that_is_taken() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("bound").to_string();
    let run = run(&["serve", "--listen", &address]);
    assert_eq!(run.code, Some(4));
    assert_eq!(run.err, format!("error: {address}: another program uses this port\n"));
    assert_eq!(run.out, "");
}

/// Without any port it waits for boards, and the page says so.
#[test]
fn a_hall_without_boards() {
    let serve = Serve::start(&[]);
    let mut page = Page::open(&serve, "/news");
    page.until("an empty hall", || sleep(Duration::from_millis(5)), |page| page.first > 0);
    assert!(page.boards.is_empty());
}
