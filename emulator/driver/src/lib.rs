//! Runs the firmware image of a board in the emulator: contacts in, pictures and bytes out, in
//! emulated time.
//!
//! Each method of [`Emulator`] sends a request and waits for its answer; the events until then are kept
//! in [`Emulator::happened`]. The same requests always give the same answers and events. The limit on
//! real time ([`Stopped::TooSlow`]) only keeps a test from hanging.

mod alike;
mod bench;
pub mod boards;
mod cable;
pub mod called;
pub mod cut;
mod flash;
mod happening;
mod near;
mod replay;
mod scenario_files;

use std::env;
use std::error::Error;
use std::fmt;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use damiera::sense::Contact;
use damiera::view::{Canvas, HEIGHT, WIDTH};
use damiera::wiring::{Active, Controller, RowWiring};
use serde_json::{Value, json};

pub use bench::Bench;
pub use cable::Pc;
pub use happening::{Happened, Happening, Picture, Reason, UsbState};
pub use replay::{CoreOnly, Replay};
pub use scenario_files::{each_scenario_file, scenario_files};

use crate::boards::BoardKind;

/// Environment variable: the folder of the images of all boards, `BOARD.elf`.
pub const IMAGES: &str = "DAMIERA_IMAGES";

/// Environment variable: the version of the images.
pub const VERSION: &str = "DAMIERA_IMAGE_VERSION";

/// Returns the folder of the emulator's JavaScript.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns whether the emulator's npm packages are installed.
pub fn is_installed() -> bool {
    folder().join("node_modules").is_dir()
}

/// Returns the path of a board's image in the folder of [`IMAGES`].
pub fn image(board: &BoardKind) -> PathBuf {
    let folder = env::var_os(IMAGES)
        .unwrap_or_else(|| panic!("{IMAGES} is not set: `cargo xtask image` sets it"));
    Path::new(&folder).join(format!("{}.elf", board.name))
}

/// Returns the version of the images, from [`VERSION`].
pub fn version() -> String {
    env::var(VERSION)
        .unwrap_or_else(|_| panic!("{VERSION} is not set: `cargo xtask image` sets it"))
}

/// A board in the emulator, a process of Node.js.
pub struct Emulator {
    board: BoardKind,
    child: Child,
    requests: ChildStdin,
    answers: Receiver<io::Result<String>>,
    limit: Duration,
    started: Instant,
    happened: Vec<Happening>,
    now: u64,
}

/// Error of the emulator; it cannot be used any more.
#[derive(Debug)]
pub enum Stopped {
    /// Node.js is not installed.
    NoNode,
    /// The limit on real time has passed.
    TooSlow(Duration),
    /// The emulator refused a request, sent an invalid answer or has ended; or the board does not do what
    /// a test needs. The text says why.
    Refused(String),
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoNode => f.write_str("the emulator needs Node.js 20 or newer, which is missing"),
            Self::TooSlow(limit) => write!(f, "the emulator needs more than {} s", limit.as_secs()),
            Self::Refused(why) => write!(f, "the emulator refuses: {why}"),
        }
    }
}

impl Error for Stopped {}

/// Counters since the first power-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Executed instructions.
    pub instructions: u64,
    /// Time in which the processor slept, in microseconds.
    pub asleep_micros: u64,
    /// Time under power, in microseconds.
    pub micros: u64,
    /// Lowest value of the stack pointer.
    pub lowest_stack: u32,
    /// Pages programmed and sectors erased.
    pub flash_operations: u64,
}

/// A call of a watched function, see [`Emulator::watch`].
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
pub struct Call {
    /// The mangled name of the function.
    pub name: String,
    /// Start of the call, in microseconds.
    pub at: u64,
    /// Instructions, with those of all it calls.
    pub instructions: u64,
    /// Cycles, as the emulator counts them.
    pub cycles: u64,
}

impl Call {
    /// Returns instructions and cycles.
    pub fn cost(&self) -> (u64, u64) {
        (self.instructions, self.cycles)
    }
}

impl Emulator {
    /// Starts the emulator with this image in the flash, without power. `limit` is the real time for
    /// all requests together.
    pub fn start(board: &BoardKind, image: &Path, limit: Duration) -> Result<Self, Stopped> {
        let mut emulator = Self::bare(board, limit)?;
        emulator.request(json!({ "do": "flash", "elf": image }))?;
        Ok(emulator)
    }

    /// Starts the emulator with this content of the flash, and the image written over it.
    pub fn start_with(
        board: &BoardKind,
        image: &Path,
        flash: &[u8],
        limit: Duration,
    ) -> Result<Self, Stopped> {
        let mut emulator = Self::bare(board, limit)?;
        let file = image.with_extension(format!("{}.flash", emulator.child.id()));
        fs::write(&file, flash).map_err(|error| Stopped::Refused(error.to_string()))?;
        let loaded = emulator.request(json!({ "do": "loadFlash", "file": file }));
        // Only this request reads the file; an error of the removal is harmless.
        let _ = fs::remove_file(&file);
        loaded?;
        emulator.request(json!({ "do": "flash", "elf": image }))?;
        Ok(emulator)
    }

    fn bare(board: &BoardKind, limit: Duration) -> Result<Self, Stopped> {
        let mut child = Command::new("node")
            .arg(folder().join("src/main.js"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => Stopped::NoNode,
                _ => Stopped::Refused(error.to_string()),
            })?;
        let requests = child.stdin.take().expect("it was piped");
        let output = child.stdout.take().expect("it was piped");
        let (sender, answers) = mpsc::channel();
        // A thread, because a read from a pipe has no timeout. It ends with the child.
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut emulator = Self {
            board: *board,
            child,
            requests,
            answers,
            limit,
            started: Instant::now(),
            happened: Vec::new(),
            now: 0,
        };
        emulator.request(json!({ "do": "board", "wiring": wiring(board) }))?;
        Ok(emulator)
    }

    /// Returns the emulated time in microseconds.
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns all events so far, in order.
    pub fn happened(&self) -> &[Happening] {
        &self.happened
    }

    /// Takes all events since the last call, in order.
    pub fn take_happened(&mut self) -> Vec<Happening> {
        std::mem::take(&mut self.happened)
    }

    /// Writes another image into the flash.
    pub fn flash(&mut self, image: &Path) -> Result<(), Stopped> {
        self.request(json!({ "do": "flash", "elf": image })).map(drop)
    }

    /// Loads the whole flash, image included, from a file of 2 MiB.
    pub fn load_flash(&mut self, file: &Path) -> Result<(), Stopped> {
        self.request(json!({ "do": "loadFlash", "file": file })).map(drop)
    }

    /// Switches the power on or off.
    pub fn power(&mut self, on: bool) -> Result<(), Stopped> {
        self.request(json!({ "do": "power", "on": on })).map(drop)
    }

    /// Lets so many microseconds pass.
    pub fn run(&mut self, micros: u64) -> Result<(), Stopped> {
        self.run_to(self.now + micros)
    }

    /// Lets time pass up to this time, in microseconds.
    pub fn run_to(&mut self, micros: u64) -> Result<(), Stopped> {
        self.request(json!({ "do": "run", "to": micros })).map(drop)
    }

    /// Lets time pass until the next frame begins.
    pub fn run_to_frame(&mut self) -> Result<(), Stopped> {
        self.request(json!({ "do": "frame" })).map(drop)
    }

    /// Runs until an event comes for which `wanted` is true, for `within` microseconds at most. Returns the
    /// time of the event.
    pub fn run_until(
        &mut self,
        within: u64,
        wanted: impl Fn(&Happened) -> bool,
    ) -> Result<Option<u64>, Stopped> {
        let (mut seen, end) = (self.happened.len(), self.now + within);
        loop {
            let found = self.happened[seen..].iter().find(|happening| wanted(&happening.what));
            if let Some(happening) = found {
                return Ok(Some(happening.at));
            }
            seen = self.happened.len();
            if self.now >= end {
                return Ok(None);
            }
            self.run_to(end.min(self.now + 5_000))?;
        }
    }

    /// Closes or opens a contact.
    pub fn set(&mut self, contact: Contact, closed: bool) -> Result<(), Stopped> {
        let request = match contact {
            Contact::Cell(cell) => {
                let crossing = self.board.wiring.crossing(cell);
                let (row, column) = crossing.expect("the board reaches every cell");
                json!({ "do": "contact", "row": row, "column": column, "closed": closed })
            }
            Contact::Key(key) => json!({ "do": "key", "key": key.index(), "closed": closed }),
        };
        self.request(request).map(drop)
    }

    /// Plugs a display in, or pulls it out.
    pub fn plug_display(&mut self, address: u8, plugged: bool) -> Result<(), Stopped> {
        self.request(json!({ "do": "display", "address": address, "plugged": plugged })).map(drop)
    }

    /// Returns the picture on a display; `None` if it is dark.
    pub fn picture(&mut self, address: u8) -> Result<Option<Picture>, Stopped> {
        let answer = self.request(json!({ "do": "picture", "address": address }))?;
        Ok(answer["hex"].as_str().and_then(Picture::from_hex))
    }

    /// Returns the contrast that was set on a display, 0 to 255.
    pub fn contrast(&mut self, address: u8) -> Result<Option<u64>, Stopped> {
        let answer = self.request(json!({ "do": "picture", "address": address }))?;
        Ok(answer["contrast"].as_u64())
    }

    /// Acts at the PC's end of the USB cable: `plug`, `unplug`, `open`,
    /// `close`, `read`, `pause`, `suspend`, `resume`.
    pub fn usb(&mut self, action: &str) -> Result<(), Stopped> {
        self.request(json!({ "do": "usb", "action": action })).map(drop)
    }

    /// Sends bytes to the board.
    pub fn usb_write(&mut self, bytes: &[u8]) -> Result<(), Stopped> {
        let hex = happening::hex(bytes);
        self.request(json!({ "do": "usb", "action": "write", "hex": hex })).map(drop)
    }

    /// Returns the number of packets that were sent to the board and not taken by it yet.
    pub fn usb_queued(&mut self) -> Result<u64, Stopped> {
        let answer = self.request(json!({ "do": "usb", "action": "queued" }))?;
        Ok(answer["packets"].as_u64().unwrap_or(0))
    }

    /// Returns every byte that the board has sent, with the time of its packet in microseconds.
    pub fn usb_bytes(&self) -> Vec<(u64, u8)> {
        let packets = self.happened.iter().filter_map(|happening| match &happening.what {
            Happened::UsbData { hex } => Some((happening.at, happening::bytes(hex)?)),
            _ => None,
        });
        packets.flat_map(|(at, bytes)| bytes.into_iter().map(move |byte| (at, byte))).collect()
    }

    /// Cuts the power in a flash operation, 0 for the next one, when this many of its
    /// bytes are done.
    pub fn cut(&mut self, operation: u32, byte: u32) -> Result<(), Stopped> {
        self.request(json!({ "do": "cut", "operation": operation, "byte": byte })).map(drop)
    }

    /// Injects a fault into the running program: `hang`, `overflow` (of the stack) or `undefined` (an
    /// undefined instruction).
    pub fn inject(&mut self, what: &str) -> Result<(), Stopped> {
        self.request(json!({ "do": "inject", "what": what })).map(drop)
    }

    /// Makes the program jump to a symbol.
    pub fn jump(&mut self, symbol: &str) -> Result<(), Stopped> {
        self.request(json!({ "do": "inject", "what": "jump", "to": symbol })).map(drop)
    }

    /// Sets bits of the byte at a static to 0. `part` is a part of its name.
    pub fn clear(&mut self, part: &str, bits: u8) -> Result<(), Stopped> {
        self.request(json!({ "do": "clear", "static": part, "bits": bits })).map(drop)
    }

    /// Counts from now on every call of the functions with this part in their names. Returns the number
    /// of such functions.
    pub fn watch(&mut self, function: &str) -> Result<u64, Stopped> {
        let answer = self.request(json!({ "do": "watch", "function": function }))?;
        Ok(answer["found"].as_u64().unwrap_or(0))
    }

    /// Takes the watched calls that have returned since the last time.
    pub fn calls(&mut self) -> Result<Vec<Call>, Stopped> {
        let mut answer = self.request(json!({ "do": "calls" }))?;
        serde_json::from_value(answer["calls"].take())
            .map_err(|error| Stopped::Refused(error.to_string()))
    }

    /// Returns the counters.
    pub fn counts(&mut self) -> Result<Counts, Stopped> {
        let answer = self.request(json!({ "do": "counts" }))?;
        serde_json::from_value(answer).map_err(|error| Stopped::Refused(error.to_string()))
    }

    /// Sends a request and waits for its answer.
    pub fn request(&mut self, request: Value) -> Result<Value, Stopped> {
        let refused = |error: &dyn fmt::Display| Stopped::Refused(error.to_string());
        writeln!(self.requests, "{request}").map_err(|error| refused(&error))?;
        loop {
            let left = self.limit.saturating_sub(self.started.elapsed());
            let line = self.answers.recv_timeout(left).map_err(|error| match error {
                RecvTimeoutError::Timeout => Stopped::TooSlow(self.limit),
                RecvTimeoutError::Disconnected => refused(&"its process has ended"),
            })?;
            let line = line.map_err(|error| refused(&error))?;
            let answer: Value = serde_json::from_str(&line).map_err(|error| refused(&error))?;
            if let Some(error) = answer["error"].as_str() {
                return Err(refused(&error));
            }
            self.now = answer["at"].as_u64().unwrap_or(self.now);
            if answer["done"].is_string() {
                return Ok(answer);
            }
            let happening = serde_json::from_value(answer)
                .map_err(|error| refused(&format!("{error} in {line}")))?;
            self.happened.push(happening);
        }
    }
}

impl Drop for Emulator {
    fn drop(&mut self) {
        // An error means that the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the board's wiring in the emulator's form, the type `Wiring` of `emulator/src/pins.js`.
fn wiring(board: &BoardKind) -> Value {
    let wiring = &board.wiring;
    let level = |active| if active == Active::High { "high" } else { "low" };
    let controller = |controller| match controller {
        Controller::Ssd1306 => "ssd1306",
        Controller::Ssd1309 => "ssd1309",
        Controller::Sh1106 => "sh1106",
    };
    let modules = wiring.displays.mounts.iter().map(
        |mount| json!({ "address": mount.address, "controller": controller(mount.controller) }),
    );
    let modules: Vec<Value> = modules.collect();
    let mut value = json!({
        "rowActive": level(wiring.row_active),
        "columns": wiring.columns,
        "keys": wiring.keys,
        "keyActive": level(wiring.key_active),
        "settleMicros": wiring.settle.as_micros(),
        "displays": { "bus": wiring.displays.bus, "modules": modules },
        "led": wiring.led.map(|led| json!({ "pin": led.pin, "active": level(led.active) })),
        "buzzer": wiring.buzzer,
    });
    match wiring.rows {
        RowWiring::Direct(pins) => value["rows"] = json!(pins),
        RowWiring::Shifted { data, clock, latch } => {
            value["shift"] = json!({ "data": data, "clock": clock, "latch": latch });
        }
    }
    value
}

/// Checks that a display shows exactly this picture; otherwise returns the difference as text.
pub fn same_picture(expected: &Canvas, shown: Option<&Picture>) -> Result<(), String> {
    let Some(shown) = shown else { return Err("the display is dark".to_owned()) };
    let same = (0..HEIGHT).all(|y| (0..WIDTH).all(|x| expected.is_lit(x, y) == shown.is_lit(x, y)));
    if same {
        return Ok(());
    }
    let expected = damiera_sim::picture::text(expected);
    Err(damiera_sim::picture::difference(&expected, &shown.to_string()))
}
