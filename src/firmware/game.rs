//! The reducer: edges and deadlines in, events, sounds and pictures out.

use damiera::game::{Effects, Game, Input, Settings};
use damiera::sense::{Cells, FaultEvent};
use damiera::table::{Table, Witness};
use damiera::time::{Micros, Span};
use damiera::view::Snapshot;
use embassy_futures::select::{Either, select};
use embassy_rp::clocks::RoscRng;
use embassy_time::{Instant, Timer};

use super::felt::Felt;
use super::scan::{self, DELAY, EDGES, known, now};
use super::storage::UniqueId;
use super::watchdog::{self, Task};
use super::{buzzer, crash, oled, screen, usb};
use crate::wiring::WIRING;

/// How often it gets up even if nothing happens, to report.
const REPORT: Span = Span::from_millis(250);
/// A deadline that the scan has not reached yet is tried again after a frame.
const FRAME: Span = Span::from_millis(1);

/// Plays for ever.
#[embassy_executor::task]
pub(crate) async fn task(crash: Option<crash::Crash>, id: UniqueId) -> ! {
    let mut table = Table::new(Game::new(Settings::default()), Cells::EMPTY, now());
    let mut teller = Teller { felt: Felt::new() };
    let mut screens = Screens { crash, id: u64::from_be_bytes(id), shown: [None; oled::PLACES] };
    wake_up(&mut table);
    loop {
        screens.show(table.game(), &teller.felt);
        // What is due at a time is done when all edges up to then are known.
        let due = table.next_due().map_or(Micros::MAX, |due| due + DELAY + FRAME);
        let wake = due.max(now() + FRAME).min(now() + REPORT);
        match select(EDGES.receive(), Timer::at(Instant::from_micros(wake.as_micros()))).await {
            Either::First(edges) => table.take(edges, &mut teller),
            Either::Second(()) => {
                let known = known();
                while let Ok(edges) = EDGES.try_receive() {
                    table.take(edges, &mut teller);
                }
                table.pass(known, &mut teller);
            }
        }
        watchdog::report(Task::Game);
    }
}

/// The first inputs. There is room for them: nothing is waiting yet.
fn wake_up(table: &mut Table) {
    // The bits of the oscillator are not evenly spread; the game mixes them with the times of keys.
    let _ = table.send(Input::Random(RoscRng.next_u64()), now());
    let _ = table.send(Input::Woken, now());
}

/// Passes on what happens.
struct Teller {
    felt: Felt,
}

impl Witness for Teller {
    fn stepped(&mut self, input: Input, _: Micros, effects: &Effects, _: &Game) {
        if let Input::Edge(edge) = input {
            self.felt.note(edge);
        }
        for event in effects {
            usb::tell(*event);
        }
        if let Some(sound) = effects.sound {
            buzzer::play(sound);
        }
    }

    /// The game has heard of it and shows it.
    fn fault(&mut self, event: FaultEvent) {
        let cell = event.fault.cells().into_iter().next();
        let (row, column) = cell.map_or((0, 0), |cell| (cell.row() + 1, cell.column() + 1));
        let gone = if event.cleared { "gone" } else { "there" };
        defmt::warn!("a fault at row {=u8}, column {=u8} is {=str}", row, column, gone);
    }
}

/// What the displays were last told.
struct Screens {
    crash: Option<crash::Crash>,
    id: u64,
    shown: [Option<Snapshot>; oled::PLACES],
}

impl Screens {
    fn show(&mut self, game: &Game, felt: &Felt) {
        let platform = felt.platform(self.id, scan::rate());
        let places = WIRING.displays.places.iter().zip(&mut self.shown).enumerate();
        for (index, (place, shown)) in places {
            // As of the time up to which everything is known, as all that the game decides.
            let crash = self.crash.as_ref();
            let next = screen::snapshot(game, &platform, crash, known(), place.facing);
            if *shown != Some(next) {
                *shown = Some(next);
                oled::show(index, next);
            }
        }
    }
}
