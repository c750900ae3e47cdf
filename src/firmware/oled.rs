//! The displays: only what has changed goes over the bus, and any of them may be missing, come and go.

use core::sync::atomic::{AtomicU8, Ordering};

use damiera::game::CONTRAST;
use damiera::view::{self, Canvas, Run, Snapshot};
use damiera::wiring::Place;
use embassy_futures::select::{Either, select};
use embassy_rp::i2c::{Async, Config, I2c};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, with_deadline, with_timeout};
use ssd1306::command::AddrMode;
use ssd1306::prelude::{Brightness, DisplayRotation, DisplaySize128x64};
use ssd1306::{I2CDisplayInterface, Ssd1306Async};

use super::watchdog::{self, Task};
use crate::pins::DisplayBus;
use crate::wiring::WIRING;

/// Displays that can be connected.
pub(crate) const PLACES: usize = 2;
const _: () = assert!(WIRING.displays.places.len() <= PLACES, "more displays than places");

/// How often every display is asked whether it is still there.
const CHECK: Duration = Duration::from_millis(500);
/// A whole picture takes 27 ms; a bus that takes longer is stuck.
const PATIENCE: Duration = Duration::from_millis(100);
/// The bit of the status byte that says that the panel is off, as after a power-up.
const PANEL_OFF: u8 = 0x40;

type Bus = I2c<'static, DisplayBus, Async>;

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

/// A display is not there, or the bus is stuck.
struct Absent;

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
        let update = async {
            let changed = self.has != self.look;
            if self.shown.is_none() || changed || (checking && self.is_off(bus).await?) {
                self.start(bus).await
            } else {
                self.draw(bus).await
            }
        };
        with_timeout(PATIENCE, update).await.unwrap_or(Err(Absent))
    }

    /// Whether the panel has lost its power since it was started. It acknowledges as before, but
    /// nobody sees anything.
    async fn is_off(&self, bus: &mut Bus) -> Result<bool, Absent> {
        let mut status = [0];
        bus.read_async(self.place.address, &mut status).await.map_err(|_| Absent)?;
        Ok(status[0] & PANEL_OFF != 0)
    }

    /// Sets the controller up and sends the whole picture before anything is seen.
    async fn start(&mut self, bus: &mut Bus) -> Result<(), Absent> {
        let mut driver = driver(bus, self.place.address);
        let absent = |_| Absent;
        // A display that is not there ends it here, after one byte.
        driver.set_display_on(false).await.map_err(absent)?;
        driver.init_with_addr_mode(AddrMode::Horizontal).await.map_err(absent)?;
        driver.set_display_on(false).await.map_err(absent)?;
        let rotation =
            if self.look.turned { DisplayRotation::Rotate180 } else { DisplayRotation::Rotate0 };
        driver.set_rotation(rotation).await.map_err(absent)?;
        driver.set_brightness(brightness(self.look.contrast)).await.map_err(absent)?;
        driver
            .set_draw_area((0, 0), (view::WIDTH as u8, view::HEIGHT as u8))
            .await
            .map_err(absent)?;
        for page in self.wanted.pages() {
            driver.draw(page).await.map_err(absent)?;
        }
        driver.set_display_on(true).await.map_err(absent)?;
        self.shown = Some(self.wanted.clone());
        self.has = self.look;
        defmt::info!("the display at {=u8:#x} is there", self.place.address);
        Ok(())
    }

    /// Sends what has changed.
    async fn draw(&mut self, bus: &mut Bus) -> Result<(), Absent> {
        let Some(shown) = &mut self.shown else { return Err(Absent) };
        let dirty = self.wanted.diff(shown);
        if dirty.is_empty() {
            return Ok(());
        }
        let mut driver = driver(bus, self.place.address);
        driver.set_addr_mode(AddrMode::Horizontal).await.map_err(|_| Absent)?;
        for run in dirty.runs() {
            let (start, end) = corners(run);
            driver.set_draw_area(start, end).await.map_err(|_| Absent)?;
            driver.draw(self.wanted.bytes(run)).await.map_err(|_| Absent)?;
        }
        shown.clone_from(&self.wanted);
        Ok(())
    }
}

/// From hardly seen to as bright as it can be; the charging time is what the controller has after
/// a reset.
fn brightness(contrast: u8) -> Brightness {
    const STEP: u8 = u8::MAX / CONTRAST.1;
    Brightness::custom(2, contrast.clamp(CONTRAST.0, CONTRAST.1) * STEP)
}

/// The corners of a run, the second one just outside.
fn corners(run: Run) -> ((u8, u8), (u8, u8)) {
    let top = 8 * run.page();
    ((run.first(), top), (run.last() + 1, top + 8))
}

fn driver(
    bus: &mut Bus,
    address: u8,
) -> Ssd1306Async<
    ssd1306::prelude::I2CInterface<&mut Bus>,
    DisplaySize128x64,
    ssd1306::mode::BasicMode,
> {
    let interface = I2CDisplayInterface::new_custom_address(bus, address);
    Ssd1306Async::new(interface, DisplaySize128x64, DisplayRotation::Rotate0)
}
