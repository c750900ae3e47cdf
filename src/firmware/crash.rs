//! The crash record: survives the reset that follows a crash.
//!
//! It lies in RAM that the startup code does not initialise (`.uninit`). After a power-up its content
//! is undefined, so [`take`] uses it only with its magic number, a matching checksum, and a reset by
//! the watchdog.

use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use damiera::protocol::{Level, LogLine};
use damiera::text::Text;
use embassy_rp::pac;
use static_cell::StaticCell;

/// Most characters of a message, in ASCII: the display shows all of them at once, and the record is a
/// multiple of four bytes without padding.
const LENGTH: usize = 161;
/// Last character of a message that was cut off.
const MORE: u8 = b'>';
/// Crashes in a row after which the board starts without the stored game, which may be the cause. Two
/// restarts with the game come first.
const TOO_MANY: u8 = 3;
/// Marks a record that [`write`] has written; an arbitrary number.
const MAGIC: u32 = 0xDA31_E7A5;

// `repr(C)`: `read` takes magic and sum from the first eight bytes.
#[repr(C)]
#[derive(Clone, Copy)]
struct Record {
    magic: u32,
    /// Checksum of the bytes after it, see [`sum`].
    sum: u32,
    /// Crashes in a row.
    count: u8,
    /// Whether `text` is the message of a crash. Otherwise it names the task to blame if the watchdog
    /// resets the chip.
    certain: bool,
    /// Characters of `text`.
    length: u8,
    text: [u8; LENGTH],
}

/// Cell of the record in uninitialised RAM. No `RefCell`: its borrow flag would be uninitialised too.
struct UninitRecord(UnsafeCell<MaybeUninit<Record>>);

// SAFETY: only `read` and `write` access the record, each within a critical section.
unsafe impl Sync for UninitRecord {}

#[unsafe(link_section = ".uninit.crash")]
static RECORD: UninitRecord = UninitRecord(UnsafeCell::new(MaybeUninit::uninit()));

/// The crash that led to this start.
pub(crate) struct Crash {
    record: Record,
}

impl Crash {
    /// Returns the message: a panic with its location, a fault, or the task that hung.
    pub(crate) fn text(&self) -> &str {
        // `write_str` stores ASCII only.
        let text = self.record.text.get(..usize::from(self.record.length)).unwrap_or_default();
        core::str::from_utf8(text).unwrap_or("?")
    }

    /// Returns the number of crashes in a row, this one included.
    pub(crate) fn count(&self) -> u8 {
        self.record.count
    }

    /// Returns whether the board starts without the stored game, after [`TOO_MANY`] crashes.
    pub(crate) fn gives_up(&self) -> bool {
        self.count() >= TOO_MANY
    }

    /// Returns the log line for the PC.
    pub(crate) fn line(&self) -> LogLine {
        let mut text = Text::EMPTY;
        let end = if self.gives_up() { ", the game was not restored" } else { "" };
        // An error means that the text is full: the end of a long message is cut off.
        let _ = write!(text, "start {}{end} after: {}", u32::from(self.count()), self.text());
        LogLine { at: 0, level: Level::Error, text }
    }
}

/// Takes the crash that led to this start out of the record, if one did, and counts it. Called once,
/// before [`suspect`].
pub(crate) fn take() -> Option<&'static Crash> {
    static CRASH: StaticCell<Crash> = StaticCell::new();
    let reason = pac::WATCHDOG.reason().read();
    let mut record = read().unwrap_or(Record::EMPTY);
    let crashed = reason.timer() || (reason.force() && record.certain);
    if !crashed {
        write(Record::EMPTY);
        return None;
    }
    record.count = record.count.saturating_add(1);
    write(Record { count: record.count, ..Record::EMPTY });
    Some(CRASH.init(Crash { record }))
}

/// Records the task to blame if the watchdog resets the chip.
pub(crate) fn suspect(task: &str) {
    let mut record = Record { count: count(), ..Record::EMPTY };
    // An error means that the text was cut off.
    let _ = write!(record, "hung: {task}");
    write(record);
}

/// Resets the count of crashes in a row.
pub(crate) fn forget() {
    write(Record::EMPTY);
}

/// Records a message and resets the chip.
pub(crate) fn restart(message: fmt::Arguments<'_>) -> ! {
    let mut record = Record { count: count(), certain: true, ..Record::EMPTY };
    // An error means that the message was cut off.
    let _ = record.write_fmt(message);
    write(record);
    // The reset of an expired watchdog, at once: all blocks but the two oscillators.
    pac::PSM.wdsel().write_value(pac::psm::regs::Wdsel(0x0001_FFFC));
    pac::WATCHDOG.ctrl().write(|w| w.set_trigger(true));
    loop {
        cortex_m::asm::nop();
    }
}

/// Returns the number of crashes in a row so far.
fn count() -> u8 {
    read().map_or(0, |record| record.count)
}

/// Reads the record; `None` if magic number or checksum are wrong.
fn read() -> Option<Record> {
    critical_section::with(|_| {
        // SAFETY: `write` cannot run in this critical section; any bits are valid bytes.
        let bytes = unsafe { *RECORD.0.get().cast::<[u8; SIZE]>() };
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        let valid = word(0) == MAGIC && word(4) == sum(&bytes[8..]);
        // SAFETY: as above, and magic number and checksum show that `write` has stored a record.
        valid.then(|| unsafe { (*RECORD.0.get()).assume_init() })
    })
}

/// Stores the record with its magic number and checksum.
fn write(mut record: Record) {
    record.magic = MAGIC;
    // SAFETY: a record is plain bytes without padding, see the assertion below.
    let bytes = unsafe { *(&raw const record).cast::<[u8; SIZE]>() };
    record.sum = sum(&bytes[8..]);
    critical_section::with(|_| {
        // SAFETY: nothing else accesses the record in this critical section.
        unsafe { (*RECORD.0.get()).write(record) };
    });
}

const SIZE: usize = size_of::<Record>();
const _: () = assert!(SIZE == 8 + 3 + LENGTH);

/// FNV-1a checksum: tells a record from the random content of RAM after power-up.
fn sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

impl Record {
    const EMPTY: Self =
        Self { magic: MAGIC, sum: 0, count: 0, certain: false, length: 0, text: [0; LENGTH] };
}

impl Write for Record {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            let Some(place) = self.text.get_mut(usize::from(self.length)) else {
                self.text[LENGTH - 1] = MORE;
                return Err(fmt::Error);
            };
            *place = match character {
                ' '..='~' => character as u8,
                _ if character.is_control() => b' ',
                _ => b'?',
            };
            self.length += 1;
        }
        Ok(())
    }
}
