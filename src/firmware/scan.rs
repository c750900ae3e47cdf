//! The reeds and keys, a thousand times a second.
//!
//! A row is selected in one tick and read in the next, 125 µs later: its wires settle while the
//! core sleeps. Eight ticks are a frame, and the keys are read with it. All of it is done in the
//! interrupt of the tick, above everything else, so neither drawing nor stepping delays a stamp.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicPtr, AtomicU16, Ordering};

use damiera::drivers::keys::KeyPins;
use damiera::drivers::matrix::Matrix;
use damiera::sense::{Cells, Debouncer, Edges, Frame, ReedStats};
use damiera::time::{Duration, Instant};
use embassy_rp::gpio::Input;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use static_cell::StaticCell;

use super::columns::SioColumns;
use super::scan_timer;
use super::watchdog::{self, Task};
use crate::pins::RowDriver;
use crate::wiring::WIRING;

/// From one row to the next, in microseconds.
pub(super) const TICK: u32 = 125;

const SECOND: embassy_time::Duration = embassy_time::Duration::from_secs(1);

/// How long after its first contact an edge is known.
pub(crate) const DELAY: Duration = Duration::from_millis(WIRING.timing.delay() as u64);

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

static EDGES_COMPLETE_UNTIL: Mutex<CriticalSectionRawMutex, Cell<Instant>> =
    Mutex::new(Cell::new(Instant::ZERO));

/// Every edge up to this instant has gone into [`EDGES`].
pub(crate) fn edges_complete_until() -> Instant {
    EDGES_COMPLETE_UNTIL.lock(Cell::get)
}

static REED_STATS: Mutex<CriticalSectionRawMutex, RefCell<ReedStats>> =
    Mutex::new(RefCell::new(ReedStats::new()));

/// Looks at how often each reed has closed and bounced.
pub(crate) fn with_reed_stats<T>(look: impl FnOnce(&ReedStats) -> T) -> T {
    REED_STATS.lock(|tally| look(&tally.borrow()))
}

static RATE: AtomicU16 = AtomicU16::new(0);

/// Frames in the last whole second.
pub(crate) fn rate() -> u16 {
    RATE.load(Ordering::Relaxed)
}

/// The time of the core: microseconds since the chip started.
pub(crate) fn now() -> Instant {
    Instant::from_micros(embassy_time::Instant::now().as_micros())
}

/// What the interrupt of the tick works with.
struct Scanner {
    matrix: Matrix<RowDriver, SioColumns>,
    frames: Frames,
}

/// Whole frames on their way to edges.
struct Frames {
    keys: KeyPins<Input<'static>>,
    /// The cells of the frame before.
    before: Cells,
    debouncer: Debouncer,
    /// Frames since `second`.
    count: u16,
    second: embassy_time::Instant,
}

/// The scanner of the interrupt; null before [`start`].
static SCANNER: AtomicPtr<Scanner> = AtomicPtr::new(core::ptr::null_mut());

/// Reads frames and sends edges from now on. Called once.
pub(crate) fn start(rows: RowDriver, columns: SioColumns, keys: KeyPins<Input<'static>>) {
    static PLACE: StaticCell<Scanner> = StaticCell::new();
    let Ok(matrix) = Matrix::new(rows, columns, &WIRING);
    let scanner = PLACE.init_with(|| Scanner {
        matrix,
        frames: Frames {
            keys,
            before: Cells::EMPTY,
            // All open: pieces that stand on the board at power-up become edges of the first frames.
            debouncer: Debouncer::new(WIRING.timing, Frame::OPEN),
            count: 0,
            second: embassy_time::Instant::now(),
        },
    });
    SCANNER.store(scanner, Ordering::Release);
    scan_timer::start();
}

/// A tick of the beat, whose interrupt is the only caller.
pub(super) fn tick() {
    with_scanner(|scanner| {
        let Ok(complete) = scanner.matrix.tick();
        if let Some(cells) = complete {
            scanner.frames.take(cells);
        }
    });
}

/// Ticks were missed: the rows read of this frame are dropped. Called by the same interrupt.
pub(super) fn begin_frame() {
    with_scanner(|scanner| {
        let Ok(()) = scanner.matrix.restart();
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

impl Frames {
    /// Debounces a whole frame and sends its edges to [`EDGES`].
    // Never inlined: seven ticks of eight would pay for its registers.
    #[inline(never)]
    fn take(&mut self, cells: Cells) {
        if EDGES.is_full() {
            return;
        }
        let Ok(keys) = self.keys.read();
        let frame = Frame { cells, keys };
        let now = embassy_time::Instant::now();
        let edges = self.debouncer.sample(frame, Instant::from_micros(now.as_micros()));
        // Mostly there is nothing to count.
        if cells != self.before || !edges.is_quiet() {
            self.before = cells;
            REED_STATS.lock(|tally| {
                let mut tally = tally.borrow_mut();
                tally.sample(frame);
                edges.clone().for_each(|edge| tally.note(edge));
            });
        }
        self.count += 1;
        if now >= self.second + SECOND {
            RATE.store(self.count, Ordering::Relaxed);
            (self.count, self.second) = (0, now);
        }
        let stamp = edges.at();
        if !edges.is_quiet() {
            // There is room, see above.
            let _ = EDGES.try_send(edges);
        }
        EDGES_COMPLETE_UNTIL.lock(|edges_complete_until| edges_complete_until.set(stamp));
        watchdog::report(Task::Scan);
    }
}
