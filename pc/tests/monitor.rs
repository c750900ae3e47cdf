//! `damiera monitor` in a pseudo-terminal: its contents, and that it is restored.

#![cfg(unix)]

mod bench;
mod program;

use std::ffi::OsStr;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use bench::Bench;
use program::{command, run};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

/// Timeout of a test: much longer than any step takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program in a terminal of 80 by 24.
struct Terminal {
    child: Child,
    keyboard: File,
    /// Kept open, so that it remains after the program has ended.
    inside: File,
    written: Arc<Mutex<Vec<u8>>>,
}

impl Terminal {
    fn start(args: &[&str]) -> Self {
        let outside: OwnedFd =
            openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&outside).expect("it is ours");
        unlockpt(&outside).expect("it opens");
        let name = ptsname(&outside, Vec::new()).expect("a name");
        let name = OsStr::from_bytes(name.as_bytes());
        let inside = OpenOptions::new().read(true).write(true).open(name).expect("the other end");
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(inside.as_fd(), size).expect("a size");
        let end = || Stdio::from(inside.try_clone().expect("a copy"));
        let child =
            command(args).stdin(end()).stdout(end()).stderr(end()).spawn().expect("it starts");
        let outside = File::from(outside);
        let mut read = outside.try_clone().expect("a copy");
        let written = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&written);
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(number @ 1..) = read.read(&mut buffer) {
                keep.lock().expect("whole").extend_from_slice(&buffer[..number]);
            }
        });
        Self { child, keyboard: outside, inside, written }
    }

    fn text(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("whole")).into_owned()
    }

    fn is_raw(&self) -> bool {
        let modes = tcgetattr(self.inside.as_fd()).expect("it is a terminal").local_modes;
        !modes.contains(LocalModes::ICANON) && !modes.contains(LocalModes::ECHO)
    }

    #[track_caller]
    fn until(&mut self, what: &str, bench: &mut Bench, mut is: impl FnMut(&Self) -> bool) {
        let limit = Instant::now() + PATIENCE;
        while !is(self) {
            assert!(Instant::now() < limit, "{what} never came: {:?}", self.text());
            bench.pump();
            bench.run(1);
            sleep(Duration::from_millis(1));
        }
    }

    /// Checks that the program ended with 0 and restored the terminal.
    #[track_caller]
    fn ends(mut self, bench: &mut Bench) {
        // The last bytes, after leaving the alternate screen, show the cursor.
        self.until("the end", bench, |terminal| {
            let text = terminal.text();
            text.contains("\x1b[?1049l") && text.ends_with("\x1b[?25h") && !terminal.is_raw()
        });
        assert_eq!(self.child.wait().expect("it ends").code(), Some(0));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_is_watched_and_the_terminal_given_back() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    for how in ["q", "\x03", "-INT", "-TERM"] {
        let mut terminal = Terminal::start(&["monitor", &bench.address()]);
        terminal.until("the board", &mut bench, |t| t.text().contains("21-17") && t.is_raw());
        match how.strip_prefix('-') {
            Some(_) => signal(&terminal, how),
            None => terminal.keyboard.write_all(how.as_bytes()).expect("it reads"),
        }
        terminal.ends(&mut bench);
        bench.unplug();
    }
}

/// Only changes are drawn: the new move, and the reconnection of the board.
#[test]
fn a_board_that_is_pulled_out_comes_back_by_itself() {
    let mut bench = Bench::new();
    bench.begin();
    bench.play("21-17");
    let mut terminal = Terminal::start(&["monitor", &bench.address()]);
    terminal.until("the board", &mut bench, |t| t.text().contains("21-17"));
    bench.unplug();
    bench.play("10-13");
    terminal.until("the next move", &mut bench, |t| t.text().contains("10-13"));
    terminal.keyboard.write_all(b"q").expect("it reads");
    terminal.ends(&mut bench);
}

#[test]
fn without_a_terminal_it_says_what_to_do() {
    let run = run(&["monitor", "tcp:127.0.0.1:1"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(run.err, "error: a terminal is needed; `record --json` writes for programs\n");
}

fn signal(terminal: &Terminal, name: &str) {
    let id = terminal.child.id().to_string();
    assert!(Command::new("kill").args([name, &id]).status().expect("kill").success());
}
