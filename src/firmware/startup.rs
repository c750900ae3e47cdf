//! The board of the core, put together: the journal opened, the last game taken up.
//!
//! The game's task feeds it and the port's tasks read from it. All of them run on the same executor,
//! where none interrupts another, so a `RefCell` that is never held over an `await` is enough.

use core::cell::RefCell;

use damiera::board;
use damiera::event::Cause;
use damiera::event_store::Store;
use damiera::game::Input;
use damiera::journal::Geometry;
use damiera::protocol::{Capabilities, Hello, NEWEST, OLDEST, Version};
use damiera::text::Text;
use damiera::time::Instant;
use defmt::unwrap;
use embassy_executor::Spawner;
use embassy_rp::Peri;
use embassy_rp::clocks::RoscRng;
use embassy_rp::peripherals::USB;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use static_cell::ConstStaticCell;

use super::crash::Crash;
use super::scan::now;
use super::storage::{Chip, UniqueId};
use super::{game_task, usb};
use crate::wiring::WIRING;

/// The board, shared by the game and the port.
pub(super) type Shared = &'static RefCell<Board>;
/// The board on its flash chip.
pub(super) type Board = board::Board<Chip>;

/// There may be something to send.
pub(super) static USB_TX_READY: Signal<CriticalSectionRawMutex, ()> = Signal::new();
/// There may be something for the game to do.
pub(super) static GAME_WAKE: Signal<CriticalSectionRawMutex, ()> = Signal::new();

/// Takes up the last game and starts the tasks that share the board.
#[embassy_executor::task]
pub(crate) async fn start(mut chip: Chip, port: Peri<'static, USB>, crash: Option<&'static Crash>) {
    // SAFETY: this is a task of embassy's executor.
    let spawner = unsafe { Spawner::for_current_executor() }.await;
    // Constant, because a board of 21 KB would otherwise pass through the stack several times.
    // It starts at the time zero, before the first frame was read: otherwise the game would get
    // the pieces on the board before the input that says how long it slept.
    static BOARD: ConstStaticCell<RefCell<Board>> = ConstStaticCell::new(RefCell::new(Board::new(
        Store::new(Chip::MISSING, Geometry::SHIPPED),
        Instant::ZERO,
    )));
    let shared = BOARD.take();
    let id = chip.unique_id();
    let cause = if crash.is_some() { Cause::Fault } else { Cause::Power };
    shared.borrow_mut().set_timing(WIRING.timing);
    let restore_game = !crash.is_some_and(Crash::gives_up);
    let board = shared.get_mut();
    *board.store_mut().journal_mut().flash_mut() = chip;
    // The driver refuses only what lies outside the chip, and the region lies inside.
    unwrap!(board.start(hello(id), cause, restore_game).ok(), "the journal lies in the flash");
    // The bits of the oscillator are not evenly spread; the game mixes them with the times of keys.
    let queued = board.send(Input::Random(RoscRng.next_u64()), now());
    unwrap!(queued.ok(), "the queue holds one input, the boot");
    if let Some(crash) = crash {
        board.notice(crash.line());
    }
    usb::start(spawner, port, id, shared);
    spawner.spawn(unwrap!(game_task::task(shared, crash, id)));
}

fn hello(id: UniqueId) -> Hello {
    let number = |text: &str| text.parse().unwrap_or(0);
    Hello {
        oldest: OLDEST,
        newest: NEWEST,
        version: Version {
            major: number(env!("CARGO_PKG_VERSION_MAJOR")),
            minor: number(env!("CARGO_PKG_VERSION_MINOR")),
            patch: number(env!("CARGO_PKG_VERSION_PATCH")),
        },
        build: Text::cut(env!("DAMIERA_VERSION")),
        board: Text::cut(env!("DAMIERA_BOARD")),
        id: u64::from_be_bytes(id),
        capabilities: Capabilities::JOURNAL
            .and(Capabilities::LIGHT_CELLS)
            .and(Capabilities::BOOTLOADER)
            .and(Capabilities::DAY_CLOCK),
    }
}
