//! The task of the displays: only changed bytes go over the bus, and each display may be missing, be
//! unplugged and come back.

use core::sync::atomic::{AtomicU8, Ordering};

use damiera::drivers::display::{Display, DisplayConfig};
use damiera::game::CONTRAST;
use damiera::view::{self, Canvas, Snapshot};
use damiera::wiring::{Controller, DisplayMount};
use embassy_futures::select::{Either, select};
use embassy_rp::i2c::{Async, Config, Error, I2c};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::signal::Signal;
use embassy_time::{Duration, Instant, with_deadline, with_timeout};

use super::watchdog::{self, Task};
use crate::pins::DisplayBus;
use crate::wiring::WIRING;

/// The bus of the displays.
type Bus = I2c<'static, DisplayBus, Async>;

/// Most displays that a board can have: the controllers have two addresses.
pub(crate) const MOUNTS: usize = 2;
const _: () = assert!(WIRING.displays.mounts.len() <= MOUNTS, "more displays than addresses");

/// Interval at which the status of every display is read.
const CHECK: Duration = Duration::from_millis(500);
/// Timeout of all transfers of an update. A whole picture takes about 25 ms.
const TIMEOUT: Duration = Duration::from_millis(100);

/// The controller of all displays, where a `display-*` feature names one instead of those in the
/// board's data.
const CHOSEN: Option<Controller> = if cfg!(feature = "display-sh1106") {
    Some(Controller::Sh1106)
} else if cfg!(feature = "display-ssd1309") {
    Some(Controller::Ssd1309)
} else {
    None
};
#[cfg(all(feature = "display-sh1106", feature = "display-ssd1309"))]
compile_error!(
    "two displays are chosen: leave out one of the features `display-sh1106` and \
     `display-ssd1309`, or name the controller of each display in boards/NAME/wiring.rs"
);

/// The next snapshot of each display; a newer one replaces it.
static SNAPSHOTS: [Signal<CriticalSectionRawMutex, (Snapshot, DisplayConfig)>; MOUNTS] =
    [const { Signal::new() }; MOUNTS];

/// Shows a snapshot on the display with this index as soon as the bus is free. It replaces a snapshot
/// that has not been drawn yet.
pub(crate) fn show(mount: usize, snapshot: Snapshot, config: DisplayConfig) {
    if let Some(next) = SNAPSHOTS.get(mount) {
        next.signal((snapshot, config));
    }
}

/// Returns the display's configuration for a contrast from 1 to 10, as in the settings.
pub(crate) fn config(contrast: u8, turned: bool) -> DisplayConfig {
    const STEP: u8 = u8::MAX / CONTRAST.1;
    DisplayConfig { contrast: contrast.clamp(CONTRAST.0, CONTRAST.1) * STEP, turned }
}

/// The displays that answer: bit *n* for the display with index *n*.
static PRESENT_DISPLAYS: AtomicU8 = AtomicU8::new(0);

/// Returns whether the first display answers and no other does.
pub(crate) fn is_first_alone() -> bool {
    PRESENT_DISPLAYS.load(Ordering::Relaxed) == 1
}

/// Returns the configuration of the bus: 400 kHz (fast mode), the fastest that all three controllers
/// are specified for.
pub(crate) fn bus_config() -> Config {
    let mut config = Config::default();
    config.frequency = 400_000;
    config
}

/// Error: the display does not answer.
struct Absent;

/// A mounted display and the picture on it.
struct Panel {
    mount: DisplayMount,
    /// The picture to show.
    wanted: Canvas,
    /// The configuration to show it with.
    config: DisplayConfig,
    /// The picture on the display and its configuration; `None` while the display does not answer.
    shown: Option<(Canvas, DisplayConfig)>,
}

/// Draws the snapshots of [`SNAPSHOTS`] and sends the changed bytes to the displays.
#[embassy_executor::task]
pub(crate) async fn task(mut bus: Bus) -> ! {
    let mut panels = [const { None::<Panel> }; MOUNTS];
    for (panel, mount) in panels.iter_mut().zip(WIRING.displays.mounts) {
        let controller = CHOSEN.unwrap_or(mount.controller);
        let mount = DisplayMount { controller, ..*mount };
        let config = config(CONTRAST.1, false);
        *panel = Some(Panel { mount, wanted: Canvas::new(), config, shown: None });
    }
    let mut check = Instant::now();
    loop {
        let changed = select(SNAPSHOTS[0].wait(), SNAPSHOTS[1].wait());
        match with_deadline(check, changed).await {
            Ok(Either::First(next)) => want(&mut panels[0], &next),
            Ok(Either::Second(next)) => want(&mut panels[1], &next),
            Err(_) => {}
        }
        let checking = Instant::now() >= check;
        if checking {
            check = Instant::now() + CHECK;
        }
        // The game task signals both displays in one step: the other snapshot is often there too.
        for (panel, next) in panels.iter_mut().zip(&SNAPSHOTS) {
            if let Some(next) = next.try_take() {
                want(panel, &next);
            }
        }
        for panel in panels.iter_mut().flatten() {
            // A missing display acknowledges nothing: each attempt costs one byte on the bus.
            if panel.update(&mut bus, checking).await.is_err() && panel.shown.take().is_some() {
                defmt::warn!("the display at {=u8:#x} does not answer", panel.mount.address);
            }
        }
        let answers = |panel: &Option<Panel>| panel.as_ref().is_some_and(|p| p.shown.is_some());
        let present = panels.iter().rev().fold(0, |bits, p| bits << 1 | u8::from(answers(p)));
        PRESENT_DISPLAYS.store(present, Ordering::Relaxed);
        watchdog::report(Task::Oled);
    }
}

/// Draws the snapshot into the panel's `wanted` picture.
fn want(panel: &mut Option<Panel>, (snapshot, config): &(Snapshot, DisplayConfig)) {
    if let Some(panel) = panel {
        panel.config = *config;
        let Ok(()) = view::draw(snapshot, &mut panel.wanted);
    }
}

impl Panel {
    /// Sends the changed bytes, or the setup and the whole picture to a display that has just been
    /// plugged in. Fails with [`Absent`] after [`TIMEOUT`] too, for example on a stuck bus.
    async fn update(&mut self, bus: &mut Bus, checking: bool) -> Result<(), Absent> {
        let display = Display::new(bus, self.mount);
        match with_timeout(TIMEOUT, self.update_over(display, checking)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(Absent),
        }
    }

    /// Does the transfers of [`update`](Self::update). `checking` reads the status byte first.
    async fn update_over(
        &mut self,
        mut display: Display<&mut Bus>,
        checking: bool,
    ) -> Result<(), Error> {
        match &mut self.shown {
            Some((shown, config))
                if *config == self.config && !(checking && display.is_off().await?) =>
            {
                for run in self.wanted.diff(shown).runs() {
                    display.write(run.page(), run.first(), self.wanted.bytes(run)).await?;
                }
                shown.clone_from(&self.wanted);
            }
            _ => {
                display.start(self.config, self.wanted.pages()).await?;
                self.shown = Some((self.wanted.clone(), self.config));
                defmt::info!("the display at {=u8:#x} is there", self.mount.address);
            }
        }
        Ok(())
    }
}
