//! The scan: reads all reeds and keys 1,000 times a second and sends debounced edges to the game.
//!
//! A row is selected in one tick and read in the next, 125 µs later: its wires settle while the
//! core sleeps. Eight ticks are a frame, and the keys are read at its end. All of it runs in the
//! interrupt of [`scan_timer`], above every task, so neither drawing nor the game delays a stamp.

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

/// Time from one row to the next, in microseconds: eight rows are 1 ms.
pub(super) const TICK: u32 = 125;

const SECOND: embassy_time::Duration = embassy_time::Duration::from_secs(1);

/// Time from the first contact of an edge until the debouncer reports it.
pub(crate) const DELAY: Duration = Duration::from_millis(WIRING.timing.delay() as u64);

const _: () = assert!(
    WIRING.settle.as_micros() <= TICK as u64,
    "the wires of this board settle too slowly for 1,000 frames a second"
);

/// Queue of edges from the scan to the game.
///
/// It gets at most one entry a frame, and only while contacts change, so 32 entries are at least 32 ms.
/// Programming a page of flash delays the game by about one. While the queue is full, `Frames::take`
/// skips whole frames: an edge is then stamped late, but not lost.
pub(crate) static EDGES: Channel<CriticalSectionRawMutex, Edges, 32> = Channel::new();

/// The stamp of the last frame whose edges are in [`EDGES`].
static EDGES_COMPLETE_UNTIL: Mutex<CriticalSectionRawMutex, Cell<Instant>> =
    Mutex::new(Cell::new(Instant::ZERO));

/// Returns the instant up to which every edge has been put into [`EDGES`].
pub(crate) fn edges_complete_until() -> Instant {
    EDGES_COMPLETE_UNTIL.lock(Cell::get)
}

/// How often each reed has closed and bounced.
static REED_STATS: Mutex<CriticalSectionRawMutex, RefCell<ReedStats>> =
    Mutex::new(RefCell::new(ReedStats::new()));

/// Calls `read` with the statistics of the reeds, in a critical section.
pub(crate) fn with_reed_stats<T>(read: impl FnOnce(&ReedStats) -> T) -> T {
    REED_STATS.lock(|stats| read(&stats.borrow()))
}

/// Frames in the last whole second.
static FRAME_RATE: AtomicU16 = AtomicU16::new(0);

/// Returns the frames in the last whole second.
pub(crate) fn rate() -> u16 {
    FRAME_RATE.load(Ordering::Relaxed)
}

/// Returns the uptime of the chip, as the core counts it.
pub(crate) fn now() -> Instant {
    Instant::from_micros(embassy_time::Instant::now().as_micros())
}

/// The state of the scan, owned by the interrupt of [`scan_timer`].
struct Scanner {
    matrix: Matrix<RowDriver, SioColumns>,
    frames: Frames,
}

/// Turns whole frames into edges.
struct Frames {
    keys: KeyPins<Input<'static>>,
    debouncer: Debouncer,
    /// Frames since `second`.
    count: u16,
    /// Start of the second that is being counted.
    second: embassy_time::Instant,
}

/// The scanner of the interrupt; null before [`start`].
static SCANNER: AtomicPtr<Scanner> = AtomicPtr::new(core::ptr::null_mut());

/// Starts the scan. Called once.
pub(crate) fn start(rows: RowDriver, columns: SioColumns, keys: KeyPins<Input<'static>>) {
    static SCANNER_CELL: StaticCell<Scanner> = StaticCell::new();
    let Ok(matrix) = Matrix::new(rows, columns, &WIRING);
    let scanner = SCANNER_CELL.init_with(|| Scanner {
        matrix,
        frames: Frames {
            keys,
            // All open at first: pieces that stand on the board at power-up become edges.
            debouncer: Debouncer::new(WIRING.timing, Frame::OPEN),
            count: 0,
            second: embassy_time::Instant::now(),
        },
    });
    SCANNER.store(scanner, Ordering::Release);
    scan_timer::start();
}

/// Reads one row; after the eighth, handles the frame. Called only by the interrupt of [`scan_timer`].
pub(super) fn tick() {
    with_scanner(|scanner| {
        let Ok(complete) = scanner.matrix.tick();
        if let Some(cells) = complete {
            scanner.frames.take(cells);
        }
    });
}

/// Drops the rows read so far of this frame, after missed ticks. Called only by the same interrupt.
pub(super) fn begin_frame() {
    with_scanner(|scanner| {
        let Ok(()) = scanner.matrix.restart();
    });
}

fn with_scanner(act: impl FnOnce(&mut Scanner)) {
    // SAFETY: the pointer is null or to the static that `start` has initialised, which kept no
    // reference. Only the interrupt of `scan_timer` calls this, and it does not interrupt itself.
    if let Some(scanner) = unsafe { SCANNER.load(Ordering::Acquire).as_mut() } {
        act(scanner);
    }
}

impl Frames {
    /// Debounces a whole frame and sends its edges to [`EDGES`].
    fn take(&mut self, cells: Cells) {
        if EDGES.is_full() {
            return;
        }
        let Ok(keys) = self.keys.read();
        let frame = Frame { cells, keys };
        let now = embassy_time::Instant::now();
        let edges = self.debouncer.sample(frame, Instant::from_micros(now.as_micros()));
        REED_STATS.lock(|stats| {
            let mut stats = stats.borrow_mut();
            stats.sample(frame);
            edges.clone().for_each(|edge| stats.note(edge));
        });
        self.count += 1;
        if now >= self.second + SECOND {
            FRAME_RATE.store(self.count, Ordering::Relaxed);
            (self.count, self.second) = (0, now);
        }
        let stamp = edges.at();
        if !edges.is_quiet() {
            // It has room: `is_full` was checked above, and nothing else sends.
            let _ = EDGES.try_send(edges);
        }
        EDGES_COMPLETE_UNTIL.lock(|until| until.set(stamp));
        watchdog::report(Task::Scan);
    }
}
