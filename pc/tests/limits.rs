//! What readers of a page may hold open, and what they are answered beyond it.

mod bench;
mod page;
mod program;

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use bench::blitz::Blitz;
use page::{PATIENCE, Serve};

fn serve(options: &[&str]) -> Serve {
    Serve::start_with(options, &["tcp:127.0.0.1:1".to_owned()])
}

/// A connection that has sent a request.
fn ask(serve: &Serve, path: &str) -> TcpStream {
    let mut stream = TcpStream::connect(&serve.address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", serve.address).expect("it reads");
    stream
}

/// The status of its answer.
fn status(stream: &mut TcpStream) -> u16 {
    let mut line = [0; 12];
    stream.read_exact(&mut line).expect("an answer");
    let line = std::str::from_utf8(&line).expect("text");
    line.strip_prefix("HTTP/1.1 ").expect(line).parse().expect("a status")
}

/// The rest of its answer.
fn rest(mut stream: TcpStream) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it ends");
    text
}

/// Asks until it is answered with 200.
#[track_caller]
fn until_fine(serve: &Serve, path: &str) {
    let limit = Instant::now() + PATIENCE;
    while status(&mut ask(serve, path)) != 200 {
        assert!(Instant::now() < limit, "{path} is refused for good");
    }
}

#[test]
fn one_address_follows_so_often() {
    let serve = serve(&["--address-streams", "2"]);
    let mut streams = [(); 3].map(|()| ask(&serve, "/news"));
    let statuses = streams.each_mut().map(status);
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 2, "{statuses:?}");
    let refused = statuses.iter().position(|status| *status == 429).expect("one is refused");
    let [a, b, c] = streams;
    let mut streams = vec![a, b, c];
    let text = rest(streams.remove(refused));
    assert!(text.contains("Retry-After: ") && text.contains("too many times"), "{text}");
    // Other pages still come.
    assert_eq!(serve.get("/").0, 200);
    // A page that goes makes room for another.
    streams.pop();
    until_fine(&serve, "/news");
}

/// A connection that is answered keeps its place; one that does not ask has to make room.
#[test]
fn one_address_has_so_many_connections() {
    let serve = serve(&["--address-connections", "3"]);
    let mut silent = TcpStream::connect(&serve.address).expect("it listens");
    let mut pages = [(); 3].map(|()| ask(&serve, "/news"));
    assert_eq!(pages.each_mut().map(status), [200; 3]);
    silent.set_read_timeout(Some(PATIENCE)).expect("a time");
    assert_eq!(status(&mut silent), 429);
    assert!(rest(silent).ends_with("asked first\n"));
    let mut refused = ask(&serve, "/");
    assert_eq!(status(&mut refused), 429);
    assert!(rest(refused).contains("too many connections"));
    drop(pages);
    until_fine(&serve, "/");
}

/// Silent connections do not keep out their neighbours, and do not stay.
#[test]
fn silent_connections_keep_nobody_out() {
    let serve = serve(&["--address-connections", "3", "--header-seconds", "2"]);
    let mut silent: Vec<_> =
        (0..9).map(|_| TcpStream::connect(&serve.address).expect("it listens")).collect();
    assert_eq!(serve.get("/").0, 200);
    let statuses: Vec<_> = silent
        .iter_mut()
        .map(|stream| {
            stream.set_read_timeout(Some(PATIENCE)).expect("a time");
            status(stream)
        })
        .collect();
    assert!(statuses[..7].iter().all(|status| *status == 429), "{statuses:?}");
    assert!(statuses[7..].iter().all(|status| *status == 408), "{statuses:?}");
}

#[test]
fn all_together_have_so_many_connections() {
    let serve = serve(&["--connections", "2"]);
    let mut pages = [(); 2].map(|()| ask(&serve, "/news"));
    assert_eq!(pages.each_mut().map(status), [200; 2]);
    let mut refused = ask(&serve, "/");
    assert_eq!(status(&mut refused), 503);
    assert!(rest(refused).to_lowercase().contains("retry-after: 10\r\n"));
}

#[test]
fn one_address_has_so_many_bytes_a_second() {
    let serve = serve(&["--address-kilobytes", "20"]);
    let mut page = ask(&serve, "/hall.js");
    assert_eq!(status(&mut page), 200);
    rest(page);
    let mut refused = ask(&serve, "/");
    assert_eq!(status(&mut refused), 429);
    assert!(rest(refused).contains("slow down"));
    // The second is over.
    until_fine(&serve, "/");
}

#[test]
fn a_header_has_so_many_bytes() {
    let long = |bytes: usize| format!("GET / HTTP/1.0\r\nX: {}\r\n\r\n", "x".repeat(bytes));
    let serve = serve(&["--header-bytes", "20000"]);
    assert_eq!(serve.answer(long(15_000).as_bytes()).0, 200);
    assert_eq!(serve.answer(long(60_000).as_bytes()).0, 431);
}

/// A slow header is not kept alive by a byte now and then.
#[test]
fn a_header_has_so_much_time() {
    let serve = serve(&["--header-seconds", "2"]);
    let mut slow = TcpStream::connect(&serve.address).expect("it listens");
    slow.write_all(b"GET / HTTP/1.1\r\nX: ").expect("it reads");
    slow.set_read_timeout(Some(Duration::from_millis(100))).expect("a time");
    let (began, mut answer) = (Instant::now(), [0; 12]);
    loop {
        assert!(began.elapsed() < PATIENCE, "it is never answered");
        match slow.read(&mut answer) {
            Ok(_) => break,
            Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                slow.write_all(b"x").expect("it reads");
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(&answer, b"HTTP/1.1 408");
    let took = began.elapsed();
    assert!((Duration::from_secs(1)..Duration::from_secs(10)).contains(&took), "{took:?}");
}

/// A page that reads nothing loses its place when it has not taken the news for ten seconds.
#[test]
fn a_page_that_does_not_read_is_let_go() {
    let mut boards: Vec<_> = (0..8).map(|seed| Blitz::new(seed + 1)).collect();
    let ports: Vec<_> = boards.iter().map(|board| board.bench.address()).collect();
    let serve = Serve::start_with(&["--address-streams", "1"], &ports);
    let mut deaf = ask(&serve, "/news");
    assert_eq!(status(&mut deaf), 200);
    let began = Instant::now();
    let mut asked = began;
    let let_go = loop {
        assert!(began.elapsed() < PATIENCE, "it keeps its place");
        for board in &mut boards {
            // Ten times as fast as time.
            for _ in 0..10 {
                board.step();
            }
            board.bench.pump();
        }
        if asked.elapsed() > Duration::from_millis(500) {
            asked = Instant::now();
            if status(&mut ask(&serve, "/news")) == 200 {
                break began.elapsed();
            }
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(let_go > Duration::from_secs(10), "{let_go:?}");
}
