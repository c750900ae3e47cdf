//! The reducer: edges and deadlines in, events and pictures out.

use damiera::event::{Event, What};
use damiera::game::{Game, Input, Settings};
use damiera::rules::Position;
use damiera::sense::{Cells, Contact, Edge, FaultEvent, SelfTest};
use damiera::table::{Table, Witness};
use damiera::time::{Micros, Span};
use damiera::view::Snapshot;
use embassy_futures::select::{Either, select};
use embassy_time::{Instant, Timer};

use super::buzzer::{self, Sound};
use super::scan::{DELAY, EDGES, known, now};
use super::watchdog::{self, Task};
use super::{crash, oled, screen, usb};
use crate::wiring::WIRING;

/// How often the pictures are looked at again, even if nothing has happened.
const LOOK: Span = Span::from_millis(100);
/// A deadline that the scan has not reached yet is tried again after a frame.
const FRAME: Span = Span::from_millis(1);

/// Plays for ever.
#[embassy_executor::task]
pub(crate) async fn task(crash: Option<crash::Crash>) -> ! {
    let mut table = Table::new(Settings::default(), Cells::EMPTY, now());
    let mut teller = Teller::new();
    let mut screens = Screens { crash, shown: [None; oled::PLACES] };
    begin(&mut table);
    let mut look = now();
    loop {
        screens.show(&table, &teller.felt);
        if look <= now() {
            look = now() + LOOK;
        }
        // What is due at a time is done when all edges up to then are known.
        let due = table.next_due().map_or(Micros::MAX, |due| due + DELAY + FRAME);
        let wake = look.min(due.max(now() + FRAME));
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

/// A game from the start position.
fn begin(table: &mut Table) {
    let input = Input::NewGame { position: Position::start(), opening: None };
    // Nothing is waiting yet, so there is room.
    let _ = table.send(input, now());
}

/// Passes on what happens.
struct Teller {
    /// Which reeds have answered.
    felt: SelfTest,
    closed: Cells,
}

impl Teller {
    fn new() -> Self {
        let felt = SelfTest::new(Position::start().occupied(), Cells::EMPTY);
        Self { felt, closed: Cells::EMPTY }
    }
}

impl Witness for Teller {
    fn stepped(&mut self, input: Input, _: Micros, events: &[Event], _: &Game) {
        if let Input::Edge(Edge { contact: Contact::Cell(cell), closed, .. }) = input {
            self.closed = if closed { self.closed.with(cell) } else { self.closed.without(cell) };
            self.felt.observe(self.closed);
        }
        for event in events {
            usb::tell(*event);
            if let What::Irregularity(_) | What::Halted { .. } | What::AskedArbiter(_) = event.what
            {
                buzzer::play(Sound::Attention);
            }
        }
    }

    fn fault(&mut self, event: FaultEvent) {
        let (row, column) = event
            .fault
            .cells()
            .into_iter()
            .next()
            .map_or((0, 0), |cell| (cell.row() + 1, cell.column() + 1));
        let gone = if event.cleared { "gone" } else { "there" };
        defmt::warn!("a fault at row {=u8}, column {=u8} is {=str}", row, column, gone);
    }
}

/// What the displays were last told.
struct Screens {
    crash: Option<crash::Crash>,
    shown: [Option<Snapshot>; oled::PLACES],
}

impl Screens {
    fn show(&mut self, table: &Table, felt: &SelfTest) {
        let places = WIRING.displays.places.iter().zip(&mut self.shown).enumerate();
        for (index, (place, shown)) in places {
            let next = screen::snapshot(table, felt, self.crash.as_ref(), now(), place.facing);
            if *shown != Some(next) {
                *shown = Some(next);
                oled::show(index, next);
            }
        }
    }
}
