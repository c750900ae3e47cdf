//! The game: edges and deadlines in, sounds and pictures out. What is told goes out by the port's
//! tasks.

use damiera::drivers::display::DisplayConfig;
use damiera::game::Transition;
use damiera::sense::Edges;
use damiera::time::{Duration, Instant};
use damiera::view::Snapshot;
use embassy_futures::select::{Either3, select3};
use embassy_futures::yield_now;
use embassy_rp::rom_data;
use embassy_time::Timer;

use super::crash::Crash;
use super::scan::{DELAY, EDGES, edges_complete_until, now};
use super::startup::{Board, GAME_WAKE, Shared, USB_TX_READY};
use super::storage::UniqueId;
use super::watchdog::{self, Task};
use super::{buzzer, oled, screen};
use crate::wiring::WIRING;

/// How often it gets up even if nothing happens, to report.
const REPORT: Duration = Duration::from_millis(250);
/// A deadline that the scan has not reached yet is tried again after a frame.
const FRAME: Duration = Duration::from_millis(1);
/// Without a touch for so long nobody minds an erase, which stops the scan for 45 ms.
const QUIET: Duration = Duration::from_millis(500);
/// Between two erases: everybody else has their turn.
const BREATH: Duration = Duration::from_millis(20);
/// The longest an erase may take by the chip's data sheet: what is due sooner comes first.
const ERASE: Duration = Duration::from_millis(400);
/// The last packet is on the cable by then.
const FAREWELL: embassy_time::Duration = embassy_time::Duration::from_millis(50);

/// Plays for ever.
#[embassy_executor::task]
pub(super) async fn task(board: Shared, crash: Option<&'static Crash>, id: UniqueId) -> ! {
    let mut screens = Screens { crash, id: u64::from_be_bytes(id), shown: [None; oled::MOUNTS] };
    let (mut touched, mut erase_pending) = (now(), true);
    loop {
        screens.show(&board.borrow());
        let wake = wake(&board.borrow(), if erase_pending { BREATH } else { REPORT });
        let alarm = Timer::at(embassy_time::Instant::from_micros(wake.as_micros()));
        match select3(EDGES.receive(), GAME_WAKE.wait(), alarm).await {
            Either3::First(edges) => {
                touched = edges.at();
                board.borrow_mut().report_contacts(&edges);
                // A page of flash takes most of a millisecond: nobody has to wait for it to hear of
                // the contact.
                flush_usb().await;
                apply_edges(&mut board.borrow_mut(), edges);
            }
            Either3::Second(()) => {}
            Either3::Third(()) => {
                let edges_complete_until = edges_complete_until();
                while let Ok(edges) = EDGES.try_receive() {
                    touched = edges.at();
                    board.borrow_mut().report_contacts(&edges);
                    apply_edges(&mut board.borrow_mut(), edges);
                }
                board.borrow_mut().advance_to(edges_complete_until, edges_complete_until);
                erase_pending =
                    now().saturating_since(touched) < QUIET || erase_ahead(&mut board.borrow_mut());
            }
        }
        while let Some(Transition { from, to, reason }) = board.borrow_mut().next_transition() {
            defmt::info!("phase {=str} -> {=str}: {=str}", from, to, reason);
        }
        if let Some(sound) = board.borrow_mut().sound() {
            buzzer::play(sound);
        }
        flush_usb().await;
        if board.borrow_mut().wants_reboot() {
            Timer::after(FAREWELL).await;
            rom_data::reset_to_usb_boot(0, 0);
        }
        watchdog::report(Task::Game);
    }
}

/// Lets what there is to tell go out before anything else is done.
async fn flush_usb() {
    USB_TX_READY.signal(());
    // Twice, because whoever was woken last comes first.
    yield_now().await;
    yield_now().await;
}

#[inline(never)]
fn apply_edges(board: &mut Board, edges: Edges) {
    let edges_complete_until = edges.at();
    board.apply_edges(edges, edges_complete_until);
}

/// When it gets up at the latest: what is due at a time is done when all edges up to then are known.
fn wake(board: &Board, rest: Duration) -> Instant {
    let due = board.next_due().map_or(Instant::MAX, |due| due + DELAY + FRAME);
    due.max(now() + FRAME).min(now() + rest)
}

/// Makes room in flash if there is time for it, and says whether there may be more to do.
#[inline(never)]
fn erase_ahead(board: &mut Board) -> bool {
    let due = board.next_due();
    due.is_some_and(|due| due < now() + ERASE) || board.erase_ahead()
}

/// The picture that each display was last sent.
struct Screens {
    crash: Option<&'static Crash>,
    id: u64,
    /// The last snapshot of each display and its settings; `None` before the first.
    shown: [Option<(Snapshot, DisplayConfig)>; oled::MOUNTS],
}

impl Screens {
    /// Sends a snapshot to each display where it differs from the last one.
    fn show(&mut self, board: &Board) {
        let device_status = screen::device_status(self.id);
        let mounts = WIRING.displays.mounts.iter().zip(&mut self.shown).enumerate();
        for (index, (mount, shown)) in mounts {
            // Two displays face their players. The first one alone is read from where the settings
            // say; the second one alone has lost its companion and stays as it is.
            let settings = board.game().settings();
            let chosen = index == 0 && oled::is_first_alone();
            let facing = if chosen { settings.facing } else { mount.facing };
            // As of the time up to which everything is known, as all that the game decides.
            let snapshot =
                screen::snapshot(board, &device_status, self.crash, edges_complete_until(), facing);
            let config = oled::config(settings.contrast, facing != mount.facing);
            let next = Some((snapshot, config));
            if *shown != next {
                *shown = next;
                oled::show(index, snapshot, config);
            }
        }
    }
}
