//! The reeds and keys, a thousand times a second.
//!
//! A row is selected in one tick and read in the next, 125 µs later: its wires settle while the
//! core sleeps. Eight ticks are a frame, and the keys are read with it. All of it is done in the
//! interrupt of the tick, above everything else, so neither drawing nor stepping delays a stamp.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicPtr, AtomicU16, Ordering};

use damiera::sense::{Cells, Debouncer, Edges, Frame, Key, Keys, Tally};
use damiera::time::{Micros, Span};
use damiera::wiring::{Active, LINES};
use embassy_rp::gpio::Input;
use embassy_rp::pac::SIO;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant};
use static_cell::StaticCell;

use super::rows::Rows;
use super::tick;
use super::watchdog::{self, Task};
use crate::pins::RowDriver;
use crate::wiring::WIRING;

/// From one row to the next, in microseconds.
pub(super) const TICK: u32 = 125;

const SECOND: Duration = Duration::from_secs(1);

/// How long after its first contact an edge is known.
pub(crate) const DELAY: Span = Span::from_millis(WIRING.timing.delay() as u64);

const _: () = assert!(
    WIRING.settle.as_micros() <= TICK as u64,
    "the wires of this board settle too slowly for 1,000 frames a second"
);

/// Edges on their way to the game.
///
/// There is at most one entry a frame, and only while contacts change. A redraw or a page of flash
/// keeps the game for a few of them; should it ever be late by more, frames are left out rather than
/// an edge lost.
pub(crate) static EDGES: Channel<CriticalSectionRawMutex, Edges, 32> = Channel::new();

static KNOWN: Mutex<CriticalSectionRawMutex, Cell<Micros>> = Mutex::new(Cell::new(Micros::ZERO));

/// Every edge up to this instant has gone into [`EDGES`].
pub(crate) fn known() -> Micros {
    KNOWN.lock(Cell::get)
}

static TALLY: Mutex<CriticalSectionRawMutex, RefCell<Tally>> =
    Mutex::new(RefCell::new(Tally::new()));

/// Looks at how often each reed has closed and bounced.
pub(crate) fn with_tally<T>(look: impl FnOnce(&Tally) -> T) -> T {
    TALLY.lock(|tally| look(&tally.borrow()))
}

static RATE: AtomicU16 = AtomicU16::new(0);

/// Frames in the last whole second.
pub(crate) fn rate() -> u16 {
    RATE.load(Ordering::Relaxed)
}

/// The time of the core: microseconds since the chip started.
pub(crate) fn now() -> Micros {
    Micros::from_micros(Instant::now().as_micros())
}

/// What the interrupt of the tick works with.
struct Scanner {
    rows: RowDriver,
    // Read all at once, by their numbers; held here so that nobody else can have them.
    _columns: [Input<'static>; LINES],
    _keys: [Input<'static>; Key::ALL.len()],
    /// The row that is selected.
    row: usize,
    /// What each row has shown, and what all had shown a frame ago.
    shown: [u8; LINES],
    before: [u8; LINES],
    /// The cells that these stand for.
    cells: Cells,
    debouncer: Debouncer,
    frames: u16,
    second: Instant,
}

/// Where the interrupt finds it.
static SCANNER: AtomicPtr<Scanner> = AtomicPtr::new(core::ptr::null_mut());

/// Reads frames and sends edges from now on. Called once.
pub(crate) fn start(
    mut rows: RowDriver,
    columns: [Input<'static>; LINES],
    keys: [Input<'static>; Key::ALL.len()],
) {
    static PLACE: StaticCell<Scanner> = StaticCell::new();
    rows.select(0);
    let scanner = PLACE.init_with(|| Scanner {
        rows,
        _columns: columns,
        _keys: keys,
        row: 0,
        shown: [0; LINES],
        before: [0; LINES],
        cells: Cells::EMPTY,
        // Whatever stands on the board when it wakes up is felt as if just put there: the game
        // learns of it in the only way it learns of anything.
        debouncer: Debouncer::new(WIRING.timing, Frame::OPEN),
        frames: 0,
        second: Instant::now(),
    });
    SCANNER.store(scanner, Ordering::Release);
    tick::start();
}

/// A tick of the beat, whose interrupt is the only caller.
pub(super) fn tick() {
    with_scanner(Scanner::tick);
}

/// Ticks were missed: what was read of this frame is forgotten. Called by the same interrupt.
pub(super) fn begin_frame() {
    with_scanner(|scanner| {
        scanner.row = 0;
        scanner.rows.select(0);
    });
}

#[inline(always)] // Seven ticks of eight are hardly longer than a call.
fn with_scanner(act: impl FnOnce(&mut Scanner)) {
    // SAFETY: `start` has put it there for good and kept no reference, and the interrupt, which is
    // the only one to take it from there, does not interrupt itself.
    if let Some(scanner) = unsafe { SCANNER.load(Ordering::Acquire).as_mut() } {
        act(scanner);
    }
}

impl Scanner {
    fn tick(&mut self) {
        let columns = read::<LINES, { in_a_row(&WIRING.columns) }>;
        self.shown[self.row % LINES] = columns(WIRING.columns, WIRING.row_active);
        self.row = (self.row + 1) % LINES;
        self.rows.select(self.row);
        if self.row == 0 {
            self.frame();
        }
    }

    /// All rows were read.
    // Never inlined: seven ticks of eight would pay for its registers.
    #[inline(never)]
    fn frame(&mut self) {
        if EDGES.is_full() {
            return;
        }
        let keys = read::<{ Key::ALL.len() }, { in_a_row(&WIRING.keys) }>;
        let keys = Keys::from_bits(keys(WIRING.keys, WIRING.key_active));
        let moved = self.shown != self.before;
        if moved {
            self.before = self.shown;
            self.cells = WIRING.closed(self.shown);
        }
        let frame = Frame { cells: self.cells, keys };
        let now = Instant::now();
        let edges = self.debouncer.sample(frame, Micros::from_micros(now.as_micros()));
        // Mostly there is nothing to count.
        if moved || !edges.is_quiet() {
            TALLY.lock(|tally| {
                let mut tally = tally.borrow_mut();
                tally.sample(frame);
                edges.clone().for_each(|edge| tally.note(edge));
            });
        }
        self.frames += 1;
        if now >= self.second + SECOND {
            RATE.store(self.frames, Ordering::Relaxed);
            (self.frames, self.second) = (0, now);
        }
        let stamp = edges.at();
        if !edges.is_quiet() {
            // There is room, see above.
            let _ = EDGES.try_send(edges);
        }
        KNOWN.lock(|known| known.set(stamp));
        watchdog::report(Task::Scan);
    }
}

/// Which of these pins are active, the first one in the lowest bit. All are read at the same
/// instant.
fn read<const N: usize, const IN_A_ROW: bool>(pins: [u8; N], active: Active) -> u8 {
    let high = SIO.gpio_in(0).read();
    let on = if active == Active::High { high } else { !high };
    if IN_A_ROW {
        return (on >> pins[0] & ((1 << N) - 1)) as u8;
    }
    pins.iter().rev().fold(0, |bits, pin| bits << 1 | (on >> pin & 1) as u8)
}

/// Whether each pin is the one after the pin before, as on most boards: then no loop is needed.
const fn in_a_row(pins: &[u8]) -> bool {
    let mut n = 1;
    while n < pins.len() {
        if pins[n] != pins[n - 1] + 1 {
            return false;
        }
        n += 1;
    }
    true
}
