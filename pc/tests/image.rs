//! The firmware itself behind `damiera sim --image`: hands, page and pseudo-terminal, and
//! `damiera record` at it. Ignored where no image is built: `cargo xtask image` runs it.

#![cfg(unix)]

mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use damiera::protocol::{self, MAX_FRAME, NEWEST, OLDEST, ToBoard, encode_frame};
use damiera::text::Text;
use program::{command, run, scratch_file};

/// Timeout of a test. An image runs in real time or a few times slower, and the games here take
/// half a minute.
const LIMIT: Duration = Duration::from_secs(180);

/// A process that is killed when the test ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Plays a file on a virtual board; returns the PDN file of `record` as soon as it contains this
/// word.
fn recorded(file: &Path, options: &[&str], until: &str) -> String {
    let all = [&["sim", "--no-open", "--play", file.to_str().expect("text")], options].concat();
    let mut sim = Running(command(&all).stderr(Stdio::inherit()).spawn().expect("it starts"));
    let said = BufReader::new(sim.0.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let said: Vec<_> = said.take_while(|line| !line.starts_with("Ctrl")).collect();
    let port = said.iter().find_map(|line| line.strip_prefix("Its USB port is "));
    let port = port.unwrap_or_else(|| panic!("no port in {said:?}"));
    let name = port.replace('/', "-");
    let folder = scratch_file(&format!("image_games{name}"));
    let _ = fs::remove_dir_all(&folder);
    let record = ["record", port, "-o", folder.to_str().expect("text")];
    let mut record = Running(command(&record).stderr(Stdio::inherit()).spawn().expect("it starts"));
    let end = Instant::now() + LIMIT;
    loop {
        let games = fs::read_dir(&folder).into_iter().flatten().flatten().map(|file| file.path());
        let pdn = games.filter(|path| path.extension().is_some_and(|name| name == "pdn")).max();
        let text = pdn.and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        if text.contains(until) {
            let id = record.0.id().to_string();
            assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill").success());
            assert!(record.0.wait().expect("it ends").success());
            return text;
        }
        assert!(Instant::now() < end, "no {until} within {} s:\n{text}", LIMIT.as_secs());
        sleep(Duration::from_millis(100));
    }
}

/// Moves, positions, result and irregularities: all but tags and clocks.
fn game(text: &str) -> String {
    let (_, body) = text.split_once("\n\n").expect("tags, then moves");
    let mut rest = body.split_whitespace().collect::<Vec<_>>().join(" ");
    while let Some(at) = rest.find("{[%clock") {
        let end = rest[at..].find("]}").expect("its end") + at + 2;
        rest.replace_range(at..end, "");
    }
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn images() -> Vec<(&'static str, PathBuf)> {
    let folder = std::env::var_os("DAMIERA_IMAGES").expect("`cargo xtask image` sets it");
    ["pico", "zero595"].map(|board| (board, Path::new(&folder).join(format!("{board}.elf")))).into()
}

#[test]
#[ignore = "needs the images: cargo xtask image"]
fn a_game_played_on_the_firmware_is_recorded() {
    let file = scratch_file("image.pdn");
    let moves = "1. 22-18 11-15 2. 18-13 9x18 3. 21x14 10x19 4. 23x14";
    fs::write(&file, format!("{moves} 0-1\n")).expect("a file");
    let (board, elf) = images().remove(0);
    let elf = elf.to_str().expect("text");
    let text = recorded(&file, &["--image", elf, "--board", board], "Result \"0-1\"");
    assert_eq!(game(&text), format!("{moves} {{9.2.1: resignation}} 0-1"));
}

/// A kept irregularity with its position gives the same text from the core and from the image of
/// the other board.
#[test]
#[ignore = "needs the images: cargo xtask image"]
fn a_scenario_is_recorded_from_the_firmware_as_from_the_core() {
    let file = scratch_file("image.scn");
    // Two squares at once (8.1.2), kept by PLUS, and a reply.
    let text = "move 21-17\npress white\nmove 12-16\npress black\nlift 22\ndrop 15\npress white\n\
                key plus\nlift 11\ndrop 20\nlift 15\npress black\n";
    fs::write(&file, text).expect("a file");
    let core = recorded(&file, &["--speed", "10"], "2... ");
    let (board, elf) = images().remove(1);
    let elf = elf.to_str().expect("text");
    let image = recorded(&file, &["--image", elf, "--board", board], "2... ");
    assert_eq!(game(&image), game(&core));
    assert!(image.contains("8.1.2") && image.contains("/FEN \"B:W"), "{image}");
}

/// A program floods the port, reads nothing and goes; the next one is served.
#[test]
#[ignore = "needs the images: cargo xtask image"]
fn the_port_of_the_firmware_is_there_again_after_a_flood() {
    let (board, elf) = images().remove(0);
    let elf = elf.to_str().expect("text");
    let args = ["sim", "--no-open", "--tcp", "127.0.0.1:0", "--image", elf, "--board", board];
    let mut sim = Running(command(&args).stderr(Stdio::inherit()).spawn().expect("it starts"));
    let said = BufReader::new(sim.0.stdout.take().expect("piped")).lines().map_while(Result::ok);
    let said: Vec<_> = said.take_while(|line| !line.starts_with("Ctrl")).collect();
    let tcp = said.iter().find_map(|line| line.strip_prefix("and tcp ")).expect("a port");
    let greets = || run(&["send", &format!("tcp:{tcp}"), "hello"]);
    let booted = Instant::now() + LIMIT;
    while greets().code != Some(0) {
        assert!(Instant::now() < booted, "it has not booted");
    }
    // The board takes no command before the answer to the last one is sent.
    let program = Text::cut("flood");
    let hello = protocol::Command::Hello { oldest: OLDEST, newest: NEWEST, program };
    let mut frame = [0; MAX_FRAME];
    let length = encode_frame(&ToBoard { id: 1, command: hello }, &mut frame).expect("it fits");
    let part = frame[..length].repeat(4_096 / length);
    let mut flood = TcpStream::connect(tcp).expect("it listens");
    flood.set_write_timeout(Some(Duration::from_millis(500))).expect("a time");
    let began = Instant::now();
    let mut sent = 0;
    while sent < 64 << 20 && began.elapsed() < Duration::from_secs(5) {
        // A timeout is none of a flood's business.
        sent += flood.write(&part).unwrap_or(0);
    }
    assert!(sent > 100_000, "{sent} bytes");
    println!("{sent} bytes");
    drop(flood);
    greets().fine();
    greets().fine();
}

#[test]
fn what_is_missing_is_said() {
    let none = run(&["sim", "--image", "no.elf"]);
    assert_eq!(none.code, Some(1));
    assert_eq!(
        none.err,
        "error: no.elf: there is no such image; `cargo xtask sim --image` builds one\n"
    );
    let other = run(&["sim", "--image", "no.elf", "--board", "none"]);
    assert_eq!(other.err, "error: none: there is no such board; the boards are pico, zero595\n");
    if damiera_emulator::is_installed() {
        // An empty PATH: Node.js is not found.
        let file = scratch_file("some.elf");
        fs::write(&file, "").expect("a file");
        let args = ["sim", "--no-open", "--image", file.to_str().expect("text")];
        let run: program::Run = command(&args).env("PATH", "").output().expect("it starts").into();
        assert_eq!(run.err, "error: the emulator needs Node.js 20 or newer, which is missing\n");
    }
}
