//! A client of `damiera serve` without a browser.

#![allow(dead_code)] // Not every test file needs everything.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program;

/// Timeout of a test: much longer than any step takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);

/// A running `damiera serve`.
pub(crate) struct Serve {
    pub(crate) child: Child,
    pub(crate) address: String,
}

impl Serve {
    pub(crate) fn start(ports: &[String]) -> Self {
        Self::start_with(&[], ports)
    }

    /// Starts it with options.
    pub(crate) fn start_with(options: &[&str], ports: &[String]) -> Self {
        let mut args = vec!["serve", "--listen", "127.0.0.1:0"];
        args.extend(options);
        args.extend(ports.iter().map(String::as_str));
        let mut child =
            program::command(&args).stderr(Stdio::null()).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("piped"));
        let mut said = out.lines().map(|line| line.expect("text"));
        let first = said.next().expect("an address");
        let address = first.strip_prefix("The hall is at http://").expect(&first);
        let address = address.trim_end_matches('/').to_owned();
        assert!(said.any(|line| line == "Ctrl-C ends it."));
        Self { child, address }
    }

    /// Sends bytes; returns status, head and body of the answer.
    pub(crate) fn answer(&self, request: &[u8]) -> (u16, String, String) {
        answer(&self.address, request)
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String, String) {
        get(&self.address, path)
    }

    /// The overview of all boards.
    pub(crate) fn hall(&self) -> Vec<Value> {
        let (status, _, body) = self.get("/hall.json");
        assert_eq!(status, 200);
        let hall: Value = serde_json::from_str(&body).expect("JSON");
        hall["boards"].as_array().expect("a list").clone()
    }

    /// Sends Ctrl-C and returns the exit status.
    pub(crate) fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
        self.child.wait().expect("it ends").code()
    }
}

/// Sends bytes to an address; returns status, head and body of the answer.
pub(crate) fn answer(address: &str, request: &[u8]) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("a time");
    stream.write_all(request).expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers and ends");
    let (head, body) = answer.split_once("\r\n\r\n").expect(&answer);
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    (status, head.to_owned(), body.to_owned())
}

pub(crate) fn get(address: &str, path: &str) -> (u16, String, String) {
    answer(address, format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes())
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An open page: the server-sent events and the state folded from them.
pub(crate) struct Page {
    news: Receiver<(String, String)>,
    pub(crate) boards: BTreeMap<u64, Value>,
    /// Steps of the game of the selected board.
    pub(crate) steps: Vec<Value>,
    /// Number of earlier games of that board.
    pub(crate) past: usize,
    /// Numbers of events received, and of their bytes.
    pub(crate) events: usize,
    pub(crate) bytes: usize,
    /// Bytes of the first event, which has all boards.
    pub(crate) first: usize,
}

impl Page {
    pub(crate) fn open(serve: &Serve, path: &str) -> Self {
        let mut stream = TcpStream::connect(&serve.address).expect("it listens");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", serve.address).expect("it reads");
        let (sender, news) = channel();
        thread::spawn(move || {
            let mut topic = String::new();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                if let Some(name) = line.strip_prefix("event: ") {
                    topic = name.to_owned();
                } else if let Some(data) = line.strip_prefix("data: ")
                    && sender.send((topic.clone(), data.to_owned())).is_err()
                {
                    return;
                }
            }
        });
        Self {
            news,
            boards: BTreeMap::new(),
            steps: Vec::new(),
            past: 0,
            events: 0,
            bytes: 0,
            first: 0,
        }
    }

    /// Applies all received events; waits at most this long for the first.
    pub(crate) fn take(&mut self, patience: Duration) {
        let mut patience = patience;
        loop {
            match self.news.recv_timeout(patience) {
                Ok((topic, data)) => self.hear(&topic, &data),
                Err(RecvTimeoutError::Timeout) => return,
                Err(RecvTimeoutError::Disconnected) => panic!("the page was let go"),
            }
            patience = Duration::ZERO;
        }
    }

    fn hear(&mut self, topic: &str, data: &str) {
        self.events += 1;
        self.bytes += data.len();
        let value: Value = serde_json::from_str(data).expect("JSON");
        match topic {
            "hall" | "boards" => {
                if topic == "hall" {
                    self.first = data.len();
                    self.boards.clear();
                }
                for board in value["boards"].as_array().expect("a list") {
                    self.boards.insert(board["id"].as_u64().expect("a number"), board.clone());
                }
            }
            "game" => {
                let from = value["from"].as_u64().expect("a number") as usize;
                assert!(from <= self.steps.len(), "a gap: {from}");
                self.past = value["past"].as_array().expect("a list").len();
                self.steps.truncate(from);
                self.steps.extend(value["steps"].as_array().expect("a list").iter().cloned());
            }
            _ => panic!("{topic}: what is that?"),
        }
    }

    /// Waits until a condition holds, and calls `meanwhile` until then.
    #[track_caller]
    pub(crate) fn until(
        &mut self,
        what: &str,
        mut meanwhile: impl FnMut(),
        mut is: impl FnMut(&Self) -> bool,
    ) {
        let limit = Instant::now() + PATIENCE;
        while !is(self) {
            assert!(Instant::now() < limit, "{what} was never seen: {:#?}", self.boards);
            meanwhile();
            self.take(Duration::from_millis(2));
        }
    }
}
