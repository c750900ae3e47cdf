//! The task of the game: takes edges and deadlines, and produces sounds and snapshots for the
//! displays. The events that the board queues for the PC are sent by the tasks of `usb.rs`.

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

/// Longest wait, so that the task reports to the watchdog in time ([`watchdog::CHECK_INTERVAL`]).
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// Period of the scan. A deadline that the scan has not reached yet is tried again after it.
const FRAME: Duration = Duration::from_millis(1);
/// Time without an edge before a flash sector is erased: an erase stops the scan for 45 ms, and edges
/// meanwhile would be stamped late.
const QUIET_BEFORE_ERASE: Duration = Duration::from_millis(500);
/// Pause between two erases, in which the other tasks run.
const ERASE_PAUSE: Duration = Duration::from_millis(20);
/// Longest sector erase by the data sheet of the W25Q16JV: none is started with a deadline before its
/// end.
const ERASE_MAX: Duration = Duration::from_millis(400);
/// Wait before the reset into the boot loader: enough for the last USB packet, the answer to the
/// command.
const REBOOT_DELAY: embassy_time::Duration = embassy_time::Duration::from_millis(50);

/// Steps the board for ever.
#[embassy_executor::task]
pub(super) async fn task(board: Shared, crash: Option<&'static Crash>, id: UniqueId) -> ! {
    let mut screens = Screens { crash, id: u64::from_be_bytes(id), shown: [None; oled::MOUNTS] };
    let (mut last_edge, mut erase_pending) = (now(), true);
    loop {
        screens.show(&board.borrow());
        let wake = wake(&board.borrow(), if erase_pending { ERASE_PAUSE } else { REPORT_INTERVAL });
        let alarm = Timer::at(embassy_time::Instant::from_micros(wake.as_micros()));
        match select3(EDGES.receive(), GAME_WAKE.wait(), alarm).await {
            Either3::First(edges) => {
                last_edge = edges.at();
                board.borrow_mut().report_contacts(&edges);
                // The contacts are sent before the edges are applied: that may program a page of
                // flash, which takes 0.7 ms.
                flush_usb().await;
                apply_edges(&mut board.borrow_mut(), edges);
            }
            Either3::Second(()) => {}
            Either3::Third(()) => {
                let edges_complete_until = edges_complete_until();
                while let Ok(edges) = EDGES.try_receive() {
                    last_edge = edges.at();
                    board.borrow_mut().report_contacts(&edges);
                    apply_edges(&mut board.borrow_mut(), edges);
                }
                board.borrow_mut().advance_to(edges_complete_until, edges_complete_until);
                erase_pending = now().saturating_since(last_edge) < QUIET_BEFORE_ERASE
                    || erase_ahead(&mut board.borrow_mut());
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
            Timer::after(REBOOT_DELAY).await;
            rom_data::reset_to_usb_boot(0, 0);
        }
        watchdog::report(Task::Game);
    }
}

/// Lets `usb::send` run before this task goes on.
async fn flush_usb() {
    USB_TX_READY.signal(());
    // The executor polls the most recently woken task first, so this yields twice.
    yield_now().await;
    yield_now().await;
}

/// Steps the game with these edges, up to their own stamp.
fn apply_edges(board: &mut Board, edges: Edges) {
    let edges_complete_until = edges.at();
    board.apply_edges(edges, edges_complete_until);
}

/// Returns when the task wakes without an edge or a signal: after `longest`, or for the next deadline.
/// A deadline is handled [`DELAY`] later, when all edges before it are known.
fn wake(board: &Board, longest: Duration) -> Instant {
    let due = board.next_due().map_or(Instant::MAX, |due| due + DELAY + FRAME);
    due.max(now() + FRAME).min(now() + longest)
}

/// Erases a flash sector if no deadline is due within [`ERASE_MAX`]. Returns whether more may be left
/// to erase.
fn erase_ahead(board: &mut Board) -> bool {
    let due = board.next_due();
    due.is_some_and(|due| due < now() + ERASE_MAX) || board.erase_ahead()
}

/// The snapshots last sent to the displays, and what else they are made from.
struct Screens {
    crash: Option<&'static Crash>,
    id: u64,
    /// The last snapshot and configuration of each display; `None` before the first.
    shown: [Option<(Snapshot, DisplayConfig)>; oled::MOUNTS],
}

impl Screens {
    /// Sends a snapshot to each display where it differs from the last one.
    fn show(&mut self, board: &Board) {
        let device_status = screen::device_status(self.id);
        let mounts = WIRING.displays.mounts.iter().zip(&mut self.shown).enumerate();
        for (index, (mount, shown)) in mounts {
            // Each of two displays faces its player. If only the first one is plugged in, the
            // settings say which side it faces; the second one alone keeps the side of its mount.
            let settings = board.game().settings();
            let chosen = index == 0 && oled::is_first_alone();
            let facing = if chosen { settings.facing } else { mount.facing };
            // The same time as in `Board::advance_to`: all edges up to it are known.
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
