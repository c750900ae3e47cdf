//! The displays: only what has changed goes over the bus, and any of them may be missing, come and go.

use core::sync::atomic::{AtomicU8, Ordering};

use damiera::game::CONTRAST;
use damiera::view::{self, Canvas, Snapshot};
use damiera::wiring::Place;
use embassy_futures::select::{Either, select};
use embassy_rp::i2c::Config;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, with_deadline, with_timeout};

use super::ssd1306::{self, Absent, Bus, Ssd1306};
use super::watchdog::{self, Task};
use crate::wiring::WIRING;

/// Displays that can be connected.
pub(crate) const PLACES: usize = 2;
const _: () = assert!(WIRING.displays.places.len() <= PLACES, "more displays than places");

/// How often every display is asked whether it is still there.
const CHECK: Duration = Duration::from_millis(500);
/// A whole picture takes about 25 ms; a bus that takes longer is stuck.
const PATIENCE: Duration = Duration::from_millis(100);

/// How a display shows whatever it shows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Look {
    /// From 1 to 10.
    pub(crate) contrast: u8,
    /// Read from the side that it was not mounted for.
    pub(crate) turned: bool,
}

static NEXT: [Signal<CriticalSectionRawMutex, (Snapshot, Look)>; PLACES] =
    [const { Signal::new() }; PLACES];

/// Shows this at a place as soon as the bus is free. What was to be shown before and has not been
/// drawn yet is passed over.
pub(crate) fn show(place: usize, snapshot: Snapshot, look: Look) {
    if let Some(next) = NEXT.get(place) {
        next.signal((snapshot, look));
    }
}

/// A bit for each display that answers.
static PRESENT: AtomicU8 = AtomicU8::new(0);

/// Whether there is no display but the first.
pub(crate) fn is_first_alone() -> bool {
    PRESENT.load(Ordering::Relaxed) == 1
}

/// How the bus runs.
pub(crate) fn bus_config() -> Config {
    let mut config = Config::default();
    config.frequency = 400_000;
    config
}

/// A display and what it shows.
struct Panel {
    place: Place,
    /// What is to be shown.
    wanted: Canvas,
    /// And how.
    look: Look,
    /// How it was set up.
    has: Look,
    /// What is being shown; unknown for a display that is not there.
    shown: Option<Canvas>,
}

/// Draws for ever.
#[embassy_executor::task]
pub(crate) async fn task(mut bus: Bus) -> ! {
    let mut panels = [const { None::<Panel> }; PLACES];
    for (panel, place) in panels.iter_mut().zip(WIRING.displays.places) {
        let look = Look { contrast: CONTRAST.1, turned: false };
        *panel = Some(Panel { place: *place, wanted: Canvas::new(), look, has: look, shown: None });
    }
    let mut check = Instant::now();
    loop {
        let changed = select(NEXT[0].wait(), NEXT[1].wait());
        match with_deadline(check, changed).await {
            Ok(Either::First(next)) => want(&mut panels[0], &next),
            Ok(Either::Second(next)) => want(&mut panels[1], &next),
            Err(_) => {}
        }
        let checking = Instant::now() >= check;
        if checking {
            check = Instant::now() + CHECK;
        }
        // The other one may have changed in the same moment.
        for (panel, next) in panels.iter_mut().zip(&NEXT) {
            if let Some(next) = next.try_take() {
                want(panel, &next);
            }
        }
        for panel in panels.iter_mut().flatten() {
            // A display that is missing costs one byte on the bus each time.
            if panel.update(&mut bus, checking).await.is_err() && panel.shown.take().is_some() {
                defmt::warn!("the display at {=u8:#x} does not answer", panel.place.address);
            }
        }
        let answers = |panel: &Option<Panel>| panel.as_ref().is_some_and(|p| p.shown.is_some());
        let present = panels.iter().rev().fold(0, |bits, p| bits << 1 | u8::from(answers(p)));
        PRESENT.store(present, Ordering::Relaxed);
        watchdog::report(Task::Oled);
    }
}

fn want(panel: &mut Option<Panel>, (snapshot, look): &(Snapshot, Look)) {
    if let Some(panel) = panel {
        panel.look = *look;
        let Ok(()) = view::draw(snapshot, &mut panel.wanted);
    }
}

impl Panel {
    async fn update(&mut self, bus: &mut Bus, checking: bool) -> Result<(), Absent> {
        let driver = Ssd1306 { bus, address: self.place.address };
        // A bus that is stuck is no better than none.
        with_timeout(PATIENCE, self.update_by(driver, checking)).await.unwrap_or(Err(Absent))
    }

    async fn update_by(&mut self, mut driver: Ssd1306<'_>, checking: bool) -> Result<(), Absent> {
        let changed = self.has != self.look;
        if self.shown.is_none() || changed || (checking && driver.is_off().await?) {
            self.start(&mut driver).await
        } else {
            self.draw(&mut driver).await
        }
    }

    /// Sets the controller up and sends the whole picture before anything is seen.
    async fn start(&mut self, driver: &mut Ssd1306<'_>) -> Result<(), Absent> {
        let look = ssd1306::look(brightness(self.look.contrast), self.look.turned);
        let picture = self.wanted.pages().as_flattened();
        // A display that is not there ends it at the first of them, after one byte.
        for (commands, data) in
            [(ssd1306::OFF, &[][..]), (ssd1306::SETUP, &[]), (&look, picture), (ssd1306::ON, &[])]
        {
            driver.send(commands, data).await?;
        }
        self.shown = Some(self.wanted.clone());
        self.has = self.look;
        defmt::info!("the display at {=u8:#x} is there", self.place.address);
        Ok(())
    }

    /// Sends what has changed.
    async fn draw(&mut self, driver: &mut Ssd1306<'_>) -> Result<(), Absent> {
        let Some(shown) = &mut self.shown else { return Err(Absent) };
        for run in self.wanted.diff(shown).runs() {
            driver.send(&ssd1306::window(run), self.wanted.bytes(run)).await?;
        }
        shown.clone_from(&self.wanted);
        Ok(())
    }
}

/// From hardly seen to as bright as it can be.
fn brightness(contrast: u8) -> u8 {
    const STEP: u8 = u8::MAX / CONTRAST.1;
    contrast.clamp(CONTRAST.0, CONTRAST.1) * STEP
}
