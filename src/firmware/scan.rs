//! The reeds and keys, a thousand times a second.
//!
//! A row is selected in one tick and read in the next, 125 µs later: its wires settle while the
//! core sleeps. Eight ticks are a frame, and the keys are read with it. The task runs on an
//! interrupt executor above everything else, so neither drawing nor stepping delays a stamp.

use core::cell::{Cell, RefCell};
use core::sync::atomic::{AtomicU16, Ordering};

use damiera::sense::{Cells, Debouncer, Edges, Frame, Key, Tally};
use damiera::time::{Micros, Span};
use damiera::wiring::{Active, LINES};
use embassy_rp::gpio::Input;
use embassy_rp::pac::SIO;
use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::channel::Channel;
use embassy_time::{Duration, Instant};

use super::rows::Rows;
use super::tick::Tick;
use super::watchdog::{self, Task};
use crate::pins::RowDriver;
use crate::wiring::WIRING;

/// From one row to the next, in microseconds.
const TICK: u32 = 125;

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
/// keeps the game for a few of them; should it ever be late by more, scanning waits for it rather
/// than lose an edge.
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

/// Reads frames and sends edges, for ever.
#[embassy_executor::task]
pub(crate) async fn task(
    mut rows: RowDriver,
    // Read all at once, by their numbers; held here so that nobody else can have them.
    _columns: [Input<'static>; LINES],
    _keys: [Input<'static>; Key::ALL.len()],
) -> ! {
    // Whatever stands on the board when it wakes up is felt as if just put there: the game learns
    // of it in the only way it learns of anything.
    let mut debouncer = Debouncer::new(WIRING.timing, Frame::OPEN);
    let mut tick = Tick::every(TICK);
    let mut shown = [0; LINES];
    let mut last = Cells::EMPTY;
    let (mut frames, mut second) = (0, Instant::now());
    rows.select(0);
    loop {
        for (row, shown) in shown.iter_mut().enumerate() {
            tick.next().await;
            *shown = read(WIRING.columns, WIRING.row_active);
            rows.select((row + 1) % LINES);
        }
        let frame = WIRING.frame(shown, read(WIRING.keys, WIRING.key_active));
        let now = Instant::now();
        let edges = debouncer.sample(frame, Micros::from_micros(now.as_micros()));
        // Mostly there is nothing to count.
        if frame.cells != last || !edges.is_quiet() {
            last = frame.cells;
            TALLY.lock(|tally| {
                let mut tally = tally.borrow_mut();
                tally.sample(frame);
                edges.clone().for_each(|edge| tally.note(edge));
            });
        }
        frames += 1;
        if now >= second + SECOND {
            RATE.store(frames, Ordering::Relaxed);
            (frames, second) = (0, now);
        }
        let stamp = edges.at();
        if !edges.is_quiet() {
            EDGES.send(edges).await;
        }
        KNOWN.lock(|known| known.set(stamp));
        watchdog::report(Task::Scan);
    }
}

/// Which of these pins are active, the first one in the lowest bit. All are read at the same
/// instant.
fn read<const N: usize>(pins: [u8; N], active: Active) -> u8 {
    let high = SIO.gpio_in(0).read();
    let on = if active == Active::High { high } else { !high };
    pins.iter().rev().fold(0, |bits, pin| bits << 1 | (on >> pin & 1) as u8)
}
