//! The virtual board over HTTP, as its page uses it: a short game, an irregular move, a
//! power cut, and a reader at its USB port.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use damiera::protocol::{
    Command, Deframed, Deframer, MAX_FRAME, NEWEST, OLDEST, ToBoard, ToPc, encode_frame,
};
use damiera::text::Text;
use serde_json::Value;

mod program;

/// Timeout of a test: much longer than any step takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running `damiera sim` and a client of its page.
struct Sim {
    child: Child,
    address: String,
    tcp: String,
    news: Receiver<(String, Value)>,
    state: Value,
    south: String,
    lines: Vec<Value>,
}

impl Sim {
    fn start(args: &[&str]) -> Self {
        let mut all = vec!["sim", "--no-open", "--tcp", "127.0.0.1:0"];
        all.extend(args);
        let mut child =
            program::command(&all).stderr(Stdio::inherit()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let said: Vec<_> = out
            .lines()
            .map(|line| line.expect("text"))
            .take_while(|l| !l.starts_with("Ctrl"))
            .collect();
        let after = |start: &str| {
            let line = said.iter().find_map(|line| line.strip_prefix(start));
            line.unwrap_or_else(|| panic!("no `{start}` in {said:?}")).to_owned()
        };
        let address = after("The board is at http://").trim_end_matches('/').to_owned();
        let tcp = after("and tcp ");
        let (sender, news) = channel();
        let mut stream = TcpStream::connect(&address).expect("it listens");
        write!(stream, "GET /news HTTP/1.1\r\nHost: {address}\r\n\r\n").expect("it reads");
        thread::spawn(move || {
            let mut topic = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(name) = line.strip_prefix("event: ") {
                    topic = name.to_owned();
                } else if let Some(data) = line.strip_prefix("data: ") {
                    let data = serde_json::from_str(data).expect("JSON");
                    if sender.send((topic.clone(), data)).is_err() {
                        return;
                    }
                }
            }
        });
        let (state, south, lines) = (Value::Null, String::new(), Vec::new());
        Self { child, address, tcp, news, state, south, lines }
    }

    /// Waits until a condition holds.
    #[track_caller]
    fn until(&mut self, what: &str, mut is: impl FnMut(&Self) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is(self) {
            let left = end.saturating_duration_since(Instant::now());
            let Ok((topic, data)) = self.news.recv_timeout(left) else {
                panic!("{what} never came; {} and {:#?}", self.state, self.lines);
            };
            match topic.as_str() {
                "state" => self.state = data,
                "south" => self.south = data.as_str().expect("pixels").to_owned(),
                "line" => self.lines.push(data),
                _ => {}
            }
        }
    }

    /// Waits for a new line of the stream.
    #[track_caller]
    fn line(&mut self, kind: &str, text: &str) {
        self.until(&format!("{kind} {text}"), |sim| sim.said(kind, text));
    }

    fn said(&self, kind: &str, text: &str) -> bool {
        self.lines
            .iter()
            .any(|l| l["kind"] == kind && l["text"].as_str().is_some_and(|t| t.starts_with(text)))
    }

    /// The status of a request.
    fn request(&self, head: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let length = body.len();
        write!(stream, "{head}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status")
    }

    fn act(&self, order: &str) {
        assert_eq!(self.try_to_act(order), 204, "{order}");
    }

    /// The status of an order.
    fn try_to_act(&self, order: &str) -> u16 {
        let head = format!(
            "POST /act HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json",
            self.address
        );
        self.request(&head, order)
    }

    fn press(&self, key: &str) {
        for down in [true, false] {
            self.act(&format!(r#"{{"do":"key","key":"{key}","down":{down}}}"#));
        }
    }

    /// Moves a piece from a square to another.
    fn play(&self, from: u8, to: u8) {
        self.act(&format!(r#"{{"do":"lift","cell":{}}}"#, cell(from)));
        // Longer than a brush, so that it counts as a lift.
        thread::sleep(Duration::from_millis(200));
        self.act(&format!(r#"{{"do":"drop","cell":{}}}"#, cell(to)));
    }

    fn piece(&self, square: u8) -> Option<char> {
        self.state["board"].as_str()?.chars().nth(cell(square).into())
    }
}

impl Drop for Sim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The cell of a square: square 1 is at the top left, and dark.
fn cell(square: u8) -> u8 {
    let (row, place) = ((square - 1) / 4, (square - 1) % 4);
    8 * row + 2 * place + row % 2
}

#[test]
fn a_game_is_played_cut_off_and_taken_up_again() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.piece(22) == Some('w') && sim.piece(11) == Some('b'));
    sim.press("north");
    sim.until("a running clock", |sim| sim.state["running"] == "south");
    let before = sim.south.clone();
    sim.play(22, 18);
    sim.press("south");
    sim.line("Moved", "1. 22-18");
    sim.until("the other clock", |sim| sim.state["running"] == "north");
    sim.until("another picture", |sim| sim.south != before);
    assert_eq!((sim.piece(22), sim.piece(18)), (Some('.'), Some('w')));

    // A man that goes two rows at once.
    sim.play(12, 20);
    sim.press("north");
    sim.line("Irregularity", "8.1.2: 12 20");

    // Without power the display is dark; with power the game is restored.
    sim.act(r#"{"do":"power","on":false}"#);
    let dark = "0".repeat(2 * 1024);
    sim.until("a dark display", |sim| sim.state["power"] == false && sim.south == dark);
    sim.act(r#"{"do":"power","on":true}"#);
    sim.line("Recovered", "");
    sim.until("a picture", |sim| sim.south != dark);
}

#[test]
fn a_reader_gets_what_the_board_says() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let mut reader = TcpStream::connect(&sim.tcp).expect("it listens");
    reader.set_read_timeout(Some(PATIENCE)).expect("a time");
    sim.until("a reader", |sim| sim.state["reader"] == "tcp");
    sim.press("north");
    let mut deframer = Deframer::new();
    let mut said = Vec::new();
    let mut byte = [0];
    // A game has begun and a clock runs: the first events.
    while !said.iter().any(|message| matches!(message, ToPc::Clocks(_))) {
        reader.read_exact(&mut byte).expect("more to come");
        if let Some(Deframed::Message(message)) = deframer.push(byte[0]) {
            said.push(ToPc::read(message).expect("a message"));
        }
    }
    assert!(matches!(said[0], ToPc::Hello(_)), "{said:?}");
    assert!(said.iter().any(|message| matches!(message, ToPc::Event(_))), "{said:?}");
    drop(reader);
    sim.until("nobody", |sim| sim.state["reader"].is_null());
}

/// Every reader of the port is greeted, with any chunking of the bytes.
#[cfg(unix)]
#[test]
fn a_terminal_is_a_port() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let path = sim.state["pty"].as_str().expect("a pseudo-terminal").to_owned();
    // Several times, as after unplugging.
    for _ in 0..3 {
        let mut port = std::fs::File::open(&path).expect("it opens");
        let (mut deframer, mut byte) = (Deframer::new(), [0]);
        let first = loop {
            port.read_exact(&mut byte).expect("more to come");
            if let Some(Deframed::Message(message)) = deframer.push(byte[0]) {
                break ToPc::read(message).expect("a message");
            }
        };
        let ToPc::Hello(hello) = first else { panic!("{first:?} comes before the greeting") };
        assert_eq!(hello.board.as_str(), "sim");
        sim.until("a reader", |sim| sim.state["reader"] == "pty");
        // The reader closes the port before it has read everything.
        sim.press("menu");
        sim.until("the key", |sim| sim.said("Contact", "MENU ↑"));
        sim.lines.clear();
        drop(port);
        sim.until("nobody", |sim| sim.state["reader"].is_null());
    }
}

/// What a program sends that never reads: valid commands, resets, bytes without a zero.
fn floods() -> [Vec<u8>; 3] {
    let program = Text::cut("flood");
    let hello =
        ToBoard { id: 1, command: Command::Hello { oldest: OLDEST, newest: NEWEST, program } };
    let mut frame = [0; MAX_FRAME];
    let length = encode_frame(&hello, &mut frame).expect("it fits");
    [frame[..length].to_vec(), vec![0], vec![0x55]]
}

/// Sends a flood until the port has not taken a byte for half a second, 4 MB at most.
fn flood(port: &mut impl Write, part: &[u8]) {
    let bytes = part.repeat(4_096 / part.len());
    let (mut sent, mut taken_at) = (0, Instant::now());
    while sent < 4 << 20 && taken_at.elapsed() < Duration::from_millis(500) {
        match port.write(&bytes) {
            Ok(0) | Err(_) => thread::sleep(Duration::from_millis(5)),
            Ok(number) => (sent, taken_at) = (sent + number, Instant::now()),
        }
    }
}

/// Waits for the greeting of the board.
fn greeting(port: &mut impl Read) {
    let (mut deframer, mut byte) = (Deframer::new(), [0]);
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end {
        match port.read(&mut byte) {
            Ok(1) => {}
            _ => {
                thread::sleep(Duration::from_millis(5));
                continue;
            }
        }
        if let Some(Deframed::Message(message)) = deframer.push(byte[0])
            && let Ok(ToPc::Hello(_)) = ToPc::read(message)
        {
            return;
        }
    }
    panic!("the board has not greeted");
}

/// A program floods the port, reads nothing and goes; the next one is served.
#[test]
fn a_tcp_port_is_there_again_after_a_flood() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    for part in floods() {
        let mut port = TcpStream::connect(&sim.tcp).expect("it listens");
        port.set_nonblocking(true).expect("a socket");
        flood(&mut port, &part);
        drop(port);
        let mut next = TcpStream::connect(&sim.tcp).expect("it listens");
        next.set_nonblocking(true).expect("a socket");
        greeting(&mut next);
        drop(next);
        program::run(&["send", &format!("tcp:{}", sim.tcp), "hello"]).fine();
    }
    sim.until("nobody", |sim| sim.state["reader"].is_null());
}

/// A program sends commands, reads no answer and stays: the next one is served all the same.
#[cfg(unix)]
#[test]
fn a_tcp_port_is_not_held_by_a_flood() {
    let sim = Sim::start(&[]);
    let [commands, ..] = floods();
    let mut stays = TcpStream::connect(&sim.tcp).expect("it listens");
    stays.set_nonblocking(true).expect("a socket");
    flood(&mut stays, &commands);
    let mut next = TcpStream::connect(&sim.tcp).expect("it listens");
    next.set_nonblocking(true).expect("a socket");
    greeting(&mut next);
    drop(stays);
}

#[cfg(unix)]
#[test]
fn a_terminal_is_there_again_after_a_flood() {
    use std::os::unix::fs::OpenOptionsExt;
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let path = sim.state["pty"].as_str().expect("a pseudo-terminal").to_owned();
    let open = || {
        let flags = (rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY).bits();
        let mut options = std::fs::OpenOptions::new();
        let options = options.read(true).write(true).custom_flags(flags.cast_signed());
        options.open(&path).expect("it opens")
    };
    for part in floods() {
        let mut port = open();
        sim.until("a reader", |sim| sim.state["reader"] == "pty");
        flood(&mut port, &part);
        drop(port);
        sim.until("nobody", |sim| sim.state["reader"].is_null());
        let mut next = open();
        greeting(&mut next);
        sim.until("the next one", |sim| sim.state["reader"] == "pty");
        drop(next);
        sim.until("nobody again", |sim| sim.state["reader"].is_null());
        program::run(&["send", &path, "hello"]).fine();
        // This one stays, and reads at last. Zeroes come first, as the protocol demands: the board
        // need not have seen that the port was closed.
        let mut stays = open();
        stays.write_all(&[0; 2]).expect("it takes them");
        flood(&mut stays, &part);
        greeting(&mut stays);
        drop(stays);
        sim.until("nobody at last", |sim| sim.state["reader"].is_null());
    }
}

/// Orders come faster than hands can move: some are refused, and the board is not late for good.
#[test]
fn hands_are_not_ordered_more_than_they_can_do() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let mut refused = 0;
    for n in 0..1_000 {
        let down = n % 2 == 0;
        let order = format!(r#"{{"do":"key","key":"plus","down":{down}}}"#);
        refused += u32::from(sim.try_to_act(&order) == 503);
    }
    assert!(refused > 0, "all orders were taken");
    let asked = Instant::now();
    while sim.try_to_act(r#"{"do":"power","on":false}"#) == 503 {
        thread::sleep(Duration::from_millis(50));
    }
    sim.until("no power", |sim| sim.state["power"] == false);
    assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
}

#[test]
fn hands_of_a_scenario_are_played() {
    let file = program::scratch_file("sim.scn");
    let text =
        "start W:W22,30:B18,5\nmove 30-26\npress white\nexpect irregularity 8.1.6 squares 30 26\n";
    std::fs::write(&file, text).expect("a file");
    let mut sim = Sim::start(&["--play", file.to_str().expect("a path"), "--speed", "4"]);
    sim.line("Irregularity", "8.1.6: 26 30");
}

#[test]
fn changes_of_the_phase_are_printed_when_asked_for() {
    let file = program::scratch_file("sim-verbose.scn");
    let text =
        "start W:W22,30:B18,5\nmove 30-26\npress white\nexpect irregularity 8.1.6 squares 30 26\n";
    std::fs::write(&file, text).expect("a file");
    let args = ["sim", "--no-open", "--verbose", "--speed", "4", "--play"];
    let mut child = program::command(&args)
        .arg(&file)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let lines = BufReader::new(child.stderr.take().expect("piped")).lines();
    let wanted = "phase Playing -> Choosing: a capture not made";
    let printed = lines.map(|line| line.expect("text")).find(|line| line.ends_with(wanted));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(printed.is_some(), "`{wanted}` was not printed");
}

#[test]
fn ctrl_c_ends_it() {
    let mut sim = Sim::start(&[]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let id = sim.child.id().to_string();
    assert!(
        std::process::Command::new("kill").args(["-INT", &id]).status().expect("kill").success()
    );
    assert_eq!(sim.child.wait().expect("it ends").code(), Some(0));
    // The page has been told of the end.
    while sim.news.recv_timeout(PATIENCE).is_ok() {}
}

/// The limits of `limits.rs` are those of this page as well.
#[test]
fn a_page_too_many_is_refused() {
    let mut sim = Sim::start(&["--address-streams", "1"]);
    sim.until("the board", |sim| sim.state["power"] == true);
    let head = format!("GET /news HTTP/1.1\r\nHost: {}", sim.address);
    assert_eq!(sim.request(&head, ""), 429);
    // The board and the first page go on.
    sim.press("north");
    sim.until("a running clock", |sim| sim.state["running"] == "south");
}

#[test]
fn only_this_computer_gives_orders() {
    let sim = Sim::start(&[]);
    let order = r#"{"do":"set-up"}"#;
    let json = "Content-Type: application/json";
    let here = format!("Host: {}", sim.address);
    let post = "POST /act HTTP/1.1\r\n";
    assert_eq!(sim.request(&format!("{post}Host: example.org\r\n{json}"), order), 403);
    assert_eq!(sim.request(&format!("{post}{here}\r\nContent-Type: text/plain"), order), 415);
    assert_eq!(sim.request(&format!("{post}{here}\r\n{json}"), r#"{"do":"dance"}"#), 400);
    assert_eq!(sim.request(&format!("{post}{here}\r\n{json}"), order), 204);
    let long = format!(r#"{{"do":"{}"}}"#, "x".repeat(2_000));
    assert_eq!(sim.request(&format!("{post}{here}\r\n{json}"), &long), 413);
    assert_eq!(sim.request(&format!("POST / HTTP/1.1\r\n{here}"), ""), 405);
    assert_eq!(sim.request(&format!("GET /elsewhere HTTP/1.1\r\n{here}"), ""), 404);
}
