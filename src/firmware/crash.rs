//! What is remembered of a crash over the reset that follows it.
//!
//! The record lies in RAM that nobody clears at start. After a power-up it holds anything, so it
//! counts only with its magic number, a matching checksum, and a reset that the watchdog made.

use core::cell::UnsafeCell;
use core::fmt::{self, Write};
use core::mem::MaybeUninit;

use damiera::protocol::{Level, LogLine};
use damiera::text::Text;
use embassy_rp::pac;
use static_cell::StaticCell;

/// Characters of a message, as ASCII: a display can show all of them at once.
const LENGTH: usize = 161;
/// The last one where there was more.
const MORE: u8 = b'>';
/// After so many in a row the stored game may be what crashes the board: it stays where it is.
const TOO_MANY: u8 = 3;
const MAGIC: u32 = 0xDA31_E7A5;

#[repr(C)]
#[derive(Clone, Copy)]
struct Record {
    magic: u32,
    sum: u32,
    /// Crashes in a row.
    count: u8,
    /// Whether `text` is the message of a crash, not only a suspicion for the next one.
    certain: bool,
    length: u8,
    text: [u8; LENGTH],
}

/// A place for the record. No `RefCell`: its flag would lie in the same RAM and hold anything.
struct Kept(UnsafeCell<MaybeUninit<Record>>);

// SAFETY: only `read` and `write` look inside, each within a critical section.
unsafe impl Sync for Kept {}

#[unsafe(link_section = ".uninit.crash")]
static RECORD: Kept = Kept(UnsafeCell::new(MaybeUninit::uninit()));

/// A crash, as the start after it finds it.
pub(crate) struct Crash {
    record: Record,
}

impl Crash {
    /// What happened.
    pub(crate) fn text(&self) -> &str {
        // Only ASCII was kept.
        let text = self.record.text.get(..usize::from(self.record.length)).unwrap_or_default();
        core::str::from_utf8(text).unwrap_or("?")
    }

    /// How many there were in a row, with this one.
    pub(crate) fn count(&self) -> u8 {
        self.record.count
    }

    /// Whether there were so many that the board starts without the stored game.
    pub(crate) fn gives_up(&self) -> bool {
        self.count() >= TOO_MANY
    }

    /// What a PC is told.
    pub(crate) fn line(&self) -> LogLine {
        let mut text = Text::EMPTY;
        let end = if self.gives_up() { ", the game was not restored" } else { "" };
        // Of a long message the end is missing.
        let _ = write!(text, "start {}{end} after: {}", u32::from(self.count()), self.text());
        LogLine { at: 0, level: Level::Error, text }
    }
}

/// The crash that led to this start, if one did. Called once, first of all.
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

/// Should the watchdog strike, this was to blame.
pub(crate) fn suspect(task: &str) {
    let mut record = Record { count: count(), ..Record::EMPTY };
    // The text is cut off where it does not fit.
    let _ = write!(record, "hung: {task}");
    write(record);
}

/// Nothing has happened for long: the next crash is the first.
pub(crate) fn forget() {
    write(Record::EMPTY);
}

/// Keeps a message and starts the chip again.
pub(crate) fn restart(message: fmt::Arguments<'_>) -> ! {
    let mut record = Record { count: count(), certain: true, ..Record::EMPTY };
    // An error says that there was more than fits.
    let _ = record.write_fmt(message);
    write(record);
    // As the watchdog does when it is not fed, only at once: everything but the oscillators.
    pac::PSM.wdsel().write_value(pac::psm::regs::Wdsel(0x0001_FFFC));
    pac::WATCHDOG.ctrl().write(|w| w.set_trigger(true));
    loop {
        cortex_m::asm::nop();
    }
}

fn count() -> u8 {
    read().map_or(0, |record| record.count)
}

fn read() -> Option<Record> {
    critical_section::with(|_| {
        // SAFETY: the critical section keeps `write` away; any bits are bytes.
        let bytes = unsafe { *RECORD.0.get().cast::<[u8; SIZE]>() };
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| bytes[at + byte]));
        let sound = word(0) == MAGIC && word(4) == sum(&bytes[8..]);
        // SAFETY: as above, and the sum says that `write` has put a record here.
        sound.then(|| unsafe { (*RECORD.0.get()).assume_init() })
    })
}

fn write(mut record: Record) {
    record.magic = MAGIC;
    // SAFETY: a record is plain bytes without padding, see the assertion below.
    let bytes = unsafe { *(&raw const record).cast::<[u8; SIZE]>() };
    record.sum = sum(&bytes[8..]);
    critical_section::with(|_| {
        // SAFETY: the critical section keeps everybody else away.
        unsafe { (*RECORD.0.get()).write(record) };
    });
}

const SIZE: usize = size_of::<Record>();
const _: () = assert!(SIZE == 8 + 3 + LENGTH);

/// FNV-1a: enough to tell a record from leftovers.
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
